//! Photos and documents of the bot: uploaded, or sent before and named by their id.

use std::sync::Arc;

use serde_json::Value;

use crate::api::edits::edit;
use crate::api::error::ApiError;
use crate::api::input::{
    InputText, Purpose, Reply, is_inline, markup, spend, topic, writable_chat,
};
use crate::api::messages::printed;
use crate::api::method::Answer;
use crate::api::params::{Params, Upload};
use crate::shared::Shared;
use crate::state::ServerState;
use crate::state::message::{Animation, Content, Document, Photo};
use crate::state::picture::{self, Clip, Picture};
use crate::text::FormattedText;

const MAX_PHOTO_BYTES: usize = 10 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MediaKind {
    Photo,
    Animation,
    Document,
}

impl MediaKind {
    fn name(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Animation => "animation",
            Self::Document => "document",
        }
    }
}

pub(crate) fn send_photo(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    send(shared, params, MediaKind::Photo)
}

pub(crate) fn send_animation(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    send(shared, params, MediaKind::Animation)
}

pub(crate) fn send_document(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    send(shared, params, MediaKind::Document)
}

/// Gives a message of the bot a new photo or document, named by the parameter `media`.
pub(crate) fn edit_message_media(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let fail = |reason: &str| ApiError::bad_request(format!("Can't parse InputMedia: {reason}"));
    let media = params
        .structure("media", "Can't parse input media JSON object")?
        .ok_or_else(|| ApiError::bad_request("Can't parse input media JSON object"))?;
    let media = media.as_object().ok_or_else(|| fail("expected an Object"))?;
    let string = |field: &str| media.get(field).and_then(Value::as_str).map(str::to_owned);
    let kind = match string("type").as_deref() {
        Some("photo") => MediaKind::Photo,
        Some("document") => MediaKind::Document,
        Some(other) => {
            return Err(fail(&format!("type \"{other}\" is not supported by the playground")));
        }
        None => return Err(fail("Can't find field \"type\"")),
    };
    let reference = string("media").ok_or_else(|| fail("media not found"))?;
    let entities = media.get("caption_entities").cloned();
    let caption =
        InputText::read(string("caption").unwrap_or_default(), string("parse_mode"), entities)
            .map_err(ApiError::bad_request)?;
    let markup = markup(params)?;
    let caption = caption.into_caption(Purpose::Edit);
    let source = Source::read(params, kind, Some(&reference))?;
    if is_inline(params) && !matches!(source, Source::Known(..)) {
        return Err(ApiError::bad_request("Invalid message content specified"));
    }
    // The file is kept before the message is looked up; if that fails it goes with the oldest.
    let content = shared.write(|state| source.into_content(state, caption?))?;
    edit(shared, params, markup, |_| Ok(content))
}

fn send(shared: &Shared, params: &Params, kind: MediaKind) -> Result<Answer, ApiError> {
    let caption = InputText::caption(params)?;
    let markup = markup(params)?;
    let reply = Reply::read(params)?;
    let source = Source::read(params, kind, params.text(kind.name()).as_deref())?;
    let caption = caption.into_caption(Purpose::Send);
    let message = shared.write(|state| {
        let chat_id = writable_chat(state, params)?;
        let reply_to = reply.resolve(state.chat(chat_id)?)?;
        let topic = topic(state.chat(chat_id)?, params, reply_to)?;
        let content = source.into_content(state, caption?)?;
        let keyboard = markup.into_keyboard(Some(state.chat(chat_id)?.kind))?;
        spend(state, chat_id)?;
        let message_id = state.post(chat_id, state.bot.id, content, keyboard, reply_to, topic)?;
        printed(state, chat_id, message_id)
    })?;
    Answer::json(&message)
}

