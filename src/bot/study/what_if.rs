//! "What if?": the user tries moves for both sides on a copy of a board, in a message of its own. Nothing
//! is written, and the game stays as it is. The worth of the copy is told once the game is over, or once
//! the X-ray of the game has counted as help.

use std::slice;
use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::words;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::replay;
use zerosum_render::study::trial_moves::Trial;
use zerosum_render::tap::TrialMoves;
use zerosum_render::tap::{Part, Ply};
use zerosum_session::board::Board;
use zerosum_session::{Action, Session, SessionId};

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::fair_play;
use crate::bot::game::moves;
use crate::bot::study::replay::board_here;
use crate::play::announcements::Showing;
use crate::play::games::transitions::ActionRequest;

/// Sends a copy of the current board.
pub(crate) async fn open(press: &PressContext, id: SessionId) -> Handled {
    let board = board_here(&press.context, id).await?;
    if board.session.seat_of(press.context.from.user).is_none() {
        return Err(Denial::NOT_YOUR_BOARD.into());
    }
    if !is_open_to_trials(&board.session) {
        return Err(Denial::NO_HELP.into());
    }
    fair_play::check_help(&press.context, slice::from_ref(&board.session)).await?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let ply = Ply(replay::length(&board.session));
        let view = page(&context, &board, (ply, TrialMoves::NONE), Focus::Suggested).await;
        if let Some(view) = view {
            context.reply_page(view).await;
        }
    });
    Ok(labels::Press::Looked.into())
}

/// Shows the copy after these moves.
pub(crate) async fn step(
    press: &PressContext,
    id: SessionId,
    tried: (Ply, TrialMoves),
    part: Option<Part>,
) -> Handled {
    let board = board_here(&press.context, id).await?;
    check(press, &board.session, tried).await?;
    Ok(turn_page(press, board, tried, part.map_or(Focus::Suggested, Focus::On)))
}

/// Turns on the X-ray of the game, which counts as help, and shows the copy with its worth.
pub(crate) async fn see_through(
    press: &mut PressContext,
    id: SessionId,
    tried: (Ply, TrialMoves),
) -> Handled {
    let board = board_here(&press.context, id).await?;
    check(press, &board.session, tried).await?;
    let (user, surface) = (press.context.from.user, press.context.at.chat.into());
    let (seen, action) = (board.session.revision(), Action::Xray { is_on: true });
    let showing = Showing::InPlace { arrived: Some(press.arrived()) };
    let wanted = ActionRequest { user, surface, id, seen, action, showing };
    moves::prepare_help(press, wanted).await?;
    let services = Arc::clone(&press.context.services);
    let (pressed, _) = futures::join!(services.play.press(wanted), press.context.language());
    let board = pressed.map_err(|not_done| moves::deny(wanted, not_done))?;
    Ok(turn_page(press, board, tried, Focus::Suggested))
}

/// Checks that these moves may be tried on a copy of the game.
async fn check(
    press: &PressContext,
    session: &Session,
    (ply, tried): (Ply, TrialMoves),
) -> Result<(), Box<Denial>> {
    if !is_open_to_trials(session) {
        return Err(Denial::NO_HELP.into());
    }
    match session.with_moves(ply.0.into(), tried.moves()) {
        Some(copy) => fair_play::check_help(&press.context, &[copy]).await,
        None => Err(Denial::illegal(refusal(session, ply, tried)).into()),
    }
}

/// Replaces the page after the press was answered, because its worth may have to be searched.
fn turn_page(press: &PressContext, board: Board, tried: (Ply, TrialMoves), focus: Focus) -> Answer {
    let context = press.context_after();
    Answer::from(labels::Press::Looked).with(async move {
        if let Some(view) = page(&context, &board, tried, focus).await {
            context.replace(view);
        }
    })
}

/// Returns whether moves may be tried: not in a game between people that is still in play.
fn is_open_to_trials(session: &Session) -> bool {
    session.has_help() || session.outcome().is_some()
}

async fn page(
    context: &Context,
    board: &Board,
    (ply, tried): (Ply, TrialMoves),
    focus: Focus,
) -> Option<View> {
    let (services, user) = (&context.services, context.from.user);
    let look = services.people.look_on(context.at.chat, user).await;
    let localizer = services.localizer(context.page_language().await);
    let session = &board.session;
    let trial = Trial { session, ply, tried, focus, analysis: None, localizer };
    let copy = session.with_moves(ply.0.into(), tried.moves())?;
    let analysis = match trial.is_seen_through() {
        true => services.play.analysis_of_trial(&copy, user).await,
        false => None,
    };
    let view = Trial { analysis: analysis.as_ref(), ..trial }.page();
    view.map(|view| view.in_look(look, session.spec()))
}

/// Reason why the last of these moves cannot be tried.
fn refusal(session: &Session, Ply(ply): Ply, tried: TrialMoves) -> Phrase<'static> {
    let before = session.with_moves(ply.into(), tried.without_last().moves());
    match before {
        Some(before) if before.outcome().is_some() => Phrase::GameIsOver,
        Some(before) => words::illegal(before.position(), tried.moves().last().copied()),
        None => Phrase::NoSuchMove,
    }
}
