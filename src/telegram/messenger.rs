//! The way from the bot to its chats: messages, edits and answers to presses, each in its turn and
//! with as many tries as it is worth.

use std::future::Future;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use teloxide::payloads::{
    AnswerCallbackQuery, AnswerCallbackQuerySetters, SendChatAction, SendMessage,
    SendMessageSetters,
};
use teloxide::types::{self, CallbackQueryId, ChatAction, MessageEntity, MessageEntityKind};
use tokio::time::timeout_at;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::capacity::Capacity;
use crate::locales::Locales;
use crate::metrics::levels::Levels;
use crate::metrics::{Metrics, labels};
use crate::play::Play;
use crate::render::View;
use crate::session::board::{ChatId, ChatMessage, MessageId, Place, TopicId};
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::api::{self, CallError, Document};
use crate::telegram::backlog::Waiting;
use crate::telegram::calls::{self, Patience, SEND_TIMEOUT, Unclear, Verdict};
use crate::telegram::chat_migration::ChatMigrations;
use crate::telegram::client::Client;
use crate::telegram::edit_queue::{EditObserver, EditQueue};
use crate::telegram::event::Callback;
use crate::telegram::frame::Frame;
use crate::telegram::frames::Frames;
use crate::telegram::markup;
use crate::telegram::offers::{self, Offer};
use crate::telegram::outbox::{Kind, Outbox, Outgoing, no_link_preview, reply_to, thread_of};
use crate::telegram::paint::Pictures;
use crate::telegram::picture_storage::PictureStorage;
use crate::telegram::rate_limit::{Class, NoRoom, RateLimiter, RateLimits, Slot};
use crate::telegram::reach;

/// How long a message waits for its turn. What is not sent by then is of no use any more, or a
/// board and left to the sweep.
const TURN_PATIENCE: Duration = Duration::from_secs(120);

/// For messages. What is not sent by then is left to the sweep if it is a board.
const SEND_PATIENCE: Patience = Patience {
    tries_max: 5,
    pause_max: Duration::from_secs(60),
    unclear: Unclear::OnceMore(Duration::from_secs(2)),
};

/// No message is on its way for longer: it gets its last turn late, hangs, and is told to wait. That
/// it may be tried with a picture and then without one gives it no more turns.
pub const SENDING_MAX: Duration =
    TURN_PATIENCE.saturating_add(SEND_TIMEOUT).saturating_add(SEND_PATIENCE.pause_max);

/// For answers to presses, which Telegram takes for some seconds only.
const ANSWER_PATIENCE: Patience =
    Patience { tries_max: 3, pause_max: Duration::from_secs(3), unclear: Unclear::Harmless };

/// How long the sending of a file may take.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(30);

/// What of a text is set apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// All of it: its signs have the same width, and it is copied by a tap.
    Code,
    /// What follows so many UTF-16 code units: it is folded until somebody wants to read it.
    FoldedFrom(usize),
}

/// Within what a messenger has to keep, and what it has for it.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    pub pace: RateLimits,
    pub capacity: Capacity,
    /// The chat that keeps pictures for inline messages.
    pub storage_chat: Option<ChatId>,
}

/// See the module.
pub struct Messenger {
    client: Client,
    play: Arc<Play>,
    outbox: Arc<Outbox>,
    rate_limiter: Arc<RateLimiter>,
    edits: Arc<EditQueue>,
    /// What boards look like.
    pub frames: Arc<Frames>,
    /// The groups that become supergroups.
    pub migrations: Arc<ChatMigrations>,
}

