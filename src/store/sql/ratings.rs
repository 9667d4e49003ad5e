//! Statements on ratings between people.
//!
//! What rates a game is one transaction. Its first statement takes the next turn, for which all others wait;
//! the rest is done if that has worked and the game was not rated before.

/// Whether this game is the one whose turn it is, and has yet to be rated.
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

/// Whether somebody does not want their games to be counted.
macro_rules! unless_counted {
    () => {
        " AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 0)"
    };
}

/// How many games that one of two began and the other one came to have counted since some time before this one
/// ended. Who played a game that was rated, only its board tells.
macro_rules! games_lately {
    ($owner:literal, $guest:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM boards AS earlier WHERE earlier.owner = ",
            $owner,
            " AND earlier.guest = ",
            $guest,
            " AND earlier.is_over > 0 AND earlier.touched > boards.touched - $8 AND EXISTS \
            (SELECT session FROM rated_games AS counted WHERE counted.session = earlier.id))"
        )
    };
}

/// Notes a game with the commit that ends it, if that is what is stored now and was stored then, if both people are
/// remembered and want their games to be counted, and if not too many of the same two count already. Noting it
/// twice notes it once.
pub(in crate::store) const NOTE_RATED_GAME: &str = concat!(
    "INSERT INTO rated_games (session, first, second, family, outcome, ended) \
    SELECT id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS TEXT), touched \
    FROM boards WHERE id = $5 AND revision = $6 AND record = $7 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1) \
    AND EXISTS (SELECT id FROM people WHERE people.id = $2 AND keeps_results = 1) AND ",
    games_lately!("$1", "$2"),
    " + ",
    games_lately!("$2", "$1"),
    " < $9 AND touched = $10",
    nobody_departed!(),
    " ON CONFLICT (session) DO NOTHING"
);

pub(in crate::store) const RATING_TURN: &str = "SELECT turn FROM rating_turns WHERE id = 1";

pub(in crate::store) const UNRATED_GAMES: &str = "\
    SELECT session, first, second, family, outcome, ended FROM rated_games \
    WHERE is_rated = 0 ORDER BY ended, session LIMIT $1";

/// A row changes if nobody has rated a game since the turn that was seen, and this one has yet to be.
pub(in crate::store) const TAKE_RATING_TURN: &str = "\
    UPDATE rating_turns SET turn = turn + 1, session = $1 WHERE id = 1 AND turn = $2 \
    AND EXISTS (SELECT next.session FROM rated_games AS next \
    WHERE next.session = $1 AND next.is_rated = 0)";

pub(in crate::store) const PUT_RATING: &str = concat!(
    "INSERT INTO ratings \
    (person, family, points, deviation, volatility, games, rated_at, is_provisional) \
    SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), \
    CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1)",
    is_next!("$9", "$10"),
    " ON CONFLICT (person, family) DO UPDATE SET points = excluded.points, \
    deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
    rated_at = excluded.rated_at, is_provisional = excluded.is_provisional"
);

pub(in crate::store) const NOTE_RATING: &str = concat!(
    "INSERT INTO rating_history (person, family, games, points, rated_at) \
    SELECT person, family, games, points, rated_at FROM ratings \
    WHERE person = $1 AND family = $2 AND games = $3",
    is_next!("$4", "$5"),
    " ON CONFLICT (person, family, games) DO NOTHING"
);

pub(in crate::store) const TRIM_RATING_HISTORY: &str =
    "DELETE FROM rating_history WHERE person = $1 AND family = $2 AND games <= $3";

/// Comes last: nothing of the people stays with the game.
pub(in crate::store) const MARK_RATED: &str = concat!(
    "UPDATE rated_games SET is_rated = 1, first = NULL, second = NULL WHERE session = $1",
    is_next!("$2", "$1")
);

pub(in crate::store) const STANDINGS: &str = "\
    SELECT family, points, deviation, volatility, games, rated_at FROM ratings WHERE person = $1";

pub(in crate::store) const RATING_HISTORY: &str = "\
    SELECT games, points, rated_at FROM rating_history WHERE person = $1 AND family = $2 \
    ORDER BY games DESC LIMIT $3";

/// A row exists already, or there are too many, or the games of the person are not counted: nothing
/// changes.
pub(in crate::store) const LIST: &str = "\
    INSERT INTO listings (chat, person) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT) \
    WHERE EXISTS (SELECT id FROM people WHERE people.id = $2 AND keeps_results = 1) \
    AND (SELECT COUNT(*) FROM listings WHERE person = $2) < $3 \
    ON CONFLICT (chat, person) DO NOTHING";

pub(in crate::store) const UNLIST: &str = "DELETE FROM listings WHERE chat = $1 AND person = $2";

pub(in crate::store) const LISTINGS_OF: &str =
    "SELECT chat FROM listings WHERE person = $1 ORDER BY chat LIMIT $2";

/// Of a group its people are looked at, one after the other.
pub(in crate::store) const BEST_IN_GROUP: &str = "\
    SELECT people.id, name, family, points, deviation, volatility, games, rated_at \
    FROM listings CROSS JOIN ratings CROSS JOIN people \
    WHERE chat = $1 AND family = $2 AND ratings.person = listings.person \
    AND people.id = listings.person AND keeps_results = 1 \
    ORDER BY is_provisional, points DESC, ratings.person LIMIT $3";

/// Of all there may be very many, so they are looked at in the order of their points.
pub(in crate::store) const BEST_OF_ALL: &str = "\
    SELECT people.id, name, family, points, deviation, volatility, games, rated_at \
    FROM ratings CROSS JOIN listings CROSS JOIN people \
    WHERE chat = $1 AND family = $2 AND listings.person = ratings.person \
    AND people.id = ratings.person AND keeps_results = 1 \
    ORDER BY is_provisional, points DESC, ratings.person LIMIT $3";

pub(in crate::store) const MOVE_LISTINGS: &str = "\
    INSERT INTO listings (chat, person) SELECT CAST($1 AS BIGINT), person FROM listings \
    WHERE chat = $2 ON CONFLICT (chat, person) DO NOTHING";

pub(in crate::store) const DROP_LISTINGS: &str = "DELETE FROM listings WHERE chat = $1";

/// Of somebody who does not want their games to be counted nothing is kept, as in the next three.
pub(in crate::store) const FORGET_STANDINGS: &str =
    concat!("DELETE FROM ratings WHERE person = $1", unless_counted!());

pub(in crate::store) const FORGET_RATING_HISTORY: &str =
    concat!("DELETE FROM rating_history WHERE person = $1", unless_counted!());

pub(in crate::store) const FORGET_LISTINGS: &str =
    concat!("DELETE FROM listings WHERE person = $1", unless_counted!());

pub(in crate::store) const FORGET_UNRATED_GAMES: &str = concat!(
    "DELETE FROM rated_games WHERE session IN (\
    SELECT session FROM rated_games WHERE first = $1 UNION ALL \
    SELECT session FROM rated_games WHERE second = $1)",
    unless_counted!()
);

/// Games that were rated and ended before that.
pub(in crate::store) const PURGE_RATED_GAMES: &str = "\
    DELETE FROM rated_games WHERE session IN (\
    SELECT session FROM rated_games WHERE is_rated = 1 AND ended < $1 ORDER BY ended LIMIT $2)";
