//! Statements on ratings between people.
//!
//! Rating a game is one transaction. Its first statement takes the next turn, for which all other
//! transactions wait; the rest takes effect if that succeeded and the game was not rated before.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Tests whether this game is the one whose turn it is, and yet to be rated.
macro_rules! is_next {
    ($turn:literal, $session:literal) => {
        concat!(
            " AND EXISTS (SELECT id FROM rating_turns WHERE id = 1 AND turn = ",
            $turn,
            " AND rating_turns.session = ",
            $session,
            ") AND EXISTS (SELECT next.session FROM rated_games AS next WHERE next.session = ",
            $session,
            " AND next.is_rated = 0)"
        )
    };
}

/// Restricts a statement to a person who does not want their games to be counted.
macro_rules! unless_counted {
    () => {
        " AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 0)"
    };
}

/// Records a game with the commit that ends it, if that commit is what is stored, if both people are
/// remembered and want their games to be counted or did so while it was in play, and if not too many
/// games of the same two count already. Idempotent.
pub(crate) const NOTE_RATED_GAME: Sql = Sql::new(
    StoreCall::Commit,
    concat!(
        "INSERT INTO rated_games (session, first, second, family, outcome, ended) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS TEXT), touched \
    FROM boards WHERE id = $5 AND revision = $6 AND record = $7 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND (keeps_results = 1 OR counts_on = 1)) \
    AND EXISTS (SELECT id FROM people WHERE people.id = $2 AND (keeps_results = 1 OR counts_on = 1)) \
    AND (SELECT COUNT(*) FROM rated_pairs WHERE pair = $8 AND ended BETWEEN $9 AND $10) < $11 \
    AND touched = $12",
        no_deleted_person!(),
        " ON CONFLICT (session) DO NOTHING"
    ),
);

pub(crate) const RATING_TURN: Sql =
    Sql::new(StoreCall::Results, "SELECT turn FROM rating_turns WHERE id = 1");

pub(crate) const UNRATED_GAMES: Sql = Sql::new(
    StoreCall::Results,
    "\
    SELECT session, first, second, family, outcome, ended FROM rated_games \
    WHERE is_rated = 0 AND (ended, session) > ($1, $2) ORDER BY ended, session LIMIT $3",
);

/// Changes a row if no game was rated since the turn that was seen, and this one is yet to be rated.
pub(crate) const TAKE_RATING_TURN: Sql = Sql::new(
    StoreCall::Ratings,
    "\
    UPDATE rating_turns SET turn = turn + 1, session = $1 WHERE id = 1 AND turn = $2 \
    AND EXISTS (SELECT next.session FROM rated_games AS next \
    WHERE next.session = $1 AND next.is_rated = 0)",
);

pub(crate) const PUT_RATING: Sql = Sql::new(
    StoreCall::Ratings,
    concat!(
        "INSERT INTO ratings \
    (person, family, points, deviation, volatility, games, rated_at, is_provisional) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1)",
        is_next!("$9", "$10"),
        " ON CONFLICT (person, family) DO UPDATE SET points = excluded.points, \
    deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
    rated_at = excluded.rated_at, is_provisional = excluded.is_provisional"
    ),
);

pub(crate) const NOTE_RATING: Sql = Sql::new(
    StoreCall::Ratings,
    concat!(
        "INSERT INTO rating_history (person, family, games, points, rated_at) \
    SELECT person, family, games, points, rated_at FROM ratings \
    WHERE person = $1 AND family = $2 AND games = $3",
        is_next!("$4", "$5"),
        " ON CONFLICT (person, family, games) DO NOTHING"
    ),
);

pub(crate) const TRIM_RATING_HISTORY: Sql = Sql::new(
    StoreCall::Ratings,
    "DELETE FROM rating_history WHERE person = $1 AND family = $2 AND games <= $3",
);

/// Runs last: removes the ids of the people from the game.
pub(crate) const MARK_RATED: Sql = Sql::new(
    StoreCall::Ratings,
    concat!(
        "UPDATE rated_games SET is_rated = 1, first = NULL, second = NULL WHERE session = $1",
        is_next!("$2", "$1")
    ),
);

pub(crate) const STANDINGS: Sql = Sql::new(
    StoreCall::Results,
    "\
    SELECT family, points, deviation, volatility, games, rated_at FROM ratings WHERE person = $1",
);

