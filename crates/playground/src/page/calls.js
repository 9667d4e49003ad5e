// The log of Bot API calls. It is drawn only while it is open.

import { byId, element } from "./dom.js";
import { listen, nameOf, state } from "./store.js";
import { say } from "./words.js";

/** Prepares the log. */
export function startCalls() {
  byId("api").addEventListener("toggle", showCalls);
  byId("api").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && byId("api").open) closeApi();
  });
  byId("api-close").addEventListener("click", closeApi);
  listen("call", addCall);
}

/** Draws the log again. */
export function showCalls() {
  countCalls();
  const rows = byId("api").open ? state.calls.map(callRow).reverse() : [];
  byId("calls").replaceChildren(...rows);
}

function addCall(call) {
  countCalls();
  if (!byId("api").open) return;
  byId("calls").prepend(callRow(call));
  while (byId("calls").childElementCount > state.calls.length) byId("calls").lastElementChild.remove();
}

function countCalls() {
  const last = state.calls.at(-1);
  byId("api-count").textContent = last ? say("calls", { count: last.number }) : "";
}

function callRow(call) {
  const place = state.chats.get(call.chat_id);
  const where = call.chat_id === undefined || call.chat_id === null ? ""
    : !place ? String(call.chat_id) : place.type === "private" ? nameOf(place.id) ?? String(place.id) : place.title;
  const problem = call.ok ? null : [call.error_code, call.description].filter(Boolean).join(" ");
  return element("li", { class: call.ok ? "call" : "call failed" },
    element("span", { class: "call-sign" }, call.ok ? "✓" : "✗"),
    element("span", { class: "call-method" }, call.method),
    element("span", { class: "call-chat" }, where ?? ""),
    element("span", { class: "call-millis" }, `${Math.round(call.millis)} ms`),
    problem ? element("span", { class: "call-problem" }, problem) : null);
}

function closeApi() {
  byId("api").open = false;
  byId("api").querySelector("summary").focus();
}
