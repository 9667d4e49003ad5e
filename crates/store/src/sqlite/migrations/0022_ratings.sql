-- Games between people that count for their ratings. Once one is rated, nothing of its people stays; that it
-- was is known for a while, so that nobody notes it again.
CREATE TABLE rated_games (
    session INTEGER PRIMARY KEY,
    first INTEGER REFERENCES people (id) ON DELETE CASCADE,
    second INTEGER REFERENCES people (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ended INTEGER NOT NULL,
    is_rated INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX rated_games_by_age ON rated_games (is_rated, ended, session);

CREATE INDEX rated_games_of_first ON rated_games (first) WHERE first IS NOT NULL;

CREATE INDEX rated_games_of_second ON rated_games (second) WHERE second IS NOT NULL;

-- How many games have been rated, and which was the last one. Whoever rates a game takes the next turn.
CREATE TABLE rating_turns (
    id INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL,
    session INTEGER
) STRICT;

INSERT INTO rating_turns (id, turn) VALUES (1, 0);

-- Points and deviations are in thousandths, volatilities in billionths. All goes with the person.
CREATE TABLE ratings (
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    points INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    games INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    is_provisional INTEGER NOT NULL,
    PRIMARY KEY (person, family)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_points ON ratings (family, is_provisional, points DESC, person);

CREATE TABLE rating_history (
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    games INTEGER NOT NULL,
    points INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    PRIMARY KEY (person, family, games)
) STRICT, WITHOUT ROWID;

-- Who has agreed to be in the table of a group, or in that of all, which is chat 0.
CREATE TABLE listings (
    chat INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (chat, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX listings_of_person ON listings (person);

INSERT INTO zerosum_schema (version, works_with) VALUES (22, 1);
