// The Mini App that a person has opened: a panel beside the chat, and the events that the app and the page send one
// another, as strings of JSON. They are described at https://core.telegram.org/api/web-events.

import { askWhether } from "./chooser.js";
import { byId, element, leadOf, safeUrl } from "./dom.js";
import { post, state } from "./store.js";
import { say } from "./words.js";

/** Prepares the panel. `follow` follows a link to the bot, `fail` shows an error. */
export function startWebApp({ follow, fail }) {
  actions = { follow, fail };
  menuButton.addEventListener("click", () => openWebApp());
  backButton.addEventListener("click", () => tell("back_button_pressed"));
  mainButton.addEventListener("click", () => tell("main_button_pressed"));
  closeButton.addEventListener("click", leave);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  window.addEventListener("message", hear);
  new ResizeObserver(tellViewport).observe(holder);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellTheme);
  phone.addEventListener("change", cover);
}

/** Turns to a person and a chat: shows its menu button, and closes an app of another person. */
export function showWebApp(user, chat) {
  person = user;
  place = chat;
  if (app && app.userId !== user?.id) close();
  const button = chat?.type === "private" ? chat.menu_button ?? state.profile.menu_button : null;
  menuButton.hidden = button?.type !== "web_app";
  menuButton.textContent = button?.text ?? "";
}

/** Opens an app: by a `button` under a message, by a link to the main one with what it carries as `start`, or else
 *  by the menu button. */
export async function openWebApp(opener = {}) {
  const userId = person.id;
  try {
    const { url } = await post("launch", { user_id: userId, chat_id: place.id, ...opener, theme: theme() });
    if (person?.id === userId) show(url);
  } catch (error) {
    actions.fail(error);
  }
}

// As Telegram Web allows it; an app cannot lead the page away.
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-forms allow-modals";
const HAPTIC_MILLIS = 10;
const COLOUR = /^#[0-9a-f]{6}$/i;

// The colours of an app, by those of the page.
const THEME = {
  bg_color: "--raised", secondary_bg_color: "--paper", section_bg_color: "--raised", header_bg_color: "--surface",
  bottom_bar_bg_color: "--surface", text_color: "--ink", hint_color: "--muted", subtitle_text_color: "--muted",
  link_color: "--accent", accent_text_color: "--accent", section_header_text_color: "--accent",
  button_color: "--accent", button_text_color: "--accent-ink", destructive_text_color: "--warm",
  section_separator_color: "--line",
};

const panel = byId("web-app");
const header = byId("web-app-header");
const holder = byId("web-app-holder");
const backButton = byId("web-app-back");
const closeButton = byId("web-app-close");
const mainButton = byId("web-app-main");
const menuButton = byId("menu-app");
const phone = matchMedia("(max-width: 780px)");

let actions = null;
let person = null;
let place = null;

// The open app: its frame and origin, for whom it was opened, what had focus before, whether it has said anything,
// and whether it is asked before it is closed.
let app = null;

// Requests of an app. Those that are not known, or have no meaning here, are ignored.
const EVENTS = {
  web_app_ready: () => panel.removeAttribute("aria-busy"),
  web_app_expand: tellViewport,
  web_app_close: close,
  web_app_setup_back_button: ({ is_visible: isVisible }) => showBack(Boolean(isVisible)),
  web_app_setup_main_button: setUpMainButton,
  web_app_setup_closing_behavior: ({ need_confirmation: asksFirst }) => {
    app.asksFirst = Boolean(asksFirst);
  },
  web_app_trigger_haptic_feedback: () => navigator.vibrate?.(HAPTIC_MILLIS),
  web_app_set_header_color: ({ color, color_key: key }) => paint(header, color ?? theme()[key]),
  web_app_set_background_color: ({ color }) => paint(holder, color),
  web_app_open_link: ({ url }) => openOutside(url),
  web_app_open_tg_link: ({ path_full: path }) => followPath(path),
  web_app_request_theme: tellTheme,
  web_app_request_viewport: tellViewport,
  web_app_request_safe_area: () => tell("safe_area_changed", NO_INSETS),
  web_app_request_content_safe_area: () => tell("content_safe_area_changed", NO_INSETS),
};

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };

