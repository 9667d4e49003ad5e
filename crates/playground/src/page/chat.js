// The open chat: its messages, each changed in place, and where it is scrolled to.

import { announce, avatar, botAvatar, byId, element, richText, toneOf } from "./dom.js";
import { focusLastKeyboard, keyboardHolder, showKeyboard } from "./keyboard.js";
import { isIn, listen, messagesOf, nameOf, state } from "./store.js";
import { dayOf, say, timeOfDay } from "./words.js";

/** Prepares the chat. `send` sends a text as the person, `type` asks the bot inline
 *  in the message field, `follow` follows a link to the bot, `open` opens a Mini App,
 *  `answer` has the next message answer one, `fail` shows an error. */
export function startChat({ send, type, follow, open: openApp, answer, fail }) {
  actions = { send, type, follow, open: openApp, answer, fail };
  listen("message", (message, previous) => {
    if (message.chat_id === open.chatId && isIn(message, open.topic)) takeMessage(message, previous);
  });
  listen("deleted", ({ chat_id: chatId, message_id: messageId }) => {
    if (chatId === open.chatId) removeMessage(messageId);
  });
  scroller.addEventListener("scroll", noteScroll, { passive: true });
  const watcher = new ResizeObserver(followEnd);
  watcher.observe(list);
  watcher.observe(scroller);
  byId("newest").addEventListener("click", () => {
    unseen = 0;
    scrollToEnd("smooth");
    scroller.focus({ preventScroll: true });
    showNewest();
  });
}

/** Shows a chat, or one of its topics, as this person sees it. The same chat is brought up to date in
 *  place; another one, or the words of another language, are drawn from nothing. */
export function showChat(userId, chat, topic, redraw = false) {
  const same = open.userId === userId && open.chatId === (chat?.id ?? null) && open.topic === topic && !redraw;
  open = { userId, chatId: chat?.id ?? null, topic };
  const messages = chat ? messagesOf(chat.id, topic) : [];
  if (!same) {
    list.replaceChildren();
    rows.clear();
    unseen = 0;
    atEnd = true;
  }
  list.classList.toggle("group", Boolean(chat) && chat.type !== "private");
  const present = new Set(messages.map((message) => message.message_id));
  for (const messageId of rows.keys()) if (!present.has(messageId)) discard(messageId);
  for (const message of messages) putRow(message);
  arrange();
  followEnd();
  showNewest();
}

/** Shows the end of the chat, as after one's own message. */
export function scrollToEnd(behavior = "instant") {
  atEnd = true;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scroller.scrollTo({ top: scroller.scrollHeight, behavior: calm ? "instant" : behavior });
}

/** Moves focus to the newest keyboard of the chat. Returns whether there is one. */
export function focusNewestKeyboard() {
  return focusLastKeyboard(list);
}

/** The words of a message: its text, its caption, or the event that it reports. */
export function wordsOf({ service, text, caption }) {
  if (!service) return text ?? caption ?? "";
  const isPerson = typeof service.about === "number";
  return say(`service_${service.kind}`, { name: isPerson ? nameOf(service.about) ?? say("someone") : service.about });
}

/** The text of a message in one line, for lists and quotes. */
export function summaryOf(message) {
  const line = wordsOf(message).replace(/\s+/g, " ").trim().slice(0, SUMMARY_LENGTH);
  return message.photo ? `🖼 ${line || say("photo")}` : line;
}

const SUMMARY_LENGTH = 160;
const END_PIXELS = 60;
const RUN_SECONDS = 300;

const list = byId("messages");
const scroller = byId("scroller");

// The drawn messages by id: their elements, and what was drawn into them.
const rows = new Map();

let open = { userId: null, chatId: null, topic: null };
let actions = null;
let atEnd = true;
let topBefore = 0;
let unseen = 0;

function takeMessage(message, previous) {
  const own = message.from_id === open.userId;
  const cells = putRow(message);
  arrange();
  if (!previous && own) scrollToEnd();
  else if (!previous && !atEnd) unseen += 1;
  followEnd();
  showNewest();
  if (!own) speak(message, previous, cells);
}

