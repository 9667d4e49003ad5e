-- How long people may think who play each other, and what they have left; NULL if as long as they like. It
-- stands beside the record, so that an older version plays on and leaves it as it is.
ALTER TABLE boards ADD COLUMN clock TEXT;

-- When the clock of whoever is to move has run out, in play time; NULL while none runs.
ALTER TABLE boards ADD COLUMN due INTEGER;

CREATE INDEX boards_due ON boards (due, id) WHERE due IS NOT NULL;

CREATE INDEX boards_of_two_in_play ON boards (touched, id) WHERE is_over < 1 AND guest IS NOT NULL;

-- The play time that has passed, in microseconds: it goes on while somebody is at work and a clock runs.
ALTER TABLE zerosum_instance ADD COLUMN played INTEGER NOT NULL DEFAULT 0;

INSERT INTO zerosum_schema (version, works_with) VALUES (17, 1);
