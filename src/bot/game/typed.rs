//! Typed moves, and all other texts.

use std::time::Duration;

use tokio::time::timeout;
use zerosum_games::any::AnyGame;
use zerosum_games::notation::MoveTextError;
use zerosum_games::{Game, MoveCode, typing};
use zerosum_render::board::words::Bounds;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::board::{Board, MessageId};
use zerosum_session::{Action, Refusal, Revision, UserId};
use zerosum_store::StoreError;

use crate::bot::commands;
use crate::bot::context::{Context, revision_in};
use crate::bot::game::moves;
use crate::bot::game::replied_boards;
use crate::bot::messages::private_notices;
use crate::bot::messages::reachability;
use crate::bot::study::records;
use crate::bot::vocabulary;
use crate::play::announcements::Showing;
use crate::play::games::transitions::{ActionRequest, NotDone};
use crate::telegram::incoming::command::RepliedTo;
use crate::telegram::incoming::event::{MessageContent, MessageText};

/// The kind of request that a typed move is.
const TYPED: &str = "typed";

/// Time for which a typed move waits for Telegram's answer to a board that is being sent.
const SENT_WITHIN: Duration = Duration::from_secs(5);

/// A typed move, and the board it is for, as its author saw that.
struct Typed {
    board: Board,
    seen: Revision,
    code: MoveCode,
}

/// The board's message that a text replies to, with the data of its buttons at that time.
type Replied<'a> = Option<(MessageId, &'a [String])>;

/// A text read as a move on a board.
enum Read {
    Move(Typed),
    /// Written like a move, but the board has no such cell.
    OffBoard(Board),
    /// Written like a move, but no piece ever moves like that.
    Never,
    /// Written like a move of another game.
    Foreign(Board),
    /// The board was sent after the move, or is yet to be sent, so the sender cannot have meant it. This is also the case
    /// for a move that is delivered again.
    Late,
    /// The move was made when this message was delivered before, and perhaps not shown.
    Made(Board),
    /// There is no board that the move can be for.
    NoBoard,
}

/// Plays a typed move; in private any other text is answered with a hint.
pub(crate) async fn handle(mut context: Context, saying: MessageContent) {
    reachability::note_words(&context.services, context.at.chat).await;
    let MessageContent { text, replied_to } = saying;
    let replied = match (&replied_to, &text) {
        (Some(RepliedTo::Board { message, buttons }), _) => Some((*message, buttons.as_slice())),
        (Some(replied_to), Some(MessageText::Move(code))) => {
            return replied_boards::play(context, replied_to, code).await;
        }
        (Some(replied_to), Some(MessageText::Talk(text)))
            if vocabulary::opening_choice(text).is_some() =>
        {
            return replied_boards::play(context, replied_to, text).await;
        }
        (Some(_), _) | (None, _) => None,
    };
    let (code, read) = match text {
        Some(MessageText::Record(text)) => return records::open(context, &text).await,
        Some(MessageText::File(file)) => return records::open_file(context, &file).await,
        Some(MessageText::Move(code)) => {
            let read = read(&context, &code, replied).await;
            (code, read)
        }
        Some(MessageText::Talk(text)) => {
            match read_choice(&context, &text, replied).await.transpose() {
                Some(read) => (text, read),
                None => return Box::pin(commands::handle_talk(context, &text, replied_to)).await,
            }
        }
        None => return hint(context, "").await,
    };
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            let chat = context.at.chat;
            log::error!("chat {}: cannot find the board of a typed move: {error}", chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    match read {
        Read::Move(_) if context.services.admin.refuses(context.from.user) => {
            private_notices::notify_once(context, Phrase::Maintenance).await;
        }
        Read::Move(typed) => play(context, typed).await,
        // People in a group may write numbers to each other.
        Read::OffBoard(board) if is_aside(&context, &board, &code) => {}
        Read::Foreign(_) if is_number_in_group(&context, &code) => {}
        Read::OffBoard(board) => {
            let bounds = Bounds::of(board.session.position());
            private_notices::answer(context, bounds.phrase()).await;
        }
        Read::Never => private_notices::answer(context, Phrase::NoSuchMove).await,
        Read::Foreign(board) => {
            if let Some(example) = example(board.session.position(), &code) {
                private_notices::answer(context, Phrase::MoveForm { example: &example }).await;
            }
        }
        Read::Made(board) => show_made(context, board).await,
        Read::Late => private_notices::answer(context, Phrase::StaleBoard).await,
        Read::NoBoard if context.at.chat.is_private() => {
            private_notices::tell_of_no_game(context).await
        }
        Read::NoBoard => {}
    }
}

/// Shows a board whose move this message has made, if it is not below the message yet.
async fn show_made(context: Context, board: Board) {
    context.acknowledge().await;
    let boards = &context.services.boards;
    if board.message.is_some_and(|own| own > context.at.message) {
        return boards.catch_up(&board, None);
    }
    let topic = board.topic;
    boards.bring_down(board, topic, None).await;
}

/// Explains what the bot understands, with an example move of the open game that differs from the text.
pub(crate) async fn hint(mut context: Context, said: &str) {
    // While the store is unavailable the hint has no example move.
    let board = board_meant(&context, None).await.ok().flatten();
    let board = board.filter(|board| board.session.opening_choices().is_empty());
    let example = board.and_then(|board| example(board.session.position(), said));
    let view = context.menu().await.hint(example.as_deref());
    context.reply_page(view).await;
}

/// An example of a legal move as it is typed, from the middle of the board, other than the text.
fn example(position: &AnyGame, said: &str) -> Option<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let middle = moves.len() / 2;
    moves.rotate_left(middle);
    let mut texts = moves.into_iter().map(|code| position.move_text(code));
    texts.find(|text| !typing::mentions(said, text))
}

