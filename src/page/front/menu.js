// The choice of a game, an opponent and a side.

import { byId, element } from "./dom.js";
import { changeScheme } from "./scheme.js";
import { isInApp } from "./telegram.js";

const OWN = "own";
const FRIEND = "friend";
// Place of the number in a row among the numbers of a board.
const IN_A_ROW = 2;

export class Menu {
  constructor(onStart) {
    this.dialog = byId("menu");
    this.onStart = onStart;
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  // Opens the menu with what is played now.
  open(catalog, words, current, canInvite) {
    this.catalog = catalog;
    this.words = words;
    this.canInvite = canInvite;
    this.side = current.side ?? null;
    this.isLevelChosen = false;
    this.games = new Map(catalog.groups.flatMap((group) => group.games.map((game) => [game.game, game])));
    const form = element("form", { className: "choice" });
    this.game = element("select", { id: "choose-game" });
    for (const group of catalog.groups) this.game.append(this.group(group));
    // Rules for those who look for them: among the games their codes would be in everybody's way.
    this.variant = element("select", { id: "choose-variant" });
    this.variantBox = field(words.variants, this.variant);
    // Games of the menu have no opening.
    const name = current.game.replace(/-swap2?$/, "");
    const sizes = /^(\d+)x(\d+)x(\d+)$/.exec(name);
    const numbers = sizes ?? [null, "10", "10", "5"];
    this.numbers = [];
    this.sizes = element("div", { className: "sizes" }, [
      ...[[words.columns, numbers[1]], [words.rows, numbers[2]], [words["in-a-row"], numbers[3]]].map(([label, value], place) =>
        this.number(label, value, place)),
    ]);
    const known = this.games.get(name);
    // A board that is not on offer, with rules of its own.
    if (!known && !sizes) this.game.append(element("option", { value: name, textContent: current.title }));
    this.game.value = known?.is_variant ? this.groupOf(name).games[0].game : sizes && !known ? OWN : name;
    this.offerVariants(known?.is_variant ? name : "");
    // Without a level two people play on this device.
    this.level = current.isForTwo ? null : (current.level ?? this.chosen().levels[0].level);
    this.sentence = element("p", { className: "sentence" });
    this.opponents = element("div", { className: "chips" });
    this.about = element("p", { className: "sentence" });
    this.sides = element("div", { className: "chips" });
    this.sideBox = fieldset(words.side, this.sides);
    this.rules = element("p", { className: "rules" });
    const details = element("details", {}, [element("summary", { textContent: words.rules }), this.rules, this.variantBox]);
    details.open = Boolean(known?.is_variant);
    const close = element("button", { type: "button", className: "button quiet", textContent: words.close });
    close.addEventListener("click", () => this.dialog.close());
    const start = element("button", { className: "button main", id: "start-game", textContent: words.start });
    const scheme = element("button", { type: "button", id: "menu-scheme", className: "button quiet", textContent: `◐ ${words.scheme}`, hidden: isInApp });
    scheme.addEventListener("click", changeScheme);
    const ways = [["/a", "analysis"], ["/puzzle", "puzzle"], ["/learn", "lessons"]].map(([href, word]) =>
      element("a", { href, className: "button quiet", textContent: words[word] }));
    form.append(
      field(words.game, this.game), this.sizes, this.sentence,
      fieldset(words.opponent, this.opponents), this.about, this.sideBox, details,
      element("div", { className: "buttons" }, [start, close]),
      element("div", { className: "buttons" }, [...ways, scheme]),
    );
    form.addEventListener("change", (event) => this.changed(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    this.dialog.setAttribute("aria-label", words.new);
    this.dialog.replaceChildren(form);
    this.render();
    if (!this.dialog.open) this.dialog.showModal();
    this.game.focus();
  }

  group({ title, games, sizes }) {
    const offered = games.filter((game) => !game.is_variant);
    const options = offered.map((game) => element("option", { value: game.game, textContent: game.title }));
    if (sizes) {
      this.sizesOnOffer = sizes;
      options.push(element("option", { value: OWN, textContent: this.words["own-board"] }));
    }
    return element("optgroup", { label: title }, options);
  }

  groupOf(name) {
    return this.catalog.groups.find((group) => group.games.some((game) => game.game === name));
  }

  // Lists the other rules of the family of the chosen game, and chooses one, or none.
  offerVariants(chosen) {
    const variants = this.groupOf(this.game.value)?.games.filter((game) => game.is_variant) ?? [];
    const none = element("option", { value: "", textContent: "–" });
    const options = variants.map((game) => element("option", { value: game.game, textContent: game.title }));
    this.variant.replaceChildren(none, ...options);
    this.variant.value = chosen;
    this.variantBox.hidden = variants.length === 0;
  }

  number(label, value, place) {
    const input = element("select", { id: `size-${place}` });
    const max = place === IN_A_ROW ? this.sizesOnOffer.length_max : this.sizesOnOffer.max;
    for (let number = this.sizesOnOffer.min; number <= max; number += 1) {
      input.append(element("option", { value: number, textContent: number }));
    }
    input.value = value;
    this.numbers.push(input);
    return field(label, input);
  }

  // The name of the chosen game.
  name() {
    const name = this.variant.value || this.game.value;
    if (name !== OWN) return name;
    const size = this.numbers.map(({ value }) => value).join("x");
    return size === "3x3x3" ? "3x3" : size;
  }

  // Choices for the chosen game, or for a board of any size.
  chosen() {
    return this.games.get(this.name()) ?? this.sizesOnOffer;
  }

  // No row is longer than the board.
  limitRow() {
    const [columns, rows, row] = this.numbers;
    const max = Math.max(columns.value, rows.value);
    for (const option of row.options) option.hidden = option.disabled = Number(option.value) > max;
    if (Number(row.value) > max) row.value = max;
  }

  changed(event) {
    const { name, value } = event.target;
    if (name === "level") {
      this.level = value || null;
      this.isLevelChosen = true;
    }
    if (name === "side") this.side = Number(value);
    if (event.target === this.game) {
      this.offerVariants("");
      // Another game begins easily, unless a level was chosen.
      if (this.level !== null && !this.isLevelChosen) this.level = this.chosen().levels[0].level;
    }
    if ([this.game, this.variant].includes(event.target)) this.side = this.level === null ? null : this.chosen().side;
    this.render();
  }

  render() {
    this.limitRow();
    const game = this.chosen();
    const isOwn = this.game.value === OWN;
    this.sizes.hidden = !isOwn;
    this.sentence.textContent = game.sentence ?? "";
    this.rules.textContent = game.rules ?? "";
    this.rules.parentElement.hidden = isOwn;
    const levels = [...game.levels, { level: "", label: this.words["two-here"], sentence: "" }];
    if (this.canInvite) levels.push({ level: FRIEND, label: this.words.friend, sentence: this.words["friend-about"] });
    if (this.level !== null && this.level !== FRIEND && !game.levels.some(({ level }) => level === this.level)) {
      this.level = game.levels[0].level;
    }
    this.side ??= game.side;
    const level = this.level ?? "";
    chips(this.opponents, "level", level, levels.map((own) => [own.level, own.label]));
    this.about.textContent = levels.find((own) => own.level === level)?.sentence ?? "";
    this.sideBox.hidden = this.level === null;
    chips(this.sides, "side", String(this.side), game.sides.map((label, place) => [String(place + 1), label]));
  }

  start() {
    const name = this.name();
    this.dialog.close();
    const isInvited = this.level === FRIEND;
    const level = isInvited ? undefined : (this.level ?? undefined);
    this.onStart({ game: name, level, side: this.level === null ? undefined : this.side, isInvited });
  }
}

function field(label, input) {
  return element("label", { className: "field-label" }, [element("span", { textContent: label }), input]);
}

function fieldset(legend, content) {
  return element("fieldset", {}, [element("legend", { textContent: legend }), content]);
}

// Radio buttons that look like buttons. Those that are there are kept, and with them the focus.
function chips(host, name, value, options) {
  const key = JSON.stringify(options);
  if (host.dataset.key !== key) {
    host.dataset.key = key;
    host.replaceChildren(...options.map(([own, label]) =>
      element("label", { className: "chip" }, [
        element("input", { type: "radio", name, value: own }),
        element("span", { textContent: label }),
      ])));
  }
  for (const input of host.querySelectorAll("input")) input.checked = input.value === value;
}
