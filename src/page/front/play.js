// A game of this browser: what is tapped is sent with all moves so far, and the answer is shown.

import { byId, element, refill, say } from "./dom.js";
import { listMoves } from "./moves.js";
import { post, retryNow } from "./net.js";
import { saveGame, savedGame } from "./store.js";
import { Board } from "./scene.js";
import { shake, showMain } from "./telegram.js";

const PATH = "/p/v1/solo";

// The engine's chance, another one in each game.
export const newSeed = () => Math.floor(Math.random() * 0x7fffffff);

// Returns whether two kept games are the same one after the same moves.
const isSame = (one, other) => one.seed === other.seed && one.moves.join() === other.moves.join();

export class Play {
  constructor() {
    this.board = new Board(byId("board"), (move) => this.play(move));
    this.number = 0;
    this.pending = null;
    this.isLoading = false;
    // The last request, until it is answered.
    this.unanswered = null;
    // The game before this one, which can be taken back as well.
    this.before = null;
    // The kept game as this tab has read or written it last. Another tab may keep a newer one.
    this.kept = null;
    byId("restart").addEventListener("click", () => this.restart());
    byId("back").addEventListener("click", () => this.takeBack());
    byId("retry").addEventListener("click", retryNow);
    byId("move").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = byId("text").value.trim();
      if (text) this.play({ text });
    });
  }

  // Shows the page in a language.
  speak(lang, words) {
    this.lang = lang;
    this.words = words;
    document.documentElement.lang = lang;
    const labels = {
      new: "new", restart: "restart", back: "take-back", whole: "whole-board",
      retry: "retry", "move-label": "move", play: "play", keys: "keys", review: "review", analyse: "analysis", analysis: "analysis",
      chat: "open-chat",
    };
    for (const [id, word] of Object.entries(labels)) say(byId(id), words[word]);
    byId("moves").setAttribute("aria-label", words.moves);
    byId("scheme").setAttribute("aria-label", byId("scheme").title = words.scheme);
    for (const id of ["zoom-in", "zoom-out", "step-first", "step-back", "step-on", "step-last"]) byId(id).setAttribute("aria-label", byId(id).title = words[id]);
  }

  // Two people play on this device.
  get isForTwo() {
    return !this.setup.level;
  }

  // A game that is chosen begins on this board in any case, as on that of the analysis.
  get opensHere() {
    return false;
  }

  // Begins a game that is here already, in place of another one.
  begin(game, before = this.before) {
    Object.assign(this, { before, kept: null });
    this.setup = { game: game.game, side: game.side, level: game.level, seed: newSeed() };
    this.show(game);
  }

  // Begins another game, or goes on with this one if that is refused.
  start({ game, side, level }) {
    const isPlayed = Boolean(this.game) && this.pliesBefore() >= 0;
    const before = isPlayed ? { moves: this.game.moves, setup: this.setup } : this.before;
    return this.load([], { game, side, level, seed: newSeed() }, before);
  }

  // Goes on with a game that the browser has kept. Returns whether it could be read.
  async resume(saved) {
    const { moves, shown, before = null, ...setup } = saved;
    this.kept = saved;
    if (shown || !this.game) Object.assign(this, { setup, before });
    const isShown = Boolean(shown) && this.showKept(shown);
    // Until it is there, the game before it takes no moves.
    return this.ask({ moves, do: "show" }, { setup, before, isLoading: !isShown });
  }

  // Shows a kept state. Returns whether that was possible.
  showKept(shown) {
    const { game } = this;
    try {
      this.show(shown);
      return true;
    } catch {
      this.game = game;
      return false;
    }
  }

  // Goes on with the game that another tab has kept.
  follow() {
    const saved = savedGame();
    if (!saved || !this.game || this.pending || this.isLoading) return;
    if (!this.kept || !isSame(saved, this.kept)) this.resume(saved);
  }

  restart() {
    const { game, side, level } = this.setup;
    return this.start({ game, side, level });
  }

  // Asks again in another language, for the same position unless a move or another game is awaited.
  retell() {
    if (!this.game) return undefined;
    return this.ask(...(this.unanswered ?? [{ moves: this.game.moves, do: "show" }]));
  }

  // Number of moves left when the visitor's last one is taken back.
  pliesBefore() {
    const { moves, side } = this.game;
    if (side === undefined) return moves.length - 1;
    const isOwn = (ply) => ply % 2 === side - 1;
    let ply = moves.length - 1;
    while (ply >= 0 && !isOwn(ply)) ply -= 1;
    return ply;
  }

  // Takes back the last move, or at the beginning the game itself: the one before goes on.
  takeBack() {
    const plies = this.pliesBefore();
    if (plies >= 0) this.load(this.game.moves.slice(0, plies));
    else if (this.before) this.load(this.before.moves, this.before.setup, null);
  }

  // Shows the position after these moves, whatever is kept.
  load(moves, setup, before) {
    this.kept = null;
    return this.ask({ moves, do: "show" }, { setup, before, isLoading: true });
  }

  play(move) {
    if (this.pending || this.isLoading || !this.game) return;
    this.pending = move;
    shake("move");
    return this.ask({ moves: this.game.moves, do: "play", ...move });
  }

  // Begins a request, of which only the newest one counts. No move is made while another position is loaded. Returns a
  // function that says whether it is still the newest one.
  newest(isLoading) {
    const number = (this.number += 1);
    this.isLoading = isLoading;
    return () => number === this.number;
  }

  // Sends a request and shows the answer. Returns whether it was accepted.
  async ask(request, options = {}) {
    const { setup = this.setup, before = this.before, isLoading = false } = options;
    const isNewest = this.newest(isLoading);
    this.unanswered = [request, options];
    if (this.game) this.paint();
    const body = { v: 1, lang: this.lang, ...setup, ...request };
    const answer = await post(PATH, body, (said) => this.trouble(said), isNewest);
    if (!answer || !isNewest()) return true;
    this.trouble();
    Object.assign(this, { isLoading: false, unanswered: null });
    if (answer.status === 200) {
      Object.assign(this, { setup, before });
      this.show(answer.data);
      this.follow();
      return true;
    }
    this.pending = null;
    if (this.game) {
      this.paint();
      shake("refusal");
      say(byId("say"), answer.data.say ?? this.words.failed, true);
      this.follow();
    }
    return false;
  }

  // Says that there is no answer, and why if the server has said so; without an argument all is well.
  trouble(said) {
    const isWell = said === undefined;
    byId("trouble").hidden = isWell;
    byId("retry").hidden = isWell;
    say(byId("trouble"), isWell ? "" : (said ?? this.words["no-connection"]));
  }

  // Says why something cannot be had, which no other try changes, with a way to the chat if that helps.
  deny(said, chat) {
    this.trouble(said);
    byId("retry").hidden = true;
    this.leadTo(chat);
  }

  // Shows the way to the chat of the bot, or hides it.
  leadTo(chat) {
    if (chat) byId("chat").href = chat;
    byId("chat").hidden = !chat;
  }

  // Shows a state, in which a move may still be pending.
  show(game, pending = null) {
    if (game.is_over && this.game?.is_over === false) shake("end");
    // The field is emptied by its move alone.
    const isTaken = this.pending && game.moves.length > this.game.moves.length;
    if (isTaken && byId("text").value.trim() === this.pending.text) byId("text").value = "";
    const placeOf = (state) => state && [state.game, ...state.moves].join();
    const isMoved = placeOf(this.game) !== placeOf(game);
    this.game = game;
    this.pending = pending;
    say(byId("title"), game.title);
    document.title = `${game.title} – zerosum`;
    this.paint();
    say(byId("say"), game.say, isMoved);
    this.showNotes(this.notesOf(game), isMoved);
    byId("seats").replaceChildren(...game.seats.map(({ mark, name, is_to_move: isToMove }) =>
      element("span", { className: isToMove ? "seat turn" : "seat", textContent: `${mark} ${name}` })));
    if (game.dare) byId("seats").append(element("span", { className: "dare", textContent: game.dare }));
    byId("live").classList.toggle("over", game.is_over);
    this.showField(!game.is_over);
    this.furnish(game);
    showMain(game.is_over ? byId("offers").querySelector(".main") : null);
    this.onShown?.(game);
  }

  // Hides the buttons and the field of one's own game, which is not on the board.
  hideOwn() {
    for (const id of ["back", "restart"]) byId(id).hidden = true;
    this.showField(false);
  }

  // Keeps the game, and shows the buttons beside it.
  furnish(game) {
    this.keep(game);
    byId("back").hidden = false;
    byId("back").setAttribute("aria-disabled", this.pliesBefore() < 0 && !this.before);
    byId("restart").hidden = game.is_over;
    this.offer(game.offers ?? []);
    this.listMoves();
  }

  // Lists the moves so far, those of a finished game as buttons.
  listMoves(ply) {
    const { game } = this;
    listMoves(byId("moves"), game.moves, { ply, go: game.is_over && this.onPly, rest: this.board.grid });
  }

  // Keeps the game, unless another tab has kept another one since.
  keep(game) {
    const now = savedGame();
    if (now && this.kept && !isSame(now, this.kept)) return;
    saveGame(this.setup, game, this.before);
    this.kept = savedGame();
  }

  // Shows the field for moves, or hides it: then the board takes its focus.
  showField(isShown) {
    const field = byId("move");
    const isLeft = !isShown && field.contains(document.activeElement);
    field.hidden = !isShown;
    if (isLeft) this.board.grid.focus();
  }

  notesOf(game) {
    return game.notes;
  }

  // Shows lines below the sentence, which are announced, unless they are there and answer nothing.
  showNotes(notes, isAnswer = false) {
    const host = byId("notes");
    const told = [...host.children].map(({ textContent }) => textContent);
    if (!isAnswer && JSON.stringify(told) === JSON.stringify(notes)) return;
    host.replaceChildren();
    notes.forEach((note) => this.note(note));
  }

  // Adds a line below the sentence.
  note(text) {
    byId("notes").append(element("span", { textContent: text }));
  }

  offer(offers) {
    refill(byId("offers"), offers.map(({ label, side, level }, place) => {
      const button = element("button", { type: "button", className: place === 0 ? "button main" : "button", textContent: label });
      button.addEventListener("click", () => {
        this.start({ game: this.setup.game, side, level });
        this.board.grid.focus();
      });
      return button;
    }), this.board.grid);
  }

  paint() {
    this.board.show(this.game, { words: this.words, pending: this.pending, isOver: this.game.is_over });
  }
}
