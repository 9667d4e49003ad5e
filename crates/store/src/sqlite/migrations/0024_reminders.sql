-- Who wants to be reminded before their clock runs out. It goes with the person.
CREATE TABLE reminders (
    person INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
) STRICT;

-- When the clock runs out of the move of which somebody was reminded, in play time; NULL if of none.
ALTER TABLE boards ADD COLUMN reminded INTEGER;

INSERT INTO zerosum_schema (version, works_with) VALUES (24, 1);
