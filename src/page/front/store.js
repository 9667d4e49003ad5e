// Storage of the browser: the game, the language and its words, and what a visitor has learnt; of this tab, the game of
// the chat that was seen last. A browser that refuses keeps none.

const GAME = "zerosum.game";
const LIVE = "zerosum.live";
const LANGUAGE = "zerosum.language";
const WORDS = "zerosum.words";
const SOLVED = "zerosum.solved";
const PASSED = "zerosum.passed.";
const VERSION = 1;

// The version of the page, by its address. What is shown is of the same one.
export const BUILD = new URL(import.meta.url).pathname.split("/").at(-2);

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The game goes on without it.
  }
}

function readJson(key, text = read(key)) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The kept game, with what was last shown of it unless that is of another version of the page.
export function savedGame() {
  const { v, build, shown, ...saved } = readJson(GAME) ?? {};
  if (v !== VERSION || !Array.isArray(saved.moves)) return null;
  return build === BUILD ? { ...saved, shown } : saved;
}

// Keeps a game by its moves, with what is shown of it if it was shown already, and the game before it.
export function saveGame({ game, side, level, seed }, { moves, ...shown }, before = null) {
  const kept = shown.scene ? { moves, ...shown } : undefined;
  write(GAME, JSON.stringify({ v: VERSION, game, side, level, seed, moves, before, build: BUILD, shown: kept }));
}

// The game that another one takes the place of: the kept one, or the one before it if no own move was made in it.
export function leftGame() {
  const { moves = [], before = null, shown, ...setup } = savedGame() ?? {};
  return moves.length >= (setup.side ?? 1) ? { moves, setup } : before;
}

// Keeps a game that is begun elsewhere than on its board.
export const saveNext = (choice, moves = []) => saveGame(choice, { moves }, leftGame());

// Calls a function when another tab has kept another game, or may have while this one was away.
export function onOtherGame(follow) {
  addEventListener("storage", ({ key }) => key === GAME && follow());
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
}

// The game of the chat that was seen last, for times without a connection. Like the pass it goes with the tab.
export function savedLive(link) {
  const { build, state, at } = readJson(LIVE, tab("getItem", LIVE)) ?? {};
  return build === BUILD && state?.link === link ? { state, at: new Date(at) } : null;
}

export const saveLive = (state) => tab("setItem", LIVE, JSON.stringify({ build: BUILD, state, at: Date.now() }));
export const forgetLive = () => tab("removeItem", LIVE);

// Uses the storage of this tab; null if the browser refuses.
function tab(action, ...values) {
  try {
    return sessionStorage[action](...values) ?? null;
  } catch {
    return null;
  }
}

export const savedLanguage = () => read(LANGUAGE);
export const saveLanguage = (code) => write(LANGUAGE, code);

// The words of a language, for times without a connection.
export function savedWords(lang) {
  const saved = readJson(WORDS);
  return saved?.build === BUILD && saved.lang === lang ? saved.words : null;
}

export const saveWords = (lang, words) => write(WORDS, JSON.stringify({ build: BUILD, lang, words }));

// Numbers of puzzles that a visitor has solved, or of steps of a course that they have passed, as long as this page is
// open at least.
const numbers = new Map();

function readNumbers(key) {
  const kept = readJson(key);
  return Array.isArray(kept) ? kept.filter((number) => Number.isInteger(number) && number >= 0 && number < 65_536) : [];
}

function numbersIn(key) {
  if (!numbers.has(key)) numbers.set(key, readNumbers(key));
  return numbers.get(key);
}

// Keeps a number beside those of this tab and of others.
function keepNumber(key, number) {
  if (numbersIn(key).includes(number)) return;
  numbers.set(key, [...new Set([...numbersIn(key), ...readNumbers(key), number])]);
  write(key, JSON.stringify(numbersIn(key)));
}

export const solvedPuzzles = () => numbersIn(SOLVED);
export const saveSolved = (number) => keepNumber(SOLVED, number);
export const passedSteps = (course) => numbersIn(PASSED + course);
export const savePassed = (course, step) => keepNumber(PASSED + course, step);
