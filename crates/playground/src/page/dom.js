// Small pieces of document: elements, avatars, and text with Bot API entities.
// Everything is built from nodes; no string from outside is ever read as HTML.

/** An element with attributes, listeners (keys beginning with "on") and children.
 *  Attributes that are null, undefined or false are left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** The element of index.html with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Makes the links of a list stand as told, keeping the elements that are there: a link
 *  that is being pressed or has focus is never taken away under the hand. */
export function showLinks(list, links) {
  const present = new Map([...list.children].map((item) => [item.firstElementChild.dataset.testid, item]));
  const items = links.map(({ attributes, children }) => {
    const item = present.get(attributes["data-testid"]) ?? element("li", {}, element("a", attributes));
    const link = item.firstElementChild;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) link.removeAttribute(name);
      else link.setAttribute(name, value);
    }
    link.replaceChildren(...children.filter(Boolean));
    return item;
  });
  const same = items.length === list.children.length && items.every((item, index) => list.children[index] === item);
  if (!same) list.replaceChildren(...items);
}

/** The round picture of a person or a group: the first letter on a colour of its own. */
export function avatar(name, id) {
  const initial = graphemes(name.trim())[0]?.toLocaleUpperCase() ?? "?";
  return element("span", { class: "avatar", "data-tone": toneOf(id), "aria-hidden": "true" }, initial);
}

/** The round picture of the bot. */
export function botAvatar() {
  return element("span", { class: "avatar bot", "aria-hidden": "true" });
}

/** One of six colours for an id. */
export function toneOf(id) {
  return String(Math.abs(id) % 6);
}

/** The characters of a text as people count them. */
export function graphemes(text) {
  if (!Intl.Segmenter) return [...text];
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)]
    .map((piece) => piece.segment);
}

