-- When somebody last set about bringing the board to its screen in place of whoever changed it, in
-- microseconds since 1970.
ALTER TABLE boards ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;
