//! Limits on challenges: on the number of unanswered ones, and on challenging a person again who has
//! recently declined.

use zerosum_session::{Action, Session, UserId};
use zerosum_store::StoreError;
use zerosum_store::people::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX, LEFT_ALONE_FOR,
};

use crate::play::Play;
use crate::play::games::transitions::TooMany;

fn is_recent(since: i64, now: i64) -> bool {
    let left_alone_for = i64::try_from(LEFT_ALONE_FOR.as_micros()).unwrap_or(i64::MAX);
    now.saturating_sub(since) < left_alone_for
}

impl Play {
    /// Records a declined challenge, if this action declined one. A failure only costs one more question
    /// in a group.
    pub(in crate::play) async fn note_declined(
        &self,
        session: &Session,
        owner: UserId,
        action: Action,
    ) {
        let declined = session.reservation().filter(|_| action == Action::Decline);
        let Some(kept) = declined else { return };
        if let Err(error) = self.store.note_declined(owner, kept.user, self.now()).await {
            log::warn!("person {}: cannot record the declined challenge: {error}", kept.user.0);
        }
    }

    /// Checks that the person may challenge the other one now.
    pub(crate) async fn check_challenges(
        &self,
        person: UserId,
        other: UserId,
    ) -> Result<Result<(), TooMany>, StoreError> {
        let declined = self.store.declined_at(person, other).await?;
        if declined.is_some_and(|since| is_recent(since, self.now())) {
            return Ok(Err(TooMany::DeclinedLately));
        }
        if self.store.challenges_between(person, other).await? >= CHALLENGES_BETWEEN_MAX {
            return Ok(Err(TooMany::ChallengesBetween));
        }
        if self.store.challenges(person).await?.waiting_by >= CHALLENGES_BY_PERSON_MAX {
            return Ok(Err(TooMany::Challenges));
        }
        let of_other = self.store.challenges(other).await?.waiting_for;
        let is_crowded = of_other >= CHALLENGES_OF_PERSON_MAX;
        Ok(if is_crowded { Err(TooMany::ChallengesOfOther) } else { Ok(()) })
    }
}
