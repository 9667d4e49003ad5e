// The analysis board: moves of both sides, back and forth, with the values of all moves. The address has the
// position, so a copied link leads to it.

import { byId, copyButton, element, refill, say } from "./dom.js";
import { listMoves } from "./moves.js";
import { post } from "./net.js";
import { Play, newSeed } from "./play.js";
import { saveNext } from "./store.js";

const PATH = "/p/v1/analysis";
const SOLO = "/p/v1/solo";

// Status of a position that cannot be read.
const MALFORMED = 400;

// Maximum answers that are kept.
const SEEN_MAX = 200;

// The level at which a game goes on from here, unless another one is chosen.
const LEVEL = "strong";

// What a messenger puts behind a link, such as a full stop, is not part of it.
const trimmed = (text) => (text ?? "").replace(/[^\p{L}\p{N}]+$/u, "");

const isBegunBy = (line, begin) => begin.every((move, ply) => line[ply] === move);

export class Place extends Play {
  constructor() {
    super();
    // The moves that are tried, those that they branch off from, and how many of them are on the board.
    Object.assign(this, { line: [], main: [], ply: 0, seen: new Map(), reason: null, isLeaving: false });
    byId("menu").addEventListener("close", () => (this.isLeaving = false));
    addEventListener("hashchange", () => this.open());
    this.hideOwn();
    this.furnishOnce();
  }

