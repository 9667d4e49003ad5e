//! The lanes of the screen: which messages are being edited, and how much of that is whose.
//!
//! A message has one lane, in which one edit is in flight and one newer view waits. Lanes are
//! bounded because each takes memory, and shared out because a group takes few edits in a minute:
//! whoever plays on many boards there would soon have them all.

use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::session::UserId;
use crate::session::board::{Place, Surface};
use crate::telegram::frame::Frame;
use crate::telegram::rate_limit::Class;
use crate::telegram::shares::{Share, Shares};

/// Lanes of one person, in all chats together. Somebody who plays has one or two.
pub const LANES_PER_PERSON_MAX: usize = 16;

/// Lanes of one person in one group, which waits three seconds for each when it is busy.
pub const LANES_PER_PERSON_IN_GROUP_MAX: usize = 4;

/// Lanes of all people in one group.
pub const LANES_PER_GROUP_MAX: usize = 48;

/// One lane in so many is kept for the sweep, and no other edit takes it.
const SWEPT_ONE_IN: usize = 8;

/// See the module.
pub struct Lanes {
    by_place: DashMap<Place, Lane>,
    /// A lane was closed that nobody waited for.
    swept: Notify,
    /// Lanes at once, for edits that somebody has asked for.
    asked_max: usize,
    /// The same for the sweep and whatever else nobody waits for.
    swept_max: usize,
    shares: Arc<Shares<(Purpose, Taker)>>,
}

/// What a lane is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    Asked,
    Swept,
}

/// Who takes a share of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Taker {
    Person(UserId),
    PersonInGroup(UserId, Surface),
    Group(Surface),
    Everybody,
}

/// The shares that a lane takes: of its person, in groups of two more, and of everybody.
type Held = [Option<Share<(Purpose, Taker)>>; 4];

/// A message that is being edited.
struct Lane {
    /// The frame that came last and is yet to be taken up.
    waiting: Option<Frame>,
    /// How urgent the edit is that is in flight or waits for Telegram's limits.
    class: Class,
    purpose: Purpose,
    /// Tells that edit that it has become more urgent.
    hurry: Arc<Notify>,
    _shares: Held,
}

/// What became of a frame.
pub enum Put {
    /// Nobody edits the message: whoever put the frame in does, as long as they hold this.
    Opened(Box<Opened>, Frame),
    /// It waits for the edit that is in flight, or yields to what waits.
    Waits,
    /// There is no lane for it now.
    Crowded,
}

/// The right to edit a message. Dropping it closes the lane.
pub struct Opened {
    lanes: Arc<Lanes>,
    pub place: Place,
    pub hurry: Arc<Notify>,
    is_closed: bool,
}

impl Lanes {
    /// So many lanes.
    pub fn new(lanes_max: usize) -> Arc<Lanes> {
        let swept_max = (lanes_max / SWEPT_ONE_IN).max(1);
        let asked_max = lanes_max.saturating_sub(swept_max).max(1);
        let (by_place, swept, shares) = (DashMap::new(), Notify::new(), Shares::new());
        Arc::new(Lanes { by_place, swept, asked_max, swept_max, shares })
    }

    /// How many messages are being edited.
    pub fn count(&self) -> usize {
        self.by_place.len()
    }

    /// Whether there is a lane for something that nobody waits for.
    pub fn has_swept_room(&self) -> bool {
        self.shares.taken_by(&(Purpose::Swept, Taker::Everybody)) < self.swept_max
    }

    /// Whether there is one there for something of this person.
    pub fn has_swept_room_for(&self, surface: Surface, person: UserId) -> bool {
        self.take(surface, person, Class::Sweep).is_some()
    }

