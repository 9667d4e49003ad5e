-- How many times somebody had been deleted when the board was made.
ALTER TABLE boards ADD COLUMN born BIGINT NOT NULL DEFAULT 0;

-- The games in play of a person in one chat and in all of them, with all that is asked of them.
DROP INDEX boards_in_play;

CREATE INDEX boards_in_play ON boards (owner, chat, born) WHERE is_over = 0;

-- The people of whom boards are still to be deleted: those born before so many deletions. They count
-- as gone already.
CREATE TABLE departed (
    person BIGINT PRIMARY KEY,
    until BIGINT NOT NULL
);

-- Finds the oldest finished games of a person. In these words, because whoever asks for is_over = 1 is
-- given the index of ages, which has everybody's boards.
CREATE INDEX boards_over ON boards (owner, touched) WHERE is_over > 0;
