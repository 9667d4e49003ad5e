//! Statements on boards, on the places in which they are shown, and on seats reserved at them.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Of the two people of these parameters the one who is not the owner.
macro_rules! guest {
    () => {
        "COALESCE(NULLIF($9, owner), NULLIF($10, owner))"
    };
}

/// Selects the games in play in the chat of the second parameter that the person of the first one has started or has a
/// seat in.
macro_rules! open_in_chat {
    () => {
        concat!(
            "id IN (SELECT id FROM boards WHERE owner = $1 AND is_over = 0 AND ",
            is_in_chat!("$2"),
            " UNION ALL SELECT id FROM boards WHERE guest = $1 AND is_over = 0 AND ",
            is_in_chat!("$2"),
            ")"
        )
    };
}

/// Changes nothing if the row exists or its owner has too many games in play. PostgreSQL is given the
/// types of the values, because it infers them from the columns too late.
pub(crate) const CREATE_BOARD: Sql = Sql::new(
    StoreCall::Create,
    concat!(
        "INSERT INTO boards \
    (id, owner, chat, message, shown, revision, is_over, awaits_engine, record, touched, topic, \
    guest, clock, due, reserved, reserved_since, born, seated) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT), \
    CAST($9 AS TEXT), CAST($10 AS BIGINT), CAST($11 AS BIGINT), CAST($12 AS BIGINT), \
    CAST($13 AS TEXT), CAST($14 AS BIGINT), CAST($15 AS BIGINT), CAST($16 AS BIGINT), ",
        deletions!(),
        ", ",
        deletions!(),
        " WHERE (SELECT COUNT(*) FROM boards WHERE owner = $2 AND is_over = 0 AND ",
        is_in_chat!("$3"),
        no_deleted_person!(),
        ") + (SELECT COUNT(*) FROM boards WHERE guest = $2 AND is_over = 0 AND ",
        is_in_chat!("$3"),
        no_deleted_person!(),
        ") < $17 AND (SELECT COUNT(*) FROM boards WHERE owner = $2 AND is_over = 0",
        no_deleted_person!(),
        ") + (SELECT COUNT(*) FROM boards WHERE guest = $2 AND is_over = 0",
        no_deleted_person!(),
        ") < $18 AND ($15 IS NULL OR EXISTS (SELECT id FROM people WHERE id = $15) \
    AND (SELECT COUNT(*) FROM boards WHERE owner = $2 AND reserved IS NOT NULL \
    AND reserved_since BETWEEN $19 AND $20) < $21 \
    AND (SELECT COUNT(*) FROM boards WHERE reserved = $15 \
    AND reserved_since BETWEEN $19 AND $20) < $22 \
    AND (SELECT COUNT(*) FROM boards WHERE owner = $2 AND reserved = $15 \
    AND reserved_since BETWEEN $19 AND $20) < $23) \
    ON CONFLICT (id) DO NOTHING"
    ),
);

/// Changes one row if the stored revision is the one that was seen, and none otherwise. Its time becomes
/// $5, or $6 if the moves stay as they are: messages and offers between two people do not update it. A
/// person who joins becomes the guest, who stays even when gone.
pub(crate) const COMMIT_SESSION: Sql = Sql::new(
    StoreCall::Commit,
    concat!(
        "UPDATE boards SET revision = $1, is_over = $2, awaits_engine = $3, record = $4, \
        touched = CASE WHEN record <> $4 THEN $5 ELSE COALESCE($6, touched) END, \
        help = $7, agreement = $8, \
        guest = CASE WHEN CAST($9 AS BIGINT) IS NULL OR CAST($10 AS BIGINT) IS NULL THEN guest ELSE ",
        guest!(),
        " END, seated = CASE WHEN ",
        guest!(),
        " <> COALESCE(guest, owner) THEN ",
        deletions!(),
        " ELSE seated END, ballot = $11, clock = $12, due = $13, clock_before = $14, \
        reserved = $15, reserved_since = $16, first_acted = COALESCE($17, first_acted), \
        second_acted = COALESCE($18, second_acted) WHERE id = $19 AND revision = $20",
        no_deleted_person!()
    ),
);

/// Changes nothing if the placement exists, the board's own place is there, or it has too many. Triggers
/// maintain the wanted revision and the number of placements.
pub(crate) const ADD_PLACEMENT: Sql = Sql::new(
    StoreCall::AddPlacement,
    unless_deleted!(
        "INSERT INTO placements (board, chat, inline, topic, message, shown, wanted) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), revision FROM boards WHERE id = $6 AND chat <> $1 AND placements < $7",
        " ON CONFLICT (board, chat, inline) DO NOTHING"
    ),
);

