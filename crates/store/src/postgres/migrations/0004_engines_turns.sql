-- Whether the game goes on by a move of an engine, which then may need time to think.
ALTER TABLE boards ADD COLUMN awaits_engine BIGINT NOT NULL DEFAULT 0;

-- When somebody last set about that move in place of whoever made it due, in microseconds since
-- 1970.
ALTER TABLE boards ADD COLUMN turn_claimed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX boards_awaiting_engine ON boards (id) WHERE awaits_engine = 1;
