// Keys of the board, which work while it has the focus, and the list of them.

import { byId, element } from "./dom.js";

// Keys that the grid knows, with the labels of what they do.
const GRID = [
  ["← ↑ ↓ →", "key-arrows"],
  ["Home, End", "key-row"],
  ["Ctrl + Home, Ctrl + End", "key-corners"],
  ["Page Up, Page Down", "key-boards"],
  ["1–9", "key-path"],
  ["Enter, Space", "key-play"],
];

// Keys that are letters on some keyboards.
const SIGNS = { Comma: [",", "<"], Period: [".", ">"] };

// The key as it is on a Latin keyboard, where the present one has other letters.
function latin({ key, code, shiftKey }) {
  if (/^[^\x00-\x7f]$/.test(key) && SIGNS[code]) return SIGNS[code][Number(shiftKey)];
  return /^[^\x00-\x7f]$/.test(key) && code.startsWith("Key") ? code.slice(3).toLowerCase() : key;
}

export class Keys {
  constructor(host) {
    this.actions = new Map();
    this.rows = [...GRID];
    this.dialog = byId("help");
    this.on("?", "?", "keys", () => this.open());
    byId("keys").addEventListener("click", () => this.open());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    host.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const action = this.actions.get(latin(event));
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  // Adds keys: their names in the list, each of which is one character or the name of a key, and a label.
  on(keys, shown, word, action) {
    for (const key of keys.split(" ")) this.actions.set(key, action);
    this.rows.push([shown, word]);
  }

  open() {
    const { words } = this;
    const close = element("button", { type: "button", className: "button", textContent: words.close });
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.setAttribute("aria-label", words.keys);
    this.dialog.replaceChildren(
      element("p", { className: "sentence", textContent: words["keys-when"] }),
      element("dl", { className: "key-list" }, this.rows.flatMap(([shown, word]) => [
        element("dt", { textContent: shown }), element("dd", { textContent: words[word] }),
      ])),
      element("div", { className: "buttons" }, [close]),
    );
    this.dialog.showModal();
  }
}
