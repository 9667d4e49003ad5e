//! Statements on deleted people and the games they leave. The table `departed` lists people whose deletion is
//! pending: until none of their boards and seats is left. Meanwhile none of these can be found.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Selects the first games of other people in which a deleted person has a seat.
macro_rules! seats_left {
    ($person:literal, $limit:literal) => {
        concat!(
            "SELECT id FROM boards WHERE guest = ",
            $person,
            " AND seated < (SELECT until FROM departed WHERE person = ",
            $person,
            ") ORDER BY id LIMIT ",
            $limit
        )
    };
}

/// Selects the first of a deleted person's own games in which another person has a seat.
macro_rules! shared_left {
    ($person:literal, $limit:literal) => {
        concat!(
            "SELECT id FROM boards WHERE guest IS NOT NULL AND owner = ",
            $person,
            " AND born < (SELECT until FROM departed WHERE person = ",
            $person,
            ") ORDER BY id LIMIT ",
            $limit
        )
    };
}

/// Selects the screen of the other person of a game.
macro_rules! screen_of_guest {
    ($column:literal) => {
        concat!(
            "(SELECT ",
            $column,
            " FROM placements WHERE board = boards.id AND placements.chat = boards.guest AND inline = '')"
        )
    };
}

/// Their deletion is pending until no board is left that was created before the latest counted deletion.
pub(crate) const MARK_DELETED: Sql = Sql::new(
    StoreCall::DeletePerson,
    "\
    INSERT INTO departed (person, until) \
    VALUES ($1, (SELECT is_on FROM switches WHERE name = 'deletions')) \
    ON CONFLICT (person) DO UPDATE SET until = excluded.until",
);

/// Locks the person for a step of the deletion.
pub(crate) const TAKE_TURN: Sql =
    Sql::new(StoreCall::DeleteBoardsLeft, "UPDATE departed SET until = until WHERE person = $1");

/// Deletes the first boards in which no other person has a seat.
pub(crate) const DELETE_LEFT_BOARDS: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    "\
    DELETE FROM boards WHERE id IN (SELECT id FROM boards WHERE owner = $1 AND guest IS NULL \
    AND born < (SELECT until FROM departed WHERE person = $1) ORDER BY id LIMIT $2)",
);

/// Removes the person from the first games of other people: no data of theirs stays there, and the game
/// is over. Runs after the screens in the person's own chat, which has their number, are removed.
pub(crate) const LEAVE_GAMES: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    concat!(
        "UPDATE boards SET guest = NULL, is_over = 1, awaits_engine = 0, due = NULL, \
    revision = revision + 1, agreement = NULL, resigned_by = NULL, sought_by = NULL, \
    record = REPLACE(record, $1, ' gone ') WHERE guest = $2 AND id IN (",
        seats_left!("$2", "$3"),
        ")"
    ),
);

pub(crate) const LEAVE_SCREENS: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    concat!("DELETE FROM placements WHERE chat = $1 AND board IN (", seats_left!("$1", "$2"), ")"),
);

/// Hands the first of the person's own games over to the opponent, in three steps. First, the placement
/// in the opponent's chat becomes the main place of the board.
pub(crate) const MOVE_SHARED: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    concat!(
        "UPDATE boards SET topic = NULL, message = ",
        screen_of_guest!("message"),
        ", shown = COALESCE(",
        screen_of_guest!("shown"),
        ", $1) WHERE chat = $2 AND id IN (",
        shared_left!("$2", "$3"),
        ")"
    ),
);

/// Second, that placement is deleted from the further ones.
pub(crate) const DROP_MOVED: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    concat!(
        "DELETE FROM placements WHERE inline = '' \
    AND chat = (SELECT guest FROM boards WHERE id = board) AND board IN (",
        shared_left!("$1", "$2"),
        ")"
    ),
);

/// Third, the game ends and the opponent becomes its owner.
pub(crate) const HAND_OVER: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    concat!(
        "UPDATE boards SET owner = guest, guest = NULL, born = seated, \
    chat = CASE WHEN chat = $1 THEN guest ELSE chat END, is_over = 1, awaits_engine = 0, \
    due = NULL, revision = revision + 1, agreement = NULL, resigned_by = NULL, \
    record = REPLACE(record, $2, ' gone ') WHERE id IN (",
        shared_left!("$1", "$3"),
        ")"
    ),
);

pub(crate) const END_DELETION: Sql = Sql::new(
    StoreCall::DeleteBoardsLeft,
    "\
    DELETE FROM departed WHERE person = $1 AND NOT EXISTS (\
    SELECT id FROM boards WHERE owner = $1 AND born < departed.until) AND NOT EXISTS (\
    SELECT id FROM boards WHERE guest = $1 AND seated < departed.until)",
);

pub(crate) const PENDING: Sql =
    Sql::new(StoreCall::Departed, "SELECT person FROM departed ORDER BY person LIMIT $1");

pub(crate) const IS_DELETION_PENDING: Sql =
    Sql::new(StoreCall::DeleteBoardsLeft, "SELECT COUNT(*) FROM departed WHERE person = $1");
