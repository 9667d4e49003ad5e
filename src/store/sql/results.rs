//! Statements on how games have gone.

/// Notes a result with the commit that ends a game, if that is what is stored now and was stored then, and if the
/// person is remembered and wants that. Noting it twice notes it once.
pub(in crate::store) const NOTE_RESULT: &str = concat!(
    "INSERT INTO results (person, session, ended, game, opponent, ending, is_unaided) \
    SELECT CAST($1 AS BIGINT), id, touched, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), \
    CAST($5 AS BIGINT) FROM boards WHERE id = $6 AND revision = $7 AND record = $8 \
    AND touched = $9 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1)",
    nobody_departed!(),
    " ON CONFLICT (person, session) DO NOTHING"
);

/// Of the results of a person the oldest ones, but for so many that stay.
pub(in crate::store) const TRIM_RESULTS: &str = "\
    DELETE FROM results WHERE person = $1 AND ended <= (\
    SELECT ended FROM results WHERE person = $1 ORDER BY ended DESC LIMIT 1 OFFSET $2)";

/// Of somebody who does not want their games to be counted there are none.
pub(in crate::store) const RESULTS: &str = "\
    SELECT session, ended, game, opponent, ending, is_unaided FROM results WHERE person = $1 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1) \
    ORDER BY ended DESC, session DESC LIMIT $2";

pub(in crate::store) const FORGET_RESULTS: &str = "\
    DELETE FROM results WHERE person = $1 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 0)";

/// Comes with the commit by which somebody has left a game.
pub(in crate::store) const NOTE_LEFT: &str = "UPDATE boards SET is_left = 1 WHERE id = $1";
