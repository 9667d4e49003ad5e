//! The next game after one that is over, in a message of its own. The old board keeps its moves and its
//! last position, and its buttons work once.
//!
//! No player is seated in a game without asking for it. In private chats a player offers the next game on
//! the board of the opponent, and it begins when both want the same. In a group the next board is sent at
//! once, with a seat reserved for the opponent.

use std::sync::Arc;
use std::time::Instant;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::bot::messages::boards::{SeenAt, views_of};
use crate::bot::services::Services;
use crate::bot::start::new_game::{self, Started};
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::games::looks::{ViewAccess, ViewRequest};
use crate::play::games::rematches::Asked;
use crate::play::games::transitions::Wish;
use crate::session::board::{Board, ChatId, Place};
use crate::session::choice::{Next, Opponent, Setup};
use crate::session::{Refusal, Revision, UserId};
use crate::store::StoreError;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::messenger::reply_in_group;
use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum number of tries; the second one follows a conflict.
const TRIES_MAX: u32 = 2;

/// Result of asking for another game.
enum Done {
    /// With the board of the finished game.
    Started(Started, Box<Board>),
    /// The opponent has to agree. `is_late` is set if the opponent's own offer has lapsed.
    Offered {
        board: Board,
        is_late: bool,
    },
    /// The opponent asked at the same moment, and the game has begun.
    Met(Board),
    Refused(Refusal, Board),
    Unknown,
}

