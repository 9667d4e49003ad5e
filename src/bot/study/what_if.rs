//! "What if?": the user tries moves for both sides on a copy of a board, in a message of its own. Nothing
//! is written, and the game stays as it is.

use std::slice;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::game::fair_play;
use crate::bot::study::replay::board_here;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::board::focus::Focus;
use crate::render::board::words;
use crate::render::study::replay;
use crate::render::study::tried::Trial;
use crate::render::tap::Tried;
use crate::render::tap::{Part, Ply};
use crate::session::board::Board;
use crate::session::{Session, SessionId};

/// Sends a copy of the current board.
pub(crate) async fn open(press: PressContext, id: SessionId) -> Answered {
    let board = match board_here(&press.context, id).await {
        Ok(board) => board,
        Err((result, reason)) => return press.answer(result, Some(reason)).await,
    };
    if board.session.seat_of(press.context.from.user).is_none() {
        return press.answer(labels::Press::NotSeated, Some(Phrase::NotYourBoard)).await;
    }
    if !is_open_to_trials(&board.session) {
        return press.answer(labels::Press::NoHelp, Some(Phrase::NoHelp)).await;
    }
    let stands = slice::from_ref(&board.session);
    if let Some((result, reason)) = fair_play::refuse_help(&press.context, stands).await {
        return press.answer(result, Some(reason)).await;
    }
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    permit.spawn(async move {
        let ply = Ply(replay::length(&board.session));
        let view = page(&context, &board, (ply, Tried::NONE), Focus::Suggested).await;
        if let Some(view) = view {
            context.reply_page(view).await;
        }
    });
    press.answer(labels::Press::Looked, None).await
}

/// Shows the copy after these moves.
pub(crate) async fn step(
    press: PressContext,
    id: SessionId,
    (ply, tried): (Ply, Tried),
    part: Option<Part>,
) -> Answered {
    let board = match board_here(&press.context, id).await {
        Ok(board) if is_open_to_trials(&board.session) => board,
        Ok(_) => return press.answer(labels::Press::NoHelp, Some(Phrase::NoHelp)).await,
        Err((result, reason)) => return press.answer(result, Some(reason)).await,
    };
    if let Some(copy) = board.session.with_moves(ply.0.into(), tried.moves())
        && let Some((result, reason)) = fair_play::refuse_help(&press.context, &[copy]).await
    {
        return press.answer(result, Some(reason)).await;
    }
    let focus = part.map_or(Focus::Suggested, Focus::On);
    match page(&press.context, &board, (ply, tried), focus).await {
        Some(view) => {
            press.context.replace(view);
            press.answer(labels::Press::Looked, None).await
        }
        None => {
            let reason = refusal(&board.session, ply, tried);
            press.answer(labels::Press::Illegal, Some(reason)).await
        }
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
