//! All statements on rows, in the SQL that SQLite and PostgreSQL share.
//!
//! All columns are 64-bit integers or text. Parameters are numbered in the order in which they first
//! appear, since SQLite numbers them so regardless of their names.

/// Excludes the boards of people who are being deleted, and those in which they have a seat. Boards
/// created since then, and seats taken since then, belong to people who have come back. The table is
/// nearly always empty.
macro_rules! nobody_departed {
    () => {
        " AND born >= COALESCE((SELECT until FROM departed WHERE person = owner), 0) \
        AND (guest IS NULL \
        OR seated >= COALESCE((SELECT until FROM departed WHERE person = guest), 0))"
    };
}

/// A statement on boards that excludes those of departed people.
macro_rules! unless_departed {
    ($statement:literal) => {
        concat!($statement, nobody_departed!())
    };
    ($statement:literal, $end:literal) => {
        concat!($statement, nobody_departed!(), $end)
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
            nobody_departed!(),
            $end
        )
    };
}

pub(super) mod blocks;
pub(super) mod challenges;
pub(super) mod departing;
pub(super) mod groups;
pub(super) mod keyed;
pub(super) mod placing;
pub(super) mod clocks;
pub(super) mod ratings;
pub(super) mod reminders;
pub(super) mod results;

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

pub(super) mod absences;
pub(super) mod invitations;
pub(super) mod seekers;
pub(super) mod screens;

/// Of the two people of these parameters the one who is not the owner.
macro_rules! guest {
    () => {
        "COALESCE(NULLIF($9, owner), NULLIF($10, owner))"
    };
}

/// Changes nothing if the row exists or its owner has too many games in play. PostgreSQL is given the
/// types of the values, because it infers them from the columns too late.
pub(super) const CREATE_BOARD: &str = concat!(
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
    nobody_departed!(),
    ") + (SELECT COUNT(*) FROM boards WHERE guest = $2 AND is_over = 0 AND ",
    is_in_chat!("$3"),
    nobody_departed!(),
    ") < $17 AND (SELECT COUNT(*) FROM boards WHERE owner = $2 AND is_over = 0",
    nobody_departed!(),
    ") + (SELECT COUNT(*) FROM boards WHERE guest = $2 AND is_over = 0",
    nobody_departed!(),
    ") < $18 AND ($15 IS NULL OR EXISTS (SELECT id FROM people WHERE id = $15) \
    AND (SELECT COUNT(*) FROM boards WHERE owner = $2 AND reserved IS NOT NULL \
    AND reserved_since >= $19) < $20 \
    AND (SELECT COUNT(*) FROM boards WHERE reserved = $15 AND reserved_since >= $19) < $21 \
    AND (SELECT COUNT(*) FROM boards WHERE owner = $2 AND reserved = $15 \
    AND reserved_since >= $19) < $22) \
    ON CONFLICT (id) DO NOTHING"
);

/// Changes one row if the stored revision is the one that was seen, and none otherwise. For games with
/// fewer than two people: they have no guest, so the indices of guests are left alone. No clock runs
/// there, but one may be chosen for a player yet to join.
pub(super) const COMMIT_SESSION: &str = unless_departed!(
    "UPDATE boards SET revision = $1, is_over = $2, awaits_engine = $3, record = $4, touched = $5, \
    clock = $6, reserved = $7, reserved_since = $8 WHERE id = $9 AND revision = $10"
);

/// Like [`COMMIT_SESSION`], for games in which the player was helped: against engines, so without a
/// guest.
pub(super) const COMMIT_HELPED_SESSION: &str = unless_departed!(
    "UPDATE boards SET revision = $1, is_over = $2, awaits_engine = $3, record = $4, touched = $5, \
    help = $6 WHERE id = $7 AND revision = $8"
);

