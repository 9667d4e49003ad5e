// A puzzle: a move is tried, and the right one leads to the solution, which can be stepped through. What a visitor has
// solved is kept in the browser.

import { byId, element, say } from "./dom.js";
import { Exercise } from "./exercise.js";
import { hasPass } from "./pass.js";
import { saveSolved, solvedPuzzles } from "./store.js";

export class Place extends Exercise {
  constructor() {
    super();
    this.code = /^\/puzzle\/(\w+)$/.exec(location.pathname)?.[1] ?? "today";
    this.progress = element("p", { className: "sentence tally" });
    byId("study").replaceChildren(this.progress);
    byId("study").hidden = false;
  }

  get path() {
    return `/p/v1/puzzle/${this.code}?lang=${this.lang}`;
  }

  begin(first) {
    this.first = first.game;
    return this.open(this.code);
  }

  // Shows the question of a puzzle.
  open(code) {
    this.code = code;
    return this.read(this.path, (view) => {
      history.replaceState(null, "", `/puzzle/${view.code}`);
      this.code = view.code;
      this.wrong = 0;
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

  // Shows the solution after so many moves.
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
    return this.game?.solution ? this.solve(this.game.solution[0]) : this.open(this.code);
  }

  furnish(view) {
    super.furnish();
    byId("steps").hidden = !view.solution;
    byId("move").hidden = Boolean(view.solution);
    byId("offers").replaceChildren(
      ...(view.solution ? [] : [this.button("solution", () => this.solve(1))]),
      this.button("another", () => this.open(view.next)),
      ...(view.solution ? [element("a", { href: `/a#${new URLSearchParams({ game: view.game, moves: view.moves.join(",") })}`, className: "button", textContent: this.words.analysis })] : []),
    );
    const own = hasPass() ? 0 : solvedPuzzles().length;
    say(this.progress, view.progress ?? (own > 0 ? `${this.words["puzzles-solved"]}: ${own}` : ""));
  }
}
