//! Limits the work in flight: in total, so that memory is bounded, and per person and chat, so that none
//! takes all of it.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zerosum_session::UserId;
use zerosum_session::board::Surface;

use crate::bounded::shares::{Holder, Share, Shares};
use crate::capacity::Capacity;

/// Maximum presses of one person in flight.
pub(crate) const PRESSES_PER_PERSON_MAX: usize = 16;

/// Maximum presses in one group, or of one inline message, in flight.
pub(crate) const PRESSES_PER_GROUP_MAX: usize = 256;

/// Maximum commands and other messages of one person in flight. They have a share of their own, because
/// their answers may wait long in a busy chat.
pub const MESSAGES_PER_PERSON_MAX: usize = 8;

/// Maximum commands in one group in flight. With little memory it is less: see [`SHARE_ONE_IN`].
pub(crate) const MESSAGES_PER_GROUP_MAX: usize = 128;

/// A person or a group takes at most one in this many places in the queue of messages, so that the queue of one holds up no
/// updates of others.
const SHARE_ONE_IN: usize = 2;

/// One in this many permits for messages is reserved for people with no other message in flight.
const RESERVED_ONE_IN: usize = 4;

/// Maximum answers to presses, each a message of its own, that one person waits for in one group.
/// Answers to commands are not counted. A group takes few messages a minute, and other players need some
/// of them.
pub(crate) const ANSWERS_PER_PERSON_IN_GROUP_MAX: usize = 3;

/// Maximum inline queries of one person in flight. Further ones are not answered: each typed letter
/// sends another query.
pub(crate) const QUERIES_PER_PERSON_MAX: usize = 4;

/// Maximum inline queries of all people in flight. Each renders many boards, so presses must not wait behind them.
pub(crate) const QUERIES_IN_FLIGHT_MAX: usize = 64;

/// Maximum refusals of presses of one person, or in one group, in flight; further ones are not sent.
pub(crate) const REFUSALS_PER_PERSON_MAX: usize = 128;

/// Maximum refusals of all people in flight.
pub(crate) const REFUSALS_IN_FLIGHT_MAX: usize = 256;

/// Kinds of updates, which are counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdmissionKind {
    Press,
    Message,
    /// The message that answers a press.
    Answer,
    /// An inline query.
    Query,
    /// A fact that is noted, such as a player who has left, a group that has migrated, or one to which the bot
    /// has come. It is always admitted.
    Note,
    /// Telling the player that a press was not admitted.
    Refusal,
}

/// Admits updates within the limits.
#[derive(Debug)]
pub(crate) struct Admission {
    permits: Arc<Semaphore>,
    updates_in_flight_max: usize,
    shares: Arc<Shares<(Holder, AdmissionKind)>>,
    /// Permits for messages, and the ones reserved for people with no other message in flight.
    messages: Arc<Semaphore>,
    messages_reserved: Arc<Semaphore>,
    working: Arc<Shares<UserId>>,
    queue: Arc<Semaphore>,
    /// Maximum messages of a person or a group in flight, with however large a share.
    messages_of_one_max: usize,
}

/// Permit for a message in flight, including its calls to Telegram.
#[derive(Debug)]
pub(crate) struct MessagePermit {
    _room: OwnedSemaphorePermit,
    _working: Option<Share<UserId>>,
}

/// Place in the queue of messages.
#[derive(Debug)]
pub(crate) struct Queued {
    _place: OwnedSemaphorePermit,
}

/// Permit for one update. Dropping it releases the permit.
#[derive(Debug)]
pub(crate) struct UpdateSlot(Arc<Admission>);

/// Guard for a share of the limits of a person, their group and the total. Dropping it releases the
/// share.
#[derive(Debug)]
pub(crate) struct QuotaGuard {
    _shares: [Option<Share<(Holder, AdmissionKind)>>; 4],
}

impl Admission {
    /// Creates an admission with the limits of this capacity. No more updates are requested while they are reached.
    pub(crate) fn new(capacity: &Capacity) -> Admission {
        let &Capacity { updates_in_flight, messages_in_flight, messages_queued, .. } = capacity;
        let reserved = (messages_in_flight / RESERVED_ONE_IN).max(1);
        let room = |permits| Arc::new(Semaphore::new(permits));
        Admission {
            permits: room(updates_in_flight),
            updates_in_flight_max: updates_in_flight,
            shares: Shares::new(),
            messages: room(messages_in_flight.saturating_sub(reserved).max(1)),
            messages_reserved: room(reserved),
            working: Shares::new(),
            queue: room(messages_queued),
            messages_of_one_max: messages_queued / SHARE_ONE_IN,
        }
    }

