//! Sends views as calls: as a text, or as a photo with a caption.
//!
//! A text message can be turned into a photo, and a photo can get another picture or caption; but a
//! photo never becomes a text again. So the calls for a message depend on its kind. The kind is not
//! stored: if it is unknown, one is tried, and the error tells the other.
//!
//! An inline message takes no uploads, so it is always a text, unless the host stores pictures for it in
//! a chat (`PictureStorage`). A new text for one that is a photo becomes its caption, without an error, so
//! its kind is unknown afterwards, and the text has to fit into a caption.

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Arc;

use teloxide::payloads::{
    EditMessageCaption, EditMessageCaptionInline, EditMessageCaptionInlineSetters,
    EditMessageCaptionSetters, EditMessageText, EditMessageTextInline,
    EditMessageTextInlineSetters, EditMessageTextSetters, SendMessage, SendMessageSetters,
};
use teloxide::types::{self, LinkPreviewOptions, ReplyParameters, ThreadId};
use tokio_util::sync::CancellationToken;
use zerosum_metrics::Metrics;
use zerosum_picture::subject::Subject;
use zerosum_render::{CAPTION_UNITS_MAX, View};
use zerosum_session::board::{ChatId, MessageId, Place, Surface, TopicId};
use zerosum_session::inline_message::InlineMessageId;

use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError, Sent, Upload};
use crate::telegram::client::calls::{self, ERR_NO_TEXT_TO_EDIT, SEND_TIMEOUT};
use crate::telegram::outgoing::markup;
use crate::telegram::outgoing::paint::{PaintPermit, Painted, Pictures};
use crate::telegram::outgoing::photos::{self, Photo};
use crate::telegram::outgoing::picture_storage::{PictureStorage, UploadRequest};
use crate::telegram::outgoing::rate_limit::{Asker, Priority};

/// Maximum length of a text message, in UTF-16 code units.
pub const TEXT_UNITS_MAX: usize = 4_096;

/// Telegram's error for editing the caption of a text message.
const ERR_NO_CAPTION_TO_EDIT: &str = "no caption in the message to edit";

/// Kind of a message, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Unknown,
    Text,
    /// A photo of the scene with this hash, if that is known.
    Photo(Option<u64>),
}

/// A message to be sent.
#[derive(Clone, Copy)]
pub(crate) struct Outgoing<'a> {
    pub chat: ChatId,
    pub view: &'a View,
    pub priority: Priority,
    pub asker: Asker,
    /// The message that it replies to, in a group.
    pub reply_to: Option<MessageId>,
    /// The topic that it goes to, in a forum.
    pub topic: Option<TopicId>,
    /// Cancelled when the message is known to have arrived, though Telegram has not confirmed it.
    pub cancel: Option<&'a CancellationToken>,
    /// True if it is sent without a notification sound.
    pub is_silent: bool,
}

impl<'a> Outgoing<'a> {
    /// A message in a chat that replies to no other there and belongs to no topic.
    pub(crate) fn note(chat: ChatId, view: &'a View, asker: Asker) -> Outgoing<'a> {
        Outgoing {
            chat,
            view,
            priority: Priority::Reply,
            asker,
            reply_to: None,
            topic: None,
            cancel: None,
            is_silent: false,
        }
    }
}

/// Prepares and sends views, with their pictures.
pub(crate) struct Outbox {
    client: Client,
    pictures: Arc<Pictures>,
    /// `None` if the host has configured no storage chat.
    storage: Option<PictureStorage>,
    hasher: RandomState,
}

/// A view with its picture painted, ready for one call.
pub(crate) struct Prepared<'a> {
    surface: Surface,
    view: &'a View,
    method: Method,
}

/// Method and content of a call.
enum Method {
    Text(String),
    /// A caption of a photo message that keeps its picture.
    Caption(String, Kind),
    Photo(Painted, Kind),
    /// A photo that Telegram has stored, by its file id, with its hash.
    Stored(Arc<str>, u64),
}

