//! A message to every reachable person, sent slice by slice.
//!
//! **At most once for each person.** A process first claims a slice of people by moving the cursor beyond
//!   them, on the condition that the cursor is still where the process saw it, and only then sends. So
//!   two processes never take the same slice, and the unsent rest of a slice is not sent by another
//!   process if the first one dies: a few people who miss an announcement are a smaller harm than many
//!   who get it twice, and a slice is small. Its people count as failed from the claim on, and those who certainly
//!   got the message as sent afterwards: everyone is counted, also after a crash.

use crate::UserId;
use crate::board::ChatMessage;

/// Identifies a broadcast. Derived from the command that sends it, so creating twice creates once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BroadcastId(pub u64);

/// A message to every reachable person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    pub id: BroadcastId,
    /// The text that the owner wrote. It is the only message text that is stored, and is empty once the
    /// broadcast has ended.
    pub text: String,
    pub author: UserId,
    /// The message that shows the progress.
    pub progress: ChatMessage,
    /// The last person claimed; `None` at the start.
    pub cursor: Option<UserId>,
    pub tally: BroadcastCounts,
    pub state: State,
}

impl Broadcast {
    /// Creates a broadcast of which nothing has been sent yet.
    pub fn new(id: BroadcastId, text: String, author: UserId, progress: ChatMessage) -> Broadcast {
        let (cursor, tally, state) = (None, BroadcastCounts::default(), State::Running);
        Broadcast { id, text, author, progress, cursor, tally, state }
    }
}

/// The state of a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Running,
    /// Ended before every person was reached.
    Stopped,
    Done,
}

/// The counts of people who were claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadcastCounts {
    /// Those whose message has certainly arrived.
    pub sent: u64,
    /// All others, also those to whom a message is being sent.
    pub failed: u64,
}

/// The next step of a process in a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Claims every person after the cursor, up to and including the last one.
    Claim {
        last: UserId,
        /// How many they are.
        people: u64,
    },
    /// No person is left: the broadcast is done and its text deleted.
    Finish,
}
