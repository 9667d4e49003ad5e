//! The board that a command or a typed move replies to. The command applies to that board and to no other
//! game.

use zerosum_games::Game;
use zerosum_games::notation::MoveTextError;

use crate::bot::context::Context;
use crate::bot::game::moves;
use crate::bot::messages::private_notices;
use crate::locales::phrase::Phrase;
use crate::play::announcements::Showing;
use crate::play::games::transitions::{OPEN_GAMES_MAX, Press, Pressed};
use crate::render::board::words;
use crate::render::tap::{self, Tap};
use crate::session::board::Board;
use crate::session::{Action, SessionId};
use crate::store::StoreError;
use crate::telegram::incoming::command::Answered;

/// Reason why no board is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The message shows no game that is known.
    NoBoard,
    /// The game of the message is no longer kept.
    Gone,
    /// The message offers a game that has not begun.
    NotBegun,
    /// The message is a copy, or it is in another chat or topic.
    Elsewhere,
    /// The command replies to no message, and the person has no open game in the chat.
    NoGameHere,
}

impl Missing {
    pub(crate) fn phrase(self) -> Phrase<'static> {
        match self {
            Missing::NoBoard => Phrase::AnsweredNoBoard,
            Missing::Gone => Phrase::UnknownGame,
            Missing::NotBegun => Phrase::PostedNotBegun,
            Missing::Elsewhere => Phrase::AnsweredElsewhere,
            Missing::NoGameHere => Phrase::NoOpenGame,
        }
    }
}

/// Finds the board that is replied to, regardless of its players.
pub(crate) async fn find(
    context: &Context,
    answered: &Answered,
) -> Result<Result<Board, Missing>, StoreError> {
    let (services, chat, user) = (&context.services, context.at.chat, context.from.user);
    match answered {
        Answered::Board { message, buttons } => {
            // Telegram vouches for the buttons; a board that is shown elsewhere is not found here.
            let board = match buttons.iter().find_map(|data| session_of(data)) {
                Some(id) => services.play.board(chat, id).await?,
                None => {
                    let boards = services.play.open_boards(chat, user, OPEN_GAMES_MAX).await?;
                    boards.into_iter().find(|board| board.message == Some(*message))
                }
            };
            Ok(board.ok_or(Missing::NoBoard))
        }
        Answered::Posted { buttons, links } => {
            let linked = || links.iter().find_map(|link| services.links.session_behind(link));
            match buttons.iter().find_map(|data| session_of(data)).or_else(linked) {
                Some(id) => Ok(services.play.posted(id).await?.ok_or(Missing::Gone)),
                None if buttons.iter().any(|data| is_offer(data)) => Ok(Err(Missing::NotBegun)),
                None => Ok(Err(Missing::NoBoard)),
            }
        }
        Answered::Elsewhere => Ok(Err(Missing::Elsewhere)),
    }
}

/// Plays a move that was typed in reply to a posted board.
pub(crate) async fn play(mut context: Context, answered: &Answered, text: &str) {
    let board = match find(&context, answered).await {
        Ok(Ok(board)) => board,
        Ok(Err(missing)) => return private_notices::confirm(context, missing.phrase()).await,
        Err(error) => {
            log::error!("chat {}: no board is found for a move: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let code = match board.session.position().read_move(text) {
        Ok(code) => code,
        Err(MoveTextError::OffBoard { .. }) => {
            let (first, last) = words::corners(board.session.position());
            let reason = Phrase::NoSuchCell { first: &first, last: &last };
            return private_notices::confirm(context, reason).await;
        }
        Err(MoveTextError::Light { .. } | MoveTextError::Form { .. }) => {
            return private_notices::confirm(context, Phrase::NoSuchMove).await;
        }
    };
    if context.services.admin.turns_away(context.from.user) {
        return private_notices::tell(context, Phrase::Maintenance).await;
    }
    let (user, surface, id) = (context.from.user, board.surface(), board.session.id());
    let (seen, action) = (board.session.revision(), Action::Play(code));
    let showing = Showing::InPlace { arrived: None };
    let wanted = Press { user, surface, id, seen, action, showing };
    if let Some(denial) = moves::prepare_arrival(&context, wanted).await {
        return private_notices::confirm(context, denial.phrase).await;
    }
    match context.services.play.press(wanted).await {
        Ok(Pressed::Changed(_)) => context.acknowledge(),
        Ok(Pressed::Refused(refusal, board)) => {
            private_notices::confirm(context, moves::reason(refusal, &board, Some(code))).await;
        }
        Ok(Pressed::Unknown) => context.tell(Phrase::UnknownGame).await,
        Err(error) => {
            log::error!("chat {}: a typed move is not saved: {error}", context.at.chat.0);
            context.tell(Phrase::StoreAway).await;
        }
    }
}

/// The session whose board has a button with this data.
fn session_of(data: &str) -> Option<SessionId> {
    match tap::decode(data) {
        Ok(
            Tap::Act { id, .. }
            | Tap::Again { id, .. }
            | Tap::Focus { id, .. }
            | Tap::Panel { id, .. }
            | Tap::ResignSurely { id, .. }
            | Tap::Step { id, .. }
            | Tap::ReviewStep { id, .. }
            | Tap::Try { id, .. },
        ) => Some(id),
        Ok(_) | Err(_) => None,
    }
}

/// Returns whether a button belongs to a board on which no one has played yet.
fn is_offer(data: &str) -> bool {
    matches!(tap::decode(data), Ok(Tap::Posted(_)))
}