    /// Takes a permit for a message of a person, if one is free.
    pub(crate) fn try_message(&self, user: UserId) -> Option<MessagePermit> {
        let room = Arc::clone(&self.messages).try_acquire_owned().ok();
        let reserved = || Arc::clone(&self.messages_reserved).try_acquire_owned().ok();
        let is_alone = self.working.taken_by(&user) == 0;
        let room = room.or_else(|| is_alone.then(reserved).flatten())?;
        Some(self.message_room(user, room))
    }

    /// Waits for a permit for a message of a person, behind earlier waiters.
    pub(crate) async fn message(&self, user: UserId) -> MessagePermit {
        let room = Arc::clone(&self.messages).acquire_owned();
        let room = match self.working.taken_by(&user) {
            0 => tokio::select! {
                room = room => room,
                reserved = Arc::clone(&self.messages_reserved).acquire_owned() => reserved,
            },
            _ => room.await,
        };
        self.message_room(user, room.expect("the semaphore is never closed"))
    }

    fn message_room(&self, user: UserId, room: OwnedSemaphorePermit) -> MessagePermit {
        MessagePermit { _room: room, _working: self.working.take(user, usize::MAX) }
    }

    /// Takes a place in the queue of messages, if one is free.
    pub(crate) fn queue(&self) -> Option<Queued> {
        let _place = Arc::clone(&self.queue).try_acquire_owned().ok()?;
        Some(Queued { _place })
    }

    /// Waits for a permit for one more update and reserves it for [`Admission::permit`]. The listener
    /// waits here before it hands out an update, because nothing after it may wait.
    pub(crate) async fn reserve(&self) {
        self.permits.acquire().await.expect("the semaphore is never closed").forget();
    }

    /// Number of updates in flight.
    pub(crate) fn in_flight(&self) -> usize {
        self.updates_in_flight_max.saturating_sub(self.permits.available_permits())
    }

    pub(crate) fn updates_in_flight_max(&self) -> usize {
        self.updates_in_flight_max
    }

    /// Returns whether one more update could be admitted now.
    pub(crate) fn has_room(&self) -> bool {
        self.permits.available_permits() > 0
    }

    /// Takes over the permit that was reserved for an update.
    pub(crate) fn permit(self: &Arc<Admission>) -> UpdateSlot {
        UpdateSlot(Arc::clone(self))
    }

    /// Admits an update of a person, unless the limit of its kind is reached for the person, their group
    /// or the total.
    pub(crate) fn enter(
        self: &Arc<Admission>,
        user: UserId,
        surface: Option<Surface>,
        kind: AdmissionKind,
    ) -> Option<QuotaGuard> {
        let group = surface.filter(|surface| !surface.is_private());
        let there = group.map(|group| Holder::PersonInGroup(user, group));
        let group = group.map(Holder::Group);
        let holders = [Some(Holder::Person(user)), there, group, Some(Holder::Everybody)];
        let mut shares = [None, None, None, None];
        for (share, holder) in shares.iter_mut().zip(holders) {
            let Some(holder) = holder else { continue };
            let Some(share_max) = share_max(holder, kind) else { continue };
            let is_message = kind == AdmissionKind::Message;
            let share_max =
                if is_message { share_max.min(self.messages_of_one_max) } else { share_max };
            *share = Some(self.shares.take((holder, kind), share_max)?);
        }
        Some(QuotaGuard { _shares: shares })
    }
}

/// Maximum of a kind in flight for a holder; `None` if only the permits bound it.
fn share_max(holder: Holder, kind: AdmissionKind) -> Option<usize> {
    match (holder, kind) {
        (Holder::Person(_), AdmissionKind::Press) => Some(PRESSES_PER_PERSON_MAX),
        (Holder::Group(_), AdmissionKind::Press) => Some(PRESSES_PER_GROUP_MAX),
        (Holder::Person(_), AdmissionKind::Query) => Some(QUERIES_PER_PERSON_MAX),
        (Holder::Group(_), AdmissionKind::Query) | (_, AdmissionKind::Note) => None,
        (Holder::PersonInGroup(..), AdmissionKind::Answer) => Some(ANSWERS_PER_PERSON_IN_GROUP_MAX),
        (Holder::PersonInGroup(..), _) => None,
        (Holder::Person(_) | Holder::Group(_) | Holder::Everybody, AdmissionKind::Answer)
        | (Holder::Everybody, AdmissionKind::Press | AdmissionKind::Message) => None,
        (Holder::Everybody, AdmissionKind::Query) => Some(QUERIES_IN_FLIGHT_MAX),
        (Holder::Person(_), AdmissionKind::Message) => Some(MESSAGES_PER_PERSON_MAX),
        (Holder::Group(_), AdmissionKind::Message) => Some(MESSAGES_PER_GROUP_MAX),
        (Holder::Person(_), AdmissionKind::Refusal) => Some(REFUSALS_PER_PERSON_MAX),
        (Holder::Group(_), AdmissionKind::Refusal) => Some(REFUSALS_PER_PERSON_MAX),
        (Holder::Everybody, AdmissionKind::Refusal) => Some(REFUSALS_IN_FLIGHT_MAX),
    }
}

