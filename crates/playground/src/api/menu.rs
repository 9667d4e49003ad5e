//! The bot's menu button: the list of its commands, or a Mini App.

use serde_json::{Value, json};

use crate::api::error::ApiError;
use crate::api::method::Answer;
use crate::api::params::{Params, required};
use crate::shared::Shared;
use crate::state::profile::MenuButton;
use crate::state::web_app;
use crate::state::{Event, ServerState};

pub(crate) fn set_chat_menu_button(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let button = params.structure("menu_button", "Can't parse menu button JSON object")?;
    let button =
        button.as_ref().map(read).transpose().map_err(|reason| {
            ApiError::bad_request(format!("Can't parse menu button: {reason}"))
        })?;
    shared.write(|state| {
        let person = person(state, params)?;
        let button = button.flatten().map(checked).transpose()?;
        match person.and_then(|person| state.chats.get_mut(&person)) {
            Some(chat) => {
                chat.menu_button = button;
                state.events.push(Event::Chat(chat.id));
            }
            None => {
                state.profile.menu_button = button;
                state.events.push(Event::Profile);
            }
        }
        Answer::done()
    })
}

/// Returns the button of a private chat, or the bot's. As at Telegram, a chat without one has the default button, a bot
/// without one that of its commands.
pub(crate) fn get_chat_menu_button(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let button = shared.read(|state| {
        let button = match person(state, params)?.and_then(|person| state.chats.get(&person)) {
            Some(chat) => {
                let button = chat.menu_button.as_ref();
                button.map_or_else(|| json!({ "type": "default" }), MenuButton::api_json)
            }
            None => state.profile.menu_button.as_ref().unwrap_or(&MenuButton::Commands).api_json(),
        };
        Ok(button)
    })?;
    Answer::json(&button)
}

/// The person in whose chat a call looks at the button; none if it is about the default one.
fn person(state: &ServerState, params: &Params) -> Result<Option<i64>, ApiError> {
    if params.text("chat_id").is_none() {
        return Ok(None);
    }
    let person = params.chat_id().filter(|id| *id > 0);
    let person = person.ok_or_else(|| ApiError::bad_request("Invalid chat_id specified"))?;
    let is_known = state.users.contains_key(&person);
    if is_known { Ok(Some(person)) } else { Err(ApiError::bad_request("user not found")) }
}

/// Reads a button, none being the default one, or returns the reason why it cannot be read.
fn read(button: &Value) -> Result<Option<MenuButton>, String> {
    let object = button.as_object().ok_or("MenuButton must be an Object")?;
    match required(object, "type")?.as_str() {
        "default" => Ok(None),
        "commands" => Ok(Some(MenuButton::Commands)),
        "web_app" => {
            let text = required(object, "text")?;
            Ok(Some(MenuButton::WebApp { text, url: web_app::read_url(object)? }))
        }
        _ => Err("MenuButton has unsupported type".to_owned()),
    }
}

fn checked(button: MenuButton) -> Result<MenuButton, ApiError> {
    match button {
        MenuButton::Commands => Ok(button),
        MenuButton::WebApp { text, .. } if text.is_empty() => {
            Err(ApiError::bad_request("Menu button text must be non-empty"))
        }
        MenuButton::WebApp { text, url } => {
            let url = web_app::checked_url("Menu button", &url)?;
            let is_blank = text.trim().is_empty();
            if is_blank {
                Err(ApiError::bad_request("BUTTON_TEXT_INVALID"))
            } else {
                Ok(MenuButton::WebApp { text, url })
            }
        }
    }
}
