//! Edit slots: the messages being edited, and the share of each user in them.
//!
//! A message has one slot, in which one edit is in flight and one newer view waits. Slots are bounded
//! because each takes memory, and shared because a group takes few edits a minute: a player with many
//! boards there could take them all.

use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::session::UserId;
use crate::session::board::{Place, Surface};
use crate::telegram::frame::Frame;
use crate::telegram::rate_limit::Priority;
use crate::telegram::shares::{Share, Shares};

/// Maximum edit slots of one person in all chats. An active player usually has one or two.
pub const EDIT_SLOTS_PER_PERSON_MAX: usize = 16;

/// Maximum edit slots of one person in one group. In a busy group each edit waits about three seconds.
pub const EDIT_SLOTS_PER_PERSON_IN_GROUP_MAX: usize = 4;

/// Maximum edit slots of all people in one group.
pub const EDIT_SLOTS_PER_GROUP_MAX: usize = 48;

/// One slot in this many is reserved for the sweep.
const SWEPT_ONE_IN: usize = 8;

/// Slots of the messages being edited, with a share for each person and group.
pub struct EditSlots {
    by_place: DashMap<Place, EditSlot>,
    /// Notified when a slot of the sweep is closed.
    swept: Notify,
    /// Maximum slots for edits that a user has asked for.
    asked_max: usize,
    /// Maximum slots for the sweep and other background edits.
    swept_max: usize,
    shares: Arc<Shares<(Purpose, Taker)>>,
}

/// Purpose of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Asked,
    Swept,
}

/// Holder of a share of the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Taker {
    Person(UserId),
    PersonInGroup(UserId, Surface),
    Group(Surface),
    Everybody,
}

/// The shares that a slot takes: one of its person, two more in a group, and one of the total.
type Held = [Option<Share<(Purpose, Taker)>>; 4];

/// A message that is being edited.
struct EditSlot {
    /// Newest frame, which is yet to be taken up.
    waiting: Option<Frame>,
    /// Priority of the edit that is in flight or waits for the rate limit.
    priority: Priority,
    purpose: Purpose,
    /// Tells that edit that its priority has risen.
    hurry: Arc<Notify>,
    _shares: Held,
}

/// Outcome of [`EditSlots::put`].
pub enum Put {
    /// A slot was opened; the caller edits the message while it holds the guard.
    Opened(Box<SlotGuard>, Frame),
    /// The frame waits for the edit in flight, or yields to one that waits already.
    Waits,
    /// There is no free slot.
    Full,
}

/// Guard for editing a message. Dropping it closes the slot.
pub struct SlotGuard {
    slots: Arc<EditSlots>,
    pub place: Place,
    pub hurry: Arc<Notify>,
    is_closed: bool,
}

impl EditSlots {
    /// Creates this many slots.
    pub fn new(slots_max: usize) -> Arc<EditSlots> {
        let swept_max = (slots_max / SWEPT_ONE_IN).max(1);
        let asked_max = slots_max.saturating_sub(swept_max).max(1);
        let (by_place, swept, shares) = (DashMap::new(), Notify::new(), Shares::new());
        Arc::new(EditSlots { by_place, swept, asked_max, swept_max, shares })
    }

    /// Number of messages being edited.
    pub fn count(&self) -> usize {
        self.by_place.len()
    }

    /// Returns whether this message is being edited.
    pub fn is_open(&self, place: Place) -> bool {
        self.by_place.contains_key(&place)
    }

    /// Returns whether there is a free slot for a background edit.
    pub fn has_swept_room(&self) -> bool {
        self.shares.taken_by(&(Purpose::Swept, Taker::Everybody)) < self.swept_max
    }

    /// Returns whether there is a free slot for a background edit of this person on this surface.
    pub fn has_swept_room_for(&self, surface: Surface, person: UserId) -> bool {
        self.take(surface, person, Priority::Sweep).is_some()
    }

