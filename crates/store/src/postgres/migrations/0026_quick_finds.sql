-- Whether the person is in the worldwide table, so that its best are found without a look at all other ratings.
-- Triggers keep it, because older versions put people into tables and rate games, too.
ALTER TABLE ratings ADD COLUMN is_listed BIGINT NOT NULL DEFAULT 0;

UPDATE ratings SET is_listed = 1 WHERE person IN (SELECT person FROM listings WHERE chat = 0);

CREATE INDEX ratings_listed ON ratings (family, is_provisional, points DESC, person) WHERE is_listed = 1;

-- A game that is being rated is waited for: its first rating of the person is seen then.
CREATE FUNCTION listings_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM id FROM rating_turns WHERE id = 1 FOR SHARE;
    UPDATE ratings SET is_listed = 1 WHERE person = NEW.person;
    RETURN NULL;
END $$;

-- Waits for nothing: the query of the table joins the listings, so a flag that stays set shows nobody.
CREATE FUNCTION listings_removed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ratings SET is_listed = 0 WHERE person = OLD.person;
    RETURN NULL;
END $$;

CREATE TRIGGER listings_added AFTER INSERT ON listings
    FOR EACH ROW WHEN (NEW.chat = 0) EXECUTE FUNCTION listings_added();

CREATE TRIGGER listings_removed AFTER DELETE ON listings
    FOR EACH ROW WHEN (OLD.chat = 0) EXECUTE FUNCTION listings_removed();

CREATE FUNCTION ratings_begun() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ratings SET is_listed = 1 WHERE person = NEW.person AND family = NEW.family
        AND EXISTS (SELECT person FROM listings WHERE chat = 0 AND person = NEW.person);
    RETURN NULL;
END $$;

CREATE TRIGGER ratings_begun AFTER INSERT ON ratings
    FOR EACH ROW EXECUTE FUNCTION ratings_begun();

-- Open invitations.
CREATE INDEX invitations_waiting ON invitations (made) WHERE guest IS NULL AND withdrawn = 0;

-- Moves with a day for each of which no reminder was sent.
CREATE INDEX boards_to_remind ON boards (due, id)
    WHERE SUBSTR(clock, 1, 4) = 'day ' AND (reminded IS NULL OR reminded <> due);
