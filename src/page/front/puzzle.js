// A puzzle: a move is tried, and the right one leads to the solution, which can be stepped through. What a visitor has
// solved is kept in the browser.

import { byId, element, refill, say } from "./dom.js";
import { Exercise } from "./exercise.js";
import { hasPass } from "./pass.js";
import { saveSolved, solvedPuzzles } from "./store.js";

// Codes of the puzzle of the day, and of the first of all.
const TODAY = "today";
const FIRST = "p0";

export class Place extends Exercise {
  constructor() {
    super();
    this.arrange(true);
    this.asked = /^\/puzzle\/(\w+)$/.exec(location.pathname)?.[1] ?? TODAY;
    this.progress = element("p", { className: "sentence tally" });
    byId("study").replaceChildren(this.progress);
    byId("study").hidden = false;
  }

  pathOf(code) {
    return `/p/v1/puzzle/${code}?lang=${this.lang}`;
  }

  get path() {
    return this.pathOf(this.game.code);
  }

  begin(first) {
    this.first = first.game;
    return this.open(this.asked);
  }

  // Leads on from a puzzle that is not there.
  wayOn() {
    return this.button("another", () => this.open(this.asked === TODAY ? FIRST : TODAY));
  }

  // Shows the question of a puzzle.
  open(code) {
    this.asked = code;
    return this.read(this.pathOf(code), (view) => {
      history.replaceState(null, "", `/puzzle/${view.code}`);
      if (view.code !== this.game?.code) this.wrong = 0;
      this.show(view);
    });
  }

  play(move) {
    if (this.game?.solution) return undefined;
    const { number } = this.game ?? {};
    // The tries of a puzzle that was solved before are not counted.
    const wrong = !hasPass() && solvedPuzzles().includes(number) ? undefined : this.wrong;
    return this.tryMove(move, { wrong }, ({ is_right: isRight, say: said, solution }) => {
      if (!isRight) {
        this.wrong = Math.min(this.wrong + 1, 255);
        return this.miss(said);
      }
      if (!hasPass()) saveSolved(number);
      return this.show({ ...solution, say: `${said} ${solution.say}` });
    });
  }

  // Shows the solution after this many moves.
  solve(solution) {
    return this.try({ solution }, (view) => this.show(view));
  }

  step(way) {
    if (!this.game?.solution) return undefined;
    const [ply, plies] = this.game.solution;
    return this.solve({ first: 0, back: Math.max(ply - 1, 0), on: Math.min(ply + 1, plies), last: plies }[way]);
  }

  takeBack() {
    return this.step("back");
  }

  retell() {
    const { code, solution } = this.game && !this.isLoading ? this.game : { code: this.asked };
    return solution ? this.solve(solution[0]) : this.open(code);
  }

  furnish(view) {
    super.furnish();
    byId("steps").hidden = !view.solution;
    this.showField(!view.solution);
    refill(byId("offers"), [
      ...(view.solution ? [] : [this.button("solution", () => this.solve(1))]),
      this.button("another", () => this.open(view.next)),
      ...(view.solution ? [element("a", { href: `/a#${new URLSearchParams({ game: view.game, moves: view.moves.join(",") })}`, className: "button", textContent: this.words.analysis })] : []),
    ], this.board.grid);
    const own = hasPass() ? 0 : solvedPuzzles().length;
    say(this.progress, view.progress ?? (own > 0 ? `${this.words["puzzles-solved"]}: ${own}` : ""));
  }
}
