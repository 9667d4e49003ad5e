//! `answerInlineQuery`: what the bot offers people in any chat.
//!
//! Articles, and photos and animations that were sent before are offered; the other kinds of results are media that the
//! playground does not have, and a file by its address would have to be fetched.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::api::error::ApiError;
use crate::api::files::media;
use crate::api::input::{InputText, Purpose};
use crate::api::method::Answer;
use crate::api::params::{Params, optional, required};
use crate::shared::Shared;
use crate::state::ServerState;
use crate::state::inline::{InlineAnswer, InlineResult};
use crate::state::keyboard::{self, Markup};
use crate::state::message::Content;

const MAX_RESULTS: usize = 50;
const MAX_RESULT_ID_BYTES: usize = 64;
const MAX_OFFSET_BYTES: usize = 64;
const MAX_START_PARAMETER_BYTES: usize = 64;
const DEFAULT_CACHE_SECONDS: i64 = 300;
const MAX_CACHE_SECONDS: i64 = 24 * 60 * 60;

pub(crate) fn answer_inline_query(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let id = params.text("inline_query_id").unwrap_or_default();
    let button =
        params.structure("button", "Can't parse inline query results button JSON object")?;
    let start = button.map(|button| read_button(&button)).transpose()?.flatten();
    let results = params.structure("results", "Can't parse JSON encoded inline query results")?;
    let results = match results.unwrap_or(Value::Array(Vec::new())) {
        Value::Array(results) if results.len() > MAX_RESULTS => {
            return Err(ApiError::bad_request("Too many inline query results specified"));
        }
        Value::Array(results) => results,
        _ => return Err(ApiError::bad_request("Expected an Array of inline query results")),
    };
    let parsed = results.iter().map(Offer::read).collect::<Result<Vec<_>, _>>();
    let parsed = parsed.map_err(|reason| {
        ApiError::bad_request(format!("Can't parse inline query result: {reason}"))
    })?;
    let next_offset = params.text("next_offset").unwrap_or_default();
    let is_personal = params.flag("is_personal");
    let cache_seconds =
        params.integer_within("cache_time", DEFAULT_CACHE_SECONDS, 0, MAX_CACHE_SECONDS);
    shared.write(|state| {
        if let Some((_, parameter)) = &start {
            check_start_parameter(parameter)?;
        }
        if next_offset.len() > MAX_OFFSET_BYTES {
            return Err(ApiError::bad_request("NEXT_OFFSET_INVALID"));
        }
        let mut ids = HashSet::new();
        let mut results = Vec::with_capacity(parsed.len());
        for offer in parsed {
            let result = offer.into_result(state)?;
            if !ids.insert(result.id.clone()) {
                return Err(ApiError::bad_request("RESULT_ID_DUPLICATE"));
            }
            results.push(result);
        }
        state.answer_inline(
            &id,
            InlineAnswer { results, next_offset, is_personal, cache_seconds, start },
        )?;
        Answer::done()
    })
}

/// The button above the results: its words and what it starts the bot with, unless it opens a web app.
fn read_button(button: &Value) -> Result<Option<(String, String)>, ApiError> {
    let fail = |reason: String| {
        ApiError::bad_request(format!("Can't parse inline query results button: {reason}"))
    };
    let object = button
        .as_object()
        .ok_or_else(|| fail("InlineQueryResultsButton must be an Object".to_owned()))?;
    let text = required(object, "text").map_err(fail)?;
    if !object.contains_key("start_parameter") {
        let has_web_app = object.get("web_app").is_some_and(Value::is_object);
        let reason = "InlineQueryResultsButton must have exactly one optional field";
        return if has_web_app { Ok(None) } else { Err(fail(reason.to_owned())) };
    }
    Ok(Some((text, required(object, "start_parameter").map_err(fail)?)))
}

fn check_start_parameter(parameter: &str) -> Result<(), ApiError> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if parameter.is_empty() {
        Err(ApiError::bad_request("Can't use empty start_parameter"))
    } else if parameter.len() > MAX_START_PARAMETER_BYTES {
        Err(ApiError::bad_request("Too long start_parameter specified"))
    } else if !parameter.bytes().all(is_allowed) {
        Err(ApiError::bad_request("Unallowed characters in start_parameter are used"))
    } else {
        Ok(())
    }
}

/// A result that has been read but not yet judged, as the real server does it in two steps.
struct Offer {
    id: String,
    title: String,
    description: Option<String>,
    body: Body,
    markup: Markup,
}

