// The app that shows this page as a Mini App, by the events of core.telegram.org/api/web-events.

import { parsed, takeTheme, theme } from "./scheme.js";

// Whether an app shows this page, whose colour scheme it has then.
export const isInApp = theme !== null;

function send(eventType, eventData = {}) {
  if (theme === null) return;
  const json = JSON.stringify(eventData);
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(eventType, json);
  else if (typeof window.external?.notify === "function") window.external.notify(JSON.stringify({ eventType, eventData }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
}

const handlers = {
  theme_changed: ({ theme_params: changed }) => takeTheme(changed),
  safe_area_changed: (insets) => makeRoom("safe", insets),
  content_safe_area_changed: (insets) => makeRoom("content", insets),
};

function receive(eventType, eventData) {
  if (!Object.hasOwn(handlers, eventType)) return;
  try {
    handlers[eventType](eventData ?? {});
  } catch {
    // Ignores malformed events.
  }
}

function hear({ source, data }) {
  if (source !== parent || typeof data !== "string") return;
  const { eventType, eventData } = parsed(data) ?? {};
  receive(eventType, eventData);
}

// Keeps the page off the notch of a phone and the buttons of the app.
function makeRoom(name, insets) {
  for (const side of ["top", "right", "bottom", "left"]) {
    document.documentElement.style.setProperty(`--${name}-${side}`, `${Number(insets[side]) || 0}px`);
  }
}

// The theme may have changed while another page was shown.
const GREETINGS = [
  "web_app_ready", "web_app_expand", "web_app_request_theme", "web_app_request_safe_area", "web_app_request_content_safe_area",
];

export function greetTelegram() {
  if (theme === null) return;
  addEventListener("message", hear);
  // Entry points that the native apps call.
  window.Telegram = { WebView: { receiveEvent: receive } };
  window.TelegramGameProxy = { receiveEvent: receive };
  window.TelegramGameProxy_receiveEvent = receive;
  for (const event of GREETINGS) send(event);
  // What the page before this one has asked for ends with it.
  askBeforeClosing(false);
  allowSwipe(true);
}

// Obeys the app's button to go back, and shows it. Without it the app has one that closes.
export const onBack = (handler) => (handlers.back_button_pressed = handler);
export const showBack = (isShown) => send("web_app_setup_back_button", { is_visible: isShown });

// Shows a button of the page as the app's large one, or none.
export function showMain(button) {
  handlers.main_button_pressed = () => button?.click();
  const isShown = Boolean(button);
  send("web_app_setup_main_button", { is_visible: isShown, is_active: isShown, text: button?.textContent ?? "" });
}

// Asks before the app is closed, and keeps it open while a finger moves the board.
export const askBeforeClosing = (asks) => send("web_app_setup_closing_behavior", { need_confirmation: asks });
export const allowSwipe = (isAllowed) => send("web_app_setup_swipe_behavior", { allow_vertical_swipe: isAllowed });

const SHAKES = {
  move: { type: "impact", impact_style: "light" },
  end: { type: "impact", impact_style: "heavy" },
  refusal: { type: "notification", notification_type: "warning" },
};

// Lets a phone shake for a move, an end or a refusal.
export const shake = (what) => send("web_app_trigger_haptic_feedback", SHAKES[what]);
