-- Links by which somebody comes to a game of a person. They go with either of the two.
CREATE TABLE invitations (
    code TEXT PRIMARY KEY,
    game INTEGER NOT NULL UNIQUE,
    owner INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    setup TEXT NOT NULL,
    made INTEGER NOT NULL,
    message INTEGER,
    guest INTEGER REFERENCES people (id) ON DELETE CASCADE,
    accepted INTEGER,
    withdrawn INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_of_owner ON invitations (owner, made);

CREATE INDEX invitations_of_guest ON invitations (guest) WHERE guest IS NOT NULL;

CREATE INDEX invitations_by_age ON invitations (made);

INSERT INTO zerosum_schema (version, works_with) VALUES (18, 1);
