-- The topic of a forum that the board is in.
ALTER TABLE boards ADD COLUMN topic BIGINT;

-- Finds what is in play in a group that has become another chat.
CREATE INDEX boards_in_chat ON boards (chat) WHERE is_over = 0;
