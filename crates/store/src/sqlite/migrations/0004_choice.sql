-- What the person played last: game, side and level.
ALTER TABLE people ADD COLUMN choice TEXT NOT NULL DEFAULT '3x3 1 perfect';
