// This page as one of several people's beside one another. The window around it is
// told where it is, and shows or closes what it asks for.

const PATH = "/pane";
const PANES_MAX = 3;

/** True if the page is one of several in a window. */
export const isPane = window.parent !== window && location.pathname === PATH;

/** The places in the hash of a window with several panes, each as "person/chat". */
export function placesIn(hash) {
  return hash.slice(1).split(",").filter(Boolean);
}

/** Calls `listener` whenever people have come beside or gone. */
export function startPane(listener) {
  document.documentElement.classList.toggle("is-pane", isPane);
  window.addEventListener("message", ({ origin, source, data }) => {
    if (isPane && origin === location.origin && source === window.parent && data.kind === "panes") listener();
  });
}

/** Tells the window where this pane is. */
export function tellPlace(place, title) {
  if (isPane) tell({ kind: "place", place, title });
}

/** The ids of the people in the window. */
export function peopleBeside() {
  return isPane ? placesIn(window.parent.location.hash).map((place) => Number(place.split("/")[0])) : [];
}

/** Returns whether there is room for one more. */
export function hasRoom() {
  return peopleBeside().length < PANES_MAX;
}

/** Opens a place beside this one, which is `here`. */
export function openBeside(here, place) {
  if (isPane) tell({ kind: "open", place });
  else location.assign(`/beside#${here},${place}`);
}

/** Leads to the pane of a person. Returns whether there is another one than this. */
export function showPane(person, own) {
  if (person === own || !peopleBeside().includes(person)) return false;
  tell({ kind: "show", person });
  return true;
}

/** Takes this pane out of the window. */
export function closePane() {
  tell({ kind: "close" });
}

function tell(words) {
  window.parent.postMessage(words, location.origin);
}
