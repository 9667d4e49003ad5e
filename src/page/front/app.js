// Starts the page: the first game stands in it, and a kept one takes its place.

import { byId, copyButton, element, say } from "./dom.js";
import { Keys } from "./keys.js";
import { Live, beginLive, refused } from "./live.js";
import { Menu } from "./menu.js";
import { get, pause, pauseAfter, post } from "./net.js";
import { keepPage } from "./offline.js";
import { accept, enter, forgetPass, hasKey, hasPass, isAnyone, keepsGuests, renew, takeGuestPass } from "./pass.js";
import { Play } from "./play.js";
import { changeScheme, launchData } from "./scheme.js";
import { BUILD, leftGame, onOtherGame, saveLanguage, saveWords, savedGame, savedLanguage, savedLive, savedWords } from "./store.js";
import { greetTelegram, isInApp, onBack, showBack } from "./telegram.js";

// Fragment of the first page with the list of a person's games over it.
const GAMES = "#games";

// Tells again.js that the scripts are there.
globalThis.isBegun = true;

// Timeout of the head of this page, as of the service worker.
const HEAD_TIMEOUT_MS = 6_000;

// Failures after which a pause is of seconds.
const FAILURES_OF_SECONDS = 3;

const start = JSON.parse(byId("start").textContent);
// Without a connection the browser shows the page that it has kept, which knows nothing of the address.
const [, kind, name] = location.pathname.split("/");
const seen = kind === "g" && !start.live ? savedLive(name) : null;
// Elsewhere than on the first page a phone shows the way there, too.
document.body.classList.toggle("away", kind !== "");
start.live ??= seen?.state;
// Places other than a game, by their paths. Their scripts are loaded when they are wanted.
const places = new Map([
  ["a", () => import("./study.js")], ["puzzle", () => import("./puzzle.js")], ["learn", () => import("./lessons.js")],
]);
const place = await places.get(kind)?.().catch(() => anew(FAILURES_OF_SECONDS, () => true));
const play = start.live ? new Live(start.live, seen?.at) : place ? new place.Place() : new Play();
// The games of a person are kept by the bot, those of a visitor by the browser.
const menu = new Menu(begun);
play.onChoice = begun;
const keys = new Keys(byId("board"), start.words);
const catalogs = new Map();

// Time between looks at how long the pass still counts.
const RENEW_MS = 10 * 60 * 1000;

// The games and words of a language, asked for as long as they are wanted; null if they are refused.
async function catalog(lang, trouble, isWanted) {
  if (!catalogs.has(lang)) {
    // A browser keeps it for a day, but not for another build.
    const answer = await get(`/p/v1/catalog/${lang}?${BUILD}`, trouble, isWanted);
    if (answer?.status !== 200) return null;
    catalogs.set(lang, answer.data);
  }
  return catalogs.get(lang);
}

// The language that was wished for last.
let wished = null;

async function wordsOf(lang) {
  if (lang === start.lang) return start.words;
  const saved = savedWords(lang);
  if (saved) return saved;
  const found = await catalog(lang, (said) => play.trouble(said), () => wished === lang);
  play.trouble();
  return found?.words;
}

async function speak(lang) {
  wished = lang;
  const words = await wordsOf(lang);
  if (wished !== lang) return;
  if (words) {
    play.speak(lang, words);
    keys.words = words;
    saveWords(lang, words);
  }
  say(byId("games"), play.words.games);
  byId("language").setAttribute("aria-label", play.words.language);
  byId("language").value = play.lang;
}

function listLanguages() {
  const select = byId("language");
  select.append(...start.languages.map(([code, name]) => {
    const option = element("option", { value: code, textContent: code.toUpperCase(), title: name, lang: code });
    return option;
  }));
  select.addEventListener("change", async () => {
    saveLanguage(select.value);
    await speak(select.value);
    await play.retell();
  });
}

