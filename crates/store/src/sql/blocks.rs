//! Statements on blocks.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Changes nothing if the row exists, there are too many, or the person is not remembered.
pub(crate) const BLOCK: Sql = Sql::new(
    StoreCall::Block,
    "\
    INSERT INTO blocks (person, blocked, name, since) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE id = $1) \
    AND (SELECT COUNT(*) FROM blocks WHERE person = $1) \
    + (SELECT COUNT(*) FROM kept_blocks WHERE person = $1 AND blocked <> $5) < $6 \
    ON CONFLICT (person, blocked) DO NOTHING",
);

pub(crate) const UNBLOCK: Sql =
    Sql::new(StoreCall::Unblock, "DELETE FROM blocks WHERE person = $1 AND since = $2");

/// Deleted people have no id and no name.
pub(crate) const BLOCKED_BY: Sql = Sql::new(
    StoreCall::BlockedBy,
    "\
    SELECT blocked, name, since FROM blocks WHERE person = $1 UNION ALL \
    SELECT NULL, '', since FROM kept_blocks WHERE person = $1 ORDER BY 3 DESC, 1 LIMIT $2",
);

/// Counts the blocks between the two, in either direction.
pub(crate) const COUNT_BETWEEN: Sql = Sql::new(
    StoreCall::AreApart,
    "\
    SELECT COUNT(*) FROM (\
    SELECT person FROM blocks WHERE person = $1 AND blocked = $2 UNION ALL \
    SELECT person FROM blocks WHERE person = $2 AND blocked = $1 UNION ALL \
    SELECT person FROM kept_blocks WHERE person = $1 AND blocked = $3 UNION ALL \
    SELECT person FROM kept_blocks WHERE person = $2 AND blocked = $4) AS apart",
);

pub(crate) const FORGET_BLOCKS_BY: Sql =
    Sql::new(StoreCall::DeletePerson, "DELETE FROM blocks WHERE person = $1");

pub(crate) const FORGET_BLOCKS_OF: Sql =
    Sql::new(StoreCall::DeletePerson, "DELETE FROM blocks WHERE blocked = $1");
