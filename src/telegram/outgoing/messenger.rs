//! Sends messages, edits and answers to presses, each in its turn and with its own retry policy.

use std::future::Future;
use std::hash::Hash;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use teloxide::payloads::{
    AnswerCallbackQuery, AnswerCallbackQuerySetters, SendChatAction, SendMessage,
    SendMessageSetters, SetMessageReaction, SetMessageReactionSetters,
};
use teloxide::types::{
    self, CallbackQueryId, ChatAction, MessageEntity, MessageEntityKind, ReactionType,
};
use tokio::time::timeout_at;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use zerosum_metrics::gauges::Gauges;
use zerosum_metrics::{Metrics, labels};
use zerosum_render::View;
use zerosum_session::UserId;
use zerosum_session::board::{ChatId, ChatMessage, MessageId, TopicId};

use crate::capacity::Capacity;
use crate::drawing::DrawingThreads;
use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError, Document, Sent, Upload};
use crate::telegram::client::calls::{self, FailureKind, OnUnknown, RetryPolicy, SEND_TIMEOUT};
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::event::Callback;
use crate::telegram::outgoing::board_source::BoardSource;
use crate::telegram::outgoing::edit_queue::EditQueue;
use crate::telegram::outgoing::file_permits::{FilePermit, FilePermits};
use crate::telegram::outgoing::markup;
use crate::telegram::outgoing::offers::{self, Offer};
use crate::telegram::outgoing::outbox::{
    Kind, Outbox, Outgoing, no_link_preview, reply_to, thread_of,
};
use crate::telegram::outgoing::paint::Pictures;
use crate::telegram::outgoing::picture_storage::{PictureStorage, SHORT_PATIENCE, UploadRequest};
use crate::telegram::outgoing::rate_limit::{
    Asker, CallPermit, NoRoom, Priority, RateLimiter, RateLimits,
};

/// Longest wait of a message for its turn. A later one is dropped, or left to the sweep if it is a board.
const TURN_PATIENCE: Duration = Duration::from_secs(120);

/// Retry policy of messages. A board that is not sent within it is left to the sweep.
const SEND_RETRIES: RetryPolicy = RetryPolicy {
    tries_max: 5,
    pause_max: Duration::from_secs(60),
    on_unknown: OnUnknown::RetryOnce(Duration::from_secs(2)),
};

/// Upper bound on the time that sending a message takes: a late turn, a call that times out, and the
/// longest pause. A retry without the picture has no turn of its own.
pub(crate) const SENDING_MAX: Duration =
    TURN_PATIENCE.saturating_add(SEND_TIMEOUT).saturating_add(SEND_RETRIES.pause_max);

/// Retry policy of answers to presses, which Telegram takes only for some seconds.
const ANSWER_RETRIES: RetryPolicy = RetryPolicy {
    tries_max: 3,
    pause_max: Duration::from_secs(3),
    on_unknown: OnUnknown::Harmless,
};

/// One in this many messages per second may be a file. A file holds its turn while it is made.
const FILES_ONE_IN: u32 = 4;

/// Longest wait of a file for its turn. After that the user is told to ask again.
const FILE_PATIENCE: Duration = Duration::from_secs(30);

/// Retry policy of files. It gives up when Telegram asks for a longer pause than [`FILE_PATIENCE`].
const FILE_SEND_RETRIES: RetryPolicy = RetryPolicy { pause_max: FILE_PATIENCE, ..SEND_RETRIES };

/// Timeout of the upload of a file.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Longest wait of a reaction for its turn. A later one is dropped.
const REACTION_PATIENCE: Duration = Duration::from_secs(30);

/// Part of a text that is formatted as a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The whole text, in monospace, so that a tap copies it.
    Code,
    /// The text from this offset in UTF-16 code units on, as a collapsed quotation.
    FoldedFrom(usize),
}

/// Limits and resources of the messenger.
#[derive(Clone, Copy, Debug)]
pub struct MessengerConfig {
    pub pace: RateLimits,
    pub capacity: Capacity,
    /// Chat to which pictures for inline messages are uploaded.
    pub storage_chat: Option<ChatId>,
}

/// Turn of a file: the permits to make it and to send it.
pub(crate) struct FileTurn {
    call_permit: CallPermit,
    file_permit: FilePermit,
}

/// Reasons why a file was not sent.
#[derive(Debug)]
pub(crate) enum Unsent {
    /// The file could not be made; the cause is logged.
    NotMade,
    /// The turn did not come in time.
    Late,
    Call(CallError),
}

