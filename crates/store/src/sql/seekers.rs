//! Statements on people who wait for an opponent.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Tests whether the request of the second parameter has begun a game, as that of the first or of the second player.
macro_rules! is_fulfilled {
    () => {
        "(EXISTS (SELECT id FROM boards WHERE boards.id = $2) \
        OR EXISTS (SELECT id FROM boards WHERE boards.sought_by = $2))"
    };
}

/// Changes nothing if the person waits already or is not remembered, or if the request has begun a game.
pub(crate) const SEEK: Sql = Sql::new(
    StoreCall::Seek,
    concat!(
        "INSERT INTO seekers (person, game, wish, points, since) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT) WHERE EXISTS (SELECT id FROM people WHERE people.id = $1) AND NOT ",
        is_fulfilled!(),
        " ON CONFLICT DO NOTHING"
    ),
);

/// Ends a wait that has just begun, if its request has begun a game meanwhile. [`SEEK`] waits for a process that pairs
/// the person, and does not see the game of that pair; the next statement does.
pub(crate) const DROP_FULFILLED: Sql = Sql::new(
    StoreCall::Seek,
    concat!("DELETE FROM seekers WHERE person = $1 AND game = $2 AND ", is_fulfilled!()),
);

pub(crate) const SEEKING_OF: Sql = Sql::new(
    StoreCall::SeekingOf,
    "SELECT person, game, wish, points, since, message FROM seekers WHERE person = $1",
);

pub(crate) const PLACE_SEEKING: Sql = Sql::new(
    StoreCall::PlaceSeeking,
    "UPDATE seekers SET message = $1 WHERE person = $2 AND game = $3",
);

pub(crate) const CHANGE_SEEKING: Sql = Sql::new(
    StoreCall::ChangeSeeking,
    "UPDATE seekers SET wish = $1, points = $2 WHERE person = $3 AND game = $4 AND wish = $5",
);

pub(crate) const WITHDRAW_SEEKING: Sql =
    Sql::new(StoreCall::WithdrawSeeking, "DELETE FROM seekers WHERE person = $1 AND game = $2");

/// Selects the people who can be called, after one of them.
pub(crate) const WAITING_SEEKERS: Sql = Sql::new(
    StoreCall::WaitingSeekers,
    "\
    SELECT person, game, wish, points, since, message FROM seekers \
    WHERE (since, person) > ($1, $2) \
    AND EXISTS (SELECT id FROM people WHERE people.id = person AND is_reachable = 1) \
    ORDER BY since, person LIMIT $3",
);

/// Selects the blocks between waiting people.
pub(crate) const SEEKERS_APART: Sql = Sql::new(
    StoreCall::SeekersApart,
    "\
    SELECT blocks.person, blocks.blocked FROM seekers \
    JOIN blocks ON blocks.person = seekers.person \
    WHERE EXISTS (SELECT person FROM seekers AS other WHERE other.person = blocks.blocked) LIMIT $1",
);

/// Changes both rows unless another process was faster. The messages must be those that were seen,
/// because they are to announce the opponent. A process that finds one of the rows being changed waits
/// for the outcome.
pub(crate) const TAKE_PAIR: Sql = Sql::new(
    StoreCall::Pair,
    "\
    UPDATE seekers SET board = $1 WHERE board IS NULL \
    AND (person = $2 AND game = $3 AND wish = $4 AND message IS NOT DISTINCT FROM $5 \
    OR person = $6 AND game = $7 AND wish = $8 AND message IS NOT DISTINCT FROM $9) \
    AND NOT EXISTS (SELECT person FROM blocks WHERE blocks.person = $2 AND blocks.blocked = $6) \
    AND NOT EXISTS (SELECT person FROM blocks WHERE blocks.person = $6 AND blocks.blocked = $2)",
);

/// Creates the board of two people who were just paired.
pub(crate) const CREATE_PAIRED: Sql = Sql::new(
    StoreCall::Pair,
    concat!(
        "INSERT INTO boards \
    (id, owner, chat, shown, revision, is_over, awaits_engine, record, clock, due, touched, guest, \
    sought_by, born, seated) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS TEXT), \
    CAST($9 AS TEXT), CAST($10 AS BIGINT), CAST($11 AS BIGINT), CAST($12 AS BIGINT), \
    CAST($13 AS BIGINT), ",
        deletions!(),
        ", ",
        deletions!(),
        " WHERE (SELECT COUNT(*) FROM seekers WHERE seekers.board = $1) = 2 ON CONFLICT (id) DO NOTHING"
    ),
);

/// Ends the waits of two people who were paired.
pub(crate) const DROP_PAIR: Sql = Sql::new(
    StoreCall::Pair,
    "\
    DELETE FROM seekers WHERE board = $1 \
    AND (SELECT COUNT(*) FROM seekers AS taken WHERE taken.board = $1) = 2",
);

/// Lets a person who was taken alone continue to wait.
pub(crate) const RELEASE_SINGLE: Sql =
    Sql::new(StoreCall::Pair, "UPDATE seekers SET board = NULL WHERE board = $1");

pub(crate) const PURGE_SEEKERS: Sql = Sql::new(
    StoreCall::PurgeSeekers,
    "\
    DELETE FROM seekers WHERE person IN (\
    SELECT person FROM seekers WHERE since < $1 ORDER BY since LIMIT $2)",
);

pub(crate) const COUNT_SEEKERS: Sql = Sql::new(
    StoreCall::Counts,
    "SELECT COUNT(*) FROM (SELECT person FROM seekers LIMIT $1) AS counted",
);
