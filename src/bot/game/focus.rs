//! Presses that change no game: a player looks at another part of the board, or picks up a piece.
//!
//! Nothing is written. The message is redrawn with other buttons, at the revision it shows.

use std::sync::Arc;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::bot::messages::boards::{BoardMessages, SeenAt};
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements::Showing;
use crate::play::games::looks::{ViewAccess, ViewRequest};
use crate::play::games::transitions::{Press, Pressed};
use crate::render::board::focus::{self, Focus};
use crate::render::board::presentation::Presentation;
use crate::render::tap::Part;
use crate::session::board::{Board, Place};
use crate::session::{Action, Actor, Refusal, SessionId, UserId};
use crate::store::StoreError;

/// Answers the press, and redraws the board if another part is to be shown.
pub(crate) async fn handle<At>(
    press: PressContext<At>,
    look: ViewRequest,
    part: Option<Part>,
) -> Answered
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(look.id), press.arrived());
    let seen = look_or_join(&press.context, look, part).await;
    let is_on_offer =
        |board: &Board| part.is_none_or(|part| focus::is_part(board.session.position(), part));
    let (result, toast) = match &seen {
        Ok(Seen::ViewAccess(ViewAccess::Seen(board))) if is_on_offer(board) => {
            (labels::Press::Looked, None)
        }
        Ok(Seen::ViewAccess(ViewAccess::Seen(_))) => {
            (labels::Press::Illegal, Some(Phrase::NoSuchMove))
        }
        Ok(Seen::ViewAccess(ViewAccess::Refused(refusal, board))) => {
            let reason = moves::reason(*refusal, board, None);
            (moves::label_of(*refusal), Some(reason))
        }
        Ok(Seen::ViewAccess(ViewAccess::Unknown)) => {
            (labels::Press::UnknownGame, Some(moves::not_found(look.surface)))
        }
        Ok(Seen::Joined(_)) => (labels::Press::Changed, None),
        Ok(Seen::Invited) => (labels::Press::NotSeated, Some(Phrase::TapToJoin)),
        Ok(Seen::Declined(denial)) => (denial.label, Some(denial.phrase)),
        Err(error) => {
            report(&look, error);
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    let redraw = async {
        match seen {
            Ok(Seen::ViewAccess(ViewAccess::Seen(board))) if is_on_offer(&board) => {
                draw(&services.boards, board, seen_at, (look.user, part)).await;
            }
            // The part chosen by the player is shown if it is their turn.
            Ok(Seen::Joined(board)) if is_theirs(&board, look.user) => {
                draw(&services.boards, board, seen_at, (look.user, part)).await;
            }
            Ok(Seen::ViewAccess(ViewAccess::Refused(Refusal::NotSeated, _))) => {}
            Ok(Seen::Joined(board) | Seen::ViewAccess(ViewAccess::Refused(_, board))) => {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(_) | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), redraw);
    answered
}

fn is_theirs(board: &Board, user: UserId) -> bool {
    let (actor, seen) = (Actor::User(user), board.session.revision());
    board.session.check_turn(actor, seen).is_ok()
}

/// Result of a look.
enum Seen {
    ViewAccess(ViewAccess),
    /// The player has taken the open seat.
    Joined(Board),
    /// A seat is open, but this button only shows another part of the board.
    Invited,
    /// The player has too many games to take the seat.
    Declined(Denial),
}

/// Seats a user without a seat if they choose where to move.
async fn look_or_join<At>(
    context: &Context<At>,
    look: ViewRequest,
    part: Option<Part>,
) -> Result<Seen, StoreError> {
    let play = &context.services.play;
    let board = match play.look(look).await? {
        ViewAccess::Refused(Refusal::NotSeated, board) if board.session.open_side().is_some() => {
            board
        }
        looked => return Ok(Seen::ViewAccess(looked)),
    };
    let session = &board.session;
    if session.is_kept_from(look.user, play.now()) {
        return Ok(Seen::Declined(Denial::SEAT_RESERVED));
    }
    let is_part = |part| focus::is_part(session.position(), part);
    if !part.is_some_and(is_part) || focus::is_window(session) {
        return Ok(Seen::Invited);
    }
    let ViewRequest { user, surface, id, seen } = look;
    // The chosen part is drawn once, by the caller.
    let showing = Showing::Below;
    let joining = Press { user, surface, id, seen, action: Action::Join, showing };
    if let Some(denial) = moves::prepare_arrival(context, joining).await {
        return Ok(Seen::Declined(denial));
    }
    Ok(match play.press(joining).await? {
        Pressed::Changed(board) => Seen::Joined(board),
        Pressed::Refused(refusal, board) => Seen::ViewAccess(ViewAccess::Refused(refusal, board)),
        Pressed::Unknown => Seen::ViewAccess(ViewAccess::Unknown),
    })
}

/// Draws the board at its message: the pressed one, unless the board has moved further down.
async fn draw(
    boards: &BoardMessages,
    board: Board,
    seen_at: SeenAt,
    (user, part): (UserId, Option<Part>),
) {
    let presentation = Presentation::Focus(Focus::from(part));
    boards.draw_as(board, seen_at, (user, presentation)).await;
}

fn report(look: &ViewRequest, error: &StoreError) {
    let ViewRequest { surface, id: SessionId(id), .. } = look;
    log::error!("{surface}, session {id:x}: no other part is shown: {error}");
}