    /// Completes when the next background slot is closed after this call.
    pub fn next_swept(&self) -> Notified<'_> {
        self.swept.notified()
    }

    /// Returns the shares of a closed slot, and notifies of a background slot.
    fn note_closed(&self, slot: EditSlot) {
        let purpose = slot.purpose;
        drop(slot);
        if purpose == Purpose::Swept {
            self.swept.notify_waiters();
        }
    }

    /// Puts a frame into the slot of its message, opening one if needed.
    pub fn put(self: &Arc<EditSlots>, place: Place, frame: Frame) -> Put {
        match self.by_place.entry(place) {
            Entry::Occupied(mut slot) => {
                slot.get_mut().put(frame);
                Put::Waits
            }
            Entry::Vacant(vacant) => {
                let shares = self.take(place.surface(), frame.person, frame.priority);
                let Some(shares) = shares else { return Put::Full };
                let hurry = Arc::new(Notify::new());
                let (priority, purpose) = (frame.priority, Purpose::of(frame.priority));
                let hurrying = Arc::clone(&hurry);
                let waiting = None;
                vacant.insert(EditSlot {
                    waiting,
                    priority,
                    purpose,
                    hurry: hurrying,
                    _shares: shares,
                });
                let slots = Arc::clone(self);
                Put::Opened(Box::new(SlotGuard { slots, place, hurry, is_closed: false }), frame)
            }
        }
    }

    /// Takes the shares of one more slot; `None` if a limit is reached. No person or group may have more
    /// than half of the free slots, so some are always left for newcomers. Of the part reserved for the
    /// ends of games, each person and group may have one slot.
    fn take(&self, surface: Surface, person: UserId, priority: Priority) -> Option<Held> {
        let purpose = Purpose::of(priority);
        let (room, shared) = match purpose {
            Purpose::Asked => {
                let share_of = |priority: Priority| priority.share_of(self.asked_max).max(1);
                (share_of(priority), share_of(Priority::Edit))
            }
            Purpose::Swept => (self.swept_max, self.swept_max),
        };
        let taken = self.shares.taken_by(&(purpose, Taker::Everybody));
        let fair_max = shared.saturating_sub(taken).div_ceil(2).max(1);
        let take = |taker, share_max: usize| self.shares.take((purpose, taker), share_max);
        let own = take(Taker::Person(person), EDIT_SLOTS_PER_PERSON_MAX.min(fair_max))?;
        let mut shares = [Some(own), None, None, None];
        // An inline message has one slot anyway.
        if surface.is_group() {
            let here = Taker::PersonInGroup(person, surface);
            shares[1] = Some(take(here, EDIT_SLOTS_PER_PERSON_IN_GROUP_MAX)?);
            shares[2] = Some(take(Taker::Group(surface), EDIT_SLOTS_PER_GROUP_MAX.min(fair_max))?);
        }
        shares[3] = Some(take(Taker::Everybody, room)?);
        Some(shares)
    }
}

impl Purpose {
    fn of(priority: Priority) -> Purpose {
        match priority {
            Priority::Final | Priority::Reply | Priority::Edit => Purpose::Asked,
            Priority::Sweep | Priority::Broadcast => Purpose::Swept,
        }
    }
}

impl SlotGuard {
    /// Takes a newer frame than this one, if one waits.
    pub fn take_newer(&self, frame: &Frame) -> Option<Frame> {
        let mut slot = self.slots.by_place.get_mut(&self.place)?;
        let newer = slot.waiting.take().filter(|newer| !newer.yields_to(frame.board))?;
        slot.priority = newer.priority;
        Some(newer)
    }

    /// Takes the frame that waits; `None` closes the slot.
    pub fn take_next(&mut self) -> Option<Frame> {
        let mut next = None;
        let is_done = |_: &Place, slot: &mut EditSlot| {
            next = slot.waiting.take();
            if let Some(frame) = &next {
                slot.priority = frame.priority;
            }
            next.is_none()
        };
        let closed = self.slots.by_place.remove_if_mut(&self.place, is_done);
        self.is_closed = closed.is_some();
        if let Some((_, slot)) = closed {
            self.slots.note_closed(slot);
        }
        next
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        if !self.is_closed
            && let Some((_, slot)) = self.slots.by_place.remove(&self.place)
        {
            self.slots.note_closed(slot);
        }
    }
}

