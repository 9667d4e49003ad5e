// The message field, and the menu of the bot's commands that opens above it.

import { focusNewestKeyboard } from "./chat.js";
import { byId, element } from "./dom.js";
import { forPerson } from "./words.js";
import { world } from "./store.js";

/** Prepares the field. `send` sends a text and returns a promise that rejects if
 *  it was not sent; its text then comes back into the field. */
export function startComposer({ send }) {
  sendText = send;
  byId("composer-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  input.addEventListener("input", () => showCommands());
  input.addEventListener("keydown", keyInField);
  input.addEventListener("blur", () => setTimeout(closeIfLeft));
  button.addEventListener("click", () => (menu.hidden ? openByButton() : closeCommands()));
  menu.addEventListener("keydown", keyInMenu);
  menu.addEventListener("blur", () => setTimeout(closeIfLeft));
  // A press on the menu must not take focus from the field before the click.
  menu.addEventListener("pointerdown", (event) => event.preventDefault());
  menu.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) pick(shown[Number(option.dataset.index)]);
  });
}

/** Turns the field to a person and a chat. What was typed elsewhere is kept there. */
export function showComposer(user, chat) {
  const key = `${user?.id}:${chat?.id}`;
  if (key !== place) {
    drafts.set(place, input.value);
    place = key;
    input.value = drafts.get(key) ?? "";
    closeCommands();
  }
  person = user;
  inGroup = Boolean(chat) && chat.type !== "private";
  button.hidden = allCommands().length === 0;
  if (!menu.hidden) showCommands();
}

/** A command as it is sent in this chat: in a group it names the bot. */
export function addressed(command) {
  if (!inGroup || command.includes("@") || !world.bot?.username) return command;
  return `${command}@${world.bot.username}`;
}

const input = byId("composer");
const menu = byId("commands");
const button = byId("commands-button");
const drafts = new Map();

let sendText = null;
let place = null;
let person = null;
let inGroup = false;

// The commands in the open menu, and which of them is chosen.
let shown = [];
let active = -1;
let openedByButton = false;

function submit() {
  const text = input.value.trim();
  if (!text) return;
  const from = place;
  input.value = "";
  closeCommands();
  sendText(text).catch(() => {
    if (place !== from) drafts.set(from, text);
    else if (!input.value) input.value = text;
  });
}

function allCommands() {
  return forPerson(world.profile.commands, person) ?? [];
}

// The menu follows what is typed: a slash and the beginning of a command.
function showCommands() {
  const typed = /^\/(\w*)$/.exec(input.value)?.[1];
  if (typed === undefined && !openedByButton) {
    closeCommands();
    return;
  }
  const beginning = (typed ?? "").toLowerCase();
  const before = shown[active]?.command;
  shown = allCommands().filter(({ command }) => command.startsWith(beginning));
  const exact = shown.findIndex(({ command }) => command === beginning);
  const kept = shown.findIndex(({ command }) => command === before);
  active = exact >= 0 ? exact : Math.max(kept, 0);
  menu.replaceChildren(...shown.map(({ command, description }, index) => element("div", {
    role: "option", id: `command-${index}`, class: "option", "data-index": index, "data-testid": `command-${command}`,
  }, element("span", { class: "option-command" }, `/${command}`), " ",
  element("span", { class: "option-description" }, description))));
  menu.hidden = shown.length === 0;
  showActive();
}

function showActive() {
  const open = !menu.hidden;
  [...menu.children].forEach((option, index) => {
    option.setAttribute("aria-selected", String(index === active));
    if (open && index === active) option.scrollIntoView({ block: "nearest" });
  });
  for (const control of [input, button]) control.setAttribute("aria-expanded", String(open));
  for (const control of [input, menu]) {
    if (open && active >= 0) control.setAttribute("aria-activedescendant", `command-${active}`);
    else control.removeAttribute("aria-activedescendant");
  }
}

// Focus goes to the menu, not to the field: on a phone the field would bring up
// the keyboard.
function openByButton() {
  openedByButton = true;
  active = -1;
  showCommands();
  if (!menu.hidden) menu.focus();
}

function closeCommands() {
  const hadFocus = menu.contains(document.activeElement);
  openedByButton = false;
  menu.hidden = true;
  shown = [];
  active = -1;
  showActive();
  if (hadFocus) button.focus();
}

function closeIfLeft() {
  if (![input, menu, button].includes(document.activeElement)) closeCommands();
}

function keyInField(event) {
  if (event.isComposing) return;
  if (!menu.hidden) {
    if (event.key === "Enter") {
      event.preventDefault();
      // A command typed to its end is sent as it is typed.
      if (input.value === `/${shown[active]?.command}`) submit();
      else pick(shown[active]);
    } else if (event.key === "Tab" && !event.shiftKey && input.value) {
      event.preventDefault();
      input.value = `/${shown[active].command} `;
      closeCommands();
    } else {
      moveActive(event);
    }
  } else if (event.key === "ArrowUp" && !input.value && focusNewestKeyboard()) {
    event.preventDefault();
  }
}

function keyInMenu(event) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    pick(shown[active]);
  } else {
    moveActive(event);
  }
}

function moveActive(event) {
  const count = shown.length;
  switch (event.key) {
    case "ArrowDown": active = (active + 1) % count; break;
    case "ArrowUp": active = (active - 1 + count) % count; break;
    case "Escape": event.preventDefault(); event.stopPropagation(); closeCommands(); return;
    default: return;
  }
  event.preventDefault();
  showActive();
}

function pick(chosen) {
  if (!chosen) return;
  const typed = /^\/\w*$/.test(input.value);
  if (typed) input.value = "";
  closeCommands();
  sendText(addressed(`/${chosen.command}`)).catch(() => {});
}
