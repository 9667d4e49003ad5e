-- Who wants to be reminded before their clock runs out. It goes with the person.
CREATE TABLE reminders (
    person BIGINT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
);

-- When the clock runs out of the move of which somebody was reminded, in play time; NULL if of none.
ALTER TABLE boards ADD COLUMN reminded BIGINT;
