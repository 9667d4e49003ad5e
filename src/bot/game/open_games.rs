//! The open games of a person in a chat: listed, brought down, given up.

use std::sync::Arc;

use crate::bot::context::{self, Context, PressContext};
use crate::bot::game::answered_boards::{self, Missing};
use crate::bot::game::moves;
use crate::bot::messages::private_notices;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::games::transitions::Pressed;
use crate::render::board::endings;
use crate::render::pages::menus::{LISTED_MAX, Question};
use crate::session::board::{Board, ChatId, Surface};
use crate::session::{SessionId, UserId};
use crate::store::StoreError;
use crate::telegram::incoming::command::Answered;
use crate::telegram::outgoing::messenger::reply_in_group;

/// Lists the person's open games in this chat, to bring one down or to give one up.
pub(crate) async fn list(mut context: Context, question: Question) {
    let (chat, user) = (context.at.chat, context.from.user);
    let boards = context.services.play.open_boards(chat, user, LISTED_MAX).await;
    context.acknowledge();
    match boards {
        Ok(boards) if boards.is_empty() => private_notices::tell_of_no_game(context).await,
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

/// Brings the board that is replied to, or else the one that changed last, to the end of the chat.
pub(crate) async fn bring_meant(mut context: Context, answers: Option<Answered>) {
    context.acknowledge();
    let (chat, user) = (context.at.chat, context.from.user);
    let found = match &answers {
        Some(answered) => answered_boards::find(&context, answered).await,
        None => {
            let latest = context.services.play.latest_open(chat, user).await;
            latest.map(|latest| latest.ok_or(Missing::NoGameHere))
        }
    };
    let reason = match found {
        Ok(Ok(board)) => match reason_to_stay(&board, user) {
            Some(reason) => reason,
            None => {
                let reply_to = reply_in_group(context.at);
                return context.services.boards.bring_down(board, context.topic, reply_to).await;
            }
        },
        Ok(Err(Missing::NoGameHere)) => return private_notices::tell_of_no_game(context).await,
        Ok(Err(missing)) => missing.phrase(),
        Err(error) => {
            log::error!("chat {}: no board is found: {error}", chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    private_notices::confirm(context, reason).await;
}

/// Returns the reason why a board is not brought to the end of its chat, if any.
fn reason_to_stay(board: &Board, user: UserId) -> Option<Phrase<'static>> {
    if board.surface().chat().is_none() {
        return Some(Phrase::PostedStays);
    }
    if board.session.seat_of(user).is_none() {
        return Some(Phrase::NotYourBoard);
    }
    board.session.outcome().is_some().then_some(Phrase::GameOver)
}

/// Resigns the game that is replied to, or the person's only open game in this chat, or asks which one.
pub(crate) async fn resign(context: Context, answers: Option<Answered>) {
    let meant = match answers {
        Some(answered) => answered_boards::find(&context, &answered).await,
        None => return resign_here(context).await,
    };
    match meant {
        Ok(Ok(board)) => resign_from(context, board.surface(), board.session.id()).await,
        Ok(Err(missing)) => private_notices::confirm(context, missing.phrase()).await,
        Err(error) => fail_to_resign(context, &error).await,
    }
}

async fn resign_here(mut context: Context) {
    let (chat, user) = (context.at.chat, context.from.user);
    match context.services.play.open_boards(chat, user, LISTED_MAX).await.as_deref() {
        Ok([]) => private_notices::tell_of_no_game(context).await,
        Ok([only]) => resign_from(context, chat.into(), only.session.id()).await,
        Ok(boards) => {
            let view = context.menu().await.boards(boards, user, Question::GiveUp);
            context.reply_page(view).await;
        }
        Err(error) => fail_to_resign(context, error).await,
    }
}

async fn resign_from(context: Context, surface: Surface, id: SessionId) {
    let user = context.from.user;
    match context.services.play.give_up(surface, id, user).await {
        Ok(Pressed::Changed(board)) => {
            private_notices::confirm(context, endings::given_up(&board.session, user)).await;
        }
        Ok(Pressed::Refused(refusal, board)) => {
            private_notices::confirm(context, moves::reason(refusal, &board, None)).await;
        }
        // The game has ended meanwhile.
        Ok(Pressed::Unknown) => private_notices::tell_of_no_game(context).await,
        Err(error) => fail_to_resign(context, &error).await,
    }
}

async fn fail_to_resign(mut context: Context, error: &StoreError) {
    log::error!("chat {}: no game is resigned: {error}", context.at.chat.0);
    context.tell(Phrase::CommandFailed).await;
}

/// Resigns the game chosen from the list.
pub(crate) async fn give_up(press: PressContext, id: SessionId) -> context::Answered {
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
        // The list is removed, so that a second tap does not hit the next game in it.
        context.replace(context.menu().await.given_up(toast));
    }
    answered
}

/// Brings the board chosen from the list to the end of the chat.
pub(crate) async fn bring(press: PressContext, id: SessionId) -> context::Answered {
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
    let Some(permit) = context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let (services, topic) = (Arc::clone(&context.services), context.topic);
    permit.spawn(async move { services.boards.bring_down(board, topic, None).await });
    press.answer(result, None).await
}
