-- What a person has been helped with in a game against an engine; NULL if with nothing. It stands
-- beside the record, so that an older version plays on and leaves it as it is.
ALTER TABLE boards ADD COLUMN help TEXT;
