//! Statements on the messages that show boards: which are to be sent again, and which are left behind.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Selects the timed games in play among [`super::boards::BOARDS_BEHIND`].
pub(crate) const TIMED_BEHIND: Sql = Sql::new(
    StoreCall::TimedBehind,
    boards_where!(
        "shown < revision AND is_over = 0 AND clock IS NOT NULL AND id >= $1 AND (message IS NULL \
    AND (claimed < 0 OR touched NOT BETWEEN $2 AND $3 AND claimed NOT BETWEEN $2 AND $3) \
    OR message IS NOT NULL \
    AND touched NOT BETWEEN $4 AND $3 AND claimed NOT BETWEEN $4 AND $3)",
        " ORDER BY id LIMIT $5"
    ),
);

/// Selects the timed games in play among [`super::boards::BOARDS_BEHIND_ELSEWHERE`]. The sign prevents the search
/// from starting at all games in play.
pub(crate) const TIMED_BEHIND_ELSEWHERE: Sql = Sql::new(
    StoreCall::TimedBehind,
    boards_where!(
        "id IN (SELECT board FROM placements AS lagging JOIN boards AS placed ON placed.id = board \
    WHERE lagging.shown < wanted AND board >= $1 AND +is_over = 0 AND clock IS NOT NULL \
    AND (lagging.message IS NULL AND (lagging.claimed < 0 \
    OR touched NOT BETWEEN $2 AND $3 AND lagging.claimed NOT BETWEEN $2 AND $3) \
    OR lagging.message IS NOT NULL \
    AND touched NOT BETWEEN $4 AND $3 AND lagging.claimed NOT BETWEEN $4 AND $3))",
        " ORDER BY id LIMIT $5"
    ),
);

/// For a message that is gone, or no message where the board counts as gone: the board counts as never
/// sent there from now on. Of several calls, one changes the row.
pub(crate) const RECALL_BOARD: Sql = Sql::new(
    StoreCall::Recall,
    "\
    UPDATE boards SET message = NULL, shown = 0, claimed = $1 WHERE id = $2 AND chat = $3 \
    AND message IS NOT DISTINCT FROM CAST($4 AS BIGINT) AND (message IS NOT NULL OR shown = $5)",
);

pub(crate) const RECALL_ELSEWHERE: Sql = Sql::new(
    StoreCall::Recall,
    "\
    UPDATE placements SET message = NULL, shown = 0, claimed = $1 \
    WHERE board = $2 AND chat = $3 AND inline = '' \
    AND message IS NOT DISTINCT FROM CAST($4 AS BIGINT) AND (message IS NOT NULL OR shown = $5)",
);

/// A board without a message there is still being sent, and one whose message has a negative time is being sent again.
pub(crate) const RENEW_CLAIM: Sql = Sql::new(
    StoreCall::RenewClaim,
    "\
    UPDATE boards SET claimed = CASE WHEN message IS NULL THEN $1 ELSE claimed END, \
    placed = CASE WHEN message IS NULL THEN placed ELSE -CAST($1 AS BIGINT) END \
    WHERE id = $2 AND chat = $3 AND (message IS NULL OR placed < 0)",
);

pub(crate) const RENEW_CLAIM_ELSEWHERE: Sql = Sql::new(
    StoreCall::RenewClaim,
    "\
    UPDATE placements SET claimed = CASE WHEN message IS NULL THEN $1 ELSE claimed END, \
    placed = CASE WHEN message IS NULL THEN placed ELSE -CAST($1 AS BIGINT) END \
    WHERE board = $2 AND chat = $3 AND inline = '' AND (message IS NULL OR placed < 0)",
);

/// Changes a row unless its message was sent, or the person on that side last acted, within the given
/// ranges of time: of several claims, one changes it. Until the message arrives the time is negative, so
/// that a message that never arrives blocks others for a shorter time.
pub(crate) const CLAIM_NOTICE: Sql = Sql::new(
    StoreCall::ClaimNotice,
    "\
    UPDATE boards SET placed = $1 WHERE id = $2 AND chat = $3 AND message IS NOT NULL \
    AND COALESCE(placed, 0) NOT BETWEEN $4 AND $5 AND -COALESCE(placed, 0) NOT BETWEEN $6 AND $5 \
    AND COALESCE(CASE CAST($7 AS BIGINT) WHEN 1 THEN first_acted ELSE second_acted END, 0) \
    NOT BETWEEN $4 AND $5",
);

pub(crate) const CLAIM_NOTICE_ELSEWHERE: Sql = Sql::new(
    StoreCall::ClaimNotice,
    "\
    UPDATE placements SET placed = $1 \
    WHERE board = $2 AND chat = $3 AND inline = '' AND message IS NOT NULL \
    AND COALESCE(placed, 0) NOT BETWEEN $4 AND $5 AND -COALESCE(placed, 0) NOT BETWEEN $6 AND $5 \
    AND COALESCE((SELECT CASE CAST($7 AS BIGINT) WHEN 1 THEN first_acted ELSE second_acted END \
    FROM boards WHERE id = board), 0) NOT BETWEEN $4 AND $5",
);

pub(crate) const RENEW_LEASE: Sql = Sql::new(
    StoreCall::RenewLease,
    "\
    INSERT INTO processes (id, beat) VALUES ($1, $2) \
    ON CONFLICT (id) DO UPDATE SET beat = excluded.beat",
);

pub(crate) const ENDED_LEASES: Sql = Sql::new(
    StoreCall::EndedLeases,
    "SELECT id, beat FROM processes WHERE beat NOT BETWEEN $1 AND $2 ORDER BY id LIMIT $3",
);

/// Reads when a lease was last renewed, if one was within the given range of time; NULL otherwise.
pub(crate) const LAST_RENEWAL: Sql =
    Sql::new(StoreCall::Owner, "SELECT MAX(beat) FROM processes WHERE beat BETWEEN $1 AND $2");

/// A lease renewed meanwhile is kept.
pub(crate) const DROP_LEASE: Sql =
    Sql::new(StoreCall::DropLease, "DELETE FROM processes WHERE id = $1 AND beat = $2");
