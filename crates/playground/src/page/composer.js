// The message field, and the menu of the bot's commands that opens above it.

import { focusNewestKeyboard } from "./chat.js";
import { byId, element } from "./dom.js";
import { forPerson } from "./words.js";
import { state } from "./store.js";

/** Prepares the field. `send` sends a text and returns a promise that rejects if
 *  it was not sent; its text then comes back into the field. `ask` asks the bot inline
 *  and returns a promise of the query's id; `choose` sends what it has offered, `begin`
 *  starts it as the button above its offers says. */
export function startComposer({ send, ask, choose, begin }) {
  beginWith = begin;
  sendText = send;
  askBot = ask;
  chooseResult = choose;
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

/** Turns the field to a person and a chat with its topic. What was typed elsewhere is kept there. */
export function showComposer(user, chat, topic) {
  const key = `${user?.id}:${chat?.id}:${topic}`;
  if (key !== place) {
    drafts.set(place, input.value);
    place = key;
    input.value = drafts.get(key) ?? "";
    // An offer asked for elsewhere is not made here.
    clearTimeout(askTimer);
    asked = { query: null, id: null };
    closeCommands();
  }
  person = user;
  inGroup = Boolean(chat) && chat.type !== "private";
  hasCommands = chat?.type !== "conversation";
  button.hidden = allCommands().length === 0;
  if (!menu.hidden) showCommands();
}

/** A command as it is sent in this chat: in a group it names the bot. */
export function addressed(command) {
  if (!inGroup || command.includes("@") || !state.bot?.username) return command;
  return `${command}@${state.bot.username}`;
}

/** Puts a text into the field, as if it was typed. */
export function typeText(text) {
  input.value = text;
  input.focus();
  showCommands();
}

/** Puts the bot's name and a query into the field, as if they were typed. */
export function typeQuery(query) {
  typeText(`@${state.bot.username} ${query}`);
}

/** Takes what the bot offers, if it is for the query in the field. */
export function showOffered({ query_id: queryId, results, start }) {
  const above = start ? [{ start: start.parameter, label: start.text, description: "" }] : [];
  offers.set(queryId, above.concat(results.map(({ id, title, description }) => {
    return { result: id, label: title, description: description ?? "" };
  })));
  if (queryId === asked.id && inlineQuery() === asked.query) showCommands();
}

const ASK_MILLIS = 300;

const input = byId("composer");
const menu = byId("commands");
const button = byId("commands-button");
const drafts = new Map();

let sendText = null;
let askBot = null;
let chooseResult = null;
let beginWith = null;
let hasCommands = true;
let place = null;
let person = null;
let inGroup = false;

// The newest inline query, and what the bot has offered, by the ids of queries: an
// answer can overtake the id of its query.
let asked = { query: null, id: null };
let askTimer = null;
const offers = new Map();

// The commands or offers in the open menu, and which of them is chosen.
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
  return hasCommands ? forPerson(state.profile.commands, person) ?? [] : [];
}

// The query after the bot's name, or null if the field does not ask the bot inline.
function inlineQuery() {
  const [, name, query] = /^@(\w+)\s(.*)$/.exec(input.value) ?? [];
  const isBot = name?.toLowerCase() === state.bot?.username?.toLowerCase();
  return isBot && state.bot.inline ? query.trim() : null;
}

function askSoon(query) {
  clearTimeout(askTimer);
  offers.clear();
  asked = { query, id: null };
  askTimer = setTimeout(async () => {
    const id = await askBot(query);
    if (asked.query !== query) return;
    asked.id = id;
    if (offers.has(id)) showCommands();
  }, ASK_MILLIS);
}

// The menu follows what is typed: a slash and the beginning of a command, or a query.
function showCommands() {
  const query = inlineQuery();
  if (query !== null) {
    if (query !== asked.query) askSoon(query);
    showMenu(offers.get(asked.id) ?? [], 0);
    return;
  }
  asked = { query: null, id: null };
  const typed = /^\/(\w*)$/.exec(input.value)?.[1];
  if (typed === undefined && !openedByButton) {
    closeCommands();
    return;
  }
  const beginning = (typed ?? "").toLowerCase();
  const before = shown[active]?.command;
  const commands = allCommands().filter(({ command }) => command.startsWith(beginning));
  const exact = commands.findIndex(({ command }) => command === beginning);
  const kept = commands.findIndex(({ command }) => command === before);
  const options = commands.map((option) => ({ ...option, label: `/${option.command}` }));
  showMenu(options, exact >= 0 ? exact : Math.max(kept, 0));
}

function showMenu(options, chosen) {
  shown = options;
  active = chosen;
  menu.replaceChildren(...shown.map(({ command, result, start, label, description }, index) => element("div", {
    role: "option", id: `command-${index}`, class: "option", "data-index": index,
    "data-testid": command ? `command-${command}` : start ? "result-start" : `result-${result}`,
  }, element("span", { class: "option-command" }, label), " ",
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
    } else if (event.key === "Tab" && !event.shiftKey && input.value && shown[active].command) {
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
  if (!chosen.command) {
    const queryId = asked.id;
    input.value = "";
    closeCommands();
    if (chosen.start) beginWith(chosen.start);
    else chooseResult(queryId, chosen.result);
    return;
  }
  const typed = /^\/\w*$/.test(input.value);
  if (typed) input.value = "";
  closeCommands();
  sendText(addressed(`/${chosen.command}`)).catch(() => {});
}
