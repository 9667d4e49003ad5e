//! Records of games: sent on request, and read to continue a game.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::timeout;
use zerosum_games::record::{RECORD_BYTES_MAX, Record, RecordError};
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::sides;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::records::RecordReader;
use zerosum_render::study::replay::button as look_button;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::{Session, SessionId};
use zerosum_store::StoreError;

use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::replied_boards;
use crate::bot::messages::private_notices;
use crate::bot::start::games;
use crate::bot::start::new_game::{self, NewBoard};
use crate::bot::study::replay;
use crate::bot::vocabulary::Wanted;
use crate::telegram::client::api::{CallError, Document, FileKind, Upload};
use crate::telegram::client::downloads;
use crate::telegram::incoming::command::{RecordForm, RepliedTo};
use crate::telegram::incoming::event::TextFile;
use crate::telegram::outgoing::messenger::{Block, Unsent, reply_in_group, report_unsent};
use crate::telegram::outgoing::outbox::TEXT_UNITS_MAX;

/// Maximum time for fetching a file, including the wait for other files. The sender can send it again.
const FILE_PATIENCE: Duration = Duration::from_secs(20);

/// The message that is replied to shows no game.
const NO_BOARD: Denial = Denial::new(labels::Press::UnknownGame, Phrase::RecordNoBoard);

/// Sends the record of the game that is meant: as text to copy, or as a file if requested or if the text is
/// too long for a message.
pub(crate) async fn send(context: Context, form: RecordForm, replied_to: Option<RepliedTo>) {
    context.acknowledge().await;
    let board = match board_meant(&context, replied_to).await {
        Ok(Some(board)) => board,
        Ok(None) => return private_notices::tell_of_no_game(context).await,
        Err(denial) => return private_notices::deny(context, denial).await,
    };
    send_record(context, board, form).await;
}

/// Sends the record of the game on this board in a new message.
pub(crate) async fn press(press: &PressContext, id: SessionId) -> Handled {
    let board = replay::board_here(&press.context, id).await?;
    let permit = press.context.background_permit()?;
    let context = press.context_after();
    permit.spawn(send_record(context, board, RecordForm::Text));
    Ok(labels::Press::Asked.into())
}

async fn send_record(context: Context, board: Board, form: RecordForm) {
    let record = board.session.record();
    let text = match form {
        RecordForm::Text | RecordForm::File => Some(record.encode()),
        RecordForm::Continuous => record.encode_continuous(),
    };
    let Some(text) = text else {
        return private_notices::answer(context, Phrase::RecordNotContinuous).await;
    };
    let sent = match text_of_message(&text).filter(|_| form != RecordForm::File) {
        Some(text) => {
            let language = context.page_language().await;
            let is_open = !board.session.is_in_play_between_people();
            let look = || look_button(&board.session, context.services.localizer(language));
            let keyboard = is_open.then(|| vec![look()]).into_iter().collect();
            let view = View { text: text.to_owned(), keyboard, picture: None };
            let (messenger, asker) = (&context.services.messenger, context.asker());
            let sent = messenger
                .reply_in_block((context.at, context.topic), asker, (&view, Block::Code))
                .await;
            sent.map_err(Unsent::Call)
        }
        None => {
            let caption = match board.session.is_in_play_between_people() {
                true => Phrase::RecordFileInPlay,
                false => Phrase::RecordFile,
            };
            let caption = context.services.localizer(context.page_language().await).say(caption);
            let (chat, reply_to) = (context.at.chat, reply_in_group(context.at));
            let upload = file_of(&record, text);
            let make = || {
                let (upload, caption) = (upload.clone(), caption.clone());
                let (topic, kind, keyboard) = (context.topic, FileKind::Document, Vec::new());
                ready(Some(Document { chat, topic, kind, upload, caption, reply_to, keyboard }))
            };
            context.services.messenger.send_file((context.from.user, chat), make).await
        }
    };
    match sent {
        Ok(()) | Err(Unsent::NotMade) => {}
        Err(Unsent::Late) => private_notices::answer(context, Phrase::FileLate).await,
        Err(Unsent::Call(error)) => report_unsent(context.at.chat, &error),
    }
}