/// Like [`COMMIT_SESSION`], for games against engines in which people vote, which have no clock.
pub(super) const COMMIT_VOTED_SESSION: &str = unless_departed!(
    "UPDATE boards SET revision = $1, is_over = $2, awaits_engine = $3, record = $4, touched = $5, \
    ballot = $6, due = $7, clock = NULL, reserved = NULL, reserved_since = NULL \
    WHERE id = $8 AND revision = $9"
);

/// Like [`COMMIT_SESSION`], for games with two people; one may have just joined. Messages and
/// offers do not update its time.
pub(super) const COMMIT_SESSION_OF_TWO: &str = concat!(
    "UPDATE boards SET revision = $1, is_over = $2, awaits_engine = $3, record = $4, \
    touched = CASE WHEN record = $4 THEN touched ELSE $5 END, \
    agreement = $6, clock = $7, due = $8, reserved = NULL, reserved_since = NULL, guest = ",
    guest!(),
    ", seated = CASE WHEN guest IS NOT DISTINCT FROM ",
    guest!(),
    " THEN seated ELSE ",
    deletions!(),
    " END, first_acted = COALESCE($11, first_acted), second_acted = COALESCE($12, second_acted), \
    clock_before = $13 WHERE id = $14 AND revision = $15",
    nobody_departed!()
);

/// All statements that commit a session.
pub(super) const COMMITS: [&str; 4] =
    [COMMIT_SESSION, COMMIT_HELPED_SESSION, COMMIT_VOTED_SESSION, COMMIT_SESSION_OF_TWO];

/// The right-hand sides refer to the old row.
pub(super) const PLACE_BOARD: &str = "\
    UPDATE boards SET message = $1, topic = $2, \
    shown = CASE WHEN message = $1 AND shown > $3 THEN shown ELSE $3 END, placed = $4 \
    WHERE id = $5 AND chat = $6";

/// Like [`PLACE_BOARD`], for a placement elsewhere; so are the statements after the next ones.
pub(super) const PLACE_ELSEWHERE: &str = "\
    UPDATE placements SET message = $1, topic = $2, \
    shown = CASE WHEN message = $1 AND shown > $3 THEN shown ELSE $3 END, placed = $4 \
    WHERE board = $5 AND chat = $6 AND inline = ''";

/// Moves the games in play of a chat to another one, where they count as never sent. May run
/// concurrently.
pub(super) const MOVE_CHAT: &str = "\
    UPDATE boards SET chat = $1, topic = NULL, message = NULL, shown = 0, claimed = -1 \
    WHERE chat = $2 AND is_over = 0";

/// No board is shown twice in one chat.
pub(super) const DROP_DOUBLED: &str = "\
    DELETE FROM placements WHERE chat = $1 \
    AND EXISTS (SELECT id FROM boards WHERE id = board AND boards.chat = $1)";

pub(super) const MOVE_ELSEWHERE: &str = "\
    UPDATE placements SET chat = $1, topic = NULL, message = NULL, shown = 0, claimed = -1 \
    WHERE chat = $2 AND inline = '' \
    AND EXISTS (SELECT id FROM boards WHERE id = board AND is_over = 0 AND boards.chat <> $1) \
    AND NOT EXISTS (SELECT other.board FROM placements AS other \
    WHERE other.board = placements.board AND other.chat = $1)";

pub(super) const DISPLACE_BOARD: &str =
    "UPDATE boards SET message = NULL, shown = $1 WHERE id = $2 AND message = $3 AND chat = $4";

pub(super) const DISPLACE_ELSEWHERE: &str = "\
    UPDATE placements SET message = NULL, shown = $1 \
    WHERE board = $2 AND message = $3 AND chat = $4 AND inline = ''";

/// Deletes the row of a deleted inline message: no button press can come from it any more.
pub(super) const DROP_INLINE: &str =
    "DELETE FROM placements WHERE board = $1 AND chat = $2 AND inline = $3";

pub(super) const NOTE_SHOWN: &str = unless_departed!(
    "UPDATE boards SET shown = $1 \
    WHERE id = $2 AND message = $3 AND chat = $4 AND shown < $1 AND revision <= $1"
);

