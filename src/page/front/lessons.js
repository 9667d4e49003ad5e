// Courses: the list with all steps, and a step with its task. The server knows which moves are right, and what they
// teach. The steps that a visitor has passed are kept in the browser.

import { byId, element, refill, say } from "./dom.js";
import { Exercise } from "./exercise.js";
import { hasPass } from "./pass.js";
import { passedSteps, savePassed } from "./store.js";
import { showMain } from "./telegram.js";

const TOP = "/learn";

const pathOf = (course, step) => `${TOP}/${course.name}/${step}`;

// The steps of a course that were passed by a person, or in this browser.
const passedIn = ({ name, passed }) => (hasPass() ? passed : passedSteps(name));

// The first step that was not passed, or the first of all.
function nextIn(course) {
  const passed = passedIn(course);
  return course.steps.findIndex((_, place) => !passed.includes(place + 1)) + 1 || 1;
}

export class Place extends Exercise {
  constructor() {
    super();
    addEventListener("popstate", () => this.follow());
    byId("study").hidden = false;
  }

  get path() {
    return this.pathTo(this.game.course.name, this.game.step);
  }

  pathTo(course, step) {
    return `/p/v1/lesson/${course}/${step}?lang=${this.lang}`;
  }

  begin(first) {
    this.first = first.game;
    return this.follow();
  }

  // Shows what the address names.
  follow() {
    this.answer = null;
    const [, course, step] = /^\/learn\/([\w-]+)\/(\w+)$/.exec(location.pathname) ?? [];
    return course ? this.read(this.pathTo(course, step), (view) => this.show(view)) : this.list();
  }

  // Leads on from a step that is not there.
  wayOn() {
    return this.link(this.words["all-lessons"], TOP);
  }

  async go(path) {
    history.pushState(null, "", path);
    await this.follow();
    if (this.game) this.board.grid.focus();
    else byId("study").querySelector("a")?.focus();
  }

  list() {
    return this.read(`/p/v1/lessons?lang=${this.lang}`, ({ say: told, courses }) => {
      Object.assign(this, { game: null, pending: null });
      showMain(null);
      this.arrange(false);
      say(byId("title"), this.words.lessons);
      document.title = `${this.words.lessons} – zerosum`;
      say(byId("say"), told);
      byId("notes").replaceChildren();
      byId("offers").replaceChildren();
      byId("study").replaceChildren(...courses.map((course) => {
        const [count, all] = [passedIn(course).length, course.steps.length];
        const label = `${course.title} · ${count}/${all}${count === all ? " ✅" : ""}`;
        return element("section", { className: "course" }, [this.link(label, pathOf(course, nextIn(course))), this.listSteps(course)]);
      }));
    });
  }

  arrange(isStep) {
    super.arrange(isStep);
    this.showField(isStep);
    // The task says which side the reader has.
    byId("seats").hidden = true;
    super.furnish();
  }

  show(view) {
    this.arrange(true);
    super.show(view);
  }

  furnish(view) {
    const { course, step, is_done: isDone, then } = view;
    this.showField(!isDone);
    byId("live").classList.remove("over");
    const next = isDone && step < course.steps.length ? this.link(this.words["next-step"], pathOf(course, step + 1)) : null;
    const play = then ? element("button", { type: "button", textContent: then.label }) : null;
    play?.addEventListener("click", () => this.onChoice(then));
    const main = next ?? play;
    if (main) main.className = "button main";
    refill(byId("offers"), [
      ...(main ? [main] : []),
      isDone ? this.button("try-again", () => this.again()) : this.button("show-me", () => this.reveal()),
      this.link(this.words["all-lessons"], TOP),
    ], this.board.grid);
    refill(byId("study"), [this.listSteps(course, step)], this.board.grid);
  }

  // A link within the courses, which loads no page.
  link(label, path, className = "button") {
    const link = element("a", { href: path, className, textContent: label });
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.go(path);
    });
    return link;
  }

  // Links to all steps of a course.
  listSteps(course, current) {
    const passed = passedIn(course);
    const links = course.steps.map((name, place) => {
      const number = place + 1;
      const isPassed = passed.includes(number);
      const link = this.link(number, pathOf(course, number), isPassed ? "step passed" : "step");
      link.setAttribute("aria-label", isPassed ? `${name}, ${this.words.passed}` : name);
      if (number === current) link.setAttribute("aria-current", "step");
      return link;
    });
    const list = element("nav", { className: "course-steps" }, links);
    list.setAttribute("aria-label", course.title);
    return list;
  }

  play(move) {
    if (!this.game || this.game.is_done) return undefined;
    const { course, step } = this.game;
    return this.tryMove(move, this.progress, ({ is_right: isRight, say: said, lesson }) => {
      if (!isRight) return this.missTask(said);
      if (!hasPass()) savePassed(course.name, step);
      this.answer = move;
      return this.show(lesson);
    });
  }

  // Sent by a visitor to the server, which keeps nothing of them.
  get progress() {
    return hasPass() ? {} : { passed: passedSteps(this.game.course.name) };
  }

  // Shows the right moves.
  reveal() {
    return this.try({ show: true, ...this.progress }, (view) => this.show(view));
  }

  // Says why a move is wrong, with a button that brings the task back.
  missTask(said) {
    this.miss(said);
    if (byId("offers").querySelector(".task")) return;
    const { say: task } = this.game;
    const again = this.button("try-again", () => {
      say(byId("say"), task);
      again.remove();
      this.board.grid.focus();
    }, "button task");
    byId("offers").prepend(again);
  }

  async again() {
    await this.follow();
    this.board.grid.focus();
  }

  // Steps of a game are not stepped through here.
  step() {}

  takeBack() {
    return this.game?.is_done ? this.again() : undefined;
  }

  retell() {
    if (!this.game?.is_done || this.isLoading) return this.follow();
    const { answer } = this;
    return answer ? this.try({ ...answer, ...this.progress }, ({ lesson }) => this.show(lesson)) : this.reveal();
  }
}