/// Opens the game of a record that was sent, to play on against an engine or, if it is over, to step
/// through; or reports where the record is wrong.
pub(crate) async fn open(mut context: Context, text: &str) {
    let record = match Record::decode(text) {
        Ok(record) => record,
        Err(error) => return say_wrong(context, &error).await,
    };
    if context.services.admin.refuses(context.from.user) {
        return context.tell(Phrase::Maintenance).await;
    }
    let started = begin(&context, &record).await;
    new_game::send_started(context, started).await;
}

/// Like [`open`], with a record in a file.
pub(crate) async fn open_file(mut context: Context, file: &TextFile) {
    // A slow download does not delay other users; the sender can send the file again.
    context.release();
    let content = match timeout(FILE_PATIENCE, content_of(&context, file)).await {
        Ok(Ok(content)) => content,
        Ok(Err(error)) => {
            log::warn!("chat {}: a file is not fetched: {error}", context.at.chat.0);
            return context.tell(Phrase::RecordNotFetched).await;
        }
        Err(_) => {
            log::warn!("chat {}: downloading a file timed out", context.at.chat.0);
            return context.tell(Phrase::RecordNotFetched).await;
        }
    };
    match content {
        // Names of programs and people in it may be in any encoding; moves are in ASCII.
        Some(content) => open(context, &String::from_utf8_lossy(&content)).await,
        None => context.tell(Phrase::RecordTooLong).await,
    }
}

/// Content of a file; `None` if it is too large for a record.
async fn content_of(context: &Context, file: &TextFile) -> Result<Option<Vec<u8>>, CallError> {
    let services = &context.services;
    let _permit = services.limits.downloads.take(context.from.user, context.at.chat).await;
    downloads::download(services.messenger.client(), file, RECORD_BYTES_MAX).await
}

/// A record as the text of one message; `None` if it is too long.
fn text_of_message(text: &str) -> Option<&str> {
    let text = text.trim_end();
    (text.encode_utf16().count() <= TEXT_UNITS_MAX).then_some(text)
}

fn file_of(record: &Record, text: String) -> Upload {
    let name = format!("zerosum-{}.txt", record.spec().name());
    Upload { name, media_type: "text/plain", content: Bytes::from(text) }
}

/// Finds the game of the board that is replied to, regardless of its players; without a reply the person's
/// lowest game in play in this chat, or else their last finished one, if there is one.
async fn board_meant(
    context: &Context,
    replied_to: Option<RepliedTo>,
) -> Result<Option<Board>, Box<Denial>> {
    if let Some(replied_to) = replied_to {
        let board = replied_boards::find(context, &replied_to).await?;
        return Ok(Some(board.ok_or(NO_BOARD)?));
    }
    let (play, chat, user) = (&context.services.play, context.at.chat, context.from.user);
    Ok(match play.lowest_open(chat, user).await? {
        Some(open) => Some(open),
        None => play.latest_over(chat, user).await?,
    })
}

/// Begins a game from a record.
async fn begin(context: &Context, record: &Record) -> Result<Option<NewBoard>, Box<Denial>> {
    let level = level_of(context, record).await?;
    let (at, owner) = (context.at, context.from.user);
    let id = context.request_id("record");
    let session = Session::from_record(id, owner, record, level);
    let board = Board::new(session, owner, at.chat).in_topic(context.topic);
    new_game::begin(context, board).await
}

/// Level at which the person plays the game of a record.
pub(crate) async fn level_of(context: &Context, record: &Record) -> Result<Level, StoreError> {
    let wanted = Wanted { spec: Some(record.spec()), ..Wanted::default() };
    Ok(games::choice_of(context, wanted).await?.level)
}

/// Explains why a text is no record, and where it is wrong.
async fn say_wrong(mut context: Context, error: &RecordError) {
    context.acknowledge().await;
    let services = Arc::clone(&context.services);
    let look = services.people.look_on(context.at.chat, context.from.user).await;
    let language = context.page_language().await;
    let text = {
        let mark = |spec, side| sides::own_mark(spec, side, look.marks);
        RecordReader { mark: &mark, localizer: services.localizer(language) }.explain(error)
    };
    let view = View { text, keyboard: Vec::new(), picture: None };
    context.reply_page(view).await;
}