  // Elements beside the board that other games do not have.
  furnishOnce() {
    this.bar = element("div", { className: "bar", role: "img" });
    this.best = element("p", { className: "sentence" });
    this.legend = element("p", { className: "sentence" });
    this.summary = element("summary");
    this.record = element("textarea", { rows: 3, spellcheck: false });
    this.opening = element("button", { className: "button" });
    const form = element("form", { className: "record" }, [this.record, this.opening]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.record.value.trim()) this.ask({ record: this.record.value }, { isNew: true });
    });
    this.details = element("details", {}, [this.summary, form]);
    byId("offers").before(this.bar);
    byId("study").replaceChildren(this.best, this.legend, this.details);
    byId("study").hidden = false;
    byId("steps").hidden = false;
    byId("analyse").hidden = true;
    byId("review").hidden = true;
  }

  speak(lang, words) {
    super.speak(lang, words);
    say(this.legend, words.values);
    say(this.summary, words["open-record"]);
    say(this.opening, words.open);
    this.record.setAttribute("aria-label", words["open-record"]);
  }

  begin(first) {
    this.first = first.game;
    return this.open();
  }

  // Opens the position that the address names.
  open() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const moves = trimmed(asked.get("moves")).split(",").filter(Boolean);
    return this.goTo(trimmed(asked.get("game")) || this.first, moves);
  }

  // Shows the position after these moves. If it cannot be read, that before the first wrong move is shown, or else the
  // first of all, with the reason. The address stays then.
  async goTo(game, moves) {
    const quietly = { isNew: true, isQuiet: true };
    let refused = await this.ask({ game, moves }, quietly);
    const isMalformed = refused?.status === MALFORMED;
    // As a record it is refused with the place of the mistake.
    if (isMalformed) refused = await this.ask({ record: `zerosum record 1 ${game} ${moves.join("  ")} *` }, quietly);
    if (!refused) return;
    const reason = refused.data.say ?? this.words.failed;
    // Trouble elsewhere takes no board away.
    if (!isMalformed && this.game && this.reason === null) return say(byId("say"), reason, true);
    const count = isMalformed ? await this.countReadable(game, moves) : -1;
    if (count === null) return;
    const isShown = count >= 0 && !(await this.ask({ game, moves: moves.slice(0, count) }, { ...quietly, reason }));
    if (!isShown) await this.ask({ game: this.first, moves: [] }, { isNew: true, reason });
  }

  // Returns how many of these moves can be read from the first one on, -1 if there is no such game, or null once
  // something else is asked for.
  async countReadable(game, moves) {
    const isNewest = this.newest(true);
    let [readable, wrong] = [-1, moves.length];
    while (isNewest() && wrong - readable > 1) {
      const middle = Math.floor((readable + wrong) / 2);
      const body = { v: 1, lang: this.lang, game, moves: moves.slice(0, middle), do: "show" };
      const answer = await post(SOLO, body, (said) => this.trouble(said), isNewest);
      if (answer?.status === 200) readable = middle;
      else wrong = middle;
    }
    return isNewest() ? readable : null;
  }

  get setup() {
    const { game, seats } = this.game;
    return this.isLeaving ? { game, level: LEVEL, side: seats.findIndex((seat) => seat.is_to_move) + 1 || 1 } : { game };
  }

  // On the board of the analysis no engine answers.
  get isForTwo() {
    return !this.isLeaving;
  }

  get opensHere() {
    return true;
  }

  // Asks for a position, and shows it as one of a line; one that is new is not a branch of it. It may be shown in place
  // of another one, for a reason. Returns the answer if it is refused, which is said unless that is done by the caller.
  async ask(request, options = {}) {
    const { isNew = false, line = this.line, isLoading = true, reason = null, isQuiet = false } = options;
    const isNewest = this.newest(isLoading);
    // What the address names is asked for by its own steps.
    this.unanswered = isQuiet || reason !== null ? null : [request, options];
    if (this.game) this.paint();
    const body = { v: 1, lang: this.lang, ...request };
    const key = JSON.stringify(body);
    const answer = this.seen.get(key) ?? (await post(PATH, body, (said) => this.trouble(said), isNewest));
    if (!answer || !isNewest()) return null;
    this.trouble();
    Object.assign(this, { isLoading: false, unanswered: null });
    if (answer.status === 200) {
      if (this.seen.size >= SEEN_MAX) this.seen.clear();
      this.seen.set(key, answer);
      const isSame = !isNew && answer.data.moves.join() === this.game?.moves.join();
      if (!isSame) this.reason = reason;
      this.follow(answer.data, isNew, line);
      return null;
    }
    this.pending = null;
    if (this.game) this.paint();
    if (!isQuiet) say(byId("say"), answer.data.say ?? this.words.failed, true);
    return answer;
  }

  notesOf(view) {
    return this.reason === null ? view.notes : [...view.notes, this.reason];
  }

  // Shows a position: a new one, one of the line, or one that branches off from it.
  follow(view, isNew, line) {
    const { moves } = view;
    this.line = line;
    if (isNew) Object.assign(this, { line: moves, main: moves });
    else if (!isBegunBy(this.line, moves)) {
      this.line = moves;
      if (isBegunBy(moves, this.main)) this.main = moves;
    }
    this.ply = moves.length;
    this.show(view);
  }

  play(move) {
    if (this.pending || this.isLoading || !this.game) return;
    this.pending = move;
    return this.ask({ game: this.game.game, moves: this.game.moves, ...move }, { isLoading: false });
  }

  step(way) {
    if (!this.game) return undefined;
    const end = this.line.length;
    const to = { first: 0, back: Math.max(this.ply - 1, 0), on: Math.min(this.ply + 1, end), last: end };
    return this.go(to[way]);
  }

  go(ply, line = this.line) {
    return this.ask({ game: this.game.game, moves: line.slice(0, ply) }, { line });
  }

  takeBack() {
    return this.step("back");
  }

  // Asks again in another language, for the same position unless another one is awaited.
  retell() {
    if (this.unanswered) return this.ask(...this.unanswered);
    return this.game && this.reason === null && !this.isLoading ? this.go(this.ply) : this.open();
  }

  // Begins another game: on this board, or against an engine from here.
  start(choice) {
    if (this.isLeaving) {
      const isSame = choice.game === this.game.game;
      saveNext({ ...choice, seed: newSeed() }, isSame ? this.game.moves : []);
      return location.assign("/");
    }
    return this.ask({ game: choice.game, moves: [] }, { isNew: true });
  }

  furnish(view) {
    for (const id of ["back", "restart"]) byId(id).hidden = true;
    const address = new URLSearchParams({ game: view.game, moves: view.moves.join(",") });
    if (this.reason === null) history.replaceState(null, "", `/a#${address}`);
    this.showChance(view);
    say(this.best, view.line ? `${this.words["best-line"]}: ${view.line.join(", ")}` : "");
    this.legend.hidden = !view.line;
    this.listMoves();
    const isBranch = !isBegunBy(this.main, this.line);
    refill(byId("offers"), [
      ...(isBranch ? [this.button("main-line", () => this.leaveBranch())] : []),
      ...(view.is_over ? [] : [this.button("play-from-here", () => this.leave())]),
      copyButton(this.words),
    ], this.board.grid);
  }

  // The bar of both sides, filled by the chance of the first one.
  showChance({ chance, seats }) {
    this.bar.style.setProperty("--chance", `${chance}%`);
    const [first, second] = [chance, 100 - chance].map((share, place) => `${seats[place].mark} ${share} %`);
    this.bar.setAttribute("aria-label", `${this.words.chances}: ${first}, ${second}`);
    this.bar.replaceChildren(element("span", { textContent: first }), element("span", { textContent: second }));
  }

  button(word, onClick) {
    const button = element("button", { type: "button", className: "button", textContent: this.words[word] });
    button.addEventListener("click", () => onClick(button));
    return button;
  }

  leaveBranch() {
    const fork = this.line.findIndex((move, ply) => this.main[ply] !== move);
    return this.go(fork, this.main);
  }

  leave() {
    this.isLeaving = true;
    byId("new").click();
  }

  listMoves() {
    const { line, main, ply } = this;
    const isTried = (place) => main[place] !== line[place];
    listMoves(byId("moves"), line, { ply, go: (to) => this.go(to), isTried, rest: this.board.grid });
  }
}
