// A game of the chat: what is tapped is sent to the server, and every change comes back by a stream.

import { byId, element, say } from "./dom.js";
import { get, post } from "./net.js";
import { forgetPass, goTo, hasPass } from "./pass.js";
import { Play, newSeed } from "./play.js";
import { saveGame, saveLive } from "./store.js";
import { Stream } from "./stream.js";
import { askBeforeClosing, shake, showMain } from "./telegram.js";

const TICK_MS = 250;

// A random text, by which the server knows a repeated request.
export const requestKey = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Starts a game of this person against an engine, and goes there. Returns whether it has begun.
export async function beginLive(play, { game, side, level }) {
  const path = `/p/v1/games?lang=${play.lang}`;
  const body = { v: 1, once: requestKey(), game, side, level };
  const answer = await post(path, body, (said) => play.trouble(said), () => true);
  play.trouble();
  if (answer.status === 401) forgetPass();
  if (answer.status === 201) location.assign(`/g/${answer.data.link}`);
  else say(byId("say"), answer.data.say ?? play.words.failed);
  return answer.status === 201;
}

// The open games of this person.
export async function listGames(play) {
  const answer = await get(`/p/v1/games?lang=${play.lang}`, (said) => play.trouble(said), () => true);
  play.trouble();
  return answer?.status === 200 ? answer.data.games : null;
}

export class Live extends Play {
  // Begins with a state, which may be one that the browser has kept.
  constructor(first, seenAt = new Date()) {
    super();
    this.link = first.link;
    this.seenAt = seenAt;
    this.stream = new Stream(() => this.path("/stream"), {
      state: (state) => this.receive(state),
      gone: () => this.end(this.words.gone),
      refused: (status, said) => this.refuse(status, said),
      lost: () => this.lose(),
    });
    setInterval(() => this.tick(), TICK_MS);
  }

  path(end) {
    return `/p/v1/game/${this.link}${end}?lang=${this.lang}`;
  }

  // Begins with the state in the page. The stream brings the one of this viewer.
  begin(first) {
    this.show(first);
    this.stream.run();
  }

  // Says everything in another language, by a new connection.
  retell() {
    this.rev = -1;
    this.stream.abort?.abort();
  }

  get setup() {
    return { game: this.game.game, side: this.game.side };
  }

  // Shows a state unless a newer one is shown.
  receive(state) {
    this.trouble();
    if (this.game && state.rev < this.rev) return;
    this.seenAt = new Date();
    saveLive(state);
    this.show(state);
  }

  play(move) {
    if (this.pending || !this.game) return;
    if (this.game.side === undefined) return;
    this.pending = move;
    shake("move");
    return this.act({ seen: this.game.rev, ...move });
  }

  // Sends an action until there is an answer. Another game is gone to.
  async act(request) {
    this.paint();
    const answer = await post(this.path("/act"), { v: 1, ...request }, (said) => this.trouble(said), () => true);
    this.trouble();
    this.pending = null;
    const { data, status } = answer;
    if (status === 401) return this.refuse(status, data.say);
    const state = status === 200 ? data : data.state;
    if (status === 200 && data.link !== this.link) return goTo(data.link);
    if (state) this.receive(state);
    else this.paint();
    if (status !== 200) {
      shake("refusal");
      say(byId("say"), data.say ?? this.words.failed);
    }
    if (data.told) this.tell(data.told);
  }

  // A pass that no longer counts is forgotten: the game is watched, which is said as long as it is.
  refuse(status, said) {
    if (status !== 401) return this.end(said);
    forgetPass();
    this.reason = said;
    return this.retell();
  }

  end(said) {
    this.trouble(said);
    showMain(null);
    askBeforeClosing(false);
    byId("retry").hidden = true;
    for (const id of ["offers", "move"]) byId(id).hidden = true;
  }

  lose() {
    const time = this.seenAt.toLocaleTimeString(this.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    this.trouble(`${this.words["as-of"]} ${time}.`);
  }

  furnish(game) {
    this.rev = game.rev;
    this.clockAt = performance.now() - (Date.now() - this.seenAt);
    const isSeated = game.side !== undefined;
    for (const id of ["back", "restart"]) byId(id).hidden = true;
    byId("move").hidden = game.is_over || !isSeated;
    if (!isSeated) this.note(this.reason ?? this.words.watching);
    this.tick();
    this.showControls(game.controls ?? []);
    askBeforeClosing(isSeated && Boolean(game.clock?.runs));
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
    const told = JSON.stringify([controls, this.game.is_over, this.game.next]);
    if (told !== this.told) this.layControls(controls);
    this.told = told;
  }

  // Those of a group are in a list of their own. The focus stays on its button.
  layControls(controls = this.game.controls ?? []) {
    const left = byId("offers").contains(document.activeElement) ? document.activeElement.textContent : null;
    const buttons = controls.filter(({ group }) => group !== "say").map((control) => this.button(control));
    const said = controls.filter(({ group }) => group === "say");
    if (said.length > 0) buttons.push(this.listButton(`\u{1f4ac} ${this.words.say}`, said));
    if (this.game.next) {
      const { next } = this.game;
      buttons.unshift(this.plain(this.words["next-game"], () => goTo(next)));
    }
    if (this.game.is_over) buttons[0]?.classList.add("main");
    byId("offers").replaceChildren(...buttons);
    if (left === null) return;
    // A switch has a sign before its label while it is on.
    const isSame = ({ textContent: label }) => label.includes(left) || left.includes(label);
    (buttons.find(isSame) ?? buttons[0])?.focus();
  }

  button({ label, tap, asks }) {
    const button = element("button", { type: "button", className: "button", textContent: label });
    button.addEventListener("click", () => (asks ? this.question(asks, label, tap) : this.act({ tap })));
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
      this.act({ tap });
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
    if (control && !this.pending) this.act({ tap: control.tap });
  }

  takeBack() {
    this.press("u");
  }

  // Starts another game: against an engine in the chat, for two on this device.
  start(choice) {
    if (choice.level && hasPass()) return beginLive(this, choice);
    saveGame({ ...choice, seed: newSeed() }, { moves: [] });
    location.assign("/");
    return undefined;
  }
}
