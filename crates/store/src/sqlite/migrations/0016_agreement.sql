-- What two people who play each other have offered and said; NULL if nothing. It stands beside the record,
-- so that an older version plays on and leaves it as it is.
ALTER TABLE boards ADD COLUMN agreement TEXT;

INSERT INTO zerosum_schema (version, works_with) VALUES (16, 1);
