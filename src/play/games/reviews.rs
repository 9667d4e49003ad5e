//! Reviews of finished games. Nothing is written: reviews are cached while they may be asked for again,
//! and are made again if missing.
//!
//! A review is made in parts of a fraction of a second, between which the searches of others run, so that
//! no move waits for it.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use zerosum_games::side::BySide;
use zerosum_session::board::ChatMessage;
use zerosum_session::{Seat, Session, SessionId};

use crate::bounded::BoundedMap;
use crate::engine::pool::{SearchAsker, SearchError};
use crate::engine::{Review, ReviewWork, Scope};
use crate::play::Play;

/// Maximum number of cached reviews, for people and for visitors each. Visitors cannot evict those of people. Each takes
/// some kilobytes, and 50 KB after the longest game of all.
const REVIEWS_KEPT_MAX: usize = 64;

/// Maximum time of one core for a review.
pub(crate) const REVIEW_MAX: Duration = Duration::from_secs(5);

/// Maximum time of a part of a review.
const PART_MAX: Duration = Duration::from_millis(300);

/// Maximum number of parts of a review. Where many people wait, parts are short.
const PARTS_MAX: u32 = 100;

/// The reason a game is not reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum NoReview {
    #[error("too many searches are running")]
    Crowded,
    #[error(transparent)]
    Lost(#[from] SearchError),
}

/// Reviews of finished games.
pub(crate) struct Reviews {
    for_people: ReviewCache,
    for_visitors: ReviewCache,
    /// Plies to which the page in a message was turned.
    turned: BoundedMap<ChatMessage, Option<u16>>,
}

type ReviewCache = BoundedMap<SessionId, Option<Kept>>;

#[derive(Clone)]
struct Kept {
    /// Number of plies of the game.
    plies: usize,
    review: Arc<Review>,
    is_whole: bool,
}

/// A review as it is shown.
#[derive(Clone)]
pub(crate) struct ShownReview {
    pub review: Arc<Review>,
    /// False if the work goes on.
    pub is_whole: bool,
}

/// A review under way.
pub(crate) struct BegunReview {
    work: ReviewWork,
    asker: SearchAsker,
    /// Time left, of one core.
    left: Duration,
    /// Number of parts left.
    parts: u32,
}

impl Default for Reviews {
    fn default() -> Reviews {
        let cache = || BoundedMap::new(REVIEWS_KEPT_MAX);
        let turned = BoundedMap::new(REVIEWS_KEPT_MAX);
        Reviews { for_people: cache(), for_visitors: cache(), turned }
    }
}

impl Reviews {
    pub(crate) fn age(&self) {
        self.for_people.age();
        self.for_visitors.age();
        self.turned.age();
    }

    fn of(&self, asker: SearchAsker) -> &ReviewCache {
        match asker {
            SearchAsker::Person(_) => &self.for_people,
            SearchAsker::Visitor(_) => &self.for_visitors,
        }
    }
}

impl Play {
    /// Returns the review of a finished game, if it was made recently or is under way.
    pub(crate) fn kept_review(&self, session: &Session) -> Option<ShownReview> {
        let caches = [&self.reviews.for_people, &self.reviews.for_visitors];
        let kept =
            caches.into_iter().filter_map(|cache| cache.read(session.id(), Clone::clone).flatten());
        let mut kept = kept.filter(|kept| kept.plies == session.moves().len());
        kept.next().map(|Kept { review, is_whole, .. }| ShownReview { review, is_whole })
    }

    /// Records that the page of a review was turned, so that it is not turned back when the review is whole.
    pub(crate) fn note_turned(&self, page: ChatMessage, plies: u16) {
        self.reviews.turned.change_or_insert(page, |turned| *turned = Some(plies));
    }

    /// Returns the plies to which the page of a review was turned recently.
    pub(crate) fn turned_to(&self, page: ChatMessage) -> Option<u16> {
        self.reviews.turned.read(page, |turned| *turned).flatten()
    }

    /// Begins to review a finished game with an engine, for this person or visitor: the moves that people have
    /// made here, or all moves if none were made by people. Returns once every move was looked at.
    pub(crate) async fn begin_review(
        &self,
        session: &Session,
        asker: impl Into<SearchAsker>,
    ) -> Result<(ShownReview, BegunReview), NoReview> {
        let work = ReviewWork::new((session.spec(), session.moves()), scope_of(session));
        let asker = asker.into();
        let mut begun = BegunReview { work, asker, left: REVIEW_MAX, parts: PARTS_MAX };
        while !begun.is_done() && !begun.work.is_glanced() {
            self.go_on(&mut begun).await?;
        }
        let shown = self.keep_review(session, &begun, begun.is_done());
        Ok((shown, begun))
    }

    /// Completes a review, or leaves it as it is if there is no room.
    pub(crate) async fn complete_review(
        &self,
        session: &Session,
        mut begun: BegunReview,
    ) -> ShownReview {
        while !begun.is_done() && self.go_on(&mut begun).await.is_ok() {}
        self.keep_review(session, &begun, true)
    }

    /// Does another part of the work.
    async fn go_on(&self, begun: &mut BegunReview) -> Result<(), NoReview> {
        // A copy, so that what was done stays if the part is lost.
        let time = PART_MAX.min(begun.left);
        let asked = self.engine.review(begun.work.clone(), begun.asker, time);
        let part = asked.map_err(|_| NoReview::Crowded)?.found().await?;
        begun.work = part.work;
        begun.left = begun.left.saturating_sub(part.took);
        begun.parts -= 1;
        Ok(())
    }

    fn keep_review(&self, session: &Session, begun: &BegunReview, is_whole: bool) -> ShownReview {
        let review = Arc::new(begun.work.review());
        let (plies, kept) = (session.moves().len(), Arc::clone(&review));
        let cache = self.reviews.of(begun.asker);
        cache.change_or_insert(session.id(), |entry: &mut Option<Kept>| {
            *entry = Some(Kept { plies, review: kept, is_whole });
        });
        ShownReview { review, is_whole }
    }
}

impl BegunReview {
    pub(crate) fn is_done(&self) -> bool {
        self.work.is_done() || self.left.is_zero() || self.parts == 0
    }
}

fn scope_of(session: &Session) -> Scope {
    if session.is_replay() {
        return Scope { from: session.first_own_ply(), ..Scope::ALL };
    }
    let BySide { first, second } = session.seats();
    let is_persons = |seat: &Seat| matches!(seat, Seat::Human(_));
    let sides = BySide { first: is_persons(first), second: is_persons(second) };
    Scope { sides, from: session.first_own_ply() }
}