// Changes are read out: a new text whole, a move on a board by its cells.
function speak(message, previous, cells) {
  const text = wordsOf(message);
  const textBefore = previous && wordsOf(previous);
  const parts = [...cells];
  if (text && text !== textBefore) parts.push(text);
  if (message.photo?.description && message.photo.description !== previous?.photo?.description) {
    parts.push(message.photo.description);
  } else if (!text && !previous && message.photo) {
    parts.push(say("photo"));
  }
  if (parts.length > 0) announce(`${nameOf(message.from_id) ?? say("someone")}: ${parts.join(". ")}`);
}

function removeMessage(messageId) {
  const hadFocus = rows.get(messageId)?.item.contains(document.activeElement);
  discard(messageId);
  arrange();
  if (hadFocus) scroller.focus({ preventScroll: true });
}

function discard(messageId) {
  rows.get(messageId)?.item.remove();
  rows.delete(messageId);
}

// Draws a message or brings it up to date. Returns the changed cells of its board.
function putRow(message) {
  const row = rows.get(message.message_id) ?? addRow(message);
  const drawn = JSON.stringify([message.text, message.caption, message.entities, message.photo, message.service,
    quoteOf(message)]);
  if (row.drawn !== drawn) {
    row.drawn = drawn;
    drawContent(row, message);
  }
  row.message = message;
  row.reaction.textContent = message.reaction ?? "";
  // Telegram Desktop shows it on no message of a bot (HistoryMessage::displayedEditDate): it would widen boards.
  const isOfBot = message.from_id === state.bot?.id || message.via_bot;
  row.edited.textContent = message.edit_date && !isOfBot ? say("edited") : "";
  row.time.textContent = timeOfDay(message.date);
  row.time.dateTime = new Date(message.date * 1000).toISOString();
  const cells = showKeyboard(row.keyboard, message, open.userId);
  return cells;
}

function addRow(message) {
  const { message_id: messageId, from_id: fromId } = message;
  const own = fromId === open.userId;
  const name = nameOf(fromId) ?? say("someone");
  const row = {
    author: element("span", { class: "author", "data-tone": toneOf(fromId) }, authorOf(message, own ? say("you") : name)),
    quote: element("div", { class: "quote-place" }),
    content: element("div", { class: "content" }),
    reaction: element("span", { class: "reaction" }),
    edited: element("span", { class: "edited" }),
    time: element("time"),
  };
  row.keyboard = keyboardHolder(message.chat_id, messageId, {
    userId: () => open.userId, onFailure: actions.fail, onSwitch: actions.type, onApp: actions.open,
    onLead: actions.follow,
  });
  const reply = message.service ? null : element("button", {
    type: "button", class: "reply", "data-testid": `reply-${messageId}`, "aria-label": `${say("reply")}: ${name}`,
    title: say("reply"), onclick: () => actions.answer(row.message),
  }, "↩");
  const meta = element("span", { class: "meta" }, row.reaction, row.edited, row.time);
  row.body = element("div", { class: "body" },
    element("div", { class: "bubble", dir: "auto" }, row.author, row.quote, row.content, meta, reply), row.keyboard);
  row.day = element("p", { class: "service day" });
  row.item = element("li", {
    class: `message ${own ? "own" : "other"}`, tabindex: "-1", "data-testid": `message-${messageId}`,
  }, fromId === state.bot?.id ? botAvatar() : avatar(name, fromId), row.body);
  if (message.service) row.item.classList.add("service-message");
  rows.set(messageId, row);
  const next = Math.min(...[...rows.keys()].filter((id) => id > messageId));
  list.insertBefore(row.item, rows.get(next)?.item ?? null);
  return row;
}

function authorOf(message, name) {
  return message.via_bot ? say("via", { name, bot: state.bot?.username ?? "" }) : name;
}

function drawContent(row, message) {
  const focusables = () => [...row.content.querySelectorAll("a, button, [tabindex]")];
  const focused = focusables().indexOf(document.activeElement);
  row.quote.replaceChildren(...quote(message));
  const text = wordsOf(message);
  const rich = richText(text, message.service ? [] : message.entities, {
    onCommand: actions.send,
    onLead: actions.follow,
    botUsername: state.bot?.username,
    spoilerLabel: say("spoiler"),
  });
  row.body.classList.toggle("with-photo", Boolean(message.photo));
  if (message.photo) {
    drawPhoto(row, message.photo, text);
  } else if (row.photo) {
    row.photo.remove();
    row.photo = null;
  }
  row.text?.remove();
  row.text = text ? element("div", { class: "text" }, rich) : null;
  row.content.append(...[row.text].filter(Boolean));
  row.item.classList.toggle("large-emoji", isFewEmoji(message));
  if (focused >= 0) (focusables()[focused] ?? row.item).focus({ preventScroll: true });
}

