-- Numbers that follow from people by a key which is not in the database. They stay when the data of those people is
-- deleted.

-- Which two have played a game that counts, for a day: of the same two no more than some count.
CREATE TABLE rated_pairs (
    session INTEGER PRIMARY KEY,
    pair INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;

CREATE INDEX rated_pairs_of ON rated_pairs (pair, ended);

CREATE INDEX rated_pairs_by_age ON rated_pairs (ended);

-- Whom a person has blocked who has had everything deleted since, and has not come back.
CREATE TABLE kept_blocks (
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    blocked INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX kept_blocks_of ON kept_blocks (blocked);

-- Who has declined a challenge of whom lately.
CREATE TABLE declined_challenges (
    pair INTEGER PRIMARY KEY,
    declined_at INTEGER NOT NULL
) STRICT;

CREATE INDEX declined_challenges_by_age ON declined_challenges (declined_at);

INSERT INTO zerosum_schema (version, works_with) VALUES (26, 1);
