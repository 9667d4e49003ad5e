-- Whether the person wants boards as text, however dark pictures would be. It is a column of its own
-- because an older version takes any number of is_dark for dark, and would then find another person
-- than it has seen whenever it writes.
ALTER TABLE people ADD COLUMN is_text INTEGER NOT NULL DEFAULT 0;

-- What the person plays in each game, and how their last games of it went.
ALTER TABLE people ADD COLUMN habits TEXT NOT NULL DEFAULT '';

INSERT INTO zerosum_schema (version, works_with) VALUES (10, 1);
