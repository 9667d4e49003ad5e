// The app that shows this page as a Mini App, by the events of core.telegram.org/api/web-events.

const launch = new URLSearchParams(location.hash.slice(1));

// The data by which Telegram vouches for the person, or null outside of Telegram.
export const launchData = launch.get("tgWebAppData");

function send(eventType, eventData = {}) {
  if (!launchData) return;
  const json = JSON.stringify(eventData);
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(eventType, json);
  else if (typeof window.external?.notify === "function") window.external.notify(JSON.stringify({ eventType, eventData }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
}

// The colour scheme of the app, by how light its background is.
function paint() {
  const { bg_color: color } = JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}");
  const channels = /^#(..)(..)(..)$/.exec(color ?? "")?.slice(1).map((digits) => parseInt(digits, 16));
  if (!channels) return;
  const [red, green, blue] = channels;
  const isDark = 0.3 * red + 0.59 * green + 0.11 * blue < 128;
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const dark = rules.find((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));
  if (dark) dark.media.mediaText = isDark ? "all" : "not all";
}

export function greetTelegram() {
  if (!launchData) return;
  try {
    paint();
  } catch {
    // The browser's own scheme stays.
  }
  send("web_app_ready");
  send("web_app_expand");
}

// Lets a phone shake: softly for a move, or as a warning.
export const touch = (isWell) => send("web_app_trigger_haptic_feedback",
  isWell ? { type: "impact", impact_style: "light" } : { type: "notification", notification_type: "warning" });