impl Outbox {
    pub(crate) fn new(
        client: Client,
        pictures: Arc<Pictures>,
        storage: Option<PictureStorage>,
    ) -> Outbox {
        Outbox { client, pictures, storage, hasher: RandomState::new() }
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.client.metrics
    }

    /// Evicts cached entries that were not used recently.
    pub(crate) fn age(&self) {
        self.pictures.age();
        if let Some(storage) = &self.storage {
            storage.age();
        }
    }

    /// Waits for a permit to paint the picture of a view, if it is to have one.
    pub(crate) async fn paint_permit(&self, surface: Surface, view: &View) -> Option<PaintPermit> {
        match &view.picture {
            Some(_) if self.takes_pictures(surface) => Some(self.pictures.paint_permit().await),
            Some(_) | None => None,
        }
    }

    /// Returns the hash of the picture that has to be uploaded to the storage chat before a message of
    /// this kind can show the view.
    pub(crate) fn to_be_stored(&self, surface: Surface, view: &View, kind: Kind) -> Option<u64> {
        let storage = self.storage_for(surface)?;
        let hash = self.hasher.hash_one(view.picture.as_ref()?);
        (kind != Kind::Photo(Some(hash)) && storage.id_of(hash).is_none()).then_some(hash)
    }

    /// Uploads the picture of a view with this hash to the storage chat, unless that would take too
    /// long. Returns whether it is stored there.
    pub(crate) async fn store(
        &self,
        view: &View,
        hash: u64,
        request: UploadRequest,
        is_wanted: impl Fn() -> bool,
    ) -> bool {
        let (Some(storage), Some(subject)) = (&self.storage, &view.picture) else { return false };
        storage.keep(hash, subject, request, is_wanted).await;
        storage.id_of(hash).is_some()
    }

    /// Returns the file id of the animation with this key, which is made and sent to the storage chat first if
    /// needed; `None` without a storage chat, or if that takes too long.
    pub(crate) async fn store_animation(
        &self,
        key: impl Hash,
        request: UploadRequest,
        making: impl Future<Output = Option<Upload>>,
    ) -> Option<Arc<str>> {
        let hash = self.hasher.hash_one(key);
        self.storage.as_ref()?.keep_animation(hash, request, making).await
    }

