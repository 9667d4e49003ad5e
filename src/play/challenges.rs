//! Who may challenge whom: nobody waits for too many people, too many for nobody, and whoever has declined is
//! left alone for a while.
//!
//! That somebody has declined is known to the process that heard of it, for as long as it runs. What is at stake
//! is one more question in a group.

use std::time::Duration;

use crate::bounded::BoundedMap;
use crate::play::Play;
use crate::play::door::TooMany;
use crate::session::{Action, Session, UserId};
use crate::store::StoreError;
use crate::store::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX,
};

/// How long somebody challenges nobody again who has declined.
pub const LEFT_ALONE_FOR: Duration = Duration::from_secs(60 * 60);

/// Of so many pairs it is known that one has declined.
const DECLINED_KEPT_MAX: usize = 10_000;

/// Who has declined a challenge of whom lately: the challenger first, and when it was in microseconds since
/// 1970.
pub(super) struct Declined(BoundedMap<(UserId, UserId), i64>);

impl Default for Declined {
    fn default() -> Declined {
        Declined(BoundedMap::new(DECLINED_KEPT_MAX))
    }
}

impl Declined {
    /// An action was taken in this session.
    pub(super) fn note(&self, session: &Session, owner: UserId, action: Action, now: i64) {
        let declined = session.reservation().filter(|_| action == Action::Decline);
        if let Some(kept) = declined {
            self.0.change_or_insert((owner, kept.user), |since| *since = now);
        }
    }

    /// Forgets what is too long ago.
    pub(super) fn age(&self, now: i64) {
        self.0.retain(|_, since| is_recent(*since, now));
    }

    /// Forgets what somebody has declined, and what of theirs was.
    pub(super) fn forget(&self, user: UserId) {
        self.0.retain(|(challenger, challenged), _| ![challenger, challenged].contains(&&user));
    }

    fn has(&self, challenger: UserId, challenged: UserId, now: i64) -> bool {
        self.0.read((challenger, challenged), |since| is_recent(*since, now)).unwrap_or(false)
    }
}

fn is_recent(since: i64, now: i64) -> bool {
    let left_alone_for = i64::try_from(LEFT_ALONE_FOR.as_micros()).unwrap_or(i64::MAX);
    now.saturating_sub(since) < left_alone_for
}

impl Play {
    /// Why the person cannot challenge that other one now, if they cannot.
    pub async fn too_many_challenges(
        &self,
        person: UserId,
        other: UserId,
    ) -> Result<Option<TooMany>, StoreError> {
        if self.declined.has(person, other, self.now()) {
            return Ok(Some(TooMany::DeclinedLately));
        }
        if self.store.challenges_between(person, other).await? >= CHALLENGES_BETWEEN_MAX {
            return Ok(Some(TooMany::ChallengesBetween));
        }
        if self.store.challenges(person).await?.waiting_by >= CHALLENGES_BY_PERSON_MAX {
            return Ok(Some(TooMany::Challenges));
        }
        let of_other = self.store.challenges(other).await?.waiting_for;
        let is_crowded = of_other >= CHALLENGES_OF_PERSON_MAX;
        Ok(is_crowded.then_some(TooMany::ChallengesOfOther))
    }
}
