//! Orders the askers with waiting calls: the one served longest ago goes first.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;
use zerosum_session::board::Surface;

use crate::telegram::outgoing::rate_limit::{Asker, Priority};

/// Maximum waiting calls of one person in all chats.
pub const WAITING_PER_PERSON_MAX: usize = 64;

/// Time for which it is remembered that an asker was served. A new call of an asker not served within it
/// goes ahead of those served since, and behind earlier waiters.
const SERVED_LATELY: Duration = Duration::from_secs(10);

/// Time within which only one end of a game of a person is urgent. Others count as edits.
const ENDS_APART: Duration = SERVED_LATELY;

/// Maximum idle askers whose last service is remembered.
const ASKERS_KEPT_MAX: usize = 32_768;

/// Number of askers above which idle ones are removed.
const ASKERS_KEPT_MIN: usize = 1_024;

/// Rank of an asker; the lowest goes first.
type Rank = (Instant, u64);

/// Askers with waiting calls, ordered by their last service.
#[derive(Default)]
pub(super) struct Askers {
    known: HashMap<Asker, Known>,
    /// Askers with calls that may begin in some chat now, as far as is known.
    ready: [BTreeSet<(Rank, Asker)>; Priority::ALL.len()],
    /// Number of askers at which idle ones are removed next.
    known_before_cleaning: usize,
    arrivals: u64,
}

struct Known {
    rank: Rank,
    served: Option<Instant>,
    /// Arrival of their last urgent end of a game.
    ended: Option<Instant>,
    waiting: usize,
    /// Chats in which a call of theirs may begin now, as far as is known. They take turns.
    chats: [VecDeque<Surface>; Priority::ALL.len()],
}

impl Askers {
    /// Returns whether one more call of an asker may wait. Calls of a chat are limited by their chat.
    pub(super) fn has_room_for(&self, asker: Asker, priority: Priority) -> bool {
        match asker {
            Asker::Person(_) => self.waiting(asker) < priority.share_of(WAITING_PER_PERSON_MAX),
            Asker::Chat(_) => true,
        }
    }

    /// Number of waiting calls of an asker.
    pub(super) fn waiting(&self, asker: Asker) -> usize {
        self.known.get(&asker).map_or(0, |known| known.waiting)
    }

    /// Number of remembered askers.
    pub(super) fn count(&self) -> usize {
        self.known.len()
    }

    /// Adds a waiting call and returns its priority: only the first end of a game within a while is
    /// urgent, so a player gains nothing by resigning game after game.
    pub(super) fn enter(&mut self, now: Instant, asker: Asker, priority: Priority) -> Priority {
        if !self.known.contains_key(&asker) {
            self.forget_idle(now);
        }
        self.arrivals += 1;
        let arrival = self.arrivals;
        let known = self.known.entry(asker).or_insert_with(|| Known::new(now));
        if known.waiting == 0 {
            known.rank = (known.served.map_or(now, |at| now.max(at + SERVED_LATELY)), arrival);
        }
        known.waiting += 1;
        match (asker, priority) {
            (Asker::Person(_), Priority::Final)
                if known.ended.is_some_and(|at| at + ENDS_APART > now) =>
            {
                Priority::Edit
            }
            (_, Priority::Final) => {
                known.ended = Some(now);
                Priority::Final
            }
            (_, priority) => priority,
        }
    }

    /// Removes a call that has gone or was cancelled.
    pub(super) fn leave(&mut self, asker: Asker) {
        if let Some(known) = self.known.get_mut(&asker) {
            known.waiting = known.waiting.saturating_sub(1);
        }
    }

    /// Records that an asker was served, which moves it behind the others.
    pub(super) fn note_served(&mut self, now: Instant, asker: Asker) {
        self.arrivals += 1;
        let arrival = self.arrivals;
        let Some(known) = self.known.get_mut(&asker) else { return };
        let before = known.rank;
        known.served = Some(now);
        known.rank = (now + SERVED_LATELY, arrival);
        for (ready, chats) in self.ready.iter_mut().zip(&known.chats) {
            if !chats.is_empty() {
                ready.remove(&(before, asker));
                ready.insert((known.rank, asker));
            }
        }
    }

    /// Records that a call of this priority may begin in a chat now.
    pub(super) fn make_ready(&mut self, asker: Asker, priority: Priority, surface: Surface) {
        let Some(known) = self.known.get_mut(&asker) else { return };
        let chats = &mut known.chats[priority.index()];
        if chats.contains(&surface) {
            return;
        }
        if chats.is_empty() {
            self.ready[priority.index()].insert((known.rank, asker));
        }
        chats.push_back(surface);
    }

    /// Records that no call of this priority may begin in a chat now.
    pub(super) fn make_unready(&mut self, asker: Asker, priority: Priority, surface: Surface) {
        let Some(known) = self.known.get_mut(&asker) else { return };
        let chats = &mut known.chats[priority.index()];
        let Some(place) = chats.iter().position(|other| *other == surface) else { return };
        chats.remove(place);
        if chats.is_empty() {
            self.ready[priority.index()].remove(&(known.rank, asker));
        }
    }

    /// Returns whether a call of this priority may begin somewhere now, as far as is known.
    pub(super) fn are_ready(&self, priority: Priority) -> bool {
        !self.ready[priority.index()].is_empty()
    }

    /// Returns the next asker and the chat. The asker's chats take turns.
    pub(super) fn next(&mut self, priority: Priority) -> Option<(Asker, Surface)> {
        let (_, asker) = self.ready[priority.index()].first().copied()?;
        let chats = &mut self.known.get_mut(&asker)?.chats[priority.index()];
        let surface = chats.front().copied()?;
        chats.rotate_left(1);
        Some((asker, surface))
    }

    /// Removes idle askers, once in a while.
    fn forget_idle(&mut self, now: Instant) {
        if self.known.len() < self.known_before_cleaning.max(ASKERS_KEPT_MIN) {
            return;
        }
        self.known.retain(|_, known| !known.is_idle(now));
        if self.known.len() >= ASKERS_KEPT_MAX {
            self.known.retain(|_, known| known.waiting > 0);
        }
        self.known_before_cleaning = (self.known.len() * 2).min(ASKERS_KEPT_MAX);
    }
}

impl Known {
    fn new(now: Instant) -> Known {
        Known { rank: (now, 0), served: None, ended: None, waiting: 0, chats: Default::default() }
    }

    fn is_idle(&self, now: Instant) -> bool {
        self.waiting == 0 && self.served.is_none_or(|at| at + SERVED_LATELY <= now)
    }
}
