// What the browser keeps: the game and the language. A browser that refuses keeps neither.

const GAME = "zerosum.game";
const LANGUAGE = "zerosum.language";
const VERSION = 1;

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

export function savedGame() {
  try {
    const saved = JSON.parse(read(GAME));
    return saved?.v === VERSION && Array.isArray(saved.moves) ? saved : null;
  } catch {
    return null;
  }
}

export function saveGame({ game, side, level, seed, moves }) {
  write(GAME, JSON.stringify({ v: VERSION, game, side, level, seed, moves }));
}

export const savedLanguage = () => read(LANGUAGE);
export const saveLanguage = (code) => write(LANGUAGE, code);
