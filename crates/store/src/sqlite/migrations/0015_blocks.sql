-- Whom a person has blocked, by the name that they saw. It goes with either of the two.
CREATE TABLE blocks (
    person INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    name TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of ON blocks (blocked);

-- An older version that deletes somebody does not know of them.
CREATE TRIGGER people_removed AFTER DELETE ON people
BEGIN
    DELETE FROM blocks WHERE person = OLD.id;
    DELETE FROM blocks WHERE blocked = OLD.id;
END;

INSERT INTO zerosum_schema (version, works_with) VALUES (15, 1);
