//! The first tap on a board posted by inline mode, which creates the game.
//!
//! The id of the session is derived from that of the inline message. If two people tap at once, even at two
//! processes, one creates the game and the tap of the other joins it; and a press that is delivered twice
//! creates nothing twice.
//!
//! **The data of the buttons is not trusted, and need not be.** Anyone can send any data from any inline
//! message of the bot. The session is always that of the pressed message, so no other game can be reached.
//! If the game exists, the data only says that the user wants to play. If it does not, the user may take a
//! seat anyway: forged data gets the forger a seat at an empty board and seats no other person, because the
//! poster of the board has to tap as well. The only loss is the board as it was posted, in sight of
//! everyone who can see it.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::buttons::parts;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::posted::{Opening, PostedTap, PosterSide};
use zerosum_session::board::{Board, ChatId, Surface};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::{Action, Actor, Refusal, Revision, Session, SessionId};

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::bot::start::new_game;
use crate::play::announcements::Showing;
use crate::play::games::transitions::{ActionRequest, NotDone};

/// Maximum number of tries for a tap; the second one follows a conflict with another player's change.
const TRIES_MAX: u32 = 2;

/// Another player has to tap first.
const NOT_YOURS_TO_BEGIN: Denial = Denial::new(labels::Press::NotSeated, Phrase::NotYoursToBegin);

/// Begins the game of a posted board, or joins it.
pub(crate) async fn begin(press: &PressContext<InlineMessageId>, tap: PostedTap) -> Handled {
    let (outcome, _) = futures::join!(decide(press, tap), press.context.language());
    outcome
}

async fn decide(press: &PressContext<InlineMessageId>, tap: PostedTap) -> Handled {
    let (context, at) = (&press.context, press.context.at);
    let (services, user) = (Arc::clone(&context.services), context.from.user);
    let id = SessionId(new_game::number_of(&("inline", at.as_str())));
    if let Some(board) = services.play.board(at, id).await? {
        return join(press, board, tap.opening).await;
    }
    let board = board_of(context, id, tap)?;
    new_game::count(context)?;
    // Boards that other people see show names.
    services.people.remember(&context.from, at, None).await?;
    let Some(board) = services.play.begin(ChatId::of_person(user), board).await?? else {
        // The game may have been shown there and no longer be.
        let board = services.play.board(at, id).await?.ok_or(Denial::UNKNOWN_INLINE_BUTTON)?;
        return join(press, board, tap.opening).await;
    };
    let board = board.seen_in(at).ok_or(Denial::UNKNOWN_INLINE_BUTTON)?;
    let arrived = press.arrived();
    Ok(Answer::from(labels::Press::Started).with(async move {
        match tap.opening {
            Opening::Look(part) if parts::is_part(board.session.position(), part) => {
                let presentation = Presentation::Focus(Focus::On(part));
                services.boards.draw_as(board, None, (user, presentation)).await;
            }
            Opening::Look(_) | Opening::Play(_) | Opening::Join(_) | Opening::Nothing => {
                services.boards.catch_up(&board, Some(arrived));
            }
        }
    }))
}

/// Returns the board after the first tap, or the reason why there is none.
fn board_of(
    context: &Context<InlineMessageId>,
    id: SessionId,
    PostedTap { game, opening }: PostedTap,
) -> Result<Board, Box<Denial>> {
    let user = context.from.user;
    let is_poster = game.wish.is_some_and(|PosterSide { mark, side }| {
        context.services.ids.is_poster(mark, user, game.spec, side)
    });
    let side = game.side_for(is_poster, opening).ok_or(NOT_YOURS_TO_BEGIN)?;
    let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
    let setup = Setup { spec: game.spec, side, opponent, time };
    let begun = Session::set_up(id, user, setup);
    let session = match opening {
        Opening::Nothing => return Err(Denial::TAP_TO_JOIN.into()),
        // A player who begins with the second move takes their seat by this tap.
        Opening::Play(code) if side == begun.turn() => {
            let moved = begun.apply(Actor::User(user), Revision::START, Action::Play(code));
            moved.map_err(|_| Denial::NO_SUCH_MOVE)?
        }
        Opening::Play(_) | Opening::Look(_) | Opening::Join(_) => begun,
    };
    Ok(Board::posted(session, user, context.at))
}

/// Handles a tap that meant to begin an existing game as a tap on that game's board.
async fn join(
    press: &PressContext<InlineMessageId>,
    mut board: Board,
    opening: Opening,
) -> Handled {
    let context = &press.context;
    let (services, surface) = (&context.services, Surface::from(context.at));
    let (user, id) = (context.from.user, board.session.id());
    let showing = Showing::InPlace { arrived: Some(press.arrived()) };
    let mut tries = 0;
    loop {
        let session = &board.session;
        let comes = session.seat_of(user).is_none() && session.open_side().is_some();
        if comes && opening == Opening::Nothing {
            return Err(Denial::TAP_TO_JOIN.into());
        }
        // The newcomer has not seen the moves so far, so their tap plays a move only if it is the first.
        let is_first = session.moves().is_empty() && session.open_side() == Some(session.turn());
        let action = match opening {
            Opening::Play(code) if !comes || is_first => Action::Play(code),
            Opening::Play(_) | Opening::Look(_) | Opening::Join(_) | Opening::Nothing => {
                Action::Join
            }
        };
        let seen = if comes { session.revision() } else { Revision::START };
        let wanted = ActionRequest { user, surface, id, seen, action, showing };
        moves::prepare_arrival(context, wanted).await?;
        let pressed = services.play.press(wanted).await;
        tries += 1;
        match pressed {
            Ok(_) => return Ok(labels::Press::Changed.into()),
            Err(NotDone::Refused(Refusal::Stale, now)) if comes && tries < TRIES_MAX => {
                board = now;
            }
            Err(not_done) => return Err(moves::deny(wanted, not_done)),
        }
    }
}
