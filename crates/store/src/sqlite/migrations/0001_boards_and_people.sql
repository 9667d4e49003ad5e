CREATE TABLE boards (
    -- The session's id with its sign bit flipped, so that ids keep their order.
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    chat INTEGER NOT NULL,
    message INTEGER,
    -- The newest revision known to be on the screen: 0 before the board was sent, the highest
    -- possible one after its message was deleted.
    shown INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    record TEXT NOT NULL,
    -- When the game last changed, in microseconds since 1970. No two games have the same.
    touched INTEGER NOT NULL
) STRICT;

CREATE INDEX boards_in_play ON boards (chat, owner) WHERE is_over = 0;

CREATE INDEX boards_behind ON boards (id) WHERE shown < revision;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    language TEXT NOT NULL,
    has_chosen INTEGER NOT NULL,
    name TEXT NOT NULL
) STRICT;
