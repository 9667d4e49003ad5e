-- Games between people that count for their ratings. Once one is rated, nothing of its people stays; that it
-- was is known for a while, so that nobody notes it again.
CREATE TABLE rated_games (
    session BIGINT PRIMARY KEY,
    first BIGINT REFERENCES people (id) ON DELETE CASCADE,
    second BIGINT REFERENCES people (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ended BIGINT NOT NULL,
    is_rated BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX rated_games_by_age ON rated_games (is_rated, ended, session);

CREATE INDEX rated_games_of_first ON rated_games (first) WHERE first IS NOT NULL;

CREATE INDEX rated_games_of_second ON rated_games (second) WHERE second IS NOT NULL;

-- How many games have been rated, and which was the last one. Whoever rates a game takes the next turn.
CREATE TABLE rating_turns (
    id BIGINT PRIMARY KEY,
    turn BIGINT NOT NULL,
    session BIGINT
);

INSERT INTO rating_turns (id, turn) VALUES (1, 0);

-- Points and deviations are in thousandths, volatilities in billionths. All goes with the person.
CREATE TABLE ratings (
    person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    points BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games BIGINT NOT NULL,
    rated_at BIGINT NOT NULL,
    is_provisional BIGINT NOT NULL,
    PRIMARY KEY (person, family)
);

CREATE INDEX ratings_by_points ON ratings (family, is_provisional, points DESC, person);

CREATE TABLE rating_history (
    person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    games BIGINT NOT NULL,
    points BIGINT NOT NULL,
    rated_at BIGINT NOT NULL,
    PRIMARY KEY (person, family, games)
);

-- Who has agreed to be in the table of a group, or in that of all, which is chat 0.
CREATE TABLE listings (
    chat BIGINT NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (chat, person)
);

CREATE INDEX listings_of_person ON listings (person);
