//! The first tap on a board that somebody has posted by inline mode: it makes the game.
//!
//! The id of the session follows from that of the inline message. So of two people who tap at once, at
//! two processes even, one makes the game, and the tap of the other one joins it; and a press that is
//! delivered twice makes nothing twice.
//!
//! **What the buttons say is not believed, and need not be.** Anybody can send any data from any inline
//! message of the bot. Whatever they send, the session is that of the very message they press, so no other
//! game is reached. If there is one, the data tells no more than that they want to play. If there is none,
//! they may have taken a seat anyhow: a forged game or a forged wish gets them a seat for themselves at a
//! board that is empty, and nobody else is ever seated, because the person of a wish has to tap as well.
//! What is lost is the board as it was posted, before the eyes of all who see it.

use std::sync::Arc;
use std::time::Instant;

use zerosum_games::Game;

use crate::bot::context::{Answered, Context, PressContext, Toast};
use crate::bot::moves;
use crate::bot::new_game;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements::{Cause, Showing};
use crate::play::door::{Created, Press, Pressed};
use crate::render::focus::{self, Focus};
use crate::render::posted::tap::{Opening, PostedTap, Wish};
use crate::session::board::{Board, ChatId, Surface};
use crate::session::choice::{Opponent, Setup};
use crate::session::clock::TimeControl;
use crate::session::inline_message::InlineMessageId;
use crate::session::{Action, Actor, Refusal, Revision, Session, SessionId};
use crate::store::StoreError;
use crate::telegram::frames;

/// A tap that meets a game which somebody else changes at the same moment is tried once more.
const TRIES_MAX: u32 = 2;