    /// Prepares a view to be sent, or to replace a message of this kind.
    pub(crate) async fn prepare<'a>(
        &self,
        surface: Surface,
        view: &'a View,
        kind: Kind,
        paint_permit: Option<PaintPermit>,
    ) -> Prepared<'a> {
        let method = match &view.picture {
            None => without_picture(&view.text, kind),
            Some(subject) => {
                let hash = self.hasher.hash_one(subject);
                let painted = Kind::Photo(Some(hash));
                let stored = self.storage_for(surface).and_then(|storage| storage.id_of(hash));
                if kind == painted {
                    Method::Caption(view.text.clone(), kind)
                } else if let Some(id) = stored {
                    Method::Stored(id, hash)
                } else {
                    let picture = self.paint(surface, subject, paint_permit).await;
                    let units_max = self.units_max(surface, kind);
                    let words = || zerosum_render::with_words(&view.text, subject, units_max);
                    let instead = || without_picture(&words(), kind);
                    picture.map_or_else(instead, |picture| Method::Photo(picture, painted))
                }
            }
        };
        Prepared { surface, view, method }
    }

    /// Sends a new message and returns its kind.
    pub(crate) async fn send(
        &self,
        outgoing: &Outgoing<'_>,
        prepared: &Prepared<'_>,
    ) -> Result<(MessageId, Kind), CallError> {
        let Outgoing { chat, topic, is_silent, .. } = *outgoing;
        let reply = outgoing.reply_to.map(reply_to);
        let keyboard = (!prepared.view.keyboard.is_empty())
            .then(|| markup::keyboard(prepared.view, &self.client.identity));
        match &prepared.method {
            Method::Text(text) | Method::Caption(text, _) => {
                let mut payload = SendMessage::new(types::ChatId(chat.0), text)
                    .link_preview_options(no_link_preview());
                payload.reply_markup = keyboard.map(Into::into);
                payload.reply_parameters = reply;
                payload.message_thread_id = topic.map(thread_of);
                payload.disable_notification = is_silent.then_some(true);
                let Sent { message_id } = api::call(&self.client, &payload, SEND_TIMEOUT).await?;
                Ok((MessageId(message_id), Kind::Text))
            }
            Method::Photo(picture, kind) => {
                let photo =
                    Photo { upload: &picture.upload, caption: &prepared.view.text, keyboard };
                let place = (chat, topic, is_silent);
                let message = photos::send(&self.client, place, photo, reply).await?;
                Ok((message, *kind))
            }
            Method::Stored(..) => Err(stored_elsewhere()),
        }
    }

    /// Edits a message to show a view. An unmodified message is an error here.
    pub(crate) async fn edit(
        &self,
        place: Place,
        prepared: &Prepared<'_>,
    ) -> Result<(), CallError> {
        let at = match place {
            Place::Chat(at) => at,
            Place::Inline(id) => return self.edit_inline(id, prepared).await,
        };
        let (chat, message) = (types::ChatId(at.chat.0), types::MessageId(at.message.0));
        let keyboard = markup::keyboard(prepared.view, &self.client.identity);
        match &prepared.method {
            Method::Text(text) => {
                let payload = EditMessageText::new(chat, message, text)
                    .link_preview_options(no_link_preview())
                    .reply_markup(keyboard);
                calls::done(&self.client, &payload).await
            }
            Method::Caption(text, _) => {
                let payload =
                    EditMessageCaption::new(chat, message).caption(text).reply_markup(keyboard);
                calls::done(&self.client, &payload).await
            }
            Method::Photo(picture, _) => {
                let (upload, caption) = (&picture.upload, &prepared.view.text);
                let photo = Photo { upload, caption, keyboard: Some(keyboard) };
                photos::replace(&self.client, at, photo).await
            }
            Method::Stored(..) => Err(stored_elsewhere()),
        }
    }

    async fn edit_inline(
        &self,
        id: InlineMessageId,
        prepared: &Prepared<'_>,
    ) -> Result<(), CallError> {
        let keyboard = markup::keyboard(prepared.view, &self.client.identity);
        match &prepared.method {
            Method::Text(text) => {
                // teloxide has no newer parameter here, and Telegram still accepts this one.
                let payload = EditMessageTextInline::new(id.as_str(), text)
                    .disable_web_page_preview(true)
                    .reply_markup(keyboard);
                calls::done(&self.client, &payload).await
            }
            Method::Caption(text, _) => {
                let payload =
                    EditMessageCaptionInline::new(id.as_str()).caption(text).reply_markup(keyboard);
                calls::done(&self.client, &payload).await
            }
            Method::Photo(..) => {
                Err(CallError::NotMade("nothing is uploaded to an inline message".to_owned()))
            }
            Method::Stored(file_id, _) => {
                let below = (prepared.view.text.as_str(), keyboard);
                photos::replace_inline(&self.client, id, file_id, below).await
            }
        }
    }

    /// Returns the kind of the message to assume in another try after a failure: the kind that the error
    /// reveals, or the same kind without a new picture. `None` if a retry is useless.
    pub(crate) fn fallback_for(
        &self,
        surface: Surface,
        prepared: &Prepared<'_>,
        kind: Kind,
        error: &CallError,
    ) -> Option<Kind> {
        let says = |words| match error {
            CallError::Refused { description, .. } => description.contains(words),
            CallError::Network(_) | CallError::NotMade(_) | CallError::Crowded => false,
        };
        match &prepared.method {
            Method::Text(_) => says(ERR_NO_TEXT_TO_EDIT).then_some(Kind::Photo(None)),
            Method::Caption(..) => says(ERR_NO_CAPTION_TO_EDIT).then_some(Kind::Text),
            Method::Photo(..) => {
                let is_noted = |chat| self.pictures.note_refusal(chat, error);
                surface.chat().is_some_and(is_noted).then_some(kind)
            }
            Method::Stored(_, hash) => {
                let (storage, message) = (self.storage.as_ref()?, inline_message_of(surface)?);
                storage.note_refusal(message, *hash, error).then_some(kind)
            }
        }
    }

    /// Records the error of a view with a picture, and returns whether it may be sent without the picture.
    pub(crate) fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        self.pictures.note_refusal(chat, error)
    }

    /// Returns the storage of pictures for an inline message, if it has one.
    fn storage_for(&self, surface: Surface) -> Option<&PictureStorage> {
        let message = inline_message_of(surface)?;
        self.storage.as_ref().filter(|storage| storage.serves(message))
    }

    /// Returns the maximum length of the text of a message of this kind. An inline message may be a photo,
    /// which this process need not know.
    fn units_max(&self, surface: Surface, kind: Kind) -> usize {
        match (kind, surface) {
            (Kind::Photo(_), _) => CAPTION_UNITS_MAX,
            (_, Surface::Inline(_)) if self.storage.is_some() => CAPTION_UNITS_MAX,
            (Kind::Text | Kind::Unknown, _) => TEXT_UNITS_MAX,
        }
    }

    fn takes_pictures(&self, surface: Surface) -> bool {
        surface.chat().is_some_and(|chat| self.pictures.are_taken_by(chat))
    }

    async fn paint(
        &self,
        surface: Surface,
        subject: &Arc<Subject>,
        paint_permit: Option<PaintPermit>,
    ) -> Option<Painted> {
        if !self.takes_pictures(surface) {
            return None;
        }
        let paint_permit = match paint_permit {
            Some(paint_permit) => paint_permit,
            None => self.pictures.paint_permit().await,
        };
        paint_permit.paint(Arc::clone(subject)).await
    }
}