/// Adds a placement of a board created in the same transaction, recognised by its time: an existing board
/// keeps its places.
pub(crate) const PLACE_CREATED: Sql = Sql::new(
    StoreCall::Create,
    "\
    INSERT INTO placements (board, chat, inline, topic, message, shown, wanted) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), revision FROM boards WHERE id = $6 AND touched = $7 AND chat <> $1 \
    ON CONFLICT (board, chat, inline) DO NOTHING",
);

/// The right-hand sides refer to the old row.
pub(crate) const PLACE_BOARD: Sql = Sql::new(
    StoreCall::Place,
    "\
    UPDATE boards SET message = $1, topic = $2, \
    shown = CASE WHEN message = $1 AND shown > $3 THEN shown ELSE $3 END, placed = $4 \
    WHERE id = $5 AND chat = $6",
);

/// Like [`PLACE_BOARD`], for a placement elsewhere; so is [`DISPLACE_ELSEWHERE`] like [`DISPLACE_BOARD`], and
/// [`NOTE_SHOWN_ELSEWHERE`] like [`NOTE_SHOWN`].
pub(crate) const PLACE_ELSEWHERE: Sql = Sql::new(
    StoreCall::Place,
    "\
    UPDATE placements SET message = $1, topic = $2, \
    shown = CASE WHEN message = $1 AND shown > $3 THEN shown ELSE $3 END, placed = $4 \
    WHERE board = $5 AND chat = $6 AND inline = ''",
);

/// Moves the games in play of a chat to another one, where they count as never sent. May run
/// concurrently.
pub(crate) const MOVE_CHAT: Sql = Sql::new(
    StoreCall::MoveChat,
    "\
    UPDATE boards SET chat = $1, topic = NULL, message = NULL, shown = 0, claimed = -1 \
    WHERE chat = $2 AND is_over = 0",
);

/// No board is shown twice in one chat.
pub(crate) const DROP_DOUBLED: Sql = Sql::new(
    StoreCall::MoveChat,
    "\
    DELETE FROM placements WHERE chat = $1 \
    AND EXISTS (SELECT id FROM boards WHERE id = board AND boards.chat = $1)",
);

pub(crate) const MOVE_ELSEWHERE: Sql = Sql::new(
    StoreCall::MoveChat,
    "\
    UPDATE placements SET chat = $1, topic = NULL, message = NULL, shown = 0, claimed = -1 \
    WHERE chat = $2 AND inline = '' \
    AND EXISTS (SELECT id FROM boards WHERE id = board AND is_over = 0 AND boards.chat <> $1) \
    AND NOT EXISTS (SELECT other.board FROM placements AS other \
    WHERE other.board = placements.board AND other.chat = $1)",
);

/// For a message that is gone, or no message where the board was never sent: the board counts as sent and gone.
pub(crate) const DISPLACE_BOARD: Sql = Sql::new(
    StoreCall::Displace,
    "\
    UPDATE boards SET message = NULL, shown = $1 \
    WHERE id = $2 AND message IS NOT DISTINCT FROM CAST($3 AS BIGINT) AND chat = $4",
);

pub(crate) const DISPLACE_ELSEWHERE: Sql = Sql::new(
    StoreCall::Displace,
    "\
    UPDATE placements SET message = NULL, shown = $1 WHERE board = $2 \
    AND message IS NOT DISTINCT FROM CAST($3 AS BIGINT) AND chat = $4 AND inline = ''",
);

/// Deletes the row of a deleted inline message: no button press can come from it any more.
pub(crate) const DROP_INLINE: Sql = Sql::new(
    StoreCall::Displace,
    "DELETE FROM placements WHERE board = $1 AND chat = $2 AND inline = $3",
);

pub(crate) const NOTE_SHOWN: Sql = Sql::new(
    StoreCall::NoteShown,
    unless_deleted!(
        "UPDATE boards SET shown = $1 \
    WHERE id = $2 AND message = $3 AND chat = $4 AND shown < $1 AND revision <= $1"
    ),
);

