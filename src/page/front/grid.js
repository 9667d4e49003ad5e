// The board as a grid of buttons: their places, names, and the keys that move about it.

import { element } from "./dom.js";
import { nameOf } from "./geometry.js";

export class Grid {
  constructor(host, onTap) {
    this.host = host;
    this.onTap = onTap;
    this.cells = [];
    this.at = 0;
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("click", (event) => {
      const cell = event.target.closest(".cell");
      // A click by a key has no detail.
      if (cell) this.onTap(this.cells.indexOf(cell), event.detail > 0);
    });
    host.addEventListener("focusin", (event) => {
      const place = this.cells.indexOf(event.target);
      if (place >= 0) this.select(place);
    });
  }

  // Makes the cells of another board.
  build(scene, geometry) {
    this.scene = scene;
    const rows = [];
    this.cells = [];
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
    if (this.cells[this.at]) this.cells[this.at].tabIndex = -1;
    this.cells[place].tabIndex = 0;
    this.at = place;
  }

  focus(place = this.at) {
    this.cells[place]?.focus();
  }

  // Names a cell for those who hear it.
  name(place, parts) {
    const name = [nameOf(this.scene, place), ...parts].join(", ");
    const cell = this.cells[place];
    if (cell.ariaLabel !== name) cell.setAttribute("aria-label", name);
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
    };
    const place = moves[event.key]?.();
    if (place === undefined) return;
    event.preventDefault();
    this.select(place);
    this.focus();
  }
}
