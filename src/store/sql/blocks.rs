//! Statements on blocks.

/// Changes nothing if the row exists, there are too many, or the person is not remembered.
pub(in crate::store) const BLOCK: &str = "\
    INSERT INTO blocks (person, blocked, name, since) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE id = $1) \
    AND (SELECT COUNT(*) FROM blocks WHERE person = $1) \
    + (SELECT COUNT(*) FROM kept_blocks WHERE person = $1 AND blocked <> $5) < $6 \
    ON CONFLICT (person, blocked) DO NOTHING";

pub(in crate::store) const UNBLOCK: &str = "DELETE FROM blocks WHERE person = $1 AND since = $2";

/// Deleted people have no id and no name.
pub(in crate::store) const BLOCKED_BY: &str = "\
    SELECT blocked, name, since FROM blocks WHERE person = $1 UNION ALL \
    SELECT NULL, '', since FROM kept_blocks WHERE person = $1 ORDER BY 3 DESC, 1 LIMIT $2";

/// Counts the blocks between the two, in either direction.
pub(in crate::store) const COUNT_BETWEEN: &str = "\
    SELECT COUNT(*) FROM (\
    SELECT person FROM blocks WHERE person = $1 AND blocked = $2 UNION ALL \
    SELECT person FROM blocks WHERE person = $2 AND blocked = $1 UNION ALL \
    SELECT person FROM kept_blocks WHERE person = $1 AND blocked = $3 UNION ALL \
    SELECT person FROM kept_blocks WHERE person = $2 AND blocked = $4) AS apart";

pub(in crate::store) const FORGET_BLOCKS_BY: &str = "DELETE FROM blocks WHERE person = $1";

pub(in crate::store) const FORGET_BLOCKS_OF: &str = "DELETE FROM blocks WHERE blocked = $1";