impl Drop for UpdateSlot {
    fn drop(&mut self) {
        self.0.permits.add_permits(1);
    }
}

#[cfg(test)]
mod tests {
    use zerosum_session::board::ChatId;
    use zerosum_session::inline_message::InlineMessageId;

    use super::*;

    fn admission() -> Arc<Admission> {
        Arc::new(Admission::new(&Capacity {
            updates_in_flight: 4_096,
            messages_in_flight: 100,
            messages_queued: 400,
            ..Capacity::within(256)
        }))
    }

    #[test]
    fn a_share_that_is_taken_is_refused_and_comes_back() {
        let admission = admission();
        let (anna, boris) = (UserId(1), UserId(2));
        let enter = |user| admission.enter(user, Some(ChatId(-7).into()), AdmissionKind::Press);
        let quotas: Vec<QuotaGuard> =
            (0..PRESSES_PER_PERSON_MAX).filter_map(|_| enter(anna)).collect();
        assert_eq!(quotas.len(), 16);
        assert!(enter(anna).is_none());
        assert!(enter(boris).is_some(), "one person takes another's share");
        drop(quotas);
        assert!(enter(anna).is_some());
    }

    #[test]
    fn queries_of_many_people_are_bounded_and_take_nothing_from_presses() {
        let admission = admission();
        let enter = |number, kind| admission.enter(UserId(number), None, kind);
        let asked: Vec<QuotaGuard> =
            (1..=200).filter_map(|number| enter(number, AdmissionKind::Query)).collect();
        assert_eq!(asked.len(), QUERIES_IN_FLIGHT_MAX);
        assert!(enter(201, AdmissionKind::Press).is_some());
        drop(asked);
        assert!(enter(201, AdmissionKind::Query).is_some());
    }

    #[tokio::test]
    async fn messages_wait_for_each_other_and_not_people_without_any() {
        let admission = admission();
        let one = UserId(1);
        let mut taken: Vec<MessagePermit> = Vec::new();
        while let Some(room) = admission.try_message(one) {
            taken.push(room);
        }
        assert_eq!(taken.len(), 75, "one person takes all of it");
        let others: Vec<MessagePermit> =
            (2..100).filter_map(|user| admission.try_message(UserId(user))).collect();
        assert_eq!(others.len(), 25);
        let mut waiting = std::pin::pin!(admission.message(UserId(200)));
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        taken.pop();
        waiting.await;
        let places: Vec<Queued> = (0..1_000).filter_map(|_| admission.queue()).collect();
        assert_eq!(places.len(), 400);
    }

    #[test]
    fn a_group_takes_no_more_than_its_share_and_an_inline_message_neither() {
        let inline = InlineMessageId::parse("AgAAAPk").expect("an id");
        for surface in [Surface::Chat(ChatId(-7)), Surface::Inline(inline)] {
            let admission = admission();
            let everybody = (1..10_000).map(UserId);
            let there = |user| admission.enter(user, Some(surface), AdmissionKind::Press);
            let quotas: Vec<QuotaGuard> = everybody.filter_map(there).collect();
            assert_eq!(quotas.len(), 256);
            let elsewhere = Some(ChatId(-8).into());
            assert!(admission.enter(UserId(300), elsewhere, AdmissionKind::Press).is_some());
            drop(quotas);
            let after: Vec<QuotaGuard> = (1..10_000).map(UserId).filter_map(there).collect();
            assert_eq!(after.len(), 256, "a refused entry keeps a share");
        }
    }

    #[test]
    fn the_messages_of_a_group_leave_room_for_others_with_however_little_memory() {
        for (memory_mb, has_page) in
            [(0, true), (64, true), (64, false), (100, true), (1_000, true)]
        {
            let capacity = Capacity::divided(memory_mb, has_page);
            let admission = Arc::new(Admission::new(&capacity));
            let there = Some(ChatId(-7).into());
            let enter = |user| admission.enter(UserId(user), there, AdmissionKind::Message);
            let quotas: Vec<QuotaGuard> = (1..10_000).filter_map(enter).collect();
            let share_max = MESSAGES_PER_GROUP_MAX.min(capacity.messages_queued / 2);
            assert_eq!(quotas.len(), share_max, "{memory_mb}, {has_page}");
            drop(quotas);
            let of_one: Vec<QuotaGuard> = (1..100).filter_map(|_| enter(1)).collect();
            assert_eq!(of_one.len(), MESSAGES_PER_PERSON_MAX, "{memory_mb}, {has_page}");
        }
    }
}
