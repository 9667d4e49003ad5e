//! Finished games, stepped through and reviewed. A link is enough for that, as it is for watching.
//!
//! A review of a game that has had a position of the reader's game in play against another person is refused, as in
//! the chat. A visitor is not known, so nothing is known of their games.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use siphasher::sip::SipHasher24;
use zerosum_games::side::Side;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::replay::{ReviewView, StepView};
use zerosum_render::study::review::ReviewPage;
use zerosum_session::{Session, UserId};

use crate::engine::pool::SearchAsker;
use crate::page::live::{Live, progress};
use crate::page::refusal::Refusal;
use crate::play::games::reviews::{NoReview, ShownReview};

/// Maximum reviews under way of one person, or of one address of visitors.
const REVIEWS_MAX: usize = 1;

/// A reader of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    /// The person, if they show a pass.
    pub user: Option<UserId>,
    /// Number of their address.
    pub visitor: UserId,
}

impl Reader {
    pub(crate) fn asker(self) -> SearchAsker {
        // Guests are made at will, so they are visitors of their address.
        let person = progress::known(self.user);
        person.map_or(SearchAsker::Visitor(self.visitor), SearchAsker::Person)
    }
}

impl Live {
    /// Steps to a ply of the game of a link, with what a review has found about its move.
    pub(super) async fn step(
        &self,
        link: &str,
        ply: u16,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<StepView, Refusal> {
        let board = self.board(link).await?;
        let session = &board.session;
        check_over(session, localizer)?;
        let snapshot = self.snapshot(&board, user, localizer).await?;
        let kept = self.kept_review(session, user).await?;
        let you = you(session, user);
        let page = kept.as_ref().map(|kept| page(session, kept, you, localizer));
        Ok(StepView::of_live(snapshot, session, ply, (page.as_ref(), localizer)))
    }

    /// The review of the game of a link.
    pub(super) async fn review_of(
        &self,
        link: &str,
        reader: Reader,
        localizer: Localizer<'_>,
    ) -> Result<ReviewView, Refusal> {
        let board = self.board(link).await?;
        let session = &board.session;
        let shown = self.review(session, reader, localizer).await?;
        Ok(ReviewView::of(&page(session, &shown, you(session, reader.user), localizer)))
    }

    /// Reviews a finished game as far as it was not done. What takes longer goes on without the reader, who can
    /// ask again.
    pub(crate) async fn review(
        &self,
        session: &Session,
        reader: Reader,
        localizer: Localizer<'_>,
    ) -> Result<ShownReview, Refusal> {
        check_over(session, localizer)?;
        if self.is_unfair(session, reader.user).await? {
            return Err(denied(Phrase::ReviewInPlay, localizer));
        }
        if let Some(kept) = self.play.kept_review(session) {
            return Ok(kept);
        }
        let asker = reader.asker();
        let share = self.reviewing.take(asker, REVIEWS_MAX).ok_or(Refusal::TooFast)?;
        let begun = self.play.begin_review(session, asker).await;
        let (shown, begun) = begun.map_err(|error| match error {
            NoReview::Crowded => Refusal::Full,
            NoReview::Lost(error) => {
                log::error!("a review for a reader of the page is lost: {error}");
                Refusal::Failed
            }
        })?;
        if !shown.is_whole {
            let (play, session) = (Arc::clone(&self.play), session.clone());
            tokio::spawn(async move {
                play.complete_review(&session, begun).await;
                drop(share);
            });
        }
        Ok(shown)
    }

    /// The review of a game, if it was made recently and may be shown to this person.
    pub(crate) async fn kept_review(
        &self,
        session: &Session,
        user: Option<UserId>,
    ) -> Result<Option<ShownReview>, Refusal> {
        match self.play.kept_review(session) {
            Some(kept) if !self.is_unfair(session, user).await? => Ok(Some(kept)),
            Some(_) | None => Ok(None),
        }
    }

    /// A number for a game that is not stored, of which its moves are part.
    pub(crate) fn number_of(&self, game: impl Hash) -> u64 {
        let mut hasher = SipHasher24::new_with_key(&self.seal.key("games of browsers"));
        game.hash(&mut hasher);
        hasher.finish()
    }

    /// Refuses a position of this person's game in play against another person.
    pub(crate) async fn check_analysis(
        &self,
        session: &Session,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<(), Refusal> {
        match self.is_unfair(session, user).await? {
            true => Err(denied(Phrase::RecordInPlay, localizer)),
            false => Ok(()),
        }
    }

    async fn is_unfair(&self, session: &Session, user: Option<UserId>) -> Result<bool, Refusal> {
        match user {
            Some(user) => {
                self.play.tells_of_game_in_play(user, session).await.map_err(Refusal::away)
            }
            None => Ok(false),
        }
    }
}

/// Refuses a game that is in play.
pub(crate) fn check_over(session: &Session, localizer: Localizer<'_>) -> Result<(), Refusal> {
    match session.outcome() {
        Some(_) => Ok(()),
        None => Err(denied(Phrase::StillInPlay, localizer)),
    }
}

fn denied(phrase: Phrase, localizer: Localizer<'_>) -> Refusal {
    Refusal::denied(localizer.say(phrase))
}

/// The side of the reader, whose own moves are told to them. A replay was not played here.
fn you(session: &Session, user: Option<UserId>) -> Option<Side> {
    user.filter(|_| !session.is_replay()).and_then(|user| session.seat_of(user))
}

/// A review with its game, for the player on this side, or for any reader.
pub(crate) fn page<'a>(
    session: &'a Session,
    shown: &'a ShownReview,
    you: Option<Side>,
    localizer: Localizer<'a>,
) -> ReviewPage<'a> {
    let ShownReview { review, is_whole } = shown;
    ReviewPage { session, review, is_whole: *is_whole, you, localizer }
}
