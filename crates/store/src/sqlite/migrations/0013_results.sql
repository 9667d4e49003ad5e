-- Whether the games of a person are counted.
ALTER TABLE people ADD COLUMN keeps_results INTEGER NOT NULL DEFAULT 1;

-- How games have gone for those who played them. It stays when the game is deleted, and goes with the
-- person.
CREATE TABLE results (
    person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    session INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    ending TEXT NOT NULL,
    is_unaided INTEGER NOT NULL,
    PRIMARY KEY (person, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_age ON results (person, ended, session);

INSERT INTO zerosum_schema (version, works_with) VALUES (13, 1);