// Opens a dialog at once, with a sentence until there is more. Returns its button, a function that tells of trouble in
// it, and one that says whether it is still waited for.
function openWaiting(dialog, label) {
  const { words } = play;
  const close = element("button", { type: "button", className: "button", textContent: words.close });
  close.addEventListener("click", () => dialog.close());
  const told = element("p", { className: "sentence", role: "status", textContent: words.waiting });
  dialog.setAttribute("aria-label", label);
  dialog.replaceChildren(told, element("div", { className: "buttons" }, [close]));
  if (!dialog.open) dialog.showModal();
  const trouble = (said) => say(told, said ?? words["no-connection"]);
  return { close, trouble, isWanted: () => dialog.open && told.isConnected };
}

// Opens the menu.
async function open() {
  let found = catalogs.get(play.lang);
  if (!found) {
    const { trouble, isWanted } = openWaiting(menu.dialog, play.words.new);
    found = await catalog(play.lang, trouble, isWanted);
    if (!isWanted()) return;
    if (!found) return trouble(play.words.failed);
  }
  const { game, title } = play.game ?? start.game;
  const current = play.game ? { ...play.setup, isForTwo: play.isForTwo } : {};
  menu.open(found, play.words, { game, title, ...current }, hasPass() && !play.opensHere);
}

// Loads a script on demand; null if it cannot be had. One that is gone belongs to an older build, whose page is loaded
// again.
async function later(load) {
  try {
    return await load();
  } catch {
    const isThere = await fetch("/", { method: "HEAD" }).then(({ ok }) => ok, () => false);
    if (isThere) location.reload();
    else play.trouble(null);
    return null;
  }
}

// Loads the page again once the server has it.
async function anew(failures, isWanted) {
  for (; isWanted(); failures += 1) {
    await pause(pauseAfter(failures));
    const head = fetch(location.href, { method: "HEAD", signal: AbortSignal.timeout(HEAD_TIMEOUT_MS) });
    const isThere = await head.then(({ status }) => status < 500, () => false);
    if (!isThere || !isWanted()) continue;
    location.reload();
    // Nothing more happens here.
    await new Promise(() => {});
  }
}

// A random text, by which the server knows a repeated request.
const requestKey = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The choice in the menu that has no answer yet.
let chosen = null;

// Starts a game that is chosen, in the menu or after a course. A choice is the same request until it is answered.
async function begun(choice) {
  const text = JSON.stringify(choice);
  const own = (chosen = { text, once: chosen?.text === text ? chosen.once : requestKey() });
  const request = { once: own.once, isWanted: () => chosen === own };
  if (choice.isInvited) await (await later(() => import("./friend.js")))?.invite(play, choice, request);
  else if (choice.level && hasPass() && !play.opensHere) await beginLive(play, choice, request);
  else await play.start(choice);
  if (chosen === own) chosen = null;
}

// Lists the open games of this person, in a dialog that is there at once.
async function showGames() {
  const dialog = byId("help");
  const { close, trouble, isWanted } = openWaiting(dialog, play.words.games);
  const answer = await get(`/p/v1/games?lang=${play.lang}`, trouble, isWanted);
  if (!isWanted()) return;
  if (answer.status === 200) return listGames(answer.data.games, dialog, close);
  dialog.close();
  refused(play, answer);
}

function listGames(games, dialog, close) {
  const { words } = play;
  const out = element("button", { type: "button", className: "button quiet", textContent: words["sign-out"] });
  out.addEventListener("click", () => {
    play.stream?.close();
    forgetPass();
    location.assign("/");
  });
  const items = games.map(({ link, title, opponent, is_your_turn: isYours }) => element("li", {}, [
    element("a", { href: `/g/${link}`, className: isYours ? "button main" : "button", textContent: `${title} – ${opponent}` }),
    ...(isYours ? [element("span", { textContent: words["your-turn"] })] : []),
  ]));
  dialog.replaceChildren(
    items.length > 0 ? element("ul", { className: "games" }, items) : element("p", { className: "sentence", textContent: words["no-games"] }),
    element("div", { className: "buttons" }, [close, ...(start.live ? [copyButton(words)] : []), out]),
  );
  dialog.querySelector("a, button").focus();
}

