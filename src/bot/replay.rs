//! Games that are over, or that somebody has the record of, looked through move by move: in a message
//! of their own, and nothing is written. From any move a game of one's own can go on.

use zerosum_games::record::Record;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::new_game::{self, Started};
use crate::bot::records;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::replay;
use crate::render::tap::Ply;
use crate::session::board::Board;
use crate::session::{Session, SessionId};
use crate::store::StoreError;

/// Sends the page on which the game is looked through, beginning at its end.
pub(crate) async fn open(press: PressContext, id: SessionId) -> Answered {
    let board = match board_shown(&press.context, id).await {
        Ok(board) => board,
        Err((result, reason)) => return press.answer(result, Some(reason)).await,
    };
    let Some(aside) = press.context.aside() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    aside.go_on(async move {
        let end = Ply(replay::length(&board.session));
        let view = page(&context, &board, end).await;
        context.reply_page(view).await;
    });
    press.answer(labels::Press::Looked, None).await
}

/// Turns the page to the position after so many plies.
pub(crate) async fn step(press: PressContext, id: SessionId, ply: Ply) -> Answered {
    match board_shown(&press.context, id).await {
        Ok(board) => {
            let view = page(&press.context, &board, ply).await;
            press.context.replace(view);
            press.answer(labels::Press::Looked, None).await
        }
        Err((result, reason)) => press.answer(result, Some(reason)).await,
    }
}

/// Begins a game from the position after so many plies, for whoever presses to make the next move.
pub(crate) async fn play_on(press: PressContext, id: SessionId, ply: Ply) -> Answered {
    let board = match board_shown(&press.context, id).await {
        Ok(board) => board,
        Err((result, reason)) => return press.answer(result, Some(reason)).await,
    };
    let (started, _) = futures::join!(begin(&press, &board, ply), press.context.language());
    let (result, toast) = match &started {
        Ok(started) => new_game::told_of(started, Phrase::AlreadyOpen),
        Err(error) => {
            log::error!("chat {}: no game goes on: {error}", press.context.at.chat.0);
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    if let Ok(Started::New(board, sending)) = started {
        new_game::send_aside(&press.context, board, sending);
    }
    press.answer(result, toast).await
}

/// A game is looked through where it was played.
pub(crate) async fn board_here(
    context: &Context,
    id: SessionId,
) -> Result<Board, (labels::Press, Phrase<'static>)> {
    match context.services.play.board(context.at.chat, id).await {
        Ok(Some(board)) => Ok(board),
        Ok(None) => Err((labels::Press::UnknownGame, Phrase::UnknownGame)),
        Err(error) => {
            log::error!("chat {}: no game is looked through: {error}", context.at.chat.0);
            Err((labels::Press::Failed, Phrase::StoreAway))
        }
    }
}

/// A game of two people is looked through, and played on against an engine, when it is over.
async fn board_shown(
    context: &Context,
    id: SessionId,
) -> Result<Board, (labels::Press, Phrase<'static>)> {
    let board = board_here(context, id).await?;
    match board.session.is_in_play_between_people() {
        true => Err((labels::Press::InPlay, Phrase::StillInPlay)),
        false => Ok(board),
    }
}

async fn page(context: &Context, board: &Board, ply: Ply) -> View {
    let services = &context.services;
    let theme = services.people.theme_of(context.from.user).await;
    let language = context.page_language().await;
    replay::page(&board.session, ply, &services.locales, language).in_theme(theme)
}

async fn begin(press: &PressContext, board: &Board, Ply(ply): Ply) -> Result<Started, StoreError> {
    let (context, session) = (&press.context, &board.session);
    let mut record = Record::new(session.spec());
    for code in session.moves().iter().take(ply.into()) {
        record.play(*code).expect("the moves of a session are legal");
    }
    let level = records::level_of(context, &record).await?;
    // A double tap begins one game.
    let id = context.session_id(&("on", context.at.chat, context.at.message, session.id(), ply));
    let owner = context.from.user;
    let next = Session::resumed(id, owner, &record, level);
    let board = Board::new(next, owner, context.at.chat).in_topic(context.topic);
    new_game::begin(context, board).await
}
