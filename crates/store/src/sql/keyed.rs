//! Statements on data that outlives people, in which keyed numbers replace them.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Records the pair that played a game noted for the ratings. Idempotent.
pub(crate) const NOTE_RATED_PAIR: Sql = Sql::new(
    StoreCall::Commit,
    "\
    INSERT INTO rated_pairs (session, pair, ended) SELECT session, CAST($1 AS BIGINT), ended \
    FROM rated_games WHERE session = $2 ON CONFLICT (session) DO NOTHING",
);

/// Deletes records that are too old, or dated in the future.
pub(crate) const PURGE_RATED_PAIRS: Sql = Sql::new(
    StoreCall::Ratings,
    "\
    DELETE FROM rated_pairs WHERE session IN (SELECT session FROM (\
    SELECT session FROM rated_pairs WHERE ended < $1 UNION ALL \
    SELECT session FROM rated_pairs WHERE ended > $2) AS stale LIMIT $3)",
);

/// Runs before the person is deleted.
pub(crate) const KEEP_BLOCKS: Sql = Sql::new(
    StoreCall::DeletePerson,
    "\
    INSERT INTO kept_blocks (person, blocked, since) \
    SELECT person, CAST($1 AS BIGINT), since FROM blocks WHERE blocked = $2 \
    AND EXISTS (SELECT id FROM people WHERE people.id = person) \
    ON CONFLICT (person, blocked) DO NOTHING",
);

pub(crate) const KEPT_BLOCK_OF: Sql =
    Sql::new(StoreCall::PutPerson, "SELECT person FROM kept_blocks WHERE blocked = $1 LIMIT 1");

/// Blocks a returned person as before.
pub(crate) const RESTORE_BLOCKS: Sql = Sql::new(
    StoreCall::PutPerson,
    "\
    INSERT INTO blocks (person, blocked, name, since) \
    SELECT person, CAST($1 AS BIGINT), '', since FROM kept_blocks WHERE blocked = $2 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1) \
    ON CONFLICT (person, blocked) DO NOTHING",
);

pub(crate) const DROP_RESTORED: Sql = Sql::new(
    StoreCall::PutPerson,
    "\
    DELETE FROM kept_blocks WHERE blocked = $1 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $2)",
);

/// Runs along with a block that has just been written.
pub(crate) const DROP_KEPT_BLOCK: Sql = Sql::new(
    StoreCall::Block,
    "\
    DELETE FROM kept_blocks WHERE person = $1 AND blocked = $2 \
    AND EXISTS (SELECT blocks.person FROM blocks WHERE blocks.person = $1 AND blocks.blocked = $3)",
);

pub(crate) const UNBLOCK_KEPT: Sql =
    Sql::new(StoreCall::Unblock, "DELETE FROM kept_blocks WHERE person = $1 AND since = $2");

pub(crate) const NOTE_DECLINED: Sql = Sql::new(
    StoreCall::Challenges,
    "\
    INSERT INTO declined_challenges (pair, declined_at) VALUES ($1, $2) \
    ON CONFLICT (pair) DO UPDATE SET declined_at = excluded.declined_at",
);

pub(crate) const DECLINED_AT: Sql =
    Sql::new(StoreCall::Challenges, "SELECT declined_at FROM declined_challenges WHERE pair = $1");

/// Deletes records that are too old, or dated in the future.
pub(crate) const PURGE_DECLINED: Sql = Sql::new(
    StoreCall::Challenges,
    "\
    DELETE FROM declined_challenges WHERE pair IN (SELECT pair FROM (\
    SELECT pair FROM declined_challenges WHERE declined_at < $1 UNION ALL \
    SELECT pair FROM declined_challenges WHERE declined_at > $2) AS stale LIMIT $3)",
);
