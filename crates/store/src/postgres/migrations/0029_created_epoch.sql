-- How many people had been deleted when a person was stored: one who comes back has a higher number than before. A
-- trigger sets it, because older versions store people, too. It runs after the row is there, so that a deletion of
-- the same person for which the insertion has waited is counted.
ALTER TABLE people ADD COLUMN created_epoch BIGINT NOT NULL DEFAULT 0;

CREATE FUNCTION people_created() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE people SET created_epoch = COALESCE((SELECT is_on FROM switches WHERE name = 'deletions'), 0) WHERE id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER people_created AFTER INSERT ON people
    FOR EACH ROW EXECUTE FUNCTION people_created();
