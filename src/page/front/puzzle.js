// A puzzle: a move is tried, and the right one leads to the solution, which can be stepped through.

import { byId, element, say } from "./dom.js";
import { get, post } from "./net.js";
import { Play, newSeed } from "./play.js";
import { saveGame } from "./store.js";

export class Place extends Play {
  constructor() {
    super();
    this.code = /^\/puzzle\/(\w+)$/.exec(location.pathname)?.[1] ?? "today";
    for (const id of ["analyse", "review"]) byId(id).hidden = true;
  }

  get setup() {
    return { game: this.game.game };
  }

  get path() {
    return `/p/v1/puzzle/${this.code}?lang=${this.lang}`;
  }

  begin() {
    return this.open(this.code);
  }

  // Shows the question of a puzzle.
  open(code) {
    this.code = code;
    return this.ask((trouble, isNewest) => get(this.path, trouble, isNewest), (view) => {
      history.replaceState(null, "", `/puzzle/${view.code}`);
      this.code = view.code;
      this.show(view);
    });
  }

  // Sends a request, of which the newest one counts, and shows its answer.
  async ask(send, onAnswer) {
    const number = (this.number += 1);
    const isNewest = () => number === this.number;
    const answer = await send((said) => this.trouble(said), isNewest);
    if (!answer || !isNewest()) return;
    this.trouble();
    this.pending = null;
    if (answer.status === 200) return onAnswer(answer.data);
    if (this.game) this.paint();
    say(byId("say"), answer.data.say ?? this.words.failed);
  }

  play(move) {
    if (this.pending || !this.game || this.game.solution) return undefined;
    this.pending = move;
    this.paint();
    return this.try(move, (tried) => {
      if (tried.is_right) this.show({ ...tried.solution, say: `${tried.say} ${tried.solution.say}` });
      else this.show({ ...this.game, say: tried.say });
    });
  }

  try(body, onAnswer) {
    return this.ask((trouble, isNewest) => post(this.path, { v: 1, ...body }, trouble, isNewest), onAnswer);
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

  // Starts a game, which is on the first page.
  start(choice) {
    saveGame({ ...choice, seed: newSeed() }, { moves: [] });
    location.assign("/");
  }

  furnish(view) {
    for (const id of ["back", "restart"]) byId(id).hidden = true;
    byId("steps").hidden = !view.solution;
    byId("move").hidden = Boolean(view.solution);
    byId("offers").replaceChildren(
      ...(view.solution ? [] : [this.button("solution", () => this.solve(1))]),
      this.button("another", () => this.open(view.next)),
      ...(view.solution ? [element("a", { href: `/a#${new URLSearchParams({ game: view.game, moves: view.moves.join(",") })}`, className: "button", textContent: this.words.analysis })] : []),
    );
  }

  button(word, onClick) {
    const button = element("button", { type: "button", className: "button", textContent: this.words[word] });
    button.addEventListener("click", onClick);
    return button;
  }
}
