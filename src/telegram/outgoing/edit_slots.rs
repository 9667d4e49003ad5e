//! Messages that are to be edited, the edit slots, and the share of each user in them.
//!
//! A message that is to be edited has one slot, in which one edit is in flight, or waits for a slot. Slots
//! are bounded because each takes memory, and shared because a group takes few edits a minute: a player
//! with many boards there could take them all.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
// Held only while the entries are searched.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use zerosum_session::UserId;
use zerosum_session::board::{Place, Surface};

use crate::bounded::shares::{Holder, Share, Shares};
use crate::telegram::outgoing::edit::{Content, Edit};
use crate::telegram::outgoing::edit_backlog::EditBacklog;
use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum edit slots of one person in all chats. An active player usually has one or two.
pub(crate) const EDIT_SLOTS_PER_PERSON_MAX: usize = 16;

/// Maximum edit slots of one person in one group. In a busy group each edit waits about three seconds.
pub(crate) const EDIT_SLOTS_PER_PERSON_IN_GROUP_MAX: usize = 4;

/// Maximum edit slots of all people in one group.
pub(crate) const EDIT_SLOTS_PER_GROUP_MAX: usize = 48;

/// One slot in this many is reserved for the sweep.
const SWEPT_ONE_IN: usize = 8;

/// Messages to be edited, with a share of the slots for each person and group.
pub(crate) struct EditSlots {
    messages: Mutex<Messages>,
    /// Maximum slots for edits that a user has asked for.
    asked_max: usize,
    /// Maximum slots for the sweep and other background edits.
    swept_max: usize,
    shares: Arc<Shares<(Purpose, Holder)>>,
}

#[derive(Default)]
struct Messages {
    by_place: HashMap<Place, Message>,
    queue: EditBacklog,
}

/// A message that is to be edited.
struct Message {
    /// The newest request, which is yet to be taken up.
    next: Option<Edit>,
    /// `None` if it waits for a slot.
    slot: Option<Slot>,
}

/// Slot in which a message is being edited.
struct Slot {
    /// Priority of the edit that is in flight or waits for the rate limit.
    priority: Priority,
    /// Tells that edit that its priority has risen.
    hurry: Arc<Notify>,
    _shares: Held,
}

/// Purpose of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Asked,
    Swept,
}

/// The shares that a slot takes: one of its person, two more in a group, and one of the total.
type Held = [Option<Share<(Purpose, Holder)>>; 4];

/// Outcome of [`EditSlots::put`].
pub(crate) enum Put {
    /// A slot was opened; the caller edits the message while it holds the guard.
    Opened(SlotGuard),
    /// The request waits for the edit in flight, or for a slot.
    Waits,
    /// There is no room for one more message.
    Full,
}

/// Guard for editing a message. Dropping it closes the slot.
pub(crate) struct SlotGuard {
    slots: Arc<EditSlots>,
    pub place: Place,
    pub hurry: Arc<Notify>,
    is_closed: bool,
}

impl EditSlots {
    /// Creates this many slots.
    pub(crate) fn new(slots_max: usize) -> Arc<EditSlots> {
        let swept_max = (slots_max / SWEPT_ONE_IN).max(1);
        let asked_max = slots_max.saturating_sub(swept_max).max(1);
        Arc::new(EditSlots {
            messages: Mutex::default(),
            asked_max,
            swept_max,
            shares: Shares::new(),
        })
    }

    /// Number of messages being edited.
    pub(crate) fn count(&self) -> usize {
        let messages = self.lock();
        messages.by_place.len() - messages.queue.count()
    }