/// Sends messages, edits, files and answers to presses within the rate limits.
pub struct Messenger {
    client: Client,
    boards: Weak<dyn BoardSource>,
    outbox: Arc<Outbox>,
    rate_limiter: Arc<RateLimiter>,
    pub edits: Arc<EditQueue>,
    files: Arc<FilePermits>,
}

impl Messenger {
    /// Creates a messenger. Edits run on `tasks` and show what `boards` renders.
    pub fn new(
        client: Client,
        boards: Weak<dyn BoardSource>,
        tasks: TaskTracker,
        config: MessengerConfig,
        drawing: Arc<DrawingThreads>,
    ) -> Messenger {
        let MessengerConfig { pace, capacity, storage_chat } = config;
        let rate_limiter = RateLimiter::new(pace);
        let pictures = Arc::new(Pictures::new(&capacity, drawing));
        let storage = storage_chat.map(|chat| {
            let (pictures, rate_limiter) = (Arc::clone(&pictures), Arc::clone(&rate_limiter));
            PictureStorage::new(chat, client.clone(), pictures, rate_limiter)
        });
        let outbox = Arc::new(Outbox::new(client.clone(), pictures, storage));
        let edits = EditQueue::new(
            Weak::clone(&boards),
            Arc::clone(&outbox),
            Arc::clone(&rate_limiter),
            tasks,
            &capacity,
        );
        let edits = Arc::new(edits);
        let files_max = usize::try_from(pace.per_second / FILES_ONE_IN).unwrap_or(usize::MAX);
        let files = FilePermits::new(files_max.clamp(1, capacity.files_in_flight));
        Messenger { client, boards, outbox, rate_limiter, edits, files }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.client.metrics
    }

    /// Updates the gauges of this messenger.
    pub(crate) fn set_gauges(&self, gauges: &Gauges) {
        gauges.edit_slots.set(self.edits.in_flight());
        gauges.edits_waiting.set(self.edits.waiting());
        gauges.paced_calls_waiting.set(self.rate_limiter.waiting());
        gauges.paced_chats.set(self.rate_limiter.chats());
    }

    /// Replies to a message with another one, in its topic even if it is deleted meanwhile.
    pub async fn reply(
        &self,
        (at, topic): (ChatMessage, Option<TopicId>),
        asker: Asker,
        view: &View,
    ) -> Result<MessageId, CallError> {
        let note = Outgoing::note(at.chat, view, asker);
        self.send(Outgoing { reply_to: reply_in_group(at), topic, ..note }).await
    }

