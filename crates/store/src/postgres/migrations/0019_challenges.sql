-- Whom an open seat is kept for who was challenged, and since when in microseconds since 1970; NULL if it is
-- for anybody. It stands beside the record, so that an older version seats whoever comes.
ALTER TABLE boards ADD COLUMN reserved BIGINT;

ALTER TABLE boards ADD COLUMN reserved_since BIGINT;

CREATE INDEX boards_reserved ON boards (reserved) WHERE reserved IS NOT NULL;

CREATE INDEX boards_reserved_by ON boards (owner) WHERE reserved IS NOT NULL;

-- Whoever is deleted is waited for by nobody. The board changes, because it shows a name.
CREATE FUNCTION people_removed_challenged() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE boards SET reserved = NULL, reserved_since = NULL,
        revision = revision + CASE is_over WHEN 0 THEN 1 ELSE 0 END
    WHERE reserved = OLD.id;
    RETURN NULL;
END $$;

CREATE TRIGGER people_removed_challenged AFTER DELETE ON people
    FOR EACH ROW EXECUTE FUNCTION people_removed_challenged();
