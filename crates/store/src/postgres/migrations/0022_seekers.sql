-- Who waits for an opponent. The board is named only within the transaction that seats two of them.
CREATE TABLE seekers (
    person BIGINT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    game BIGINT NOT NULL UNIQUE,
    wish TEXT NOT NULL,
    points BIGINT NOT NULL,
    since BIGINT NOT NULL,
    message BIGINT,
    board BIGINT
);

CREATE INDEX seekers_by_age ON seekers (since, person);

CREATE INDEX seekers_being_seated ON seekers (board) WHERE board IS NOT NULL;