    /// Number of messages that wait for a slot.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().queue.count()
    }

    /// Returns whether this message is being edited.
    pub(crate) fn is_open(&self, place: Place) -> bool {
        self.lock().by_place.get(&place).is_some_and(|message| message.slot.is_some())
    }

    /// Adds a request for a message, and opens a slot for it if it has none and one is free.
    pub(crate) fn put(self: &Arc<EditSlots>, place: Place, edit: Edit) -> Put {
        let mut messages = self.lock();
        let Messages { by_place, queue } = &mut *messages;
        match by_place.entry(place) {
            Entry::Occupied(mut known) => {
                let message = known.get_mut();
                message.put(edit);
                if message.slot.is_some() {
                    return Put::Waits;
                }
                let opened = self.open(place, message, None);
                opened.inspect(|_| queue.remove(place)).map_or(Put::Waits, Put::Opened)
            }
            Entry::Vacant(vacant) => {
                let (person, is_board) = (edit.person, matches!(edit.content, Content::Board(_)));
                let mut message = Message { next: Some(edit), slot: None };
                match self.open(place, &mut message, None) {
                    Some(opened) => {
                        vacant.insert(message);
                        Put::Opened(opened)
                    }
                    // A page of its own is too large to wait.
                    None if is_board && queue.push(place, person) => {
                        vacant.insert(message);
                        Put::Waits
                    }
                    None => Put::Full,
                }
            }
        }
    }

    /// Opens slots for the messages that have waited longest, as long as some are free. Falls back to a sweep
    /// slot if none of its own kind is free.
    pub(crate) fn open_waiting(self: &Arc<EditSlots>) -> Vec<SlotGuard> {
        let mut messages = self.lock();
        let Messages { by_place, queue } = &mut *messages;
        let (mut opened, mut refused) = (Vec::new(), HashSet::new());
        let mut index = 0;
        while let Some((place, person)) = queue.get(index)
            && self.has_room(Priority::Final)
        {
            let share = (person, place.surface());
            let message = by_place.get_mut(&place).filter(|_| !refused.contains(&share));
            match message.and_then(|message| self.open(place, message, Some(Priority::Sweep))) {
                Some(guard) => {
                    queue.remove_at(index);
                    opened.push(guard);
                }
                None => {
                    // Their other messages there are passed over without another look.
                    refused.insert(share);
                    index += 1;
                }
            }
        }
        opened
    }

    /// Opens a slot for a message, if its person and its group may have one more for its priority, or for
    /// `or_else`.
    fn open(
        self: &Arc<EditSlots>,
        place: Place,
        message: &mut Message,
        or_else: Option<Priority>,
    ) -> Option<SlotGuard> {
        let &Edit { person, priority, .. } = message.next.as_ref()?;
        let take = |priority| self.take(place.surface(), person, priority);
        let shares = take(priority).or_else(|| take(or_else?))?;
        let hurry = Arc::new(Notify::new());
        message.slot = Some(Slot { priority, hurry: Arc::clone(&hurry), _shares: shares });
        Some(SlotGuard { slots: Arc::clone(self), place, hurry, is_closed: false })
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
        let taken = self.shares.taken_by(&(purpose, Holder::Everybody));
        let fair_max = shared.saturating_sub(taken).div_ceil(2).max(1);
        let take = |holder, share_max: usize| self.shares.take((purpose, holder), share_max);
        let own = take(Holder::Person(person), EDIT_SLOTS_PER_PERSON_MAX.min(fair_max))?;
        let mut shares = [Some(own), None, None, None];
        // An inline message has one slot anyway.
        if surface.is_group() {
            let here = Holder::PersonInGroup(person, surface);
            shares[1] = Some(take(here, EDIT_SLOTS_PER_PERSON_IN_GROUP_MAX)?);
            shares[2] = Some(take(Holder::Group(surface), EDIT_SLOTS_PER_GROUP_MAX.min(fair_max))?);
        }
        shares[3] = Some(take(Holder::Everybody, room)?);
        Some(shares)
    }

    /// Returns whether there is a free slot for this priority, or for the sweep.
    fn has_room(&self, priority: Priority) -> bool {
        let taken_by = |purpose| self.shares.taken_by(&(purpose, Holder::Everybody));
        taken_by(Purpose::Asked) < priority.share_of(self.asked_max)
            || taken_by(Purpose::Swept) < self.swept_max
    }

    fn lock(&self) -> MutexGuard<'_, Messages> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Message {
    fn put(&mut self, edit: Edit) {
        let edit = match &self.next {
            Some(older) => edit.instead_of(older),
            None => edit,
        };
        if let Some(slot) = &mut self.slot
            && edit.priority < slot.priority
        {
            slot.priority = edit.priority;
            slot.hurry.notify_one();
        }
        self.next = Some(edit);
    }

    /// Takes the request that waits, in place of the one in work if there is one.
    fn take(&mut self, in_work: Option<&Edit>) -> Option<Edit> {
        let next = self.next.take()?;
        let next = match in_work {
            Some(older) => next.instead_of(older),
            None => next,
        };
        if let Some(slot) = &mut self.slot {
            slot.priority = next.priority;
        }
        Some(next)
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
    /// Priority and person of the request that waits, if it is more urgent than this.
    pub(crate) fn more_urgent_than(&self, priority: Priority) -> Option<(Priority, UserId)> {
        let messages = self.slots.lock();
        let next = messages.by_place.get(&self.place)?.next.as_ref()?;
        (next.priority < priority).then_some((next.priority, next.person))
    }

    /// Returns whether a request waits.
    pub(crate) fn has_newer(&self) -> bool {
        let messages = self.slots.lock();
        messages.by_place.get(&self.place).is_some_and(|message| message.next.is_some())
    }

    /// Replaces a request by a newer one, if one waits. Returns whether one did.
    pub(crate) fn take_newer(&self, edit: &mut Edit) -> bool {
        let mut messages = self.slots.lock();
        let message = messages.by_place.get_mut(&self.place);
        let Some(newer) = message.and_then(|message| message.take(Some(edit))) else {
            return false;
        };
        *edit = newer;
        true
    }

    /// Takes the request that waits; `None` closes the slot.
    pub(crate) fn take_next(&mut self) -> Option<Edit> {
        let mut messages = self.slots.lock();
        let message = messages.by_place.get_mut(&self.place);
        let next = message.and_then(|message| message.take(None));
        if next.is_none() {
            messages.by_place.remove(&self.place);
            self.is_closed = true;
        }
        next
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        if !self.is_closed {
            self.slots.lock().by_place.remove(&self.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use zerosum_session::board::{ChatId, ChatMessage, MessageId};
    use zerosum_session::{Revision, SessionId};

    use super::*;
    use crate::telegram::outgoing::edit::BoardContent;
    use crate::telegram::outgoing::edit_backlog::{
        BOARDS_WAITING_MAX, BOARDS_WAITING_PER_PERSON_MAX,
    };

    const SLOTS_MAX: usize = 800;

    fn board(person: u64, priority: Priority) -> Edit {
        let content = Content::Board(BoardContent {
            id: SessionId(7),
            at: Revision::NONE,
            presentation: None,
        });
        Edit { content, person: UserId(person), priority, since: None }
    }

    fn place(chat: i64, message: i32) -> Place {
        ChatMessage { chat: ChatId(chat), message: MessageId(message) }.into()
    }

    fn open(slots: &Arc<EditSlots>, chat: i64, message: i32, edit: Edit) -> Option<SlotGuard> {
        match slots.put(place(chat, message), edit) {
            Put::Opened(opened) => Some(opened),
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
                    grabbed.extend(open(slots, chat, message, board(person, priority)));
                }
            }
        }
        grabbed
    }

    #[test]
    fn a_newcomer_gets_a_slot_however_many_others_have_taken() {
        for people in [1, 4, 8] {
            for priority in Priority::ALL {
                let slots = EditSlots::new(SLOTS_MAX);
                let _grabbed = grab(&slots, people, 20, priority);
                for other in Priority::ALL {
                    let (newcomer, chat) = (9_999 + people, 9_999);
                    let opened = open(&slots, chat, 1, board(newcomer, other));
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
        let slots = EditSlots::new(SLOTS_MAX);
        let opened = grab(&slots, 1, 20, Priority::Edit);
        assert_eq!(opened.len(), EDIT_SLOTS_PER_PERSON_MAX);
        let slots = EditSlots::new(SLOTS_MAX);
        let opened = grab(&slots, 1, 1, Priority::Edit);
        assert_eq!(opened.len(), EDIT_SLOTS_PER_PERSON_IN_GROUP_MAX);
        let slots = EditSlots::new(SLOTS_MAX);
        let in_one_group: Vec<SlotGuard> = (0..1_000)
            .filter_map(|n| open(&slots, -7, n, board(u64::from(n.unsigned_abs()), Priority::Edit)))
            .collect();
        assert_eq!(in_one_group.len(), EDIT_SLOTS_PER_GROUP_MAX);
    }

    #[test]
    fn the_sweep_has_slots_that_nothing_else_takes() {
        let slots = EditSlots::new(SLOTS_MAX);
        let _asked = grab(&slots, 500, 20, Priority::Final);
        assert!(grab(&slots, 50, 20, Priority::Sweep).len() > SLOTS_MAX / SWEPT_ONE_IN / 2);
    }

    #[test]
    fn the_first_for_which_there_is_room_comes_first_and_everything_once() {
        let slots = EditSlots::new(SLOTS_MAX);
        let (anna, boris) = (board(1, Priority::Edit), board(2, Priority::Edit));
        let open_for_anna = |message| open(&slots, 1, message, anna.clone());
        let of_anna: Vec<SlotGuard> = (0..40).filter_map(open_for_anna).collect();
        let share = EDIT_SLOTS_PER_PERSON_MAX;
        assert_eq!((of_anna.len(), slots.waiting()), (share, 40 - share));
        assert!(open_for_anna(39).is_none());
        assert_eq!(slots.waiting(), 40 - share, "a message waits once");
        let _swept = slots.open_waiting();
        let waiting = 40 - 2 * share;
        assert_eq!(slots.waiting(), waiting, "her share of the sweep's slots is used");
        assert!(slots.open_waiting().is_empty(), "one person takes others' slots");
        let _of_boris = open(&slots, 2, 1, boris).expect("her boards keep out only her own");
        drop(of_anna);
        let opened = slots.open_waiting();
        let places: Vec<Place> = opened.iter().map(|guard| guard.place).collect();
        let first = i32::try_from(2 * share).expect("a small number");
        let expected: Vec<Place> = (first..40).map(|message| place(1, message)).collect();
        assert_eq!((places, slots.waiting()), (expected, 0));
    }

    #[test]
    fn a_crowded_group_keeps_out_no_private_board_of_a_member() {
        let slots = EditSlots::new(SLOTS_MAX);
        let crowd =
            [(10_000, Priority::Edit), (11_000, Priority::Sweep)].map(|(first, priority)| {
                let open = |n| open(&slots, -7, n, board(u64::from(n.unsigned_abs()), priority));
                (first..first + 100).map_while(open).collect::<Vec<SlotGuard>>()
            });
        assert!(crowd.iter().all(|opened| !opened.is_empty()));
        let anna = || board(20_000, Priority::Edit);
        assert!(matches!(slots.put(place(-7, 20_000), anna()), Put::Waits));
        let own: Vec<SlotGuard> =
            (0..).map_while(|message| open(&slots, 20_000, message, anna())).collect();
        let waiting = place(20_000, i32::try_from(own.len()).expect("a few boards"));
        drop(own);
        let opened: Vec<Place> = slots.open_waiting().iter().map(|guard| guard.place).collect();
        assert!(opened.contains(&waiting), "{opened:?}");
        assert!(!opened.contains(&place(-7, 20_000)), "the group is crowded");
    }

    #[test]
    fn one_person_and_all_together_wait_within_limits() {
        let slots = EditSlots::new(8);
        let puts = |person: u64, count: i32| {
            let chat = i64::try_from(person).expect("a few people");
            let put = |message| slots.put(place(chat, message), board(person, Priority::Edit));
            (0..count).map(put).collect::<Vec<Put>>()
        };
        let waits = |puts: &[Put]| puts.iter().filter(|put| matches!(put, Put::Waits)).count();
        let of_anna = puts(1, 1_000);
        assert_eq!(waits(&of_anna), BOARDS_WAITING_PER_PERSON_MAX);
        let of_others: Vec<Put> = (2..1_000).flat_map(|person| puts(person, 9)).collect();
        assert_eq!(waits(&of_anna) + waits(&of_others), BOARDS_WAITING_MAX);
        drop((of_anna, of_others));
        assert!(!slots.open_waiting().is_empty(), "closed slots are for those who wait");
    }

    #[test]
    fn a_request_is_taken_once_and_a_slot_without_one_is_closed() {
        let slots = EditSlots::new(SLOTS_MAX);
        let mut opened = open(&slots, 1, 1, board(1, Priority::Edit)).expect("a slot is free");
        let mut edit = opened.take_next().expect("it was asked for");
        assert!(!opened.take_newer(&mut edit));
        assert!(matches!(slots.put(opened.place, board(1, Priority::Final)), Put::Waits));
        assert!(opened.take_newer(&mut edit) && edit.priority == Priority::Final);
        assert!(slots.is_open(opened.place));
        assert!(opened.take_next().is_none() && !slots.is_open(opened.place));
    }
}
