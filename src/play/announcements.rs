//! Notifications of durable changes, for subscribers that show games, compute engine moves, or count.
//!
//! After a change the subscribers redraw boards and start engines, whichever handler has made it. No caller
//! waits for them. A lost notification costs time but no correctness: the store records what is shown and
//! whose turn it is, and periodic jobs check it.

use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Instant;

use zerosum_metrics::labels::ReplySource;
use zerosum_session::board::Board;
use zerosum_session::{SessionId, UserId};

/// A board in its current state, and the cause of the announcement.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub board: Board,
    pub cause: Cause,
}

/// The cause of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The game is new, and its board is yet to be sent.
    Created {
        /// True if an instant engine has made the first move.
        is_answered: bool,
    },
    /// A person has acted.
    Person {
        /// The person, unless several have voted.
        by: Option<UserId>,
        /// True if an instant engine has answered.
        is_answered: bool,
        showing: Showing,
    },
    /// An engine that needed time has moved.
    Engine(ReplySource),
    /// A person has sent a message or offered another game after the end of this one.
    AfterGame { by: UserId, arrived: Option<Instant> },
    /// A clock has run out, the game was abandoned, or a player has left its group or had their data deleted.
    Clock,
    /// A person who is elsewhere wants the board in its chats, as far as it was never sent there.
    Wanted,
}

impl Cause {
    /// Returns the person whose action is to be shown, if there is one.
    pub(crate) fn by(self) -> Option<UserId> {
        match self {
            Cause::Person { by, .. } => by,
            Cause::AfterGame { by, .. } => Some(by),
            Cause::Created { .. } | Cause::Engine(_) | Cause::Clock | Cause::Wanted => None,
        }
    }

    /// Returns the message in which the move was typed, if it was.
    pub(crate) fn typed(self) -> Option<SessionId> {
        match self {
            Cause::Person { showing: Showing::ByCaller { typed }, .. } => typed,
            _ => None,
        }
    }

    /// Returns the arrival time of the press that waits for the board to be updated in its own message.
    pub(crate) fn arrived(self) -> Option<Instant> {
        match self {
            Cause::Person { showing, .. } => showing.arrived(),
            Cause::AfterGame { arrived, .. } => arrived,
            Cause::Created { .. } | Cause::Engine(_) | Cause::Clock | Cause::Wanted => None,
        }
    }
}

/// The place in which the result of a person's action is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// On the existing board. The person who pressed it at this moment waits for that.
    InPlace { arrived: Option<Instant> },
    /// By the caller, on the surface of the press. Subscribers draw only the other surfaces. With the keyed number of
    /// the message if a move was typed.
    ByCaller { typed: Option<SessionId> },
    /// In another place than their chat, which need not show it to them.
    Elsewhere,
}

impl Showing {
    /// Returns the arrival time of the press that waits for it.
    pub(crate) fn arrived(self) -> Option<Instant> {
        match self {
            Showing::InPlace { arrived } => arrived,
            Showing::ByCaller { .. } | Showing::Elsewhere => None,
        }
    }
}

/// A subscriber to announcements.
pub trait Subscriber: Send + Sync {
    /// Handles an announcement. Must neither block nor fail: longer work is done elsewhere.
    fn on_change(&self, announcement: &Announcement);

    /// Handles a change by another process of a game, which is to be loaded again. Must neither block nor
    /// fail.
    fn on_change_elsewhere(&self, _: SessionId) {}

    /// Handles the start of a game's clock, which changes no board. Must neither block nor fail.
    fn on_clock_start(&self, _: SessionId) {}

    /// Handles the deletion of a person's games, any of which may be gone. Must neither block nor fail.
    fn on_deletion(&self) {}
}

/// All subscribers, in the order in which they subscribed.
#[derive(Default)]
pub(crate) struct Subscribers {
    // Written at startup only; no code can panic while it is held.
    all: RwLock<Vec<Weak<dyn Subscriber>>>,
}

impl Subscribers {
    /// Adds a subscriber for all further announcements, until it is dropped.
    pub(crate) fn add(&self, subscriber: &Arc<impl Subscriber + 'static>) {
        let subscriber: Weak<dyn Subscriber> = Arc::downgrade(subscriber) as Weak<dyn Subscriber>;
        self.all.write().unwrap_or_else(PoisonError::into_inner).push(subscriber);
    }

    /// Tells each subscriber that still exists.
    pub(crate) fn each(&self, tell: impl Fn(&dyn Subscriber)) {
        let subscribers = self.all.read().unwrap_or_else(PoisonError::into_inner);
        subscribers.iter().filter_map(Weak::upgrade).for_each(|subscriber| tell(&*subscriber));
    }
}
