//! Another game after one that is over: in a message of its own. The old board keeps its moves and its
//! last position, and its buttons work once.
//!
//! Nobody is seated in a game without their wish. In their private chats one of two people offers the next game
//! on the board of the other one, and it begins when both want the same. In a group the next board is there at
//! once, with a seat that is kept for the other one.

use std::sync::Arc;
use std::time::Instant;

use crate::bot::boards::{SeenAt, views_of};
use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::moves;
use crate::bot::new_game::{self, Started};
use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::door::Wish;
use crate::play::looks::{Look, Looked};
use crate::play::rematches::Asked;
use crate::session::board::{Board, ChatId, Place};
use crate::session::choice::{Next, Opponent, Setup};
use crate::session::{Refusal, Revision, Session, SessionId, UserId};
use crate::store::StoreError;
use crate::telegram::messenger::reply_in_group;
use crate::telegram::rate_limit::Class;
use crate::telegram::sendings::Sending;

/// A wish for another game that follows a lost race is the last try.
const TRIES_MAX: u32 = 2;

/// What became of the wish for another game.
enum Done {
    /// Beside the game that is over.
    Started(Started, Box<Board>),
    /// The other one of two people has to want it as well, who may have wanted it too long ago.
    Offered {
        board: Board,
        is_late: bool,
    },
    /// The other one has wanted it at the same moment, and it has begun.
    Met(Board),
    Refused(Refusal, Board),
    Unknown,
}

/// Sets up the new game, answers, sends its board and takes the buttons from the old one.
pub(crate) async fn handle(press: PressContext, look: Look, next: Next) -> Answered {
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(look.id), press.arrived());
    let going_on = go_on(&press.context, look, next, arrived);
    let (done, _) = futures::join!(going_on, press.context.language());
    let (result, toast) = match &done {
        Ok(Done::Started(started, _)) => new_game::told_of(started, Phrase::GoneOn),
        Ok(Done::Offered { is_late, .. }) => {
            (labels::Press::Changed, is_late.then_some(Phrase::RematchLate))
        }
        Ok(Done::Met(_)) => (labels::Press::Changed, None),
        Ok(Done::Refused(Refusal::AlreadyOffered, _)) => {
            (moves::label_of(Refusal::AlreadyOffered), Some(Phrase::RematchOffered))
        }
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
            Ok(Done::Offered { board, .. }) => {
                services.boards.settle(board, seen_at, arrived).await
            }
            Ok(Done::Met(before)) => show_missed(&context, before, seen_at).await,
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

async fn go_on(
    context: &Context,
    look: Look,
    next: Next,
    arrived: Instant,
) -> Result<Done, StoreError> {
    let play = &context.services.play;
    if !look.surface.is_private() {
        return Ok(match play.look_back(look).await? {
            Looked::Seen(board) => begin(context, look.user, next, board).await?,
            Looked::Refused(refusal, board) => Done::Refused(refusal, board),
            Looked::Unknown => Done::Unknown,
        });
    }
    for _ in 0..TRIES_MAX {
        let (before, session) = match play.ask_for_another(look, next).await? {
            Asked::Begins(before) => return begin(context, look.user, next, before).await,
            Asked::Offers(before, session) => (before, *session),
            Asked::Refused(Refusal::AlreadyOffered, before)
                if is_left(&context.services, &before).await? =>
            {
                return Ok(Done::Started(Started::Before, Box::new(before)));
            }
            Asked::Refused(refusal, board) => return Ok(Done::Refused(refusal, board)),
            Asked::Unknown => return Ok(Done::Unknown),
        };
        if is_left(&context.services, &before).await? {
            return Ok(Done::Started(Started::Before, Box::new(before)));
        }
        if let Some(reason) = objection(context, &before, look.user).await? {
            return Ok(Done::Started(Started::Declined(reason), Box::new(before)));
        }
        let wanted = before.session.rematch();
        if let Some(offered) = play.offer_another(&before, session, arrived).await? {
            if is_left(&context.services, &offered).await? {
                return Ok(Done::Met(offered));
            }
            // Whoever accepts what stands no longer offers the same.
            let is_late = wanted.is_some_and(|(side, wanted)| {
                wanted == next && offered.session.seat_of(look.user) != Some(side)
            });
            return Ok(Done::Offered { board: offered, is_late });
        }
    }
    Err(StoreError::Overloaded)
}

/// Sets up the game after the one of this board, for somebody who plays there.
async fn begin(
    context: &Context,
    user: UserId,
    next: Next,
    before: Board,
) -> Result<Done, StoreError> {
    let services = &context.services;
    let setup = before.session.setup_of(user).and_then(|setup| setup.after(next));
    let Some(setup) = setup else { return Ok(Done::Unknown) };
    let (chat, topic) = (context.at.chat, before.topic);
    // Where several see the board, its seat is the offer.
    let (setup, reserved) = match setup.opponent {
        Opponent::Person(other) if !chat.is_private() => {
            (Setup { opponent: Opponent::Anybody, ..setup }, Some(other))
        }
        Opponent::Person(_) | Opponent::Engine(_) | Opponent::Anybody => (setup, None),
    };
    if !is_left(services, &before).await? {
        let reason = match reserved {
            Some(other) => unwelcome(services, user, other).await?,
            None => nobody_to_play(services, chat, setup.opponent).await?,
        };
        if let Some(reason) = reason {
            return Ok(Done::Started(Started::Declined(reason), Box::new(before)));
        }
    }
    let Some(_going_on) = services.limits.going_on.take(before.session.id()) else {
        return Ok(Done::Started(Started::Before, Box::new(before)));
    };
    let id = next_id(services, &before.session);
    let wish = Wish { id, owner: user, chat, topic, setup, reserved };
    // Whoever has played a game to its end has taken their time.
    let started = match before.session.is_settled() {
        true => new_game::create(context, wish).await?,
        false => new_game::create_uncounted(context, wish).await?,
    };
    Ok(Done::Started(started, Box::new(before)))
}

/// Why somebody offers the other one of two people no other game.
async fn objection(
    context: &Context,
    before: &Board,
    user: UserId,
) -> Result<Option<Phrase<'static>>, StoreError> {
    let Some(other) = before.session.opponent_of(user) else { return Ok(None) };
    let play = &context.services.play;
    if play.are_apart(user, other).await? {
        return Ok(Some(Phrase::ChallengeApart));
    }
    if play.person(other).await?.is_some_and(|person| !person.is_reachable) {
        return Ok(Some(Phrase::OpponentAway));
    }
    let theirs = before.seen_in(ChatId::of_person(other));
    let is_seen = before.is_private() && theirs.is_some_and(|board| board.place().is_some());
    Ok((!is_seen).then_some(Phrase::RematchUnseen))
}

