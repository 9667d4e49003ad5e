-- Whether pictures of the person's boards are dark.
ALTER TABLE people ADD COLUMN is_dark BIGINT NOT NULL DEFAULT 0;
