// Invitations to a friend: two links, and the game as soon as the friend is there.

import { byId, copyButton, element } from "./dom.js";
import { refused } from "./live.js";
import { get, post } from "./net.js";

const LOOK_MS = 3_000;

// Makes an invitation and shows its links until the friend comes or the dialog is closed.
export async function invite(play, { game, side }, { once, isWanted }) {
  const body = { v: 1, once, game, side };
  const answer = await post(`/p/v1/invitations?lang=${play.lang}`, body, (said) => play.trouble(said), isWanted);
  if (!isWanted()) return undefined;
  play.trouble();
  return answer.status === 201 ? show(play, answer.data) : refused(play, answer);
}

function show(play, { telegram, path, link }) {
  const { words } = play;
  const dialog = byId("help");
  const close = element("button", { type: "button", className: "button", textContent: words.close });
  close.addEventListener("click", () => dialog.close());
  const row = (label, url) => element("p", { className: "link" }, [
    element("span", { textContent: label }),
    copyButton(words, url),
    element("a", { href: url, textContent: url, target: "_blank", rel: "noopener" }),
  ]);
  dialog.setAttribute("aria-label", words.friend);
  dialog.replaceChildren(
    element("p", { className: "told", textContent: words["friend-links"] }),
    row(words["for-telegram"], telegram),
    row(words["for-browser"], new URL(path, location.href).href),
    element("p", { className: "sentence", textContent: words["friend-awaited"] }),
    element("div", { className: "buttons" }, [close]),
  );
  dialog.showModal();
  return wait(dialog, play, link);
}

// Goes to the game once it has begun, unless the pass has ended meanwhile. A page that is not seen does not look.
async function wait(dialog, play, link) {
  let isOpen = true;
  dialog.addEventListener("close", () => (isOpen = false), { once: true });
  while (isOpen) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (document.hidden) continue;
    const answer = await get(`/p/v1/game/${link}?lang=${play.lang}`, () => {}, () => isOpen);
    if (!isOpen) return undefined;
    if (answer.status === 200) return location.assign(`/g/${link}`);
    if (answer.status !== 401) continue;
    dialog.close();
    return refused(play, answer);
  }
  return undefined;
}
