// Fingers and mice on a board: pinches and double taps enlarge it, drags move it or a piece. A tap is left to
// the cells.

// A finger that moves less has tapped.
const SLOP_PIXELS = 6;

const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PIXELS = 30;

// A tap that follows so near one that has done something was meant with it.
const REPEATED_TAP_PIXELS = 12;

const distance = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
const middle = (one, other) => ({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });

export class Gestures {
  constructor(board) {
    this.board = board;
    this.zoom = board.zoom;
    this.pointers = new Map();
    this.start = null;
    this.tapped = null;
    this.done = null;
    this.isMoved = false;
    const { host } = board;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) host.addEventListener(name, (event) => this.up(event));
    host.addEventListener("click", (event) => this.guard(event), true);
    host.addEventListener("click", (event) => this.tap(event));
    // The browser neither scrolls nor enlarges the page meanwhile.
    host.addEventListener("touchmove", (event) => this.isOwn(event) && event.preventDefault(), { passive: false });
  }

  // Returns whether fingers enlarge and move the board, or a piece.
  isOwn({ touches }) {
    const { is } = this.start ?? {};
    return is === "drag" || (this.zoom.isAllowed && (is === "pan" || touches.length > 1));
  }

  down(event) {
    if (event.button !== 0) return;
    if (event.isPrimary) {
      this.pointers.clear();
      this.isMoved = false;
    }
    this.pointers.set(event.pointerId, event);
    const isPlayable = event.target.closest(".cell.can") !== null;
    if (this.pointers.size === 1) {
      const cell = this.board.pieceAt(event.target);
      this.start = { is: null, event, cell, view: this.zoom.view, isPlayable };
    } else if (this.pointers.size === 2 && this.zoom.isAllowed) {
      this.drop(null);
      const [one, other] = this.pointers.values();
      const between = middle(one, other);
      this.start = { is: "pinch", distance: distance(one, other), place: this.zoom.at(between), view: this.zoom.view };
      this.isMoved = true;
    }
  }

  move(event) {
    if (!this.pointers.has(event.pointerId) || !this.start) return;
    this.pointers.set(event.pointerId, event);
    const { start } = this;
    if (start.is === "pinch") {
      const [one, other] = this.pointers.values();
      if (other) this.zoom.pinch((start.view.scale * distance(one, other)) / start.distance, start.place, middle(one, other));
      return;
    }
    if (start.is === null && distance(event, start.event) > SLOP_PIXELS) this.begin(event);
    if (start.is === "drag") {
      this.board.carry(start.cell, event.clientX - start.event.clientX, event.clientY - start.event.clientY);
    } else if (start.is === "pan") {
      const pixels = this.zoom.pixels();
      const { x, y, scale } = start.view;
      this.zoom.show({
        x: x - (event.clientX - start.event.clientX) / pixels, y: y - (event.clientY - start.event.clientY) / pixels, scale,
      }, false);
    }
  }

  begin(event) {
    const { start } = this;
    start.is = start.cell >= 0 ? "drag" : this.zoom.isZoomed ? "pan" : "other";
    if (start.is === "other") return;
    this.isMoved = true;
    this.board.host.setPointerCapture(event.pointerId);
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.start?.is === "drag") this.drop(event.type === "pointerup" ? event : null);
    else if (this.start?.is === "pinch") this.zoom.rest();
    if (this.start?.is) this.start = null;
  }

  // Puts a piece down under the pointer, or back.
  drop(event) {
    if (this.start?.is !== "drag") return;
    const { cell } = this.start;
    this.start = null;
    this.board.carry(cell, 0, 0);
    if (event) this.board.drop(cell, this.board.geometry.cellAt(this.zoom.at(event)));
  }

  // Keeps a click from the cells that ends a drag, or repeats a tap that has done something.
  guard(event) {
    if (event.detail > 0 && (this.isMoved || follows(event, this.done, REPEATED_TAP_PIXELS))) event.stopPropagation();
  }

  // Two taps that do nothing else enlarge the board, or show all of it.
  tap(event) {
    if (event.detail === 0) return;
    const { start, tapped } = this;
    const isDone = !start || start.isPlayable || start.view !== this.zoom.view;
    this.done = isDone ? event : null;
    this.tapped = isDone ? null : event;
    if (isDone || !this.zoom.isAllowed || !follows(event, tapped, DOUBLE_TAP_PIXELS)) return;
    this.tapped = null;
    this.zoom.toggle(this.zoom.at(event));
  }
}

// Returns whether a tap comes soon after another one, and near it.
function follows(tap, other, pixels) {
  return other !== null && tap.timeStamp - other.timeStamp < DOUBLE_TAP_MS && distance(tap, other) < pixels;
}
