//! Steps through finished games and records move by move, in a message of its own; nothing is written. A
//! new game can be started from any position.

use zerosum_games::record::Record;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::start::new_game::{self, Started};
use crate::bot::study::records;
use crate::bot::study::share_challenges;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::study::replay;
use crate::render::tap::Ply;
use crate::session::board::Board;
use crate::session::{Session, SessionId};
use crate::store::StoreError;

/// Sends the page for stepping through a game, starting at its end.
pub(crate) async fn open(press: PressContext, id: SessionId) -> Answered {
    open_at(press, id, None).await
}

/// Sends that page at the position after this many plies.
pub(crate) async fn open_at(press: PressContext, id: SessionId, ply: Option<Ply>) -> Answered {
    let board = match board_shown(&press.context, id).await {
        Ok(board) => board,
        Err((result, reason)) => return press.answer(result, Some(reason)).await,
    };
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    permit.spawn(async move {
        let ply = ply.unwrap_or_else(|| Ply(replay::length(&board.session)));
        let view = page(&context, &board, ply).await;
        context.reply_page(view).await;
    });
    press.answer(labels::Press::Looked, None).await
}

/// Turns the page to the position after this many plies.
pub(crate) async fn step(press: PressContext, id: SessionId, ply: Ply) -> Answered {
    match board_shown(&press.context, id).await {
        Ok(board) => {
            let mut view = page(&press.context, &board, ply).await;
            if let Some((token, sharer)) = press.challenge() {
                let button = share_challenges::button(&press.context, token, sharer).await;
                view.keyboard.extend(button.map(|button| vec![button]));
            }
            press.context.replace(view);
            press.answer(labels::Press::Looked, None).await
        }
        Err((result, reason)) => press.answer(result, Some(reason)).await,
    }
}

/// Begins a game from the position after this many plies, in which the user makes the next move.
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
        new_game::send_in_background(&press.context, board, sending);
    }
    press.answer(result, toast).await
}

/// The board of a game in the chat in which it was played.
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

/// The board of a game that may be stepped through: a game of two people only when it is over.
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

/// The page of a game at the position after this many plies.
pub(crate) async fn page(context: &Context, board: &Board, ply: Ply) -> View {
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