pub(super) const NOTE_SHOWN_ELSEWHERE: &str = unless_departed!(
    "UPDATE placements SET shown = $1 \
    WHERE board = $2 AND message = $3 AND chat = $4 AND inline = $5 \
    AND shown < $1 AND wanted <= $1 \
    AND EXISTS (SELECT id FROM boards WHERE id = board",
    ")"
);

/// Changes a row if it is still one of [`BOARDS_BEHIND`]: of several claims, exactly one succeeds.
pub(super) const CLAIM_BOARD: &str = unless_departed!(
    "UPDATE boards SET claimed = $1 WHERE id = $2 AND chat = $3 AND shown < revision \
    AND (message IS NULL \
    AND (claimed < 0 OR touched NOT BETWEEN $4 AND $5 AND claimed NOT BETWEEN $4 AND $5) \
    OR message IS NOT NULL \
    AND touched NOT BETWEEN $6 AND $5 AND claimed NOT BETWEEN $6 AND $5)"
);

/// Like [`CLAIM_BOARD`], for [`BOARDS_BEHIND_ELSEWHERE`].
pub(super) const CLAIM_ELSEWHERE: &str = unless_departed!(
    "UPDATE placements SET claimed = $1 WHERE board = $2 AND chat = $3 AND inline = $4 \
    AND shown < wanted AND (message IS NULL AND (claimed < 0 OR claimed NOT BETWEEN $5 AND $6 \
    AND (SELECT touched FROM boards WHERE id = board) NOT BETWEEN $5 AND $6) \
    OR message IS NOT NULL AND claimed NOT BETWEEN $7 AND $6 \
    AND (SELECT touched FROM boards WHERE id = board) NOT BETWEEN $7 AND $6) \
    AND EXISTS (SELECT id FROM boards WHERE id = board",
    ")"
);

/// Changes a row if it is still the one of [`BOARDS_AWAITING_ENGINE`] that was seen: of several claims,
/// exactly one succeeds.
pub(super) const CLAIM_TURN: &str = unless_departed!(
    "UPDATE boards SET turn_claimed = $1 WHERE id = $2 AND revision = $3 AND awaits_engine = 1 \
    AND touched NOT BETWEEN $4 AND $5 AND turn_claimed NOT BETWEEN $4 AND $5"
);

/// The condition is repeated: a board that changes while this waits for its row is kept.
pub(super) const PURGE: &str = "\
    DELETE FROM boards WHERE id IN (SELECT id FROM (\
    SELECT id FROM boards WHERE is_over = 1 AND touched < $1 UNION ALL \
    SELECT id FROM boards WHERE is_over = 0 AND touched < $2) AS stale LIMIT $3) \
    AND touched < CASE is_over WHEN 1 THEN $1 ELSE $2 END";

/// Counts the boards that [`PURGE`] would delete.
pub(super) const COUNT_STALE: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM (\
    SELECT id FROM boards WHERE is_over = 1 AND touched < $1 UNION ALL \
    SELECT id FROM boards WHERE is_over = 0 AND touched < $2) AS stale LIMIT $3) AS counted";

/// Gives boards with a time in the future a past one, in the order of their times.
pub(super) const REDATE_BOARDS: &str = "\
    UPDATE boards SET touched = redated.touched FROM (\
    SELECT id, $1 + ROW_NUMBER() OVER (ORDER BY touched) AS touched FROM boards \
    WHERE is_over IN (0, 1) AND touched > $2 ORDER BY touched LIMIT $3) AS redated \
    WHERE boards.id = redated.id AND boards.touched > $2";

/// The row is created when the store is opened for the first time.
pub(super) const BEGIN_INSTANCE: &str = "\
    INSERT INTO zerosum_instance (id, reached) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";

pub(super) const REACHED: &str = "SELECT reached FROM zerosum_instance WHERE id = 1";

/// Of several processes that have lived through the same time, none adds to the time written by another.
pub(super) const REACH: &str =
    "UPDATE zerosum_instance SET reached = $1 WHERE id = 1 AND reached < $1";

