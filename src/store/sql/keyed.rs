//! Statements on data that outlives people, in which keyed numbers replace them.

/// Records the pair that played a game noted for the ratings. Idempotent.
pub(in crate::store) const NOTE_RATED_PAIR: &str = "\
    INSERT INTO rated_pairs (session, pair, ended) SELECT session, CAST($1 AS BIGINT), ended \
    FROM rated_games WHERE session = $2 ON CONFLICT (session) DO NOTHING";

/// Deletes records that are too old, or dated in the future.
pub(in crate::store) const PURGE_RATED_PAIRS: &str = "\
    DELETE FROM rated_pairs WHERE session IN (SELECT session FROM (\
    SELECT session FROM rated_pairs WHERE ended < $1 UNION ALL \
    SELECT session FROM rated_pairs WHERE ended > $2) AS stale LIMIT $3)";

/// Runs before the person is deleted.
pub(in crate::store) const KEEP_BLOCKS: &str = "\
    INSERT INTO kept_blocks (person, blocked, since) \
    SELECT person, CAST($1 AS BIGINT), since FROM blocks WHERE blocked = $2 \
    AND EXISTS (SELECT id FROM people WHERE people.id = person) \
    ON CONFLICT (person, blocked) DO NOTHING";

pub(in crate::store) const KEPT_BLOCK_OF: &str =
    "SELECT person FROM kept_blocks WHERE blocked = $1 LIMIT 1";

/// Blocks a returned person as before.
pub(in crate::store) const RESTORE_BLOCKS: &str = "\
    INSERT INTO blocks (person, blocked, name, since) \
    SELECT person, CAST($1 AS BIGINT), '', since FROM kept_blocks WHERE blocked = $2 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1) \
    ON CONFLICT (person, blocked) DO NOTHING";

pub(in crate::store) const DROP_RESTORED: &str = "\
    DELETE FROM kept_blocks WHERE blocked = $1 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $2)";

/// Runs along with a block that has just been written.
pub(in crate::store) const DROP_KEPT_BLOCK: &str = "\
    DELETE FROM kept_blocks WHERE person = $1 AND blocked = $2 \
    AND EXISTS (SELECT blocks.person FROM blocks WHERE blocks.person = $1 AND blocks.blocked = $3)";

pub(in crate::store) const UNBLOCK_KEPT: &str =
    "DELETE FROM kept_blocks WHERE person = $1 AND since = $2";

pub(in crate::store) const NOTE_DECLINED: &str = "\
    INSERT INTO declined_challenges (pair, declined_at) VALUES ($1, $2) \
    ON CONFLICT (pair) DO UPDATE SET declined_at = excluded.declined_at";

pub(in crate::store) const DECLINED_AT: &str =
    "SELECT declined_at FROM declined_challenges WHERE pair = $1";

/// Deletes records that are too old, or dated in the future.
pub(in crate::store) const PURGE_DECLINED: &str = "\
    DELETE FROM declined_challenges WHERE pair IN (SELECT pair FROM (\
    SELECT pair FROM declined_challenges WHERE declined_at < $1 UNION ALL \
    SELECT pair FROM declined_challenges WHERE declined_at > $2) AS stale LIMIT $3)";
