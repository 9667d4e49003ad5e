-- The request for an opponent by which the second of two paired players came, as a keyed number: delivered again, it
-- finds no further opponent. The id of the board is that of the first one. NULL in other games, and in those that an
-- older version begins.
ALTER TABLE boards ADD COLUMN sought_by BIGINT;

CREATE INDEX boards_sought_by ON boards (sought_by) WHERE sought_by IS NOT NULL;
