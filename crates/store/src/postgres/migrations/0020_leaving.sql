-- Whether the game is over because somebody has left its group. It stands beside the record, in which they have
-- resigned, so that an older version tells that.
ALTER TABLE boards ADD COLUMN is_left BIGINT NOT NULL DEFAULT 0;
