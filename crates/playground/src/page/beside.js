// Several people side by side: each pane is the chat page of one of them, with a language
// of its own. The URL hash names their places, as "#person/chat,person/chat".

import { byId, element } from "./dom.js";
import { placesIn } from "./pane.js";

const PANES_MIN = 2;
const PANES_MAX = 3;

const panes = byId("panes");

function start() {
  const places = placesIn(location.hash).slice(0, PANES_MAX);
  if (places.length < PANES_MIN) {
    location.replace(`/#${places[0] ?? ""}`);
    return;
  }
  window.addEventListener("message", hear);
  // The address was typed by hand.
  window.addEventListener("hashchange", () => location.reload());
  places.forEach(add);
  show(panes.firstElementChild);
}

function add(place) {
  const count = panes.childElementCount + 1;
  const pane = element("iframe", { class: "pane", src: `/pane#${place}`, "data-place": place, "data-testid": `pane-${count}` });
  panes.append(pane);
  return pane;
}

// On a phone one of them is seen at a time.
function show(pane) {
  for (const each of panes.children) each.classList.toggle("shown", each === pane);
  pane.contentWindow?.focus();
}

function hear({ origin, source, data }) {
  const pane = [...panes.children].find((each) => each.contentWindow === source);
  if (origin !== location.origin || !pane) return;
  switch (data.kind) {
    case "place":
      pane.dataset.place = data.place;
      pane.title = data.title;
      note();
      break;
    case "open":
      if (panes.childElementCount < PANES_MAX) show(add(data.place));
      note();
      break;
    case "show": {
      const other = [...panes.children].find((each) => each.dataset.place.startsWith(`${data.person}/`));
      if (other) show(other);
      break;
    }
    case "close":
      pane.remove();
      note();
      if (panes.childElementCount < PANES_MIN) location.replace(`/#${panes.firstElementChild.dataset.place}`);
      else show(panes.firstElementChild);
      break;
  }
}

// The address and the title follow the panes.
function note() {
  const all = [...panes.children];
  history.replaceState(null, "", `#${all.map((pane) => pane.dataset.place).join(",")}`);
  document.title = all.map((pane) => pane.title).filter(Boolean).join(" | ") || document.title;
  for (const [index, pane] of all.entries()) pane.dataset.testid = `pane-${index + 1}`;
  for (const pane of all) pane.contentWindow?.postMessage({ kind: "panes" }, location.origin);
}

start();
