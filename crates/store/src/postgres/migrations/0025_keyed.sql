-- Numbers that follow from people by a key which is not in the database. They stay when the data of those people is
-- deleted.

-- Which two have played a game that counts, for a day: of the same two no more than some count.
CREATE TABLE rated_pairs (
    session BIGINT PRIMARY KEY,
    pair BIGINT NOT NULL,
    ended BIGINT NOT NULL
);

CREATE INDEX rated_pairs_of ON rated_pairs (pair, ended);

CREATE INDEX rated_pairs_by_age ON rated_pairs (ended);

-- Whom a person has blocked who has had everything deleted since, and has not come back.
CREATE TABLE kept_blocks (
    person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    blocked BIGINT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);

CREATE INDEX kept_blocks_of ON kept_blocks (blocked);

-- Who has declined a challenge of whom lately.
CREATE TABLE declined_challenges (
    pair BIGINT PRIMARY KEY,
    declined_at BIGINT NOT NULL
);

CREATE INDEX declined_challenges_by_age ON declined_challenges (declined_at);