/// Changes a row if the database has no owner yet.
pub(super) const CLAIM_INSTANCE: &str =
    "UPDATE zerosum_instance SET bot = $1 WHERE id = 1 AND bot IS NULL";

pub(super) const HAND_OVER: &str = "UPDATE zerosum_instance SET bot = $1 WHERE id = 1";

pub(super) const OWNER: &str = "SELECT bot FROM zerosum_instance WHERE id = 1";

/// Changes a row if so much own time has passed since the last purge.
pub(super) const CLAIM_PURGE: &str =
    "UPDATE zerosum_instance SET purged = reached WHERE id = 1 AND purged <= reached - $1";

/// Deletes the oldest finished boards of a person beyond a number that is kept. A board that changes
/// while this waits for its row is kept too. The condition must repeat the index's definition.
pub(super) const TRIM: &str = "\
    DELETE FROM boards WHERE is_over > 0 AND id IN (\
    SELECT id FROM boards WHERE owner = $1 AND is_over > 0 AND touched <= (\
    SELECT touched FROM boards WHERE owner = $1 AND is_over > 0 \
    ORDER BY touched DESC LIMIT 1 OFFSET $2) ORDER BY touched LIMIT $3)";

/// Changes nothing if the row exists with a supported language.
pub(super) const CREATE_PERSON: &str = "\
    INSERT INTO people \
    (id, language, has_chosen, name, is_reachable, is_dark, is_text, choice, habits, \
    keeps_results) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
    ON CONFLICT (id) DO UPDATE SET language = excluded.language, \
    has_chosen = excluded.has_chosen, name = excluded.name, \
    is_reachable = excluded.is_reachable, is_dark = excluded.is_dark, \
    is_text = excluded.is_text, choice = excluded.choice, habits = excluded.habits, \
    keeps_results = excluded.keeps_results WHERE people.language NOT IN ($11, $12, $13)";

/// Changes one row if it is the one that was seen, and none otherwise. For a person who wants no
/// pictures, `is_dark` is ignored: an older version may have written it.
pub(super) const REPLACE_PERSON: &str = "\
    UPDATE people SET language = $1, has_chosen = $2, name = $3, is_reachable = $4, is_dark = $5, \
    is_text = $6, choice = $7, habits = $8, keeps_results = $9 WHERE id = $10 \
    AND language = $11 AND has_chosen = $12 AND name = $13 AND is_reachable = $14 \
    AND (is_dark = $15 OR is_text = 1) AND is_text = $16 AND choice = $17 AND habits = $18 \
    AND keeps_results = $19";

pub(super) const SET_REACHABLE: &str = "UPDATE people SET is_reachable = $1 WHERE id = $2";

pub(super) const DELETE_PERSON: &str = "DELETE FROM people WHERE id = $1";

/// The only switch that is a counter instead of on or off. Its name is the one that [`DELETIONS`] reads.
pub(super) const COUNT_DELETION: &str = "\
    INSERT INTO switches (name, is_on) VALUES ('deletions', 1) \
    ON CONFLICT (name) DO UPDATE SET is_on = switches.is_on + 1";

pub(super) const DELETIONS: &str =
    "SELECT COALESCE(MAX(is_on), 0) FROM switches WHERE name = 'deletions'";

pub(super) const SET_SWITCH: &str = "\
    INSERT INTO switches (name, is_on) VALUES ($1, $2) \
    ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on";

pub(super) const CREATE_BROADCAST: &str = "\
    INSERT INTO broadcasts \
    (id, text, author, chat, message, claimed, sent, failed, state) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
    ON CONFLICT (id) DO NOTHING";

pub(super) const CLAIM_SLICE: &str = "\
    UPDATE broadcasts SET claimed = $1, sent = sent + $2, failed = failed + $3 \
    WHERE id = $4 AND state = 'running' AND claimed IS NOT DISTINCT FROM $5";

