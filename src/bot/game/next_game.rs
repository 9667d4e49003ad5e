//! The next game after one that is over, in a message of its own. The old board keeps its moves and its
//! last position, and its buttons work once.
//!
//! No player is seated in a game without asking for it. In private chats a player offers the next game on
//! the board of the opponent, and it begins when both want the same. In a group the next board is sent at
//! once, with a seat reserved for the opponent.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::board::{Board, ChatId, Place};
use zerosum_session::choice::{Next, Opponent, Setup};
use zerosum_session::game::rematch::Another;
use zerosum_session::{Refusal, Revision, Session, UserId};
use zerosum_store::StoreError;

use crate::bot::context::{Answer, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::boards::SeenAt;
use crate::bot::services::Services;
use crate::bot::start::new_game;
use crate::play::games::rematches::CannotPlay;
use crate::play::games::transitions::{NewGameRequest, NotDone};
use crate::play::games::view_requests::ViewRequest;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::messenger::reply_in_group;
use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum number of tries; the second one follows a conflict.
const TRIES_MAX: u32 = 2;

/// Sets up or offers the new game, sends its board and removes the buttons of the old one.
pub(crate) async fn handle(press: &PressContext, request: ViewRequest, next: Next) -> Handled {
    let (outcome, _) = futures::join!(go_on(press, request, next), press.context.language());
    outcome
}

async fn go_on(press: &PressContext, request: ViewRequest, next: Next) -> Handled {
    let services = Arc::clone(&press.context.services);
    let play = &services.play;
    let deny = |not_done| Denial::of(not_done, request.surface, None);
    if !request.surface.is_private() {
        let before = play.view(request, Session::check_end).await.map_err(deny)?;
        return begin(press, request.user, next, before).await;
    }
    let (seen_at, arrived) = (press.seen_at(request.id), press.arrived());
    for _ in 0..TRIES_MAX {
        let (before, session) = match play.ask_for_another(request, next).await {
            Ok((before, Another::Begins)) => return begin(press, request.user, next, before).await,
            Ok((before, Another::Offered(session))) => (before, *session),
            Err(NotDone::Refused(Refusal::AlreadyOffered, before)) => {
                if services.boards.views.is_left(&before).await? {
                    return go_on_before(press, before).await;
                }
                return Err(Denial::refused(Refusal::AlreadyOffered, before, None).into());
            }
            Err(not_done) => return Err(deny(not_done)),
        };
        if services.boards.views.is_left(&before).await? {
            return go_on_before(press, before).await;
        }
        play.check_offer(&before, request.user).await?.map_err(deny_opponent)?;
        let wanted = before.session.rematch();
        if let Some(offered) = play.offer_another(&before, session, (request.user, arrived)).await?
        {
            // The opponent asked at the same moment, and the game has begun.
            if services.boards.views.is_left(&offered).await? {
                bring(press, offered).await;
                return Ok(labels::Press::Changed.into());
            }
            // Accepting a standing offer would have begun the game: an equal offer has lapsed.
            let is_late = wanted.is_some_and(|(side, wanted)| {
                wanted == next && offered.session.seat_of(request.user) != Some(side)
            });
            let answer =
                Answer::new(labels::Press::Changed, is_late.then_some(Phrase::RematchLate));
            return Ok(answer.with(async move {
                services.boards.settle(offered, seen_at, arrived).await;
            }));
        }
    }
    Err(StoreError::Contended.into())
}

/// Creates the game after the one of this board, for one of its players.
async fn begin(press: &PressContext, user: UserId, next: Next, before: Board) -> Handled {
    let (context, services) = (&press.context, &press.context.services);
    let setup = before.session.setup_of(user).and_then(|setup| setup.after(next));
    let setup = setup.ok_or(Denial::UNKNOWN_GAME)?;
    let (chat, topic) = (context.at.chat, before.topic);
    // In a group the open seat is the offer.
    let (setup, reserved) = match setup.opponent {
        Opponent::Person(other) if !chat.is_private() => {
            (Setup { opponent: Opponent::Anybody, ..setup }, Some(other))
        }
        Opponent::Person(_) | Opponent::Engine(_) | Opponent::Anybody => (setup, None),
    };
    let is_with_engine = matches!(setup.opponent, Opponent::Engine(_));
    if !is_with_engine && !services.boards.views.is_left(&before).await? {
        match reserved {
            Some(other) => check_challenge(services, user, other).await?,
            None if chat.is_private() => {
                let checked = services.play.check_opponent(user, setup.opponent).await?;
                checked.map_err(deny_opponent)?;
            }
            None => {}
        }
    }
    let Some(guard) = services.limits.starting_next.take(before.session.id()) else {
        return go_on_before(press, before).await;
    };
    let id = services.ids.next_id(&before.session);
    let request = NewGameRequest { id, owner: user, chat, topic, setup, reserved };
    // A game played to its end does not count towards the limit: it took time.
    let started = match before.session.is_settled() {
        true => new_game::create(context, request).await?,
        false => new_game::create_uncounted(context, request).await?,
    };
    drop(guard);
    let Some((board, sending)) = started else { return go_on_before(press, before).await };
    send_in_background(press, board, sending, before);
    Ok(labels::Press::Started.into())
}

/// Answers a player whose next game had begun before.
async fn go_on_before(press: &PressContext, before: Board) -> Handled {
    let is_sent = bring(press, before).await;
    // A user who is being sent the board need not be told that it exists.
    let toast = (!is_sent).then_some(Phrase::NextGameBegun);
    Ok(Answer::new(labels::Press::StartedBefore, toast))
}

/// Checks that a seat may be reserved for that person in a group.
async fn check_challenge(
    services: &Services,
    user: UserId,
    other: UserId,
) -> Result<(), Box<Denial>> {
    if services.play.store().are_apart(user, other).await? {
        return Err(Denial::OPPONENT_UNAVAILABLE.into());
    }
    Ok(services.play.check_challenges(user, other).await??)
}

fn deny_opponent(reason: CannotPlay) -> Denial {
    match reason {
        CannotPlay::Blocked => Denial::OPPONENT_UNAVAILABLE,
        CannotPlay::Away => Denial::OPPONENT_AWAY,
        CannotPlay::Unseen => Denial::REMATCH_UNSEEN,
        CannotPlay::Busy => Denial::OPPONENT_BUSY,
    }
}

/// Like [`send_if_missed`]. While the store is unavailable another task may be sending the board.
async fn bring(press: &PressContext, before: Board) -> bool {
    send_if_missed(press, before).await.unwrap_or_else(|error| {
        let ChatId(chat) = press.context.at.chat;
        log::warn!("chat {chat}: cannot tell whether a board is missing: {error}");
        false
    })
}

/// Sends the board of the next game if that was never done, because the process that was to send it has
/// died, and returns whether it does so. Else it removes the buttons of the old board, unless another task
/// is sending the new one.
async fn send_if_missed(press: &PressContext, before: Board) -> Result<bool, StoreError> {
    let (services, chat) = (&press.context.services, press.context.at.chat);
    let id = services.ids.next_id(&before.session);
    // The task that creates it may still decline.
    let Some(board) = services.play.board(chat, id).await? else { return Ok(false) };
    // The board could not be sent anywhere when the game began.
    let is_lost = board.shown == Revision::LAST && board.session.outcome().is_none();
    let is_seen_in_private = !chat.is_private()
        && board.placements().any(|other| other.surface().is_private() && other.message.is_some());
    let is_unsent = board.shown == Revision::NONE || is_lost && !is_seen_in_private;
    if board.message.is_some() || !is_unsent {
        let seen_at = press.seen_at(before.session.id());
        leave(services, before, seen_at);
        return Ok(false);
    }
    let Some(sending) = services.boards.begin_sending(chat, id) else { return Ok(false) };
    let is_ours = match is_lost {
        true => services.play.recall(id, chat, None).await?,
        false => services.play.claim_missed(chat, id).await?,
    };
    if is_ours {
        send_in_background(press, board, Some(sending), before);
    }
    Ok(is_ours)
}

/// Sends the board of the next game in the background, and removes the buttons of the old one once it is
/// there. Until then they bring it.
fn send_in_background(press: &PressContext, board: Board, sending: Option<Sending>, before: Board) {
    let context = &press.context;
    let Some(permit) = context.background_permit_for_board() else { return };
    let (services, reply_to) = (Arc::clone(&context.services), reply_in_group(context.at));
    let seen_at = press.seen_at(before.session.id());
    permit.spawn(async move {
        if services.boards.send(board, sending, Priority::Reply, reply_to).await {
            leave(&services, before, seen_at);
        }
    });
}

/// Removes the buttons of a finished board whose player has gone on: at the pressed message, or at the
/// known one if the pressed message shows something else. An opponent's board in another chat loses its
/// buttons too.
fn leave(services: &Services, before: Board, seen_at: SeenAt) {
    let others: Vec<Board> =
        before.on_each_surface().filter(|board| board.surface() != before.surface()).collect();
    let message = seen_at.and_then(|(at, _)| Place::message(at)).or(before.message);
    services.boards.draw_left(&Board { message, ..before });
    for board in others {
        services.boards.draw_left(&board);
    }
}
