//! Statements on chats from which the bot was removed, and on abandoned games.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Selects games in play between two people that are shown only in the chat of this parameter.
macro_rules! is_played_only_in {
    ($chat:literal) => {
        concat!("is_over = 0 AND chat = ", $chat, " AND placements = 0 AND guest IS NOT NULL")
    };
}

pub(crate) const GAMES_WITH_OTHERS: Sql = Sql::new(
    StoreCall::Absences,
    boards_where!(
        "id >= $1 AND id IN (\
    SELECT id FROM boards WHERE owner = $2 AND guest IS NOT NULL AND is_over = 0 UNION ALL \
    SELECT id FROM boards WHERE guest = $2 AND is_over = 0)",
        " ORDER BY id LIMIT $3"
    ),
);

/// The sum prevents the order from being read off the index of ids, which contains all boards.
pub(crate) const TIMED_GAMES_IN: Sql = Sql::new(
    StoreCall::Absences,
    boards_where!(
        concat!("id >= $1 AND clock IS NOT NULL AND ", is_played_only_in!("$2")),
        " ORDER BY id + 0 LIMIT $3"
    ),
);

pub(crate) const SEATS_KEPT_IN: Sql = Sql::new(
    StoreCall::Absences,
    boards_where!("chat = $1 AND reserved = $2 AND is_over = 0", " LIMIT $3"),
);

/// Selects the games in play that have no message in this chat and count as shown there. The sign and the sum make the
/// search start at the boards of the chat.
pub(crate) const GAMES_GONE_FROM: Sql = Sql::new(
    StoreCall::Absences,
    boards_where!(
        "+is_over = 0 AND id IN (\
    SELECT id FROM boards WHERE chat = $1 AND is_over = 0 AND message IS NULL AND shown = $2 \
    UNION ALL SELECT board FROM placements \
    WHERE placements.chat = $1 AND inline = '' AND placements.message IS NULL \
    AND placements.shown = $2)",
        " ORDER BY touched + 0 DESC LIMIT $3"
    ),
);

/// A row changes unless the bot was away before.
pub(crate) const NOTE_ABSENCE: Sql = Sql::new(
    StoreCall::Absences,
    concat!(
        "INSERT INTO absences (chat, since) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM boards WHERE ",
        is_played_only_in!("$1"),
        ") ON CONFLICT (chat) DO UPDATE SET since = excluded.since, returned = NULL \
    WHERE absences.returned IS NOT NULL"
    ),
);

/// Takes the games of a chat without the bot out of the list of those that run out of time.
pub(crate) const STOP_CLOCKS: Sql = Sql::new(
    StoreCall::Absences,
    concat!(
        "UPDATE boards SET due = NULL WHERE ",
        is_played_only_in!("$1"),
        " AND due IS NOT NULL AND EXISTS (SELECT absences.chat FROM absences \
    WHERE absences.chat = $1 AND returned IS NULL)"
    ),
);

pub(crate) const ABSENT_SINCE: Sql = Sql::new(
    StoreCall::Absences,
    "SELECT since FROM absences WHERE chat = $1 AND returned IS NULL",
);

pub(crate) const END_ABSENCE: Sql = Sql::new(
    StoreCall::Absences,
    "UPDATE absences SET returned = $1 WHERE chat = $2 AND returned IS NULL",
);

pub(crate) const MOVE_ABSENCE: Sql = Sql::new(
    StoreCall::MoveChat,
    "\
    UPDATE absences SET chat = $1 WHERE chat = $2 \
    AND NOT EXISTS (SELECT other.chat FROM absences AS other WHERE other.chat = $1)",
);

pub(crate) const DROP_ABSENCE: Sql =
    Sql::new(StoreCall::MoveChat, "DELETE FROM absences WHERE chat = $1");

pub(crate) const PURGE_ABSENCES: Sql = Sql::new(
    StoreCall::Absences,
    "\
    DELETE FROM absences WHERE NOT EXISTS (\
    SELECT id FROM boards WHERE boards.chat = absences.chat AND is_over = 0)",
);
