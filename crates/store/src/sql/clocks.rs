//! Statements on clocks and reminders of them, and on games to be ended on behalf of their players.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Play time advances while a clock runs, except during maintenance. Of several processes that have lived
/// through the same time, none adds to the time written by another.
pub(crate) const ADVANCE_PLAY_TIME: Sql = Sql::new(
    StoreCall::Beat,
    "\
    UPDATE zerosum_instance SET played = $1 WHERE id = 1 AND played < $1 \
    AND EXISTS (SELECT id FROM boards WHERE due IS NOT NULL) \
    AND NOT EXISTS (SELECT name FROM switches WHERE name = $2 AND is_on <> 0)",
);

pub(crate) const PLAYED: Sql =
    Sql::new(StoreCall::Played, "SELECT played FROM zerosum_instance WHERE id = 1");

/// In the order in which the clocks ran out. In a group without the bot a player may still have pressed a
/// button.
pub(crate) const OVERDUE: Sql = Sql::new(
    StoreCall::Overdue,
    unless_deleted!(
        "SELECT id, due FROM boards WHERE due <= $1 AND (due, id) > ($2, $3) \
    AND (placements > 0 OR NOT EXISTS (SELECT absences.chat FROM absences \
    WHERE absences.chat = boards.chat AND returned IS NULL))",
        " ORDER BY due, id LIMIT $4"
    ),
);

/// Changes a row if its session is the one that was seen and its clock has not started.
pub(crate) const START_CLOCK: Sql = Sql::new(
    StoreCall::StartClock,
    unless_deleted!(
        "UPDATE boards SET clock = $1, due = $2 \
    WHERE id = $3 AND revision = $4 AND is_over = 0 AND clock IS NOT NULL AND due IS NULL"
    ),
);

/// A clock that no longer runs was left by a program that does not know of clocks.
pub(crate) const STOP_CLOCK: Sql =
    Sql::new(StoreCall::StopClock, "UPDATE boards SET due = NULL WHERE id = $1 AND due = $2");

/// Both the clock and the store's own time must show that nothing was done there for that long, and that
/// the bot was there for that long. The longest untouched come first. The condition must repeat the index's
/// definition.
pub(crate) const ABANDONED: Sql = Sql::new(
    StoreCall::Abandoned,
    unless_deleted!(
        "SELECT id, touched FROM boards WHERE is_over < 1 AND guest IS NOT NULL AND due IS NULL \
    AND touched < $1 AND touched < (SELECT reached FROM zerosum_instance WHERE id = 1) - $2 \
    AND (placements > 0 OR NOT EXISTS (SELECT absences.chat FROM absences \
    WHERE absences.chat = boards.chat AND (returned IS NULL OR returned >= $1 \
    OR returned >= (SELECT reached FROM zerosum_instance WHERE id = 1) - $2))) \
    AND (touched, id) > ($3, $4)",
        " ORDER BY touched, id LIMIT $5"
    ),
);

pub(crate) const COUNT_UNTOUCHED: Sql =
    Sql::new(StoreCall::IsUntouched, "SELECT COUNT(*) FROM boards WHERE id = $1 AND touched = $2");

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
