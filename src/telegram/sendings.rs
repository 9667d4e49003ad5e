//! Boards on their way to their chat, so that nobody sends one that somebody else is about to send.
//!
//! Telegram does not say of a call that is never answered whether the message has come. A press of a
//! button of it does; until then another copy is sent once, and no more for a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio_util::sync::CancellationToken;

use crate::bounded::BoundedMap;
use crate::session::SessionId;
use crate::session::board::ChatId;

/// Boards that are remembered for having perhaps come.
const UNCLEAR_MAX: usize = 10_000;

/// How long a board that has perhaps come is not sent unasked. Who misses it asks for it sooner.
const UNCLEAR_REST: Duration = Duration::from_secs(600);

/// A board in one of the chats in which it is shown.
type InChat = (ChatId, SessionId);

/// See the module.
pub struct Sendings {
    under_way: DashMap<InChat, CancellationToken>,
    /// When the last sending ended of which nobody knows whether it got through.
    unclear: BoundedMap<InChat, Option<Instant>>,
}

/// The right to send a board. Dropping it gives it back.
pub struct Sending {
    sendings: Arc<Sendings>,
    board: InChat,
    /// Given when somebody has seen the board in its chat.
    pub seen: CancellationToken,
}

impl Sendings {
    pub fn new() -> Arc<Sendings> {
        let unclear = BoundedMap::new(UNCLEAR_MAX);
        Arc::new(Sendings { under_way: DashMap::new(), unclear })
    }

    /// The right to send a board, unless somebody has it.
    pub fn begin(self: &Arc<Sendings>, board: InChat) -> Option<Sending> {
        let seen = CancellationToken::new();
        match self.under_way.entry(board) {
            Entry::Occupied(_) => None,
            Entry::Vacant(free) => {
                drop(free.insert(seen.clone()));
                Some(Sending { sendings: Arc::clone(self), board, seen })
            }
        }
    }

    pub fn is_under_way(&self, board: InChat) -> bool {
        self.under_way.contains_key(&board)
    }

    /// Somebody has pressed a button of a copy that is not known to be there. It need not be sent
    /// any more.
    pub fn note_seen(&self, board: InChat) {
        if let Some(seen) = self.under_way.get(&board) {
            seen.cancel();
        }
    }

    /// Whether the board has lately been sent and nobody knows whether it got through.
    pub fn is_unclear(&self, board: InChat) -> bool {
        let is_recent = |at: &Option<Instant>| at.is_some_and(|at| at.elapsed() < UNCLEAR_REST);
        self.unclear.read(board, is_recent).unwrap_or_default()
    }

    /// Lets go of what is long past.
    pub fn age(&self) {
        self.unclear.age();
    }
}

impl Sending {
    /// Nobody knows whether the board has come.
    pub fn note_unclear(&self) {
        self.sendings.unclear.change_or_insert(self.board, |at| *at = Some(Instant::now()));
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.sendings.under_way.remove(&self.board);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChatId = ChatId(5);

    #[test]
    fn a_board_is_sent_by_one_and_by_the_next_when_that_one_is_done() {
        let sendings = Sendings::new();
        let first = sendings.begin((HERE, SessionId(1))).expect("nobody sends it");
        assert!(sendings.begin((HERE, SessionId(1))).is_none());
        let elsewhere = sendings.begin((ChatId(6), SessionId(1)));
        assert!(elsewhere.is_some(), "another chat is sent it too");
        assert!(!first.seen.is_cancelled());
        sendings.note_seen((HERE, SessionId(1)));
        assert!(first.seen.is_cancelled());
        drop(first);
        let second = sendings.begin((HERE, SessionId(1))).expect("nobody sends it any more");
        assert!(!second.seen.is_cancelled() && !sendings.is_unclear((HERE, SessionId(1))));
        second.note_unclear();
        assert!(
            sendings.is_unclear((HERE, SessionId(1))) && !sendings.is_unclear((HERE, SessionId(2)))
        );
    }
}
