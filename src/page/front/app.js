// Starts the page: the first game stands in it, and a kept one takes its place.

import { byId, element } from "./dom.js";
import { Keys } from "./keys.js";
import { Menu } from "./menu.js";
import { get } from "./net.js";
import { keepPage } from "./offline.js";
import { Play } from "./play.js";
import { saveLanguage, saveWords, savedGame, savedLanguage, savedWords } from "./store.js";

const start = JSON.parse(byId("start").textContent);
const play = new Play();
const menu = new Menu((choice) => play.start(choice));
const keys = new Keys(byId("board"));
const catalogs = new Map();

// The games and words of a language.
async function catalog(lang) {
  if (!catalogs.has(lang)) {
    const answer = await get(`/p/v1/catalog/${lang}`, (said) => play.trouble(said), () => true);
    play.trouble();
    if (answer?.status !== 200) return null;
    catalogs.set(lang, answer.data);
  }
  return catalogs.get(lang);
}

async function speak(lang) {
  const words = lang === start.lang ? start.words : (savedWords(lang) ?? (await catalog(lang))?.words);
  if (words) {
    play.speak(lang, words);
    keys.words = words;
    saveWords(lang, words);
  }
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

async function open() {
  const found = await catalog(play.lang);
  if (found) menu.open(found, play.words, play.setup);
}

// Shows the kept game, or else the one in the page.
async function begin() {
  const asked = new URLSearchParams(location.search);
  const kept = asked.has("lang") ? null : savedLanguage();
  const isOther = kept !== null && kept !== start.lang && start.languages.some(([code]) => code === kept);
  play.speak(start.lang, start.words);
  if (location.search) history.replaceState(null, "", location.pathname);
  if (asked.has("lang")) saveLanguage(start.lang);
  const saved = start.is_asked ? null : savedGame();
  if (!saved) play.begin(start.game);
  await speak(isOther ? kept : start.lang);
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

function listKeys() {
  keys.on("u", "U", "take-back", () => play.takeBack());
  keys.on("m /", "M, /", "key-field", () => byId("text").focus());
  keys.on("n", "N", "new", open);
  keys.on("Escape", "Esc", "whole-board", () => play.board.zoom.isZoomed && play.board.zoom.toggle());
}

listLanguages();
listKeys();
byId("new").addEventListener("click", open);
begin();
keepPage();
