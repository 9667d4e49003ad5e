// Places of cells on a board, in units of a cell. Boards within boards have gaps between them, and
// coordinates have a margin.

const COORDINATES_FROM = 5;

export class Geometry {
  constructor(scene) {
    const { columns, rows, depth, row_numbers: rowNumbers = [] } = scene;
    this.columns = columns;
    this.rows = rows;
    this.hasCoordinates = scene.names === "letters" && Math.max(columns, rows) >= COORDINATES_FROM;
    const gap = { small: depth > 1 ? 0.25 : 0.2, large: 0.6, side: rowNumbers.length > 0 ? 0.8 : 0.6 };
    const margin = this.hasCoordinates ? 0.5 : 0.04;
    const edge = depth > 0 ? 0.1 : 0.04;
    this.x = places(columns, depth, rowNumbers.length > 0 ? gap.side : margin, gap.small, gap.side);
    this.y = places(rows, depth, margin, gap.small, gap.large);
    this.width = this.x[columns - 1] + 1 + edge;
    this.height = this.y[rows - 1] + 1 + edge;
    this.sides = { columns: this.x, rows: this.y };
  }

  column(cell) {
    return cell % this.columns;
  }

  row(cell) {
    return Math.floor(cell / this.columns);
  }

  left(cell) {
    return this.x[this.column(cell)];
  }

  top(cell) {
    return this.y[this.row(cell)];
  }

  // The rectangle from the first to the last cell of an area.
  box([first, last]) {
    const x = this.left(first);
    const y = this.top(first);
    return { x, y, width: this.left(last) + 1 - x, height: this.top(last) + 1 - y };
  }

  centre(area) {
    const { x, y, width, height } = this.box(area);
    return [x + width / 2, y + height / 2];
  }

  has([first, last], cell) {
    const [column, row] = [this.column(cell), this.row(cell)];
    return (
      column >= this.column(first) && column <= this.column(last) &&
      row >= this.row(first) && row <= this.row(last)
    );
  }

  // The board of this many cells a side around a cell.
  block(cell, side) {
    const first = (place) => place - (place % side);
    const [column, row] = [first(this.column(cell)), first(this.row(cell))];
    return [row * this.columns + column, (row + side - 1) * this.columns + column + side - 1];
  }

  // The cell at a place, or -1 between cells.
  cellAt([x, y]) {
    const column = this.x.findIndex((left) => left <= x && x < left + 1);
    const row = this.y.findIndex((top) => top <= y && y < top + 1);
    return column < 0 || row < 0 ? -1 : row * this.columns + column;
  }

  // The cell nearest to a place.
  nearest([x, y]) {
    const last = (places, place) => Math.max(places.findLastIndex((start) => start <= place), 0);
    return last(this.y, y) * this.columns + last(this.x, x);
  }

  // All boards of this many cells a side.
  blocks(side) {
    const found = [];
    for (let row = 0; row < this.rows; row += side) {
      for (let column = 0; column < this.columns; column += side) {
        found.push(this.block(row * this.columns + column, side));
      }
    }
    return found;
  }
}

function places(count, depth, margin, small, large) {
  const found = [];
  let at = margin;
  for (let place = 0; place < count; place += 1) {
    if (place > 0 && depth > 1 && place % 9 === 0) at += large;
    else if (place > 0 && depth > 0 && place % 3 === 0) at += small;
    found.push(at);
    at += 1;
  }
  return found;
}

export const grown = ({ x, y, width, height }, by) => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

// The numbers from the largest board to a cell, as they stand on a board of numbers: 1 to 9, row by row.
export function pathOf({ columns, depth }, cell) {
  const part = (place, side) => Math.floor(place / side) % 3;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return sides(depth).map((side) => part(row, side) * 3 + part(column, side) + 1);
}

// The cell with these numbers; those that are missing lead to the middle.
export function cellOf({ columns, depth }, path) {
  return sides(depth).reduce((cell, side, place) => {
    const number = (path[place] ?? 5) - 1;
    return cell + (Math.floor(number / 3) * columns + (number % 3)) * side;
  }, 0);
}

const sides = (depth) => [9, 3, 1].slice(2 - depth);

// The name of a cell as it is written in moves.
export function nameOf(scene, cell) {
  if (scene.names === "path") return pathOf(scene, cell).join(" ");
  // Moves name columns only.
  if (scene.names === "none") return `${(cell % scene.columns) + 1}`;
  return `${letter(cell % scene.columns)}${Math.floor(cell / scene.columns) + 1}`;
}

export const letter = (column) => String.fromCharCode(97 + column);
