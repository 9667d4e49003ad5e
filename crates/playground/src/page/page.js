// The chat page of the playground: people, their chats, and everything around the
// open chat. The URL hash says who is playing and where, as "#person/chat" or, in a
// topic, "#person/chat/topic", so that two windows can be two people.

import { answeredId, beginAnswer, dropAnswer, showAnswering, startAnswering } from "./answering.js";
import { startCalls, showCalls } from "./calls.js";
import { scrollToEnd, showChat, startChat, summaryOf } from "./chat.js";
import { askName, chooseChat } from "./chooser.js";
import { addressed, showComposer, showOffered, startComposer, typeQuery, typeText } from "./composer.js";
import { avatar, botAvatar, byId, element, showLinks } from "./dom.js";
import { finishPress, forgetPresses } from "./keyboard.js";
import { startMenu } from "./menu.js";
import { closePane, hasRoom, isPane, openBeside, peopleBeside, showPane, startPane, tellPlace } from "./pane.js";
import { markAllSeen, markSeenIn, unreadIn } from "./seen.js";
import {
  addressOf, chatsOf, connect, listen, messagesOf, nameOf, post, receiveMessage, refresh, Unreachable, state,
} from "./store.js";
import { showToast } from "./toasts.js";
import { showTopics } from "./topics.js";
import { openWebApp, showWebApp, startWebApp } from "./webapp.js";
import { forPerson, keepLanguage, keptLanguage, say, speak, timeOfDay } from "./words.js";

const TYPING_MILLIS = 5000;

// Kinds of chats, in the words of buttons that ask for one of some kinds.
const KINDS = { private: "bot", conversation: "user", group: "group", supergroup: "group" };

let user = null;
let chat = null;
// The open topic of a forum, null for the general one; undefined in a chat that is no forum.
let topic;

// Payload of a link for the bot, until the person begins with it or goes elsewhere.
let beginning = null;

// The language chosen for the page; "" leaves it to the person being played.
let chosenLanguage = keptLanguage();

// Until when the bot is typing, and what it is doing, by chat.
const typing = new Map();
let typingTimer = null;

function start() {
  byId("language").value = chosenLanguage;
  speak(chosenLanguage || navigator.language);
  startChat({
    send: (text) => send(addressed(text)).catch(() => {}), type: switchTo, follow, open: openWebApp,
    answer: beginAnswer, fail,
  });
  startComposer({ send, ask, choose, begin: (parameter) => follow({ kind: "start", parameter }) });
  startAnswering();
  startWebApp({ follow, fail });
  listenToServer();
  window.addEventListener("hashchange", () => visit());
  for (const list of [byId("people"), byId("chats"), byId("topic-list")]) list.addEventListener("click", followLink);
  document.addEventListener("visibilitychange", showPlaces);
  byId("language").addEventListener("change", chooseLanguage);
  byId("start").addEventListener("click", () => {
    byId("scroller").focus({ preventScroll: true });
    send("/start").catch(() => {});
  });
  byId("begin").addEventListener("click", () => {
    const { parameter } = beginning;
    beginning = null;
    showNotice();
    byId("composer").focus();
    send(`/start ${parameter}`).catch(() => {});
  });
  byId("skip").addEventListener("click", () => byId("composer").focus());
  byId("chat").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest("#scroller")) byId("composer").focus();
  });
  byId("beside").addEventListener("click", bringSomebody);
  byId("close-pane").addEventListener("click", closePane);
  byId("notice-button").addEventListener("click", () => setPresent(true));
  startPane(showPanes);
  startCalls();
  startMenu(menuItems);
  connect();
}

