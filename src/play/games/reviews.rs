//! Reviews of finished games. Nothing is written: reviews are cached while they may be asked for again,
//! and are made anew if missing.
//!
//! A review is made in parts of a fraction of a second, between which the searches of others run, so that
//! nobody's move waits for it.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use zerosum_games::side::BySide;
use zerosum_session::board::Board;
use zerosum_session::{Seat, Session, SessionId, UserId};

use crate::bounded::BoundedMap;
use crate::engine::pool::Lost;
use crate::engine::{Review, ReviewWork, Scope};
use crate::play::Play;

/// Maximum number of cached reviews. Each takes some kilobytes, and 50 KB after the longest game of all.
pub const REVIEWS_KEPT_MAX: usize = 64;

/// Maximum time of one core for a review.
pub const REVIEW_MAX: Duration = Duration::from_secs(5);

/// Maximum time of a part of a review.
const PART_MAX: Duration = Duration::from_millis(300);

/// Maximum number of parts of a review. Where many people wait, parts are short.
const PARTS_MAX: u32 = 100;

/// The reason a game is not reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoReview {
    #[error("too much is being thought about")]
    Crowded,
    #[error(transparent)]
    Lost(#[from] Lost),
}

/// Reviews of finished games.
pub(crate) struct Reviews(BoundedMap<SessionId, Option<Kept>>);

#[derive(Clone)]
struct Kept {
    /// Number of plies of the game.
    plies: usize,
    review: Arc<Review>,
    is_whole: bool,
    /// True if a page of it was turned before it was whole.
    is_turned: bool,
}

/// A review as it is shown.
#[derive(Clone)]
pub struct ShownReview {
    pub review: Arc<Review>,
    /// False if the work goes on.
    pub is_whole: bool,
}

/// A review under way.
pub struct BegunReview {
    work: ReviewWork,
    /// Time left, of one core.
    left: Duration,
    /// Number of parts left.
    parts: u32,
}

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
    /// Returns the review of a finished game, if it was made recently or is under way.
    pub fn kept_review(&self, session: &Session) -> Option<ShownReview> {
        let kept = self.reviews.0.read(session.id(), Clone::clone).flatten();
        let kept = kept.filter(|kept| kept.plies == session.moves().len());
        kept.map(|Kept { review, is_whole, .. }| ShownReview { review, is_whole })
    }

    /// Notes that a page of the review was turned, so that it is not turned back when the review is whole.
    pub fn note_turned(&self, session: &Session) {
        let turn = |kept: &mut Option<Kept>| {
            kept.iter_mut().for_each(|kept| kept.is_turned = true);
        };
        self.reviews.0.change(session.id(), turn);
    }

    /// Begins to review a finished game with an engine, for this person: the moves that people have made
    /// here, or all moves if none were made by people. Returns once every move was looked at.
    pub async fn begin_review(
        &self,
        board: &Board,
        person: UserId,
    ) -> Result<(ShownReview, BegunReview), NoReview> {
        let session = &board.session;
        let work = ReviewWork::new((session.spec(), session.moves()), scope_of(session));
        let mut begun = BegunReview { work, left: REVIEW_MAX, parts: PARTS_MAX };
        while !begun.is_done() && !begun.work.is_glanced() {
            self.go_on(&mut begun, person).await?;
        }
        let shown = self.keep_review(session, &begun, begun.is_done());
        Ok((shown, begun))
    }

    /// Completes a review, or leaves it as it is if there is no room. Returns the review, unless the reader
    /// has turned to another page meanwhile.
    pub async fn complete_review(
        &self,
        board: &Board,
        person: UserId,
        mut begun: BegunReview,
    ) -> Option<ShownReview> {
        let session = &board.session;
        while !begun.is_done() && self.go_on(&mut begun, person).await.is_ok() {}
        let is_turned = |kept: &Option<Kept>| kept.as_ref().is_some_and(|kept| kept.is_turned);
        let is_turned = self.reviews.0.read(session.id(), is_turned).unwrap_or(false);
        let shown = self.keep_review(session, &begun, true);
        (!is_turned).then_some(shown)
    }

    /// Does another part of the work.
    async fn go_on(&self, begun: &mut BegunReview, person: UserId) -> Result<(), NoReview> {
        // A copy, so that what was done stays if the part is lost.
        let asked = self.engine.review(begun.work.clone(), person, PART_MAX.min(begun.left));
        let part = asked.map_err(|_| NoReview::Crowded)?.found().await?;
        begun.work = part.work;
        begun.left = begun.left.saturating_sub(part.took);
        begun.parts -= 1;
        Ok(())
    }

    fn keep_review(&self, session: &Session, begun: &BegunReview, is_whole: bool) -> ShownReview {
        let review = Arc::new(begun.work.review());
        let (plies, kept) = (session.moves().len(), Arc::clone(&review));
        let kept = Kept { plies, review: kept, is_whole, is_turned: false };
        self.reviews.0.change_or_insert(session.id(), |entry| *entry = Some(kept));
        ShownReview { review, is_whole }
    }
}

impl BegunReview {
    pub fn is_done(&self) -> bool {
        self.work.is_done() || self.left.is_zero() || self.parts == 0
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
