//! Who is told of a change, once it is durable: whoever shows games, moves next, or counts.
//!
//! Nobody waits for those who are told. What one of them loses costs time and never truth: what is
//! shown and whose turn it is stands in the store, and the jobs that look there find it.

use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Instant;

use crate::metrics::labels::ReplySource;
use crate::session::board::Board;

/// A board as it stands, and why it is told of.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub board: Board,
    pub cause: Cause,
}

/// Why a board is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The game is new, and yet to be sent.
    Created {
        /// Whether an instant engine has begun.
        is_answered: bool,
    },
    /// A person has done something.
    Person {
        /// Whether an instant engine has answered.
        is_answered: bool,
        showing: Showing,
    },
    /// An engine has moved that needed time.
    Engine(ReplySource),
    /// A person has said something, or offered another game, after the end of this one.
    Afterwards { arrived: Option<Instant> },
    /// A clock has run out, the game was abandoned, or somebody has left its group.
    Clock,
    /// Nothing has changed, but somebody has seen the board show less than has happened.
    Lagging { arrived: Option<Instant> },
    /// Nothing has changed, but nobody knows what the board shows.
    Doubtful { arrived: Option<Instant> },
}

impl Cause {
    /// When the press arrived that waits to see the board at its own message.
    pub fn arrived(self) -> Option<Instant> {
        match self {
            Cause::Person { showing, .. } => showing.arrived(),
            Cause::Lagging { arrived }
            | Cause::Afterwards { arrived }
            | Cause::Doubtful { arrived } => arrived,
            Cause::Created { .. } | Cause::Engine(_) | Cause::Clock => None,
        }
    }
}

/// Where what a person has done is to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// On the board as it is. Whoever pressed it at this moment waits for that.
    InPlace { arrived: Option<Instant> },
    /// On another message, which the one who has done it is sent anyway.
    Below,
}

impl Showing {
    /// When whoever waits for it has pressed.
    pub fn arrived(self) -> Option<Instant> {
        match self {
            Showing::InPlace { arrived } => arrived,
            Showing::Below => None,
        }
    }
}

/// Somebody who is told.
pub trait Subscriber: Send + Sync {
    /// Takes note. It neither waits nor fails: what takes longer is done elsewhere.
    fn hear(&self, announcement: &Announcement);
}

/// Everybody who is told, in the order in which they came.
#[derive(Default)]
pub(crate) struct Subscribers {
    // Written at the start only; nothing panics while it is held.
    all: RwLock<Vec<Weak<dyn Subscriber>>>,
}

impl Subscribers {
    /// Tells somebody of everything from now on, for as long as they live.
    pub(crate) fn add(&self, subscriber: &Arc<impl Subscriber + 'static>) {
        let subscriber: Weak<dyn Subscriber> = Arc::downgrade(subscriber) as Weak<dyn Subscriber>;
        self.all.write().unwrap_or_else(PoisonError::into_inner).push(subscriber);
    }

    pub(crate) fn publish(&self, announcement: &Announcement) {
        let subscribers = self.all.read().unwrap_or_else(PoisonError::into_inner);
        for subscriber in subscribers.iter().filter_map(Weak::upgrade) {
            subscriber.hear(announcement);
        }
    }
}
