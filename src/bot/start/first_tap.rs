//! The first tap on a board posted by inline mode, which creates the game.
//!
//! The id of the session is derived from that of the inline message. If two people tap at once, even at two
//! processes, one creates the game and the tap of the other joins it; and a press that is delivered twice
//! creates nothing twice.
//!
//! **The data of the buttons is not trusted, and need not be.** Anyone can send any data from any inline
//! message of the bot. The session is always that of the pressed message, so no other game can be reached.
//! If the game exists, the data only says that the user wants to play. If it does not, the user may take a
//! seat anyway: forged data gets the forger a seat at an empty board and seats no other person, because the
//! poster of the board has to tap as well. The only loss is the board as it was posted, in sight of
//! everyone who can see it.

use std::sync::Arc;
use std::time::Instant;

use zerosum_games::Game;

use crate::bot::context::{Answered, Context, PressContext, Toast};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::bot::start::new_game::{self, Started};
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements::Showing;
use crate::play::games::transitions::{Created, Press, Pressed};
use crate::render::board::focus::{self, Focus};
use crate::render::board::presentation::Presentation;
use crate::render::tap::posted::{Opening, PostedTap, Wish};
use crate::session::board::{Board, ChatId, Surface};
use crate::session::choice::{Opponent, Setup};
use crate::session::game::clock::TimeControl;
use crate::session::inline_message::InlineMessageId;
use crate::session::{Action, Actor, Refusal, Revision, Session, SessionId};
use crate::store::StoreError;

/// Maximum number of tries for a tap; the second one follows a conflict with another player's change.
const TRIES_MAX: u32 = 2;

/// Result of a tap.
enum Tapped {
    /// The game has begun.
    Begun(Board),
    /// The game existed, and the tap counted as one on its board.
    Joined(Press, Result<Pressed, StoreError>),
    /// Nothing has changed, for this reason.
    Declined(Denial),
}

/// Reason why a first tap begins no game.
enum NotBegun {
    /// Another player has to tap first.
    ByAnother,
    /// No move begins at this cell.
    NoPlace,
    /// The move is not legal. No button offers it.
    NoMove,
}

impl NotBegun {
    fn told(self) -> Tapped {
        match self {
            NotBegun::ByAnother => Tapped::Declined(Denial::NOT_YOURS_TO_BEGIN),
            NotBegun::NoPlace => Tapped::Declined(Denial::TAP_TO_JOIN),
            NotBegun::NoMove => Tapped::Declined(Denial::NO_SUCH_MOVE),
        }
    }
}

/// Begins the game of a posted board, or joins it.
pub(crate) async fn begin(press: PressContext<InlineMessageId>, tap: PostedTap) -> Answered {
    let services = Arc::clone(&press.context.services);
    let (at, user, arrived) = (press.context.at, press.context.from.user, press.arrived());
    let deciding = decide(&press.context, tap, arrived);
    let (tapped, _) = futures::join!(deciding, press.context.language());
    let (result, toast) = told_of(&tapped);
    let redraw = async {
        match tapped {
            Ok(Tapped::Begun(board)) => match tap.opening {
                Opening::Look(part) if focus::is_part(board.session.position(), part) => {
                    let presentation = Presentation::Focus(Focus::On(part));
                    services.boards.draw_as(board, None, (user, presentation)).await;
                }
                Opening::Look(_) | Opening::Play(_) | Opening::Join(_) | Opening::Nothing => {
                    services.boards.catch_up(&board, Some(arrived));
                }
            },
            Ok(Tapped::Joined(_, Ok(Pressed::Refused(refusal, board))))
                if refusal != Refusal::NotSeated =>
            {
                // The message still shows the board as it was posted.
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
        Ok(Tapped::Declined(denial)) => (denial.label, Some(denial.phrase)),
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
    if let Some(Started::Declined(denial) | Started::DeclinedAgain(denial)) =
        new_game::count(context)
    {
        return Ok(Tapped::Declined(denial));
    }
    // Boards that other people see show names.
    services.people.remember(&context.from, at, None).await?;
    let chat = ChatId::of_person(context.from.user);
    Ok(match services.play.begin(chat, board).await? {
        Created::New(board) => match board.seen_in(at) {
            Some(board) => Tapped::Begun(board),
            None => unknown(),
        },
        Created::Before => match services.play.board(at, id).await? {
            Some(board) => join(context, board, tap.opening, arrived).await?,
            // The game was shown there and no longer is.
            None => unknown(),
        },
        Created::Declined(too_many) => Tapped::Declined(Denial::too_many(services, too_many)),
    })
}

/// Returns the board after the first tap, or the reason why there is none.
fn board_of(
    context: &Context<InlineMessageId>,
    id: SessionId,
    PostedTap { game, opening }: PostedTap,
) -> Result<Board, NotBegun> {
    let user = context.from.user;
    let is_poster = game.wish.is_some_and(|Wish { mark, side }| {
        context.services.ids.is_poster(mark, user, game.spec, side)
    });
    let side = game.side_for(is_poster, opening).ok_or(NotBegun::ByAnother)?;
    let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
    let setup = Setup { spec: game.spec, side, opponent, time };
    let begun = Session::set_up(id, user, setup);
    let session = match opening {
        Opening::Nothing => return Err(NotBegun::NoPlace),
        // A player who begins with the second move takes their seat by this tap.
        Opening::Play(code) if side == begun.position().turn() => {
            let moved = begun.apply(Actor::User(user), Revision::START, Action::Play(code));
            moved.map_err(|_| NotBegun::NoMove)?
        }
        Opening::Play(_) | Opening::Look(_) | Opening::Join(_) => begun,
    };
    Ok(Board::posted(session, user, context.at))
}

/// Handles a tap that meant to begin an existing game as a tap on that game's board.
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
        // The newcomer has not seen the moves so far, so their tap plays a move only if it is the first.
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
        if let Some(denial) = moves::prepare_arrival(context, wanted).await {
            return Ok(Tapped::Declined(denial));
        }
        let pressed = services.play.press(wanted).await;
        tries += 1;
        match pressed {
            Ok(Pressed::Refused(Refusal::Stale, now)) if comes && tries < TRIES_MAX => board = now,
            pressed => return Ok(Tapped::Joined(wanted, pressed)),
        }
    }
}

/// Refusal for a board that is not shown there, or no longer.
fn unknown() -> Tapped {
    Tapped::Declined(Denial::NO_BOARD_HERE)
}
