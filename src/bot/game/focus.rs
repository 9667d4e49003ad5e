//! Presses that change no game: a player looks at another part of the board, or picks up a piece.
//!
//! Nothing is written. The message is redrawn with other buttons, at the revision it shows.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::buttons::parts;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::tap::Part;
use zerosum_session::board::{Board, Place};
use zerosum_session::{Action, Actor, Refusal, Session, UserId};

use crate::bot::context::{Answer, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::play::announcements::Showing;
use crate::play::games::transitions::{ActionRequest, NotDone};
use crate::play::games::view_requests::ViewRequest;

/// Redraws the board if another part is to be shown. Seats a user without a seat if they choose where to
/// move.
pub(crate) async fn handle<At>(
    press: &PressContext<At>,
    request: ViewRequest,
    part: Option<Part>,
) -> Handled
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(request.id), press.arrived());
    let shown = (request.user, Presentation::Focus(Focus::from(part)));
    let board = match services.play.view(request, Session::check_turn).await {
        Ok(board) => board,
        Err(NotDone::Refused(Refusal::NotSeated, board)) if board.session.open_side().is_some() => {
            let board = join(press, request, part, board).await?;
            return Ok(Answer::from(labels::Press::Changed).with(async move {
                // The part chosen by the player is shown if it is their turn.
                match is_theirs(&board, request.user) {
                    true => services.boards.draw_as(board, seen_at, shown).await,
                    false => services.boards.show_after_press(board, seen_at, arrived).await,
                }
            }));
        }
        Err(not_done) => return Err(Denial::of(not_done, request.surface, None)),
    };
    if part.is_some_and(|part| !parts::is_part(board.session.position(), part)) {
        return Err(Denial::NO_SUCH_MOVE.into());
    }
    let answer = Answer::from(labels::Press::Looked);
    Ok(answer.with(async move { services.boards.draw_as(board, seen_at, shown).await }))
}

fn is_theirs(board: &Board, user: UserId) -> bool {
    let (actor, seen) = (Actor::User(user), board.session.revision());
    board.session.check_turn(actor, seen).is_ok()
}

/// Takes the open seat of a board, unless this button only shows another part of it.
async fn join<At>(
    press: &PressContext<At>,
    request: ViewRequest,
    part: Option<Part>,
    board: Board,
) -> Result<Board, Box<Denial>> {
    let (play, session) = (&press.context.services.play, &board.session);
    if session.is_kept_from(request.user, play.now()) {
        return Err(Denial::SEAT_RESERVED.into());
    }
    let is_part = |part| parts::is_part(session.position(), part);
    if !part.is_some_and(is_part) || parts::is_window(session) {
        return Err(Denial::TAP_TO_JOIN.into());
    }
    let ViewRequest { user, surface, id, seen } = request;
    // The chosen part is drawn once, by the caller.
    let showing = Showing::ByCaller { typed: None };
    let joining = ActionRequest { user, surface, id, seen, action: Action::Join, showing };
    moves::prepare_arrival(&press.context, joining).await?;
    play.press(joining).await.map_err(|not_done| Denial::of(not_done, surface, None))
}
