//! Ends on time of games that the player to move sees only in an inline message.
//!
//! Telegram reports no deletion of a message, and each of two people in a private chat can delete it for both. So such a
//! game ends on time only after its message could be edited since. A game whose message is gone goes on in private
//! chats; if the player to move has none, it ends as abandoned, which counts for no rating.

use std::time::{Duration, Instant};

use zerosum_session::board::{Board, Place};
use zerosum_session::game::clock::{ClockEnd, PlayTime};
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::StoreError;

use crate::bounded::BoundedMap;
use crate::play::Play;
use crate::play::announcements::Cause;

/// Maximum number of games that are remembered. Others are looked for again.
const SIGHTINGS_KEPT_MAX: usize = 10_000;

/// Time after which an edit without a result is asked for again.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// Games whose time is over, and whether their messages were found.
pub(in crate::play) struct Sightings(BoundedMap<SessionId, Sighting>);

struct Sighting {
    revision: Revision,
    /// When the edit was last asked for.
    asked: Option<Instant>,
    is_found: bool,
}

impl Default for Sighting {
    fn default() -> Sighting {
        Sighting { revision: Revision::NONE, asked: None, is_found: false }
    }
}

impl Default for Sightings {
    fn default() -> Sightings {
        Sightings(BoundedMap::new(SIGHTINGS_KEPT_MAX))
    }
}

impl Sightings {
    pub(in crate::play) fn age(&self) {
        self.0.age();
    }

    /// Records that a message could be edited to show this revision.
    pub(in crate::play) fn note_shown(&self, place: Place, id: SessionId, shown: Revision) {
        if matches!(place, Place::Inline(_)) {
            self.0.change(id, |sighting| sighting.is_found |= sighting.revision == shown);
        }
    }

    fn is_found(&self, board: &Board) -> bool {
        let revision = board.session.revision();
        let is_found = |sighting: &Sighting| sighting.is_found && sighting.revision == revision;
        self.0.read(board.session.id(), is_found) == Some(true)
    }

    /// Returns whether an edit is to be asked for now, and records that it is.
    fn ask(&self, board: &Board, now: Instant) -> bool {
        let revision = board.session.revision();
        let mut is_due = false;
        self.0.change_or_insert(board.session.id(), |sighting| {
            let asked = sighting.asked.filter(|_| sighting.revision == revision);
            is_due = asked.is_none_or(|at| now.duration_since(at) >= ASKED_AGAIN_AFTER);
            if is_due {
                *sighting = Sighting { revision, asked: Some(now), is_found: false };
            }
        });
        is_due
    }
}

impl Play {
    /// Returns whether the message of a game has to be found before the game ends on time, unless this person's
    /// press shows that they see it.
    pub(in crate::play) fn is_out_of_sight(&self, board: &Board, presser: Option<UserId>) -> bool {
        let is_seen = || presser.is_some() && presser == board.session.user_to_move();
        board.is_inline_for_mover() && !is_seen() && !self.sightings.is_found(board)
    }

    /// Returns whether the message of such a game is to be edited now to find out whether it is there.
    pub(in crate::play) fn is_to_be_found(&self, board: &Board) -> bool {
        self.is_out_of_sight(board, None) && self.sightings.ask(board, Instant::now())
    }

    /// Gives the player to move back the time for this move, if it ran out while the message of the game was gone.
    pub async fn give_time_back(&self, id: SessionId) -> Result<(), StoreError> {
        let Some(board) = self.store.load(id).await? else { return Ok(()) };
        let now = self.play_time().await?;
        if !board.session.is_out_of_time(now) {
            return Ok(());
        }
        let Some(resumed) = board.session.clock_resumed(PlayTime::default(), now) else {
            return Ok(());
        };
        self.commit(&board, resumed, Cause::Clock).await.map(drop)
    }

    /// Ends a game with a clock in which the player to move cannot see the board any more. It counts for no
    /// rating.
    pub async fn end_unseen(&self, id: SessionId) -> Result<(), StoreError> {
        let Some(board) = self.store.load(id).await? else { return Ok(()) };
        let now = self.play_time().await?;
        let timed = board.session.timed_side();
        match timed.and_then(|_| board.session.ended_by(ClockEnd::Abandoned, now)) {
            Some(ended) => self.commit(&board, ended, Cause::Clock).await.map(drop),
            None => Ok(()),
        }
    }
}
