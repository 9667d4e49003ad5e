-- Whether the person is in the worldwide table, so that its best are found without a look at all other ratings.
-- Triggers keep it, because older versions put people into tables and rate games, too.
ALTER TABLE ratings ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 0;

UPDATE ratings SET is_listed = 1 WHERE person IN (SELECT person FROM listings WHERE chat = 0);

CREATE INDEX ratings_listed ON ratings (family, is_provisional, points DESC, person) WHERE is_listed = 1;

CREATE TRIGGER listings_added AFTER INSERT ON listings WHEN NEW.chat = 0
BEGIN
    UPDATE ratings SET is_listed = 1 WHERE person = NEW.person;
END;

CREATE TRIGGER listings_removed AFTER DELETE ON listings WHEN OLD.chat = 0
BEGIN
    UPDATE ratings SET is_listed = 0 WHERE person = OLD.person;
END;

CREATE TRIGGER ratings_begun AFTER INSERT ON ratings
WHEN EXISTS (SELECT person FROM listings WHERE chat = 0 AND person = NEW.person)
BEGIN
    UPDATE ratings SET is_listed = 1 WHERE person = NEW.person AND family = NEW.family;
END;

-- Open invitations.
CREATE INDEX invitations_waiting ON invitations (made) WHERE guest IS NULL AND withdrawn = 0;

-- Moves with a day for each of which no reminder was sent.
CREATE INDEX boards_to_remind ON boards (due, id)
    WHERE SUBSTR(clock, 1, 4) = 'day ' AND (reminded IS NULL OR reminded <> due);

INSERT INTO zerosum_schema (version, works_with) VALUES (27, 1);