/// Content of an offered result once it is chosen.
enum Body {
    Article(InputText),
    /// A photo or an animation by its file id, with its caption, or the text that is sent in its place.
    File {
        kind: FileKind,
        file_id: String,
        caption: InputText,
        instead: Option<InputText>,
    },
}

/// Kind of a file that was sent before.
#[derive(Clone, Copy)]
enum FileKind {
    Photo,
    Animation,
}

impl FileKind {
    /// Finds the kind of a result of this type, and the field with the file id.
    fn of(kind: &str) -> Option<(Self, &'static str)> {
        match kind {
            "photo" => Some((Self::Photo, "photo_file_id")),
            "gif" => Some((Self::Animation, "gif_file_id")),
            "mpeg4_gif" => Some((Self::Animation, "mpeg4_file_id")),
            _ => None,
        }
    }
}

impl Offer {
    /// Reads a result, or returns the reason why it cannot be read.
    fn read(value: &Value) -> Result<Self, String> {
        let object = value.as_object().ok_or("Inline query result must be an object")?;
        let kind = required(object, "type")?.to_lowercase();
        let id = required(object, "id")?;
        let content = content_of(object, kind == "article")?;
        let caption = InputText::read(
            optional(object, "caption").unwrap_or_default(),
            optional(object, "parse_mode"),
            object.get("caption_entities").cloned(),
        )?;
        let markup = keyboard::read(object.get("reply_markup").filter(|value| !value.is_null()))?;
        let (title, body) = match (FileKind::of(&kind), content) {
            (Some((kind, field)), instead) => {
                let file_id = required(object, field)?;
                let title = optional(object, "title").unwrap_or_default();
                (title, Body::File { kind, file_id, caption, instead })
            }
            (None, Some(text)) if kind == "article" => {
                (required(object, "title")?, Body::Article(text))
            }
            (None, _) => {
                return Err(format!("type \"{kind}\" is unsupported for the inline query result"));
            }
        };
        Ok(Self { id, title, description: optional(object, "description"), body, markup })
    }

    fn into_result(self, state: &ServerState) -> Result<InlineResult, ApiError> {
        if self.id.is_empty() || self.id.len() > MAX_RESULT_ID_BYTES {
            return Err(ApiError::bad_request("RESULT_ID_INVALID"));
        }
        let content = match self.body {
            Body::Article(_) if self.title.is_empty() => {
                return Err(ApiError::bad_request("ARTICLE_TITLE_EMPTY"));
            }
            Body::Article(text) => Content::Text(text.into_text(Purpose::Edit)?),
            Body::File { kind, file_id, caption, instead } => {
                let caption = caption.into_caption(Purpose::Edit)?;
                let file = match kind {
                    FileKind::Photo => media::known_photo(state, file_id, caption)?,
                    FileKind::Animation => media::known_animation(state, file_id, caption)?,
                };
                match instead {
                    Some(text) => Content::Text(text.into_text(Purpose::Edit)?),
                    None => file,
                }
            }
        };
        Ok(InlineResult {
            id: self.id,
            title: self.title,
            description: self.description,
            content,
            keyboard: self.markup.judged()?.into_edited_keyboard(None)?,
        })
    }
}

/// Reads the text that a result sends. The fields of the text may stand in the result itself, as in older
/// versions of the Bot API.
fn content_of(object: &Map<String, Value>, is_required: bool) -> Result<Option<InputText>, String> {
    let text = match object.get("input_message_content").filter(|content| !content.is_null()) {
        Some(Value::Object(content)) => {
            let text = optional(content, "message_text").filter(|text| !text.is_empty());
            if text.is_none() && is_required {
                return Err("Input message content is not specified".to_owned());
            }
            text.map(|text| (text, content))
        }
        Some(_) => {
            return Err("Field \"input_message_content\" must be of type Object".to_owned());
        }
        None if is_required => {
            let text = required(object, "message_text")?;
            if text.is_empty() {
                return Err("Message text is empty".to_owned());
            }
            Some((text, object))
        }
        None => {
            let text = optional(object, "message_text").filter(|text| !text.is_empty());
            text.map(|text| (text, object))
        }
    };
    let read = |(text, fields): (String, &Map<String, Value>)| {
        InputText::read(text, optional(fields, "parse_mode"), fields.get("entities").cloned())
    };
    text.map(read).transpose()
}
