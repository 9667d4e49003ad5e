-- What both sides had when the last plies began, so that a move can be taken back with the time it has cost: the
-- revision for which that holds, and two numbers of microseconds for each ply, the latest first. NULL if unknown.
ALTER TABLE boards ADD COLUMN clock_before TEXT;
