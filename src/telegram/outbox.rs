//! Views as the calls that bring them to a chat: as a text, or as a photo with a caption.
//!
//! A text message can be given a photo, and a photo another one or another caption; but a photo
//! never becomes a text again. So what can be done to a message depends on what it is. That is not
//! stored: who does not know it tries, and learns it from the answer.
//!
//! An inline message takes nothing that is uploaded, so it is a text whatever it shows, unless the host keeps
//! pictures for it in a chat ([`PictureStorage`]).

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use teloxide::payloads::{
    EditMessageCaption, EditMessageCaptionInline, EditMessageCaptionInlineSetters,
    EditMessageCaptionSetters, EditMessageText, EditMessageTextInline,
    EditMessageTextInlineSetters, EditMessageTextSetters, SendMessage, SendMessageSetters,
};
use teloxide::types::{self, LinkPreviewOptions, ReplyParameters, ThreadId};
use tokio_util::sync::CancellationToken;
use zerosum_picture::subject::Subject;

use crate::metrics::Metrics;
use crate::render::{self, CAPTION_UNITS_MAX, View};
use crate::session::board::{ChatId, MessageId, Place, Surface, TopicId};
use crate::session::inline_message::InlineMessageId;
use crate::telegram::api::{self, CallError};
use crate::telegram::calls::{self, SEND_TIMEOUT};
use crate::telegram::client::Client;
use crate::telegram::markup;
use crate::telegram::paint::{PaintPermit, Painted, Pictures};
use crate::telegram::photos::{self, Photo};
use crate::telegram::picture_storage::{PictureStorage, Wish};
use crate::telegram::rate_limit::Class;

/// The longest text of a message, in UTF-16 code units.
pub const TEXT_UNITS_MAX: usize = 4_096;

/// What Telegram says to a text for a message that is a photo.
const WORDS_FOR_PHOTO: &str = "no text in the message to edit";

/// What it says to a caption for a message that is a text.
const WORDS_FOR_TEXT: &str = "no caption in the message to edit";

/// What a message is, as far as is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    Unknown,
    Text,
    /// A photo of the scene with this hash, if that is known.
    Photo(Option<u64>),
}

/// A message to be sent.
#[derive(Clone, Copy)]
pub struct Outgoing<'a> {
    pub chat: ChatId,
    pub view: &'a View,
    pub class: Class,
    /// In a group it can refer to the message it answers.
    pub reply_to: Option<MessageId>,
    /// In a forum it goes to a topic, or to that of the message it answers.
    pub topic: Option<TopicId>,
    /// Given when it is known to have come, though Telegram has not said so.
    pub needless: &'a CancellationToken,
}

/// See the module.
pub struct Outbox {
    client: Client,
    pictures: Arc<Pictures>,
    /// `None` if the host has named no chat for it.
    storage: Option<PictureStorage>,
    hasher: RandomState,
}

/// A view with its picture painted, ready for one call.
pub struct Prepared<'a> {
    view: &'a View,
    way: Way,
}

/// What is said by a call.
enum Way {
    Text(String),
    /// Of a message that is a photo and keeps its picture.
    Caption(String, Kind),
    Photo(Painted, Kind),
    /// A photo that Telegram has, by its name there, with its hash.
    Stored(Arc<str>, u64),
}

impl Outbox {
    pub fn new(client: Client, pictures: Arc<Pictures>, storage: Option<PictureStorage>) -> Outbox {
        Outbox { client, pictures, storage, hasher: RandomState::new() }
    }

    pub fn metrics(&self) -> &Metrics {
        &self.client.metrics
    }

    /// Lets go of what was not used lately.
    pub fn age(&self) {
        self.pictures.age();
        if let Some(storage) = &self.storage {
            storage.age();
        }
    }

    /// Waits until the picture of a view can be painted, if it is to have one.
    pub async fn paint_permit(&self, surface: Surface, view: &View) -> Option<PaintPermit> {
        match &view.picture {
            Some(_) if self.takes_pictures(surface) => Some(self.pictures.paint_permit().await),
            Some(_) | None => None,
        }
    }

    /// The hash of the picture that the storage chat has to have before a message of that kind can show a view.
    pub fn to_be_stored(&self, surface: Surface, view: &View, kind: Kind) -> Option<u64> {
        let storage = self.storage_for(surface)?;
        let hash = self.hasher.hash_one(view.picture.as_ref()?);
        (kind != Kind::Photo(Some(hash)) && storage.id_of(hash).is_none()).then_some(hash)
    }