pub(super) const FINISH_BROADCAST: &str = "\
    UPDATE broadcasts SET state = 'done', text = '', sent = sent + $1, failed = failed + $2 \
    WHERE id = $3 AND state = 'running' AND claimed IS NOT DISTINCT FROM $4";

pub(super) const TALLY_BROADCAST: &str =
    "UPDATE broadcasts SET sent = sent + $1, failed = failed + $2 WHERE id = $3";

pub(super) const STOP_BROADCAST: &str = "\
    UPDATE broadcasts SET state = 'stopped', text = '' WHERE id = $1 AND state = 'running'";

pub(super) const DELETE_BROADCASTS_BY: &str = "DELETE FROM broadcasts WHERE author = $1";

pub(super) const BOARD_BY_ID: &str = boards_where!("id = $1");

/// The sum prevents the order from being read off the index of ages, which contains all boards.
pub(super) const OPEN_BOARDS: &str = boards_where!(
    concat!(
        "id IN (SELECT id FROM boards WHERE owner = $1 AND is_over = 0 AND ",
        is_in_chat!("$2"),
        " UNION ALL SELECT id FROM boards WHERE guest = $1 AND is_over = 0 AND ",
        is_in_chat!("$2"),
        ")"
    ),
    " ORDER BY touched + 0 DESC LIMIT $3"
);

/// Games against engines have no guest.
pub(super) const GAMES_WITH_PEOPLE: &str = boards_where!(
    "id IN (SELECT id FROM boards WHERE owner = $1 AND is_over = 0 AND guest IS NOT NULL \
    UNION ALL SELECT id FROM boards WHERE guest = $1 AND is_over = 0)",
    " ORDER BY touched + 0 DESC LIMIT $2"
);

pub(super) const LATEST_OVER: &str = boards_where!(concat!(
    "id = (SELECT id FROM (SELECT id, touched FROM boards WHERE owner = $1 AND is_over > 0 AND ",
    is_in_chat!("$2"),
    " UNION ALL SELECT id, touched FROM boards WHERE guest = $1 AND is_over > 0 AND ",
    is_in_chat!("$2"),
    ") AS ended ORDER BY touched DESC LIMIT 1)"
));

/// Counts in one chat, and in all.
pub(super) const COUNT_OPEN_BOARDS: &str = concat!(
    "SELECT COUNT(here), COUNT(*) FROM (SELECT CASE WHEN ",
    is_in_chat!("$1"),
    " THEN 1 END AS here FROM boards WHERE owner = $2 AND is_over = 0",
    nobody_departed!(),
    " UNION ALL SELECT CASE WHEN ",
    is_in_chat!("$1"),
    " THEN 1 END AS here FROM boards WHERE guest = $2 AND is_over = 0",
    nobody_departed!(),
    ") AS open_boards"
);

pub(super) const BOARDS_BEHIND: &str = boards_where!(
    "shown < revision AND id >= $1 AND (message IS NULL \
    AND (claimed < 0 OR touched NOT BETWEEN $2 AND $3 AND claimed NOT BETWEEN $2 AND $3) \
    OR message IS NOT NULL \
    AND touched NOT BETWEEN $4 AND $3 AND claimed NOT BETWEEN $4 AND $3)",
    " ORDER BY id LIMIT $5"
);

/// Selects boards of which a placement elsewhere lags.
pub(super) const BOARDS_BEHIND_ELSEWHERE: &str = boards_where!(
    "id IN (SELECT board FROM placements AS lagging JOIN boards AS placed ON placed.id = board \
    WHERE lagging.shown < wanted AND board >= $1 AND (lagging.message IS NULL \
    AND (lagging.claimed < 0 \
    OR touched NOT BETWEEN $2 AND $3 AND lagging.claimed NOT BETWEEN $2 AND $3) \
    OR lagging.message IS NOT NULL \
    AND touched NOT BETWEEN $4 AND $3 AND lagging.claimed NOT BETWEEN $4 AND $3))",
    " ORDER BY id LIMIT $5"
);