impl EditSlot {
    /// Queues a frame, unless it yields to one that waits already.
    fn put(&mut self, frame: Frame) {
        let board = self.waiting.as_ref().and_then(|other| other.board);
        if frame.yields_to(board) {
            return;
        }
        if frame.priority < self.priority {
            self.priority = frame.priority;
            self.hurry.notify_one();
        }
        let older = self.waiting.as_ref().and_then(|other| other.since);
        self.waiting = Some(frame.instead_of(older));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::render::View;
    use crate::session::board::{ChatId, ChatMessage, MessageId};
    use crate::session::{Revision, SessionId};

    const LANES_MAX: usize = 800;

    fn frame(person: u64, priority: Priority) -> Frame {
        let view = View { text: String::new(), keyboard: Vec::new(), picture: None };
        Frame::page(view, UserId(person), priority)
    }

    fn open(slots: &Arc<EditSlots>, chat: i64, message: i32, frame: Frame) -> Option<SlotGuard> {
        let place = ChatMessage { chat: ChatId(chat), message: MessageId(message) };
        match slots.put(place.into(), frame) {
            Put::Opened(opened, _) => Some(*opened),
            Put::Waits | Put::Full => None,
        }
    }

    /// Opens as many slots as these people can get, each in this many groups of their own.
    fn grab(
        slots: &Arc<EditSlots>,
        people: u64,
        groups: i64,
        priority: Priority,
    ) -> Vec<SlotGuard> {
        let mut grabbed = Vec::new();
        for message in 0..64 {
            for person in 1..=people {
                for group in 1..=groups {
                    let chat = -(i64::try_from(person).expect("a few people") * 1_000 + group);
                    grabbed.extend(open(slots, chat, message, frame(person, priority)));
                }
            }
        }
        grabbed
    }

    #[test]
    fn whoever_has_none_gets_a_lane_whatever_others_have_taken() {
        let classes = [
            Priority::Final,
            Priority::Reply,
            Priority::Edit,
            Priority::Sweep,
            Priority::Broadcast,
        ];
        for people in [1, 4, 8] {
            for priority in classes {
                let slots = EditSlots::new(LANES_MAX);
                let _grabbed = grab(&slots, people, 20, priority);
                for other in classes {
                    let (newcomer, chat) = (9_999 + people, 9_999);
                    let opened = open(&slots, chat, 1, frame(newcomer, other));
                    assert!(
                        opened.is_some(),
                        "{people} people took all by {priority:?}, not {other:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn one_person_and_one_group_have_no_more_than_their_shares() {
        let slots = EditSlots::new(LANES_MAX);
        assert_eq!(grab(&slots, 1, 20, Priority::Edit).len(), EDIT_SLOTS_PER_PERSON_MAX);
        assert_eq!(grab(&slots, 1, 1, Priority::Edit).len(), EDIT_SLOTS_PER_PERSON_IN_GROUP_MAX);
        let in_one_group: Vec<SlotGuard> = (0..1_000)
            .filter_map(|n| open(&slots, -7, n, frame(u64::from(n.unsigned_abs()), Priority::Edit)))
            .collect();
        assert_eq!(in_one_group.len(), EDIT_SLOTS_PER_GROUP_MAX);
        drop(in_one_group);
        assert_eq!(slots.count(), 0);
        assert_eq!(grab(&slots, 1, 20, Priority::Edit).len(), EDIT_SLOTS_PER_PERSON_MAX);
    }

    #[test]
    fn what_only_catches_up_takes_nothing_back_that_shows_as_much() {
        let of = |revision: u32, is_catching_up| {
            let board = Some((SessionId(7), Revision(revision)));
            Frame { board, is_catching_up, ..frame(1, Priority::Edit) }
        };
        let slots = EditSlots::new(LANES_MAX);
        let opened = open(&slots, 1, 1, of(1, false)).expect("nobody edits it yet");
        let put = |frame| slots.put(opened.place, frame);
        let waits = |frame| matches!(put(frame), Put::Waits);
        // Already in flight, already waiting, and new.
        assert!(waits(of(1, true)) && opened.take_newer(&of(1, false)).is_none());
        assert!(waits(of(2, false)) && waits(of(2, true)));
        assert!(!opened.take_newer(&of(1, false)).expect("it waits").is_catching_up);
        assert!(waits(of(3, true)));
        assert!(opened.take_newer(&of(2, false)).expect("it waits").is_catching_up);
        // Any other view of a revision is meant to be seen.
        assert!(waits(of(3, false)) && opened.take_newer(&of(3, true)).is_some());
    }

    #[test]
    fn the_sweep_has_slots_that_nothing_else_takes() {
        let slots = EditSlots::new(LANES_MAX);
        let _asked = grab(&slots, 500, 20, Priority::Final);
        assert!(grab(&slots, 50, 20, Priority::Sweep).len() > LANES_MAX / SWEPT_ONE_IN / 2);
    }
}
