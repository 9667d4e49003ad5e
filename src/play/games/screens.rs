//! The messages that show boards: which of them lag, which process updates them, and which are to be sent
//! again.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use tokio::time::sleep;
use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, MessageId, Placement, Surface};
use zerosum_session::{SessionId, UserId};
use zerosum_store::games::screens::EndedLease;
use zerosum_store::{Commit, Grace, StoreError};

use crate::play::{Play, SHARED_GRACE};

/// Time that a timed game is left to the process that has changed it.
const TIMED_GRACE: Grace =
    Grace { unsent: Duration::from_secs(8), unshown: Duration::from_secs(5) };

/// Like [`TIMED_GRACE`], for a single process, which knows its own pending messages and edits.
const OWN_TIMED_GRACE: Grace =
    Grace { unsent: Duration::from_secs(1), unshown: Duration::from_secs(1) };

/// Interval at which the claim on a board being sent is renewed.
const CLAIM_PERIOD: Duration = Duration::from_secs(2);

// A claim is renewed before it has expired.
const _: () = assert!(2 * CLAIM_PERIOD.as_secs() < TIMED_GRACE.unsent.as_secs());

/// Time after which a lease that was not renewed has ended.
pub(crate) const LEASE: Duration = Duration::from_secs(5);

/// Maximum time between the last renewal of a lease and a change by its process.
const LAST_CHANGE: Duration = Duration::from_secs(2);

// The end of a process takes over nothing that a living one sends.
const _: () = assert!(CLAIM_PERIOD.as_secs() + LAST_CHANGE.as_secs() < LEASE.as_secs());

/// The lagging boards to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Swept {
    /// Boards that no process can be working on any more.
    All,
    /// Boards of timed games in play.
    Timed,
    /// Boards that may have been left by a process that last renewed its lease this long ago.
    LeftBy(Duration),
}

impl Play {
    /// Returns up to `limit` lagging boards above `after` that no other process can be working on.
    pub(crate) async fn behind(
        &self,
        swept: Swept,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let grace = self.grace(swept);
        match swept {
            Swept::All | Swept::LeftBy(_) => self.store.behind(after, limit, grace).await,
            Swept::Timed => self.store.timed_behind(after, limit, grace).await,
        }
    }

    /// Claims the update of a board that was found to lag. Returns whether this process has succeeded.
    pub(crate) async fn claim(
        &self,
        swept: Swept,
        surface: Surface,
        id: SessionId,
    ) -> Result<bool, StoreError> {
        let grace = self.grace(swept);
        Ok(!self.is_shared() || self.store.claim(id, surface, grace).await? == Commit::Done)
    }

    fn grace(&self, swept: Swept) -> Grace {
        match swept {
            // On a store of its own, only this process or a dead one has changed a board.
            Swept::All if !self.is_shared() => Grace::NONE,
            Swept::All => SHARED_GRACE,
            Swept::Timed if !self.is_shared() => OWN_TIMED_GRACE,
            Swept::Timed => TIMED_GRACE,
            Swept::LeftBy(silence) => Grace { unsent: silence, unshown: silence },
        }
    }

    /// Returns whether this process is to send a board again to a chat in which this message of it is
    /// gone, or in which it counts as gone. Of several calls, exactly one succeeds; until it is sent, the
    /// board counts as never sent.
    pub(crate) async fn recall(
        &self,
        id: SessionId,
        chat: ChatId,
        gone: Option<MessageId>,
    ) -> Result<bool, StoreError> {
        let is_ours = self.store.recall(id, chat, gone).await? == Commit::Done;
        if is_ours {
            self.live.recall(chat, id);
        }
        Ok(is_ours)
    }

    /// Returns whether this process is to send the person on this side, as sides were when the game began, their board
    /// again, because neither the message nor a move of theirs is more recent than `quiet_for`. Of several calls,
    /// exactly one succeeds. A failed attempt is known at once to this process, and to others once the grace of the
    /// sweep is over.
    pub(crate) async fn claim_notice(
        &self,
        id: SessionId,
        chat: ChatId,
        side: Side,
        quiet_for: Duration,
        swept: Option<Swept>,
    ) -> Result<bool, StoreError> {
        let claimed_for = match swept {
            Some(Swept::LeftBy(silence)) => silence.min(quiet_for),
            _ if self.is_shared() => quiet_for,
            _ => Duration::ZERO,
        };
        Ok(self.store.claim_notice(id, chat, side, quiet_for, claimed_for).await? == Commit::Done)
    }

    /// Renews the claim on a board that is being sent to this chat, at once and for as long as it is polled. Sending
    /// may have to wait for longer than other processes leave the board alone, and comes after another wait.
    pub(crate) async fn hold_claim(&self, chat: ChatId, id: SessionId) -> Infallible {
        if !self.is_shared() {
            return pending().await;
        }
        loop {
            if let Err(error) = self.store.renew_claim(id, chat).await {
                let (ChatId(chat), SessionId(id)) = (chat, id);
                log::debug!("chat {chat}, session {id:x}: the claim is not renewed: {error}");
            }
            sleep(CLAIM_PERIOD).await;
        }
    }

    /// Adds the private chat of a person to the places of a board and returns it as shown there; `None`
    /// if it is shown in too many places.
    pub(crate) async fn also_shown_to(
        &self,
        id: SessionId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let chat = ChatId::of_person(user);
        self.store.add_placement(id, Placement::new(chat, None)).await?;
        // Cached copies lack the new place.
        self.live.drop_board(id);
        self.live.forget_lowest(chat);
        self.board(chat, id).await
    }

    /// Returns the boards that a process may have left whose lease has ended.
    pub(crate) fn left_by(&self, lease: EndedLease) -> Swept {
        let silence = u64::try_from(self.now().saturating_sub(lease.renewed_at)).unwrap_or(0);
        // By a clock that was ahead it would be shorter, and boards would be claimed that living processes send.
        let silence = Duration::from_micros(silence).max(LEASE);
        Swept::LeftBy(silence.saturating_sub(LAST_CHANGE))
    }
}