pub(crate) const NOTE_SHOWN_ELSEWHERE: Sql = Sql::new(
    StoreCall::NoteShown,
    unless_deleted!(
        "UPDATE placements SET shown = $1 \
    WHERE board = $2 AND message = $3 AND chat = $4 AND inline = $5 \
    AND shown < $1 AND wanted <= $1 \
    AND EXISTS (SELECT id FROM boards WHERE id = board",
        ")"
    ),
);

/// Changes a row if it is still one of [`BOARDS_BEHIND`]: of several claims, exactly one succeeds.
pub(crate) const CLAIM_BOARD: Sql = Sql::new(
    StoreCall::Claim,
    unless_deleted!(
        "UPDATE boards SET claimed = $1 WHERE id = $2 AND chat = $3 AND shown < revision \
    AND (message IS NULL \
    AND (claimed < 0 OR touched NOT BETWEEN $4 AND $5 AND claimed NOT BETWEEN $4 AND $5) \
    OR message IS NOT NULL \
    AND touched NOT BETWEEN $6 AND $5 AND claimed NOT BETWEEN $6 AND $5)"
    ),
);

/// Like [`CLAIM_BOARD`], for [`BOARDS_BEHIND_ELSEWHERE`].
pub(crate) const CLAIM_ELSEWHERE: Sql = Sql::new(
    StoreCall::Claim,
    unless_deleted!(
        "UPDATE placements SET claimed = $1 WHERE board = $2 AND chat = $3 AND inline = $4 \
    AND shown < wanted AND (message IS NULL AND (claimed < 0 OR claimed NOT BETWEEN $5 AND $6 \
    AND (SELECT touched FROM boards WHERE id = board) NOT BETWEEN $5 AND $6) \
    OR message IS NOT NULL AND claimed NOT BETWEEN $7 AND $6 \
    AND (SELECT touched FROM boards WHERE id = board) NOT BETWEEN $7 AND $6) \
    AND EXISTS (SELECT id FROM boards WHERE id = board",
        ")"
    ),
);

/// Changes a row if it is still the one of [`BOARDS_AWAITING_ENGINE`] that was seen: of several claims,
/// exactly one succeeds.
pub(crate) const CLAIM_TURN: Sql = Sql::new(
    StoreCall::ClaimTurn,
    unless_deleted!(
        "UPDATE boards SET turn_claimed = $1 WHERE id = $2 AND revision = $3 AND awaits_engine = 1 \
    AND touched NOT BETWEEN $4 AND $5 AND turn_claimed NOT BETWEEN $4 AND $5"
    ),
);

pub(crate) const BOARD_BY_ID: Sql = Sql::new(StoreCall::Load, boards_where!("id = $1"));

/// The sum prevents the order from being read off the index of ages, which contains all boards.
pub(crate) const OPEN_BOARDS: Sql = Sql::new(
    StoreCall::OpenBoards,
    boards_where!(open_in_chat!(), " ORDER BY touched + 0 DESC LIMIT $3"),
);

/// The same boards, the lowest first: by their messages in the chat. One that was never sent is below all messages, of
/// which none has so large an id; one whose message is gone is above all.
pub(crate) const LOWEST_OPEN: Sql = Sql::new(
    StoreCall::OpenBoards,
    boards_where!(
        open_in_chat!(),
        " ORDER BY CASE WHEN chat = $2 \
    THEN COALESCE(message, CASE shown WHEN 0 THEN 2147483648 ELSE -1 END) \
    ELSE (SELECT COALESCE(placements.message, \
    CASE placements.shown WHEN 0 THEN 2147483648 ELSE -1 END) FROM placements \
    WHERE board = boards.id AND placements.chat = $2 AND inline = '') END DESC, \
    touched DESC LIMIT $3"
    ),
);

/// Games against engines have no guest.
pub(crate) const GAMES_WITH_PEOPLE: Sql = Sql::new(
    StoreCall::GamesWithPeople,
    boards_where!(
        "id IN (SELECT id FROM boards WHERE owner = $1 AND is_over = 0 AND guest IS NOT NULL \
    UNION ALL SELECT id FROM boards WHERE guest = $1 AND is_over = 0)",
        " ORDER BY touched + 0 DESC LIMIT $2"
    ),
);

pub(crate) const LATEST_OVER: Sql = Sql::new(
    StoreCall::LatestOver,
    boards_where!(concat!(
        "id = (SELECT id FROM (SELECT id, touched FROM boards WHERE owner = $1 AND is_over > 0 AND ",
        is_in_chat!("$2"),
        " UNION ALL SELECT id, touched FROM boards WHERE guest = $1 AND is_over > 0 AND ",
        is_in_chat!("$2"),
        ") AS ended ORDER BY touched DESC LIMIT 1)"
    )),
);

