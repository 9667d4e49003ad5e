//! Tracks boards being sent to their chats, so that a board is not sent twice.
//!
//! If a call gets no answer, Telegram does not say whether the message has arrived. A press of one of
//! its buttons proves that it has; until then one more copy is sent, and no other for a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio_util::sync::CancellationToken;
use zerosum_session::SessionId;
use zerosum_session::board::ChatId;

use crate::bounded::BoundedMap;

/// Maximum remembered boards that have perhaps arrived.
const UNKNOWN_MAX: usize = 10_000;

/// Time for which a board that has perhaps arrived is not sent again unasked. A player who misses it
/// asks for it sooner.
const UNKNOWN_REST: Duration = Duration::from_secs(600);

/// Like [`UNKNOWN_REST`], but for a game with a clock, where a second copy is better than a loss on
/// time. It doubles with each send in a row whose outcome is unknown.
const UNKNOWN_REST_TIMED: Duration = Duration::from_secs(2);

/// A board in one of its chats.
type InChat = (ChatId, SessionId);

/// Boards being sent, and boards whose last send has an unknown outcome.
pub(crate) struct InFlightSends {
    under_way: DashMap<InChat, UnderWay>,
    unknown: BoundedMap<InChat, OutcomeUnknown>,
}

/// A send, with the signals that a player has seen the board and that it has ended.
#[derive(Clone, Default)]
struct UnderWay {
    seen: CancellationToken,
    ended: CancellationToken,
}

/// Sends in a row whose outcome is unknown.
#[derive(Clone, Copy, Debug, Default)]
struct OutcomeUnknown {
    /// End of the last one.
    at: Option<Instant>,
    /// Number of them in a row.
    count: u32,
}

impl OutcomeUnknown {
    /// Time for which the board is not sent again.
    fn rest(self, is_timed: bool) -> Duration {
        let doublings = self.count.saturating_sub(1).min(16);
        let rest = if is_timed { UNKNOWN_REST_TIMED * (1 << doublings) } else { UNKNOWN_REST };
        rest.min(UNKNOWN_REST)
    }
}

/// Guard for sending a board. Dropping it releases the board.
pub(crate) struct Sending {
    sendings: Arc<InFlightSends>,
    board: InChat,
    /// Cancelled when a player has pressed a button of the board in its chat.
    pub seen: CancellationToken,
}

impl InFlightSends {
    pub(crate) fn new() -> Arc<InFlightSends> {
        let unknown = BoundedMap::new(UNKNOWN_MAX);
        Arc::new(InFlightSends { under_way: DashMap::new(), unknown })
    }

    /// Starts sending a board; `None` if it is being sent already.
    pub(crate) fn begin(self: &Arc<InFlightSends>, board: InChat) -> Option<Sending> {
        match self.under_way.entry(board) {
            Entry::Occupied(_) => None,
            Entry::Vacant(free) => {
                let seen = free.insert(UnderWay::default()).seen.clone();
                Some(Sending { sendings: Arc::clone(self), board, seen })
            }
        }
    }

    /// Waits until the board is not being sent.
    pub(crate) async fn ended(&self, board: InChat) {
        let ended = self.under_way.get(&board).map(|sending| sending.ended.clone());
        if let Some(ended) = ended {
            ended.cancelled().await;
        }
    }

    pub(crate) fn is_under_way(&self, board: InChat) -> bool {
        self.under_way.contains_key(&board)
    }

    /// Records a press of a copy that was not known to have arrived. The board need not be sent any more.
    pub(crate) fn note_seen(&self, board: InChat) {
        if let Some(sending) = self.under_way.get(&board) {
            sending.seen.cancel();
        }
    }

    /// Returns whether the board was sent recently with an unknown outcome. For a game with a clock that
    /// holds for less time.
    pub(crate) fn is_outcome_unknown(&self, board: InChat, is_timed: bool) -> bool {
        let is_recent = |unknown: &OutcomeUnknown| {
            unknown.at.is_some_and(|at| at.elapsed() < unknown.rest(is_timed))
        };
        self.unknown.read(board, is_recent).unwrap_or_default()
    }

    /// Evicts old entries.
    pub(crate) fn age(&self) {
        self.unknown.age();
    }
}

impl Sending {
    /// Records that it is unknown whether the board has arrived.
    pub(crate) fn note_outcome_unknown(&self) {
        self.sendings.unknown.change_or_insert(self.board, |unknown| {
            let count = unknown.count.saturating_add(1);
            *unknown = OutcomeUnknown { at: Some(Instant::now()), count };
        });
    }

    /// Records that the board has arrived.
    pub(crate) fn note_sent(&self) {
        self.sendings.unknown.remove(self.board);
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        if let Some((_, sending)) = self.sendings.under_way.remove(&self.board) {
            sending.ended.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChatId = ChatId(5);

    #[test]
    fn a_board_is_sent_by_one_and_by_the_next_when_that_one_is_done() {
        let sendings = InFlightSends::new();
        let first = sendings.begin((HERE, SessionId(1))).expect("no task sends it");
        assert!(sendings.begin((HERE, SessionId(1))).is_none());
        let elsewhere = sendings.begin((ChatId(6), SessionId(1)));
        assert!(elsewhere.is_some(), "another chat is sent it too");
        assert!(!first.seen.is_cancelled());
        sendings.note_seen((HERE, SessionId(1)));
        assert!(first.seen.is_cancelled());
        drop(first);
        let second = sendings.begin((HERE, SessionId(1))).expect("no task sends it any more");
        let is_outcome_unknown = |id| sendings.is_outcome_unknown((HERE, SessionId(id)), false);
        assert!(!second.seen.is_cancelled() && !is_outcome_unknown(1));
        second.note_outcome_unknown();
        assert!(is_outcome_unknown(1) && !is_outcome_unknown(2));
        second.note_sent();
        assert!(!is_outcome_unknown(1));
    }

    #[tokio::test]
    async fn the_end_of_a_send_is_waited_for() {
        let sendings = InFlightSends::new();
        sendings.ended((HERE, SessionId(1))).await;
        let sending = sendings.begin((HERE, SessionId(1))).expect("no task sends it");
        let ended = sendings.ended((HERE, SessionId(1)));
        let mut ended = std::pin::pin!(ended);
        assert!(futures::poll!(ended.as_mut()).is_pending());
        drop(sending);
        ended.await;
    }

    #[test]
    fn a_board_with_a_clock_rests_briefly_and_longer_each_time() {
        let rest = |count, is_timed| OutcomeUnknown { at: None, count }.rest(is_timed);
        assert_eq!([1, 2, 3].map(|count| rest(count, true).as_secs()), [2, 4, 8]);
        assert_eq!([rest(u32::MAX, true), rest(1, false)], [UNKNOWN_REST; 2]);
    }
}