// The image element stays when only its source or the caption changes: no flicker. Its
// room is there before it has loaded. A new server has other pictures by the same names.
function drawPhoto(row, photo, text) {
  const url = `${photo.url}?${state.session}`;
  if (!row.photo) {
    row.photo = element("img", { class: "photo", decoding: "async" });
    row.content.prepend(row.photo);
  }
  if (row.photo.getAttribute("src") !== url) row.photo.src = url;
  row.photo.alt = photo.description || text || say("photo");
  row.body.style.setProperty("--photo-width", photo.width);
  row.body.style.setProperty("--photo-height", photo.height);
}

function isFewEmoji(message) {
  return !message.photo && !message.keyboard && /^(?:\p{RGI_Emoji}){1,3}$/v.test(message.text ?? "");
}

function quote(message) {
  const replied = quoteOf(message);
  if (!replied) return [];
  const name = replied.name ?? say("someone");
  const go = () => {
    const target = rows.get(message.reply_to_message_id)?.item;
    target?.scrollIntoView({ block: "center" });
    target?.focus({ preventScroll: true });
  };
  return [element("button", { type: "button", class: "quote", "data-tone": toneOf(replied.id), onclick: go },
    element("span", { class: "unseen" }, `${say("in_reply", { name })} `),
    element("strong", { "aria-hidden": "true" }, replied.deleted ? say("deleted") : name),
    element("span", { class: "quote-text" }, replied.text))];
}

function quoteOf(message) {
  if (!message.reply_to_message_id) return null;
  const replied = state.messages.get(message.chat_id)?.get(message.reply_to_message_id);
  if (!replied) return { id: 0, name: null, text: "", deleted: true };
  return { id: replied.from_id, name: nameOf(replied.from_id), text: summaryOf(replied), deleted: false };
}

// Puts in the days, and joins messages of one author that follow one another soon.
function arrange() {
  let previous = null;
  for (const id of [...rows.keys()].sort((a, b) => a - b)) {
    const row = rows.get(id);
    const { message } = row;
    const newDay = !previous || !isSameDay(previous.message.date, message.date);
    const runs = !newDay && !message.service && !previous.message.service
      && previous.message.from_id === message.from_id
      && message.date - previous.message.date < RUN_SECONDS;
    row.item.classList.toggle("runs-on", runs);
    previous?.item.classList.toggle("run-end", !runs);
    if (newDay) {
      row.day.textContent = dayOf(message.date);
      if (!row.day.isConnected) row.item.prepend(row.day);
    } else {
      row.day.remove();
    }
    previous = row;
  }
  previous?.item.classList.add("run-end");
}

function isSameDay(seconds, otherSeconds) {
  return new Date(seconds * 1000).toDateString() === new Date(otherSeconds * 1000).toDateString();
}

function noteScroll() {
  // Only a move upwards leaves the end: what has grown since, like a photo that has
  // loaded, also makes a distance, and is followed.
  const top = scroller.scrollTop;
  const isNear = scroller.scrollHeight - top - scroller.clientHeight < END_PIXELS;
  atEnd = isNear || (atEnd && top >= topBefore);
  topBefore = top;
  if (atEnd) unseen = 0;
  showNewest();
}

// A reader at the end stays at the end while anything grows: a message, a photo
// that has loaded, the keyboard of a phone.
function followEnd() {
  if (atEnd) scroller.scrollTop = scroller.scrollHeight;
}

function showNewest() {
  const button = byId("newest");
  button.hidden = atEnd;
  const words = unseen > 0 ? say("newest", { count: unseen }) : say("newest_none");
  button.setAttribute("aria-label", words);
  button.replaceChildren(
    element("span", { "aria-hidden": "true" }, unseen > 0 ? `↓ ${unseen}` : "↓"),
  );
}
