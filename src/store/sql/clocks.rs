//! Statements on clocks, and on games that somebody has to end in the place of their players.

/// Play time goes on while a clock runs, but not during maintenance. Of several processes that have lived
/// through the same time none adds to what another has written.
pub(in crate::store) const BEAT: &str = "\
    UPDATE zerosum_instance SET played = $1 WHERE id = 1 AND played < $1 \
    AND EXISTS (SELECT id FROM boards WHERE due IS NOT NULL) \
    AND NOT EXISTS (SELECT name FROM switches WHERE name = $2 AND is_on <> 0)";

pub(in crate::store) const PLAYED: &str = "SELECT played FROM zerosum_instance WHERE id = 1";

/// In the order in which they ran out.
pub(in crate::store) const OVERDUE: &str = unless_departed!(
    "SELECT id, due FROM boards WHERE due <= $1 AND (due, id) > ($2, $3)",
    " ORDER BY due, id LIMIT $4"
);

/// A clock that does not run any more was left behind by a program that knows of none.
pub(in crate::store) const STOP_CLOCK: &str =
    "UPDATE boards SET due = NULL WHERE id = $1 AND due = $2";

/// Both the clock and the store's own time say that nothing was done there for so long. The
/// longest untouched come first. Their index is asked for by the words in which it was made.
pub(in crate::store) const ABANDONED: &str = unless_departed!(
    "SELECT id, touched FROM boards WHERE is_over < 1 AND guest IS NOT NULL AND due IS NULL \
    AND touched < $1 AND touched < (SELECT reached FROM zerosum_instance WHERE id = 1) - $2 \
    AND (touched, id) > ($3, $4)",
    " ORDER BY touched, id LIMIT $5"
);

pub(in crate::store) const COUNT_UNTOUCHED: &str =
    "SELECT COUNT(*) FROM boards WHERE id = $1 AND touched = $2";