// Renews the pass while the page is used.
function keepPass() {
  const tryIt = () => document.hidden || renew();
  setInterval(tryIt, RENEW_MS);
  document.addEventListener("visibilitychange", tryIt);
}

// Lets a person in who comes from the chat. Returns whether another page is opened.
async function letIn() {
  const ask = (path, body) => post(`${path}?lang=${play.lang}`, body, (said) => play.trouble(said), () => true);
  const entered = await enter(ask, launchData);
  keepPass();
  play.trouble();
  byId("games").hidden = !hasPass();
  if (!entered) return false;
  if (entered.isRefused) {
    if (start.live) play.reason = entered.say;
    play.deny(entered.say, entered.chat);
    return false;
  }
  if (entered.start?.startsWith("s") && !start.live) {
    location.replace(`/g/${entered.start}`);
    return true;
  }
  if (entered.lang && entered.lang !== play.lang && !savedLanguage()) {
    saveLanguage(entered.lang);
    await speak(entered.lang);
    await play.retell();
  }
  return false;
}

// Shows the kept game, or else the one in the page.
async function begin() {
  greetTelegram();
  offerBack();
  if ((kind === "g" && !start.live) || (kind === "i" && !start.invitation)) return beginLater();
  if (start.live) return beginWatching();
  if (start.invitation) return invite(start.invitation);
  if (place) return beginPlace();
  const isListWanted = launchData !== null || location.hash.startsWith("#in=") || location.hash === GAMES;
  await beginAlone();
  const isLeft = await letIn();
  if (!isLeft && isListWanted && hasPass()) await showGames();
}

// Waits for the server, unless another game is begun: what the address names is not kept.
async function beginLater() {
  await speak(start.lang);
  play.hideOwn();
  say(byId("title"), "");
  play.trouble(null);
  return anew(0, () => !play.game);
}

// Asks whether an invitation is accepted. Its sentence is the server's: in the language chosen before it is asked for.
async function invite({ code, say: said, is_open: isFree, is_taken: isTaken }) {
  play.speak(start.lang, start.words);
  const asked = new URL(location.href);
  if (keptLanguage() !== start.lang && !asked.searchParams.has("lang")) {
    asked.searchParams.set("lang", keptLanguage());
    location.replace(asked);
    return;
  }
  await beginAlone();
  const dialog = byId("help");
  const { words } = play;
  const text = element("p", { className: "told", role: "status", textContent: said });
  const close = element("button", { type: "button", className: "button", textContent: words.close });
  close.addEventListener("click", () => dialog.close());
  const isWanted = () => dialog.open && text.isConnected;
  // An answer that comes after the dialog was closed is let go: the link can be opened again.
  const ask = async (path, body) => {
    const answer = await post(`${path}?lang=${play.lang}`, body, (why) => say(text, why ?? words["no-connection"]), isWanted);
    return isWanted() ? answer : null;
  };
  const yes = element("button", { type: "button", className: "button main", textContent: words.accept });
  let isAsking = false;
  yes.addEventListener("click", async () => {
    if (isAsking) return;
    if (!keepsGuests()) return say(text, words["not-kept"], true);
    isAsking = true;
    const reason = await accept(ask, code);
    isAsking = false;
    if (reason) say(text, reason, true);
  });
  dialog.setAttribute("aria-label", said);
  dialog.replaceChildren(text, element("div", { className: "buttons" }, isFree || (isTaken && hasKey(code)) ? [yes, close] : [close]));
  dialog.showModal();
  // The guest who has come goes on.
  if (isTaken && hasKey(code)) yes.click();
}

// The language chosen before, if there is one that the page has, or else the one that it came in.
function keptLanguage() {
  const kept = savedLanguage();
  return start.languages.some(([code]) => code === kept) ? kept : start.lang;
}

