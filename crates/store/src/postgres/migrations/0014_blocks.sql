-- Whom a person has blocked, by the name that they saw. It goes with either of the two.
CREATE TABLE blocks (
    person BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    name TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);

CREATE INDEX blocks_of ON blocks (blocked);

-- An older version that deletes somebody does not know of them.
CREATE FUNCTION people_removed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM blocks WHERE person = OLD.id;
    DELETE FROM blocks WHERE blocked = OLD.id;
    RETURN NULL;
END $$;

CREATE TRIGGER people_removed AFTER DELETE ON people
    FOR EACH ROW EXECUTE FUNCTION people_removed();