    /// Sends the picture of a view with this hash to the storage chat, unless that would take too long, and says
    /// whether it is there.
    pub async fn store(
        &self,
        view: &View,
        hash: u64,
        wish: Wish,
        is_wanted: impl Fn() -> bool,
    ) -> bool {
        let (Some(storage), Some(subject)) = (&self.storage, &view.picture) else { return false };
        storage.keep(hash, subject, wish, is_wanted).await;
        storage.id_of(hash).is_some()
    }

    /// Makes a view ready to be sent, or to be put in the place of a message of that kind.
    pub async fn prepare<'a>(
        &self,
        surface: Surface,
        view: &'a View,
        kind: Kind,
        paint_permit: Option<PaintPermit>,
    ) -> Prepared<'a> {
        let way = match &view.picture {
            None => without_picture(&view.text, kind),
            Some(subject) => {
                let hash = self.hasher.hash_one(subject);
                let painted = Kind::Photo(Some(hash));
                let stored = self.storage_for(surface).and_then(|storage| storage.id_of(hash));
                if kind == painted {
                    Way::Caption(view.text.clone(), kind)
                } else if let Some(id) = stored {
                    Way::Stored(id, hash)
                } else {
                    let picture = self.paint(surface, subject, paint_permit).await;
                    let instead = || without_picture(&in_words(view, subject, kind), kind);
                    picture.map_or_else(instead, |picture| Way::Photo(picture, painted))
                }
            }
        };
        Prepared { view, way }
    }

    /// Sends a new message, and says what it is.
    pub async fn send(
        &self,
        outgoing: &Outgoing<'_>,
        prepared: &Prepared<'_>,
    ) -> Result<(MessageId, Kind), CallError> {
        let Outgoing { chat, topic, .. } = *outgoing;
        let reply = outgoing.reply_to.map(reply_to);
        let keyboard = (!prepared.view.keyboard.is_empty())
            .then(|| markup::keyboard(prepared.view, &self.client.identity));
        match &prepared.way {
            Way::Text(text) | Way::Caption(text, _) => {
                let mut payload = SendMessage::new(types::ChatId(chat.0), text)
                    .link_preview_options(no_link_preview());
                payload.reply_markup = keyboard.map(Into::into);
                payload.reply_parameters = reply;
                payload.message_thread_id = topic.map(thread_of);
                let message = api::call(&self.client, &payload, SEND_TIMEOUT).await?;
                Ok((MessageId(message.id.0), Kind::Text))
            }
            Way::Photo(picture, kind) => {
                let photo =
                    Photo { upload: &picture.upload, caption: &prepared.view.text, keyboard };
                let message = photos::send(&self.client, (chat, topic), photo, reply).await?;
                Ok((message, *kind))
            }
            Way::Stored(..) => Err(stored_elsewhere()),
        }
    }

    /// Puts a view in the place of a message. That it looks so already is an error here.
    pub async fn edit(&self, place: Place, prepared: &Prepared<'_>) -> Result<(), CallError> {
        let at = match place {
            Place::Chat(at) => at,
            Place::Inline(id) => return self.edit_inline(id, prepared).await,
        };
        let (chat, message) = (types::ChatId(at.chat.0), types::MessageId(at.message.0));
        let keyboard = markup::keyboard(prepared.view, &self.client.identity);
        match &prepared.way {
            Way::Text(text) => {
                let payload = EditMessageText::new(chat, message, text)
                    .link_preview_options(no_link_preview())
                    .reply_markup(keyboard);
                calls::once(&self.client, &payload).await.map(drop)
            }
            Way::Caption(text, _) => {
                let payload =
                    EditMessageCaption::new(chat, message).caption(text).reply_markup(keyboard);
                calls::once(&self.client, &payload).await.map(drop)
            }
            Way::Photo(picture, _) => {
                let (upload, caption) = (&picture.upload, &prepared.view.text);
                let photo = Photo { upload, caption, keyboard: Some(keyboard) };
                photos::replace(&self.client, at, photo).await
            }
            Way::Stored(..) => Err(stored_elsewhere()),
        }
    }

    async fn edit_inline(
        &self,
        id: InlineMessageId,
        prepared: &Prepared<'_>,
    ) -> Result<(), CallError> {
        let keyboard = markup::keyboard(prepared.view, &self.client.identity);
        match &prepared.way {
            Way::Text(text) => {
                // teloxide has no other word for it here, and Telegram goes on taking this one.
                let payload = EditMessageTextInline::new(id.as_str(), text)
                    .disable_web_page_preview(true)
                    .reply_markup(keyboard);
                calls::once(&self.client, &payload).await.map(drop)
            }
            Way::Caption(text, _) => {
                let payload =
                    EditMessageCaptionInline::new(id.as_str()).caption(text).reply_markup(keyboard);
                calls::once(&self.client, &payload).await.map(drop)
            }
            Way::Photo(..) => {
                Err(CallError::NotMade("nothing is uploaded to an inline message".to_owned()))
            }
            Way::Stored(file_id, _) => {
                let below = (prepared.view.text.as_str(), keyboard);
                photos::replace_inline(&self.client, id, file_id, below).await
            }
        }
    }

    /// What can be done about a failure by trying again: the message turns out to be of this kind,
    /// or goes on being of its kind without a new picture. `None` if nothing can.
    pub fn second_way(
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
        match &prepared.way {
            Way::Text(_) => says(WORDS_FOR_PHOTO).then_some(Kind::Photo(None)),
            Way::Caption(..) => says(WORDS_FOR_TEXT).then_some(Kind::Text),
            Way::Photo(..) => {
                let is_noted = |chat| self.pictures.note_refusal(chat, error);
                surface.chat().is_some_and(is_noted).then_some(kind)
            }
            Way::Stored(_, hash) => {
                let (storage, message) = (self.storage.as_ref()?, inline_message_of(surface)?);
                storage.note_refusal(message, *hash, error).then_some(kind)
            }
        }
    }

    /// Learns from a view with a picture that was not sent, and says whether it may be sent
    /// without.
    pub fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        self.pictures.note_refusal(chat, error)
    }

    /// Whoever keeps the pictures of what takes no uploads.
    fn storage_for(&self, surface: Surface) -> Option<&PictureStorage> {
        let message = inline_message_of(surface)?;
        self.storage.as_ref().filter(|storage| storage.serves(message))
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
    /// What a message is once this is done to it.
    pub fn kind(&self) -> Kind {
        match self.way {
            Way::Text(_) => Kind::Text,
            Way::Caption(_, kind) | Way::Photo(_, kind) => kind,
            Way::Stored(_, hash) => Kind::Photo(Some(hash)),
        }
    }
}

