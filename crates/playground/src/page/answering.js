// The message that the next one answers, shown above the message field.

import { summaryOf } from "./chat.js";
import { byId } from "./dom.js";
import { nameOf } from "./store.js";
import { say } from "./words.js";

/** Prepares the bar above the field. */
export function startAnswering() {
  byId("answering-cancel").addEventListener("click", () => {
    dropAnswer();
    field.focus();
  });
  field.addEventListener("keydown", (event) => {
    // The menu of commands is closed first.
    if (event.key === "Escape" && !event.defaultPrevented) dropAnswer();
  });
}

/** The next message answers this one. */
export function beginAnswer(message) {
  answered = message;
  show();
  field.focus();
}

/** The id of the message that the next one answers, null if it answers none. */
export function answeredId() {
  return answered?.message_id ?? null;
}

/** The next message answers none, or not this one. */
export function dropAnswer(messageId = answeredId()) {
  if (messageId !== answeredId()) return;
  answered = null;
  show();
}

/** Turns to a person and a chat with its topic. Elsewhere nothing is answered. */
export function showAnswering(user, chat, topic) {
  const key = `${user?.id}:${chat?.id}:${topic}`;
  if (key !== place) answered = null;
  place = key;
  show();
}

const field = byId("composer");

let place = null;
let answered = null;

function show() {
  byId("answering").hidden = !answered;
  if (!answered) return;
  byId("answering-name").textContent = say("reply_to", { name: nameOf(answered.from_id) ?? say("someone") });
  byId("answering-text").textContent = summaryOf(answered);
}
