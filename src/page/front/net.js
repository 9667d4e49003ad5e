// Requests, which are repeated until there is an answer. All of them may be repeated: what they change is
// changed once. The answer tells whether one of them may have been carried out before: then it may be refused.

import { ENTER, passHeader } from "./pass.js";

const TIMEOUT_MS = 15_000;
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

// The pause after this many failures.
export const pauseAfter = (failures) =>
  PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] * (0.8 + 0.4 * Math.random());

const sleepers = new Set();

// Ends the pauses before the next tries.
export function retryNow() {
  for (const wake of sleepers) wake();
}

addEventListener("online", retryNow);
addEventListener("pageshow", retryNow);
document.addEventListener("visibilitychange", () => document.hidden || retryNow());

export function pause(milliseconds) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      sleepers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    sleepers.add(wake);
  });
}

// A browser that enters shows no other pass.
const shownAt = (path) => (path.startsWith(ENTER) ? {} : passHeader());

// Asks until there is an answer other than "later". `trouble` is told of each failure, with the server's
// sentence if it has one; `isWanted` says whether to go on.
async function ask(path, options, trouble, isWanted, timeout = TIMEOUT_MS) {
  let isRepeated = false;
  for (let failures = 0; isWanted(); failures += 1) {
    try {
      const headers = { ...options.headers, ...shownAt(path) };
      const answer = await fetch(path, { ...options, headers, signal: AbortSignal.timeout(timeout) });
      const isLater = answer.status === 429 || answer.status === 503;
      if (!isLater) return { status: answer.status, data: await answer.json(), isRepeated };
      isRepeated ||= answer.status === 503;
      const data = await answer.json().catch(() => ({}));
      if (isWanted()) trouble(data.say ?? null);
    } catch {
      isRepeated = true;
      if (isWanted()) trouble(null);
    }
    await pause(pauseAfter(failures));
  }
  return null;
}

export function post(path, body, trouble, isWanted, timeout) {
  const headers = { "content-type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) }, trouble, isWanted, timeout);
}

export function get(path, trouble, isWanted) {
  return ask(path, {}, trouble, isWanted);
}
