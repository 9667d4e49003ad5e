//! Moves and other actions of people in their games.

use serde::{Deserialize, Serialize};
use zerosum_games::MoveCode;
use zerosum_games::side::Side;
use zerosum_render::board::{titles, words};
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::PageLabel;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::game::{self, AskedMove};
use zerosum_render::page::live::{self, Control, InChat, LiveSnapshot, Order};
use zerosum_render::study::why;
use zerosum_session::board::{Board, ChatId, Surface};
use zerosum_session::{Action, Refusal as SessionRefusal, Revision, UserId};

use crate::page::live::{Live, in_chat_of};
use crate::page::moves::MoveFields;
use crate::page::refusal::Refusal;
use crate::play::announcements::{Cause, Showing};
use crate::play::games::analyses::{self, Advice};
use crate::play::games::transitions::{ActionRequest, NotDone};
use crate::play::people::milestones::finishes;

/// A move, or the data of a control. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct ActRequest {
    v: u32,
    /// Revision of the state in which the move was chosen.
    seen: Option<u32>,
    #[serde(flatten)]
    fields: MoveFields,
    tap: Option<String>,
}

/// The state after an action, and what it has asked to be told.
#[derive(Debug, Serialize)]
pub(crate) struct Acted {
    #[serde(flatten)]
    state: LiveSnapshot,
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<String>,
}

/// An action that is asked for.
enum Asked<'a> {
    Move(Revision, AskedMove<'a>),
    Control(Control),
}

impl ActRequest {
    fn asked(&self) -> Result<Asked<'_>, Refusal> {
        let asked = match (&self.tap, self.fields.asked()?, self.seen) {
            (Some(data), None, _) => live::read_control(data).map(Asked::Control),
            (None, Some(asked), Some(seen)) => Some(Asked::Move(Revision(seen), asked)),
            _ => None,
        };
        asked.filter(|_| self.v == FORMAT_VERSION).ok_or(Refusal::Malformed)
    }
}

impl Live {
    /// Obeys a person in a game in which they have a seat.
    pub(super) async fn act(
        &self,
        board: Board,
        user: UserId,
        request: &ActRequest,
        localizer: Localizer<'_>,
    ) -> Result<Acted, Refusal> {
        let session = &board.session;
        let asked = request.asked()?;
        let deny = |phrase| Refusal::denied(localizer.say(phrase));
        let seat = session.seat_of(user).ok_or_else(|| deny(Phrase::SomebodyElses));
        let state = match asked {
            Asked::Control(Control { id, .. }) if id != session.id() => {
                return Err(Refusal::Malformed);
            }
            Asked::Control(Control { order, .. }) => match order {
                Order::Act(seen, Action::Join) => self.join(board, user, seen, localizer).await?,
                Order::Act(seen, action) => {
                    seat?;
                    return self.apply_action(board, user, (seen, action, None), localizer).await;
                }
                Order::Again(seen, next) => {
                    seat?;
                    self.again(board, user, (seen, next), localizer).await?
                }
                Order::Send => {
                    seat?;
                    self.send_to_chat(board, user, localizer).await?
                }
            },
            Asked::Move(seen, asked) => {
                let side = seat?;
                if session.is_voted() {
                    let say = localizer.page_label(PageLabel::Votes);
                    return Err(Refusal::denied(say));
                }
                if !is_made(&board, side, seen, asked) {
                    let code = game::move_asked(session, asked, localizer);
                    let action = Action::Play(code.map_err(Refusal::denied)?);
                    let wanted = (seen, action, Some((side, asked)));
                    return self.apply_action(board, user, wanted, localizer).await;
                }
                self.snapshot(&board, Some(user), localizer).await?
            }
        };
        Ok(Acted { state, told: None })
    }

