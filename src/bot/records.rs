//! Records of games: sent to whoever asks for one, and read, so that a game goes on from them.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::timeout;
use zerosum_games::notation::MoveTextError;
use zerosum_games::record::{MoveFault, MovePlace, RECORD_BYTES_MAX, Record, RecordError};
use zerosum_games::strategic::names::StrategicRulesError;
use zerosum_search::level::Level;

use crate::bot::context::Context;
use crate::bot::games;
use crate::bot::names::presentable;
use crate::bot::new_game::{self, Started};
use crate::bot::quiet;
use crate::bot::vocabulary::Wanted;
use crate::locales::phrase::Phrase;
use crate::play::door::OPEN_GAMES_MAX;
use crate::render::tap::{self, Tap};
use crate::render::{View, marks, replay, words};
use crate::session::board::Board;
use crate::session::{Session, SessionId};
use crate::store::StoreError;
use crate::telegram::api::{CallError, Document, FileKind, Upload};
use crate::telegram::command::{Answered, RecordForm};
use crate::telegram::downloads;
use crate::telegram::event::TextFile;
use crate::telegram::messenger::{Block, reply_in_group, report_unsent};
use crate::telegram::outbox::TEXT_UNITS_MAX;

/// How long a file may take to come, the wait for others' files included. Whoever has sent it can do so
/// again.
const FILE_PATIENCE: Duration = Duration::from_secs(20);

