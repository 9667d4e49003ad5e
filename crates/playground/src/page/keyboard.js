// Inline keyboards: rows of buttons under a message, some of which are boards.
// A keyboard is changed in place as long as its shape stays, so focus stays too.

import { element, graphemes, leadOf, safeUrl } from "./dom.js";
import { post, state } from "./store.js";
import { say } from "./words.js";

/** Makes `holder` show the keyboard of `message` to the person with this id.
 *  Returns what a screen reader should hear about changed cells of a board. */
export function showKeyboard(holder, message, userId) {
  const rows = message.keyboard ?? [];
  const board = boardOf(rows);
  const shape = JSON.stringify([rows.map((row) => row.map((button) => button.kind)), board]);
  const same = holder.dataset.shape === shape;
  const position = same ? null : focusedPosition(holder);
  if (!same) build(holder, message, rows, board);
  holder.hidden = rows.length === 0;
  holder.dataset.place = placeOf(userId, message.chat_id, message.message_id);
  holder.setAttribute("aria-label", say("keyboard"));
  const changes = [];
  eachButton(holder, (button, row, column) => {
    const change = showButton(button, rows[row][column], board, row, column);
    if (change && same) changes.push(change);
    button.toggleAttribute("data-busy", busy.has(placeOf(holder.dataset.place, row, column)));
  });
  if (position) refocus(holder, position);
  return changes.length <= SPOKEN_CHANGES_LIMIT ? changes : [];
}

/** An empty holder for the keyboards of one message. `context` tells the person who
 *  presses, and takes the words of a failure, the queries of buttons that ask for one
 *  in the message field, with the kinds of chat to choose among, the places of buttons that open
 *  Mini Apps, and the links to the bot. */
export function keyboardHolder(chatId, messageId, context) {
  const holder = element("div", { class: "keyboard", role: "group", hidden: true });
  holder.addEventListener("click", (event) => {
    const button = event.target.closest("[data-row]");
    if (!button) return;
    if (button.localName === "a") followLink(event, button, context);
    else if (button.classList.contains("opens-app")) context.onApp({ button: placeIn(button, messageId) });
    else if (button.dataset.query !== undefined) context.onSwitch(button.dataset.query, button.dataset.chats?.split(","));
    else press(button, chatId, messageId, context);
  });
  holder.addEventListener("keydown", (event) => moveFocus(holder, event));
  holder.addEventListener("focusin", (event) => makeTabStop(holder, event.target.closest("[data-row]")));
  return holder;
}

/** Ends the wait for the answer to a press. */
export function finishPress(callbackId) {
  const waiting = pending.get(callbackId);
  if (waiting) {
    pending.delete(callbackId);
    setBusy(waiting, false);
  } else if (pressesUnderWay > 0) {
    // The answer can overtake the number of the press it answers.
    answeredEarly.add(callbackId);
  }
}

/** Ends all waits: after a reconnection their answers may have been missed. */
export function forgetPresses() {
  for (const waiting of pending.values()) setBusy(waiting, false);
  pending.clear();
}

/** Moves focus to the last keyboard in `list`. Returns whether there is one. */
export function focusLastKeyboard(list) {
  const target = [...list.querySelectorAll(".keyboard:not([hidden]) [data-row][tabindex='0']")].at(-1);
  target?.focus();
  return Boolean(target);
}

const SPOKEN_CHANGES_LIMIT = 3;
const CELL_GRAPHEMES_LIMIT = 4;
const BOARD_COLUMNS_MIN = 3;
const BLANK = /^[\s·•.\u2800\u3164\u200b-\u200d\u2060\ufeff]*$/u;

// Presses that wait for their answer, by callback id; and the places of their
// buttons, each with its person, chat and message, to draw them again as waiting.
const pending = new Map();
const busy = new Set();
const answeredEarly = new Set();
let pressesUnderWay = 0;

// The rows that form a board: the longest run of at least two rows with one number
// of buttons, three or more, all with short texts. Other rows are ordinary buttons.
function boardOf(rows) {
  const isCells = (row) => row.length >= BOARD_COLUMNS_MIN
    && row.every((button) => button.kind === "callback" && graphemes(button.text).length <= CELL_GRAPHEMES_LIMIT);
  let best = null;
  let first = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (!isCells(rows[row])) first = row + 1;
    else if (rows[row].length !== rows[first].length) first = row;
    const count = row - first + 1;
    if (count >= 2 && count > (best?.count ?? 0)) best = { first, count, columns: rows[first].length };
  }
  return best;
}

function build(holder, message, rows, board) {
  holder.dataset.shape = JSON.stringify([rows.map((row) => row.map((button) => button.kind)), board]);
  holder.replaceChildren(...rows.map((row, rowIndex) => {
    const kind = isInBoard(board, rowIndex) ? "row cells" : "row";
    const line = element("div", { class: kind }, ...row.map((button, columnIndex) => {
      return makeButton(button, message.message_id, rowIndex, columnIndex);
    }));
    line.style.setProperty("--columns", row.length);
    return line;
  }));
  makeTabStop(holder, holder.querySelector("[data-row]"));
}

function makeButton(button, messageId, row, column) {
  const attributes = {
    class: "key", "data-row": row, "data-column": column, "data-testid": `button-${messageId}-${row}-${column}`,
    tabindex: "-1",
  };
  const label = element("span", { class: "key-text" });
  if (button.kind === "url") {
    return element("a", { ...attributes, target: "_blank", rel: "noopener noreferrer" }, label);
  }
  const kind = button.kind === "web_app" ? "key opens-app" : "key";
  return element("button", { ...attributes, class: kind, type: "button" }, label);
}

