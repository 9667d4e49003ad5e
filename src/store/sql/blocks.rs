//! Statements on whom people have blocked.

/// A row exists already, or there are too many, or nobody would delete it: nothing changes.
pub(in crate::store) const BLOCK: &str = "\
    INSERT INTO blocks (person, blocked, name, since) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE id = $1) \
    AND (SELECT COUNT(*) FROM blocks WHERE person = $1) < $5 \
    ON CONFLICT (person, blocked) DO NOTHING";

pub(in crate::store) const UNBLOCK: &str = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";

pub(in crate::store) const BLOCKED_BY: &str = "\
    SELECT blocked, name, since FROM blocks WHERE person = $1 \
    ORDER BY since DESC, blocked LIMIT $2";

/// Whoever of the two has blocked the other.
pub(in crate::store) const COUNT_BETWEEN: &str = "\
    SELECT COUNT(*) FROM (\
    SELECT person FROM blocks WHERE person = $1 AND blocked = $2 UNION ALL \
    SELECT person FROM blocks WHERE person = $2 AND blocked = $1) AS apart";

pub(in crate::store) const FORGET_BLOCKS_BY: &str = "DELETE FROM blocks WHERE person = $1";

pub(in crate::store) const FORGET_BLOCKS_OF: &str = "DELETE FROM blocks WHERE blocked = $1";