/// Source of the content of a file.
enum Source<'a> {
    Photo(Arc<[u8]>, Picture),
    Animation(&'a Upload, Clip),
    Document(&'a Upload),
    Known(MediaKind, String),
}

impl<'a> Source<'a> {
    /// Finds an upload, or else takes the reference for the id of a file sent before.
    fn read(
        params: &'a Params,
        kind: MediaKind,
        reference: Option<&str>,
    ) -> Result<Self, ApiError> {
        let Some(upload) = params.upload(kind.name(), reference) else {
            return match reference {
                None => Err(ApiError::bad_request(format!(
                    "There is no {} in the request",
                    kind.name()
                ))),
                Some(id) => Ok(Self::Known(kind, id.to_owned())),
            };
        };
        if upload.content.is_empty() {
            return Err(ApiError::bad_request("file must be non-empty"));
        }
        match kind {
            MediaKind::Photo => {}
            MediaKind::Document => return Ok(Self::Document(upload)),
            MediaKind::Animation => {
                let clip = Clip::read(&upload.content);
                return Ok(
                    clip.map_or(Self::Document(upload), |clip| Self::Animation(upload, clip))
                );
            }
        }
        if upload.content.len() > MAX_PHOTO_BYTES {
            return Err(ApiError::bad_request(format!(
                "file of size {} bytes is too big for a photo; the maximum size is {MAX_PHOTO_BYTES} bytes",
                upload.content.len()
            )));
        }
        let picture = Picture::read(&upload.content)
            .ok_or_else(|| ApiError::bad_request("IMAGE_PROCESS_FAILED"))?;
        if !picture.has_photo_sides() {
            return Err(ApiError::bad_request("PHOTO_INVALID_DIMENSIONS"));
        }
        Ok(Self::Photo(upload.content.clone(), picture))
    }

    fn into_content(
        self,
        state: &mut ServerState,
        caption: FormattedText,
    ) -> Result<Content, ApiError> {
        let content = match self {
            Self::Photo(content, picture) => {
                photo(state.files.add(content.clone()), &content, picture, caption)
            }
            Self::Animation(upload, clip) => animation(kept_document(state, upload), clip, caption),
            Self::Document(upload) => {
                Content::Document { document: kept_document(state, upload), caption }
            }
            Self::Known(MediaKind::Photo, id) => known_photo(state, id, caption)?,
            Self::Known(MediaKind::Animation, id) => known_animation(state, id, caption)?,
            Self::Known(MediaKind::Document, id) => {
                Content::Document { document: known_document(state, id)?, caption }
            }
        };
        Ok(content)
    }
}

/// A photo that was sent before.
pub(crate) fn known_photo(
    state: &ServerState,
    file_id: String,
    caption: FormattedText,
) -> Result<Content, ApiError> {
    let content = state.files.get(&file_id).ok_or_else(wrong_file)?;
    let picture = Picture::read(&content).ok_or_else(wrong_file)?;
    Ok(photo(file_id, &content, picture, caption))
}

/// An animation that was sent before.
pub(crate) fn known_animation(
    state: &ServerState,
    file_id: String,
    caption: FormattedText,
) -> Result<Content, ApiError> {
    let content = state.files.get(&file_id).ok_or_else(wrong_file)?;
    let clip = Clip::read(&content).ok_or_else(wrong_file)?;
    Ok(animation(known_document(state, file_id)?, clip, caption))
}

fn kept_document(state: &mut ServerState, upload: &Upload) -> Document {
    Document {
        file_id: state.files.add(upload.content.clone()),
        file_name: upload.name.clone(),
        size: upload.content.len(),
    }
}

fn known_document(state: &ServerState, file_id: String) -> Result<Document, ApiError> {
    let size = state.files.get(&file_id).ok_or_else(wrong_file)?.len();
    Ok(Document { file_id, file_name: None, size })
}

fn wrong_file() -> ApiError {
    ApiError::bad_request("wrong file identifier/HTTP URL specified")
}

fn animation(document: Document, clip: Clip, caption: FormattedText) -> Content {
    let Clip { width, height, seconds } = clip;
    Content::Animation { animation: Animation { document, width, height, seconds }, caption }
}

fn photo(file_id: String, content: &[u8], picture: Picture, caption: FormattedText) -> Content {
    let photo = Photo {
        file_id,
        width: picture.width,
        height: picture.height,
        size: content.len(),
        description: picture::description(content),
    };
    Content::Photo { photo, caption }
}
