//! What the bot keeps about people, and what they can do about it: read how it is kept, get all of
//! it as a file, and have it deleted.

use std::time::Duration;

use bytes::Bytes;

use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::personal_data::Writer;
use crate::session::SessionId;
use crate::session::board::{ChatId, Place};
use crate::store::StoreError;
use crate::store::broadcast::BroadcastId;
use crate::store::deletion::FINISHED_GAMES_MAX;
use crate::telegram::api::{self, CallError, Upload};
use crate::telegram::desk::{Desk, KeptDays, report_unsent};
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::pace::Class;
use crate::telegram::press::{answer, note};
use crate::telegram::receipt::Receipt;
use crate::telegram::screen::Frame;
use crate::view::pages;

/// Parts of a file that one person is sent. They hold more games than the limits let anybody keep, with
/// room for what is finished until upkeep looks next.
pub const PARTS_MAX: u32 = 50;

/// Boards read at once.
const BATCH: u32 = 500;

/// How long the sending of a file may take.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Why somebody did not get all of their data.
enum Unsent {
    Store(StoreError),
    Call(CallError),
    /// There are more parts than [`PARTS_MAX`].
    TooMuch,
}

/// What is stored and for how long.
pub fn privacy(desk: &Desk) -> Phrase<'static> {
    let KeptDays { finished, unfinished } = desk.kept_days;
    Phrase::Privacy { finished, unfinished, games: FINISHED_GAMES_MAX }
}

/// Somebody begins anew in private, which they also do after they have blocked the bot for a while.
/// Another process may have found out that they had, so a copy here does not count.
pub async fn note_return(desk: &Desk, from: &Sender, at: Place) {
    if !at.chat.is_private() || !matches!(desk.referee.person(from.user).await, Ok(Some(_))) {
        return;
    }
    if let Err(error) = desk.referee.set_reachable(from.user, true).await {
        log::warn!("person {}: that they are back is not noted: {error}", from.user.0);
    }
}

/// Sends a person all that is stored about them.
pub async fn send_data(desk: &Desk, from: &Sender, at: Place, language: Language) {
    if !at.chat.is_private() {
        return desk.tell(at, language, Phrase::PrivateOnly).await;
    }
    let _permit = desk.files.acquire().await.expect("the semaphore is never closed");
    let sent = send_parts(desk, from, at.chat, language).await;
    match sent {
        Ok(()) => {}
        Err(Unsent::Call(error)) => report_unsent(at.chat, &error),
        Err(Unsent::TooMuch) => desk.tell(at, language, Phrase::MyDataTooMuch).await,
        Err(Unsent::Store(error)) => {
            log::error!("person {}: their data is not read: {error}", from.user.0);
            desk.tell(at, language, Phrase::MyDataFailed).await;
        }
    }
}

/// Asks whether all that is stored about the person is to be deleted.
pub async fn ask_for_deletion(desk: &Desk, at: Place, language: Language) {
    if !at.chat.is_private() {
        return desk.tell(at, language, Phrase::PrivateOnly).await;
    }
    let view = pages::deletion(&desk.locales, language);
    if let Err(error) = desk.reply(at, &view).await {
        report_unsent(at.chat, &error);
    }
}

/// Works on the answer to that, given in the private chat of whom it is about.
pub async fn delete(
    desk: &Desk,
    is_sure: bool,
    at: Place,
    callback: &Callback,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    // Asked for before it is gone.
    let language = desk.language_of(from).await;
    let (result, phrase) = if is_sure {
        match desk.referee.forget(from.user).await {
            Err(error) => {
                log::error!("person {}: nothing is deleted: {error}", from.user.0);
                note(desk, labels::Press::Failed);
                return answer(desk, callback, from, Some(Phrase::DeletionFailed), receipt).await;
            }
            Ok(deletion) => {
                desk.screen.forget_chat(at.chat);
                log::info!("somebody's data is deleted as they asked");
                let is_complete = deletion.is_complete;
                let phrase =
                    if is_complete { Phrase::DataDeleted } else { Phrase::DataBeingDeleted };
                (labels::Press::DataDeleted, phrase)
            }
        }
    } else {
        (labels::Press::DataKept, Phrase::DataKept)
    };
    note(desk, result);
    let view = pages::note(&desk.locales, language, phrase);
    desk.screen.show(at, Frame::page(view, from.user, Class::Reply));
    desk.answer(callback, None, receipt).await;
}

async fn send_parts(
    desk: &Desk,
    from: &Sender,
    chat: ChatId,
    language: Language,
) -> Result<(), Unsent> {
    let user = from.user;
    let person = desk.referee.stored_person(user).await?;
    let mut writer = Writer::new(user, person.as_ref());
    let mut after: Option<BroadcastId> = None;
    loop {
        let broadcasts = desk.office.broadcasts_by(user, after, BATCH).await?;
        for broadcast in &broadcasts {
            if let Some(part) = writer.add_broadcast(broadcast) {
                send_part(desk, chat, part, &writer, language).await?;
            }
        }
        let Some(last) = broadcasts.last() else { break };
        after = Some(last.id);
    }
    let mut after: Option<SessionId> = None;
    loop {
        let boards = desk.referee.boards_of(user, after, BATCH).await?;
        for board in &boards {
            if let Some(part) = writer.add_game(board) {
                send_part(desk, chat, part, &writer, language).await?;
            }
        }
        let Some(last) = boards.last() else { break };
        after = Some(last.id);
    }
    let number = writer.part();
    upload(desk, chat, writer.finish(), number, language).await
}

/// Sends a part behind which there is another one.
async fn send_part(
    desk: &Desk,
    chat: ChatId,
    part: String,
    writer: &Writer,
    language: Language,
) -> Result<(), Unsent> {
    let number = writer.part() - 1;
    upload(desk, chat, part, number, language).await?;
    if number == PARTS_MAX { Err(Unsent::TooMuch) } else { Ok(()) }
}

async fn upload(
    desk: &Desk,
    chat: ChatId,
    part: String,
    number: u32,
    language: Language,
) -> Result<(), Unsent> {
    let caption = desk.locales.say(language, Phrase::MyData);
    let name = format!("zerosum-my-data-{number}.json");
    let upload = Upload { name, media_type: "application/json", content: Bytes::from(part) };
    let send =
        || api::send_document(&desk.client, chat.0, upload.clone(), &caption, UPLOAD_TIMEOUT);
    desk.deliver(chat, Class::Reply, send).await.map_err(Unsent::Call)
}

impl From<StoreError> for Unsent {
    fn from(error: StoreError) -> Unsent {
        Unsent::Store(error)
    }
}
