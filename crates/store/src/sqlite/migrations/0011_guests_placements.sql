-- The person other than the owner who has a seat in the game.
ALTER TABLE boards ADD COLUMN guest INTEGER;

-- How many times somebody had been deleted when that person took their seat.
ALTER TABLE boards ADD COLUMN seated INTEGER NOT NULL DEFAULT 0;

-- In how many places the board is shown besides its own chat.
ALTER TABLE boards ADD COLUMN placements INTEGER NOT NULL DEFAULT 0;

CREATE INDEX boards_of_guest ON boards (guest, id) WHERE guest IS NOT NULL;

CREATE INDEX boards_in_play_of_guest ON boards (guest) WHERE guest IS NOT NULL AND is_over = 0;

-- The games in play of a person in one chat and in all of them, with all that is asked of them.
DROP INDEX boards_in_play;

CREATE INDEX boards_in_play ON boards (owner, chat, born, guest, seated, placements)
    WHERE is_over = 0;

-- Where a board is shown besides its own chat.
CREATE TABLE placements (
    board INTEGER NOT NULL,
    -- 0 for an inline message.
    chat INTEGER NOT NULL,
    -- The id of an inline message, nothing for a chat.
    inline TEXT NOT NULL,
    topic INTEGER,
    -- 0 for an inline message, which is always there.
    message INTEGER,
    -- As in boards.
    shown INTEGER NOT NULL,
    -- The revision of the board.
    wanted INTEGER NOT NULL,
    claimed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (board, chat, inline)
) STRICT, WITHOUT ROWID;

CREATE INDEX placements_behind ON placements (board) WHERE shown < wanted;

CREATE INDEX placements_in_chat ON placements (chat);

-- Whatever follows from a change follows here, because older versions change boards too.
CREATE TRIGGER placements_added AFTER INSERT ON placements
BEGIN
    UPDATE boards SET placements = placements + 1 WHERE id = NEW.board;
END;

CREATE TRIGGER placements_removed AFTER DELETE ON placements
BEGIN
    UPDATE boards SET placements = placements - 1 WHERE id = OLD.board;
END;

CREATE TRIGGER boards_placed_changed AFTER UPDATE OF revision, placements ON boards
WHEN NEW.placements > 0
BEGIN
    UPDATE placements SET wanted = NEW.revision WHERE board = NEW.id;
END;

CREATE TRIGGER boards_placed_removed AFTER DELETE ON boards
WHEN OLD.placements > 0
BEGIN
    DELETE FROM placements WHERE board = OLD.id;
END;

-- A deletion is not over while the person has a seat in somebody else's game.
CREATE TRIGGER departed_ended AFTER DELETE ON departed
BEGIN
    DELETE FROM placements WHERE chat = OLD.person AND board IN (
        SELECT id FROM boards WHERE guest = OLD.person AND seated < OLD.until);
    UPDATE boards SET guest = NULL, is_over = 1, awaits_engine = 0, revision = revision + 1,
        record = REPLACE(record, ' u' || OLD.person || ' ', ' gone ')
    WHERE guest = OLD.person AND seated < OLD.until;
END;

INSERT INTO zerosum_schema (version, works_with) VALUES (11, 1);
