-- Groups from which the bot was removed while games of two people were in play there: since when, in play time,
-- and when it was back in microseconds since 1970; NULL as long as it is away.
CREATE TABLE absences (
    chat BIGINT PRIMARY KEY,
    since BIGINT NOT NULL,
    returned BIGINT
);

-- Whether the game counts for the ratings although one of its people has switched counting off while it was in
-- play.
ALTER TABLE boards ADD COLUMN counts_on BIGINT NOT NULL DEFAULT 0;
