// A game of the chat: what is tapped is sent to the server, and every change comes back by a stream.

import { byId, copyButton, element, say } from "./dom.js";
import { post } from "./net.js";
import { forgetPass, goTo, hasPass } from "./pass.js";
import { Play, newSeed } from "./play.js";
import { saveLive, saveNext } from "./store.js";
import { Stream } from "./stream.js";
import { askBeforeClosing, shake, showMain } from "./telegram.js";

const TICK_MS = 250;

// Time after which a move without an answer is sent again.
const MOVE_TIMEOUT_MS = 4_000;

// Starts a game of this person against an engine, and goes there.
export async function beginLive(play, { game, side, level }, { once, isWanted }) {
  const path = `/p/v1/games?lang=${play.lang}`;
  const body = { v: 1, once, game, side, level };
  say(byId("say"), play.words.waiting);
  const answer = await post(path, body, (said) => play.trouble(said), isWanted);
  if (!isWanted()) return;
  play.trouble();
  if (answer.status === 201) location.assign(`/g/${answer.data.link}`);
  else refused(play, answer);
}

// Says why a person is refused. A pass that no longer counts is forgotten.
export function refused(play, { status, data }) {
  if (status === 401) forgetPass();
  say(byId("say"), data.say ?? play.words.failed, true);
  play.leadTo(data.chat);
}

// A state as a text, without its clock and without the answer to a question.
const textOf = ({ clock, told, ...state }) => JSON.stringify(state);

export class Live extends Play {
  // Begins with a state, which may be one that the browser has kept.
  constructor(first, seenAt = new Date()) {
    super();
    this.link = first.link;
    this.seenAt = seenAt;
    // Whether the state that is shown is the one of this viewer.
    this.isOwn = false;
    this.stream = new Stream(() => this.path("/stream"), {
      state: (state) => this.receive(state),
      gone: () => this.end(this.words.gone),
      refused: (status, data) => this.refuse(status, data),
      lost: (said) => this.lose(said),
    });
    setInterval(() => this.tick(), TICK_MS);
  }

  path(end) {
    return `/p/v1/game/${this.link}${end}?lang=${this.lang}`;
  }

  // Begins with the state that is shown. The stream brings the one of this viewer, who may be anyone.
  begin(isAnyone) {
    this.isOwn ||= isAnyone;
    this.showNotes(this.notesOf(this.game));
    this.stream.run();
  }

  // Says everything in another language, by a new connection.
  retell() {
    this.stream.reopen();
  }

  get setup() {
    return { game: this.game.game, side: this.game.side };
  }

  get isForTwo() {
    return false;
  }

  // Shows a state unless a newer one is shown. One that comes again brings the clock alone, and a move that is pending
  // there stays so.
  receive(state) {
    const isAgain = state.rev === this.rev;
    if (!isAgain || !(this.pending || this.isObeying)) this.trouble();
    if (state.rev < this.rev) return;
    this.seenAt = new Date();
    const wasOwn = this.isOwn;
    this.isOwn = true;
    saveLive(state);
    if (isAgain && textOf(state) === textOf(this.game)) {
      this.game.clock = state.clock;
      if (!wasOwn) this.showNotes(this.notesOf(this.game));
      this.showClock();
    } else {
      this.show(state, isAgain ? this.pending : null);
    }
  }

  play(move) {
    if (this.pending || !this.game) return;
    if (this.game.side === undefined) return this.takeSeat();
    this.pending = move;
    this.paint();
    shake("move");
    return this.act({ seen: this.rev, ...move }, move);
  }

  // Takes the seat that is free for this viewer, as the sentence about it says.
  takeSeat() {
    const seat = this.game.controls?.find(({ group }) => group === "seat");
    return seat && this.obey(seat.tap);
  }

  // Sends what a control asks for, unless another one has no answer yet.
  async obey(tap) {
    if (this.isObeying) return;
    this.isObeying = true;
    try {
      await this.act({ tap });
    } finally {
      this.isObeying = false;
    }
  }

  // Sends an action until there is an answer, and a move as long as nothing newer is shown. Another game is gone to.
  async act(request, move) {
    const { lang, rev } = this;
    const isWanted = () => !move || this.rev === request.seen;
    const trouble = (said) => this.trouble(said);
    const answer = await post(this.path("/act"), { v: 1, ...request }, trouble, isWanted, move && MOVE_TIMEOUT_MS);
    if (!answer) return;
    this.trouble();
    const { data, status, isRepeated } = answer;
    const state = status === 200 ? data : data.state;
    if (status === 200 && data.link !== this.link) return goTo(data.link);
    // States in another language come by the stream.
    if (state && lang === this.lang) this.receive(state);
    if (move && this.pending === move) {
      this.pending = null;
      this.paint();
    }
    if (status === 401) return this.refuse(status, data);
    // What was done at the first try is refused at the next one, and so is what comes too late.
    const isLate = !move && isRepeated && status === 409 && state?.rev > rev;
    if (isLate) this.note(data.say);
    else if (status !== 200) {
      shake("refusal");
      say(byId("say"), data.say ?? this.words.failed, true);
    }
    if (data.told) this.tell(data.told);
  }

