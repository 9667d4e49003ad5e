-- The message that is about to resign the game, as a keyed number: delivered again, it is about no other game. It
-- stands beside the record, so that an older version plays on and leaves it as it is.
ALTER TABLE boards ADD COLUMN resigned_by BIGINT;

CREATE INDEX boards_resigned_by ON boards (resigned_by) WHERE resigned_by IS NOT NULL;