// Returns the words for the cell if it is one of a board and has changed.
function showButton(element, button, board, row, column) {
  const cell = isInBoard(board, row);
  const text = element.firstElementChild;
  const changed = text.textContent !== button.text;
  if (changed) text.textContent = button.text;
  // A label that does not fit is cut, as on a phone; here it can still be read.
  element.title = button.text;
  if (button.kind === "switch") {
    element.dataset.query = button.query;
    if (button.chats) element.dataset.chats = button.chats.join(",");
    else delete element.dataset.chats;
  }
  if (element.localName === "a") {
    const href = safeUrl(button.url);
    if (href) element.href = href;
    else element.removeAttribute("href");
    element.setAttribute("aria-label", button.text);
    return null;
  }
  if (!cell) {
    element.setAttribute("aria-label", button.text);
    return null;
  }
  const blank = BLANK.test(button.text);
  element.classList.toggle("blank", blank);
  const words = say("cell", {
    row: row - board.first + 1,
    column: column + 1,
    text: blank ? say("empty") : button.text,
  });
  element.setAttribute("aria-label", words);
  return changed ? words : null;
}

function followLink(event, link, context) {
  const lead = link.href ? leadOf(link.href, state.bot?.username) : null;
  if (!lead) return;
  event.preventDefault();
  context.onLead(lead);
}

function placeIn(button, messageId) {
  return { message_id: messageId, row: Number(button.dataset.row), column: Number(button.dataset.column) };
}

function isInBoard(board, row) {
  return board !== null && row >= board.first && row < board.first + board.count;
}

async function press(button, chatId, messageId, context) {
  const userId = context.userId();
  const pressed = placeIn(button, messageId);
  const { row, column } = pressed;
  const waiting = { keyboard: placeOf(userId, chatId, messageId), row, column };
  if (busy.has(placeOf(waiting.keyboard, row, column))) return;
  setBusy(waiting, true);
  pressesUnderWay += 1;
  try {
    const body = { user_id: userId, chat_id: chatId, ...pressed };
    const { callback_id: callbackId } = await post("press", body);
    if (answeredEarly.delete(callbackId)) setBusy(waiting, false);
    else pending.set(callbackId, waiting);
  } catch (error) {
    setBusy(waiting, false);
    context.onFailure(error);
  } finally {
    pressesUnderWay -= 1;
    if (pressesUnderWay === 0) answeredEarly.clear();
  }
}

// The keyboard is looked up by its place: the one that was pressed may be gone, or
// be drawn again for the same person.
function setBusy({ keyboard, row, column }, isBusy) {
  const place = placeOf(keyboard, row, column);
  if (isBusy) busy.add(place);
  else busy.delete(place);
  const holder = document.querySelector(`.keyboard[data-place="${keyboard}"]`);
  if (holder) buttonAt(holder, row, column)?.toggleAttribute("data-busy", isBusy);
}

function placeOf(...parts) {
  return parts.join(":");
}

// Arrow keys move between the buttons; one of them is the tab stop of the keyboard.
function moveFocus(holder, event) {
  const from = event.target.closest("[data-row]");
  if (!from || event.altKey || event.metaKey || event.shiftKey) return;
  const row = Number(from.dataset.row);
  const column = Number(from.dataset.column);
  const rows = rowsOf(holder);
  const length = rows[row].length;
  let target = null;
  switch (event.key) {
    case "ArrowLeft": target = [row, column - 1]; break;
    case "ArrowRight": target = [row, column + 1]; break;
    case "ArrowUp": target = sameColumn(rows, row - 1, column, length); break;
    case "ArrowDown": target = sameColumn(rows, row + 1, column, length); break;
    case "Home": target = event.ctrlKey ? [0, 0] : [row, 0]; break;
    case "End": target = event.ctrlKey ? [rows.length - 1, rows.at(-1).length - 1] : [row, length - 1]; break;
    default: return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (target) buttonAt(holder, ...target)?.focus();
}

// The button above or below, by its place across when the rows differ in length.
function sameColumn(rows, row, column, length) {
  const other = rows[row]?.length;
  if (!other) return null;
  return [row, Math.min(other - 1, Math.floor(((column + 0.5) * other) / length))];
}

function makeTabStop(holder, button) {
  if (!button) return;
  for (const stop of holder.querySelectorAll("[data-row][tabindex='0']")) stop.tabIndex = -1;
  button.tabIndex = 0;
}

function focusedPosition(holder) {
  const focused = document.activeElement;
  if (!holder.contains(focused) || focused?.dataset.row === undefined) return null;
  return { row: Number(focused.dataset.row), column: Number(focused.dataset.column) };
}

// After a change of shape focus goes to the nearest button; with no button left it
// goes to the message, never to the start of the page.
function refocus(holder, { row, column }) {
  const rows = rowsOf(holder);
  if (rows.length === 0) {
    holder.closest(".message").focus();
    return;
  }
  const nearest = rows[Math.min(row, rows.length - 1)];
  nearest[Math.min(column, nearest.length - 1)].focus({ preventScroll: true });
}

function rowsOf(holder) {
  return [...holder.querySelectorAll(".row")].map((row) => [...row.children]);
}

function buttonAt(holder, row, column) {
  return holder.querySelector(`[data-row="${row}"][data-column="${column}"]`);
}

function eachButton(holder, visit) {
  rowsOf(holder).forEach((row, rowIndex) => row.forEach((button, columnIndex) => visit(button, rowIndex, columnIndex)));
}