pub(crate) const RATING_HISTORY: Sql = Sql::new(
    StoreCall::Results,
    "\
    SELECT games, points, rated_at FROM rating_history WHERE person = $1 AND family = $2 \
    ORDER BY games DESC LIMIT $3",
);

/// Changes nothing if the row exists, there are too many, or the person's games are not counted.
pub(crate) const LIST: Sql = Sql::new(
    StoreCall::Ratings,
    "\
    INSERT INTO listings (chat, person) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE people.id = $2 AND keeps_results = 1) \
    AND (SELECT COUNT(*) FROM listings WHERE person = $2) < $3 \
    ON CONFLICT (chat, person) DO NOTHING",
);

pub(crate) const UNLIST: Sql =
    Sql::new(StoreCall::Ratings, "DELETE FROM listings WHERE chat = $1 AND person = $2");

pub(crate) const LISTINGS_OF: Sql = Sql::new(
    StoreCall::Results,
    "SELECT chat FROM listings WHERE person = $1 ORDER BY chat LIMIT $2",
);

/// For a group, its people are examined one by one.
pub(crate) const BEST_IN_GROUP: Sql = Sql::new(
    StoreCall::Results,
    "\
    SELECT people.id, name, family, points, deviation, volatility, games, rated_at \
    FROM listings CROSS JOIN ratings CROSS JOIN people \
    WHERE chat = $1 AND family = $2 AND ratings.person = listings.person \
    AND people.id = listings.person AND keeps_results = 1 \
    ORDER BY is_provisional, points DESC, ratings.person LIMIT $3",
);

/// For the worldwide leaderboard, which may be very long, listed people are examined in the order of
/// their points.
pub(crate) const BEST_OF_ALL: Sql = Sql::new(
    StoreCall::Results,
    "\
    SELECT people.id, name, family, points, deviation, volatility, games, rated_at \
    FROM ratings CROSS JOIN listings CROSS JOIN people \
    WHERE is_listed = 1 AND chat = $1 AND family = $2 AND listings.person = ratings.person \
    AND people.id = ratings.person AND keeps_results = 1 \
    ORDER BY is_provisional, points DESC, ratings.person LIMIT $3",
);

pub(crate) const MOVE_LISTINGS: Sql = Sql::new(
    StoreCall::MoveChat,
    "\
    INSERT INTO listings (chat, person) SELECT CAST($1 AS BIGINT), person FROM listings \
    WHERE chat = $2 ON CONFLICT (chat, person) DO NOTHING",
);

pub(crate) const DROP_LISTINGS: Sql =
    Sql::new(StoreCall::MoveChat, "DELETE FROM listings WHERE chat = $1");

/// Deletes the ratings of a person who does not want their games to be counted, like the next two.
pub(crate) const FORGET_STANDINGS: Sql = Sql::new(
    StoreCall::DeletePerson,
    concat!("DELETE FROM ratings WHERE person = $1", unless_counted!()),
);

pub(crate) const FORGET_RATING_HISTORY: Sql = Sql::new(
    StoreCall::DeletePerson,
    concat!("DELETE FROM rating_history WHERE person = $1", unless_counted!()),
);

pub(crate) const FORGET_LISTINGS: Sql = Sql::new(
    StoreCall::DeletePerson,
    concat!("DELETE FROM listings WHERE person = $1", unless_counted!()),
);

/// The games in play of a person who switches counting off still count, in fairness to their opponents.
pub(crate) const COUNT_ON: Sql = Sql::new(
    StoreCall::PutPerson,
    concat!(
        "UPDATE boards SET counts_on = 1 WHERE id IN (\
    SELECT id FROM boards WHERE owner = $1 AND guest IS NOT NULL AND is_over = 0 UNION ALL \
    SELECT id FROM boards WHERE guest = $1 AND is_over = 0)",
        unless_counted!()
    ),
);

/// Deletes games that were rated and ended before that time.
pub(crate) const PURGE_RATED_GAMES: Sql = Sql::new(
    StoreCall::Ratings,
    "\
    DELETE FROM rated_games WHERE session IN (\
    SELECT session FROM rated_games WHERE is_rated = 1 AND ended < $1 ORDER BY ended LIMIT $2)",
);
