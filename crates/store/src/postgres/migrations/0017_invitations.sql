-- Links by which somebody comes to a game of a person. They go with either of the two.
CREATE TABLE invitations (
    code TEXT PRIMARY KEY,
    game BIGINT NOT NULL UNIQUE,
    owner BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    setup TEXT NOT NULL,
    made BIGINT NOT NULL,
    message BIGINT,
    guest BIGINT REFERENCES people (id) ON DELETE CASCADE,
    accepted BIGINT,
    withdrawn BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX invitations_of_owner ON invitations (owner, made);

CREATE INDEX invitations_of_guest ON invitations (guest) WHERE guest IS NOT NULL;

CREATE INDEX invitations_by_age ON invitations (made);
