// Paints a scene: lines and areas as two pictures below and above the buttons, and marks in these. It knows
// no game.

import { element, svg } from "./dom.js";
import { Geometry, letter } from "./geometry.js";
import { Grid } from "./grid.js";

// Cells smaller than this are too small for a finger.
const TAPPED_PIXELS_MIN = 20;
const LARGE = 9;

const MARK_WORDS = { x: "cross", o: "nought", b: "black", w: "white", s: "sheep", v: "wolf" };

export class Board {
  constructor(host, onTap) {
    this.host = host;
    this.field = element("div", { className: "field" });
    this.under = svg("svg", { class: "layer", "aria-hidden": "true" });
    this.over = svg("svg", { class: "layer over", "aria-hidden": "true" });
    const cells = element("div", { className: "cells" });
    this.grid = new Grid(cells, onTap);
    this.field.append(this.under, cells, this.over);
    host.append(this.field);
    this.shape = "";
    this.zoomed = null;
  }

  // Shows a scene. `legal` says what may be played, `pending` what is not accepted yet: {cell, mark}.
  show({ scene, legal, pairs = [] }, { words, chosen = null, pending = null, isOver = false }) {
    this.scene = scene;
    const shape = [scene.columns, scene.rows, scene.depth, scene.lattice, (scene.row_numbers ?? []).length > 0].join();
    this.geometry = new Geometry(scene);
    if (shape !== this.shape) {
      this.shape = shape;
      this.grid.build(scene, this.geometry);
      this.host.dataset.lattice = scene.lattice;
      this.host.dataset.depth = scene.depth;
    }
    this.grid.scene = scene;
    this.grid.host.setAttribute("aria-label", words.board);
    const { width, height } = this.geometry;
    for (const layer of [this.under, this.over]) layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.paintUnder(legal, isOver);
    this.paintOver();
    const origins = new Set(pairs.map(([from]) => from));
    const goals = new Set(pairs.filter(([from]) => from === chosen).map(([, to]) => to));
    for (let cell = 0; cell < this.grid.cells.length; cell += 1) {
      this.paintCell(cell, { words, legal, origins, goals, chosen, pending });
    }
    this.place();
  }

  paintCell(cell, { words, legal, origins, goals, chosen, pending }) {
    const { scene } = this;
    const button = this.grid.cells[cell];
    const isPending = pending?.cell === cell;
    const moved = pending?.from === cell;
    const mark = isPending ? pending.mark : moved ? "." : scene.marks[cell];
    const number = scene.numbers?.[cell] ?? ".";
    const look = `${mark}${mark === "." ? number : ""}${isPending ? "?" : ""}`;
    if (button.dataset.look !== look) {
      button.dataset.look = look;
      button.replaceChildren(...inside(mark, number, isPending));
    }
    const isLast = scene.last.includes(cell);
    const can = !pending && (legal[cell] === "1" || origins.has(cell) || goals.has(cell));
    const classes = ["cell"];
    if (can) classes.push("can");
    if (isLast) classes.push("last");
    if (chosen === cell) classes.push("chosen");
    if (goals.has(cell)) classes.push("goal");
    const className = classes.join(" ");
    if (button.className !== className) button.className = className;
    button.setAttribute("aria-disabled", can ? "false" : "true");
    const parts = [mark === "." ? words.empty : words[MARK_WORDS[mark]]];
    if (mark === "." && number !== ".") parts.push(number);
    if (isPending) parts.push(words.waiting);
    if (isLast) parts.push(words["last-move"]);
    if (chosen === cell) parts.push(words.chosen);
    else if (origins.has(cell)) parts.push(words.pick);
    if (goals.has(cell)) parts.push(words.destination);
    if (legal[cell] === "1") parts.push(words["can-play"]);
    this.grid.name(cell, parts);
  }

  paintUnder(legal, isOver) {
    const { scene, geometry } = this;
    const shapes = [];
    const leaves = scene.depth > 0 ? geometry.blocks(3) : [[0, scene.columns * scene.rows - 1]];
    if (scene.depth > 1) {
      for (const area of geometry.blocks(LARGE)) shapes.push(rect(grown(geometry.box(area), 0.12), "tray"));
    }
    const inTarget = (area) => scene.targets.some((target) => geometry.has(target, area[0]));
    // Where every board may be chosen, none stands out.
    this.isFree = isOver || leaves.every(inTarget);
    const isTarget = (area) => !this.isFree && inTarget(area);
    for (const area of leaves) {
      const box = geometry.box(area);
      const kind = isTarget(area) && this.isOpen(area, legal) ? "paper target" : "paper";
      if (scene.lattice === "crossings") shapes.push(rect({ x: 0, y: 0, width: geometry.width, height: geometry.height }, "wood"));
      else shapes.push(rect(box, kind));
      shapes.push(svg("path", { class: "rule", d: this.lattice(area) }));
    }
    if (scene.lattice === "checkered") {
      for (let cell = 0; cell < scene.marks.length; cell += 1) {
        const isDark = (geometry.column(cell) + geometry.row(cell)) % 2 === 1;
        if (isDark) shapes.push(rect(geometry.box([cell, cell]), "dark"));
      }
    }
    if (geometry.hasCoordinates) shapes.push(...this.coordinates());
    for (const [cell, number] of scene.row_numbers ?? []) {
      shapes.push(text(geometry.left(cell) - 0.38, geometry.top(cell) + 0.5, number, "row-number", 0.5));
    }
    this.under.replaceChildren(...shapes);
  }