/// Reads a text as a move. In private it is for the board that is replied to, or else for the lowest one;
/// in a group only for the one that is replied to.
async fn read(context: &Context, code: &str, replied: Replied<'_>) -> Result<Read, StoreError> {
    // A number may choose in an opening, where it can be no cell.
    if let Some(choice) = read_choice(context, code, replied).await? {
        return Ok(choice);
    }
    let board = board_as_seen(context, replied).await?;
    if let Some(made) = made(context).await? {
        return Ok(made);
    }
    let Some(board) = board else { return Ok(Read::NoBoard) };
    let is_late = is_late(context, &board, replied);
    Ok(match board.session.position().read_move(code) {
        Ok(_) if is_late => Read::Late,
        Ok(code) => Read::Move(Typed { seen: seen_of(&board, replied), board, code }),
        Err(MoveTextError::OffBoard { .. }) => Read::OffBoard(board),
        Err(MoveTextError::Light { .. }) => Read::Never,
        Err(MoveTextError::Form { .. }) => Read::Foreign(board),
    })
}

/// Returns whether this message has made its move when it was delivered before, perhaps to another process a moment
/// ago. To be called after the board was read, so that the board cannot already include that move unnoticed. In a
/// group, the buttons of the replied board show what the sender saw.
async fn made(context: &Context) -> Result<Option<Read>, StoreError> {
    if !context.at.chat.is_private() {
        return Ok(None);
    }
    let made = context.services.play.store().acted_on_by(context.request_id(TYPED)).await?;
    Ok(made.map(|board| board.seen_in(context.at.chat).map_or(Read::Late, Read::Made)))
}

/// Reads a text as a choice in the opening of the board that a move would be for; `None` if it is none, or none is to
/// be made there.
async fn read_choice(
    context: &Context,
    text: &str,
    replied: Replied<'_>,
) -> Result<Option<Read>, StoreError> {
    let Some(choice) = vocabulary::opening_choice(text) else { return Ok(None) };
    let board = board_as_seen(context, replied).await?;
    if let Some(made) = made(context).await? {
        return Ok(Some(made));
    }
    let board = board.filter(|board| board.session.opening_choices().contains(&choice));
    Ok(board.map(|board| match is_late(context, &board, replied) {
        true => Read::Late,
        false => Read::Move(Typed { seen: seen_of(&board, replied), board, code: choice.code() }),
    }))
}

/// Returns whether the sender cannot have seen the board when they wrote.
fn is_late(context: &Context, board: &Board, replied: Replied<'_>) -> bool {
    let is_below = |message: MessageId| message > context.at.message;
    board.message.map_or_else(|| is_unseen(context, board, replied), is_below)
}

/// Returns whether a board without a known message has yet to arrive: as far as this process knows it has not been sent,
/// and is not the one that was replied to.
fn is_unseen(context: &Context, board: &Board, replied: Replied<'_>) -> bool {
    let (boards, chat, id) = (&context.services.boards, context.at.chat, board.session.id());
    let is_shown = replied.is_some_and(|(_, buttons)| revision_in(buttons, id).is_some());
    let is_coming = || boards.is_being_sent(chat, id) || !boards.has_perhaps_arrived(chat, id);
    board.shown == Revision::NONE && !is_shown && is_coming()
}

