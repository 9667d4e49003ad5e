// A position whose moves the server judges: a puzzle, or a step of a course.

import { byId, element, say } from "./dom.js";
import { get, post } from "./net.js";
import { forgetPass } from "./pass.js";
import { Play, newSeed } from "./play.js";
import { saveNext } from "./store.js";

export class Exercise extends Play {
  constructor() {
    super();
    for (const id of ["analyse", "review"]) byId(id).hidden = true;
    this.hideOwn();
  }

  get setup() {
    return { game: this.game?.game ?? this.first };
  }

  get isForTwo() {
    return false;
  }

  // Makes room for the board, which stays where it is however long the texts are, or for a list.
  arrange(hasBoard) {
    const stage = byId("board").parentElement;
    stage.hidden = !hasBoard;
    stage.parentElement.className = hasBoard ? "exercise" : "listed";
  }

  // Sends a request and shows its answer.
  async ask(send, onAnswer, isLoading) {
    const isNewest = this.newest(isLoading);
    const answer = await send((said) => this.trouble(said), isNewest);
    if (!answer || !isNewest()) return;
    this.trouble();
    this.isLoading = false;
    if (answer.status === 401) {
      // A pass that no longer counts is forgotten: anyone may ask here.
      forgetPass();
      return this.ask(send, onAnswer, isLoading);
    }
    if (answer.status === 200) return onAnswer(answer.data);
    this.pending = null;
    if (this.game) this.paint();
    else byId("offers").replaceChildren(this.wayOn());
    say(byId("say"), answer.data.say ?? this.words.failed, true);
  }

  // Asks for another position.
  read(path, onAnswer) {
    return this.ask((trouble, isNewest) => get(path, trouble, isNewest), onAnswer, true);
  }

  // Sends something about the position that is shown: for another one, unless it is a move.
  try(body, onAnswer, isLoading = true) {
    const { path } = this;
    return this.ask((trouble, isNewest) => post(path, { v: 1, ...body }, trouble, isNewest), onAnswer, isLoading);
  }

  // Tries a move, of which the answer is shown.
  tryMove(move, about, onAnswer) {
    if (this.pending || this.isLoading || !this.game) return undefined;
    this.pending = move;
    this.paint();
    return this.try({ ...move, ...about }, onAnswer, false);
  }

  // Says that a move is wrong. The board stays as it is.
  miss(said) {
    this.pending = null;
    this.paint();
    say(byId("say"), said, true);
  }

  // Starts a game, which is on the first page.
  start(choice) {
    saveNext({ ...choice, seed: newSeed() });
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
