// The menu behind "⋯". It holds what Telegram hides deeper: blocking, removing, topics, and the bot's rights.

import { byId, element } from "./dom.js";
import { say } from "./words.js";

/** Prepares the menu. `itemsOf` gives its items, each with a word and what stands in it, a name for
 *  tests, whether it is dangerous, and what it does. */
export function startMenu(itemsOf) {
  items = itemsOf;
  button.addEventListener("click", () => {
    menu.hidden = !menu.hidden;
    showMenu();
    menu.querySelector("button")?.focus();
  });
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && menu.hidden) {
      event.preventDefault();
      button.click();
    }
  });
  menu.addEventListener("keydown", keyInMenu);
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".more")) closeMenu();
  });
}

const button = byId("more");
const menu = byId("more-menu");

let items = null;

function showMenu() {
  button.setAttribute("aria-expanded", String(!menu.hidden));
  if (menu.hidden) return;
  menu.replaceChildren(...items().map(({ word, values, name, dangerous, act }) => element("button", {
    type: "button", role: "menuitem", tabindex: "-1", class: dangerous ? "dangerous" : null, "data-testid": name,
    onclick: () => {
      closeMenu();
      button.focus();
      act();
    },
  }, say(word, values))));
}

function closeMenu() {
  menu.hidden = true;
  button.setAttribute("aria-expanded", "false");
}

function keyInMenu(event) {
  const all = [...menu.children];
  const at = all.indexOf(document.activeElement);
  switch (event.key) {
    case "ArrowDown": all[(at + 1) % all.length].focus(); break;
    case "ArrowUp": all.at(at - 1).focus(); break;
    case "Home": all[0].focus(); break;
    case "End": all.at(-1).focus(); break;
    case "Escape":
    case "Tab":
      closeMenu();
      button.focus();
      if (event.key === "Tab") return;
      break;
    default: return;
  }
  event.preventDefault();
}
