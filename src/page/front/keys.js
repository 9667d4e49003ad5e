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
  constructor(host, words) {
    this.words = words;
    this.actions = new Map();
    this.rows = [...GRID];
    this.dialog = byId("help");
    this.on("?", "?", "keys", () => this.open());
    byId("keys").addEventListener("click", () => this.open());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    host.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const found = this.actions.get(latin(event));
      if (!found) return;
      event.preventDefault();
      if (!event.repeat || (found.repeats && !this.isBusy)) this.obey(found);
    });
  }

  // Adds keys: their names in the list, each of which is one character or the name of a key, and a label. A key that is
  // held `repeats` its action once that is done, or does nothing more.
  on(keys, shown, word, action, repeats = false) {
    for (const key of keys.split(" ")) this.actions.set(key, { action, repeats });
    this.rows.push([shown, word]);
  }

  async obey({ action }) {
    this.isBusy = true;
    try {
      await action();
    } finally {
      this.isBusy = false;
    }
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
