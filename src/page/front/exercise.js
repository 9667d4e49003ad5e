// A position whose moves the server judges: a puzzle, or a step of a course.

import { byId, element, say } from "./dom.js";
import { get, post } from "./net.js";
import { forgetPass } from "./pass.js";
import { Play, newSeed } from "./play.js";
import { saveGame } from "./store.js";

export class Exercise extends Play {
  constructor() {
    super();
    for (const id of ["analyse", "review"]) byId(id).hidden = true;
  }

  get setup() {
    return { game: this.game?.game ?? this.first };
  }

  // Sends a request, of which the newest one counts, and shows its answer.
  async ask(send, onAnswer) {
    const number = (this.number += 1);
    const isNewest = () => number === this.number;
    const answer = await send((said) => this.trouble(said), isNewest);
    if (!answer || !isNewest()) return;
    this.trouble();
    this.pending = null;
    if (answer.status === 401) {
      // A pass that no longer counts is forgotten: anyone may ask here.
      forgetPass();
      return this.ask(send, onAnswer);
    }
    if (answer.status === 200) return onAnswer(answer.data);
    if (this.game) this.paint();
    say(byId("say"), answer.data.say ?? this.words.failed);
  }

  read(path, onAnswer) {
    return this.ask((trouble, isNewest) => get(path, trouble, isNewest), onAnswer);
  }

  try(body, onAnswer) {
    return this.ask((trouble, isNewest) => post(this.path, { v: 1, ...body }, trouble, isNewest), onAnswer);
  }

  // Tries a move, of which the answer is shown.
  tryMove(move, about, onAnswer) {
    if (this.pending || !this.game) return undefined;
    this.pending = move;
    this.paint();
    return this.try({ ...move, ...about }, onAnswer);
  }

  // Says that a move is wrong. The board stays as it is.
  miss(said) {
    this.paint();
    say(byId("say"), said);
  }

  // Starts a game, which is on the first page.
  start(choice) {
    saveGame({ ...choice, seed: newSeed() }, { moves: [] });
    location.assign("/");
  }

  furnish() {
    for (const id of ["back", "restart"]) byId(id).hidden = true;
  }

  button(word, onClick, className = "button") {
    const button = element("button", { type: "button", className, textContent: this.words[word] });
    button.addEventListener("click", onClick);
    return button;
  }
}