/// Why no seat is kept in a group for that person.
async fn unwelcome(
    services: &Services,
    user: UserId,
    other: UserId,
) -> Result<Option<Phrase<'static>>, StoreError> {
    if services.play.are_apart(user, other).await? {
        return Ok(Some(Phrase::SeatNotForYou));
    }
    let too_many = services.play.too_many_challenges(user, other).await?;
    Ok(too_many.map(|too_many| new_game::reason(services, too_many)))
}

/// Why nobody plays the next game with somebody in their private chat, if that is so: the other one has left,
/// cannot be reached, or plays as many games as they may by now.
async fn nobody_to_play(
    services: &Services,
    chat: ChatId,
    opponent: Opponent,
) -> Result<Option<Phrase<'static>>, StoreError> {
    let play = &services.play;
    let other = match opponent {
        Opponent::Anybody if chat.is_private() => return Ok(Some(Phrase::OpponentAway)),
        Opponent::Person(other) if chat.is_private() => other,
        Opponent::Person(_) | Opponent::Engine(_) | Opponent::Anybody => return Ok(None),
    };
    if play.person(other).await?.is_some_and(|person| !person.is_reachable) {
        return Ok(Some(Phrase::OpponentAway));
    }
    let too_many = play.too_many(ChatId::of_person(other), other).await?;
    Ok(too_many.map(|_| Phrase::OpponentBusy))
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
    // Whoever is at it may be told that there is none.
    let Some(board) = services.play.board(chat, id).await? else { return Ok(Missed::OnItsWay) };
    if board.message.is_some() || board.shown != Revision::NONE {
        return Ok(Missed::Not);
    }
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
/// where it is known to be if the message that was pressed shows something else. If another person has played
/// it in a chat of their own, they have gone on as well.
async fn leave(services: &Services, before: Board, seen_at: SeenAt) {
    let others: Vec<Board> =
        views_of(&before).filter(|view| view.surface() != before.surface()).collect();
    let message = seen_at.and_then(|(at, _)| Place::message(at)).or(before.message);
    services.boards.draw_left(&Board { message, ..before }, Class::Final).await;
    for board in others {
        services.boards.draw_left(&board, Class::Final).await;
    }
}