// Shows a game of the chat, to its player once they are let in.
async function beginWatching() {
  play.speak(start.lang, start.words);
  play.show(start.live);
  await speak(keptLanguage());
  if (seen) play.lose();
  takeGuestPass(start.live.link);
  await letIn();
  play.begin(isAnyone());
}

// Shows the analysis board, a puzzle or a lesson.
async function beginPlace() {
  play.speak(start.lang, start.words);
  await speak(keptLanguage());
  await play.begin(start.game);
  await letIn();
}

async function beginAlone() {
  const asked = new URLSearchParams(location.search);
  const lang = asked.has("lang") ? start.lang : keptLanguage();
  const isOther = lang !== start.lang;
  play.speak(start.lang, start.words);
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);
  if (asked.has("lang")) saveLanguage(start.lang);
  const saved = start.is_asked ? null : savedGame();
  if (!saved) play.begin(start.game, start.is_asked ? leftGame() : null);
  await speak(lang);
  if (saved) {
    const isRead = await play.resume(saved);
    if (!isRead) {
      play.begin(start.game);
      if (isOther) await play.retell();
      play.note(play.words.lost);
    }
  } else if (isOther) {
    await play.retell();
  }
}

// Shows the app's button to go back as long as there is something to go back to: the first page is left by closing it.
function offerBack() {
  const show = () => showBack(kind !== "" || document.querySelector("dialog[open]") !== null);
  const watched = new MutationObserver(show);
  for (const dialog of document.querySelectorAll("dialog")) watched.observe(dialog, { attributeFilter: ["open"] });
  onBack(goBack);
  show();
}

// Closes what lies over the board, or else leaves the game for the list of them.
function goBack() {
  const open = document.querySelector("dialog[open]");
  if (open) open.close();
  else if (kind !== "") location.assign(hasPass() ? `/${GAMES}` : "/");
}

let replay = null;
let stepped = Promise.resolve();

// Takes a step once the one before it is answered.
const step = (way) => (stepped = stepped.finally(() => lookBack(way)));

// Looks back on a finished game. What that takes is loaded when it is wanted.
async function lookBack(how) {
  if (place) return how === "review" ? undefined : play.step(how);
  if (byId("steps").hidden) return undefined;
  replay ??= later(() => import("./replay.js")).then((loaded) => loaded && new loaded.Replay(play));
  const loaded = await replay;
  if (!loaded) replay = null;
  if (how === "review") return loaded?.review();
  return typeof how === "number" ? loaded?.go(how) : loaded?.step(how);
}

function listSteps() {
  for (const way of ["first", "back", "on", "last"]) byId(`step-${way}`).addEventListener("click", () => step(way));
  byId("review").addEventListener("click", () => lookBack("review"));
  if (place) return;
  play.onPly = step;
  play.onShown = async (game) => {
    byId("steps").hidden = !game.is_over || game.moves.length === 0;
    byId("analyse").href = `/a#${new URLSearchParams({ game: game.game, moves: game.moves.join(",") })}`;
    (await replay)?.renew(game);
  };
}

function listKeys() {
  for (const [key, way] of [["<", "first"], [",", "back"], [".", "on"], [">", "last"]]) {
    keys.on(key, key, `step-${way}`, () => step(way), true);
  }
  keys.on("u", "U", "take-back", () => play.takeBack());
  if (start.live) {
    for (const [key, word] of [["h", "hint"], ["x", "xray"], ["e", "why"]]) {
      keys.on(key, key.toUpperCase(), word, () => play.press(key));
    }
  }
  keys.on("m /", "M, /", "key-field", () => byId("text").focus());
  keys.on("n", "N", "new", open);
  keys.on("Escape", "Esc", "whole-board", () => play.board.zoom.isZoomed && play.board.zoom.toggle());
}

listLanguages();
listSteps();
listKeys();
byId("new").addEventListener("click", open);
byId("games").addEventListener("click", showGames);
if (!start.live && !place) onOtherGame(() => play.follow());
byId("scheme").addEventListener("click", changeScheme);
byId("scheme").hidden = isInApp;
begin();
keepPage();
