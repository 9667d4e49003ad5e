-- Whether the person has a chat with the bot and has not blocked it since.
ALTER TABLE people ADD COLUMN is_reachable INTEGER NOT NULL DEFAULT 0;

-- A chat of one person with the bot has that person's number.
UPDATE people SET is_reachable = 1 WHERE id IN (SELECT owner FROM boards WHERE chat = owner);

CREATE INDEX people_reachable ON people (id) WHERE is_reachable = 1;

-- Finds the games in play of a person in one chat and in all of them.
DROP INDEX boards_in_play;

CREATE INDEX boards_in_play ON boards (owner, chat) WHERE is_over = 0;

CREATE INDEX boards_by_owner ON boards (owner, id);

CREATE INDEX boards_by_age ON boards (is_over, touched);

CREATE TABLE switches (
    name TEXT PRIMARY KEY,
    is_on INTEGER NOT NULL
) STRICT;

CREATE TABLE broadcasts (
    -- The broadcast's id with its sign bit flipped.
    id INTEGER PRIMARY KEY,
    -- Empty once the broadcast has ended.
    text TEXT NOT NULL,
    author INTEGER NOT NULL,
    chat INTEGER NOT NULL,
    message INTEGER NOT NULL,
    -- The last person who was claimed.
    claimed INTEGER,
    sent INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    -- running, stopped or done
    state TEXT NOT NULL
) STRICT;
