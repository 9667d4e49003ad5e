// The list of the moves of a game, with their numbers.

import { element, refill } from "./dom.js";

// Lists moves, of which the one after `ply` plies is marked. With `go` each is a button that leads to the position after
// it; those that `isTried` are another colour. The focus goes to `rest` if its move is no longer there.
export function listMoves(host, moves, { ply = moves.length, go, isTried = () => false, rest }) {
  const items = moves.map((move, place) => {
    const number = place % 2 === 0 ? `${place / 2 + 1}. ` : "";
    const textContent = `${number}${move}`;
    const item = go ? element("button", { type: "button", className: "ply", textContent }) : element("span", { className: "ply", textContent });
    item.addEventListener("click", () => go?.(place + 1));
    if (place + 1 === ply) item.setAttribute("aria-current", "step");
    item.classList.toggle("branch", isTried(place));
    return item;
  });
  refill(host, items, rest);
  const current = items[ply - 1];
  if (!current) return;
  host.scrollTop = current.offsetTop - (host.clientHeight - current.offsetHeight) / 2;
  host.scrollLeft = current.offsetLeft - (host.clientWidth - current.offsetWidth) / 2;
}
