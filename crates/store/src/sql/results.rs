//! Statements on results.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Records a result with the commit that ends a game, if that commit is what is stored, and if the person
/// is remembered and wants their games counted. Idempotent.
pub(crate) const NOTE_RESULT: Sql = Sql::new(
    StoreCall::Commit,
    concat!(
        "INSERT INTO results (person, session, ended, game, opponent, ending, is_unaided) \
    SELECT CAST($1 AS BIGINT), id, touched, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), \
    CAST($5 AS BIGINT) FROM boards WHERE id = $6 AND revision = $7 AND record = $8 \
    AND touched = $9 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1)",
        no_deleted_person!(),
        " ON CONFLICT (person, session) DO NOTHING"
    ),
);

/// Deletes the oldest results of a person beyond a number that is kept.
pub(crate) const TRIM_RESULTS: Sql = Sql::new(
    StoreCall::Results,
    "\
    DELETE FROM results WHERE person = $1 AND ended <= (\
    SELECT ended FROM results WHERE person = $1 ORDER BY ended DESC LIMIT 1 OFFSET $2)",
);

/// Empty for a person who does not want their games to be counted.
pub(crate) const RESULTS: Sql = Sql::new(
    StoreCall::Results,
    "\
    SELECT session, ended, game, opponent, ending, is_unaided FROM results WHERE person = $1 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 1) \
    ORDER BY ended DESC, session DESC LIMIT $2",
);

pub(crate) const FORGET_RESULTS: Sql = Sql::new(
    StoreCall::DeletePerson,
    "\
    DELETE FROM results WHERE person = $1 \
    AND EXISTS (SELECT id FROM people WHERE people.id = $1 AND keeps_results = 0)",
);

/// Runs along with the commit that ends a game because a player is no longer in its chat, and changes
/// nothing if that commit is not what is stored.
pub(crate) const NOTE_LEFT: Sql = Sql::new(
    StoreCall::Commit,
    "\
    UPDATE boards SET is_left = $1 WHERE id = $2 AND revision = $3 AND record = $4 AND touched = $5",
);
