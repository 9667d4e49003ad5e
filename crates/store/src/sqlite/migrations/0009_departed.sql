-- How many times somebody had been deleted when the board was made.
ALTER TABLE boards ADD COLUMN born INTEGER NOT NULL DEFAULT 0;

-- The games in play of a person in one chat and in all of them, with all that is asked of them.
DROP INDEX boards_in_play;

CREATE INDEX boards_in_play ON boards (owner, chat, born) WHERE is_over = 0;

-- The people of whom boards are still to be deleted: those born before so many deletions. They count
-- as gone already.
CREATE TABLE departed (
    person INTEGER PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT;

-- Finds the oldest finished games of a person. In these words, because whoever asks for is_over = 1 is
-- given the index of ages, which has everybody's boards.
CREATE INDEX boards_over ON boards (owner, touched) WHERE is_over > 0;

INSERT INTO zerosum_schema (version, works_with) VALUES (9, 1);