fn seen_of(board: &Board, replied: Replied<'_>) -> Revision {
    replied_boards::revision_seen(board, replied.map(|(_, buttons)| buttons).unwrap_or_default())
}

/// The board that a move is for. If it lags in private while an earlier message is answered, that may be what shows it:
/// the answer is waited for, because a move that was typed before the board came is late. So is, for a moment, Telegram's
/// word of where a board that is being sent stands.
async fn board_as_seen(
    context: &Context,
    replied: Replied<'_>,
) -> Result<Option<Board>, StoreError> {
    let board = board_meant(context, replied).await?;
    let is_private = context.at.chat.is_private();
    let Some(lagging) = board.as_ref().filter(|board| is_private && board.is_behind()) else {
        return Ok(board);
    };
    let (boards, chat, id) = (&context.services.boards, context.at.chat, lagging.session.id());
    if context.is_answered_later() {
        context.release_until_answered().await;
    } else if lagging.message.is_none() && replied.is_none() && boards.is_being_sent(chat, id) {
        context.release();
        // A board that takes longer has not come before the move.
        let _ = timeout(SENT_WITHIN, boards.sent(chat, id)).await;
    } else {
        return Ok(board);
    }
    board_meant(context, replied).await
}

async fn board_meant(context: &Context, replied: Replied<'_>) -> Result<Option<Board>, StoreError> {
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    if let Some((message, buttons)) = replied {
        let board = replied_boards::shown_by(context, message, buttons).await?;
        let board = board.filter(|board| may_move(board, user));
        if board.is_some() {
            return Ok(board);
        }
    }
    match chat.is_private() {
        true => play.lowest_open(chat, user).await,
        false => Ok(None),
    }
}

fn is_number_in_group(context: &Context, code: &str) -> bool {
    !context.at.chat.is_private() && code.starts_with(|sign: char| sign.is_ascii_digit())
}

/// Returns whether this is the number of a person who does not play there.
fn is_aside(context: &Context, board: &Board, code: &str) -> bool {
    let user = context.from.user;
    let is_theirs = board.owner == user || board.session.seat_of(user).is_some();
    !is_theirs && is_number_in_group(context, code)
}

/// Returns whether a person may be about to move on a board: they play there, may vote or may take the open seat. What
/// others write about a game in a group is no move.
fn may_move(board: &Board, user: UserId) -> bool {
    let session = &board.session;
    let is_theirs = board.owner == user || session.seat_of(user).is_some();
    let is_for_others = session.is_voted() || session.open_side().is_some();
    session.outcome().is_none() && (is_theirs || is_for_others)
}

async fn play(context: Context, Typed { board, seen, code }: Typed) {
    let (user, chat, id) = (context.from.user, context.at.chat, board.session.id());
    let action = Action::Play(code);
    let showing = showing_after(&context, &board);
    let surface = chat.into();
    let wanted = ActionRequest { user, surface, id, seen, action, showing };
    if let Err(denial) = moves::prepare_arrival(&context, wanted).await {
        return private_notices::answer(context, denial.phrase).await;
    }
    context.services.boards.note_present(id, user);
    let pressed = context.services.play.press(wanted).await;
    let celebrated = match &pressed {
        Ok(board) if matches!(showing, Showing::ByCaller { .. }) => {
            context.services.boards.learn_from(board).await
        }
        Ok(_) | Err(_) => None,
    };
    context.acknowledge().await;
    match pressed {
        Ok(board) if matches!(showing, Showing::ByCaller { .. }) => {
            let (boards, topic) = (&context.services.boards, board.topic);
            boards.bring_down_claimed(board.clone(), topic).await;
            if let Some(person) = celebrated {
                boards.celebrate(&board, person);
            }
        }
        Ok(_) => {}
        // Another process has got the same message, was faster, and shows the board.
        Err(NotDone::Refused(Refusal::Stale | Refusal::Over, _)) if has_made(&context).await => {}
        Err(not_done) => moves::say_not_played(context, wanted, not_done).await,
    }
}

/// Returns whether this message has made its move; false while the store is unavailable.
async fn has_made(context: &Context) -> bool {
    matches!(made(context).await, Ok(Some(_)))
}

/// In private the board is sent again below the typed move. A group allows only so many messages a minute,
/// so there it is edited in place.
fn showing_after(context: &Context, board: &Board) -> Showing {
    let is_below = board.message.is_some_and(|message| message > context.at.message);
    if board.surface().is_private() && !is_below {
        Showing::ByCaller { typed: Some(context.request_id(TYPED)) }
    } else {
        Showing::InPlace { arrived: None }
    }
}
