//! Statements on people.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

/// Changes nothing if the row exists with a supported language.
pub(crate) const CREATE_PERSON: Sql = Sql::new(
    StoreCall::PutPerson,
    "\
    INSERT INTO people \
    (id, language, has_chosen, name, is_reachable, is_dark, is_text, choice, habits, \
    keeps_results) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
    ON CONFLICT (id) DO UPDATE SET language = excluded.language, \
    has_chosen = excluded.has_chosen, name = excluded.name, \
    is_reachable = excluded.is_reachable, is_dark = excluded.is_dark, \
    is_text = excluded.is_text, choice = excluded.choice, habits = excluded.habits, \
    keeps_results = excluded.keeps_results WHERE people.language NOT IN ($11, $12, $13)",
);

/// Changes one row if it is the one that was seen, and none otherwise. For a person who wants no
/// pictures, `is_dark` is ignored: an older version may have written it.
pub(crate) const REPLACE_PERSON: Sql = Sql::new(
    StoreCall::PutPerson,
    "\
    UPDATE people SET language = $1, has_chosen = $2, name = $3, is_reachable = $4, is_dark = $5, \
    is_text = $6, choice = $7, habits = $8, keeps_results = $9 WHERE id = $10 \
    AND language = $11 AND has_chosen = $12 AND name = $13 AND is_reachable = $14 \
    AND (is_dark = $15 OR is_text = 1) AND is_text = $16 AND choice = $17 AND habits = $18 \
    AND keeps_results = $19",
);

pub(crate) const SET_REACHABLE: Sql =
    Sql::new(StoreCall::SetReachable, "UPDATE people SET is_reachable = $1 WHERE id = $2");

pub(crate) const DELETE_PERSON: Sql =
    Sql::new(StoreCall::DeletePerson, "DELETE FROM people WHERE id = $1");

/// The only switch that is a counter instead of on or off. Its name is the one that [`DELETIONS`] reads.
pub(crate) const COUNT_DELETION: Sql = Sql::new(
    StoreCall::DeletePerson,
    "\
    INSERT INTO switches (name, is_on) VALUES ('deletions', 1) \
    ON CONFLICT (name) DO UPDATE SET is_on = switches.is_on + 1",
);

pub(crate) const DELETIONS: Sql = Sql::new(
    StoreCall::Deletions,
    "SELECT COALESCE(MAX(is_on), 0) FROM switches WHERE name = 'deletions'",
);

pub(crate) const PERSON_BY_ID: Sql = Sql::new(
    StoreCall::Person,
    "\
    SELECT language, has_chosen, name, is_reachable, is_dark, is_text, choice, habits, \
    keeps_results, created_epoch FROM people WHERE id = $1",
);

pub(crate) const PEOPLE_REACHABLE: Sql = Sql::new(
    StoreCall::PeopleAfter,
    "SELECT id FROM people WHERE is_reachable = 1 AND id >= $1 ORDER BY id LIMIT $2",
);