    /// Applies an action of a player to a board, perhaps a move of this side as it was asked for.
    async fn apply_action(
        &self,
        board: Board,
        user: UserId,
        (seen, action, made): (Revision, Action, Option<(Side, AskedMove<'_>)>),
        localizer: Localizer<'_>,
    ) -> Result<Acted, Refusal> {
        let session = &board.session;
        let deny = |phrase| Refusal::denied(localizer.say(phrase));
        // An explanation whose answer was lost is asked for again; it counts once.
        let is_again = action == Action::Explain && session.revision() == seen.next();
        let seen = if is_again { session.revision() } else { seen };
        if analyses::asks_for_advice(session, user, seen, action) {
            match self.play.prepare_advice(user, session).await.map_err(Refusal::away)? {
                Advice::Ready => {}
                Advice::Unfair => return Err(deny(Phrase::NoHelpInPlay)),
                Advice::Crowded => return Err(deny(Phrase::HelpCrowded)),
            }
        }
        let surface = surface_of(&board, user);
        let showing = Showing::Elsewhere;
        let press = ActionRequest { user, surface, id: session.id(), seen, action, showing };
        let board = match self.play.press(press).await {
            Ok(board) => board,
            // The same move was sent twice at once.
            Err(NotDone::Refused(_, board))
                if made.is_some_and(|(side, asked)| is_made(&board, side, seen, asked)) =>
            {
                board
            }
            Err(not_done) => {
                let code = match action {
                    Action::Play(code) => Some(code),
                    _ => None,
                };
                return Err(self.refused(not_done, (user, seen, code), localizer).await);
            }
        };
        let told = match action {
            Action::Explain => self.explanation(&board, user, localizer).await,
            _ => None,
        };
        self.note_milestones(&board, user).await;
        let state = self.snapshot(&board, Some(user), localizer).await?;
        Ok(Acted { state, told })
    }

    /// Records what the end of a game means to its player, if no message in their chat tells it. A failure is only logged.
    pub(super) async fn note_milestones(&self, board: &Board, user: UserId) {
        let session = &board.session;
        if session.outcome().is_none() || in_chat_of(board, user) != InChat::Unsent {
            return;
        }
        let is_perfect_draw =
            titles::is_perfect_draw(session.spec()) && !session.is_drawn_by_agreement();
        for (_, finish) in finishes(session, is_perfect_draw).iter().filter(|own| own.0 == user) {
            if let Err(error) = self.play.note_milestones(user, finish).await {
                log::warn!("person {}: cannot record milestones: {error}", user.0);
            }
        }
    }

    /// Sends a board to the private chat of its player, where no message shows it.
    async fn send_to_chat(
        &self,
        board: Board,
        user: UserId,
        localizer: Localizer<'_>,
    ) -> Result<LiveSnapshot, Refusal> {
        let (id, chat) = (board.session.id(), ChatId::of_person(user));
        if self.play.recall(id, chat, None).await.map_err(Refusal::away)? {
            let board = self.play.board_anywhere(id).await.map_err(Refusal::away)?;
            self.play.announce(board.ok_or(Refusal::NotFound)?, Cause::Wanted);
        }
        let board =
            self.play.board_anywhere(id).await.map_err(Refusal::away)?.ok_or(Refusal::NotFound)?;
        self.snapshot(&board, Some(user), localizer).await
    }

    /// The refusal of an action, perhaps a move, of a person who saw this revision.
    pub(super) async fn refused(
        &self,
        not_done: NotDone,
        (user, seen, code): (UserId, Revision, Option<MoveCode>),
        localizer: Localizer<'_>,
    ) -> Refusal {
        match not_done {
            // A move that is not legal by now is refused because the board has changed.
            NotDone::Refused(SessionRefusal::Illegal, board)
                if board.session.revision() != seen =>
            {
                self.refused_by(SessionRefusal::Stale, &board, (user, None), localizer).await
            }
            NotDone::Refused(refusal, board) => {
                self.refused_by(refusal, &board, (user, code), localizer).await
            }
            NotDone::Unknown => Refusal::NotFound,
            NotDone::Failed(error) => Refusal::away(error),
        }
    }

    /// The refusal of an action by a session, with the state in which it is refused.
    async fn refused_by(
        &self,
        refusal: SessionRefusal,
        board: &Board,
        (user, code): (UserId, Option<MoveCode>),
        localizer: Localizer<'_>,
    ) -> Refusal {
        let say = localizer.say(words::refused(refusal, &board.session, code, true));
        let state = self.snapshot(board, Some(user), localizer).await.ok().map(Box::new);
        Refusal::Denied { say, state }
    }

    /// Reason for the best move of a board, in the words of the chat.
    async fn explanation(
        &self,
        board: &Board,
        user: UserId,
        localizer: Localizer<'_>,
    ) -> Option<String> {
        let session = &board.session;
        let (shown, analysis) = self.play.advised(user, session).await.ok()?;
        let page = analysis
            .and_then(|analysis| why::page(session, &analysis, session.seat_of(user), localizer));
        Some(match page {
            Some(page) => page.view.text,
            None if shown.shows_analysis() => localizer.say(Phrase::HelpCrowded),
            // Another move was made at the same moment.
            None => localizer.say(Phrase::NoHelpInPlay),
        })
    }
}

/// Returns whether a move that refers to an older state has been made already: its answer was lost.
fn is_made(board: &Board, side: Side, seen: Revision, asked: AskedMove) -> bool {
    let session = &board.session;
    let Some(ply) = session.ply_made_at(seen, side) else { return false };
    // It was chosen in the position before it.
    let before = session.with_moves(ply, &[]);
    before.is_some_and(|before| game::is_move(&before, session.moves()[ply], asked))
}

/// The place of a board from which a person acts: their private chat, or else any.
pub(super) fn surface_of(board: &Board, user: UserId) -> Surface {
    let own = ChatId::of_person(user);
    if board.is_shown_in(own) { own.into() } else { board.surface() }
}