function show(url) {
  close();
  const name = state.bot.first_name;
  const about = { title: name, sandbox: SANDBOX, allow: "clipboard-write", src: url, "data-testid": "web-app-frame" };
  const frame = element("iframe", about);
  frame.addEventListener("load", () => panel.removeAttribute("aria-busy"));
  app = {
    frame, origin: new URL(url).origin, userId: person.id, before: document.activeElement, hasSpoken: false,
    asksFirst: false,
  };
  byId("web-app-title").textContent = name;
  panel.setAttribute("aria-busy", "true");
  panel.hidden = false;
  // The log of calls would lie over it.
  byId("api").open = false;
  holder.replaceChildren(frame);
  cover();
  frame.focus();
}

// The person closes the app, which may have asked for a question before.
async function leave() {
  const leaving = app;
  if (app?.asksFirst && !(await askWhether(say("leave_app", { name: state.bot.first_name })))) return;
  if (app === leaving) close();
}

function close() {
  if (!app) return;
  const { before } = app;
  app = null;
  panel.hidden = true;
  showBack(false);
  mainButton.hidden = true;
  for (const painted of [header, holder, mainButton]) painted.removeAttribute("style");
  holder.replaceChildren();
  cover();
  if (before?.isConnected) before.focus({ preventScroll: true });
}

// The button to go back stands in place of the one that closes, as on a phone.
function showBack(isShown) {
  backButton.hidden = !isShown;
  closeButton.hidden = isShown;
}

// On a phone nothing behind the app can be reached.
function cover() {
  for (const part of document.querySelectorAll(".places, .chat, .api")) part.inert = app !== null && phone.matches;
}

// Only the app is listened to, and only as long as it is where it was opened.
function hear({ source, origin, data }) {
  if (!app || source !== app.frame.contentWindow || origin !== app.origin) return;
  app.hasSpoken = true;
  const event = parsed(data);
  if (Object.hasOwn(EVENTS, event?.eventType ?? "")) EVENTS[event.eventType](event.eventData ?? {});
}

function parsed(data) {
  try {
    return typeof data === "string" ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}

// Before its first words an app may not have loaded.
function tell(eventType, eventData = null) {
  if (app?.hasSpoken) app.frame.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), app.origin);
}

function tellTheme() {
  tell("theme_changed", { theme_params: theme() });
}

function tellViewport() {
  const { clientWidth: width, clientHeight: height } = holder;
  tell("viewport_changed", { width, height, is_expanded: true, is_state_stable: true });
}

function theme() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(Object.entries(THEME).map(([name, own]) => [name, style.getPropertyValue(own).trim()]));
}

function setUpMainButton(wishes) {
  mainButton.textContent = String(wishes.text ?? "");
  mainButton.hidden = !wishes.is_visible || !mainButton.textContent.trim();
  mainButton.disabled = wishes.is_active === false;
  mainButton.setAttribute("aria-busy", String(Boolean(wishes.is_progress_visible)));
  paint(mainButton, wishes.color, wishes.text_color);
}

// Words keep their contrast if the app says nothing about them.
function paint(painted, ground, ink) {
  if (!COLOUR.test(ground ?? "")) return;
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16));
  const isLight = red * 0.3 + green * 0.59 + blue * 0.11 > 140;
  painted.style.background = ground;
  painted.style.color = COLOUR.test(ink ?? "") ? ink : isLight ? "#000000" : "#ffffff";
}

function openOutside(address) {
  const href = safeUrl(String(address));
  if (href?.startsWith("http")) window.open(href, "_blank", "noopener,noreferrer");
}

// A link within Telegram; on a phone the app lies over where it leads.
function followPath(path) {
  const href = safeUrl(`https://t.me${path}`);
  const lead = href ? leadOf(href, state.bot.username) : null;
  if (!lead) {
    openOutside(href);
    return;
  }
  if (phone.matches) close();
  actions.follow(lead);
}