function listenToServer() {
  let session = null;
  listen("state", () => {
    // A server that was restarted has other chats, and nothing of the old ones counts.
    const isNew = session !== state.session;
    session = state.session;
    if (isNew) markAllSeen();
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
  listen("deleted", ({ chat_id: chatId, message_id: messageId }) => {
    if (chatId === chat?.id) dropAnswer(messageId);
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
    showWebApp(user, chat);
    showComposer(user, chat, topic);
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
}

// Goes where the hash says, or to the nearest place there is. On a new server everything
// is drawn from nothing.
function visit(isNew = false) {
  const before = user;
  const [userId, asked, topicId] = location.hash.slice(1).split("/").map(Number);
  const chatId = state.chats.get(asked)?.upgraded_to ?? asked;
  user = state.users.get(userId) ?? state.users.values().next().value ?? null;
  const chats = user ? chatsOf(user) : [];
  chat = chats.find(({ id }) => id === chatId) ?? chats[0] ?? null;
  topic = chat?.topics ? chat.topics.find(({ id }) => id === topicId)?.id ?? null : undefined;
  if (beginning && (beginning.userId !== user?.id || chat?.id !== user?.id)) beginning = null;
  if (user && chat && location.hash !== addressOf(user, chat, topic)) {
    history.replaceState(null, "", addressOf(user, chat, topic));
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
  if (link.closest("#people") && showPane(Number(link.hash.slice(1).split("/")[0]), user?.id)) return;
  go(link.hash);
}

function go(address) {
  if (address !== location.hash) history.pushState(null, "", address);
  visit();
}

function showEverything(redraw) {
  byId("you-are").textContent = user ? say("you_are", { name: nameOf(user.id) }) : say("no_people");
  // In people's own chat there is no bot to block or remove.
  byId("more").disabled = !chat || chat.type === "conversation";
  showHeader();
  showPanes();
  showChat(user?.id ?? null, chat, topic, redraw);
  showComposer(user, chat, topic);
  showAnswering(user, chat, topic);
  showWebApp(user, chat);
  showPlaces();
  showTyping();
  showIntro();
  showNotice();
  if (redraw) showCalls();
}

async function send(text) {
  const answered = answeredId();
  try {
    const message = await post("send", {
      user_id: user.id, chat_id: chat.id, text, topic: topic ?? null, reply_to: answered,
    });
    dropAnswer(answered);
    if (!state.messages.get(message.chat_id)?.has(message.message_id)) receiveMessage(message);
    scrollToEnd();
  } catch (error) {
    fail(error);
    throw error;
  }
}

// Follows a link to the bot as Telegram does: to the person's own chat with it, where a button
// begins with what the link carries; to its main Mini App, if it has one; to a group, which the bot
// joins; or with a text to any chat.
async function follow({ kind, parameter, text }) {
  if (kind === "app" && state.profile.has_main_web_app) {
    openWebApp({ start: parameter });
  } else if (kind === "start" || kind === "app") {
    go(addressOf(user, { id: user.id }));
    if (!parameter || kind === "app") return;
    beginning = { userId: user.id, parameter };
    showNotice();
    byId("begin").focus();
  } else if (kind === "share") {
    if (await goToChosen("choose_chat", Object.values(KINDS))) typeText(text);
  } else if (await goToChosen("choose_group", ["group"])) {
    if (!chat.bot_present) await setPresent(true);
    send([`/start@${state.bot.username}`, parameter].filter(Boolean).join(" ")).catch(() => {});
  }
}

// Asks the bot inline here, or in a chat that the person chooses among these kinds.
async function switchTo(query, kinds) {
  if (!kinds || await goToChosen("choose_chat", kinds)) typeQuery(query);
}

// Goes to a chat that the person chooses. Returns whether there is one.
async function goToChosen(words, kinds) {
  const places = chatsOf(user).filter(({ type }) => kinds.includes(KINDS[type]));
  if (places.length === 0) {
    showToast(say("no_chat"), false);
    return false;
  }
  const chosen = await chooseChat(say(words), places, titleOf);
  if (chosen) go(addressOf(user, chosen));
  return chosen !== null;
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
    const message = await post("choose", { query_id: queryId, result_id: resultId, topic: topic ?? null });
    if (!state.messages.get(message.chat_id)?.has(message.message_id)) receiveMessage(message);
    scrollToEnd();
  } catch (error) {
    fail(error);
  }
}

// That the server is unavailable is said by the banner, for as long as it is.
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
  showTopics(chat, topic, (id) => addressOf(user, chat, id), (id) => badge(unreadIn(user, chat, id), false));
  const name = user && chat ? `${user.first_name} · ${titleOf(chat)} — ${say("playground")}` : say("playground");
  const count = chats.reduce((sum, each) => sum + unreadIn(user, each), 0);
  document.title = count > 0 ? `(${count}) ${name}` : name;
  if (user && chat) tellPlace(addressOf(user, chat, topic).slice(1), `${user.first_name} · ${titleOf(chat)}`);
}

function personLink(person) {
  const chats = chatsOf(person);
  const target = placeFor(person);
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

// The chat in which a person is met: the one that is open if it is theirs too, else in their own with the bot.
function placeFor(person) {
  const chats = chatsOf(person);
  return chats.find(({ id }) => chat?.type !== "private" && id === chat?.id) ?? chats[0];
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

function markSeen() {
  if (user && chat && !document.hidden) markSeenIn(user, chat, topic);
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
  const begins = beginning !== null;
  byId("begin").hidden = !begins;
  byId("start").hidden = begins;
  byId("notice").hidden = !absent || begins;
  // A person who has blocked the bot cannot write to it; a group goes on without it.
  byId("composer-form").hidden = !chat || begins || (absent && isPrivate);
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

// The menu behind "⋯".

function menuItems() {
  if (chat.type === "conversation") return [];
  const present = chat.bot_present;
  const toggle = { name: "toggle-bot", dangerous: present, act: () => setPresent(!present) };
  if (chat.type === "private") return [...groupsToJoin(), { ...toggle, word: present ? "block" : "unblock" }];
  const administers = Boolean(chat.bot_administers);
  const rights = {
    word: administers ? "unmake_administrator" : "make_administrator", name: "toggle-administrator",
    act: () => change("administration", { chat_id: chat.id, administers: !administers }),
  };
  return [
    ...(chat.type === "supergroup" ? [{ word: "new_topic", name: "new-topic", act: makeTopic }] : []),
    ...(present ? [rights] : []),
    { ...toggle, word: present ? "remove_bot" : "add_bot" },
    { word: "leave_group", name: "leave-group", dangerous: true, act: () => setMember(chat, false) },
  ];
}

function groupsToJoin() {
  const isOpen = (place) => KINDS[place.type] === "group" && !place.upgraded_to && !place.member_ids.includes(user.id);
  return [...state.chats.values()].filter(isOpen).map((place) => ({
    word: "join_group", values: { group: titleOf(place) }, name: `join-${place.id}`, act: () => setMember(place, true),
  }));
}

async function setMember(place, present) {
  await change("presence", { user_id: user.id, chat_id: place.id, present });
  if (present) go(addressOf(user, place));
}

function setPresent(present) {
  return chat.type === "private"
    ? change("block", { user_id: user.id, blocked: !present })
    : change("membership", { chat_id: chat.id, present });
}

// Changes the chat, and shows it as the server says that it is then.
async function change(path, body) {
  try {
    const changed = await post(path, body);
    state.chats.set(changed.id, changed);
    visit();
  } catch (error) {
    fail(error);
  }
}

async function makeTopic() {
  const name = await askName(say("topic_name"));
  if (!name) return;
  try {
    const made = await post("topic", { user_id: user.id, chat_id: chat.id, name });
    await refresh();
    go(addressOf(user, chat, made.topic));
  } catch (error) {
    fail(error);
  }
}

// Other people beside this one.

function showPanes() {
  byId("beside").hidden = !hasRoom() || state.users.size < 2;
  byId("close-pane").hidden = !isPane;
}

// The next person who is not there yet comes beside, to the same chat if it is theirs too.
function bringSomebody() {
  const here = [user.id, ...peopleBeside()];
  const people = [...state.users.values()];
  const others = people.slice(people.indexOf(user) + 1).concat(people.slice(0, people.indexOf(user)));
  const next = others.find(({ id }) => !here.includes(id)) ?? others[0];
  openBeside(addressOf(user, chat, topic).slice(1), addressOf(next, placeFor(next)).slice(1));
}

function chooseLanguage() {
  chosenLanguage = byId("language").value;
  keepLanguage(chosenLanguage);
  visit();
}

start();
