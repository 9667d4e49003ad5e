//! Moves that are typed instead of tapped, and whatever else people say.

use zerosum_games::notation::MoveTextError;
use zerosum_games::{Game, MoveCode};

use crate::bot::context::Context;
use crate::bot::moves;
use crate::bot::quiet;
use crate::bot::records;
use crate::locales::phrase::Phrase;
use crate::play::announcements::Showing;
use crate::play::door::{OPEN_GAMES_MAX, Press, Pressed};
use crate::render::words;
use crate::session::Action;
use crate::session::board::{Board, MessageId};
use crate::store::StoreError;
use crate::telegram::event::{Saying, Words};
use crate::telegram::reach;

/// A move as it was typed, and the board it is for.
struct Typed {
    board: Board,
    code: MoveCode,
}

/// What was typed, held against a board.
enum Read {
    Move(Typed),
    /// It is written like a move, and the board has no such cell.
    OffBoard(Board),
    /// It is written like a move, and no piece is ever moved so.
    Never,
    /// The board was sent after the move was: nobody can have meant it. So it is with a move that is
    /// delivered again.
    Late,
    /// It is no move, or there is no board.
    Other,
}

/// Plays the move that somebody has typed; in private whatever is none is answered with a hint.
pub(crate) async fn handle(mut context: Context, saying: Saying) {
    reach::note_words(&context.services.play, context.at.chat).await;
    let Saying { text, answers } = saying;
    let text = match text {
        Some(Words::Record(text)) => return records::open(context, &text).await,
        Some(Words::File(file)) => return records::open_file(context, &file).await,
        Some(Words::Move(text)) => Some(text),
        None => None,
    };
    let read = match read(&context, text, answers).await {
        Ok(read) => read,
        Err(error) => {
            let chat = context.at.chat;
            log::error!("chat {}: no board is found for a typed move: {error}", chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    match read {
        Read::Move(_) if context.services.admin.turns_away(context.from.user) => {
            quiet::tell(context, Phrase::Maintenance).await;
        }
        Read::Move(typed) => play(context, typed).await,
        Read::OffBoard(board) => {
            let (first, last) = words::corners(board.session.position());
            quiet::confirm(context, Phrase::NoSuchCell { first: &first, last: &last }).await;
        }
        Read::Never => quiet::confirm(context, Phrase::NoSuchMove).await,
        Read::Late => quiet::confirm(context, Phrase::StaleBoard).await,
        Read::Other if context.at.chat.is_private() => hint(context).await,
        Read::Other => {}
    }
}

/// Says what is understood.
pub(crate) async fn hint(mut context: Context) {
    let view = context.menu().await.hint();
    context.reply_page(view).await;
}

/// In private a move is for the board it answers, or for the one that changed last; in a group only
/// for the one it answers.
async fn read(
    context: &Context,
    text: Option<String>,
    answers: Option<MessageId>,
) -> Result<Read, StoreError> {
    let Some(text) = text else { return Ok(Read::Other) };
    let Some(board) = board_meant(context, answers).await? else {
        return Ok(Read::Other);
    };
    let is_late = board.message.is_some_and(|message| message > context.at.message);
    Ok(match board.session.position().read_move(&text.to_lowercase()) {
        Ok(_) if is_late => Read::Late,
        Ok(code) => Read::Move(Typed { board, code }),
        Err(MoveTextError::OffBoard { .. }) => Read::OffBoard(board),
        Err(MoveTextError::Light { .. }) => Read::Never,
        Err(MoveTextError::Form { .. }) => Read::Other,
    })
}

async fn board_meant(
    context: &Context,
    answers: Option<MessageId>,
) -> Result<Option<Board>, StoreError> {
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    let latest = play.latest_open(chat, user).await?;
    let Some(answers) = answers else { return Ok(latest.filter(|_| chat.is_private())) };
    let is_answered = |board: &Board| board.message == Some(answers);
    if latest.as_ref().is_none_or(is_answered) {
        return Ok(latest);
    }
    let boards = play.open_boards(chat, user, OPEN_GAMES_MAX).await?;
    let answered = boards.into_iter().find(is_answered);
    Ok(answered.or(latest.filter(|_| chat.is_private())))
}

async fn play(mut context: Context, Typed { board, code }: Typed) {
    let (user, chat) = (context.from.user, context.at.chat);
    let (id, seen) = (board.session.id(), board.session.revision());
    let action = Action::Play(code);
    let showing = showing_after(&board, context.at.message);
    let surface = chat.into();
    let wanted = Press { user, surface, id, seen, action, showing };
    let pressed = context.services.play.press(wanted).await;
    context.acknowledge();
    match pressed {
        Ok(Pressed::Changed(board)) => {
            if showing == Showing::Below {
                context.services.boards.learn_from(&board).await;
                let topic = board.topic;
                context.services.boards.bring_down(board, topic, None).await;
            }
        }
        Ok(Pressed::Refused(refusal, board)) => {
            quiet::confirm(context, moves::reason(refusal, &board, Some(code))).await;
        }
        Ok(Pressed::Unknown) => context.tell(Phrase::UnknownGame).await,
        Err(error) => {
            log::error!("chat {}: a typed move is not saved: {error}", chat.0);
            context.tell(Phrase::StoreAway).await;
        }
    }
}

/// In private the board comes down to where its person is typing. A group has only so many messages a
/// minute, so there it changes where it is.
fn showing_after(board: &Board, typed: MessageId) -> Showing {
    let is_below = board.message.is_some_and(|message| message > typed);
    if board.surface().is_private() && !is_below {
        Showing::Below
    } else {
        Showing::InPlace { arrived: None }
    }
}
