CREATE TABLE boards (
    -- The session's id with its sign bit flipped, so that ids keep their order.
    id BIGINT PRIMARY KEY,
    owner BIGINT NOT NULL,
    chat BIGINT NOT NULL,
    message BIGINT,
    -- The newest revision known to be on the screen: 0 before the board was sent, the highest
    -- possible one after its message was deleted.
    shown BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    is_over BIGINT NOT NULL,
    record TEXT NOT NULL,
    -- When the game last changed, in microseconds since 1970.
    touched BIGINT NOT NULL
);

CREATE INDEX boards_in_play ON boards (owner, chat) WHERE is_over = 0;

CREATE INDEX boards_behind ON boards (id) WHERE shown < revision;

CREATE INDEX boards_by_owner ON boards (owner, id);

CREATE INDEX boards_by_age ON boards (is_over, touched);

CREATE TABLE people (
    id BIGINT PRIMARY KEY,
    language TEXT NOT NULL,
    has_chosen BIGINT NOT NULL,
    name TEXT NOT NULL,
    -- Whether the person has a chat with the bot and has not blocked it since.
    is_reachable BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX people_reachable ON people (id) WHERE is_reachable = 1;

CREATE TABLE switches (
    name TEXT PRIMARY KEY,
    is_on BIGINT NOT NULL
);

CREATE TABLE broadcasts (
    -- The broadcast's id with its sign bit flipped.
    id BIGINT PRIMARY KEY,
    -- Empty once the broadcast has ended.
    text TEXT NOT NULL,
    author BIGINT NOT NULL,
    chat BIGINT NOT NULL,
    message BIGINT NOT NULL,
    -- The last person who was claimed.
    claimed BIGINT,
    sent BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    -- running, stopped or done
    state TEXT NOT NULL
);
