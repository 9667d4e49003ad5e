-- The person other than the owner who has a seat in the game.
ALTER TABLE boards ADD COLUMN guest BIGINT;

-- How many times somebody had been deleted when that person took their seat.
ALTER TABLE boards ADD COLUMN seated BIGINT NOT NULL DEFAULT 0;

-- In how many places the board is shown besides its own chat.
ALTER TABLE boards ADD COLUMN placements BIGINT NOT NULL DEFAULT 0;

CREATE INDEX boards_of_guest ON boards (guest, id) WHERE guest IS NOT NULL;

CREATE INDEX boards_in_play_of_guest ON boards (guest) WHERE guest IS NOT NULL AND is_over = 0;

-- The games in play of a person in one chat and in all of them, with all that is asked of them.
DROP INDEX boards_in_play;

CREATE INDEX boards_in_play ON boards (owner, chat, born, guest, seated, placements)
    WHERE is_over = 0;

-- Where a board is shown besides its own chat.
CREATE TABLE placements (
    board BIGINT NOT NULL,
    -- 0 for an inline message.
    chat BIGINT NOT NULL,
    -- The id of an inline message, nothing for a chat.
    inline TEXT NOT NULL,
    topic BIGINT,
    -- 0 for an inline message, which is always there.
    message BIGINT,
    -- As in boards.
    shown BIGINT NOT NULL,
    -- The revision of the board.
    wanted BIGINT NOT NULL,
    claimed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (board, chat, inline)
);

CREATE INDEX placements_behind ON placements (board) WHERE shown < wanted;

CREATE INDEX placements_in_chat ON placements (chat);

-- Whatever follows from a change follows here, because older versions change boards too.
CREATE FUNCTION placements_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE boards SET placements = placements + 1 WHERE id = NEW.board;
    RETURN NULL;
END $$;

CREATE TRIGGER placements_added AFTER INSERT ON placements
    FOR EACH ROW EXECUTE FUNCTION placements_added();

CREATE FUNCTION placements_removed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE boards SET placements = placements - 1 WHERE id = OLD.board;
    RETURN NULL;
END $$;

CREATE TRIGGER placements_removed AFTER DELETE ON placements
    FOR EACH ROW EXECUTE FUNCTION placements_removed();

CREATE FUNCTION boards_placed_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE placements SET wanted = NEW.revision WHERE board = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER boards_placed_changed AFTER UPDATE OF revision, placements ON boards
    FOR EACH ROW WHEN (NEW.placements > 0) EXECUTE FUNCTION boards_placed_changed();

CREATE FUNCTION boards_placed_removed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM placements WHERE board = OLD.id;
    RETURN NULL;
END $$;

CREATE TRIGGER boards_placed_removed AFTER DELETE ON boards
    FOR EACH ROW WHEN (OLD.placements > 0) EXECUTE FUNCTION boards_placed_removed();

-- A deletion is not over while the person has a seat in somebody else's game.
CREATE FUNCTION departed_ended() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM placements WHERE chat = OLD.person AND board IN (
        SELECT id FROM boards WHERE guest = OLD.person AND seated < OLD.until);
    UPDATE boards SET guest = NULL, is_over = 1, awaits_engine = 0, revision = revision + 1,
        record = REPLACE(record, ' u' || OLD.person || ' ', ' gone ')
    WHERE guest = OLD.person AND seated < OLD.until;
    RETURN NULL;
END $$;

CREATE TRIGGER departed_ended AFTER DELETE ON departed
    FOR EACH ROW EXECUTE FUNCTION departed_ended();
