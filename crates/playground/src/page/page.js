// The chat page of the playground: people, their chats, and everything around the
// open chat. The URL hash says who is playing and where, as "#person/chat", so
// that two windows can be two people.

import { scrollToEnd, showChat, startChat, summaryOf } from "./chat.js";
import { addressed, showComposer, showOffered, startComposer, typeQuery } from "./composer.js";
import { avatar, botAvatar, byId, element } from "./dom.js";
import { finishPress, forgetPresses } from "./keyboard.js";
import {
  chatsOf, connect, listen, messagesOf, nameOf, post, receiveMessage, refresh, Unreachable, state,
} from "./store.js";
import { forPerson, keepLanguage, keptLanguage, say, speak, timeOfDay } from "./words.js";

const TYPING_MILLIS = 5000;
const TOAST_MILLIS = 3500;
const TOAST_MILLIS_PER_LETTER = 40;

let user = null;
let chat = null;

// The language chosen for the page; "" leaves it to the person being played.
let chosenLanguage = keptLanguage();

// The newest message each person has seen in each chat, by "person/chat".
const seen = new Map();
// Until when the bot is typing, and what it is doing, by chat.
const typing = new Map();
let typingTimer = null;
let toastTimer = null;

function start() {
  byId("language").value = chosenLanguage;
  speak(chosenLanguage || navigator.language);
  startChat({ send: (text) => send(addressed(text)).catch(() => {}), type: typeQuery, come: comeByLink, fail });
  startComposer({ send, ask, choose });
  listenToServer();
  window.addEventListener("hashchange", () => visit());
  for (const list of [byId("people"), byId("chats")]) list.addEventListener("click", followLink);
  document.addEventListener("visibilitychange", showPlaces);
  byId("language").addEventListener("change", chooseLanguage);
  byId("start").addEventListener("click", () => {
    byId("scroller").focus({ preventScroll: true });
    send("/start").catch(() => {});
  });
  byId("skip").addEventListener("click", () => byId("composer").focus());
  byId("chat").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest("#scroller")) byId("composer").focus();
  });
  byId("api").addEventListener("toggle", showCalls);
  byId("api").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && byId("api").open) closeApi();
  });
  byId("api-close").addEventListener("click", closeApi);
  startMoreMenu();
  connect();
}

function listenToServer() {
  let session = null;
  listen("state", () => {
    // A server that was started anew has other chats, and nothing of the old ones counts.
    const isNew = session !== state.session;
    session = state.session;
    if (isNew) {
      seen.clear();
      markAllSeen();
    }
    typing.clear();
    forgetPresses();
    visit(isNew);
    showCalls();
  });
  listen("connection", (connected) => {
    const words = connected ? "" : say("offline");
    if (byId("banner").textContent !== words) byId("banner").textContent = words;
  });
  listen("message", (message) => {
    if (message.from_id === state.bot?.id) typing.delete(message.chat_id);
    showPlaces();
    showTyping();
    showIntro();
  });
  listen("deleted", () => {
    showPlaces();
    showIntro();
  });
  listen("chat", (changed) => {
    // Someone this page has never met: only a snapshot tells about people.
    const strangers = changed.member_ids.some((id) => !state.users.has(id) && id !== state.bot?.id);
    if (strangers) refresh().catch(() => {});
    else visit();
  });
  listen("profile", () => {
    showIntro();
    showComposer(user, chat);
  });
  listen("typing", ({ chat_id: chatId, action }) => {
    typing.set(chatId, { action, until: Date.now() + TYPING_MILLIS });
    showTyping();
    showPlaces();
  });
  listen("toast", (toast) => {
    finishPress(toast.callback_id);
    if (toast.user_id === user?.id && toast.text) showToast(toast.text, toast.show_alert);
  });
  listen("expired", ({ callback_id: callbackId }) => finishPress(callbackId));
  listen("inline", showOffered);
  listen("call", addCall);
}

