//! The board that a command or a typed move replies to. The command applies to that board and to no other
//! game.

use zerosum_games::Game;
use zerosum_games::notation::MoveTextError;
use zerosum_metrics::labels;
use zerosum_render::board::words::Bounds;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::{self, Tap};
use zerosum_session::board::{Board, MessageId};
use zerosum_session::{Action, Revision, SessionId};
use zerosum_store::StoreError;

use crate::bot::context::{Context, revision_in};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::bot::messages::private_notices;
use crate::bot::vocabulary;
use crate::play::announcements::Showing;
use crate::play::games::transitions::{ActionRequest, OPEN_GAMES_MAX};
use crate::telegram::incoming::command::RepliedTo;

/// The message shows no game that is known.
const NO_BOARD: Denial = Denial::new(labels::Press::UnknownGame, Phrase::AnsweredNoBoard);

/// The message offers a game that has not begun.
const NOT_BEGUN: Denial = Denial::new(labels::Press::UnknownGame, Phrase::PostedNotBegun);

/// The message is a copy, or it is in another chat or topic.
const ELSEWHERE: Denial = Denial::new(labels::Press::UnknownGame, Phrase::AnsweredElsewhere);

/// Finds the board that is replied to, regardless of its players; `None` if the message shows no game that
/// is known.
pub(crate) async fn find(
    context: &Context,
    replied_to: &RepliedTo,
) -> Result<Option<Board>, Box<Denial>> {
    let services = &context.services;
    match replied_to {
        RepliedTo::Board { message, buttons } => {
            Ok(match buttons.iter().find_map(|data| session_of(data)) {
                Some(id) => services.play.board(context.at.chat, id).await?,
                None => shown_by(context, *message, buttons).await?,
            })
        }
        RepliedTo::Posted { buttons, links } => {
            let linked = || links.iter().find_map(|link| services.links.session_behind(link));
            match buttons.iter().find_map(|data| session_of(data)).or_else(linked) {
                // The game may no longer be kept.
                Some(id) => Ok(Some(services.play.posted(id).await?.ok_or(Denial::UNKNOWN_GAME)?)),
                None if buttons.iter().any(|data| is_offer(data)) => Err(NOT_BEGUN.into()),
                None => Ok(None),
            }
        }
        RepliedTo::Elsewhere => Err(ELSEWHERE.into()),
    }
}

/// Finds the board that a message of the bot in this chat shows, regardless of its players. A page about a game, on which
/// moves are tried out or looked through, shows no board.
pub(super) async fn shown_by(
    context: &Context,
    message: MessageId,
    buttons: &[String],
) -> Result<Option<Board>, StoreError> {
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    match buttons.iter().find_map(|data| tap::decode(data).ok()?.shown_board()) {
        // Telegram vouches for the buttons; a board that is shown elsewhere is not found here.
        Some((id, _)) => play.board(chat, id).await,
        None => {
            let boards = play.open_boards(chat, user, OPEN_GAMES_MAX).await?;
            Ok(boards.into_iter().find(|board| board.message == Some(message)))
        }
    }
}

/// Like [`find`], if there has to be a board.
pub(crate) async fn get(context: &Context, replied_to: &RepliedTo) -> Result<Board, Box<Denial>> {
    Ok(find(context, replied_to).await?.ok_or(NO_BOARD)?)
}

/// Plays a move, or a choice in an opening, that was typed in reply to a posted board.
pub(crate) async fn play(context: Context, replied_to: &RepliedTo, text: &str) {
    let board = match get(&context, replied_to).await {
        Ok(board) => board,
        Err(denial) => return private_notices::deny(context, denial).await,
    };
    let choice = vocabulary::opening_choice(text)
        .filter(|choice| board.session.opening_choices().contains(choice));
    let read = || board.session.position().read_move(text);
    let code = match choice.map_or_else(read, |choice| Ok(choice.code())) {
        Ok(code) => code,
        Err(MoveTextError::OffBoard { .. }) => {
            let bounds = Bounds::of(board.session.position());
            return private_notices::answer(context, bounds.phrase()).await;
        }
        Err(MoveTextError::Light { .. } | MoveTextError::Form { .. }) => {
            return private_notices::answer(context, Phrase::NoSuchMove).await;
        }
    };
    if context.services.admin.refuses(context.from.user) {
        return private_notices::notify_once(context, Phrase::Maintenance).await;
    }
    let (user, surface, id) = (context.from.user, board.surface(), board.session.id());
    let (buttons, action) = (replied_to.buttons(), Action::Play(code));
    let seen = revision_seen(&board, buttons);
    let showing = Showing::InPlace { arrived: None };
    let wanted = ActionRequest { user, surface, id, seen, action, showing };
    if let Err(denial) = moves::prepare_arrival(&context, wanted).await {
        return private_notices::answer(context, denial.phrase).await;
    }
    match context.services.play.press(wanted).await {
        Ok(_) => context.acknowledge().await,
        Err(not_done) => moves::say_not_played(context, wanted, not_done).await,
    }
}

/// The session whose board has a button with this data.
fn session_of(data: &str) -> Option<SessionId> {
    match tap::decode(data).ok()? {
        // The pages on which a game is stepped through, reviewed or tried out.
        Tap::Step { id, .. }
        | Tap::Review(id)
        | Tap::ReviewStep { id, .. }
        | Tap::Try { id, .. }
        | Tap::TrySeen { id, .. } => Some(id),
        tap => tap.shown_board().map(|(id, _)| id),
    }
}

/// Returns whether a button belongs to a board on which no one has played yet.
fn is_offer(data: &str) -> bool {
    matches!(tap::decode(data), Ok(Tap::Posted(_)))
}

/// The revision that the message showed when it was replied to, so that a text that is delivered again is no
/// second move.
pub(super) fn revision_seen(board: &Board, buttons: &[String]) -> Revision {
    revision_in(buttons, board.session.id()).unwrap_or(board.session.revision())
}
