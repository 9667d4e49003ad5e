//! Statements on reminders.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// A row for a person who is not remembered would never be deleted.
pub(crate) const HAVE_REMINDED: Sql = Sql::new(
    StoreCall::SetReminders,
    "\
    INSERT INTO reminders (person) SELECT CAST($1 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE id = $1) ON CONFLICT (person) DO NOTHING",
);

pub(crate) const FORGET_REMINDERS: Sql =
    Sql::new(StoreCall::SetReminders, "DELETE FROM reminders WHERE person = $1");

pub(crate) const HAS_REMINDERS: Sql =
    Sql::new(StoreCall::HasReminders, "SELECT COUNT(*) FROM reminders WHERE person = $1");

/// In the order in which the clocks run out. The condition must repeat the index's definition.
pub(crate) const TO_REMIND: Sql = Sql::new(
    StoreCall::ToRemind,
    unless_deleted!(
        "SELECT id, due FROM boards WHERE due > $1 AND due <= $2 AND (due, id) > ($3, $4) \
    AND SUBSTR(clock, 1, 4) = 'day ' AND (reminded IS NULL OR reminded <> due)",
        " ORDER BY due, id LIMIT $5"
    ),
);

pub(crate) const CLAIM_REMINDER: Sql = Sql::new(
    StoreCall::ClaimReminder,
    "\
    UPDATE boards SET reminded = $1 WHERE id = $2 AND due = $1 \
    AND (reminded IS NULL OR reminded <> $1)",
);
