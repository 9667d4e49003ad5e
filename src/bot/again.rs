//! Another game after one that is over: in a message of its own. The old board keeps its moves and its
//! last position, and its buttons work once.

use std::sync::Arc;

use crate::bot::boards::SeenAt;
use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::moves;
use crate::bot::new_game::{self, Started};
use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::door::{OPEN_GAMES_MAX, Wish};
use crate::play::looks::{Look, Looked};
use crate::session::board::{Board, ChatId, Place};
use crate::session::choice::{Next, Opponent};
use crate::session::{Refusal, Revision, Session, SessionId, UserId};
use crate::store::StoreError;
use crate::telegram::messenger::reply_in_group;
use crate::telegram::rate_limit::Class;
use crate::telegram::sendings::Sending;

/// Unfinished games of the same kind that two people have in their private chats, of whom one has called the
/// other to another game.
const GAMES_OF_TWO_MAX: usize = 1;

/// What became of the wish for another game.
enum Done {
    /// Beside the game that is over.
    Started(Started, Box<Board>),
    Refused(Refusal, Board),
    Unknown,
}

/// Sets up the new game, answers, sends its board and takes the buttons from the old one.
pub(crate) async fn handle(press: PressContext, look: Look, next: Next) -> Answered {
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(look.id), press.arrived());
    let (done, _) = futures::join!(start(&press.context, look, next), press.context.language());
    let (result, toast) = match &done {
        Ok(Done::Started(started, _)) => new_game::told_of(started, Phrase::GoneOn),
        Ok(Done::Refused(refusal, board)) => {
            (moves::label_of(*refusal), Some(moves::reason(*refusal, board, None)))
        }
        Ok(Done::Unknown) => (labels::Press::UnknownGame, Some(Phrase::UnknownGame)),
        Err(error) => {
            let surface = look.surface;
            log::error!("{surface}: no other game is started: {error}");
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    let context = press.context_after();
    let show = async {
        match done {
            Ok(Done::Started(Started::New(board, sending), before)) => {
                send_aside(&context, Box::new(board), sending, (*before, seen_at));
            }
            Ok(Done::Started(Started::Before | Started::Already, before)) => {
                show_missed(&context, *before, seen_at).await;
            }
            Ok(Done::Refused(Refusal::NotSeated, _)) => {}
            Ok(Done::Refused(_, board)) => {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(
                Done::Started(Started::Declined(_) | Started::DeclinedAgain(_), _) | Done::Unknown,
            )
            | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), show);
    answered
}

async fn start(context: &Context, look: Look, next: Next) -> Result<Done, StoreError> {
    let services = &context.services;
    let before = match services.play.look_back(look).await? {
        Looked::Seen(board) => board,
        Looked::Refused(refusal, board) => return Ok(Done::Refused(refusal, board)),
        Looked::Unknown => return Ok(Done::Unknown),
    };
    let setup = before.session.setup_of(look.user);
    let Some(setup) = setup.and_then(|setup| setup.after(next)) else {
        return Ok(Done::Unknown);
    };
    if let Some(reason) = nobody_to_ask(services, &before, look.user, setup.opponent).await? {
        return Ok(Done::Started(Started::Declined(reason), Box::new(before)));
    }
    let (chat, topic) = (context.at.chat, before.topic);
    let Some(_going_on) = services.limits.going_on.take(before.session.id()) else {
        return Ok(Done::Started(Started::Before, Box::new(before)));
    };
    let id = next_id(services, &before.session);
    let wish = Wish { id, owner: look.user, chat, topic, setup, reserved: None };
    // Whoever has played a game to its end has taken their time.
    let started = match before.session.is_settled() {
        true => new_game::create(context, wish).await?,
        false => new_game::create_uncounted(context, wish).await?,
    };
    Ok(Done::Started(started, Box::new(before)))
}

/// Why the other one of two people who play in their private chats is not seated once more, if they are not:
/// they are called there without being asked. Of a game that is there already the same becomes for both.
async fn nobody_to_ask(
    services: &Services,
    before: &Board,
    user: UserId,
    opponent: Opponent,
) -> Result<Option<Phrase<'static>>, StoreError> {
    let (play, session) = (&services.play, &before.session);
    let Some(chat) = before.surface().chat().filter(|chat| chat.is_private()) else {
        return Ok(None);
    };
    let other = match opponent {
        Opponent::Engine(_) => return Ok(None),
        Opponent::Anybody => return Ok(Some(Phrase::OpponentAway)),
        Opponent::Person(other) => other,
    };
    if is_left(services, before).await? {
        return Ok(None);
    }
    if play.person(other).await?.is_some_and(|person| !person.is_reachable) {
        return Ok(Some(Phrase::OpponentAway));
    }
    if session.seat_of(other).is_some_and(|side| !session.has_moved(side)) {
        return Ok(Some(Phrase::OpponentUnmoved));
    }
    if play.too_many(ChatId::of_person(other), other).await?.is_some() {
        return Ok(Some(Phrase::OpponentBusy));
    }
    let open = play.open_boards(chat, user, OPEN_GAMES_MAX).await?;
    let is_theirs = |board: &&Board| {
        board.session.spec() == session.spec() && board.session.seat_of(other).is_some()
    };
    let is_crowded = open.iter().filter(is_theirs).count() >= GAMES_OF_TWO_MAX;
    Ok(is_crowded.then_some(Phrase::OpponentPlaysYou))
}

/// The id of the game that follows one which is over: the same for every button of its board, so that
/// only the first one starts anything.
fn next_id(services: &Services, session: &Session) -> SessionId {
    services.keyed.session_id(&("again", session.id()))
}

/// Whether the board of a game that somebody has gone on to is there.
enum Missed {
    Not,
    /// Somebody is at it.
    OnItsWay,
    /// It was never sent, and is to be sent by this right.
    Sent(Box<Board>, Sending),
}

/// Whoever asks for the next game again may not see its board: the process that was to send it may be
/// dead.
async fn missed(context: &Context, before: &Board) -> Result<Missed, StoreError> {
    let (services, chat) = (&context.services, context.at.chat);
    let id = next_id(services, &before.session);
    let board = services.play.board(chat, id).await?;
    let was_never_sent = |board: &Board| board.message.is_none() && board.shown == Revision::NONE;
    let Some(board) = board.filter(was_never_sent) else { return Ok(Missed::Not) };
    let Some(sending) = services.boards.begin_sending(chat, id) else {
        return Ok(Missed::OnItsWay);
    };
    let is_ours = services.play.claim_missed(chat, id).await?;
    Ok(if is_ours { Missed::Sent(Box::new(board), sending) } else { Missed::OnItsWay })
}

async fn show_missed(context: &Context, before: Board, seen_at: SeenAt) {
    let missed = missed(context, &before).await.unwrap_or_else(|error| {
        let ChatId(chat) = context.at.chat;
        log::warn!("chat {chat}: nobody knows whether a board is missed: {error}");
        Missed::OnItsWay
    });
    match missed {
        Missed::Not => leave(&context.services, before, seen_at).await,
        Missed::OnItsWay => {}
        Missed::Sent(board, sending) => {
            send_aside(context, board, Some(sending), (before, seen_at));
        }
    }
}

/// Sends the board of the next game, and takes the buttons from the one before when it is there. Until
/// then they bring it.
fn send_aside(
    context: &Context,
    board: Box<Board>,
    sending: Option<Sending>,
    (before, seen_at): (Board, SeenAt),
) {
    let Some(aside) = context.aside() else { return };
    let (services, reply_to) = (Arc::clone(&context.services), reply_in_group(context.at));
    aside.go_on(async move {
        if services.boards.send(*board, sending, Class::Reply, reply_to).await {
            leave(&services, before, seen_at).await;
        }
    });
}

/// Whether somebody has gone on from a board, as far as that is kept.
pub(crate) async fn is_left(services: &Services, board: &Board) -> Result<bool, StoreError> {
    if board.session.outcome().is_none() {
        return Ok(false);
    }
    Ok(services.play.board(board.surface(), next_id(services, &board.session)).await?.is_some())
}

/// Takes the buttons from the board of a game from which somebody has gone on: where it was pressed, or
/// where it is known to be if the message that was pressed shows something else.
async fn leave(services: &Services, before: Board, seen_at: SeenAt) {
    let message = seen_at.and_then(|(at, _)| Place::message(at)).or(before.message);
    services.boards.draw_left(&Board { message, ..before }, Class::Final).await;
}
