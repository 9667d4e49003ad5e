// The board as a grid of buttons: their places, names, and the keys that move about it.

import { element } from "./dom.js";
import { cellOf, nameOf, pathOf } from "./geometry.js";

// Numbers that lie on a number pad where they stand on a board.
const PAD = { 7: 1, 8: 2, 9: 3, 4: 4, 5: 5, 6: 6, 1: 7, 2: 8, 3: 9 };

export class Grid {
  // `onReach` is told of a cell that is reached by keys, `boardName` names the board within the board around a cell.
  constructor(host, onTap) {
    this.host = host;
    this.onTap = onTap;
    this.onReach = () => {};
    this.boardName = () => null;
    this.cells = [];
    this.names = [];
    this.at = 0;
    this.typed = [];
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("click", (event) => {
      const cell = event.target.closest(".cell");
      // A click by a key has no detail.
      if (cell) this.onTap(this.cells.indexOf(cell), event.detail > 0);
    });
    host.addEventListener("focusin", (event) => {
      const place = this.cells.indexOf(event.target);
      if (place < 0) return;
      this.select(place);
      // A cell under a finger stays there.
      if (event.target.matches(":focus-visible")) this.onReach(place);
    });
  }

  // Makes the cells of another board.
  build(scene, geometry) {
    this.scene = scene;
    const rows = [];
    this.cells = [];
    this.names = [];
    this.typed = [];
    for (let row = 0; row < scene.rows; row += 1) {
      const line = element("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < scene.columns; column += 1) {
        const cell = element("button", { type: "button", className: "cell", tabIndex: -1 });
        cell.setAttribute("role", "gridcell");
        const place = cell.style;
        place.left = `${(geometry.x[column] / geometry.width) * 100}%`;
        place.top = `${(geometry.y[row] / geometry.height) * 100}%`;
        place.width = `${100 / geometry.width}%`;
        place.height = `${100 / geometry.height}%`;
        this.cells.push(cell);
        line.append(cell);
      }
      rows.push(line);
    }
    this.host.replaceChildren(...rows);
    this.host.setAttribute("role", "grid");
    this.host.setAttribute("aria-rowcount", scene.rows);
    this.host.setAttribute("aria-colcount", scene.columns);
    const middle = Math.floor(scene.rows / 2) * scene.columns + Math.floor(scene.columns / 2);
    this.at = -1;
    this.select(middle);
  }

  select(place) {
    if (place === this.at) return;
    const left = this.at;
    if (this.cells[left]) this.cells[left].tabIndex = -1;
    this.cells[place].tabIndex = 0;
    this.at = place;
    // The board within the board is said when it is entered.
    const board = (cell) => pathOf(this.scene, cell).slice(0, -1).join();
    if (left < 0 || board(left) !== board(place)) this.entered = place;
    for (const cell of [left, place]) this.label(cell);
  }

  focus(place = this.at) {
    this.cells[place]?.focus();
  }

  // Names a cell for those who hear it.
  name(place, parts) {
    this.names[place] = [nameOf(this.scene, place), ...parts].join(", ");
    this.label(place);
  }

  label(place) {
    if (!this.names[place]) return;
    const board = place === this.at && place === this.entered ? this.boardName(place) : null;
    const name = board ? `${board}, ${this.names[place]}` : this.names[place];
    if (this.cells[place].ariaLabel !== name) this.cells[place].setAttribute("aria-label", name);
  }

  key(event) {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const { columns, rows } = this.scene;
    const column = this.at % columns;
    const row = Math.floor(this.at / columns);
    const to = (nextColumn, nextRow) =>
      Math.min(Math.max(nextRow, 0), rows - 1) * columns + Math.min(Math.max(nextColumn, 0), columns - 1);
    const moves = {
      ArrowLeft: () => to(column - 1, row),
      ArrowRight: () => to(column + 1, row),
      ArrowUp: () => to(column, row - 1),
      ArrowDown: () => to(column, row + 1),
      Home: () => (event.ctrlKey ? 0 : to(0, row)),
      End: () => (event.ctrlKey ? columns * rows - 1 : to(columns - 1, row)),
      PageUp: () => this.beside(-1),
      PageDown: () => this.beside(1),
    };
    const place = this.typedCell(event) ?? moves[event.key]?.() ?? null;
    if (place === null) return;
    event.preventDefault();
    this.select(place);
    this.onReach(place);
    this.focus();
  }

  // The cell that a number leads to, from the largest board down; other keys start over.
  typedCell({ key, code, ctrlKey }) {
    const { depth } = this.scene;
    if (depth === 0 || ctrlKey || !/^[1-9]$/.test(key)) {
      this.typed = [];
      return null;
    }
    this.typed.push(code.startsWith("Numpad") ? PAD[key] : Number(key));
    const cell = cellOf(this.scene, this.typed);
    if (this.typed.length > depth) this.typed = [];
    return cell;
  }

  // The same cell of the next board within the board, or of the one before.
  beside(way) {
    const { scene } = this;
    if (scene.depth === 0) return null;
    const path = pathOf(scene, this.at);
    const cell = path.pop();
    const place = path.reduce((sum, number) => sum * 9 + number - 1, 0) + way;
    if (place < 0 || place >= 9 ** scene.depth) return this.at;
    const next = path.map((_, depth) => Math.floor(place / 9 ** (path.length - 1 - depth)) % 9 + 1);
    return cellOf(scene, [...next, cell]);
  }
}
