//! Personal data: people can read how it is stored, get all of it as a file, and have it deleted.

use bytes::Bytes;
use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_session::SessionId;
use zerosum_session::broadcast::BroadcastId;
use zerosum_store::StoreError;
use zerosum_store::people::blocks::BLOCKED_MAX;
use zerosum_store::people::deletion::FINISHED_GAMES_MAX;
use zerosum_store::people::ratings::HISTORY_KEPT_MAX;
use zerosum_store::people::results::RESULTS_KEPT_MAX;

use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::KeptDays;
use crate::personal_data::Writer;
use crate::telegram::client::api::{Document, FileKind, Upload};
use crate::telegram::outgoing::messenger::{FileTurn, Unsent, report_unsent};

/// Maximum number of files sent to one person. They hold more games than the limits allow, including
/// finished games that upkeep has yet to delete.
pub const PARTS_MAX: u32 = 60;

/// Number of boards read at once.
const BATCH: u32 = 100;

/// Reason why a person did not get all of their data.
enum Incomplete {
    Store(StoreError),
    Unsent(Unsent),
    /// There are more parts than [`PARTS_MAX`].
    TooMuch,
}

/// Files sent to a person, each of which is made when its turn comes.
struct Parts<'a> {
    context: &'a Context,
    turn: FileTurn,
}

/// Sends the welcome page.
pub(crate) async fn welcome(mut context: Context) {
    note_return(&context).await;
    let view = context.menu().await.welcome();
    context.reply_page(view).await;
}

/// Marks a person as reachable who starts the bot in private, which they also do after having blocked it
/// for a while. Another process may have recorded the block, so the cached copy tells only whether the person is
/// known.
pub(crate) async fn note_return(context: &Context) {
    let (play, user) = (&context.services.play, context.from.user);
    if !context.at.chat.is_private() || !matches!(play.person(user).await, Ok(Some(_))) {
        return;
    }
    if let Err(error) = play.set_reachable(user, true).await {
        log::warn!("person {}: cannot record that they are reachable: {error}", user.0);
    }
}

/// Tells what is stored and for how long.
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
    let page = context.menu().await.privacy(text);
    context.reply_folded(page).await;
}

/// Sends a person all data stored about them.
pub(crate) async fn send_data(mut context: Context) {
    context.acknowledge().await;
    if !context.at.chat.is_private() {
        return private_notices::refer_to_private_chat(context, "/mydata").await;
    }
    match send_parts(&context).await {
        Ok(()) | Err(Incomplete::Unsent(Unsent::NotMade)) => {}
        Err(Incomplete::Unsent(Unsent::Call(error))) => report_unsent(context.at.chat, &error),
        Err(Incomplete::Unsent(Unsent::Late)) => context.tell(Phrase::FileLate).await,
        Err(Incomplete::TooMuch) => context.tell(Phrase::MyDataTooMuch).await,
        Err(Incomplete::Store(error)) => {
            log::error!("person {}: cannot read their data: {error}", context.from.user.0);
            context.tell(Phrase::MyDataFailed).await;
        }
    }
}

/// Asks whether to delete all data stored about the person.
pub(crate) async fn ask_for_deletion(mut context: Context) {
    context.acknowledge().await;
    if !context.at.chat.is_private() {
        return private_notices::refer_to_private_chat(context, "/deletemydata").await;
    }
    let view = pages::deletion(context.services.localizer(context.language().await));
    context.reply_page(view).await;
}

/// Handles the answer to that question, in the person's private chat.
pub(crate) async fn delete(press: &PressContext, is_sure: bool) -> Handled {
    let context = &press.context;
    // Looked up before it is deleted.
    let language = context.language().await;
    let (result, phrase) = if is_sure {
        let deletion = context.services.play.forget(context.from.user).await;
        // The games that have ended by it are announced. From other boards their name disappears as soon as these are
        // redrawn.
        context.services.boards.migrations.sweep.notify_one();
        let deletion = deletion.map_err(|error| Denial::failed(Phrase::DeletionFailed, error))?;
        log::info!("the data of a person is deleted at their request");
        let is_complete = deletion.is_complete;
        let phrase = if is_complete { Phrase::DataDeleted } else { Phrase::DataBeingDeleted };
        (labels::Press::DataDeleted, phrase)
    } else {
        (labels::Press::DataKept, Phrase::DataKept)
    };
    context.replace(pages::note(context.services.localizer(language), phrase));
    Ok(result.into())
}