    /// Completes when the next such lane is closed after this call.
    pub fn next_swept(&self) -> Notified<'_> {
        self.swept.notified()
    }

    /// Tells of a lane that is gone, and gives back its shares before.
    fn note_closed(&self, lane: Lane) {
        let purpose = lane.purpose;
        drop(lane);
        if purpose == Purpose::Swept {
            self.swept.notify_waiters();
        }
    }

    /// Puts a frame into the lane of its message, which is opened if there is none.
    pub fn put(self: &Arc<Lanes>, place: Place, frame: Frame) -> Put {
        match self.by_place.entry(place) {
            Entry::Occupied(mut lane) => {
                lane.get_mut().put(frame);
                Put::Waits
            }
            Entry::Vacant(vacant) => {
                let shares = self.take(place.surface(), frame.person, frame.class);
                let Some(shares) = shares else { return Put::Crowded };
                let hurry = Arc::new(Notify::new());
                let (class, purpose) = (frame.class, Purpose::of(frame.class));
                let hurrying = Arc::clone(&hurry);
                let waiting = None;
                vacant.insert(Lane { waiting, class, purpose, hurry: hurrying, _shares: shares });
                let lanes = Arc::clone(self);
                Put::Opened(Box::new(Opened { lanes, place, hurry, is_closed: false }), frame)
            }
        }
    }

    /// The shares of one more lane, `None` if somebody has too many. Nobody may have more than half
    /// of what is left, so takers of any number leave some to whoever has none. What is kept for the
    /// ends of games is kept for one of each.
    fn take(&self, surface: Surface, person: UserId, class: Class) -> Option<Held> {
        let purpose = Purpose::of(class);
        let (room, shared) = match purpose {
            Purpose::Asked => {
                let share_of = |class: Class| class.share_of(self.asked_max).max(1);
                (share_of(class), share_of(Class::Edit))
            }
            Purpose::Swept => (self.swept_max, self.swept_max),
        };
        let taken = self.shares.taken_by(&(purpose, Taker::Everybody));
        let fair_max = shared.saturating_sub(taken).div_ceil(2).max(1);
        let take = |taker, share_max: usize| self.shares.take((purpose, taker), share_max);
        let own = take(Taker::Person(person), LANES_PER_PERSON_MAX.min(fair_max))?;
        let mut shares = [Some(own), None, None, None];
        // An inline message has one lane anyway.
        if surface.is_group() {
            let here = Taker::PersonInGroup(person, surface);
            shares[1] = Some(take(here, LANES_PER_PERSON_IN_GROUP_MAX)?);
            shares[2] = Some(take(Taker::Group(surface), LANES_PER_GROUP_MAX.min(fair_max))?);
        }
        shares[3] = Some(take(Taker::Everybody, room)?);
        Some(shares)
    }
}

impl Purpose {
    fn of(class: Class) -> Purpose {
        match class {
            Class::Final | Class::Reply | Class::Edit => Purpose::Asked,
            Class::Sweep | Class::Broadcast => Purpose::Swept,
        }
    }
}

impl Opened {
    /// A newer frame than this one that waits to be taken up, if there is one.
    pub fn take_newer(&self, frame: &Frame) -> Option<Frame> {
        let mut lane = self.lanes.by_place.get_mut(&self.place)?;
        let newer = lane.waiting.take().filter(|newer| !newer.yields_to(frame.board))?;
        lane.class = newer.class;
        Some(newer)
    }

    /// The frame that waits; `None` closes the lane.
    pub fn take_next(&mut self) -> Option<Frame> {
        let mut next = None;
        let is_done = |_: &Place, lane: &mut Lane| {
            next = lane.waiting.take();
            if let Some(frame) = &next {
                lane.class = frame.class;
            }
            next.is_none()
        };
        let closed = self.lanes.by_place.remove_if_mut(&self.place, is_done);
        self.is_closed = closed.is_some();
        if let Some((_, lane)) = closed {
            self.lanes.note_closed(lane);
        }
        next
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        if !self.is_closed
            && let Some((_, lane)) = self.lanes.by_place.remove(&self.place)
        {
            self.lanes.note_closed(lane);
        }
    }
}

