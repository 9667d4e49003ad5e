//! "What if?": the user tries moves for both sides on a copy of a board, in a message of its own. Nothing
//! is written, and the game stays as it is.

use std::slice;

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::focus::Focus;
use zerosum_render::board::words;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::replay;
use zerosum_render::study::tried::Trial;
use zerosum_render::tap::Tried;
use zerosum_render::tap::{Part, Ply};
use zerosum_session::board::Board;
use zerosum_session::{Session, SessionId};

use crate::bot::context::{Context, Outcome, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::fair_play;
use crate::bot::study::replay::board_here;

/// Sends a copy of the current board.
pub(crate) async fn open(press: &PressContext, id: SessionId) -> Outcome {
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
        let view = page(&context, &board, (ply, Tried::NONE), Focus::Suggested).await;
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
    (ply, tried): (Ply, Tried),
    part: Option<Part>,
) -> Outcome {
    let board = board_here(&press.context, id).await?;
    if !is_open_to_trials(&board.session) {
        return Err(Denial::NO_HELP.into());
    }
    if let Some(copy) = board.session.with_moves(ply.0.into(), tried.moves()) {
        fair_play::check_help(&press.context, &[copy]).await?;
    }
    let focus = part.map_or(Focus::Suggested, Focus::On);
    match page(&press.context, &board, (ply, tried), focus).await {
        Some(view) => press.turn_page(view),
        None => Err(Denial::illegal(refusal(&board.session, ply, tried)).into()),
    }
}

/// Returns whether moves may be tried: not in a game between people that is still in play.
fn is_open_to_trials(session: &Session) -> bool {
    session.has_help() || session.outcome().is_some()
}

async fn page(
    context: &Context,
    board: &Board,
    (ply, tried): (Ply, Tried),
    focus: Focus,
) -> Option<View> {
    let services = &context.services;
    let theme = services.people.theme_of(context.from.user).await;
    let language = context.page_language().await;
    let (session, locales) = (&board.session, &*services.locales);
    let view = Trial { session, ply, tried, focus, locales, language }.page();
    view.map(|view| view.in_theme(theme))
}

/// Reason why the last of these moves cannot be tried.
fn refusal(session: &Session, Ply(ply): Ply, tried: Tried) -> Phrase<'static> {
    let before = session.with_moves(ply.into(), tried.without_last().moves());
    match before {
        Some(before) => words::illegal(before.position(), tried.moves().last().copied()),
        None => Phrase::NoSuchMove,
    }
}