    /// Sends a message.
    pub(crate) async fn send(&self, outgoing: Outgoing<'_>) -> Result<MessageId, CallError> {
        let Outgoing { chat, view, .. } = outgoing;
        let turn_by = Instant::now() + TURN_PATIENCE;
        let sent = match self.send_by(&outgoing, turn_by).await {
            // Retry without the picture.
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
        let Outgoing { chat, view, priority, asker, cancel, .. } = *outgoing;
        let attempt = async || {
            let call_permit = self.turn(chat, (priority, asker), turn_by).await?;
            // Painted only when it can be sent, and not kept for another try.
            let prepared = self.outbox.prepare(chat.into(), view, Kind::Unknown, None).await;
            call_permit.cover(pin!(self.outbox.send(outgoing, &prepared))).await
        };
        self.deliver(chat, (SEND_RETRIES, cancel), attempt).await
    }

    /// Sends a file with a caption. The file is made when its turn has come.
    pub(crate) async fn send_file<F>(
        &self,
        (user, chat): (UserId, ChatId),
        make: impl Fn() -> F,
    ) -> Result<(), Unsent>
    where
        F: Future<Output = Option<Document>>,
    {
        let turn_by = Instant::now() + FILE_PATIENCE;
        let attempt = async || {
            let FileTurn { call_permit, file_permit } =
                self.turn_of_file_by(user, chat, turn_by).await?;
            let Some(document) = make().await else { return Ok(false) };
            let sending = pin!(api::send_document(&self.client, &document, UPLOAD_TIMEOUT));
            call_permit.cover(sending).await?;
            drop(file_permit);
            Ok(true)
        };
        match self.deliver(chat, (FILE_SEND_RETRIES, None), attempt).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Unsent::NotMade),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits for the turn of a file that takes long to make.
    pub(crate) async fn turn_of_file(
        &self,
        user: UserId,
        chat: ChatId,
    ) -> Result<FileTurn, Unsent> {
        Ok(self.turn_of_file_by(user, chat, Instant::now() + FILE_PATIENCE).await?)
    }

    /// Sends a file that was made during this turn.
    pub(crate) async fn send_in_turn(
        &self,
        user: UserId,
        turn: FileTurn,
        document: Document,
    ) -> Result<(), Unsent> {
        let chat = document.chat;
        let (first, turn_by) = (Mutex::new(Some(turn)), Instant::now() + FILE_PATIENCE);
        let take_first = || first.lock().unwrap_or_else(PoisonError::into_inner).take();
        let attempt = async || {
            let FileTurn { call_permit, file_permit } = match take_first() {
                Some(turn) => turn,
                None => self.turn_of_file_by(user, chat, turn_by).await?,
            };
            let sending = pin!(api::send_document(&self.client, &document, UPLOAD_TIMEOUT));
            call_permit.cover(sending).await?;
            drop(file_permit);
            Ok(())
        };
        Ok(self.deliver(chat, (FILE_SEND_RETRIES, None), attempt).await?)
    }

    /// Waits for the turn of the chat and then for a file permit. No permit is held while the chat's
    /// turn is waited for, so a chat without budget does not block files of other chats.
    async fn turn_of_file_by(
        &self,
        user: UserId,
        chat: ChatId,
        turn_by: Instant,
    ) -> Result<FileTurn, CallError> {
        loop {
            let call_permit =
                self.turn(chat, (Priority::Reply, Asker::Person(user)), turn_by).await?;
            if let Some(file_permit) = self.files.try_take(user, chat) {
                return Ok(FileTurn { call_permit, file_permit });
            }
            // The chat's budget is not held meanwhile either.
            drop(call_permit);
            let room = timeout_at(turn_by.into(), self.files.take(user, chat)).await;
            drop(room.map_err(|_| CallError::Crowded)?);
        }
    }

    /// Replies to a message with a text that has a formatted block.
    pub(crate) async fn reply_in_block(
        &self,
        (at, topic): (ChatMessage, Option<TopicId>),
        asker: Asker,
        (view, block): (&View, Block),
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
        payload.message_thread_id = topic.map(thread_of);
        let turn_by = Instant::now() + TURN_PATIENCE;
        let attempt = async || {
            let call_permit = self.turn(chat, (Priority::Reply, asker), turn_by).await?;
            call_permit.cover(pin!(api::call(&self.client, &payload, SEND_TIMEOUT))).await
        };
        let Sent { .. } = self.deliver(chat, (SEND_RETRIES, None), attempt).await?;
        Ok(())
    }

    /// Retries a call by its policy, and notes if the chat is closed to the bot.
    async fn deliver<T, F>(
        &self,
        chat: ChatId,
        (policy, cancel): (RetryPolicy, Option<&CancellationToken>),
        attempt: impl Fn() -> F,
    ) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, CallError>>,
    {
        let delivered = calls::retry_with(policy, cancel, attempt).await;
        if let Err(error) = &delivered
            && let Some(boards) = self.boards.upgrade()
        {
            boards.note_unsent(chat, error).await;
        }
        delivered
    }

    /// Waits for the turn of a call, until the given deadline.
    async fn turn(
        &self,
        chat: ChatId,
        (priority, asker): (Priority, Asker),
        turn_by: Instant,
    ) -> Result<CallPermit, CallError> {
        let turn = self.rate_limiter.enter(chat.into(), priority, asker);
        match timeout_at(turn_by.into(), turn).await {
            Ok(Ok(call_permit)) if Instant::now() <= turn_by => Ok(call_permit),
            Ok(_) | Err(_) => Err(CallError::Crowded),
        }
    }

    /// Answers a press, with a toast if there is one, and acknowledges its update. A lost answer is harmless.
    pub(crate) async fn answer(
        &self,
        callback: &Callback,
        toast: Option<String>,
        acknowledgement: Option<Acknowledgement>,
    ) {
        let mut payload = AnswerCallbackQuery::new(CallbackQueryId(callback.id.clone()));
        if let Some(text) = toast {
            payload = payload.text(text);
        }
        // The call goes into the webhook's response, which saves a request.
        if let Some(acknowledgement) = acknowledgement
            && let Some(call) = api::call_of(&payload)
            && acknowledgement.hand_over(call)
        {
            self.client.note_handed_over(labels::Method::AnswerCallbackQuery);
            return self.note_answered(callback);
        }
        match calls::call_with_retries(&self.client, &payload, ANSWER_RETRIES).await {
            Ok(_) => self.note_answered(callback),
            Err(error) => log::debug!("a press is not answered: {error}"),
        }
    }

    /// Answers an inline query. A late or lost answer is harmless: the next letter that the user types
    /// sends another query.
    pub async fn offer(&self, query: &str, offers: Vec<Offer>) {
        if let Err(error) = offers::answer(&self.client, query, offers).await {
            log::debug!("a query is not answered: {error}");
        }
    }

    /// Returns the file id of the animation with this key for messages that take no uploads; `None` if the host
    /// keeps no files, or the animation cannot be made and kept in time.
    pub(crate) async fn keep_animation(
        &self,
        person: UserId,
        key: impl Hash,
        making: impl Future<Output = Option<Upload>>,
    ) -> Option<Arc<str>> {
        let request = UploadRequest { person, priority: Priority::Reply, patience: SHORT_PATIENCE };
        self.outbox.store_animation(key, request, making).await
    }

    fn note_answered(&self, callback: &Callback) {
        self.metrics().play.press_to_answer.observe((), callback.arrived.elapsed());
    }

    /// Shows the typing status in a chat. A failure is only logged. The call uses none of the message
    /// budgets, so that it never delays the move that it announces.
    pub(crate) async fn show_typing(&self, chat: ChatId, topic: Option<TopicId>) {
        let mut payload = SendChatAction::new(types::ChatId(chat.0), ChatAction::Typing);
        payload.message_thread_id = topic.map(thread_of);
        if let Err(error) = calls::call(&self.client, &payload).await {
            log::debug!("chat {} is not told that the engine thinks: {error}", chat.0);
        }
    }

    /// Reacts to a message in one try, behind boards and answers. A failure is only logged and counted.
    pub(crate) async fn react(&self, at: ChatMessage, person: UserId, emoji: &str) {
        let (chat, message) = (types::ChatId(at.chat.0), types::MessageId(at.message.0));
        let reaction = ReactionType::Emoji { emoji: emoji.to_owned() };
        let payload = SetMessageReaction::new(chat, message).reaction([reaction]);
        let turn_by = Instant::now() + REACTION_PATIENCE;
        let reacted = async {
            let asker = (Priority::Sweep, Asker::Person(person));
            let call_permit = self.turn(at.chat, asker, turn_by).await?;
            call_permit.cover(pin!(calls::done(&self.client, &payload))).await
        };
        if let Err(error) = reacted.await {
            log::debug!("chat {}: no reaction to a message: {error}", at.chat.0);
        }
    }

    /// Waits for the turn of a broadcast in a chat, behind all other priorities.
    pub(crate) async fn turn_of_broadcast(&self, chat: ChatId) -> Result<CallPermit, NoRoom> {
        self.rate_limiter.enter(chat.into(), Priority::Broadcast, Asker::Chat(chat)).await
    }

    /// Sends a text in one try, with a permit acquired before.
    pub(crate) async fn send_text(
        &self,
        call_permit: CallPermit,
        chat: ChatId,
        text: &str,
    ) -> Result<(), CallError> {
        let payload =
            SendMessage::new(types::ChatId(chat.0), text).link_preview_options(no_link_preview());
        call_permit.cover(pin!(calls::done(&self.client, &payload))).await
    }
}

impl From<CallError> for Unsent {
    fn from(error: CallError) -> Unsent {
        match error.kind() {
            FailureKind::Crowded | FailureKind::Wait(_) => Unsent::Late,
            _ => Unsent::Call(error),
        }
    }
}

/// Returns the message to reply to: in a group the one that asks, in a private chat none.
pub(crate) fn reply_in_group(at: ChatMessage) -> Option<MessageId> {
    (!at.chat.is_private()).then_some(at.message)
}

/// Logs a message that could not be sent. A closed chat is logged at info level.
pub(crate) fn report_unsent(chat: ChatId, error: &CallError) {
    match error.kind() {
        FailureKind::Gone if error.is_of_topic() => {
            log::info!("a topic of chat {} is closed or deleted", chat.0);
        }
        FailureKind::Gone => log::info!("chat {} is closed to the bot", chat.0),
        // The rate limiter has logged this already.
        FailureKind::Crowded => log::debug!("a message to chat {} was not sent: {error}", chat.0),
        _ => log::warn!("a message to chat {} was not sent: {error}", chat.0),
    }
}
