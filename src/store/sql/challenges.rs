//! Seats that are kept for somebody.

/// Those that a person keeps, those that are kept for them, and all of the latter with those whose time is
/// over.
pub(in crate::store) const COUNT_CHALLENGES: &str = "\
    SELECT (SELECT COUNT(*) FROM boards WHERE owner = $1 AND reserved IS NOT NULL \
    AND reserved_since >= $2), \
    (SELECT COUNT(*) FROM boards WHERE reserved = $1 AND reserved_since >= $2), \
    (SELECT COUNT(*) FROM boards WHERE reserved = $1)";

/// Those that a person keeps for another one.
pub(in crate::store) const COUNT_BETWEEN: &str = "\
    SELECT COUNT(*) FROM boards WHERE owner = $1 AND reserved = $2 AND reserved_since >= $3";