/// What became of a tap.
enum Tapped {
    /// The game has begun.
    Begun(Board),
    /// There was a game already, and the tap was one at its board.
    Joined(Press, Result<Pressed, StoreError>),
    /// Nothing has changed, for a reason.
    Declined(labels::Press, Phrase<'static>),
}

/// Why a first tap begins no game.
enum NotBegun {
    /// It is for another one to tap first.
    ByAnother,
    /// No move begins there.
    NoPlace,
    /// That move is not legal. No button makes it.
    NoMove,
}

impl NotBegun {
    fn told(self) -> Tapped {
        match self {
            NotBegun::ByAnother => {
                Tapped::Declined(labels::Press::NotSeated, Phrase::NotYoursToBegin)
            }
            NotBegun::NoPlace => Tapped::Declined(labels::Press::NotSeated, Phrase::TapToJoin),
            NotBegun::NoMove => Tapped::Declined(labels::Press::Illegal, Phrase::NoSuchMove),
        }
    }
}

/// Begins the game of a posted board, or joins it.
pub(crate) async fn begin(press: PressContext<InlineMessageId>, tap: PostedTap) -> Answered {
    let services = Arc::clone(&press.context.services);
    let (at, arrived) = (press.context.at, press.arrived());
    let deciding = decide(&press.context, tap, arrived);
    let (tapped, _) = futures::join!(deciding, press.context.language());
    let (result, toast) = told_of(&tapped);
    let redraw = async {
        match tapped {
            Ok(Tapped::Begun(board)) => match tap.opening {
                Opening::Look(part) if focus::is_part(board.session.position(), part) => {
                    let focus = frames::Showing::Focus(Focus::On(part));
                    services.boards.draw_showing(board, None, focus).await;
                }
                Opening::Look(_) | Opening::Play(_) | Opening::Join(_) | Opening::Nothing => {
                    services.play.announce(board, Cause::Lagging { arrived: Some(arrived) });
                }
            },
            Ok(Tapped::Joined(_, Ok(Pressed::Refused(refusal, board))))
                if refusal != Refusal::NotSeated =>
            {
                // Whoever has pressed it still sees what was posted.
                let seen_at = Some((at.into(), Revision::NONE));
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(Tapped::Joined(..) | Tapped::Declined(..)) | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), redraw);
    answered
}

fn told_of(tapped: &Result<Tapped, StoreError>) -> (labels::Press, Toast) {
    match tapped {
        Ok(Tapped::Begun(_)) => (labels::Press::Started, None),
        Ok(Tapped::Joined(wanted, pressed)) => {
            (moves::result_of(pressed), moves::toast_of(wanted, pressed))
        }
        Ok(Tapped::Declined(result, reason)) => (*result, Some(*reason)),
        Err(error) => {
            log::error!("no posted game begins: {error}");
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    }
}

async fn decide(
    context: &Context<InlineMessageId>,
    tap: PostedTap,
    arrived: Instant,
) -> Result<Tapped, StoreError> {
    let (services, at) = (&context.services, context.at);
    let id = SessionId(new_game::number_of(&("inline", at.as_str())));
    if let Some(board) = services.play.board(at, id).await? {
        return join(context, board, tap.opening, arrived).await;
    }
    let board = match board_of(context, id, tap) {
        Ok(board) => board,
        Err(not_begun) => return Ok(not_begun.told()),
    };
    match new_game::count(context) {
        None => {}
        Some(started) => {
            let (result, toast) = new_game::told_of(&started, Phrase::AlreadyOpen);
            return Ok(Tapped::Declined(result, toast.unwrap_or(Phrase::AlreadyOpen)));
        }
    }
    // Boards that others see show what people are called.
    services.people.remember(&context.from, at, None).await?;
    let chat = ChatId::of_person(context.from.user);
    Ok(match services.play.begin(chat, board).await? {
        Created::New(board) => match board.seen_in(at) {
            Some(board) => Tapped::Begun(board),
            None => unknown(),
        },
        Created::Before => match services.play.board(at, id).await? {
            Some(board) => join(context, board, tap.opening, arrived).await?,
            // It was shown there, and is no longer.
            None => unknown(),
        },
        Created::Declined(too_many) => {
            let reason = new_game::reason(services, too_many);
            Tapped::Declined(labels::Press::TooManyGames, reason)
        }
    })
}

/// The board after the first tap, or why there is none.
fn board_of(
    context: &Context<InlineMessageId>,
    id: SessionId,
    PostedTap { game, opening }: PostedTap,
) -> Result<Board, NotBegun> {
    let user = context.from.user;
    let is_poster = game.wish.is_some_and(|Wish { mark, side }| {
        context.services.keyed.poster_mark(user, game.spec, side) == mark
    });
    let side = game.side_for(is_poster, opening).ok_or(NotBegun::ByAnother)?;
    let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
    let setup = Setup { spec: game.spec, side, opponent, time };
    let begun = Session::set_up(id, user, setup);
    let session = match opening {
        Opening::Nothing => return Err(NotBegun::NoPlace),
        // Whoever begins with the second move has taken their seat by this.
        Opening::Play(code) if side == begun.position().turn() => {
            let moved = begun.apply(Actor::User(user), Revision::START, Action::Play(code));
            moved.map_err(|_| NotBegun::NoMove)?
        }
        Opening::Play(_) | Opening::Look(_) | Opening::Join(_) => begun,
    };
    Ok(Board::posted(session, user, context.at))
}

/// A tap that was meant to begin the game that is there, as if its board had been there.
async fn join(
    context: &Context<InlineMessageId>,
    mut board: Board,
    opening: Opening,
    arrived: Instant,
) -> Result<Tapped, StoreError> {
    let (services, surface) = (&context.services, Surface::from(context.at));
    let (user, id) = (context.from.user, board.session.id());
    let showing = Showing::InPlace { arrived: Some(arrived) };
    let mut tries = 0;
    loop {
        let session = &board.session;
        let comes = session.seat_of(user).is_none() && session.open_side().is_some();
        if comes && opening == Opening::Nothing {
            return Ok(NotBegun::NoPlace.told());
        }
        // Who comes has not seen the moves that there are, so theirs is one only if it is the first.
        let is_first =
            session.moves().is_empty() && session.open_side() == Some(session.position().turn());
        let action = match opening {
            Opening::Play(code) if !comes || is_first => Action::Play(code),
            Opening::Play(_) | Opening::Look(_) | Opening::Join(_) | Opening::Nothing => {
                Action::Join
            }
        };
        let seen = if comes { session.revision() } else { Revision::START };
        let wanted = Press { user, surface, id, seen, action, showing };
        if let Some(reason) = moves::prepare_arrival(context, wanted).await {
            return Ok(Tapped::Declined(new_game::label_of(reason), reason));
        }
        let pressed = services.play.press(wanted).await;
        tries += 1;
        match pressed {
            Ok(Pressed::Refused(Refusal::Stale, now)) if comes && tries < TRIES_MAX => board = now,
            pressed => return Ok(Tapped::Joined(wanted, pressed)),
        }
    }
}

/// A board that is not shown there, or not any more.
fn unknown() -> Tapped {
    Tapped::Declined(labels::Press::UnknownButton, Phrase::UnknownInlineButton)
}
