-- When the message was sent that shows the board, and when the people on both sides last did something there, in
-- microseconds since 1970; NULL if that is unknown, which counts as long ago.
ALTER TABLE boards ADD COLUMN placed INTEGER;
ALTER TABLE boards ADD COLUMN first_acted INTEGER;
ALTER TABLE boards ADD COLUMN second_acted INTEGER;
ALTER TABLE placements ADD COLUMN placed INTEGER;

-- Finds games with a clock of which a screen lags: they are looked for every few seconds.
CREATE INDEX boards_timed_behind ON boards (is_over, id)
    WHERE shown < revision AND is_over = 0 AND clock IS NOT NULL;

-- The processes at work on a shared database, and when each last said so.
CREATE TABLE processes (
    id INTEGER PRIMARY KEY,
    beat INTEGER NOT NULL
) STRICT;

INSERT INTO zerosum_schema (version, works_with) VALUES (28, 1);
