// The topics of a forum, as a row of links above its messages.

import { byId, element, showLinks } from "./dom.js";
import { say } from "./words.js";

/** Shows the topics of a chat. `open` is the one that is open, `hrefOf` and `badgeOf` give what stands in a link. */
export function showTopics(chat, open, hrefOf, badgeOf) {
  const topics = topicsOf(chat);
  byId("topics").hidden = topics.length === 0;
  showLinks(byId("topic-list"), topics.map(({ id, name }) => ({
    attributes: {
      class: "topic", href: hrefOf(id), "data-testid": `topic-${id ?? "general"}`,
      "aria-current": id === open ? "true" : null,
    },
    children: [element("span", { class: "topic-name" }, name), badgeOf(id)],
  })));
}

// The general one is in front; there is none in a chat that is no forum.
function topicsOf(chat) {
  return chat?.topics ? [{ id: null, name: say("general") }, ...chat.topics] : [];
}
