//! The results of people's games, which are kept longer than the games.
//!
//! A result is written with the commit that ends the game, so it counts once, also after a crash. A game
//! ended by an older version, which does not know of results, has none. Results are deleted with their
//! person, by the database, and when the person does not want their games to be counted, by
//! [`Store::put_person`].

use zerosum_session::people::results::{self, StoredResult};
use zerosum_session::{Session, UserId};

use crate::row::{session_column, session_of, session_values, user_column};
use crate::sql;
use crate::statement::{Lock, Row, Statement};
use crate::store::Store;
use crate::types::StoreError;

/// Maximum number of results kept for one person; beyond it the oldest are soon deleted.
pub const RESULTS_KEPT_MAX: u32 = 5_000;

/// Number of games for each check whether a person has too many results.
const TRIMMED_ONE_IN: u64 = 64;

impl Store {
    /// Returns the results of a person's latest games, up to [`RESULTS_KEPT_MAX`] of them, the latest
    /// first. Empty for a person who does not want their games to be counted.
    pub async fn results(&self, person: UserId) -> Result<Vec<StoredResult>, StoreError> {
        self.latest_results(person, RESULTS_KEPT_MAX).await
    }

    /// Like [`Store::results`], but not more than this many.
    pub async fn latest_results(
        &self,
        person: UserId,
        results_max: u32,
    ) -> Result<Vec<StoredResult>, StoreError> {
        let values = [user_column(person).into(), results_max.min(RESULTS_KEPT_MAX).into()];
        let rows = self.rows(sql::results::RESULTS, values).await?;
        rows.into_iter().map(result_of).collect()
    }

    /// Deletes surplus results of the players of this finished game, after one in [`TRIMMED_ONE_IN`]
    /// games. Failures are harmless.
    pub(crate) async fn trim_results(&self, session: &Session) {
        if !session.id().0.is_multiple_of(TRIMMED_ONE_IN) {
            return;
        }
        for (user, _) in results::of(session) {
            let id = user_column(user);
            let values = [id.into(), RESULTS_KEPT_MAX.into()];
            let trimmed = self.write(Lock::Person(id), sql::results::TRIM_RESULTS, values).await;
            if let Err(error) = trimmed {
                log::warn!("person {}: their results are not trimmed: {error}", user.0);
            }
        }
    }
}

/// Builds the statements that record the results of a game, along with the commit of this session at that
/// time. Empty while it is in play, or if it was over before.
pub(crate) fn notes_of(session: &Session, touched: i64) -> Vec<Statement> {
    let mut results = results::of(session);
    // The order is the same for all writers, so that two transactions never wait for each other.
    results.sort_by_key(|(user, _)| user_column(*user));
    let note = |(user, result)| {
        let [revision, _, _, record] = session_values(session);
        let id = session.id();
        let StoredResult { game, opponent, ending, is_unaided, .. } =
            StoredResult::new(id, 0, result);
        let values = [
            user_column(user).into(),
            game.into(),
            opponent.into(),
            ending.into(),
            is_unaided.into(),
            session_column(id).into(),
            revision,
            record,
            touched.into(),
        ];
        Statement::new(sql::results::NOTE_RESULT, values)
    };
    let left = session.departure().map(|departure| {
        let [revision, _, _, record] = session_values(session);
        let (number, id) = (departure.number(), session_column(session.id()));
        let values = [number.into(), id.into(), revision, record, touched.into()];
        Statement::new(sql::results::NOTE_LEFT, values)
    });
    results.into_iter().map(note).chain(left).collect()
}

fn result_of(mut row: Row) -> Result<StoredResult, StoreError> {
    Ok(StoredResult {
        id: session_of(row.integer(0)?),
        ended: row.integer(1)?,
        game: row.text(2)?,
        opponent: row.text(3)?,
        ending: row.text(4)?,
        is_unaided: row.integer(5)? != 0,
    })
}