/// Sets up the new game, answers, sends its board and removes the buttons of the old one.
pub(crate) async fn handle(press: PressContext, look: ViewRequest, next: Next) -> Answered {
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(look.id), press.arrived());
    let starting_next = go_on(&press.context, look, next, arrived);
    let (done, _) = futures::join!(starting_next, press.context.language());
    let (result, toast) = match &done {
        Ok(Done::Started(started, _)) => new_game::told_of(started, Phrase::NextGameBegun),
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
    let missed = missed_by(&context, &done).await;
    // A user who is being sent the board need not be told that it exists.
    let toast = toast.filter(|_| !matches!(missed, Some(Missed::Sent(..))));
    let show = async {
        match done {
            Ok(Done::Started(Started::New(board, sending), before)) => {
                send_in_background(&context, Box::new(board), sending, (*before, seen_at));
            }
            Ok(Done::Started(Started::Before | Started::Already, before)) => {
                show_missed(&context, (*before, missed), seen_at).await;
            }
            Ok(Done::Offered { board, .. }) => {
                services.boards.settle(board, seen_at, arrived).await
            }
            Ok(Done::Met(before)) => show_missed(&context, (before, missed), seen_at).await,
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
    look: ViewRequest,
    next: Next,
    arrived: Instant,
) -> Result<Done, StoreError> {
    let play = &context.services.play;
    if !look.surface.is_private() {
        return Ok(match play.look_back(look).await? {
            ViewAccess::Seen(board) => begin(context, look.user, next, board).await?,
            ViewAccess::Refused(refusal, board) => Done::Refused(refusal, board),
            ViewAccess::Unknown => Done::Unknown,
        });
    }
    for _ in 0..TRIES_MAX {
        let (before, session) = match play.ask_for_another(look, next).await? {
            Asked::Begins(before) => return begin(context, look.user, next, before).await,
            Asked::Offers(before, session) => (before, *session),
            Asked::Refused(Refusal::AlreadyOffered, before)
                if context.services.boards.views().is_left(&before).await? =>
            {
                return Ok(Done::Started(Started::Before, Box::new(before)));
            }
            Asked::Refused(refusal, board) => return Ok(Done::Refused(refusal, board)),
            Asked::Unknown => return Ok(Done::Unknown),
        };
        if context.services.boards.views().is_left(&before).await? {
            return Ok(Done::Started(Started::Before, Box::new(before)));
        }
        if let Some(reason) = objection(context, &before, look.user).await? {
            return Ok(Done::Started(Started::Declined(reason), Box::new(before)));
        }
        let wanted = before.session.rematch();
        if let Some(offered) = play.offer_another(&before, session, (look.user, arrived)).await? {
            if context.services.boards.views().is_left(&offered).await? {
                return Ok(Done::Met(offered));
            }
            // Accepting a standing offer would have begun the game: an equal offer has lapsed.
            let is_late = wanted.is_some_and(|(side, wanted)| {
                wanted == next && offered.session.seat_of(look.user) != Some(side)
            });
            return Ok(Done::Offered { board: offered, is_late });
        }
    }
    Err(StoreError::Overloaded)
}

/// Creates the game after the one of this board, for one of its players.
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
    // In a group the open seat is the offer.
    let (setup, reserved) = match setup.opponent {
        Opponent::Person(other) if !chat.is_private() => {
            (Setup { opponent: Opponent::Anybody, ..setup }, Some(other))
        }
        Opponent::Person(_) | Opponent::Engine(_) | Opponent::Anybody => (setup, None),
    };
    if !services.boards.views().is_left(&before).await? {
        let reason = match reserved {
            Some(other) => unwelcome(services, user, other).await?,
            None => nobody_to_play(services, chat, user, setup.opponent).await?,
        };
        if let Some(reason) = reason {
            return Ok(Done::Started(Started::Declined(reason), Box::new(before)));
        }
    }
    let Some(_guard) = services.limits.starting_next.take(before.session.id()) else {
        return Ok(Done::Started(Started::Before, Box::new(before)));
    };
    let id = services.boards.views().next_id(&before.session);
    let wish = Wish { id, owner: user, chat, topic, setup, reserved };
    // A game played to its end does not count towards the limit: it took time.
    let started = match before.session.is_settled() {
        true => new_game::create(context, wish).await?,
        false => new_game::create_uncounted(context, wish).await?,
    };
    Ok(Done::Started(started, Box::new(before)))
}

/// Returns the reason why a player cannot offer the opponent another game.
async fn objection(
    context: &Context,
    before: &Board,
    user: UserId,
) -> Result<Option<Denial>, StoreError> {
    let Some(other) = before.session.opponent_of(user) else { return Ok(None) };
    let play = &context.services.play;
    if play.store().are_apart(user, other).await? {
        return Ok(Some(Denial::OPPONENT_UNAVAILABLE));
    }
    if play.person(other).await?.is_some_and(|person| !person.is_reachable) {
        return Ok(Some(Denial::OPPONENT_AWAY));
    }
    // A player who has lost the message is sent the board again.
    let is_seen = before.is_private() && before.is_shown_in(ChatId::of_person(other));
    Ok((!is_seen).then_some(Denial::REMATCH_UNSEEN))
}

/// Returns the reason why no seat is reserved for that person in a group.
async fn unwelcome(
    services: &Services,
    user: UserId,
    other: UserId,
) -> Result<Option<Denial>, StoreError> {
    if services.play.store().are_apart(user, other).await? {
        return Ok(Some(Denial::OPPONENT_UNAVAILABLE));
    }
    let too_many = services.play.too_many_challenges(user, other).await?;
    Ok(too_many.map(|too_many| Denial::too_many(services, too_many)))
}

/// Returns the reason why the opponent in a private chat cannot play the next game: the opponent has left,
/// is blocked, cannot be reached, or has too many games.
async fn nobody_to_play(
    services: &Services,
    chat: ChatId,
    user: UserId,
    opponent: Opponent,
) -> Result<Option<Denial>, StoreError> {
    let play = &services.play;
    let other = match opponent {
        Opponent::Anybody if chat.is_private() => return Ok(Some(Denial::OPPONENT_AWAY)),
        Opponent::Person(other) if chat.is_private() => other,
        Opponent::Person(_) | Opponent::Engine(_) | Opponent::Anybody => return Ok(None),
    };
    if play.store().are_apart(user, other).await? {
        return Ok(Some(Denial::OPPONENT_UNAVAILABLE));
    }
    if play.person(other).await?.is_some_and(|person| !person.is_reachable) {
        return Ok(Some(Denial::OPPONENT_AWAY));
    }
    let too_many = play.too_many(ChatId::of_person(other), other).await?;
    Ok(too_many.map(|_| Denial::OPPONENT_BUSY))
}

/// State of the next game's board.
enum Missed {
    Not,
    /// Another task is sending it.
    OnItsWay,
    /// It was never sent, and is to be sent with this permit.
    Sent(Box<Board>, Sending),
}

/// Finds out whether the next game's board was never sent: the process that was to send it may have died.
async fn missed(context: &Context, before: &Board) -> Result<Missed, StoreError> {
    let (services, chat) = (&context.services, context.at.chat);
    let id = services.boards.views().next_id(&before.session);
    // The task that creates it may still decline.
    let Some(board) = services.play.board(chat, id).await? else { return Ok(Missed::OnItsWay) };
    // The board could not be sent anywhere when the game began.
    let is_lost = board.shown == Revision::LAST && board.session.outcome().is_none();
    let is_seen_in_private = !chat.is_private()
        && board.placements().any(|other| other.surface().is_private() && other.message.is_some());
    let is_unsent = board.shown == Revision::NONE || is_lost && !is_seen_in_private;
    if board.message.is_some() || !is_unsent {
        return Ok(Missed::Not);
    }
    let Some(sending) = services.boards.begin_sending(chat, id) else {
        return Ok(Missed::OnItsWay);
    };
    let is_ours = match is_lost {
        true => services.play.recall(id, chat, None).await?,
        false => services.play.claim_missed(chat, id).await?,
    };
    Ok(if is_ours { Missed::Sent(Box::new(board), sending) } else { Missed::OnItsWay })
}

/// Like [`missed`], if the next game had been created before this press.
async fn missed_by(context: &Context, done: &Result<Done, StoreError>) -> Option<Missed> {
    let before = match done {
        Ok(Done::Started(Started::Before | Started::Already, before)) => before.as_ref(),
        Ok(Done::Met(before)) => before,
        Ok(Done::Started(..) | Done::Offered { .. } | Done::Refused(..) | Done::Unknown)
        | Err(_) => return None,
    };
    let missed = missed(context, before).await.unwrap_or_else(|error| {
        let ChatId(chat) = context.at.chat;
        log::warn!("chat {chat}: it is unknown whether a board is missed: {error}");
        Missed::OnItsWay
    });
    Some(missed)
}

async fn show_missed(
    context: &Context,
    (before, missed): (Board, Option<Missed>),
    seen_at: SeenAt,
) {
    match missed.unwrap_or(Missed::OnItsWay) {
        Missed::Not => leave(&context.services, before, seen_at),
        Missed::OnItsWay => {}
        Missed::Sent(board, sending) => {
            send_in_background(context, board, Some(sending), (before, seen_at));
        }
    }
}

/// Sends the board of the next game in the background, and removes the buttons of the old one once it is
/// there. Until then they bring it.
fn send_in_background(
    context: &Context,
    board: Box<Board>,
    sending: Option<Sending>,
    (before, seen_at): (Board, SeenAt),
) {
    let Some(permit) = context.background_permit_for_board() else { return };
    let (services, reply_to) = (Arc::clone(&context.services), reply_in_group(context.at));
    permit.spawn(async move {
        if services.boards.send(*board, sending, Priority::Reply, reply_to).await {
            leave(&services, before, seen_at);
        }
    });
}

/// Removes the buttons of a finished board whose player has gone on: at the pressed message, or at the
/// known one if the pressed message shows something else. An opponent's board in another chat loses its
/// buttons too.
fn leave(services: &Services, before: Board, seen_at: SeenAt) {
    let others: Vec<Board> =
        views_of(&before).filter(|view| view.surface() != before.surface()).collect();
    let message = seen_at.and_then(|(at, _)| Place::message(at)).or(before.message);
    services.boards.draw_left(&Board { message, ..before });
    for board in others {
        services.boards.draw_left(&board);
    }
}
