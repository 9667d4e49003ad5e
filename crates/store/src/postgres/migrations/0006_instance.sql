-- What the store knows of itself, in one row.
CREATE TABLE zerosum_instance (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    -- The number of the bot that the store belongs to, once one has used it.
    bot BIGINT,
    -- The time that the store has lived through, in microseconds since 1970.
    reached BIGINT NOT NULL,
    -- What that was when somebody last set about deleting old games.
    purged BIGINT NOT NULL DEFAULT 0
);
