-- Whether the games of a person are counted.
ALTER TABLE people ADD COLUMN keeps_results BIGINT NOT NULL DEFAULT 1;

-- How games have gone for those who played them. It stays when the game is deleted, and goes with the
-- person.
CREATE TABLE results (
    person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    ending TEXT NOT NULL,
    is_unaided BIGINT NOT NULL,
    PRIMARY KEY (person, session)
);

CREATE INDEX results_by_age ON results (person, ended, session);
