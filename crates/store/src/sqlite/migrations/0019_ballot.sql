-- The votes on the next move of a game that people play together against an engine; NULL if one person plays
-- it. They stand beside the record, so that an older version plays on and leaves them as they are.
ALTER TABLE boards ADD COLUMN ballot TEXT;

INSERT INTO zerosum_schema (version, works_with) VALUES (19, 1);
