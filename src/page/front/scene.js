// Paints a scene: lines and areas as two pictures below and above the buttons, and marks in these. It knows
// no game.

import { element, rect, svg } from "./dom.js";
import { Geometry, grown, letter, pathOf } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { Grid } from "./grid.js";
import { Zoom } from "./zoom.js";

const LARGE = 9;

const MARK_WORDS = { x: "cross", o: "nought", b: "black", w: "white", r: "red", y: "yellow", s: "sheep", v: "wolf" };

export class Board {
  // `onMove` is told of each move that is tapped or dragged, legal or not: {at}, or {from, to}.
  constructor(host, onMove) {
    this.host = host;
    this.onMove = onMove;
    this.field = element("div", { className: "field" });
    this.under = svg("svg", { class: "layer", "aria-hidden": "true" });
    this.over = svg("svg", { class: "layer over", "aria-hidden": "true" });
    const cells = element("div", { className: "cells" });
    this.grid = new Grid(cells, (cell, isPointer) => this.tap(cell, isPointer));
    this.field.append(this.under, cells, this.over);
    host.append(this.field);
    this.shape = "";
    this.zoom = new Zoom(this);
    this.gestures = new Gestures(this);
    this.grid.onReach = (cell) => this.zoom.reveal(cell);
    this.grid.boardName = (cell) => this.boardName(cell);
    addEventListener("resize", () => this.snapshot && this.resize());
  }

  // Shows a snapshot: its scene, the cells that may be played (`legal`), the moves of pieces (`pairs`) and the
  // mark that is placed next. `pending` is a move that is not accepted yet, of which the mark is shown hollow.
  show(snapshot, { words, pending = null, isOver = false }) {
    const { scene, pairs = [] } = snapshot;
    const isNew = snapshot !== this.snapshot;
    Object.assign(this, { snapshot, scene, words, pending, isOver, pairs });
    const shape = [scene.columns, scene.rows, scene.depth, scene.lattice, (scene.row_numbers ?? []).length > 0].join();
    this.geometry = new Geometry(scene);
    const isOther = shape !== this.shape;
    // Other cells take the place of the one that has the focus.
    const isLeft = isOther && this.grid.host.contains(document.activeElement);
    if (isOther) {
      this.grid.build(scene, this.geometry);
      this.shape = shape;
      this.host.dataset.lattice = scene.lattice;
      this.host.dataset.depth = scene.depth;
    }
    if (isNew) {
      // A single piece need not be chosen.
      const origins = new Set(pairs.map(([from]) => from));
      this.chosen = origins.size === 1 ? [...origins][0] : null;
    }
    this.grid.scene = scene;
    this.grid.host.setAttribute("aria-label", words.board);
    this.host.setAttribute("aria-busy", pending ? "true" : "false");
    this.paint();
    if (isOther) this.zoom.reset();
    else this.zoom.paintMap();
    if (isNew) this.fit();
    if (isLeft) this.grid.focus();
  }

  paint() {
    const { snapshot: { legal }, pairs, chosen, geometry: { width, height } } = this;
    for (const layer of [this.under, this.over]) layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.paintUnder(legal, this.isOver);
    this.paintOver();
    const origins = new Set(pairs.map(([from]) => from));
    const goals = new Set(pairs.filter(([from]) => from === chosen).map(([, to]) => to));
    const pending = this.pending && this.hollow(this.pending);
    this.values = new Map((this.scene.values ?? []).map((value) => [value.cell, value]));
    for (let cell = 0; cell < this.grid.cells.length; cell += 1) {
      this.paintCell(cell, { legal, origins, goals, pending });
    }
  }

  // The mark that a move puts on the board.
  hollow({ at, from, to }) {
    const { scene, snapshot: { legal, lands = [], next_mark: mark }, pairs } = this;
    const cell = lands.find(([other]) => other === at)?.[1] ?? at;
    if (at !== undefined && legal[at] === "1") return { cell, mark };
    const isMove = pairs.some(([start, end]) => start === from && end === to);
    return isMove ? { cell: to, from, mark: scene.marks[from] } : { cell: -1 };
  }

  tap(cell, isPointer) {
    if (!this.snapshot) return;
    if (isPointer && this.zoom.isNeeded()) {
      this.zoom.enterCell(cell);
      return;
    }
    if (this.pending || this.isOver) return;
    if (this.pairs.some(([from]) => from === cell)) {
      this.chosen = this.chosen === cell ? null : cell;
      this.paint();
    } else if (this.pairs.length > 0 && this.chosen !== null) {
      this.onMove({ from: this.chosen, to: cell });
    } else {
      this.onMove({ at: cell });
    }
  }