  // A pass that no longer counts is forgotten: the game is watched, which is said as long as it is.
  refuse(status, { say: said, chat }) {
    if (status !== 401) return this.end(said);
    forgetPass();
    this.leadTo(chat);
    this.reason = said;
    this.showNotes(this.notesOf(this.game));
    return this.retell();
  }

  end(said) {
    this.deny(said);
    showMain(null);
    askBeforeClosing(false);
    byId("offers").hidden = true;
    this.showField(false);
  }

  // Says that no states come, and since when: in the server's words if it has said why.
  lose(said) {
    if (said) return this.trouble(said);
    const time = this.seenAt.toLocaleTimeString(this.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    this.trouble(`${this.words["as-of"]} ${time}.`);
  }

  // A viewer without a seat is told so, but no player before their own state is there.
  notesOf(game) {
    const notes = [...game.notes, ...(game.talk ?? [])];
    if (game.side !== undefined) return notes;
    const told = this.reason ?? (this.isOwn ? this.words.watching : null);
    return told === null ? notes : [...notes, told];
  }

  furnish(game) {
    this.rev = game.rev;
    for (const id of ["back", "restart"]) byId(id).hidden = true;
    this.showField(!game.is_over && game.side !== undefined);
    this.showClock();
    this.showControls(game.controls ?? []);
    this.listMoves();
  }

  // Shows the clock of the state that has come last.
  showClock() {
    this.clockAt = performance.now() - (Date.now() - this.seenAt);
    this.tick();
    const { side, clock } = this.game;
    askBeforeClosing(side !== undefined && Boolean(clock?.runs ?? clock?.waits));
  }

  // Shows the time that each side has left.
  tick() {
    const { clock } = this.game ?? {};
    if (!clock) return;
    const seats = byId("seats").querySelectorAll(".seat");
    clock.left.forEach((left, place) => {
      const passed = clock.runs === place + 1 ? performance.now() - this.clockAt : 0;
      const seconds = Math.ceil(Math.max(left - passed, 0) / 1000);
      const { mark, name } = this.game.seats[place];
      const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      const two = (number) => String(number).padStart(2, "0");
      const time = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
      say(seats[place], `${mark} ${name} ${time}`);
    });
  }

  // Shows the buttons of the game, unless they are there: a state may come twice.
  showControls(controls) {
    const told = JSON.stringify([controls, this.game.is_over, this.game.next, this.lang, hasPass()]);
    if (told !== this.told) this.layControls(controls);
    this.told = told;
  }

  // Those of a group are in a list of their own. The focus stays on its button, or goes to the board.
  layControls(controls = this.game.controls ?? []) {
    const left = byId("offers").contains(document.activeElement) ? document.activeElement.textContent || this.words["copy-link"] : null;
    const buttons = controls.filter(({ group }) => group !== "say").map((control) => this.button(control));
    const said = controls.filter(({ group }) => group === "say");
    if (said.length > 0) buttons.push(this.listButton(`\u{1f4ac} ${this.words.say}`, said));
    if (this.game.next) {
      const { next } = this.game;
      buttons.unshift(this.plain(this.words["next-game"], () => goTo(next)));
    }
    if (this.game.is_over) buttons[0]?.classList.add("main");
    // People have it beside the list of their games. A login is not passed on.
    if (!hasPass()) buttons.push(copyButton(this.words, location.origin + location.pathname));
    byId("offers").replaceChildren(...buttons);
    if (left === null) return;
    // A switch has a sign before its label while it is on.
    const isSame = ({ textContent: label }) => label.endsWith(left) || left.endsWith(label);
    (buttons.find(isSame) ?? this.board.grid).focus();
  }

  button({ label, tap, asks }) {
    const button = element("button", { type: "button", className: "button", textContent: label });
    button.addEventListener("click", () => (asks ? this.question(asks, label, tap) : this.obey(tap)));
    return button;
  }

  listButton(label, controls) {
    const button = element("button", { type: "button", className: "button", textContent: label, ariaHasPopup: "true" });
    button.addEventListener("click", () => {
      const back = this.plain(this.words.close, () => this.layControls());
      byId("offers").replaceChildren(...controls.map((control) => this.button(control)), back);
      byId("offers").firstChild.focus();
    });
    return button;
  }

  question(asks, label, tap) {
    const yes = this.plain(label, () => {
      this.layControls();
      this.obey(tap);
    });
    const no = this.plain(this.words.no, () => this.layControls());
    const text = element("span", { className: "sentence", textContent: asks });
    byId("offers").replaceChildren(text, yes, no);
    no.focus();
  }

  plain(label, onClick) {
    const button = element("button", { type: "button", className: "button", textContent: label });
    button.addEventListener("click", onClick);
    return button;
  }

  // Shows a longer text.
  tell(text) {
    const dialog = byId("help");
    const close = this.plain(this.words.close, () => dialog.close());
    dialog.setAttribute("aria-label", this.game.title);
    dialog.replaceChildren(
      element("p", { className: "told", textContent: text }),
      element("div", { className: "buttons" }, [close]),
    );
    dialog.showModal();
  }

  // Obeys a key, if there is a control for it.
  press(key) {
    const control = this.game.controls?.find((own) => own.key === key);
    if (control && !this.pending) this.obey(control.tap);
  }

  takeBack() {
    this.press("u");
  }

  // Starts another game, which is on the first page.
  start(choice) {
    saveNext({ ...choice, seed: newSeed() });
    location.assign("/");
  }
}
