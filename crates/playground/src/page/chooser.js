// The dialogs in which a person chooses one of their chats, gives a name, and answers a question.

import { avatar, botAvatar, byId, element } from "./dom.js";

/** Has the person choose one of these chats, each with its title. Returns a promise of the chat, or of null. */
export function chooseChat(words, places, titleOf) {
  const dialog = byId("chooser");
  byId("chooser-title").textContent = words;
  byId("chooser-chats").replaceChildren(...places.map((place) => element("li", {}, element("button", {
    class: "chosen-chat", value: String(place.id), "data-testid": `choose-${place.id}`,
  }, place.type === "private" ? botAvatar() : avatar(titleOf(place), place.id), element("span", {}, titleOf(place))))));
  return ask(dialog).then((id) => places.find((place) => String(place.id) === id) ?? null);
}

/** Has the person type a name. Returns a promise of it, or of null. */
export function askName(words) {
  const field = byId("naming-name");
  byId("naming-label").textContent = words;
  field.value = "";
  return ask(byId("naming")).then((answer) => (answer === "ok" ? field.value.trim() || null : null));
}

/** Asks the person whether to close something. Returns a promise of the answer. */
export function askWhether(words) {
  byId("asking-text").textContent = words;
  return ask(byId("asking")).then((answer) => answer === "ok");
}

// Escape leaves the value as it is, so it is emptied before.
function ask(dialog) {
  dialog.returnValue = "";
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}
