// The colour scheme: that of the browser, of Telegram's app, or the one chosen here. Browsers that know blocking=render
// load it before anything is painted, so that no page begins in the other one.

const SCHEME = "zerosum.scheme";
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
export function paintScheme(isWanted) {
  isDark = isWanted;
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  const rules = [...document.styleSheets].flatMap(rulesOf);
  rule ??= rules.find(({ media }) => media?.mediaText.includes("prefers-color-scheme"));
  if (rule) rule.media.mediaText = isDark ? "all" : "not all";
  const [light, dark] = document.querySelectorAll("meta[name=theme-color]");
  light.media = isDark ? "not all" : "all";
  dark.media = isDark ? "all" : "not all";
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