impl Prepared<'_> {
    /// Kind of the message after this call.
    pub(crate) fn kind(&self) -> Kind {
        match self.method {
            Method::Text(_) if inline_message_of(self.surface).is_some() => Kind::Unknown,
            Method::Text(_) => Kind::Text,
            Method::Caption(_, kind) | Method::Photo(_, kind) => kind,
            Method::Stored(_, hash) => Kind::Photo(Some(hash)),
        }
    }
}

fn inline_message_of(surface: Surface) -> Option<InlineMessageId> {
    match surface {
        Surface::Inline(message) => Some(message),
        Surface::Chat(_) => None,
    }
}

/// Error for a stored picture outside an inline message.
fn stored_elsewhere() -> CallError {
    CallError::NotMade("a stored picture is for inline messages only".to_owned())
}

/// Reply parameters for a message that may be deleted.
pub(crate) fn reply_to(MessageId(message): MessageId) -> ReplyParameters {
    ReplyParameters::new(types::MessageId(message)).allow_sending_without_reply()
}

/// Converts a topic to Telegram's type.
pub(crate) fn thread_of(TopicId(topic): TopicId) -> ThreadId {
    ThreadId(types::MessageId(topic))
}

/// Method for a view without a picture: a photo message keeps its photo.
fn without_picture(text: &str, kind: Kind) -> Method {
    match kind {
        Kind::Photo(_) => Method::Caption(text.to_owned(), Kind::Photo(None)),
        Kind::Text | Kind::Unknown => Method::Text(text.to_owned()),
    }
}

/// Returns the text of a view as a message without a picture, which it shows in characters.
pub fn text_of(view: &View) -> String {
    match &view.picture {
        Some(subject) => zerosum_render::with_words(&view.text, subject, TEXT_UNITS_MAX),
        None => view.text.clone(),
    }
}

/// Disables link previews: a player's name may look like a link, and help texts may contain one.
pub(crate) fn no_link_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}
