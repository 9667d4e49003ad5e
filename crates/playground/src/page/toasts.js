// Answers to presses.

import { byId, element } from "./dom.js";

const TOAST_MILLIS = 3500;
const TOAST_MILLIS_PER_LETTER = 40;

let toastTimer = null;

/** Shows the answer to a press: above the chat for a while, or in a dialog. */
export function showToast(text, isAlert) {
  if (isAlert) {
    showAlert(text);
    return;
  }
  clearTimeout(toastTimer);
  byId("toasts").replaceChildren(element("p", { class: "toast", "data-testid": "toast" }, text));
  toastTimer = setTimeout(() => byId("toasts").replaceChildren(), TOAST_MILLIS + text.length * TOAST_MILLIS_PER_LETTER);
}

// While an alert is open an edit can replace the button that had focus. Then focus
// goes to the button in its place, to another one of the message, or to the message.
function showAlert(text) {
  const alert = byId("alert");
  byId("alert-text").textContent = text;
  if (alert.open) return;
  const button = document.activeElement;
  const message = button.closest(".message");
  alert.addEventListener("close", () => {
    const lost = document.activeElement === document.body || alert.contains(document.activeElement);
    if (!lost || !message?.isConnected) return;
    const same = message.querySelector(`[data-testid="${button.dataset.testid}"]`);
    (same ?? message.querySelector(".keyboard [tabindex='0']") ?? message).focus();
  }, { once: true });
  alert.showModal();
}
