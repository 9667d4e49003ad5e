//! A message to everybody who can be reached, sent slice by slice.
//!
//! **At most once for each person.** Whoever wants to send first claims a slice of people by
//! moving the cursor beyond them, on the condition that it still is where they saw it, and only
//! then sends. So two processes never take the same slice, and what a process that dies leaves of
//! its slice is not sent by another: a few people who miss an announcement are a smaller harm than
//! many who get it twice, and a slice is small. What came of a slice is counted afterwards.

use crate::session::UserId;
use crate::session::board::ChatMessage;

/// Names a broadcast. Derived from the order to send it, so that creating twice creates once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BroadcastId(pub u64);

/// A message to everybody who can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    pub id: BroadcastId,
    /// What the owner wrote: the one text that is stored. Empty once the broadcast has ended.
    pub text: String,
    pub author: UserId,
    /// The message that tells how far it is.
    pub progress: ChatMessage,
    /// The last person who was claimed; `None` at the start.
    pub cursor: Option<UserId>,
    pub tally: Tally,
    pub state: State,
}

impl Broadcast {
    /// A broadcast of which nothing is sent yet.
    pub fn new(id: BroadcastId, text: String, author: UserId, progress: ChatMessage) -> Broadcast {
        let (cursor, tally, state) = (None, Tally::default(), State::Running);
        Broadcast { id, text, author, progress, cursor, tally, state }
    }
}

/// How far a broadcast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Running,
    /// Ended before everybody was reached.
    Stopped,
    Done,
}

/// What came of sending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub sent: u64,
    pub failed: u64,
}

/// What a process does next with a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Claims everybody after the cursor, up to and including this person.
    Claim(UserId),
    /// Nobody is left: the broadcast is done and its text deleted.
    Finish,
}
