// State of the page: a copy of the server's state, kept up to date by its events.
// Nothing here touches the document, of which only its visibility is of interest.

/** The copy. `messages` maps a chat's id to a map from message ids to messages. */
export const state = {
  session: null,
  bot: null,
  users: new Map(),
  chats: new Map(),
  messages: new Map(),
  profile: { commands: {}, description: {}, short_description: {} },
  calls: [],
};

const CALLS_LIMIT = 200;
const RETRY_MILLIS = 1500;

// A page that is hidden for so long goes without events, also for its title. Browsers have six connections to a server.
const HIDDEN_MILLIS = 30_000;

// A request may wait for a connection that is not to be had.
const TIMEOUT_MILLIS = 15_000;
const KINDS = ["message", "deleted", "toast", "expired", "inline", "typing", "call", "profile", "chat"];

const listeners = new Map();

/** Calls `listener` at each event of `kind`, after the copy has taken it in. Beside
 *  the server's kinds there are `state` (everything may be new) and `connection`
 *  (with true or false). A `message` comes with the version it replaces, if any. */
export function listen(kind, listener) {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

/** Opens the stream of events, and opens it again for as long as the page lives and is seen. */
export function connect() {
  document.addEventListener("visibilitychange", rest);
  openStream();
  rest();
}

function openStream() {
  source = new EventSource("/page/events");
  source.addEventListener("open", () => refresh().catch(reconnect));
  // Not left to the browser, which does not open a refused stream again.
  source.addEventListener("error", reconnect);
  for (const kind of KINDS) {
    source.addEventListener(kind, (event) => receive(kind, JSON.parse(event.data)));
  }
}

/** Fetches the state once more, for what the events do not tell. */
export async function refresh() {
  const events = [];
  waiting = events;
  try {
    const response = await fetch("/page/state", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const snapshot = await response.json();
    // A later call has asked for a newer snapshot.
    if (waiting !== events) return;
    takeState(snapshot);
  } finally {
    if (waiting === events) waiting = null;
  }
  tell("connection", true);
  tell("state");
  for (const [kind, data] of events) receive(kind, data);
}

/** Reason why nothing was done: the server is unavailable, which listeners of `connection` know. */
export class Unreachable extends Error {}

/** Asks the server to do something. Rejects with the server's words if it refuses, and
 *  with `Unreachable` if it is away. */
export async function post(path, body) {
  let response;
  let answer;
  try {
    response = await fetch(`/page/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    answer = await response.json();
  } catch {
    reconnect();
    throw new Unreachable();
  }
  if (!response.ok) throw new Error(answer.error ?? `HTTP ${response.status}`);
  return answer;
}

/** Puts a message into the copy and tells the listeners, as if the server had sent it. */
export function receiveMessage(message) {
  receive("message", message);
}

/** The messages of a chat, oldest first, or only those of one of its topics, null being the general one. */
export function messagesOf(chatId, topic) {
  const all = [...(state.messages.get(chatId)?.values() ?? [])].sort((a, b) => a.message_id - b.message_id);
  return all.filter((message) => isIn(message, topic));
}

/** Returns whether a message belongs to a topic of its chat; undefined stands for the whole chat. */
export function isIn(message, topic) {
  return topic === undefined || (message.topic ?? null) === topic;
}

/** The chats a person sees: the private one first, then the others, but for groups that have moved on. */
export function chatsOf(user) {
  const chats = [...state.chats.values()];
  return [
    ...chats.filter((chat) => chat.type === "private" && chat.id === user.id),
    ...chats.filter((chat) => chat.type !== "private" && !chat.upgraded_to && chat.member_ids.includes(user.id)),
  ];
}

/** The address of a person in a chat, or in one of its topics, as it stands in the hash of the page. */
export function addressOf(person, place, within) {
  return [`#${person.id}`, place.id, within].filter(Boolean).join("/");
}

/** The name by which a person or the bot is shown, or null if the id is unknown. */
export function nameOf(id) {
  if (id === state.bot?.id) return state.bot.first_name;
  const user = state.users.get(id);
  return user ? [user.first_name, user.last_name].filter(Boolean).join(" ") : null;
}

let source = null;
let retry = null;

// Closes the stream and opens another one after a while. What fails meanwhile is told
// again, so that nobody presses a button in vain without a word.
function reconnect() {
  source.close();
  tell("connection", false);
  if (retry !== null || isResting) return;
  retry = setTimeout(() => {
    retry = null;
    openStream();
  }, RETRY_MILLIS);
}

let isResting = false;
let resting = null;

// Closes the stream of a page that stays hidden, and opens another one once it is seen.
function rest() {
  clearTimeout(resting);
  if (document.hidden) {
    resting = setTimeout(() => {
      isResting = true;
      clearTimeout(retry);
      retry = null;
      source.close();
    }, HIDDEN_MILLIS);
  } else if (isResting) {
    isResting = false;
    openStream();
  }
}

// Events that arrive while a snapshot is under way are kept and applied after it:
// the snapshot may be older than they are.
let waiting = null;

function takeState(snapshot) {
  state.session = snapshot.session;
  state.bot = snapshot.bot;
  state.users = new Map(snapshot.users.map((user) => [user.id, user]));
  state.chats = new Map(snapshot.chats.map((chat) => [chat.id, chat]));
  state.profile = snapshot.profile;
  state.calls = [...snapshot.calls].sort((a, b) => a.number - b.number).slice(-CALLS_LIMIT);
  state.messages = new Map();
  for (const message of snapshot.messages) putMessage(message);
}

function receive(kind, data) {
  if (waiting) {
    waiting.push([kind, data]);
    return;
  }
  switch (kind) {
    case "message":
      tell(kind, data, putMessage(data));
      return;
    case "deleted":
      state.messages.get(data.chat_id)?.delete(data.message_id);
      break;
    case "call":
      if (state.calls.some((call) => call.number === data.number)) return;
      state.calls.push(data);
      if (state.calls.length > CALLS_LIMIT) state.calls.shift();
      break;
    case "profile":
      state.profile = data;
      break;
    case "chat":
      state.chats.set(data.id, data);
      break;
  }
  tell(kind, data);
}

function putMessage(message) {
  if (!state.messages.has(message.chat_id)) state.messages.set(message.chat_id, new Map());
  const messages = state.messages.get(message.chat_id);
  const previous = messages.get(message.message_id) ?? null;
  messages.set(message.message_id, message);
  return previous;
}

function tell(kind, ...details) {
  for (const listener of listeners.get(kind) ?? []) listener(...details);
}
