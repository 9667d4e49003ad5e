//! The next game after one that is over, as in the private chats of its players.

use std::time::Instant;

use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::PageLabel;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::live::LiveSnapshot;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::{Next, Opponent, Setup};
use zerosum_session::game::rematch::Another;
use zerosum_session::{Revision, SessionId, UserId};

use crate::page::live::{Live, acts};
use crate::page::refusal::Refusal;
use crate::play::announcements::Cause;
use crate::play::games::rematches::CannotPlay;
use crate::play::games::transitions::NewGameRequest;
use crate::play::games::view_requests::ViewRequest;

/// Maximum number of tries; the second one follows a conflict.
const TRIES_MAX: u32 = 2;

impl Live {
    /// Begins another game, or offers it to the opponent. Returns the state of the new game, or else of the old one
    /// with the offer.
    pub(super) async fn again(
        &self,
        board: Board,
        user: UserId,
        (seen, next): (Revision, Next),
        localizer: Localizer<'_>,
    ) -> Result<LiveSnapshot, Refusal> {
        if let Some(begun) = self.next_of(&board).await? {
            return self.snapshot(&begun, Some(user), localizer).await;
        }
        let surface = acts::surface_of(&board, user);
        if !surface.is_private() {
            return Err(denied(CannotPlay::Unseen, localizer));
        }
        let look = ViewRequest { user, surface, id: board.session.id(), seen };
        for _ in 0..TRIES_MAX {
            let (before, session) = match self.play.ask_for_another(look, next).await {
                Ok((before, Another::Begins)) => {
                    return self.begin_next(&before, user, next, localizer).await;
                }
                Ok((before, Another::Offered(session))) => (before, *session),
                Err(not_done) => {
                    return Err(self.refused(not_done, (user, seen, None), localizer).await);
                }
            };
            let checked = self.play.check_offer(&before, user).await.map_err(Refusal::away)?;
            checked.map_err(|reason| denied(reason, localizer))?;
            let offered = self.play.offer_another(&before, session, (user, Instant::now())).await;
            if let Some(offered) = offered.map_err(Refusal::away)? {
                return self.snapshot(&offered, Some(user), localizer).await;
            }
        }
        Err(Refusal::Full)
    }

    async fn begin_next(
        &self,
        before: &Board,
        user: UserId,
        next: Next,
        localizer: Localizer<'_>,
    ) -> Result<LiveSnapshot, Refusal> {
        // A guest has no chat in which a game can begin.
        let starter = if user.is_guest() { before.owner } else { user };
        let setup = before.session.setup_of(starter).and_then(|setup| setup.after(next));
        let setup = setup.ok_or(Refusal::NotFound)?;
        let check = async |user, opponent| {
            let checked = self.play.check_opponent(user, opponent).await.map_err(Refusal::away)?;
            checked.map_err(|reason| denied(reason, localizer))
        };
        check(starter, setup.opponent).await?;
        if starter != user {
            check(user, Opponent::Person(starter)).await?;
        }
        // A game played to its end does not count towards the limit: it took time.
        if before.session.is_settled() {
            self.count_new_game(user, localizer)?;
        }
        let id = self.ids.next_id(&before.session);
        let board = self.create(id, starter, setup, localizer).await?;
        self.snapshot(&board, Some(user), localizer).await
    }

    /// Creates a game, or returns the one of this id. A game against an engine is sent to the chat when it is asked
    /// for; one between people is sent to both.
    pub(super) async fn create(
        &self,
        id: SessionId,
        owner: UserId,
        setup: Setup,
        localizer: Localizer<'_>,
    ) -> Result<Board, Refusal> {
        let chat = ChatId::of_person(owner);
        let request = NewGameRequest { id, owner, chat, topic: None, setup, reserved: None };
        let is_alone = matches!(setup.opponent, Opponent::Engine(_));
        let created = match is_alone {
            true => self.play.create_unsent(request).await,
            false => self.play.create(request).await,
        };
        match created.map_err(Refusal::away)? {
            Ok(Some(board)) => {
                if !is_alone {
                    self.play.announce(board.clone(), Cause::Wanted);
                }
                Ok(board)
            }
            Ok(None) => {
                self.play.board_anywhere(id).await.map_err(Refusal::away)?.ok_or(Refusal::NotFound)
            }
            Err(_) => Err(Refusal::denied(localizer.page_label(PageLabel::TooManyGames))),
        }
    }

    /// Counts a request for a game; refuses it if there were too many within a minute.
    pub(super) fn count_new_game(
        &self,
        user: UserId,
        localizer: Localizer<'_>,
    ) -> Result<(), Refusal> {
        if self.new_games.count(user, Instant::now()) == 0 {
            return Ok(());
        }
        let phrase = Phrase::TooManyNewGames { games: self.new_games.per_minute() };
        Err(Refusal::denied(localizer.say(phrase)))
    }
}

fn denied(reason: CannotPlay, localizer: Localizer<'_>) -> Refusal {
    let phrase = match reason {
        CannotPlay::Blocked => Phrase::OpponentUnavailable,
        CannotPlay::Away => Phrase::OpponentAway,
        CannotPlay::Unseen => Phrase::RematchUnseen,
        CannotPlay::Busy => Phrase::OpponentBusy,
    };
    Refusal::denied(localizer.say(phrase))
}
