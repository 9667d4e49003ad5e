//! Inline keyboards: what the Bot API accepts under a message, and how it is printed.
//!
//! Buttons of kinds that do nothing here are accepted and printed, so that a bot that has some can be played with.

use serde_json::{Value, json};

use crate::api::error::ApiError;
use crate::state::people::ChatKind;
use crate::state::web_app;
use crate::text;

const MAX_BUTTONS_PER_ROW: usize = 8;
const MAX_BUTTONS: usize = 100;
const MAX_CALLBACK_DATA_BYTES: usize = 64;

/// Puts the bot's name and a query into the message field of a chat that the person chooses among some kinds of chat.
const CHOSEN_CHAT: &str = "switch_inline_query_chosen_chat";

/// Kinds of chat from which a person chooses, and their names on the page. Channels are not supported.
const KINDS_OF_CHAT: [(&str, &str); 4] = [
    ("allow_user_chats", "user"),
    ("allow_bot_chats", "bot"),
    ("allow_group_chats", "group"),
    ("allow_channel_chats", "channel"),
];

pub(crate) type Keyboard = Vec<Vec<Button>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Button {
    pub(crate) text: String,
    pub(crate) action: ButtonAction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ButtonAction {
    Callback(String),
    Url(String),
    /// Opens a Mini App with this address.
    WebApp(String),
    /// An action the playground does not perform, kept as it came: its field and value.
    Other(String, Value),
}

impl Button {
    fn api_json(&self) -> Value {
        match &self.action {
            ButtonAction::Callback(data) => json!({ "text": self.text, "callback_data": data }),
            ButtonAction::Url(url) => json!({ "text": self.text, "url": url }),
            ButtonAction::WebApp(url) => json!({ "text": self.text, "web_app": { "url": url } }),
            ButtonAction::Other(field, value) => {
                json!({ "text": self.text, field.as_str(): value })
            }
        }
    }

    /// Returns the query that a press puts after the bot's name in the message field, if any.
    pub(crate) fn query(&self) -> Option<&str> {
        let ButtonAction::Other(field, value) = &self.action else { return None };
        let query = match field.as_str() {
            "switch_inline_query" | "switch_inline_query_current_chat" => value.as_str(),
            CHOSEN_CHAT => value.get("query").and_then(Value::as_str),
            _ => return None,
        };
        Some(query.unwrap_or_default())
    }

    /// Kinds of chat from which the person chooses where the query goes; `None` if it stays in the chat.
    pub(crate) fn kinds_of_chat(&self) -> Option<Vec<&'static str>> {
        let ButtonAction::Other(field, value) = &self.action else { return None };
        let is_allowed = |(flag, _): &&(&str, &str)| match field.as_str() {
            CHOSEN_CHAT => value.get(*flag).and_then(Value::as_bool) == Some(true),
            _ => true,
        };
        let is_choice = matches!(field.as_str(), "switch_inline_query" | CHOSEN_CHAT);
        let kinds = KINDS_OF_CHAT.iter().filter(is_allowed).map(|(_, kind)| *kind);
        is_choice.then(|| kinds.collect())
    }

    /// The button as the chat page reads it; it never learns the callback data.
    fn page_json(&self) -> Value {
        let mut value = json!({ "text": self.text, "kind": "callback" });
        if let ButtonAction::Url(url) = &self.action {
            value["kind"] = json!("url");
            value["url"] = json!(url);
        }
        if let ButtonAction::WebApp(_) = &self.action {
            value["kind"] = json!("web_app");
        }
        if let Some(query) = self.query() {
            value["kind"] = json!("switch");
            value["query"] = json!(query);
        }
        if let Some(kinds) = self.kinds_of_chat() {
            value["chats"] = json!(kinds);
        }
        value
    }
}

/// Parsed `reply_markup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Markup {
    None,
    Inline(Keyboard),
    /// A reply keyboard, its removal or a forced reply: accepted with a new message, and not shown.
    Other,
}

impl Markup {
    /// Makes the checks that the real server makes only when the message is sent.
    pub(crate) fn judged(mut self) -> Result<Self, ApiError> {
        if let Self::Inline(keyboard) = &mut self {
            check(keyboard)?;
        }
        Ok(self)
    }

    /// The keyboard of a new message in a chat of this kind, or of one sent inline. Mini Apps are opened by buttons in
    /// private chats only.
    pub(crate) fn into_keyboard(
        self,
        chat: Option<ChatKind>,
    ) -> Result<Option<Keyboard>, ApiError> {
        let Self::Inline(keyboard) = self else { return Ok(None) };
        let opens_app = |button: &Button| matches!(button.action, ButtonAction::WebApp(_));
        if chat != Some(ChatKind::Private) && keyboard.iter().flatten().any(opens_app) {
            return Err(ApiError::bad_request("BUTTON_TYPE_INVALID"));
        }
        Ok(Some(keyboard).filter(|keyboard| !keyboard.is_empty()))
    }

    /// The keyboard of an edited message, which can be an inline one only.
    pub(crate) fn into_edited_keyboard(
        self,
        chat: Option<ChatKind>,
    ) -> Result<Option<Keyboard>, ApiError> {
        match self {
            Self::Other => Err(ApiError::bad_request("Inline keyboard expected")),
            markup => markup.into_keyboard(chat),
        }
    }
}

/// Reads a `reply_markup` and judges it.
pub(crate) fn parse(markup: Option<&Value>) -> Result<Markup, ApiError> {
    read(markup).map_err(ApiError::bad_request)?.judged()
}