/** The address if a link may lead to it, else null. */
export function safeUrl(address) {
  const text = /^[a-z][a-z0-9+.-]*:/i.test(address ?? "") ? address : `https://${address ?? ""}`;
  try {
    const url = new URL(text);
    return ["http:", "https:", "tg:", "mailto:", "tel:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Target of a link that Telegram's apps follow themselves, or null if it is another link: `start` to
 *  the bot of this user name, `app` to its main Mini App, `group` to a group of the person's with it, `share` to any chat with a text. */
export function leadOf(href, username) {
  const url = new URL(href);
  const isApp = url.protocol === "tg:";
  if (!isApp && url.hostname !== "t.me") return null;
  const path = (isApp ? `/${url.searchParams.get("domain") ?? url.hostname}` : url.pathname).toLowerCase();
  const carried = (name) => {
    const parameter = url.searchParams.get(name) ?? "";
    return /^[\w-]{1,64}$/.test(parameter) ? parameter : "";
  };
  if (path === "/share/url" || path === "/share" || path === "/msg_url") {
    const text = [url.searchParams.get("text"), url.searchParams.get("url")].filter(Boolean).join(" ");
    return { kind: "share", text: text.replace(/\s+/g, " ").trim() };
  }
  if (path !== `/${username}`.toLowerCase()) return null;
  const start = url.searchParams.get("startapp");
  if (/^[\w-]{0,512}$/.test(start ?? " ")) return { kind: "app", parameter: start };
  const isGroup = url.searchParams.has("startgroup");
  return { kind: isGroup ? "group" : "start", parameter: carried(isGroup ? "startgroup" : "start") };
}

/** Has a screen reader say `text` when it is done with what it is saying. */
export function announce(text) {
  const region = byId("announcer");
  const words = element("p", {}, text);
  region.append(words);
  while (region.childElementCount > ANNOUNCEMENTS_LIMIT) region.firstElementChild.remove();
  // Removes the announcement, so that it is not found when the page is read by hand.
  setTimeout(() => words.remove(), ANNOUNCEMENT_MILLIS);
}

/** A text with its entities, as nodes. Offsets are in UTF-16 code units, as are the
 *  indices of a JavaScript string. Commands call `onCommand` with their text, and links
 *  to the bot of this user name `onLead` with where they lead. */
export function richText(text, entities, { onCommand, onLead, botUsername, spoilerLabel }) {
  const context = { text, onCommand, onLead, botUsername, spoilerLabel };
  const sound = (entities ?? [])
    .map((entity) => ({ ...entity, start: entity.offset, end: Math.min(entity.offset + entity.length, text.length) }))
    .filter((entity) => entity.start >= 0 && entity.end > entity.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return renderRange(context, 0, text.length, sound, false);
}

const ANNOUNCEMENTS_LIMIT = 5;
const ANNOUNCEMENT_MILLIS = 10_000;

// No links are looked for in interactive or verbatim elements.
const OPAQUE = new Set([
  "code", "pre", "url", "text_link", "text_mention", "email", "phone_number", "bot_command", "mention",
]);

const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);

const AUTOMATIC = /(?<=^|[\s(])(\/[a-z]\w{0,31}(?:@\w{3,32})?)(?![\w/>])|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/gi;

function renderRange(context, start, end, entities, opaque) {
  const fragment = document.createDocumentFragment();
  let position = start;
  let rest = entities;
  while (rest.length > 0) {
    const [first, ...others] = rest;
    fragment.append(plain(context, position, first.start, opaque));
    // An entity that sticks out of this one is cut in two, so that elements nest.
    const inside = others
      .filter((other) => other.start < first.end)
      .map((other) => ({ ...other, end: Math.min(other.end, first.end) }));
    const children = renderRange(context, first.start, first.end, inside, opaque || OPAQUE.has(first.type));
    fragment.append(wrap(context, first, children, opaque));
    position = first.end;
    // A block ends its line by itself.
    if (BLOCKS.has(first.type) && context.text[position] === "\n" && position < end) position += 1;
    rest = others
      .filter((other) => other.end > first.end)
      .map((other) => ({ ...other, start: Math.max(other.start, first.end) }))
      .sort((a, b) => a.start - b.start || b.end - a.end);
  }
  fragment.append(plain(context, position, end, opaque));
  return fragment;
}

// Telegram finds commands and addresses by itself, so the page does as well.
function plain(context, start, end, opaque) {
  const fragment = document.createDocumentFragment();
  const piece = context.text.slice(start, Math.max(start, end));
  if (opaque) {
    fragment.append(piece);
    return fragment;
  }
  let position = 0;
  for (const found of piece.matchAll(AUTOMATIC)) {
    fragment.append(piece.slice(position, found.index));
    const [whole, command] = found;
    fragment.append(command ? commandButton(context, whole, whole) : link(context, whole, whole));
    position = found.index + whole.length;
  }
  fragment.append(piece.slice(position));
  return fragment;
}

function wrap(context, entity, children, opaque) {
  const own = context.text.slice(entity.start, entity.end);
  // Links and buttons do not hold one another.
  if (opaque && ["url", "text_link", "email", "phone_number", "bot_command", "spoiler"].includes(entity.type)) {
    return children;
  }
  switch (entity.type) {
    case "bold": return element("strong", {}, children);
    case "italic": return element("em", {}, children);
    case "underline": return element("u", {}, children);
    case "strikethrough": return element("s", {}, children);
    case "code": return element("code", {}, children);
    case "pre": return element("pre", {}, element("code", {}, children));
    case "blockquote":
    case "expandable_blockquote": return element("blockquote", {}, children);
    case "spoiler": return spoiler(context, children);
    case "url": return link(context, own, children);
    case "text_link": return link(context, entity.url, children);
    case "email": return link(context, `mailto:${own}`, children);
    case "phone_number": return link(context, `tel:${own.replace(/[^\d+]/g, "")}`, children);
    case "bot_command": return commandButton(context, own, children);
    case "mention":
    case "text_mention":
    case "hashtag":
    case "cashtag": return element("span", { class: "mention" }, children);
    default: return children;
  }
}

function link(context, address, children) {
  const href = safeUrl(address);
  if (!href) return element("span", {}, children);
  const lead = leadOf(href, context.botUsername);
  const follow = (event) => {
    event.preventDefault();
    context.onLead(lead);
  };
  const onclick = lead === null ? () => {} : follow;
  return element("a", { href, target: "_blank", rel: "noopener noreferrer", onclick }, children);
}

function commandButton(context, command, children) {
  return element("button", { type: "button", class: "command", onclick: () => context.onCommand(command) }, children);
}

// A spoiler is a button until it is pressed, and plain text from then on.
function spoiler(context, children) {
  const shown = element("span", { class: "spoiler-text" }, children);
  shown.inert = true;
  const cover = element("span", {
    class: "spoiler", role: "button", tabindex: "0", "aria-label": context.spoilerLabel,
  }, shown);
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    shown.inert = false;
    cover.replaceWith(shown);
    shown.classList.add("revealed");
    shown.tabIndex = -1;
    shown.focus();
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", reveal);
  return cover;
}
