// The pass of this browser, which shows for whom it acts. It is kept until the tab is closed.

import { byId } from "./dom.js";
import { forgetLive } from "./store.js";

export const ENTER = "/p/v1/enter";

const PASS = "zerosum.pass";
const RENEW_SECONDS = 6 * 60 * 60;

let pass = read();

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PASS));
  } catch {
    return null;
  }
}

function keep(entered) {
  pass = entered;
  try {
    if (entered) sessionStorage.setItem(PASS, JSON.stringify(entered));
    else sessionStorage.removeItem(PASS);
  } catch {
    // A browser that keeps nothing has it in memory.
  }
}

// Guests have a pass for each of their games, and a key for each invitation.
const GUEST = "zerosum.guest.";
const KEY = "zerosum.key.";

function stored(key, text) {
  try {
    if (text !== undefined) localStorage.setItem(key, text);
    return localStorage.getItem(key);
  } catch {
    return text ?? null;
  }
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Takes the pass of a guest in a game, unless there is another one. One that cannot be read is none.
export function takeGuestPass(link) {
  try {
    pass ??= JSON.parse(stored(GUEST + link));
  } catch {
    // The game is watched.
  }
}

// Goes to a game, as the guest who plays here.
export function goTo(link, isInPlace = false) {
  if (pass?.isGuest) stored(GUEST + link, JSON.stringify(pass));
  location[isInPlace ? "replace" : "assign"](`/g/${link}`);
}

// Returns whether this browser keeps what a guest is known by. On the next page they would be nobody otherwise.
export function keepsGuests() {
  try {
    localStorage.setItem(KEY, "");
    localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}

// Returns whether this browser has accepted an invitation, as far as it knows.
export const hasKey = (code) => stored(KEY + code) !== null;

function forgetKey(code) {
  try {
    localStorage.removeItem(KEY + code);
  } catch {
    // Nothing is kept.
  }
}

// Accepts an invitation, once however often it is asked, and goes to the game. Returns the reason if it cannot: a person
// who is signed in is no guest of their own.
export async function accept(ask, code) {
  const key = stored(KEY + code) ?? newKey();
  stored(KEY + code, key);
  const answer = await ask(ENTER, { v: 1, invitation: code, key, token: hasPass() ? pass.token : undefined });
  if (answer?.status === 410) forgetKey(code);
  if (answer?.status !== 200) return answer?.data.say ?? null;
  const { token, until, start } = answer.data;
  // A person who is signed in here plays as this guest: the next page finds no other pass.
  keep(null);
  pass = { token, until, isGuest: true };
  // The way back does not lead through an invitation that is accepted.
  goTo(start, true);
  return null;
}

export const hasPass = () => pass !== null && !pass.isGuest;
export const isAnyone = () => pass === null;
export const passHeader = () => (pass ? { authorization: `Bearer ${pass.token}` } : {});
export function forgetPass() {
  keep(null);
  forgetLive();
  byId("games").hidden = true;
}

const isOld = () => pass !== null && !pass.isGuest && pass.until - Date.now() / 1000 < RENEW_SECONDS;

let isRenewing = false;

// Tries once to renew a pass that does not count for long any more.
export async function renew() {
  if (isRenewing || !isOld()) return;
  isRenewing = true;
  const before = pass;
  try {
    const headers = { "content-type": "application/json", ...passHeader() };
    const body = JSON.stringify({ v: 1, token: pass.token });
    const answer = await fetch(ENTER, { method: "POST", headers, body, signal: AbortSignal.timeout(15_000) });
    const { token, until } = answer.ok ? await answer.json() : {};
    if (token && pass === before) keep({ token, until });
  } catch {
    // It still counts, and is renewed later.
  } finally {
    isRenewing = false;
  }
}

// Takes from the address what this browser was opened with. A position stays there.
function clearAddress() {
  if (location.hash && !/^#(game|moves)=/.test(location.hash)) history.replaceState(null, "", location.pathname + location.search);
}

// Exchanges what this browser was opened with for a pass, or renews the one it has. `ask` sends the request.
export async function enter(ask, launch) {
  const login = /^#in=(.+)$/.exec(location.hash)?.[1];
  // A login stays until it is answered, also over a reload.
  if (!login && !launch) clearAddress();
  const shown = login ? { login } : launch ? { init_data: launch } : isOld() ? { token: pass.token } : null;
  if (!shown) return null;
  // Nobody is here until it is answered.
  const before = pass;
  pass = null;
  const answer = await ask(ENTER, { v: 1, ...shown });
  if (answer?.status === 200 || answer?.status === 401) clearAddress();
  if (answer?.status !== 200) {
    // A login that counts no more takes no pass away.
    const isKept = before !== null && answer?.status === 401 && Boolean(shown.login);
    if (isKept) pass = before;
    else forgetPass();
    return hasPass() ? null : { isRefused: true, ...answer?.data };
  }
  const { token, until } = answer.data;
  keep({ token, until });
  return answer.data;
}