async fn send_parts(context: &Context) -> Result<(), Incomplete> {
    let (services, user) = (&context.services, context.from.user);
    let mut parts = Parts::begin(context).await?;
    let person = services.play.store().person(user).await?;
    let has_reminders = services.play.store().has_reminders(user).await?;
    let mut writer = Writer::new(user, person.as_ref(), has_reminders);
    let noted = services.play.store().challenges(user).await?.noted;
    writer.set_challenges(noted);
    for since in services.play.store().seats_kept_since(user, noted.max(BATCH)).await? {
        if let Some(part) = writer.add_kept_seat(since) {
            parts = parts.send(part, &writer).await?;
        }
    }
    for blocked in &services.play.store().blocked_by(user).await? {
        if let Some(part) = writer.add_blocked(blocked) {
            parts = parts.send(part, &writer).await?;
        }
    }
    let mut after: Option<BroadcastId> = None;
    loop {
        let broadcasts = services.play.store().broadcasts_by(user, after, BATCH).await?;
        for broadcast in &broadcasts {
            if let Some(part) = writer.add_broadcast(broadcast) {
                parts = parts.send(part, &writer).await?;
            }
        }
        let Some(last) = broadcasts.last() else { break };
        after = Some(last.id);
    }
    for result in &services.play.store().results(user).await? {
        if let Some(part) = writer.add_result(result) {
            parts = parts.send(part, &writer).await?;
        }
    }
    services.play.rate_what_can_be().await;
    for (family, standing) in services.play.store().standings(user).await? {
        let past = services.play.store().rating_history(user, family).await?;
        if let Some(part) = writer.add_rating(family, &standing, &past) {
            parts = parts.send(part, &writer).await?;
        }
    }
    for listing in services.play.store().listings_of(user).await? {
        if let Some(part) = writer.add_table(listing) {
            parts = parts.send(part, &writer).await?;
        }
    }
    for invitation in &services.play.store().invitations_of(user).await? {
        if let Some(part) = writer.add_invitation(invitation) {
            parts = parts.send(part, &writer).await?;
        }
    }
    if let Some(seeker) = services.play.store().seeking_of(user).await? {
        writer.note_seeking(&seeker);
    }
    let mut after: Option<SessionId> = None;
    loop {
        let boards = services.play.store().boards_of(user, after, BATCH).await?;
        for board in &boards {
            if let Some(part) = writer.add_game(board) {
                parts = parts.send(part, &writer).await?;
            }
        }
        let Some(last) = boards.last() else { break };
        after = Some(last.id);
    }
    let number = writer.part();
    parts.upload(writer.finish(), number).await
}

impl Parts<'_> {
    async fn begin(context: &Context) -> Result<Parts<'_>, Incomplete> {
        let messenger = &context.services.messenger;
        let turn = messenger.turn_of_file(context.from.user, context.at.chat).await;
        Ok(Parts { context, turn: turn.map_err(Incomplete::Unsent)? })
    }

    /// Sends a part that is not the last one, and waits for the turn of the next.
    async fn send(self, part: String, writer: &Writer) -> Result<Self, Incomplete> {
        let (context, number) = (self.context, writer.part() - 1);
        self.upload(part, number).await?;
        if number == PARTS_MAX { Err(Incomplete::TooMuch) } else { Parts::begin(context).await }
    }

    async fn upload(self, part: String, number: u32) -> Result<(), Incomplete> {
        let Parts { context, turn } = self;
        let caption = context.services.localizer(context.language().await).say(Phrase::MyData);
        let name = format!("zerosum-my-data-{number}.json");
        let upload = Upload { name, media_type: "application/json", content: Bytes::from(part) };
        let (chat, kind) = (context.at.chat, FileKind::Document);
        let document = Document {
            chat,
            topic: None,
            kind,
            upload,
            caption,
            reply_to: None,
            keyboard: Vec::new(),
        };
        let sent = context.services.messenger.send_in_turn(context.from.user, turn, document).await;
        sent.map_err(Incomplete::Unsent)
    }
}

impl From<StoreError> for Incomplete {
    fn from(error: StoreError) -> Incomplete {
        Incomplete::Store(error)
    }
}