// Goes where the hash says, or to the nearest place there is. On a new server everything
// is drawn from nothing.
function visit(isNew = false) {
  const before = user;
  const [userId, chatId] = location.hash.slice(1).split("/").map(Number);
  user = state.users.get(userId) ?? state.users.values().next().value ?? null;
  const chats = user ? chatsOf(user) : [];
  chat = chats.find(({ id }) => id === chatId) ?? chats[0] ?? null;
  if (user && chat && location.hash !== addressOf(user, chat)) {
    history.replaceState(null, "", addressOf(user, chat));
  }
  // An answer is for the person who pressed, and for nobody else.
  if (before && before.id !== user?.id) byId("toasts").replaceChildren();
  const newWords = speak(chosenLanguage || user?.language_code);
  showEverything(newWords || isNew);
  // On a phone the lists are rows that scroll.
  for (const link of document.querySelectorAll(".places [aria-current]")) {
    link.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

// The browser tells of a new hash only after a while, in which a quick hand could
// already type; so a plain click goes there at once. Other clicks open windows.
function followLink(event) {
  const link = event.target.closest("a");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.hash !== location.hash) history.pushState(null, "", link.hash);
  visit();
}

function showEverything(redraw) {
  byId("you-are").textContent = user ? say("you_are", { name: nameOf(user.id) }) : say("no_people");
  // In people's own chat there is no bot to block or remove.
  byId("more").disabled = !chat || chat.type === "conversation";
  showHeader();
  showChat(user?.id ?? null, chat, redraw);
  showComposer(user, chat);
  showPlaces();
  showTyping();
  showIntro();
  showNotice();
  if (redraw) showCalls();
}

function addressOf(person, place) {
  return `#${person.id}/${place.id}`;
}

async function send(text) {
  try {
    const message = await post("send", { user_id: user.id, chat_id: chat.id, text });
    if (!state.messages.get(message.chat_id)?.has(message.message_id)) receiveMessage(message);
    scrollToEnd();
  } catch (error) {
    fail(error);
    throw error;
  }
}

// Follows a link to the bot as Telegram does: to the person's own chat with it, where they begin.
function comeByLink(parameter) {
  history.pushState(null, "", addressOf(user, { id: user.id }));
  visit();
  send(`/start ${parameter}`).catch(() => {});
}

// Asks the bot inline. Returns the id of the query, or null if it cannot be asked.
async function ask(query) {
  try {
    return (await post("inline", { user_id: user.id, chat_id: chat.id, query })).query_id;
  } catch (error) {
    fail(error);
    return null;
  }
}

// Sends what the bot has offered.
async function choose(queryId, resultId) {
  try {
    const message = await post("choose", { query_id: queryId, result_id: resultId });
    if (!state.messages.get(message.chat_id)?.has(message.message_id)) receiveMessage(message);
    scrollToEnd();
  } catch (error) {
    fail(error);
  }
}

// That the server is away is said by the banner, for as long as it is.
function fail(error) {
  if (error instanceof Unreachable) return;
  showToast(say("failed", { reason: error.message }), false);
}

// People and chats.

function showPlaces() {
  markSeen();
  showLinks(byId("people"), [...state.users.values()].map(personLink));
  const chats = user ? chatsOf(user) : [];
  byId("chats").setAttribute("aria-label", user ? say("chats", { name: nameOf(user.id) }) : "");
  showLinks(byId("chats"), chats.map(chatLink));
  const name = user && chat ? `${user.first_name} · ${titleOf(chat)} — ${say("playground")}` : say("playground");
  const count = chats.reduce((sum, each) => sum + unreadIn(user, each), 0);
  document.title = count > 0 ? `(${count}) ${name}` : name;
}

function personLink(person) {
  const chats = chatsOf(person);
  const target = chats.find(({ id }) => chat?.type !== "private" && id === chat?.id) ?? chats[0];
  const unread = chats.reduce((sum, each) => sum + unreadIn(person, each), 0);
  const name = nameOf(person.id);
  const attributes = {
    class: "person", href: target ? addressOf(person, target) : `#${person.id}`, title: name,
    "data-testid": `person-${person.id}`, "aria-current": person === user ? "true" : null,
  };
  return { attributes, children: [
    element("span", { class: "with-badge" }, avatar(name, person.id), badge(unread, true)),
    element("span", { class: "person-name" }, person.first_name),
  ] };
}

function chatLink(place) {
  const last = messagesOf(place.id).at(-1);
  const isTyping = typing.has(place.id);
  const words = isTyping ? typingWords(place.id) : last ? lastWords(place, last) : "";
  const attributes = {
    class: "chat-link", href: addressOf(user, place), "data-testid": `chat-${place.id}`,
    "aria-current": place === chat ? "true" : null,
  };
  return { attributes, children: [
    place.type === "private" ? botAvatar() : avatar(titleOf(place), place.id),
    element("span", { class: "chat-link-title" }, titleOf(place)),
    element("time", {}, last ? timeOfDay(last.date) : ""),
    element("span", { class: "chat-link-last" }, words),
    badge(unreadIn(user, place), false),
  ] };
}

function lastWords(place, message) {
  const words = summaryOf(message);
  if (message.service) return words;
  if (message.from_id === user.id) return `${say("you")}: ${words}`;
  return place.type === "private" ? words : `${nameOf(message.from_id) ?? say("someone")}: ${words}`;
}

function titleOf(place) {
  if (place.type === "conversation") return nameOf(place.member_ids.find((id) => id !== user?.id)) ?? say("someone");
  return place.type === "private" ? state.bot.first_name : place.title ?? String(place.id);
}

function badge(count, isDot) {
  if (count === 0) return null;
  return element("span", { class: isDot ? "badge dot" : "badge" },
    isDot ? "" : element("span", { "aria-hidden": "true" }, String(count)),
    element("span", { class: "unseen" }, ` ${say("newest", { count })}`));
}

function unreadIn(person, place) {
  const since = seen.get(addressOf(person, place)) ?? 0;
  let count = 0;
  for (const message of state.messages.get(place.id)?.values() ?? []) {
    if (message.message_id > since && message.from_id !== person.id) count += 1;
  }
  return count;
}

function markSeen() {
  if (user && chat && !document.hidden) seen.set(addressOf(user, chat), messagesOf(chat.id).at(-1)?.message_id ?? 0);
}

function markAllSeen() {
  for (const person of state.users.values()) {
    for (const place of chatsOf(person)) {
      seen.set(addressOf(person, place), messagesOf(place.id).at(-1)?.message_id ?? 0);
    }
  }
}

// Makes the links of a list stand as told, keeping the elements that are there: a
// link that is being pressed or has focus is never taken away under the hand.
function showLinks(list, links) {
  const present = new Map([...list.children].map((item) => [item.firstElementChild.dataset.testid, item]));
  const items = links.map(({ attributes, children }) => {
    const item = present.get(attributes["data-testid"]) ?? element("li", {}, element("a", attributes));
    const link = item.firstElementChild;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) link.removeAttribute(name);
      else link.setAttribute(name, value);
    }
    link.replaceChildren(...children.filter(Boolean));
    return item;
  });
  const same = items.length === list.children.length && items.every((item, index) => list.children[index] === item);
  if (!same) list.replaceChildren(...items);
}

