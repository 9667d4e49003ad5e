//! Reviews of finished games. Nothing is written: reviews are cached while they may be asked for again,
//! and are made anew if missing.

use std::sync::Arc;

use thiserror::Error;
use zerosum_games::side::BySide;
use zerosum_session::board::Board;
use zerosum_session::{Seat, Session, SessionId, UserId};

use crate::bounded::BoundedMap;
use crate::engine::pool::Lost;
use crate::engine::{Review, Scope};
use crate::play::Play;

/// Maximum number of cached reviews. Each takes some kilobytes, and 50 KB after the longest game of all.
pub const REVIEWS_KEPT_MAX: usize = 64;

/// The reason a game is not reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoReview {
    #[error("too much is being thought about")]
    Crowded,
    #[error(transparent)]
    Lost(#[from] Lost),
}

/// Reviews of finished games, each with its number of plies.
pub(crate) struct Reviews(BoundedMap<SessionId, Option<(usize, Arc<Review>)>>);

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews(BoundedMap::new(REVIEWS_KEPT_MAX))
    }
}

impl Reviews {
    pub(crate) fn age(&self) {
        self.0.age();
    }
}

impl Play {
    /// Returns the review of a finished game, if it was made recently.
    pub fn kept_review(&self, session: &Session) -> Option<Arc<Review>> {
        let kept = self.reviews.0.read(session.id(), Clone::clone).flatten();
        kept.filter(|(plies, _)| *plies == session.moves().len()).map(|(_, review)| review)
    }

    /// Reviews a finished game with an engine, for this person: the moves that people have made here, or
    /// all moves if none were made by people.
    pub async fn review(&self, board: &Board, person: UserId) -> Result<Arc<Review>, NoReview> {
        let session = &board.session;
        if let Some(review) = self.kept_review(session) {
            return Ok(review);
        }
        let asked = self.engine.review(session, scope_of(session), person);
        let review = Arc::new(asked.map_err(|_| NoReview::Crowded)?.found().await?);
        let kept = (session.moves().len(), Arc::clone(&review));
        self.reviews.0.change_or_insert(session.id(), |entry| *entry = Some(kept));
        Ok(review)
    }
}

fn scope_of(session: &Session) -> Scope {
    if session.is_replay() {
        return Scope::ALL;
    }
    let BySide { first, second } = session.seats();
    let is_persons = |seat: &Seat| matches!(seat, Seat::Human(_));
    let sides = BySide { first: is_persons(first), second: is_persons(second) };
    Scope { sides, from: session.plies_elsewhere() }
}
