// Small helpers for elements. Text is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

// Makes an element with properties and children.
export function element(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Makes an SVG element with attributes.
export function svg(name, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const rect = ({ x, y, width, height }, name) => svg("rect", { class: name, x, y, width, height });

// Gives a host other children. The focus stays on the link or button with its label, at its place if there are several,
// or else goes to `rest`.
export function refill(host, children, rest) {
  const items = () => [...host.querySelectorAll("a, button")];
  const left = document.activeElement;
  const place = items().indexOf(left);
  host.replaceChildren(...children);
  if (place < 0) return;
  const same = items().map((item) => (item.textContent === left.textContent ? item : null));
  (same[place] ?? same.find(Boolean) ?? rest).focus();
}

// Makes a button that copies an address, that of the page if no other is given, or shows it selected where that is not
// allowed.
export function copyButton(words, url) {
  const button = element("button", { type: "button", className: "button", textContent: words["copy-link"] });
  const shown = element("input", { className: "address", readOnly: true, ariaLabel: words["copy-link"] });
  button.addEventListener("click", async () => {
    const address = url ?? location.href;
    try {
      await navigator.clipboard.writeText(address);
      say(button, words.copied);
    } catch {
      shown.value = address;
      button.after(shown);
      shown.focus();
      shown.select();
    }
  });
  return button;
}

// Sets a text if it is another one, so that it is not announced again. An answer is announced even if it is the same:
// its node is another one.
export function say(target, text, isAnswer = false) {
  if (isAnswer || target.textContent !== text) target.replaceChildren(text);
}