/// Counts in one chat, and in all.
pub(crate) const COUNT_OPEN_BOARDS: Sql = Sql::new(
    StoreCall::CountOpen,
    concat!(
        "SELECT COUNT(here), COUNT(*) FROM (SELECT CASE WHEN ",
        is_in_chat!("$1"),
        " THEN 1 END AS here FROM boards WHERE owner = $2 AND is_over = 0",
        no_deleted_person!(),
        " UNION ALL SELECT CASE WHEN ",
        is_in_chat!("$1"),
        " THEN 1 END AS here FROM boards WHERE guest = $2 AND is_over = 0",
        no_deleted_person!(),
        ") AS open_boards"
    ),
);

pub(crate) const BOARDS_BEHIND: Sql = Sql::new(
    StoreCall::Behind,
    boards_where!(
        "shown < revision AND id >= $1 AND (message IS NULL \
    AND (claimed < 0 OR touched NOT BETWEEN $2 AND $3 AND claimed NOT BETWEEN $2 AND $3) \
    OR message IS NOT NULL \
    AND touched NOT BETWEEN $4 AND $3 AND claimed NOT BETWEEN $4 AND $3)",
        " ORDER BY id LIMIT $5"
    ),
);

/// Selects boards of which a placement elsewhere lags.
pub(crate) const BOARDS_BEHIND_ELSEWHERE: Sql = Sql::new(
    StoreCall::Behind,
    boards_where!(
        "id IN (SELECT board FROM placements AS lagging JOIN boards AS placed ON placed.id = board \
    WHERE lagging.shown < wanted AND board >= $1 AND (lagging.message IS NULL \
    AND (lagging.claimed < 0 \
    OR touched NOT BETWEEN $2 AND $3 AND lagging.claimed NOT BETWEEN $2 AND $3) \
    OR lagging.message IS NOT NULL \
    AND touched NOT BETWEEN $4 AND $3 AND lagging.claimed NOT BETWEEN $4 AND $3))",
        " ORDER BY id LIMIT $5"
    ),
);

pub(crate) const BOARDS_AWAITING_ENGINE: Sql = Sql::new(
    StoreCall::AwaitingEngine,
    boards_where!(
        "awaits_engine = 1 AND id >= $1 \
    AND touched NOT BETWEEN $2 AND $3 AND turn_claimed NOT BETWEEN $2 AND $3",
        " ORDER BY id LIMIT $4"
    ),
);

/// Selects the boards that a person has started and those in which they are a guest, each by ascending
/// id.
pub(crate) const BOARDS_OF: Sql = Sql::new(
    StoreCall::BoardsOf,
    concat!(
        "SELECT id, chat, message, shown, revision, record, touched, owner, ",
        elsewhere!(),
        ", help, agreement, clock, ballot, is_left, reminded, reserved_since, counts_on, clock_before, first_acted, second_acted \
    FROM boards WHERE id IN (SELECT id FROM (SELECT id FROM boards WHERE id >= $1 AND owner = $2",
        no_deleted_person!(),
        " ORDER BY id LIMIT $3) AS own UNION ALL SELECT id FROM (\
    SELECT id FROM boards WHERE id >= $1 AND guest = $2",
        no_deleted_person!(),
        " ORDER BY id LIMIT $3) AS others) ORDER BY id LIMIT $3"
    ),
);

/// A game that is over is left as it is. `resigned_by` holds the notes of [`NOTE_TYPED`], too.
pub(crate) const NOTE_RESIGNING: Sql = Sql::new(
    StoreCall::Resignation,
    unless_deleted!("UPDATE boards SET resigned_by = $1 WHERE id = $2 AND is_over = 0"),
);

/// Records the message of a typed move in `resigned_by`, whose name tells only of those that resign. In the
/// transaction of the move, if that was written: it is recognised by its revision and its time.
pub(crate) const NOTE_TYPED: Sql = Sql::new(
    StoreCall::Commit,
    "UPDATE boards SET resigned_by = $1 WHERE id = $2 AND revision = $3 AND touched = $4",
);

/// Selects the game that a message was about to resign, or in which it was the last typed move.
pub(crate) const ACTED_ON_BY: Sql =
    Sql::new(StoreCall::Resignation, boards_where!("resigned_by = $1", " LIMIT 1"));

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
