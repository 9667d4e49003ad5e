//! Statements on reserved seats.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Counts the seats that a person reserves, those reserved for them, and the latter including expired
/// ones.
pub(crate) const COUNT_CHALLENGES: Sql = Sql::new(
    StoreCall::Challenges,
    "\
    SELECT (SELECT COUNT(*) FROM boards WHERE owner = $1 AND reserved IS NOT NULL \
    AND reserved_since BETWEEN $2 AND $3), \
    (SELECT COUNT(*) FROM boards WHERE reserved = $1 AND reserved_since BETWEEN $2 AND $3), \
    (SELECT COUNT(*) FROM boards WHERE reserved = $1)",
);

/// Selects the times since which seats are reserved for a person.
pub(crate) const SEATS_KEPT: Sql = Sql::new(
    StoreCall::Challenges,
    "\
    SELECT reserved_since FROM boards WHERE reserved = $1 ORDER BY reserved_since LIMIT $2",
);

/// Counts the seats that a person reserves for another one.
pub(crate) const COUNT_BETWEEN: Sql = Sql::new(
    StoreCall::Challenges,
    "\
    SELECT COUNT(*) FROM boards WHERE owner = $1 AND reserved = $2 \
    AND reserved_since BETWEEN $3 AND $4",
);
