//! The games that somebody has open in a chat: listed, brought down, given up.

use std::sync::Arc;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::moves;
use crate::bot::quiet;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::door::Pressed;
use crate::render::endings;
use crate::render::menus::{LISTED_MAX, Question};
use crate::session::SessionId;
use crate::session::board::ChatId;
use crate::telegram::messenger::reply_in_group;

/// Lists the games that somebody has open here, to bring one down or to give one up.
pub(crate) async fn list(mut context: Context, question: Question) {
    let (chat, user) = (context.at.chat, context.from.user);
    let boards = context.services.play.open_boards(chat, user, LISTED_MAX).await;
    context.acknowledge();
    match boards {
        Ok(boards) if boards.is_empty() => quiet::tell_of_no_game(context).await,
        Ok(boards) => {
            let view = context.menu().await.boards(&boards, user, question);
            context.reply_page(view).await;
        }
        Err(error) => {
            log::error!("chat {}: no boards are listed: {error}", chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Brings the board that changed last down to the end of the chat.
pub(crate) async fn bring_latest(mut context: Context) {
    context.acknowledge();
    let (chat, user) = (context.at.chat, context.from.user);
    match context.services.play.latest_open(chat, user).await {
        Ok(Some(board)) => {
            let reply_to = reply_in_group(context.at);
            context.services.boards.bring_down(board, context.topic, reply_to).await;
        }
        Ok(None) => quiet::tell_of_no_game(context).await,
        Err(error) => {
            log::error!("chat {}: no board is found: {error}", chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Gives up the only game that somebody has open here, or asks which.
pub(crate) async fn resign(mut context: Context) {
    let (chat, user) = (context.at.chat, context.from.user);
    let boards = match context.services.play.open_boards(chat, user, LISTED_MAX).await {
        Ok(boards) => boards,
        Err(error) => {
            log::error!("chat {}: no game is resigned: {error}", chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let only = match &boards[..] {
        [] => return quiet::tell_of_no_game(context).await,
        [only] => only.session.id(),
        _ => {
            let view = context.menu().await.boards(&boards, user, Question::GiveUp);
            return context.reply_page(view).await;
        }
    };
    let pressed = context.services.play.give_up(chat, only, user).await;
    match pressed {
        Ok(Pressed::Changed(board)) => {
            quiet::confirm(context, endings::given_up(&board.session, user)).await;
        }
        // It has ended meanwhile.
        Ok(Pressed::Refused(..) | Pressed::Unknown) => {
            quiet::tell_of_no_game(context).await;
        }
        Err(error) => {
            log::error!("chat {}: no game is resigned: {error}", chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Gives up the game that was chosen from the list.
pub(crate) async fn give_up(press: PressContext, id: SessionId) -> Answered {
    let context = press.context_after();
    let chat = context.at.chat;
    let pressed = context.services.play.give_up(chat, id, context.from.user).await;
    let toast = match &pressed {
        Ok(Pressed::Changed(board)) => endings::given_up(&board.session, context.from.user),
        Ok(Pressed::Refused(refusal, board)) => moves::reason(*refusal, board, None),
        Ok(Pressed::Unknown) => Phrase::UnknownGame,
        Err(error) => {
            log::error!("chat {}: no game is given up: {error}", chat.0);
            Phrase::StoreAway
        }
    };
    let answered = press.answer(moves::result_of(&pressed), Some(toast)).await;
    if let Ok(Pressed::Changed(_)) = pressed {
        // The list goes, so that a second tap does not meet the game that comes next in it.
        context.replace(context.menu().await.given_up(toast));
    }
    answered
}

/// Brings the board that was chosen from the list down to the end of the chat.
pub(crate) async fn bring(press: PressContext, id: SessionId) -> Answered {
    let context = &press.context;
    let found = context.services.play.board(context.at.chat, id).await;
    let (result, toast) = match &found {
        Ok(Some(board)) if board.session.seat_of(context.from.user).is_none() => {
            (labels::Press::NotSeated, Some(Phrase::NotYourBoard))
        }
        Ok(Some(board)) if board.session.outcome().is_some() => {
            (labels::Press::Over, Some(Phrase::GameOver))
        }
        Ok(Some(_)) => (labels::Press::Asked, None),
        Ok(None) => (labels::Press::UnknownGame, Some(Phrase::UnknownGame)),
        Err(error) => {
            let ChatId(chat) = context.at.chat;
            log::error!("chat {chat}: no board is found: {error}");
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    let (Ok(Some(board)), None) = (found, toast) else {
        return press.answer(result, toast).await;
    };
    let Some(aside) = context.aside() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let (services, topic) = (Arc::clone(&context.services), context.topic);
    aside.go_on(async move { services.boards.bring_down(board, topic, None).await });
    press.answer(result, None).await
}