  // The piece on an element that can be moved, or -1.
  pieceAt(target) {
    const cell = this.grid.cells.indexOf(target.closest(".cell.piece"));
    return this.pending || this.isOver ? -1 : cell;
  }

  // Draws a piece beside its cell, as many pixels away as the pointer has gone.
  carry(cell, x, y) {
    if (this.chosen !== cell) {
      this.chosen = cell;
      this.paint();
    }
    const button = this.grid.cells[cell];
    const isHome = x === 0 && y === 0;
    button.classList.toggle("carried", !isHome);
    const mark = button.querySelector(".mark");
    if (mark) mark.style.transform = isHome ? "" : `translate(${x}px, ${y}px)`;
  }

  drop(from, to) {
    if (to >= 0 && to !== from) this.onMove({ from, to });
  }

  // The board within the board around a cell, with its result; `null` where there are none.
  boardName(cell) {
    const { scene, geometry, words } = this;
    if (scene.depth === 0) return null;
    const fate = scene.fates.find(({ area, is }) => is !== "held" && geometry.has(area, cell));
    const parts = [`${words["local-board"]} ${pathOf(scene, cell).slice(0, -1).join(" ")}`];
    if (fate) parts.push(words[`board-${fate.is}`]);
    if (fate?.mark) parts.push(words[MARK_WORDS[fate.mark]]);
    return parts.join(", ");
  }

  fit() {
    this.wasNeeded = this.zoom.isNeeded(1);
    this.zoom.fit(this.isOver);
  }

  // Fits into another window. A phone also reports one when its keyboard comes up.
  resize() {
    if (this.wasNeeded !== this.zoom.isNeeded(1)) this.fit();
    this.zoom.place();
  }

  paintCell(cell, { legal, origins, goals, pending }) {
    const { scene, words, chosen } = this;
    const button = this.grid.cells[cell];
    const isPending = pending?.cell === cell;
    const moved = pending?.from === cell;
    const mark = isPending ? pending.mark : moved ? "." : scene.marks[cell];
    const number = scene.numbers?.[cell] ?? ".";
    const value = pending ? undefined : this.values.get(cell);
    const look = `${mark}${mark === "." ? number : ""}${isPending ? "?" : ""}${value ? value.is + value.sign : ""}`;
    if (button.dataset.look !== look) {
      button.dataset.look = look;
      button.replaceChildren(...inside(mark, number, isPending), ...(value ? [sign(value)] : []));
      if (value) button.style.setProperty("--worth", `${Math.abs(worth(value) - 50)}%`);
    }
    const isLast = scene.last.includes(cell);
    const can = !pending && (legal[cell] === "1" || origins.has(cell) || goals.has(cell));
    const classes = ["cell"];
    if (can) classes.push("can");
    if (value) classes.push(worth(value) < 50 ? "poor" : "worthy");
    if (isLast) classes.push("last");
    if (origins.has(cell)) classes.push("piece");
    if (chosen === cell) classes.push("chosen");
    if (goals.has(cell)) classes.push("goal");
    const isBest = !pending && this.snapshot.best === cell;
    if (isBest) classes.push("best");
    const className = classes.join(" ");
    if (button.className !== className) button.className = className;
    button.setAttribute("aria-disabled", can ? "false" : "true");
    const parts = [mark === "." ? words.empty : words[MARK_WORDS[mark]]];
    // A column is the name of its cells already.
    if (mark === "." && number !== "." && scene.names !== "none") parts.push(number);
    if (value) parts.push(value.sign);
    if (isBest) parts.push(words["best-move"]);
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
    // If every board may be chosen, none stands out.
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

  // Returns whether a move can be made somewhere in an area.
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
}

// Quality of a move, in percent: the ground of its cell is green or red, and clearer the further it is from even.
const worth = ({ is, sign: text }) => ({ good: 100, best: 100, even: 50, bad: 0 })[is] ?? Number(text);

// The value of a move.
const sign = ({ is, sign: textContent }) => element("span", { className: `value ${is}`, textContent });

function inside(mark, number, isPending) {
  if (mark !== ".") {
    const use = svg("use", { href: `#m-${mark}` });
    return [svg("svg", { class: isPending ? "mark hollow" : "mark", "aria-hidden": "true", focusable: "false" }, [use])];
  }
  return number === "." ? [] : [element("span", { className: "number", textContent: number })];
}

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