  // Whether a move can be made somewhere in an area.
  isOpen([first, last], legal) {
    for (let cell = first; cell <= last; cell += 1) {
      if (legal[cell] === "1" && this.geometry.has([first, last], cell)) return true;
    }
    return false;
  }

  // The lines of a board: between its cells, or through their middles.
  lattice([first, last]) {
    const { scene, geometry } = this;
    const { x, y, width, height } = geometry.box([first, last]);
    const lines = [];
    if (scene.lattice === "crossings") {
      for (let column = 0; column < scene.columns; column += 1) lines.push(`M${x + column + 0.5} ${y + 0.5}v${height - 1}`);
      for (let row = 0; row < scene.rows; row += 1) lines.push(`M${x + 0.5} ${y + row + 0.5}h${width - 1}`);
    } else {
      for (let column = 1; column < width; column += 1) lines.push(`M${x + column} ${y}v${height}`);
      for (let row = 1; row < height; row += 1) lines.push(`M${x} ${y + row}h${width}`);
    }
    return lines.join("");
  }

  coordinates() {
    const { scene, geometry } = this;
    const size = scene.columns > 9 ? 0.38 : 0.32;
    const columns = geometry.x.map((x, column) => text(x + 0.5, 0.26, letter(column), "label", size));
    const rows = geometry.y.map((y, row) => text(0.25, y + 0.5, row + 1, "label", size));
    return [...columns, ...rows];
  }

  paintOver() {
    const { scene, geometry } = this;
    const shapes = [];
    for (const { area, is, mark } of scene.fates) shapes.push(...fate(geometry.box(area), is, mark));
    if (!this.isFree) {
      for (const target of scene.targets) shapes.push(rect(grown(geometry.box(target), 0.05), "frame"));
    }
    for (const [from, to] of scene.lines) shapes.push(...strike(geometry.centre(from), geometry.centre(to), scene, from));
    this.over.replaceChildren(...shapes);
  }

  // Whether cells have to be enlarged before they are tapped.
  isTooSmall() {
    const pixels = this.host.clientWidth / this.geometry.width;
    return this.scene.depth > 1 && pixels > 0 && pixels < TAPPED_PIXELS_MIN;
  }

  // Enlarges the large board around a cell, or shows all with `null`.
  zoom(cell) {
    this.zoomed = cell === null ? null : this.geometry.block(cell, LARGE);
    this.place();
  }

  // The large board in which all targets lie, as a cell of it.
  forced() {
    const [first, ...others] = this.scene.targets;
    if (!first) return null;
    const area = this.geometry.block(first[0], LARGE);
    return [first, ...others].every((target) => target.every((cell) => this.geometry.has(area, cell))) ? first[0] : null;
  }

  // Moves the field so that the enlarged board fills the window, with a rim of its neighbours.
  place() {
    const { width, height } = this.geometry;
    const isZoomed = this.zoomed !== null && this.scene.depth > 1;
    const box = isZoomed ? grown(this.geometry.box(this.zoomed), 0.9) : { x: 0, y: 0, width, height };
    const x = Math.min(Math.max(box.x, 0), width - box.width);
    const y = Math.min(Math.max(box.y, 0), height - box.height);
    this.host.style.setProperty("--ratio", box.width / box.height);
    const { style } = this.field;
    style.width = `${(width / box.width) * 100}%`;
    style.height = `${(height / box.height) * 100}%`;
    style.left = `${(-x / box.width) * 100}%`;
    style.top = `${(-y / box.height) * 100}%`;
    this.host.style.setProperty("--cell", `${this.host.clientWidth / box.width}px`);
    this.host.classList.toggle("zoomed", isZoomed);
  }
}

function inside(mark, number, isPending) {
  if (mark !== ".") {
    const use = svg("use", { href: `#m-${mark}` });
    return [svg("svg", { class: isPending ? "mark hollow" : "mark", "aria-hidden": "true", focusable: "false" }, [use])];
  }
  return number === "." ? [] : [element("span", { className: "number", textContent: number })];
}

const rect = ({ x, y, width, height }, name) => svg("rect", { class: name, x, y, width, height });

const grown = ({ x, y, width, height }, by) => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

function text(x, y, words, name, size) {
  const made = svg("text", { class: name, x, y, "font-size": size });
  made.textContent = words;
  return made;
}

// A decided board: dimmed, with a large mark where it is won.
function fate(box, is, mark) {
  if (is === "drawn") return [rect(box, "drawn")];
  const size = Math.min(box.width, box.height);
  const large = svg("use", { class: `large ${is}`, href: `#m-${mark}`, x: box.x, y: box.y, width: size, height: size });
  return is === "won" ? [rect(box, "closed"), large] : [large];
}

// A line through the middles of its first and last part, a little longer.
function strike([x1, y1], [x2, y2], scene, [first, last]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const reach = first === last ? 0.32 : 1;
  const [dx, dy] = [((x2 - x1) / length) * reach, ((y2 - y1) / length) * reach];
  const ends = { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy };
  const size = first === last ? "" : " wide";
  return [svg("line", { class: `strike edge${size}`, ...ends }), svg("line", { class: `strike${size}`, ...ends })];
}