impl Lane {
    /// Puts in a frame to be taken up, unless it yields to one that waits already.
    fn put(&mut self, frame: Frame) {
        let board = self.waiting.as_ref().and_then(|other| other.board);
        if frame.yields_to(board) {
            return;
        }
        if frame.class < self.class {
            self.class = frame.class;
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

    fn frame(person: u64, class: Class) -> Frame {
        let view = View { text: String::new(), keyboard: Vec::new(), picture: None };
        Frame::page(view, UserId(person), class)
    }

    fn open(lanes: &Arc<Lanes>, chat: i64, message: i32, frame: Frame) -> Option<Opened> {
        let place = ChatMessage { chat: ChatId(chat), message: MessageId(message) };
        match lanes.put(place.into(), frame) {
            Put::Opened(opened, _) => Some(*opened),
            Put::Waits | Put::Crowded => None,
        }
    }

    /// Opens as many lanes as can be had by these people, each in so many groups of their own.
    fn grab(lanes: &Arc<Lanes>, people: u64, groups: i64, class: Class) -> Vec<Opened> {
        let mut grabbed = Vec::new();
        for message in 0..64 {
            for person in 1..=people {
                for group in 1..=groups {
                    let chat = -(i64::try_from(person).expect("a few people") * 1_000 + group);
                    grabbed.extend(open(lanes, chat, message, frame(person, class)));
                }
            }
        }
        grabbed
    }

    #[test]
    fn whoever_has_none_gets_a_lane_whatever_others_have_taken() {
        let classes = [Class::Final, Class::Reply, Class::Edit, Class::Sweep, Class::Broadcast];
        for people in [1, 4, 8] {
            for class in classes {
                let lanes = Lanes::new(LANES_MAX);
                let _grabbed = grab(&lanes, people, 20, class);
                for other in classes {
                    let (newcomer, chat) = (9_999 + people, 9_999);
                    let opened = open(&lanes, chat, 1, frame(newcomer, other));
                    assert!(
                        opened.is_some(),
                        "{people} people took all by {class:?}, not {other:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn one_person_and_one_group_have_no_more_than_their_shares() {
        let lanes = Lanes::new(LANES_MAX);
        assert_eq!(grab(&lanes, 1, 20, Class::Edit).len(), LANES_PER_PERSON_MAX);
        assert_eq!(grab(&lanes, 1, 1, Class::Edit).len(), LANES_PER_PERSON_IN_GROUP_MAX);
        let in_one_group: Vec<Opened> = (0..1_000)
            .filter_map(|n| open(&lanes, -7, n, frame(u64::from(n.unsigned_abs()), Class::Edit)))
            .collect();
        assert_eq!(in_one_group.len(), LANES_PER_GROUP_MAX);
        drop(in_one_group);
        assert_eq!(lanes.count(), 0);
        assert_eq!(grab(&lanes, 1, 20, Class::Edit).len(), LANES_PER_PERSON_MAX);
    }

    #[test]
    fn what_only_catches_up_takes_nothing_back_that_shows_as_much() {
        let of = |revision: u32, is_catching_up| {
            let board = Some((SessionId(7), Revision(revision)));
            Frame { board, is_catching_up, ..frame(1, Class::Edit) }
        };
        let lanes = Lanes::new(LANES_MAX);
        let opened = open(&lanes, 1, 1, of(1, false)).expect("nobody edits it yet");
        let put = |frame| lanes.put(opened.place, frame);
        let waits = |frame| matches!(put(frame), Put::Waits);
        // In flight already, waiting already, and news.
        assert!(waits(of(1, true)) && opened.take_newer(&of(1, false)).is_none());
        assert!(waits(of(2, false)) && waits(of(2, true)));
        assert!(!opened.take_newer(&of(1, false)).expect("it waits").is_catching_up);
        assert!(waits(of(3, true)));
        assert!(opened.take_newer(&of(2, false)).expect("it waits").is_catching_up);
        // Whatever else is drawn at a revision is meant to be seen.
        assert!(waits(of(3, false)) && opened.take_newer(&of(3, true)).is_some());
    }

    #[test]
    fn the_sweep_has_lanes_that_nothing_else_takes() {
        let lanes = Lanes::new(LANES_MAX);
        let _asked = grab(&lanes, 500, 20, Class::Final);
        assert!(grab(&lanes, 50, 20, Class::Sweep).len() > LANES_MAX / SWEPT_ONE_IN / 2);
    }
}