// Around the open chat.

function showHeader() {
  const isPrivate = chat?.type === "private";
  byId("chat-avatar").replaceChildren(...(chat ? [isPrivate ? botAvatar() : avatar(titleOf(chat), chat.id)] : []));
  byId("chat-title").textContent = chat ? titleOf(chat) : "";
  const people = chat?.member_ids.filter((id) => id !== state.bot?.id) ?? [];
  byId("chat-subtitle").textContent = !chat ? ""
    : isPrivate ? [say("bot"), state.bot.username && `@${state.bot.username}`].filter(Boolean).join(" · ")
      : `${say("people", { count: people.length })}: ${people.map((id) => nameOf(id) ?? say("someone")).join(", ")}`;
}

function showIntro() {
  const empty = Boolean(chat) && messagesOf(chat.id).length === 0;
  const isPrivate = chat?.type === "private";
  byId("quiet").hidden = !empty || isPrivate;
  byId("intro").hidden = !empty || !isPrivate;
  if (byId("intro").hidden) return;
  byId("intro-name").textContent = state.bot.first_name;
  byId("intro-text").textContent = forPerson(state.profile.description, user) ?? "";
}

function showNotice() {
  const absent = Boolean(chat) && !chat.bot_present;
  const isPrivate = chat?.type === "private";
  byId("notice").hidden = !absent;
  // A person who has blocked the bot cannot write to it; a group goes on without it.
  byId("composer-form").hidden = !chat || (absent && isPrivate);
  byId("notice-text").textContent = say(isPrivate ? "blocked" : "bot_absent");
  byId("notice-button").textContent = say(isPrivate ? "unblock" : "add_bot");
}

function showTyping() {
  clearTimeout(typingTimer);
  const now = Date.now();
  for (const [chatId, { until }] of typing) if (until <= now) typing.delete(chatId);
  byId("typing").hidden = !chat || !typing.has(chat.id);
  byId("typing-text").textContent = byId("typing").hidden ? "" : typingWords(chat.id);
  if (typing.size === 0) return;
  const next = Math.min(...[...typing.values()].map(({ until }) => until));
  typingTimer = setTimeout(() => {
    showTyping();
    showPlaces();
  }, next - now + 10);
}