pub(super) const BOARDS_AWAITING_ENGINE: &str = boards_where!(
    "awaits_engine = 1 AND id >= $1 \
    AND touched NOT BETWEEN $2 AND $3 AND turn_claimed NOT BETWEEN $2 AND $3",
    " ORDER BY id LIMIT $4"
);

/// Selects the boards that a person has started and those in which they are a guest, each by ascending
/// id.
pub(super) const BOARDS_OF: &str = concat!(
    "SELECT id, chat, message, shown, revision, record, touched, owner, ",
    elsewhere!(),
    ", help, agreement, clock, ballot, is_left, reminded, reserved_since, counts_on, clock_before \
    FROM boards WHERE id IN (SELECT id FROM (SELECT id FROM boards WHERE id >= $1 AND owner = $2",
    nobody_departed!(),
    " ORDER BY id LIMIT $3) AS own UNION ALL SELECT id FROM (\
    SELECT id FROM boards WHERE id >= $1 AND guest = $2",
    nobody_departed!(),
    " ORDER BY id LIMIT $3) AS others) ORDER BY id LIMIT $3"
);

/// Selects the board that many places behind a finished board, in the order of owners and of ages.
pub(super) const FINISHED_BOARD_BEHIND: &str = "\
    SELECT owner, touched FROM boards WHERE is_over > 0 AND (owner, touched) > ($1, $2) \
    ORDER BY owner, touched LIMIT 1 OFFSET $3";

pub(super) const PERSON_BY_ID: &str = "\
    SELECT language, has_chosen, name, is_reachable, is_dark, is_text, choice, habits, \
    keeps_results FROM people WHERE id = $1";

pub(super) const PEOPLE_REACHABLE: &str =
    "SELECT id FROM people WHERE is_reachable = 1 AND id >= $1 ORDER BY id LIMIT $2";

pub(super) const SWITCH: &str = "SELECT is_on FROM switches WHERE name = $1";

pub(super) const BROADCAST_BY_ID: &str = "\
    SELECT id, text, author, chat, message, claimed, sent, failed, state FROM broadcasts \
    WHERE id = $1";

pub(super) const BROADCASTS_BY: &str = "\
    SELECT id, text, author, chat, message, claimed, sent, failed, state FROM broadcasts \
    WHERE author = $1 AND id >= $2 ORDER BY id LIMIT $3";

pub(super) const BROADCASTS_RUNNING: &str = "\
    SELECT id, text, author, chat, message, claimed, sent, failed, state FROM broadcasts \
    WHERE state = 'running' ORDER BY id";

/// Counts no further than the parameter, like the next three.
pub(super) const COUNT_PEOPLE: &str =
    "SELECT COUNT(*) FROM (SELECT id FROM people LIMIT $1) AS counted";

pub(super) const COUNT_REACHABLE: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM people WHERE is_reachable = 1 LIMIT $1) AS counted";

pub(super) const COUNT_IN_PLAY: &str =
    "SELECT COUNT(*) FROM (SELECT id FROM boards WHERE is_over = 0 LIMIT $1) AS counted";

/// The condition must repeat the index's definition; the order is irrelevant but makes the index usable.
pub(super) const COUNT_BETWEEN_PEOPLE: &str = "\
    SELECT COUNT(*) FROM (SELECT id FROM boards WHERE is_over < 1 AND guest IS NOT NULL \
    ORDER BY touched, id LIMIT $1) AS counted";

pub(super) const COUNT_OVER: &str =
    "SELECT COUNT(*) FROM (SELECT id FROM boards WHERE is_over = 1 LIMIT $1) AS counted";

/// Reads the end of each half of the index of ages; NULL if there is no board.
pub(super) const LAST_TOUCHED: &str = "\
    SELECT MAX(touched) FROM (\
    SELECT MAX(touched) AS touched FROM boards WHERE is_over = 0 UNION ALL \
    SELECT MAX(touched) FROM boards WHERE is_over = 1) AS newest";

pub(super) const PING: &str = "SELECT 1";
