//! How much may be in flight: overall, so that memory is bounded, and for one person and one chat,
//! so that nobody takes it all.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::session::UserId;
use crate::session::board::Surface;
use crate::telegram::shares::{Share, Shares};

/// Presses of one person being worked on.
pub const PRESSES_PER_PERSON_MAX: usize = 16;

/// Presses in one group, or of one inline message, being worked on.
pub const PRESSES_PER_GROUP_MAX: usize = 256;

/// Commands and other messages of one person being worked on. They have a share of their own,
/// because their answers may have to wait long in a chat that is told too much.
pub const WORDS_PER_PERSON_MAX: usize = 8;

/// Commands in one group being worked on.
pub const WORDS_PER_GROUP_MAX: usize = 128;

/// Questions of one person from message fields being answered. Every letter that is typed asks anew, and
/// those beyond are not answered: the next letter asks again.
pub const QUERIES_PER_PERSON_MAX: usize = 4;

/// Presses of one person, or in one group, being told that there are too many; those beyond are not
/// answered at all.
pub const REFUSALS_PER_PERSON_MAX: usize = 128;

/// The same of all people.
pub const REFUSALS_IN_FLIGHT_MAX: usize = 256;

/// What is counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdmissionKind {
    Press,
    Words,
    /// Something asked for in a message field.
    Query,
    /// Telling the presser that a press was not let in.
    Refusal,
}

/// Who takes a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Taker {
    Person(UserId),
    Group(Surface),
    Everybody,
}

/// Lets updates in.
#[derive(Debug)]
pub struct Admission {
    permits: Arc<Semaphore>,
    updates_in_flight_max: usize,
    shares: Arc<Shares<(Taker, AdmissionKind)>>,
}

/// Room for one update. Dropping it makes room for another.
#[derive(Debug)]
pub struct Permit(Arc<Admission>);

/// A share of what a person, their group and everybody may have in flight. Dropping it gives it
/// back.
#[derive(Debug)]
pub struct Pass {
    _shares: [Option<Share<(Taker, AdmissionKind)>>; 3],
}

impl Admission {
    /// With room for so many updates being worked on, calls to Telegram included. No more are
    /// asked for meanwhile.
    pub fn new(updates_in_flight_max: usize) -> Admission {
        let permits = Arc::new(Semaphore::new(updates_in_flight_max));
        Admission { permits, updates_in_flight_max, shares: Shares::new() }
    }

    /// Waits until there is room for one more update and keeps it for [`Admission::permit`]. The listener
    /// waits here before it hands an update out, because behind it nothing may wait.
    pub async fn reserve(&self) {
        self.permits.acquire().await.expect("the semaphore is never closed").forget();
    }

    /// How many updates are being worked on.
    pub fn in_flight(&self) -> usize {
        self.updates_in_flight_max.saturating_sub(self.permits.available_permits())
    }

    pub fn updates_in_flight_max(&self) -> usize {
        self.updates_in_flight_max
    }

    /// Whether one more update could be let in now.
    pub fn has_room(&self) -> bool {
        self.permits.available_permits() > 0
    }

    /// Takes over the permit that was reserved for an update.
    pub fn permit(self: &Arc<Admission>) -> Permit {
        Permit(Arc::clone(self))
    }

    /// Lets something of a person in, unless too much of its kind is in flight: theirs, that of
    /// their group, or that of everybody.
    pub fn enter(
        self: &Arc<Admission>,
        user: UserId,
        surface: Option<Surface>,
        kind: AdmissionKind,
    ) -> Option<Pass> {
        let group = surface.filter(|surface| !surface.is_private()).map(Taker::Group);
        let takers = [Some(Taker::Person(user)), group, Some(Taker::Everybody)];
        let mut shares = [None, None, None];
        for (share, taker) in shares.iter_mut().zip(takers) {
            let Some(taker) = taker else { continue };
            let Some(share_max) = share_max(taker, kind) else { continue };
            *share = Some(self.shares.take((taker, kind), share_max)?);
        }
        Some(Pass { _shares: shares })
    }
}

/// How much of a kind may be in flight; `None` if only the permits bound it.
fn share_max(taker: Taker, kind: AdmissionKind) -> Option<usize> {
    match (taker, kind) {
        (Taker::Person(_), AdmissionKind::Press) => Some(PRESSES_PER_PERSON_MAX),
        (Taker::Group(_), AdmissionKind::Press) => Some(PRESSES_PER_GROUP_MAX),
        (Taker::Person(_), AdmissionKind::Query) => Some(QUERIES_PER_PERSON_MAX),
        (Taker::Group(_), AdmissionKind::Query) => None,
        (Taker::Everybody, AdmissionKind::Press | AdmissionKind::Words | AdmissionKind::Query) => {
            None
        }
        (Taker::Person(_), AdmissionKind::Words) => Some(WORDS_PER_PERSON_MAX),
        (Taker::Group(_), AdmissionKind::Words) => Some(WORDS_PER_GROUP_MAX),
        (Taker::Person(_), AdmissionKind::Refusal) => Some(REFUSALS_PER_PERSON_MAX),
        (Taker::Group(_), AdmissionKind::Refusal) => Some(REFUSALS_PER_PERSON_MAX),
        (Taker::Everybody, AdmissionKind::Refusal) => Some(REFUSALS_IN_FLIGHT_MAX),
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.permits.add_permits(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::board::ChatId;
    use crate::session::inline_message::InlineMessageId;

    const UPDATES_IN_FLIGHT_MAX: usize = 4_096;

    #[test]
    fn a_share_that_is_taken_is_refused_and_comes_back() {
        let admission = Arc::new(Admission::new(UPDATES_IN_FLIGHT_MAX));
        let (anna, boris) = (UserId(1), UserId(2));
        let enter = |user| admission.enter(user, Some(ChatId(-7).into()), AdmissionKind::Press);
        let passes: Vec<Pass> = (0..PRESSES_PER_PERSON_MAX).filter_map(|_| enter(anna)).collect();
        assert_eq!(passes.len(), 16);
        assert!(enter(anna).is_none());
        assert!(enter(boris).is_some(), "one person takes another's share");
        drop(passes);
        assert!(enter(anna).is_some());
    }

    #[test]
    fn a_group_takes_no_more_than_its_share_and_an_inline_message_neither() {
        let inline = InlineMessageId::parse("AgAAAPk").expect("an id");
        for surface in [Surface::Chat(ChatId(-7)), Surface::Inline(inline)] {
            let admission = Arc::new(Admission::new(UPDATES_IN_FLIGHT_MAX));
            let everybody = (1..10_000).map(UserId);
            let there = |user| admission.enter(user, Some(surface), AdmissionKind::Press);
            let passes: Vec<Pass> = everybody.filter_map(there).collect();
            assert_eq!(passes.len(), 256);
            let elsewhere = Some(ChatId(-8).into());
            assert!(admission.enter(UserId(300), elsewhere, AdmissionKind::Press).is_some());
            drop(passes);
            let after: Vec<Pass> = (1..10_000).map(UserId).filter_map(there).collect();
            assert_eq!(after.len(), 256, "a refused entry keeps a share");
        }
    }
}