impl Messenger {
    /// Edits are made by tasks of this tracker, and this observer hears of them.
    pub fn new(
        client: Client,
        play: Arc<Play>,
        observer: Weak<dyn EditObserver>,
        locales: Arc<Locales>,
        tasks: TaskTracker,
        means: Means,
    ) -> Messenger {
        let Means { pace, capacity, storage_chat } = means;
        let frames =
            Arc::new(Frames::new(Arc::clone(&play), locales, client.identity.has_inline_mode));
        let rate_limiter = RateLimiter::new(pace);
        let pictures = Arc::new(Pictures::new(&capacity));
        let storage = storage_chat.map(|chat| {
            let (pictures, rate_limiter) = (Arc::clone(&pictures), Arc::clone(&rate_limiter));
            PictureStorage::new(chat, client.clone(), pictures, rate_limiter)
        });
        let outbox = Arc::new(Outbox::new(client.clone(), pictures, storage));
        let migrations = Arc::new(ChatMigrations::new(client.clone()));
        let edits = EditQueue::new(
            observer,
            Arc::clone(&outbox),
            Arc::clone(&rate_limiter),
            tasks,
            &capacity,
        );
        let edits = Arc::new(edits);
        Messenger { client, play, outbox, rate_limiter, edits, frames, migrations }
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn metrics(&self) -> &Metrics {
        &self.client.metrics
    }

    /// Looks at everything here that goes up and down.
    pub fn look(&self, levels: &Levels) {
        levels.edit_lanes.set(self.edits.lanes());
        levels.edits_put_off.set(self.edits.backlog());
        levels.paced_calls_waiting.set(self.rate_limiter.waiting());
        levels.paced_chats.set(self.rate_limiter.chats());
    }

    /// Lets go of what was not used lately.
    pub fn age(&self) {
        self.edits.age();
    }

    /// How many messages are being edited.
    pub fn edits_in_flight(&self) -> usize {
        self.edits.lanes()
    }

    /// Brings a message to a frame, unless a newer one of the same board waits already.
    pub fn show(&self, place: Place, frame: Frame) {
        self.edits.show(place, frame);
    }

    /// Has a board drawn later that cannot be now.
    pub fn put_off(&self, waiting: Waiting) {
        self.edits.put_off(waiting);
    }

    /// Waits until a board can be drawn that could not be.
    pub async fn next_put_off(&self) -> Waiting {
        self.edits.next_put_off().await
    }

    /// Whether a message may show something older than it is known to; see [`EditQueue::doubt`].
    pub fn doubt(&self, place: Place) -> bool {
        self.edits.doubt(place)
    }

    /// Forgets what the messages of a chat are known to show.
    pub fn forget_chat(&self, chat: ChatId) {
        self.edits.forget_chat(chat);
    }

    /// Answers a message with another one.
    pub async fn reply(&self, at: ChatMessage, view: &View) -> Result<MessageId, CallError> {
        let (chat, class, reply_to) = (at.chat, Class::Reply, reply_in_group(at));
        let needless = &CancellationToken::new();
        self.send(Outgoing { chat, view, class, reply_to, topic: None, needless }).await
    }

    /// Sends a message.
    pub async fn send(&self, outgoing: Outgoing<'_>) -> Result<MessageId, CallError> {
        let Outgoing { chat, view, .. } = outgoing;
        let turn_by = Instant::now() + TURN_PATIENCE;
        let sent = match self.send_by(&outgoing, turn_by).await {
            // The same without a picture.
            Err(error) if view.picture.is_some() && self.outbox.note_refusal(chat, &error) => {
                self.send_by(&outgoing, turn_by).await
            }
            sent => sent,
        };
        let (message, kind) = sent?;
        self.edits.note_sent(ChatMessage { chat, message }, view, kind);
        Ok(message)
    }

    async fn send_by(
        &self,
        outgoing: &Outgoing<'_>,
        turn_by: Instant,
    ) -> Result<(MessageId, Kind), CallError> {
        let Outgoing { chat, view, class, needless, .. } = *outgoing;
        let attempt = async || {
            let slot = self.turn(chat, class, turn_by).await?;
            // Painted no sooner than it can be sent, and not kept for another try.
            let prepared = self.outbox.prepare(chat.into(), view, Kind::Unknown, None).await;
            slot.cover(self.outbox.send(outgoing, &prepared)).await
        };
        self.deliver(chat, needless, attempt).await
    }

    /// Sends a file with a caption.
    pub async fn send_file(&self, document: Document) -> Result<(), CallError> {
        let chat = document.chat;
        let turn_by = Instant::now() + TURN_PATIENCE;
        let attempt = async || {
            let slot = self.turn(chat, Class::Reply, turn_by).await?;
            slot.cover(api::send_document(&self.client, &document, UPLOAD_TIMEOUT)).await
        };
        self.deliver(chat, &CancellationToken::new(), attempt).await
    }

    /// Answers a message with a text of which a part is set apart.
    pub async fn reply_in_block(
        &self,
        at: ChatMessage,
        view: &View,
        block: Block,
    ) -> Result<(), CallError> {
        let chat = at.chat;
        let length = view.text.encode_utf16().count();
        let entity = match block {
            Block::Code => MessageEntity::pre(None, 0, length),
            Block::FoldedFrom(start) => {
                let kind = MessageEntityKind::ExpandableBlockquote;
                MessageEntity::new(kind, start, length.saturating_sub(start))
            }
        };
        let mut payload = SendMessage::new(types::ChatId(chat.0), &view.text)
            .entities([entity])
            .reply_markup(markup::keyboard(view, &self.client.identity));
        payload.reply_parameters = reply_in_group(at).map(reply_to);
        let turn_by = Instant::now() + TURN_PATIENCE;
        let attempt = async || {
            let slot = self.turn(chat, Class::Reply, turn_by).await?;
            slot.cover(api::call(&self.client, &payload, SEND_TIMEOUT)).await
        };
        self.deliver(chat, &CancellationToken::new(), attempt).await.map(drop)
    }

    /// Some tries if there is trouble, and a note if the chat is closed to the bot.
    async fn deliver<T, F>(
        &self,
        chat: ChatId,
        needless: &CancellationToken,
        attempt: impl Fn() -> F,
    ) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, CallError>>,
    {
        let delivered = calls::again_and_again(SEND_PATIENCE, needless, attempt).await;
        if let Err(error) = &delivered {
            reach::note_refusal(&self.play, chat, error).await;
        }
        delivered
    }

    /// Waits for the turn of a call, but not for longer than until then.
    async fn turn(&self, chat: ChatId, class: Class, turn_by: Instant) -> Result<Slot, CallError> {
        let turn = timeout_at(turn_by.into(), self.rate_limiter.enter(chat.into(), class)).await;
        let Ok(Ok(slot)) = turn else { return Err(CallError::Crowded) };
        if Instant::now() > turn_by {
            return Err(CallError::Crowded);
        }
        Ok(slot)
    }

    /// Answers a press, with a toast if there is something to say, and lets its acknowledgement go.
    /// An answer that is too late harms nobody, nor does one that is lost.
    pub async fn answer(
        &self,
        callback: &Callback,
        toast: Option<String>,
        acknowledgement: Option<Acknowledgement>,
    ) {
        let mut payload = AnswerCallbackQuery::new(CallbackQueryId(callback.id.clone()));
        if let Some(text) = toast {
            payload = payload.text(text);
        }
        // Telegram makes the call itself, and a request is saved.
        if let Some(acknowledgement) = acknowledgement
            && let Some(call) = api::call_of(&payload)
            && acknowledgement.hand_over(call)
        {
            self.client.note_handed_over(labels::Method::AnswerCallbackQuery);
            return self.note_answered(callback);
        }
        match calls::patiently(&self.client, &payload, ANSWER_PATIENCE).await {
            Ok(_) => self.note_answered(callback),
            Err(error) => log::debug!("a press is not answered: {error}"),
        }
    }

    /// Offers something to whoever asks for it in a message field. An answer that is too late harms nobody,
    /// nor does one that is lost: the next letter that is typed asks again.
    pub async fn offer(&self, query: &str, offers: Vec<Offer>) {
        if let Err(error) = offers::answer(&self.client, query, offers).await {
            log::debug!("a query is not answered: {error}");
        }
    }

    fn note_answered(&self, callback: &Callback) {
        self.metrics().play.press_to_answer.observe((), callback.arrived.elapsed());
    }

    /// Tells a chat that the bot is busy with it. Nothing comes of it if that fails. It takes none
    /// of the budgets for messages, so that it never delays the move it announces.
    pub async fn show_typing(&self, chat: ChatId, topic: Option<TopicId>) {
        let mut payload = SendChatAction::new(types::ChatId(chat.0), ChatAction::Typing);
        payload.message_thread_id = topic.map(thread_of);
        if let Err(error) = calls::once(&self.client, &payload).await {
            log::debug!("chat {} is not told that somebody thinks: {error}", chat.0);
        }
    }

    /// Waits until nothing more urgent than a broadcast is to be sent to a chat.
    pub async fn turn_of_broadcast(&self, chat: ChatId) -> Result<Slot, NoRoom> {
        self.rate_limiter.enter(chat.into(), Class::Broadcast).await
    }

    /// Sends a text in one try. The turn for it has been waited for.
    pub async fn send_text(&self, slot: Slot, chat: ChatId, text: &str) -> Result<(), CallError> {
        let payload =
            SendMessage::new(types::ChatId(chat.0), text).link_preview_options(no_link_preview());
        slot.cover(calls::once(&self.client, &payload)).await?;
        Ok(())
    }
}

/// In a group an answer refers to what it answers; with one person that is plain.
pub fn reply_in_group(at: ChatMessage) -> Option<MessageId> {
    (!at.chat.is_private()).then_some(at.message)
}

/// Logs a message that could not be sent. A closed chat is an ordinary event.
pub fn report_unsent(chat: ChatId, error: &CallError) {
    match error.verdict() {
        Verdict::Gone => log::info!("chat {} is closed to the bot", chat.0),
        // The queue has said so for all.
        Verdict::Crowded => log::debug!("chat {} is not told: {error}", chat.0),
        _ => log::warn!("chat {} is not told: {error}", chat.0),
    }
}
