// The part of a board that is seen: all of it, or an enlarged part that can be moved. It is {x, y, scale} in
// units of a cell; a board of boards of boards is enlarged to one of its boards.

import { byId, rect, svg } from "./dom.js";
import { grown } from "./geometry.js";
import { allowSwipe } from "./telegram.js";

// Boards with fewer columns are large enough.
const COLUMNS_MIN = 9;

// Cells smaller than this are too small for a finger.
const TAPPED_PIXELS_MIN = 20;

// Columns that are seen at least.
const COLUMNS_SEEN_MIN = 3.5;

// Factor by which a button enlarges a board.
const FACTOR = 1.6;

// Rim of the neighbours around an enlarged board, in cells.
const RIM = 0.9;

// Sides of the boards of a board of boards of boards.
const SIDES = [27, 9, 3];

const GLIDE_MS = 160;
const WHOLE = { x: 0, y: 0, scale: 1 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const within = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

export class Zoom {
  constructor(board) {
    this.board = board;
    this.view = WHOLE;
    this.map = byId("map");
    byId("zoom-in").addEventListener("click", () => this.enlarge(this.anchor()));
    byId("zoom-out").addEventListener("click", () => this.reduce());
    byId("whole").addEventListener("click", () => this.show(WHOLE));
    this.map.addEventListener("click", (event) => this.jump(event));
  }

  get isZoomed() {
    return this.view.scale > 1;
  }

  // Returns whether a board may be enlarged.
  get isAllowed() {
    return this.board.geometry.columns >= COLUMNS_MIN;
  }

  get isNested() {
    return this.board.scene.depth > 1;
  }

  // Pixels of a cell.
  pixels(scale = this.view.scale) {
    return (this.board.host.clientWidth / this.board.geometry.width) * scale;
  }

  // Returns whether cells have to be enlarged before they are tapped.
  isNeeded(scale = this.view.scale) {
    const pixels = this.pixels(scale);
    return this.isNested && pixels > 0 && pixels < TAPPED_PIXELS_MIN;
  }

  get scaleMax() {
    return this.board.geometry.width / COLUMNS_SEEN_MIN;
  }

  // The place under a point of the window, in cells.
  at({ clientX, clientY }) {
    const box = this.board.host.getBoundingClientRect();
    const pixels = this.pixels();
    return [this.view.x + (clientX - box.left) / pixels, this.view.y + (clientY - box.top) / pixels];
  }

  // The part that is seen, in cells.
  get window() {
    const { geometry } = this.board;
    const { x, y, scale } = this.view;
    return { x, y, width: geometry.width / scale, height: geometry.height / scale };
  }

  get centre() {
    const { x, y, width, height } = this.window;
    return [x + width / 2, y + height / 2];
  }

  // Point around which a button enlarges the board: the chosen cell if it is in view.
  anchor() {
    const { geometry, grid } = this.board;
    const place = geometry.centre([grid.at, grid.at]);
    return this.sees(grid.at) ? place : this.centre;
  }

  sees(cell) {
    const { geometry } = this.board;
    const { x, y, width, height } = grown(this.window, 0.01);
    const [left, top] = [geometry.left(cell), geometry.top(cell)];
    return left >= x && top >= y && left + 1 <= x + width && top + 1 <= y + height;
  }

  // Depth within a board of boards of boards: 0 for all of it.
  get step() {
    const scales = SIDES.map((side) => this.ofArea(this.board.geometry.block(0, side)).scale);
    const distance = (step) => Math.abs(Math.log(this.view.scale / (step === 0 ? 1 : scales[step])));
    return [0, 1, 2].reduce((best, step) => (distance(step) < distance(best) ? step : best));
  }

  // The view of an area with a rim.
  ofArea(area) {
    const { geometry } = this.board;
    const box = grown(geometry.box(area), RIM);
    const scale = Math.max(1, Math.min(geometry.width / box.width, geometry.height / box.height));
    return this.around([box.x + box.width / 2, box.y + box.height / 2], scale);
  }

  // The view of this scale with a place in its middle.
  around([x, y], scale) {
    const { width, height } = this.board.geometry;
    return { x: x - width / scale / 2, y: y - height / scale / 2, scale };
  }

  enlarge(place) {
    if (!this.isAllowed) return;
    if (this.isNested) this.enter(place, Math.min(this.step + 1, 2));
    else this.scaleTo(this.view.scale * FACTOR, place);
  }

  reduce() {
    if (this.isNested) this.enter(this.centre, Math.max(this.step - 1, 0));
    else this.scaleTo(this.view.scale / FACTOR, this.centre);
  }

  // Shows the board around a place, this many steps deep.
  enter(place, step) {
    const { geometry } = this.board;
    this.show(step === 0 ? WHOLE : this.ofArea(geometry.block(geometry.nearest(place), SIDES[step])));
  }

  // Shows the board of a board of boards of boards around a cell, so that its cells can be tapped.
  enterCell(cell) {
    this.enter(this.board.geometry.centre([cell, cell]), 1);
  }

  scaleTo(scale, place) {
    this.show(scale < 1.05 ? WHOLE : this.around(place, Math.min(scale, this.scaleMax)));
  }

  // Enlarges during a pinch, with what was between the fingers staying there.
  pinch(scale, [x, y], event) {
    const kept = within(scale, 1, this.scaleMax);
    const box = this.board.host.getBoundingClientRect();
    const pixels = this.pixels(kept);
    this.show({ x: x - (event.clientX - box.left) / pixels, y: y - (event.clientY - box.top) / pixels, scale: kept }, false);
  }

  // Rests on a step after a pinch.
  rest() {
    if (this.isNested) this.enter(this.centre, this.step);
    else if (this.view.scale < 1.05) this.show(WHOLE);
  }

  toggle(place) {
    if (this.isZoomed) this.show(WHOLE);
    else this.enlarge(place);
  }

  // Moves the view so that a cell is seen.
  reveal(cell) {
    if (!this.isZoomed || this.sees(cell)) return;
    const { geometry } = this.board;
    if (this.isNested) return this.enter(geometry.centre([cell, cell]), this.step);
    const { x, y, width, height } = this.window;
    const [left, top] = [geometry.left(cell), geometry.top(cell)];
    this.show({
      x: within(x, left + 1.5 - width, left - 0.5), y: within(y, top + 1.5 - height, top - 0.5), scale: this.view.scale,
    });
  }

  jump(event) {
    const box = this.map.getBoundingClientRect();
    const { geometry } = this.board;
    const place = [
      ((event.clientX - box.left) / box.width) * geometry.width,
      ((event.clientY - box.top) / box.height) * geometry.height,
    ];
    if (this.isNested) this.enter(place, this.step);
    else this.show(this.around(place, this.view.scale));
  }

  // Enlarges the part of a board in which the next move must be, where cells are too small; elsewhere the last
  // move is seen.
  fit(isOver) {
    const { scene } = this.board;
    if (this.isNeeded(1)) {
      const forced = isOver ? null : this.forced();
      if (forced === null) this.show(WHOLE);
      else this.enterCell(forced);
    } else if (scene.last.length > 0) {
      this.reveal(scene.last.at(-1));
    } else {
      this.show(WHOLE);
    }
  }

  // A cell of the large board in which all targets lie.
  forced() {
    const { geometry, scene } = this.board;
    const [first] = scene.targets;
    if (!first) return null;
    const area = geometry.block(first[0], SIDES[1]);
    return scene.targets.flat().every((cell) => geometry.has(area, cell)) ? first[0] : null;
  }

  // Shows a part of the board.
  show({ x, y, scale }, isSmooth = true) {
    const { width, height } = this.board.geometry;
    const before = this.view;
    this.view = {
      x: within(x, 0, width - width / scale), y: within(y, 0, height - height / scale), scale,
    };
    this.place();
    if (isSmooth && !calm.matches) this.glide(before);
  }

  // Shows all of another board.
  reset() {
    this.view = WHOLE;
    this.place();
  }

  place() {
    const { board } = this;
    const { width, height } = board.geometry;
    const { x, y, scale } = this.view;
    const { style } = board.field;
    style.width = style.height = `${scale * 100}%`;
    style.left = `${(-x / width) * scale * 100}%`;
    style.top = `${(-y / height) * scale * 100}%`;
    board.host.style.setProperty("--ratio", width / height);
    board.host.style.setProperty("--columns", width);
    board.host.style.setProperty("--cell", `${this.pixels()}px`);
    if (board.host.classList.contains("zoomed") !== this.isZoomed) allowSwipe(!this.isZoomed);
    board.host.classList.toggle("zoomed", this.isZoomed);
    board.host.classList.toggle("zoomable", this.isAllowed);
    for (const id of ["zoom-in", "zoom-out", "whole"]) byId(id).hidden = !this.isAllowed;
    const isDeepest = this.isNested ? this.step === 2 : scale >= this.scaleMax;
    byId("zoom-in").setAttribute("aria-disabled", isDeepest);
    for (const id of ["zoom-out", "whole"]) byId(id).setAttribute("aria-disabled", !this.isZoomed);
    this.map.hidden = !this.isZoomed;
    if (!this.isZoomed) this.map.replaceChildren();
    else if (!this.map.firstChild) this.paintMap();
    for (const [key, value] of Object.entries(this.window)) this.seen?.setAttribute(key, value);
  }

  // Moves the board from where it was.
  glide(before) {
    const [from, to] = [this.pixels(before.scale), this.pixels()];
    const [dx, dy] = [this.view.x * to - before.x * from, this.view.y * to - before.y * from];
    if (dx === 0 && dy === 0 && from === to) return;
    const start = { transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${from / to})` };
    this.board.field.animate([start, { transformOrigin: "0 0", transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
  }

  // The small map: boards, marks as dots, and the part that is seen.
  paintMap() {
    if (!this.isZoomed) return;
    const { geometry, scene } = this.board;
    const dots = {};
    [...scene.marks].forEach((mark, cell) => {
      if (mark !== ".") dots[mark] = `${dots[mark] ?? ""}M${geometry.left(cell)} ${geometry.top(cell)}h1v1h-1z`;
    });
    const leaves = scene.depth > 0 ? geometry.blocks(3) : [[0, scene.marks.length - 1]];
    this.seen = rect(this.window, "seen");
    this.map.dataset.lattice = scene.lattice;
    this.map.replaceChildren(svg("svg", { viewBox: `0 0 ${geometry.width} ${geometry.height}` }, [
      ...leaves.map((area) => rect(geometry.box(area), "paper")),
      ...Object.entries(dots).map(([mark, d]) => svg("path", { class: `dot-${mark}`, d })),
      ...scene.fates.filter(({ is }) => is === "won").map(({ area, mark }) => rect(geometry.box(area), `dot-${mark}`)),
      ...(this.board.isFree ? [] : scene.targets.map((area) => rect(grown(geometry.box(area), 0.05), "frame"))),
      this.seen,
    ]));
  }
}