/// Reads a `reply_markup`, or returns the reason why it cannot be read.
pub(crate) fn read(markup: Option<&Value>) -> Result<Markup, String> {
    let Some(markup) = markup else {
        return Ok(Markup::None);
    };
    let object = markup.as_object().ok_or("Object expected as reply markup")?;
    if let Some(rows) = object.get("keyboard").filter(|rows| !rows.is_null()) {
        let rows = rows.as_array().ok_or_else(|| field_type("keyboard", "Array"))?;
        if rows.iter().any(|row| !row.is_array()) {
            return Err("Field \"keyboard\" must be an Array of Arrays".to_owned());
        }
        return Ok(Markup::Other);
    }
    let Some(rows) = object.get("inline_keyboard").filter(|rows| !rows.is_null()) else {
        let is_other = ["remove_keyboard", "force_reply", "hide_keyboard", "force_reply_keyboard"]
            .iter()
            .any(|field| object.get(*field).and_then(Value::as_bool) == Some(true));
        return Ok(if is_other { Markup::Other } else { Markup::None });
    };
    let rows = rows.as_array().ok_or_else(|| field_type("inline_keyboard", "Array"))?;
    let mut keyboard = Keyboard::with_capacity(rows.len());
    for row in rows {
        let row = row.as_array().ok_or(
            "Field \"inline_keyboard\" of the InlineKeyboardMarkup must be an Array of Arrays",
        )?;
        keyboard.push(row.iter().map(button).collect::<Result<Vec<_>, _>>()?);
    }
    // Rows without buttons are dropped by the real server without a word.
    keyboard.retain(|row| !row.is_empty());
    Ok(Markup::Inline(keyboard))
}

/// The keyboard as the Bot API prints it.
pub(crate) fn api_json(keyboard: &Keyboard) -> Value {
    let rows: Vec<Vec<Value>> =
        keyboard.iter().map(|row| row.iter().map(Button::api_json).collect()).collect();
    json!({ "inline_keyboard": rows })
}

/// The keyboard as the chat page reads it.
pub(crate) fn page_json(keyboard: &Keyboard) -> Value {
    let rows = keyboard.iter().map(|row| row.iter().map(Button::page_json).collect());
    Value::Array(rows.collect())
}

fn check(keyboard: &mut Keyboard) -> Result<(), ApiError> {
    let count: usize = keyboard.iter().map(Vec::len).sum();
    if count > MAX_BUTTONS || keyboard.iter().any(|row| row.len() > MAX_BUTTONS_PER_ROW) {
        return Err(ApiError::bad_request("reply markup is too long"));
    }
    for button in keyboard.iter_mut().flatten() {
        if button.text.trim().is_empty() {
            return Err(ApiError::bad_request("BUTTON_INVALID"));
        }
        match &mut button.action {
            ButtonAction::Callback(data) if data.len() > MAX_CALLBACK_DATA_BYTES => {
                return Err(ApiError::bad_request("BUTTON_DATA_INVALID"));
            }
            ButtonAction::Url(url) => {
                *url = text::link::checked(url).map_err(|reason| {
                    ApiError::bad_request(format!(
                        "Inline keyboard button URL '{url}' is invalid: {reason}"
                    ))
                })?;
            }
            ButtonAction::WebApp(url) if text::link::user_id(url).is_some() => {
                let reason = "Link to a user can't be used in Web App URL buttons";
                return Err(ApiError::bad_request(reason));
            }
            ButtonAction::WebApp(url) => {
                *url = web_app::checked_url("Inline keyboard button", url)?;
            }
            ButtonAction::Callback(_) | ButtonAction::Other(..) => {}
        }
        if button.kinds_of_chat().is_some_and(|kinds| kinds.is_empty()) {
            return Err(ApiError::bad_request("At least one chat type must be allowed"));
        }
    }
    Ok(())
}

fn button(value: &Value) -> Result<Button, String> {
    let fail = |message: &str| format!("Can't parse inline keyboard button: {message}");
    let object = value.as_object().ok_or_else(|| fail("InlineKeyboardButton must be an Object"))?;
    let string = |field: &str| match object.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(_) => Err(fail(&format!("Field \"{field}\" must be of type String"))),
    };
    let label = string("text")?.ok_or_else(|| fail("Can't find field \"text\""))?;
    if let Some(url) = string("url")?.filter(|url| !url.is_empty()) {
        return Ok(Button { text: label, action: ButtonAction::Url(url) });
    }
    if let Some(data) = string("callback_data")?.filter(|data| !data.is_empty()) {
        return Ok(Button { text: label, action: ButtonAction::Callback(data) });
    }
    for field in ["switch_inline_query", "switch_inline_query_current_chat"] {
        string(field)?;
    }
    if object.get(CHOSEN_CHAT).is_some_and(|chosen| !chosen.is_null() && !chosen.is_object()) {
        return Err(fail(&format!("Field \"{CHOSEN_CHAT}\" must be of type Object")));
    }
    let others = [
        "callback_game",
        "pay",
        "switch_inline_query",
        "switch_inline_query_current_chat",
        CHOSEN_CHAT,
        "login_url",
        "web_app",
        "copy_text",
    ];
    let given = |field| Some((field, object.get(field).filter(|value| !value.is_null())?));
    let (field, value) = others
        .into_iter()
        .find_map(given)
        .ok_or_else(|| fail("Text buttons are unallowed in the inline keyboard"))?;
    let action = match field {
        "web_app" => {
            ButtonAction::WebApp(web_app::read_url(object).map_err(|reason| fail(&reason))?)
        }
        _ => ButtonAction::Other(field.to_owned(), value.clone()),
    };
    Ok(Button { text: label, action })
}

fn field_type(field: &str, expected: &str) -> String {
    format!("Field \"{field}\" must be of type {expected}")
}
