//! Records which milestones a person has passed with a finished game, so that each is told once.

use std::sync::atomic::{AtomicBool, Ordering};

use zerosum_session::people::milestones::Finish;
use zerosum_session::people::results::{Played, StoredResult};
use zerosum_session::{Session, UserId};
use zerosum_store::people::results::RESULTS_KEPT_MAX;
use zerosum_store::{Person, StoreError};

use crate::play::Play;

impl Play {
    /// Records the milestones that a finished game is for this person, if their games are counted and they want
    /// to be told. Returns whether there is one that was not noted before.
    pub(crate) async fn note_milestones(
        &self,
        user: UserId,
        finish: &Finish,
    ) -> Result<bool, StoreError> {
        let results_needed = |known: Option<&Person>| {
            let known = known.filter(|person| person.keeps_results)?;
            known.habits.milestones().results_needed(finish, RESULTS_KEPT_MAX)
        };
        // Most endings change nothing, and the copy shows that.
        let Some(results_max) = results_needed(self.person(user).await?.as_ref()) else {
            return Ok(false);
        };
        let stored = self.store.latest_results(user, results_max).await?;
        let games: Vec<Played> = stored.iter().filter_map(StoredResult::played).collect();
        let is_new = AtomicBool::new(false);
        let note = |known: Option<&Person>| {
            is_new.store(false, Ordering::Relaxed);
            results_needed(known)?;
            let person = known?;
            let milestones = person.habits.milestones().after(finish, &games);
            is_new.store(milestones.told_at(finish.id).is_some(), Ordering::Relaxed);
            let habits = person.habits.with_milestones(milestones);
            (habits != person.habits).then(|| Person { habits, ..person.clone() })
        };
        self.remember(user, note).await?;
        Ok(is_new.load(Ordering::Relaxed))
    }
}

/// Returns each person whose game this was, with what its end may be to them.
pub(crate) fn finishes(session: &Session, is_perfect_draw: bool) -> Vec<(UserId, Finish)> {
    let (id, is_whole) = (session.id(), !session.is_resumed());
    let finish = |result| Finish { id, result, is_whole, is_perfect_draw };
    // It is no feat that an opponent has gone.
    let results = match session.departure() {
        None => zerosum_session::people::results::of(session),
        Some(_) => Vec::new(),
    };
    results.into_iter().map(|(user, result)| (user, finish(result))).collect()
}
