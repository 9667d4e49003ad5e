// What the page knows of the world: a copy of the server's state, kept up to date
// by its events. Nothing here touches the document.

/** The copy. `messages` maps a chat's id to a map from message ids to messages. */
export const world = {
  bot: null,
  users: new Map(),
  chats: new Map(),
  messages: new Map(),
  profile: { commands: {}, description: {}, short_description: {} },
  calls: [],
};

const CALLS_LIMIT = 200;
const RETRY_MILLIS = 1500;
const KINDS = ["message", "deleted", "toast", "expired", "typing", "call", "profile", "chat"];

const listeners = new Map();

/** Calls `listener` at each event of `kind`, after the copy has taken it in. Beside
 *  the server's kinds there are `state` (everything may be new) and `connection`
 *  (with true or false). A `message` comes with the version it replaces, if any. */
export function listen(kind, listener) {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

/** Opens the stream of events, and opens it again for as long as the page lives. */
export function connect() {
  const source = new EventSource("/page/events");
  source.addEventListener("open", () => refresh().catch(() => {
    source.close();
    tell("connection", false);
    setTimeout(connect, RETRY_MILLIS);
  }));
  source.addEventListener("error", () => {
    tell("connection", false);
    // A stream that ends is reopened by the browser; a refused one is not.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MILLIS);
  });
  for (const kind of KINDS) {
    source.addEventListener(kind, (event) => receive(kind, JSON.parse(event.data)));
  }
}

/** Fetches the state once more, for what the events do not tell. */
export async function refresh() {
  const events = [];
  waiting = events;
  try {
    const response = await fetch("/page/state", { cache: "no-store" });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const state = await response.json();
    // A later call has asked for a newer snapshot.
    if (waiting !== events) return;
    takeState(state);
  } finally {
    if (waiting === events) waiting = null;
  }
  tell("connection", true);
  tell("state");
  for (const [kind, data] of events) receive(kind, data);
}

/** Asks the server to do something. Rejects with the server's words if it refuses. */
export async function post(path, body) {
  const response = await fetch(`/page/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `HTTP ${response.status}`);
  return answer;
}

/** Puts a message into the copy and tells the listeners, as if the server had sent it. */
export function receiveMessage(message) {
  receive("message", message);
}

/** The messages of a chat, oldest first. */
export function messagesOf(chatId) {
  return [...(world.messages.get(chatId)?.values() ?? [])].sort((a, b) => a.message_id - b.message_id);
}

/** The chats a person sees: the private one first, then the groups. */
export function chatsOf(user) {
  const chats = [...world.chats.values()];
  return [
    ...chats.filter((chat) => chat.type === "private" && chat.id === user.id),
    ...chats.filter((chat) => chat.type !== "private" && chat.member_ids.includes(user.id)),
  ];
}

/** The name by which a person or the bot is shown, or null if the id is unknown. */
export function nameOf(id) {
  if (id === world.bot?.id) return world.bot.first_name;
  const user = world.users.get(id);
  return user ? [user.first_name, user.last_name].filter(Boolean).join(" ") : null;
}

// Events that arrive while a snapshot is under way are kept and applied after it:
// the snapshot may be older than they are.
let waiting = null;

function takeState(state) {
  world.bot = state.bot;
  world.users = new Map(state.users.map((user) => [user.id, user]));
  world.chats = new Map(state.chats.map((chat) => [chat.id, chat]));
  world.profile = state.profile;
  world.calls = [...state.calls].sort((a, b) => a.number - b.number).slice(-CALLS_LIMIT);
  world.messages = new Map();
  for (const message of state.messages) putMessage(message);
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
      world.messages.get(data.chat_id)?.delete(data.message_id);
      break;
    case "call":
      if (world.calls.some((call) => call.number === data.number)) return;
      world.calls.push(data);
      if (world.calls.length > CALLS_LIMIT) world.calls.shift();
      break;
    case "profile":
      world.profile = data;
      break;
    case "chat":
      world.chats.set(data.id, data);
      break;
  }
  tell(kind, data);
}

function putMessage(message) {
  if (!world.messages.has(message.chat_id)) world.messages.set(message.chat_id, new Map());
  const messages = world.messages.get(message.chat_id);
  const previous = messages.get(message.message_id) ?? null;
  messages.set(message.message_id, message);
  return previous;
}

function tell(kind, ...details) {
  for (const listener of listeners.get(kind) ?? []) listener(...details);
}