/// Sends the record of the game that is meant: as a text that can be copied, or as a file if that is
/// asked for or the text is longer than a message.
pub(crate) async fn send(mut context: Context, form: RecordForm, answers: Option<Answered>) {
    context.acknowledge();
    let board = match board_meant(&context, answers).await {
        Ok(Meant::Game(board)) => board,
        Ok(Meant::NoneHere) => return quiet::tell_of_no_game(context).await,
        Ok(Meant::NoneThere) => return quiet::confirm(context, Phrase::RecordNoBoard).await,
        Err(error) => {
            log::error!("chat {}: no game is found for a record: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let record = board.session.told();
    let text = match form {
        RecordForm::Text | RecordForm::File => Some(record.encode()),
        RecordForm::Continuous => record.encode_continuous(),
    };
    let Some(text) = text else {
        return quiet::confirm(context, Phrase::RecordNotContinuous).await;
    };
    let sent = match text_of_message(&text).filter(|_| form != RecordForm::File) {
        Some(text) => {
            let language = context.page_language().await;
            let is_open = !board.session.is_in_play_between_people();
            let look = || replay::button(&board.session, &context.services.locales, language);
            let keyboard = is_open.then(|| vec![look()]).into_iter().collect();
            let view = View { text: text.to_owned(), keyboard, picture: None };
            let messenger = &context.services.messenger;
            messenger.reply_in_block(context.at, &view, Block::Code).await
        }
        None => {
            let caption =
                context.services.locales.say(context.page_language().await, Phrase::RecordFile);
            let (chat, reply_to) = (context.at.chat, reply_in_group(context.at));
            let (kind, upload) = (FileKind::Document, file_of(&record, text));
            let document = Document { chat, kind, upload, caption, reply_to };
            context.services.messenger.send_file(document).await
        }
    };
    if let Err(error) = sent {
        report_unsent(context.at.chat, &error);
    }
}

/// Opens the game of a record that somebody has sent, to be played on against an engine or, if it is
/// over, to be looked through; or says where the record is wrong.
pub(crate) async fn open(mut context: Context, text: &str) {
    let record = match Record::decode(text) {
        Ok(record) => record,
        Err(error) => return say_wrong(context, &error).await,
    };
    if context.services.admin.turns_away(context.from.user) {
        return context.tell(Phrase::Maintenance).await;
    }
    let started = begin(&context, &record).await;
    new_game::send_started(context, started).await;
}

/// The same with a record in a file.
pub(crate) async fn open_file(mut context: Context, file: &TextFile) {
    // A file that is slow to come holds up nobody else; who has sent it can do so again.
    context.acknowledge();
    let content = match timeout(FILE_PATIENCE, content_of(&context, file)).await {
        Ok(Ok(content)) => content,
        Ok(Err(error)) => {
            log::warn!("chat {}: a file is not fetched: {error}", context.at.chat.0);
            return context.tell(Phrase::RecordNotFetched).await;
        }
        Err(_) => {
            log::warn!("chat {}: a file does not come in time", context.at.chat.0);
            return context.tell(Phrase::RecordNotFetched).await;
        }
    };
    match content.map(String::from_utf8) {
        Some(Ok(text)) => open(context, &text).await,
        Some(Err(_)) => context.tell(Phrase::RecordHead).await,
        None => context.tell(Phrase::RecordTooLong).await,
    }
}

/// What stands in a file; `None` if that is more than a record can be.
async fn content_of(context: &Context, file: &TextFile) -> Result<Option<Vec<u8>>, CallError> {
    let services = &context.services;
    let _permit = services.limits.downloads.acquire().await.expect("the semaphore is never closed");
    downloads::download(services.messenger.client(), file, RECORD_BYTES_MAX).await
}

/// A record as the text of one message; `None` if it is too long for that.
fn text_of_message(text: &str) -> Option<&str> {
    let text = text.trim_end();
    (text.encode_utf16().count() <= TEXT_UNITS_MAX).then_some(text)
}

fn file_of(record: &Record, text: String) -> Upload {
    let name = format!("zerosum-{}.txt", record.spec().name());
    Upload { name, media_type: "text/plain", content: Bytes::from(text) }
}

/// Whose record is wanted.
enum Meant {
    Game(Board),
    /// The person has no game going in this chat.
    NoneHere,
    /// The message that is answered shows no game that is known.
    NoneThere,
}

/// The game of the board that is answered, whoever plays it; without an answer the person's in this chat
/// that changed last.
async fn board_meant(context: &Context, answers: Option<Answered>) -> Result<Meant, StoreError> {
    let Some(answered) = answers else {
        let latest = context.services.play.latest_open(context.at.chat, context.from.user).await?;
        return Ok(latest.map_or(Meant::NoneHere, Meant::Game));
    };
    Ok(board_answered(context, answered).await?.map_or(Meant::NoneThere, Meant::Game))
}

/// The game of the board that is answered, whoever plays it; `None` if the message shows no game that is
/// known.
pub(crate) async fn board_answered(
    context: &Context,
    Answered { message, buttons }: Answered,
) -> Result<Option<Board>, StoreError> {
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    // What stands on its buttons, Telegram says; a board that is shown elsewhere is not found here.
    match buttons.iter().find_map(|data| session_of(data)) {
        Some(id) => play.board(chat, id).await,
        None => {
            let boards = play.open_boards(chat, user, OPEN_GAMES_MAX).await?;
            Ok(boards.into_iter().find(|board| board.message == Some(message)))
        }
    }
}

/// Begins a game from a record.
async fn begin(context: &Context, record: &Record) -> Result<Started, StoreError> {
    let level = level_of(context, record).await?;
    let (at, owner) = (context.at, context.from.user);
    // Message numbers may begin anew, with the date they do not.
    let id = context.session_id(&("record", at.chat, at.message, context.sent_at));
    let session = Session::resumed(id, owner, record, level);
    let board = Board::new(session, owner, at.chat).in_topic(context.topic);
    new_game::begin(context, board).await
}

/// The level on which the person plays the game of a record.
pub(crate) async fn level_of(context: &Context, record: &Record) -> Result<Level, StoreError> {
    let wanted = Wanted { spec: Some(record.spec()), ..Wanted::default() };
    Ok(games::choice_of(context, wanted).await?.level)
}

/// Says why a text is no record, and where.
async fn say_wrong(mut context: Context, error: &RecordError) {
    match error {
        RecordError::TooLong => context.tell(Phrase::RecordTooLong).await,
        RecordError::Head | RecordError::Version { .. } => context.tell(Phrase::RecordHead).await,
        RecordError::Game { found, fault } => {
            let numbers = match fault {
                Some(StrategicRulesError::Numbers(error)) => Some(error),
                Some(_) | None => None,
            };
            games::say_unknown(context, found, numbers).await;
        }
        RecordError::Move { place, fault } => say_wrong_move(context, *place, fault).await,
        RecordError::Number { place, found, .. } => {
            let (number, mark) = told(*place);
            context.tell(Phrase::RecordNumber { number, mark, found: &presentable(found) }).await;
        }
        RecordError::Cut { place } => {
            let (number, mark) = told(*place);
            context.tell(Phrase::RecordCut { number, mark }).await;
        }
        RecordError::Result { expected, found } => {
            context.tell(Phrase::RecordResult { found, expected }).await;
        }
        RecordError::Behind { found } => {
            context.tell(Phrase::RecordBehind { text: &presentable(found) }).await;
        }
    }
}

async fn say_wrong_move(mut context: Context, place: MovePlace, fault: &MoveFault) {
    let (first, last) = words::corners(&place.spec.start());
    let (text, reason) = match fault {
        MoveFault::Text(MoveTextError::Form { found, .. }) => (found, Phrase::RecordNoMove),
        MoveFault::Text(MoveTextError::OffBoard { found }) => {
            (found, Phrase::NoSuchCell { first: &first, last: &last })
        }
        MoveFault::Text(MoveTextError::Light { found }) => (found, Phrase::NoSuchMove),
        MoveFault::Illegal { position, code, text } => {
            (text, words::illegal(position, Some(*code)))
        }
        MoveFault::Over { found } => (found, Phrase::RecordMoveAfterEnd),
    };
    let (number, mark) = told(place);
    let reason = context.services.locales.say(context.page_language().await, reason);
    let text = &presentable(text);
    context.tell(Phrase::RecordMove { number, mark, text, reason: &reason }).await;
}

/// The number and the side of a move as they are said.
fn told(MovePlace { spec, number, side }: MovePlace) -> (u32, &'static str) {
    (u32::try_from(number).unwrap_or(u32::MAX), marks::mark(spec, side))
}

/// The session whose board has a button with this data.
fn session_of(data: &str) -> Option<SessionId> {
    match tap::decode(data) {
        Ok(Tap::Act { id, .. } | Tap::Again { id, .. } | Tap::Focus { id, .. }) => Some(id),
        Ok(_) | Err(_) => None,
    }
}
