//! Statements for the host: the database's owner and times, its limits, broadcasts and figures.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// The condition is repeated: a board that changes while this waits for its row is kept.
pub(crate) const PURGE: Sql = Sql::new(
    StoreCall::Purge,
    "\
    DELETE FROM boards WHERE id IN (SELECT id FROM (\
    SELECT id FROM boards WHERE is_over = 1 AND touched < $1 UNION ALL \
    SELECT id FROM boards WHERE is_over = 0 AND touched < $2) AS stale LIMIT $3) \
    AND touched < CASE is_over WHEN 1 THEN $1 ELSE $2 END",
);

/// Counts the boards that [`PURGE`] would delete.
pub(crate) const COUNT_STALE: Sql = Sql::new(
    StoreCall::CountStale,
    "\
    SELECT COUNT(*) FROM (SELECT id FROM (\
    SELECT id FROM boards WHERE is_over = 1 AND touched < $1 UNION ALL \
    SELECT id FROM boards WHERE is_over = 0 AND touched < $2) AS stale LIMIT $3) AS counted",
);

/// Gives boards with a time in the future a past one, in the order of their times.
pub(crate) const REDATE_BOARDS: Sql = Sql::new(
    StoreCall::Reach,
    "\
    UPDATE boards SET touched = redated.touched FROM (\
    SELECT id, $1 + ROW_NUMBER() OVER (ORDER BY touched) AS touched FROM boards \
    WHERE is_over IN (0, 1) AND touched > $2 ORDER BY touched LIMIT $3) AS redated \
    WHERE boards.id = redated.id AND boards.touched > $2",
);

pub(crate) const REDATE_INVITATIONS: Sql =
    Sql::new(StoreCall::Reach, "UPDATE invitations SET made = $1 WHERE made > $2");

pub(crate) const REDATE_SEEKERS: Sql =
    Sql::new(StoreCall::Reach, "UPDATE seekers SET since = $1 WHERE since > $2");

/// Times that tell when something of a person or a group happened. There is no index for most, so these read whole
/// tables. Games keep their order.
pub(crate) const REDATE_THE_REST: [Sql; 5] = [
    Sql::new(
        StoreCall::Reach,
        "UPDATE results SET ended = $1 - ((SELECT MAX(ended) FROM results) - ended) WHERE ended > $2",
    ),
    Sql::new(
        StoreCall::Reach,
        "UPDATE rated_games SET ended = $1 - ((SELECT MAX(ended) FROM rated_games) - ended) WHERE ended > $2",
    ),
    Sql::new(StoreCall::Reach, "UPDATE ratings SET rated_at = $1 WHERE rated_at > $2"),
    Sql::new(StoreCall::Reach, "UPDATE rating_history SET rated_at = $1 WHERE rated_at > $2"),
    Sql::new(StoreCall::Reach, "UPDATE absences SET returned = $1 WHERE returned > $2"),
];

/// The row is created when the store is opened for the first time.
pub(crate) const BEGIN_INSTANCE: Sql = Sql::new(
    StoreCall::Reach,
    "\
    INSERT INTO zerosum_instance (id, reached) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
);

pub(crate) const REACHED: Sql =
    Sql::new(StoreCall::Reach, "SELECT reached FROM zerosum_instance WHERE id = 1");

/// Of several processes that have lived through the same time, none adds to the time written by another.
pub(crate) const REACH: Sql = Sql::new(
    StoreCall::Reach,
    "UPDATE zerosum_instance SET reached = $1 WHERE id = 1 AND reached < $1",
);

/// Changes a row if the database has no owner yet.
pub(crate) const CLAIM_INSTANCE: Sql =
    Sql::new(StoreCall::Owner, "UPDATE zerosum_instance SET bot = $1 WHERE id = 1 AND bot IS NULL");

pub(crate) const HAND_OVER: Sql =
    Sql::new(StoreCall::Owner, "UPDATE zerosum_instance SET bot = $1 WHERE id = 1");

pub(crate) const OWNER: Sql =
    Sql::new(StoreCall::Owner, "SELECT bot FROM zerosum_instance WHERE id = 1");

/// Changes a row if that much own time has passed since the last purge.
pub(crate) const CLAIM_PURGE: Sql = Sql::new(
    StoreCall::ClaimPurge,
    "UPDATE zerosum_instance SET purged = reached WHERE id = 1 AND purged <= reached - $1",
);

/// Deletes the oldest finished boards of a person beyond a number that is kept. A board that changes
/// while this waits for its row is kept too. The condition must repeat the index's definition.
pub(crate) const TRIM: Sql = Sql::new(
    StoreCall::Trim,
    "\
    DELETE FROM boards WHERE is_over > 0 AND id IN (\
    SELECT id FROM boards WHERE owner = $1 AND is_over > 0 AND touched <= (\
    SELECT touched FROM boards WHERE owner = $1 AND is_over > 0 \
    ORDER BY touched DESC LIMIT 1 OFFSET $2) ORDER BY touched LIMIT $3)",
);

pub(crate) const SET_SWITCH: Sql = Sql::new(
    StoreCall::SetSwitch,
    "\
    INSERT INTO switches (name, is_on) VALUES ($1, $2) \
    ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on",
);