fn inline_message_of(surface: Surface) -> Option<InlineMessageId> {
    match surface {
        Surface::Inline(message) => Some(message),
        Surface::Chat(_) => None,
    }
}

/// Pictures are uploaded to chats.
fn stored_elsewhere() -> CallError {
    CallError::NotMade("a stored picture is for inline messages only".to_owned())
}

/// A message that another one refers to; it may have gone.
pub fn reply_to(MessageId(message): MessageId) -> ReplyParameters {
    ReplyParameters::new(types::MessageId(message)).allow_sending_without_reply()
}

/// A topic as Telegram names it.
pub fn thread_of(TopicId(topic): TopicId) -> ThreadId {
    ThreadId(types::MessageId(topic))
}

/// What is done where there is no picture: a photo keeps the one it has.
fn without_picture(text: &str, kind: Kind) -> Way {
    match kind {
        Kind::Photo(_) => Way::Caption(text.to_owned(), Kind::Photo(None)),
        Kind::Text | Kind::Unknown => Way::Text(text.to_owned()),
    }
}

/// A view with what its picture shows in characters, if they fit.
fn in_words(view: &View, subject: &Subject, kind: Kind) -> String {
    let units_max = match kind {
        Kind::Photo(_) => CAPTION_UNITS_MAX,
        Kind::Text | Kind::Unknown => TEXT_UNITS_MAX,
    };
    render::with_words(&view.text, subject, units_max)
}

/// The text of a message that has no picture: what that shows is told in characters.
pub fn text_of(view: &View) -> String {
    match &view.picture {
        Some(subject) => in_words(view, subject, Kind::Text),
        None => view.text.clone(),
    }
}

/// A name on a board may look like a link, and help may name one; neither needs a picture.
pub fn no_link_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}
