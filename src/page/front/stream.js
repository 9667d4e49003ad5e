// The states of a game, sent by the server as they change.

import { pause, pauseAfter } from "./net.js";
import { passHeader } from "./pass.js";

// The server sends something at least this often.
const SILENCE_MS = 25_000;

// A page that is not seen for so long needs no states.
const HIDDEN_MS = 30_000;

// A connection may be dead after its page was not seen for so long.
const DOUBTED_MS = 5_000;

export class Stream {
  // `on` is told of each state, of the end of the game, of a refused pass, and of lost connections.
  constructor(path, on) {
    this.path = path;
    this.on = on;
    this.isWanted = true;
    document.addEventListener("visibilitychange", () => this.rest());
    addEventListener("online", () => this.reopen());
  }

  // Closes the connection of a page that is not seen.
  rest() {
    clearTimeout(this.resting);
    if (document.hidden) {
      this.hiddenAt = Date.now();
      this.resting = setTimeout(() => {
        this.isResting = true;
        this.abort?.abort();
      }, HIDDEN_MS);
    } else {
      this.isResting = false;
      this.awake?.();
      if (Date.now() - this.hiddenAt > DOUBTED_MS) this.reopen();
    }
  }

  // Goes on by another connection at once.
  reopen() {
    this.isReopened = true;
    this.abort?.abort();
  }

  close() {
    this.isWanted = false;
    this.abort?.abort();
  }

  async run() {
    for (let failures = 0; this.isWanted; failures += 1) {
      if (this.isResting) await new Promise((resolve) => (this.awake = resolve));
      if (!this.isWanted) return;
      this.isReopened = false;
      let isRefused = false;
      let said = null;
      try {
        const isFresh = await this.connect();
        if (isFresh) failures = -1;
        isRefused = isFresh === null;
      } catch (error) {
        said = error.said;
      }
      const isReopened = this.isReopened && !isRefused;
      if (isReopened) failures = -1;
      if (!this.isWanted || this.isResting || isReopened) continue;
      if (!isRefused) this.on.lost(said);
      await pause(pauseAfter(Math.max(failures, 0)));
    }
  }

  // Reads until the connection ends. Returns whether it has brought a state; null if it was refused.
  async connect() {
    this.abort = new AbortController();
    const answer = await this.within(fetch(this.path(), { headers: passHeader(), signal: this.abort.signal }));
    if (answer.status === 401 || answer.status === 404) {
      const refusal = await this.within(answer.json());
      // Without a sentence it comes from elsewhere, such as a proxy.
      if (!refusal?.say) throw new Error("refused elsewhere");
      if (answer.status === 404) this.isWanted = false;
      this.on.refused(answer.status, refusal);
      return null;
    }
    if (!answer.ok) {
      const { say: said } = await this.within(answer.json()).catch(() => ({}));
      throw Object.assign(new Error("refused for now"), { said });
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let isFresh = false;
    for (;;) {
      const { value, done } = await this.within(reader.read());
      if (done) return isFresh;
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) isFresh = this.hear(event) || isFresh;
    }
  }

  hear(event) {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
    if (name === "state") this.on.state(JSON.parse(data));
    if (name === "gone") {
      this.isWanted = false;
      this.on.gone();
    }
    return name === "state";
  }

  // Waits for something, but not for a connection that is dead.
  async within(work) {
    const abort = this.abort;
    const timer = setTimeout(() => abort.abort(), SILENCE_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }
}
