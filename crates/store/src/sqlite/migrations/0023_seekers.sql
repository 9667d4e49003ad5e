-- Who waits for an opponent. The board is named only within the transaction that seats two of them.
CREATE TABLE seekers (
    person INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    game INTEGER NOT NULL UNIQUE,
    wish TEXT NOT NULL,
    points INTEGER NOT NULL,
    since INTEGER NOT NULL,
    message INTEGER,
    board INTEGER
) STRICT;

CREATE INDEX seekers_by_age ON seekers (since, person);

CREATE INDEX seekers_being_seated ON seekers (board) WHERE board IS NOT NULL;

INSERT INTO zerosum_schema (version, works_with) VALUES (23, 1);
