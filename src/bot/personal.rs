//! What the bot keeps about people, and what they can do about it: read how it is kept, get all of
//! it as a file, and have it deleted.

use std::sync::Arc;

use bytes::Bytes;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::quiet;
use crate::bot::services::KeptDays;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::personal_data::Writer;
use crate::render::pages;
use crate::session::SessionId;
use crate::store::StoreError;
use crate::store::blocks::BLOCKED_MAX;
use crate::store::broadcast::BroadcastId;
use crate::store::deletion::FINISHED_GAMES_MAX;
use crate::store::ratings::HISTORY_KEPT_MAX;
use crate::store::results::RESULTS_KEPT_MAX;
use crate::telegram::api::{CallError, Document, FileKind, Upload};
use crate::telegram::messenger::report_unsent;

/// Parts of a file that one person is sent. They hold more games than the limits let anybody keep, with
/// room for what is finished until upkeep looks next.
pub const PARTS_MAX: u32 = 60;

/// Boards read at once.
const BATCH: u32 = 500;

/// Why somebody did not get all of their data.
enum Unsent {
    Store(StoreError),
    Call(CallError),
    /// There are more parts than [`PARTS_MAX`].
    TooMuch,
}

/// Welcomes somebody.
pub(crate) async fn welcome(mut context: Context) {
    note_return(&context).await;
    let view = context.menu().await.welcome();
    context.reply_page(view).await;
}

/// Somebody begins anew in private, which they also do after they have blocked the bot for a while.
/// Another process may have found out that they had, so a copy here does not count.
pub(crate) async fn note_return(context: &Context) {
    let (play, user) = (&context.services.play, context.from.user);
    if !context.at.chat.is_private() || !matches!(play.person(user).await, Ok(Some(_))) {
        return;
    }
    if let Err(error) = play.set_reachable(user, true).await {
        log::warn!("person {}: that they are back is not noted: {error}", user.0);
    }
}

/// Says what is stored and for how long.
pub(crate) async fn privacy(mut context: Context) {
    let KeptDays { finished, unfinished } = context.services.kept_days;
    let text = Phrase::Privacy {
        finished,
        unfinished,
        games: FINISHED_GAMES_MAX,
        results: RESULTS_KEPT_MAX,
        ratings: HISTORY_KEPT_MAX,
        blocked: BLOCKED_MAX,
    };
    let view = context.menu().await.privacy(text);
    context.reply_page(view).await;
}

/// Sends a person all that is stored about them.
pub(crate) async fn send_data(mut context: Context) {
    context.acknowledge();
    if !context.at.chat.is_private() {
        return quiet::confirm(context, Phrase::PrivateOnly).await;
    }
    let services = Arc::clone(&context.services);
    let _permit = services.limits.files.acquire().await.expect("the semaphore is never closed");
    match send_parts(&context).await {
        Ok(()) => {}
        Err(Unsent::Call(error)) => report_unsent(context.at.chat, &error),
        Err(Unsent::TooMuch) => context.tell(Phrase::MyDataTooMuch).await,
        Err(Unsent::Store(error)) => {
            log::error!("person {}: their data is not read: {error}", context.from.user.0);
            context.tell(Phrase::MyDataFailed).await;
        }
    }
}

/// Asks whether all that is stored about the person is to be deleted.
pub(crate) async fn ask_for_deletion(mut context: Context) {
    context.acknowledge();
    if !context.at.chat.is_private() {
        return quiet::confirm(context, Phrase::PrivateOnly).await;
    }
    let view = pages::deletion(&context.services.locales, context.language().await);
    context.reply_page(view).await;
}

/// Works on the answer to that, given in the private chat of whom it is about.
pub(crate) async fn delete(press: PressContext, is_sure: bool) -> Answered {
    let context = &press.context;
    // Asked for before it is gone.
    let language = context.language().await;
    let (result, phrase) = if is_sure {
        match context.services.play.forget(context.from.user).await {
            Err(error) => {
                log::error!("person {}: nothing is deleted: {error}", context.from.user.0);
                return press.answer(labels::Press::Failed, Some(Phrase::DeletionFailed)).await;
            }
            Ok(deletion) => {
                context.services.messenger.forget_chat(context.at.chat);
                // Their name leaves the boards of others as soon as those are drawn.
                context.services.messenger.migrations.sweep.notify_one();
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
    context.replace(pages::note(&context.services.locales, language, phrase));
    press.answer(result, None).await
}

async fn send_parts(context: &Context) -> Result<(), Unsent> {
    let (services, user) = (&context.services, context.from.user);
    let person = services.play.stored_person(user).await?;
    let has_reminders = services.play.has_reminders(user).await?;
    let mut writer = Writer::new(user, person.as_ref(), has_reminders);
    writer.set_challenges(services.play.challenges(user).await?.noted);
    for blocked in &services.play.blocked_by(user).await? {
        if let Some(part) = writer.add_blocked(blocked) {
            send_part(context, part, &writer).await?;
        }
    }
    let mut after: Option<BroadcastId> = None;
    loop {
        let broadcasts = services.admin.broadcasts_by(user, after, BATCH).await?;
        for broadcast in &broadcasts {
            if let Some(part) = writer.add_broadcast(broadcast) {
                send_part(context, part, &writer).await?;
            }
        }
        let Some(last) = broadcasts.last() else { break };
        after = Some(last.id);
    }
    for result in &services.play.results(user).await? {
        if let Some(part) = writer.add_result(result) {
            send_part(context, part, &writer).await?;
        }
    }
    services.play.rate_games().await?;
    for (family, standing) in services.play.stored_standings(user).await? {
        let past = services.play.rating_history(user, family).await?;
        if let Some(part) = writer.add_rating(family, &standing, &past) {
            send_part(context, part, &writer).await?;
        }
    }
    for listing in services.play.listings_of(user).await? {
        if let Some(part) = writer.add_table(listing) {
            send_part(context, part, &writer).await?;
        }
    }
    for invitation in &services.play.invitations_of(user).await? {
        if let Some(part) = writer.add_invitation(invitation) {
            send_part(context, part, &writer).await?;
        }
    }
    if let Some(seeker) = services.play.seeking_of(user).await? {
        writer.note_seeking(&seeker);
    }
    let mut after: Option<SessionId> = None;
    loop {
        let boards = services.play.boards_of(user, after, BATCH).await?;
        for board in &boards {
            if let Some(part) = writer.add_game(board) {
                send_part(context, part, &writer).await?;
            }
        }
        let Some(last) = boards.last() else { break };
        after = Some(last.id);
    }
    let number = writer.part();
    upload(context, writer.finish(), number).await
}

/// Sends a part behind which there is another one.
async fn send_part(context: &Context, part: String, writer: &Writer) -> Result<(), Unsent> {
    let number = writer.part() - 1;
    upload(context, part, number).await?;
    if number == PARTS_MAX { Err(Unsent::TooMuch) } else { Ok(()) }
}

async fn upload(context: &Context, part: String, number: u32) -> Result<(), Unsent> {
    let caption = context.services.locales.say(context.language().await, Phrase::MyData);
    let name = format!("zerosum-my-data-{number}.json");
    let upload = Upload { name, media_type: "application/json", content: Bytes::from(part) };
    let (chat, kind) = (context.at.chat, FileKind::Document);
    let document = Document { chat, kind, upload, caption, reply_to: None };
    context.services.messenger.send_file(document).await.map_err(Unsent::Call)
}

impl From<StoreError> for Unsent {
    fn from(error: StoreError) -> Unsent {
        Unsent::Store(error)
    }
}
