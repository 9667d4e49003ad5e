// Messages that each person has seen, as far as this page knows.

import { addressOf, chatsOf, messagesOf, state } from "./store.js";

/** The number of messages of others in a chat, or in one of its topics, that a person has not seen. */
export function unreadIn(person, place, within) {
  const messages = messagesOf(place.id, within).filter((message) => message.from_id !== person.id);
  const isNew = (message) => message.message_id > (seen.get(addressOf(person, place, message.topic)) ?? 0);
  return messages.filter(isNew).length;
}

/** A person has seen what is in a chat, or in one of its topics. */
export function markSeenIn(person, place, within) {
  seen.set(addressOf(person, place, within), messagesOf(place.id, within).at(-1)?.message_id ?? 0);
}

/** All people have seen everything, as on a new server, of which nothing is known. */
export function markAllSeen() {
  seen.clear();
  for (const person of state.users.values()) {
    for (const place of chatsOf(person)) {
      for (const within of place.topics ? [null, ...place.topics.map(({ id }) => id)] : [undefined]) {
        markSeenIn(person, place, within);
      }
    }
  }
}

// The newest message each person has seen in each chat and topic, by their address.
const seen = new Map();