pub(crate) const CREATE_BROADCAST: Sql = Sql::new(
    StoreCall::CreateBroadcast,
    "\
    INSERT INTO broadcasts \
    (id, text, author, chat, message, claimed, sent, failed, state) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
    ON CONFLICT (id) DO NOTHING",
);

/// The people who are claimed count as failed until they are sent to.
pub(crate) const CLAIM_SLICE: Sql = Sql::new(
    StoreCall::AdvanceBroadcast,
    "\
    UPDATE broadcasts SET claimed = $1, sent = sent + $2, failed = failed + $3 \
    WHERE id = $4 AND state = 'running' AND claimed IS NOT DISTINCT FROM $5",
);

pub(crate) const FINISH_BROADCAST: Sql = Sql::new(
    StoreCall::AdvanceBroadcast,
    "\
    UPDATE broadcasts SET state = 'done', text = '', claimed = NULL, sent = sent + $1, \
    failed = failed - $1 \
    WHERE id = $2 AND state = 'running' AND claimed IS NOT DISTINCT FROM $3",
);

pub(crate) const TALLY_BROADCAST: Sql = Sql::new(
    StoreCall::TallyBroadcast,
    "UPDATE broadcasts SET sent = sent + $1, failed = failed - $1 WHERE id = $2",
);

pub(crate) const STOP_BROADCAST: Sql = Sql::new(
    StoreCall::StopBroadcast,
    "\
    UPDATE broadcasts SET state = 'stopped', text = '', claimed = NULL \
    WHERE id = $1 AND state = 'running'",
);

/// Forgets the person whom each ended broadcast has reached last: versions that end a broadcast may leave that.
pub(crate) const CLEAR_CURSORS: Sql = Sql::new(
    StoreCall::ClaimPurge,
    "UPDATE broadcasts SET claimed = NULL WHERE state <> 'running' AND claimed IS NOT NULL",
);

pub(crate) const DELETE_BROADCASTS_BY: Sql =
    Sql::new(StoreCall::DeletePerson, "DELETE FROM broadcasts WHERE author = $1");

/// Selects the board that many places after a finished board, in the order of owners and of ages.
pub(crate) const FINISHED_BOARD_BEHIND: Sql = Sql::new(
    StoreCall::FinishedBehind,
    "\
    SELECT owner, touched FROM boards WHERE is_over > 0 AND (owner, touched) > ($1, $2) \
    ORDER BY owner, touched LIMIT 1 OFFSET $3",
);

pub(crate) const SWITCH: Sql =
    Sql::new(StoreCall::IsOn, "SELECT is_on FROM switches WHERE name = $1");

pub(crate) const BROADCAST_BY_ID: Sql = Sql::new(
    StoreCall::Broadcast,
    "\
    SELECT id, text, author, chat, message, claimed, sent, failed, state FROM broadcasts \
    WHERE id = $1",
);

pub(crate) const BROADCASTS_BY: Sql = Sql::new(
    StoreCall::BroadcastsBy,
    "\
    SELECT id, text, author, chat, message, claimed, sent, failed, state FROM broadcasts \
    WHERE author = $1 AND id >= $2 ORDER BY id LIMIT $3",
);

pub(crate) const BROADCASTS_RUNNING: Sql = Sql::new(
    StoreCall::BroadcastsUnfinished,
    "\
    SELECT id, text, author, chat, message, claimed, sent, failed, state FROM broadcasts \
    WHERE state = 'running' ORDER BY id",
);

/// Counts no further than the parameter, like all counts below.
pub(crate) const COUNT_PEOPLE: Sql =
    Sql::new(StoreCall::Counts, "SELECT COUNT(*) FROM (SELECT id FROM people LIMIT $1) AS counted");

pub(crate) const COUNT_REACHABLE: Sql = Sql::new(
    StoreCall::Counts,
    "\
    SELECT COUNT(*) FROM (SELECT id FROM people WHERE is_reachable = 1 LIMIT $1) AS counted",
);

pub(crate) const COUNT_IN_PLAY: Sql = Sql::new(
    StoreCall::Counts,
    "SELECT COUNT(*) FROM (SELECT id FROM boards WHERE is_over = 0 LIMIT $1) AS counted",
);

/// The condition must repeat the index's definition; the order is irrelevant but makes the index usable.
pub(crate) const COUNT_BETWEEN_PEOPLE: Sql = Sql::new(
    StoreCall::Counts,
    "\
    SELECT COUNT(*) FROM (SELECT id FROM boards WHERE is_over < 1 AND guest IS NOT NULL \
    ORDER BY touched, id LIMIT $1) AS counted",
);

pub(crate) const COUNT_OVER: Sql = Sql::new(
    StoreCall::Counts,
    "SELECT COUNT(*) FROM (SELECT id FROM boards WHERE is_over = 1 LIMIT $1) AS counted",
);

/// Reads the end of each half of the index of ages; NULL if there is no board.
pub(crate) const LAST_TOUCHED: Sql = Sql::new(
    StoreCall::Reach,
    "\
    SELECT MAX(touched) FROM (\
    SELECT MAX(touched) AS touched FROM boards WHERE is_over = 0 UNION ALL \
    SELECT MAX(touched) FROM boards WHERE is_over = 1) AS newest",
);

pub(crate) const PING: Sql = Sql::new(StoreCall::Ping, "SELECT 1");