function typingWords(chatId) {
  const key = typing.get(chatId)?.action === "upload_photo" ? "typing_photo" : "typing";
  return say(key, { name: state.bot.first_name });
}

function showToast(text, isAlert) {
  if (isAlert) {
    showAlert(text);
    return;
  }
  clearTimeout(toastTimer);
  byId("toasts").replaceChildren(element("p", { class: "toast", "data-testid": "toast" }, text));
  toastTimer = setTimeout(() => byId("toasts").replaceChildren(), TOAST_MILLIS + text.length * TOAST_MILLIS_PER_LETTER);
}

// While an alert is open an edit can replace the button that had focus. Then focus
// goes to the button in its place, to another one of the message, or to the message.
function showAlert(text) {
  const alert = byId("alert");
  byId("alert-text").textContent = text;
  if (alert.open) return;
  const button = document.activeElement;
  const message = button.closest(".message");
  alert.addEventListener("close", () => {
    const lost = document.activeElement === document.body || alert.contains(document.activeElement);
    if (!lost || !message?.isConnected) return;
    const same = message.querySelector(`[data-testid="${button.dataset.testid}"]`);
    (same ?? message.querySelector(".keyboard [tabindex='0']") ?? message).focus();
  }, { once: true });
  alert.showModal();
}

// The menu behind "⋯". It holds what Telegram hides deeper: blocking and removing.

function startMoreMenu() {
  const [button, menu] = [byId("more"), byId("more-menu")];
  button.addEventListener("click", () => {
    menu.hidden = !menu.hidden;
    showMoreMenu();
    menu.querySelector("button")?.focus();
  });
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && menu.hidden) {
      event.preventDefault();
      button.click();
    }
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Tab") return;
    if (event.key === "Escape") event.preventDefault();
    closeMoreMenu();
    button.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".more")) closeMoreMenu();
  });
  byId("notice-button").addEventListener("click", () => setPresent(true));
}

function showMoreMenu() {
  const menu = byId("more-menu");
  byId("more").setAttribute("aria-expanded", String(!menu.hidden));
  if (menu.hidden || !chat) return;
  const present = chat.bot_present;
  const key = chat.type === "private" ? (present ? "block" : "unblock") : (present ? "remove_bot" : "add_bot");
  menu.replaceChildren(element("button", {
    type: "button", role: "menuitem", tabindex: "-1", class: present ? "dangerous" : null, "data-testid": "toggle-bot",
    onclick: () => {
      closeMoreMenu();
      byId("more").focus();
      setPresent(!present);
    },
  }, say(key)));
}

function closeMoreMenu() {
  byId("more-menu").hidden = true;
  byId("more").setAttribute("aria-expanded", "false");
}

async function setPresent(present) {
  try {
    const changed = chat.type === "private"
      ? await post("block", { user_id: user.id, blocked: !present })
      : await post("membership", { chat_id: chat.id, present });
    state.chats.set(changed.id, changed);
    visit();
  } catch (error) {
    fail(error);
  }
}

// The log of Bot API calls is drawn only while it is open.

function showCalls() {
  countCalls();
  const rows = byId("api").open ? state.calls.map(callRow).reverse() : [];
  byId("calls").replaceChildren(...rows);
}

function addCall(call) {
  countCalls();
  if (!byId("api").open) return;
  byId("calls").prepend(callRow(call));
  while (byId("calls").childElementCount > state.calls.length) byId("calls").lastElementChild.remove();
}

function countCalls() {
  const last = state.calls.at(-1);
  byId("api-count").textContent = last ? say("calls", { count: last.number }) : "";
}

function callRow(call) {
  const place = state.chats.get(call.chat_id);
  const where = call.chat_id === undefined || call.chat_id === null ? ""
    : !place ? String(call.chat_id) : place.type === "private" ? nameOf(place.id) ?? String(place.id) : place.title;
  const problem = call.ok ? null : [call.error_code, call.description].filter(Boolean).join(" ");
  return element("li", { class: call.ok ? "call" : "call failed" },
    element("span", { class: "call-sign" }, call.ok ? "✓" : "✗"),
    element("span", { class: "call-method" }, call.method),
    element("span", { class: "call-chat" }, where ?? ""),
    element("span", { class: "call-millis" }, `${Math.round(call.millis)} ms`),
    problem ? element("span", { class: "call-problem" }, problem) : null);
}

function closeApi() {
  byId("api").open = false;
  byId("api").querySelector("summary").focus();
}

function chooseLanguage() {
  chosenLanguage = byId("language").value;
  keepLanguage(chosenLanguage);
  visit();
}

start();
