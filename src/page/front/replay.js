// Looks back on a finished game: steps through it, and shows the review with its curve.

import { byId, element, refill, say, svg } from "./dom.js";
import { get, pause, post } from "./net.js";

const SOLO = "/p/v1/solo";

// Time after which a review that is not whole is asked for again.
const REVIEW_PAUSE_MS = 1500;

// Size of the curve, in units of its own.
const WIDTH = 100;
const HEIGHT = 30;

export class Replay {
  constructor(play) {
    this.play = play;
    this.host = byId("study");
    this.number = 0;
    this.reset();
  }

  reset() {
    this.game = this.play.game;
    this.ply = null;
    this.found = null;
    this.steps = new Map();
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  get plies() {
    return this.game.moves.length;
  }

  // Goes on after a state was shown: with the same game where it was, with another one from its end.
  renew(game) {
    const isSame = game.is_over && game.moves.join() === this.game.moves.join() && game.link === this.game.link;
    const isOther = this.lang !== this.play.lang;
    const { ply, found } = this;
    if (!isSame || isOther) this.reset();
    if (!isSame || ply === null) return;
    if (isOther && found) this.review(ply);
    else this.go(ply);
  }

  step(way) {
    const from = this.ply ?? this.plies;
    const to = { first: 0, back: Math.max(from - 1, 0), on: Math.min(from + 1, this.plies), last: this.plies };
    return this.go(to[way]);
  }

  // Shows the game after this many plies. Of several requests the newest one counts.
  async go(ply) {
    this.lang = this.play.lang;
    this.ply = ply;
    const { game, steps } = this;
    const number = (this.number += 1);
    const isWanted = () => number === this.number && game === this.game;
    const path = `/p/v1/game/${game.link}?lang=${this.lang}&ply=${ply}`;
    const answer = steps.get(ply) ?? (await this.ask(path, { do: "step", ply }, isWanted));
    if (!answer || !isWanted()) return;
    if (answer.status !== 200) return say(byId("say"), answer.data.say ?? this.play.words.failed, true);
    steps.set(ply, answer);
    this.show(answer.data);
  }

  show(view) {
    const { play } = this;
    play.board.show(view, { words: play.words, isOver: true });
    say(byId("say"), view.say);
    play.showNotes([...view.notes, ...(play.game.talk ?? [])]);
    this.markPly();
  }

  // Asks the server: by the link of a game of the chat, or with the moves of a visitor's own.
  async ask(path, action, isWanted) {
    const { play, game } = this;
    const trouble = (said) => play.trouble(said);
    const body = { v: 1, lang: play.lang, ...play.setup, moves: game.moves, ...action };
    const answer = await (game.link ? get(path, trouble, isWanted) : post(SOLO, body, trouble, isWanted));
    if (isWanted()) play.trouble();
    return answer;
  }

  // Asks for the review until it is whole, and begins at this ply or else at the costliest mistake.
  async review(at) {
    if (this.found?.is_whole) return this.go(this.found.opening);
    this.lang = this.play.lang;
    const { game } = this;
    const isWanted = () => game === this.game;
    while (isWanted() && !this.found?.is_whole) {
      const path = `/p/v1/review/${game.link}?lang=${this.lang}`;
      const answer = await this.ask(path, { do: "review" }, isWanted);
      if (!answer || !isWanted()) return;
      if (answer.status !== 200) return say(byId("say"), answer.data.say ?? this.play.words.failed, true);
      const isFirst = this.found === null;
      this.found = answer.data;
      // A whole review may say something else about a move.
      this.steps.clear();
      this.paint();
      this.go(isFirst ? (at ?? this.found.opening) : (this.ply ?? this.plies));
      if (!this.found.is_whole) await pause(REVIEW_PAUSE_MS);
    }
    return undefined;
  }

  paint() {
    const { findings, say: told, curve } = this.found;
    const sentences = findings.map((finding) => finding.say);
    const lines = told.filter((line) => !sentences.includes(line));
    refill(this.host, [
      ...(curve ? [this.curve(curve)] : []),
      ...findings.map(({ ply, say: textContent }) => {
        const button = element("button", { type: "button", className: "finding", textContent });
        button.addEventListener("click", () => this.go(ply));
        return button;
      }),
      ...lines.map((textContent) => element("p", { className: "sentence", textContent })),
    ], this.play.board.grid);
    this.host.hidden = false;
  }

  // The chances of one side. A tap leads to the ply there.
  curve({ marks, points, say: told }) {
    const { words } = this.play;
    const x = (ply) => (ply / Math.max(this.plies, 1)) * WIDTH;
    const path = points.map(([ply, chance]) => `${x(ply)},${HEIGHT - (chance / 1000) * HEIGHT}`).join(" ");
    this.now = svg("line", { class: "now", y1: 0, y2: HEIGHT });
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${words.curve}: ${told}` }, [
      svg("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...this.found.findings.map(({ ply }) => svg("line", { class: "mistake", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT })),
      svg("polyline", { class: "chance", points: path }),
      this.now,
    ]);
    picture.addEventListener("click", ({ clientX }) => {
      const { left, width } = picture.getBoundingClientRect();
      this.go(Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * this.plies));
    });
    const sides = element("span", { className: "sides", ariaHidden: "true" }, marks.map((textContent) => element("span", { textContent })));
    return element("div", { className: "curve", title: words.curve }, [sides, picture]);
  }

  // Marks the ply that is shown.
  markPly() {
    const at = ((this.ply ?? this.plies) / Math.max(this.plies, 1)) * WIDTH;
    for (const end of ["x1", "x2"]) this.now?.setAttribute(end, at);
    this.play.listMoves(this.ply ?? this.plies);
    [...this.host.querySelectorAll(".finding")].forEach((button, place) => {
      button.setAttribute("aria-current", this.found.findings[place].ply === this.ply ? "step" : "false");
    });
  }
}
