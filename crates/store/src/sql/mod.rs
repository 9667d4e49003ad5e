//! All statements on rows, in the SQL that SQLite and PostgreSQL share.
//!
//! All columns are 64-bit integers or text. Parameters are numbered in the order in which they first
//! appear, since SQLite numbers them so regardless of their names.

/// Excludes the boards of people who are being deleted, and those in which they have a seat. Boards
/// created since then, and seats taken since then, belong to people who have come back. The table is
/// nearly always empty.
macro_rules! no_deleted_person {
    () => {
        " AND born >= COALESCE((SELECT until FROM departed WHERE person = owner), 0) \
        AND (guest IS NULL \
        OR seated >= COALESCE((SELECT until FROM departed WHERE person = guest), 0))"
    };
}

/// A statement on boards that excludes those of deleted people.
macro_rules! unless_deleted {
    ($statement:literal) => {
        concat!($statement, no_deleted_person!())
    };
    ($statement:literal, $end:literal) => {
        concat!($statement, no_deleted_person!(), $end)
    };
}

/// Reads boards. Their placements elsewhere come in one column, which is NULL for most of them.
macro_rules! boards_where {
    ($condition:expr) => {
        boards_where!($condition, "")
    };
    ($condition:expr, $end:literal) => {
        concat!(
            "SELECT id, owner, chat, message, shown, revision, record, topic, ",
            elsewhere!(),
            ", help, agreement, clock, ballot, reserved, reserved_since, is_left, clock_before \
            FROM boards WHERE ",
            $condition,
            no_deleted_person!(),
            $end
        )
    };
}

/// The column of [`boards_where`]: for each placement a chat, a topic, a message, what it shows and the id
/// of an inline message, with spaces between.
macro_rules! elsewhere {
    () => {
        "CASE WHEN placements > 0 THEN (SELECT string_agg(CAST(chat AS TEXT) || ' ' || \
        COALESCE(CAST(topic AS TEXT), '-') || ' ' || COALESCE(CAST(message AS TEXT), '-') || ' ' || \
        CAST(shown AS TEXT) || ' ' || inline, ' ') FROM placements WHERE board = boards.id) END"
    };
}

/// Tests whether a board is shown in the chat of this parameter.
macro_rules! is_in_chat {
    ($chat:literal) => {
        concat!(
            "(chat = ",
            $chat,
            " OR placements > 0 AND EXISTS (SELECT board FROM placements \
            WHERE board = boards.id AND placements.chat = ",
            $chat,
            " AND inline = ''))"
        )
    };
}

/// The number of people ever deleted.
macro_rules! deletions {
    () => {
        "COALESCE((SELECT is_on FROM switches WHERE name = 'deletions'), 0)"
    };
}

pub(super) mod boards;
pub(super) mod screens;
pub(super) mod clocks;
pub(super) mod absences;
pub(super) mod people;
pub(super) mod deletions;
pub(super) mod blocks;
pub(super) mod groups;
pub(super) mod invitations;
pub(super) mod seekers;
pub(super) mod results;
pub(super) mod ratings;
pub(super) mod keyed;
pub(super) mod host;
