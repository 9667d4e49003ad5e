-- The versions of these tables from the seventh on, each with the oldest version a program must know
-- to work with them. Every later migration adds its own row.
CREATE TABLE zerosum_schema (
    version INTEGER PRIMARY KEY,
    works_with INTEGER NOT NULL
) STRICT;

INSERT INTO zerosum_schema (version, works_with) VALUES (7, 1);

-- What the store knows of itself, in one row.
CREATE TABLE zerosum_instance (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- The number of the bot that the store belongs to, once one has used it.
    bot INTEGER,
    -- The time that the store has lived through, in microseconds since 1970.
    reached INTEGER NOT NULL,
    -- What that was when somebody last set about deleting old games.
    purged INTEGER NOT NULL DEFAULT 0
) STRICT;
