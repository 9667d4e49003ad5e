//! The open games of a person in a chat: listed, brought down, given up.

use std::sync::Arc;

use zerosum_games::side::Side;
use zerosum_metrics::labels;
use zerosum_render::board::endings;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::menus::{LISTED_MAX, NamedBoard, Question};
use zerosum_session::board::{Board, Surface};
use zerosum_session::{Refusal, SessionId, UserId};
use zerosum_store::StoreError;

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::replied_boards;
use crate::bot::messages::private_notices;
use crate::play::games::transitions::NotDone;
use crate::telegram::incoming::command::RepliedTo;
use crate::telegram::outgoing::messenger::reply_in_group;

/// Lists the person's open games in this chat, to bring one down or to give one up.
pub(crate) async fn list(mut context: Context, question: Question) {
    let (chat, user) = (context.at.chat, context.from.user);
    context.acknowledge().await;
    match context.services.play.open_boards(chat, user, LISTED_MAX).await {
        Ok(boards) if boards.is_empty() => private_notices::tell_of_no_game(context).await,
        Ok(boards) => show(context, boards, question).await,
        Err(error) => {
            log::error!("chat {}: cannot list boards: {error}", chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Sends the list of these boards.
async fn show(mut context: Context, boards: Vec<Board>, question: Question) {
    match named(&context, boards).await {
        Ok(boards) => {
            let view = context.menu().await.boards(&boards, context.from.user, question);
            context.reply_page(view).await;
        }
        Err(error) => {
            log::error!("chat {}: cannot list boards: {error}", context.at.chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Adds the names of their players to boards.
async fn named(context: &Context, boards: Vec<Board>) -> Result<Vec<NamedBoard>, StoreError> {
    let (views, language) = (&context.services.boards.views, context.page_language().await);
    let mut named = Vec::with_capacity(boards.len());
    for board in boards {
        let names = views.names(&board, language).await?;
        named.push((board, names));
    }
    Ok(named)
}

/// Brings the board that is replied to, or else the one that changed last, to the end of the chat.
pub(crate) async fn bring_meant(context: Context, replied_to: Option<RepliedTo>) {
    context.acknowledge().await;
    let (chat, user) = (context.at.chat, context.from.user);
    let found = match &replied_to {
        Some(replied_to) => replied_boards::get(&context, replied_to).await,
        None => match context.services.play.latest_open(chat, user).await {
            Ok(Some(board)) => Ok(board),
            Ok(None) => return private_notices::tell_of_no_game(context).await,
            Err(error) => Err(error.into()),
        },
    };
    match found {
        Ok(board) => match reason_to_stay(&board, user) {
            Some(reason) => private_notices::answer(context, reason).await,
            None => {
                let reply_to = reply_in_group(context.at);
                context.services.boards.bring_down(board, context.topic, reply_to).await;
            }
        },
        Err(denial) => private_notices::deny(context, denial).await,
    }
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
pub(crate) async fn resign(context: Context, replied_to: Option<RepliedTo>) {
    let Some(replied_to) = replied_to else { return resign_here(context).await };
    match replied_boards::get(&context, &replied_to).await {
        Ok(board) => resign_from(context, board.surface(), board.session.id()).await,
        Err(denial) => private_notices::deny(context, denial).await,
    }
}

async fn resign_here(mut context: Context) {
    let chat = context.at.chat;
    match games_to_resign(&context).await.as_deref() {
        Ok([]) => private_notices::tell_of_no_game(context).await,
        Ok([only]) => resign_from(context, chat.into(), only.session.id()).await,
        Ok(boards) => show(context, boards.to_vec(), Question::GiveUp).await,
        Err(error) => {
            log::error!("chat {}: cannot list the games to resign: {error}", chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Returns the person's open games here, or the only one that an earlier delivery of the same message was about.
async fn games_to_resign(context: &Context) -> Result<Vec<Board>, StoreError> {
    let (chat, user) = (context.at.chat, context.from.user);
    let (play, message) = (&context.services.play, context.request_id("resign"));
    let open = play.open_boards(chat, user, LISTED_MAX).await?;
    // Asked after the list: a game is noted before its resignation takes it from there.
    if let Some(noted) = play.store().acted_on_by(message).await? {
        return Ok(noted.seen_in(chat).into_iter().collect());
    }
    if let [only] = open.as_slice() {
        play.store().note_resigning(only.session.id(), message).await?;
    }
    Ok(open)
}

async fn resign_from(context: Context, surface: Surface, id: SessionId) {
    let user = context.from.user;
    match context.services.play.give_up(surface, id, user).await {
        Ok(board) => {
            private_notices::answer(context, endings::given_up(&board.session, user)).await;
        }
        // An earlier delivery of the message has resigned it.
        Err(NotDone::Refused(Refusal::Over, board)) if has_resigned(&board, user) => {
            private_notices::answer(context, endings::given_up(&board.session, user)).await;
        }
        // The game has ended meanwhile.
        Err(NotDone::Unknown) => private_notices::tell_of_no_game(context).await,
        Err(not_done) => {
            private_notices::deny(context, Denial::of(not_done, surface, None)).await;
        }
    }
}

fn has_resigned(board: &Board, user: UserId) -> bool {
    let session = &board.session;
    let is_by_choice = session.clock_end().is_none() && !session.is_left();
    let loser = session.resigned().filter(|_| is_by_choice);
    loser.is_some() && loser == session.seat_of(user)
}

/// Resigns the game chosen from the list, which was asked for by the player who began on this side. Others see the list,
/// too.
pub(crate) async fn give_up(press: &PressContext, id: SessionId, side: Side) -> Handled {
    let (context, surface) = (press.context_after(), Surface::Chat(press.context.at.chat));
    let user = context.from.user;
    let board = context.services.play.board(context.at.chat, id).await?;
    let seat =
        board.and_then(|board| Some(board.session.side_at_start(board.session.seat_of(user)?)));
    if seat.is_some_and(|seat| seat != side) {
        return Err(Denial::new(labels::Press::NotSeated, Phrase::ResignNotAsked).into());
    }
    let resigned = context.services.play.give_up(surface, id, user).await;
    let resigned = resigned.map_err(|not_done| Denial::of(not_done, surface, None));
    // The pressed message is a list, so no board is drawn.
    let board = resigned.map_err(|denial| Denial { board: None, ..*denial })?;
    let toast = endings::given_up(&board.session, user);
    Ok(Answer::new(labels::Press::Changed, Some(toast)).with(async move {
        // The list is removed, so that a second tap does not hit the next game in it.
        context.replace(context.menu().await.given_up(toast));
    }))
}

/// Brings the board chosen from the list to the end of the chat.
pub(crate) async fn bring(press: &PressContext, id: SessionId) -> Handled {
    let context = &press.context;
    let found = context.services.play.board(context.at.chat, id).await?;
    let board = found.ok_or(Denial::UNKNOWN_GAME)?;
    if board.session.seat_of(context.from.user).is_none() {
        return Err(Denial::NOT_YOUR_BOARD.into());
    }
    if board.session.outcome().is_some() {
        return Err(Denial::GAME_OVER.into());
    }
    let permit = context.background_permit()?;
    let services = Arc::clone(&context.services);
    // The topic of an old list is unknown.
    let topic = if press.is_accessible { context.topic } else { board.topic };
    permit.spawn(async move { services.boards.bring_down(board, topic, None).await });
    Ok(labels::Press::Asked.into())
}
