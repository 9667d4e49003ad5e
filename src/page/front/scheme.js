// The colour scheme: that of the browser, of Telegram's app, or the one chosen here. Browsers that know blocking=render
// load it before anything is painted, so that no page begins in the other one.

const SCHEME = "zerosum.scheme";
const APP = "zerosum.app";
const DARK = "(prefers-color-scheme: dark)";

// The rule of the page for dark schemes, once it was found.
let rule = null;

// The rules of a sheet; none of one that is not the page's.
function rulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

function kept() {
  try {
    return localStorage.getItem(SCHEME);
  } catch {
    return null;
  }
}

// Whether the page is dark now.
let isDark = matchMedia(DARK).matches;
matchMedia(DARK).addEventListener("change", ({ matches }) => (isDark = kept() ? isDark : matches));

// Paints the page light or dark, whatever the browser prefers.
function paintScheme(isWanted) {
  isDark = isWanted;
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  const rules = [...document.styleSheets].flatMap(rulesOf);
  rule ??= rules.find(({ media }) => media?.mediaText.includes("prefers-color-scheme"));
  if (rule) rule.media.mediaText = isDark ? "all" : "not all";
  const [light, dark] = document.querySelectorAll("meta[name=theme-color]");
  light.media = isDark ? "not all" : "all";
  dark.media = isDark ? "all" : "not all";
}

// The object that a text stands for, or null.
export function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function keptTheme() {
  try {
    return parsed(sessionStorage.getItem(APP));
  } catch {
    return null;
  }
}

const launch = new URLSearchParams(location.hash.slice(1));

// The data by which Telegram vouches for the person, or null if this page was not opened by it.
export const launchData = launch.get("tgWebAppData");

// The theme of the app, or null outside of Telegram. The next pages of a Mini App have no launch data.
export const theme = launchData ? (parsed(launch.get("tgWebAppThemeParams")) ?? {}) : keptTheme();

// Paints the page in the colour scheme of the app, by how light its background is, and keeps it for the next page.
export function takeTheme(taken) {
  const channels = /^#(..)(..)(..)$/.exec(taken.bg_color ?? "")?.slice(1).map((digits) => parseInt(digits, 16));
  if (channels) {
    const [red, green, blue] = channels;
    paintScheme(0.3 * red + 0.59 * green + 0.11 * blue < 128);
  }
  try {
    sessionStorage.setItem(APP, JSON.stringify(taken));
  } catch {
    // The next page has the browser's scheme again.
  }
}

// Changes between light and dark, and keeps the choice.
export function changeScheme() {
  paintScheme(!isDark);
  try {
    localStorage.setItem(SCHEME, isDark ? "dark" : "light");
  } catch {
    // The next page has the browser's scheme again.
  }
}

if (kept()) paintScheme(kept() === "dark");
if (theme !== null) takeTheme(theme);
