//! Steps through finished games and records move by move, in a message of its own; nothing is written. A
//! new game can be started from any position.

use std::sync::Arc;

use zerosum_games::Game;
use zerosum_games::record::Record;
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::study::replay;
use zerosum_render::tap::Ply;
use zerosum_session::board::Board;
use zerosum_session::{Session, SessionId};

use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::start::new_game::{self, NewBoard};
use crate::bot::study::records;
use crate::bot::study::share_challenges;
use crate::telegram::outgoing::messenger::reply_in_group;

/// Maximum number of games that a person begins again by one button.
const AGAIN_MAX: u32 = 32;

/// Sends the page for stepping through a game, starting at its end.
pub(crate) async fn open(press: &PressContext, id: SessionId) -> Handled {
    open_at(press, id, None).await
}

/// Sends that page at the position after this many plies.
pub(crate) async fn open_at(press: &PressContext, id: SessionId, ply: Option<Ply>) -> Handled {
    let board = board_shown(&press.context, id).await?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let ply = ply.unwrap_or_else(|| Ply(replay::length(&board.session)));
        let view = page(&context, &board, ply).await;
        context.reply_page(view).await;
    });
    Ok(labels::Press::Looked.into())
}

/// Turns the page to the position after this many plies.
pub(crate) async fn step(press: &PressContext, id: SessionId, ply: Ply) -> Handled {
    let board = board_shown(&press.context, id).await?;
    let mut view = page(&press.context, &board, ply).await;
    if let Some(token) = press.challenge() {
        let button = share_challenges::button(&press.context, token).await;
        view.keyboard.extend(button.map(|button| vec![button]));
    }
    press.turn_page(view)
}

/// Begins a game from the position after this many plies: on the user's own side at the same level if it
/// was their game, else on the side to move.
pub(crate) async fn play_on(press: &PressContext, id: SessionId, ply: Ply) -> Handled {
    let board = board_shown(&press.context, id).await?;
    let beginning = begin(&press.context, &board, ply, Purpose::PlayOn);
    let (begun, _) = futures::join!(beginning, press.context.language());
    answer(&press.context, begun?).await
}

/// Like [`play_on`], from the position before a mistake of the user, which its first move may make good.
pub(crate) async fn try_again(press: &PressContext, id: SessionId, ply: Ply) -> Handled {
    let board = board_shown(&press.context, id).await?;
    let beginning = begin(&press.context, &board, ply, Purpose::TryAgain);
    let (begun, _) = futures::join!(beginning, press.context.language());
    let begun = begun?;
    if let (_, Some((board, _))) = &begun {
        let (services, session) = (Arc::clone(&press.context.services), board.session.clone());
        // Found while the player thinks, so that the answer to their move does not wait for it.
        press.context.services.spawn(async move {
            services.play.analysis(&session).await;
        });
    }
    answer(&press.context, begun).await
}

/// Sends the board of a game that was begun. One that was begun before by the same button is brought down, unless it is
/// the one that /board brings.
async fn answer(context: &Context, (id, started): Begun) -> Handled {
    let (services, user, at) = (&context.services, context.from.user, context.at);
    if started.is_none() && !services.boards.is_being_sent(at.chat, id) {
        let latest = services.play.latest_open(at.chat, user).await?;
        if latest.is_none_or(|latest| latest.session.id() != id) {
            let before = board_here(context, id).await?;
            let (permit, services) = (context.background_permit()?, Arc::clone(services));
            let (topic, reply_to) = (context.topic, reply_in_group(at));
            permit.spawn(async move { services.boards.bring_down(before, topic, reply_to).await });
            return Ok(labels::Press::Looked.into());
        }
    }
    new_game::answer(context, started)
}

/// The board of a game in the chat in which it was played.
pub(crate) async fn board_here(context: &Context, id: SessionId) -> Result<Board, Box<Denial>> {
    Ok(context.services.play.board(context.at.chat, id).await?.ok_or(Denial::UNKNOWN_GAME)?)
}

/// The board of a game that may be stepped through: a game of two people only when it is over.
async fn board_shown(context: &Context, id: SessionId) -> Result<Board, Box<Denial>> {
    let board = board_here(context, id).await?;
    match board.session.is_in_play_between_people() {
        true => Err(Denial::STILL_IN_PLAY.into()),
        false => Ok(board),
    }
}

/// The page of a game at the position after this many plies.
pub(crate) async fn page(context: &Context, board: &Board, ply: Ply) -> View {
    let services = &context.services;
    let look = services.people.look_on(context.at.chat, context.from.user).await;
    let language = context.page_language().await;
    let page = replay::page(&board.session, ply, services.localizer(language));
    page.in_look(look, board.session.spec())
}

/// The reason for which a game is begun from a position of another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    PlayOn,
    TryAgain,
}

/// The id of a game, and its board if it has begun with this press.
type Begun = (SessionId, Option<NewBoard>);

async fn begin(
    context: &Context,
    board: &Board,
    Ply(ply): Ply,
    purpose: Purpose,
) -> Result<Begun, Box<Denial>> {
    let session = &board.session;
    let mut record = Record::new(session.spec());
    for code in session.moves().iter().take(ply.into()) {
        record.play(*code).expect("the moves of a session are legal");
    }
    let owner = context.from.user;
    // From its start a replay is played as it was: the same side, at the same level.
    let own = session.seat_of(owner).filter(|_| !session.is_replay() || ply == 0);
    // Colours may have been chosen since the start.
    let from_start = own.map(|own| if ply == 0 { session.side_at_start(own) } else { own });
    let side = from_start.unwrap_or_else(|| record.position().turn());
    let level = match session.choice_of(owner).filter(|_| own.is_some()) {
        Some(choice) => choice.level,
        None => records::level_of(context, &record).await?,
    };
    let mistake = session.moves().get(usize::from(ply)).filter(|_| purpose == Purpose::TryAgain);
    let mistake = mistake.filter(|_| own == Some(record.position().turn()));
    let mut number = 0;
    // A double tap begins one game, and a tap after its end another one.
    let id = loop {
        let origin = ("on", context.at.chat, context.at.message, owner, session.id(), ply, number);
        let id = match mistake {
            Some(mistake) => context.retry_id(&origin, record.moves(), *mistake),
            None => context.session_id(&origin),
        };
        let before = context.services.play.board_anywhere(id).await?;
        if before.is_none_or(|before| before.session.outcome().is_none()) {
            break id;
        }
        if number == AGAIN_MAX {
            break context.request_id("on again");
        }
        number += 1;
    };
    let next = Session::resumed_on(id, owner, &record, (side, level));
    let board = Board::new(next, owner, context.at.chat).in_topic(context.topic);
    Ok((id, new_game::begin(context, board).await?))
}
