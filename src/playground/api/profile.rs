//! What people see of the bot before they write: commands, descriptions, name and menu button.
//!
//! Telegram does not publish the refusals of too long names and descriptions; those here are made in their manner.

use serde_json::{Map, Value, json};

use crate::playground::api::error::ApiError;
use crate::playground::api::method::Answer;
use crate::playground::api::params::Params;
use crate::playground::profile::{Command, CommandScope, MAX_COMMAND_LISTS, Profile, Translations};
use crate::playground::shared::Shared;
use crate::playground::world::{Happening, World};

const MAX_COMMANDS: usize = 100;
const MAX_COMMAND_LENGTH: usize = 32;
const MAX_COMMAND_DESCRIPTION_CHARACTERS: usize = 256;

/// One of the bot's texts that has translations.
pub struct ProfileText {
    field: &'static str,
    max_characters: usize,
    too_long: &'static str,
    of: fn(&Profile) -> &Translations,
    of_mut: fn(&mut Profile) -> &mut Translations,
}

pub const NAME: ProfileText = ProfileText {
    field: "name",
    max_characters: 64,
    too_long: "BOT_TITLE_INVALID",
    of: |profile| &profile.names,
    of_mut: |profile| &mut profile.names,
};

pub const DESCRIPTION: ProfileText = ProfileText {
    field: "description",
    max_characters: 512,
    too_long: "DESCRIPTION_TOO_LONG",
    of: |profile| &profile.descriptions,
    of_mut: |profile| &mut profile.descriptions,
};

pub const SHORT_DESCRIPTION: ProfileText = ProfileText {
    field: "short_description",
    max_characters: 120,
    too_long: "ABOUT_TOO_LONG",
    of: |profile| &profile.short_descriptions,
    of_mut: |profile| &mut profile.short_descriptions,
};

/// Sets one text in one language; an empty text removes the translation.
pub fn set_text(shared: &Shared, params: &Params, kind: &ProfileText) -> Result<Answer, ApiError> {
    let text = params.text(kind.field).unwrap_or_default();
    let language = language_code(params)?;
    if text.chars().count() > kind.max_characters {
        return Err(ApiError::bad_request(kind.too_long));
    }
    shared.write(|world| {
        let translations = (kind.of_mut)(&mut world.profile);
        if text.is_empty() {
            translations.remove(&language);
        } else {
            translations.insert(language, text);
        }
        world.happenings.push(Happening::Profile);
    });
    Answer::done()
}

pub fn get_text(shared: &Shared, params: &Params, kind: &ProfileText) -> Result<Answer, ApiError> {
    let language = language_code(params)?;
    let text = shared.read(|world| {
        let text = Profile::text((kind.of)(&world.profile), &language).to_owned();
        let is_unset_name = text.is_empty() && kind.field == NAME.field;
        if is_unset_name { world.bot.first_name.clone() } else { text }
    });
    Answer::json(&Map::from_iter([(kind.field.to_owned(), Value::String(text))]))
}

pub fn set_my_commands(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let commands = commands(params)?;
    let language = language_code(params)?;
    let scope = params.structure("scope", "Can't parse BotCommandScope JSON object")?;
    shared.write(|world| {
        let scope = command_scope(world, scope)?;
        check_commands(&commands)?;
        let lists = &mut world.profile.commands;
        let key = (scope, language);
        if commands.is_empty() {
            lists.remove(&key);
        } else if lists.len() < MAX_COMMAND_LISTS || lists.contains_key(&key) {
            lists.insert(key, commands);
        } else {
            return Err(ApiError::bad_request("BOT_COMMANDS_TOO_MUCH"));
        }
        world.happenings.push(Happening::Profile);
        Answer::done()
    })
}

pub fn get_my_commands(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let language = language_code(params)?;
    let scope = params.structure("scope", "Can't parse BotCommandScope JSON object")?;
    shared.read(|world| {
        let scope = command_scope(world, scope)?;
        let commands = world.profile.commands.get(&(scope, language));
        Answer::json(&commands.map_or(&[][..], Vec::as_slice))
    })
}

pub fn delete_my_commands(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let language = language_code(params)?;
    let scope = params.structure("scope", "Can't parse BotCommandScope JSON object")?;
    shared.write(|world| {
        let scope = command_scope(world, scope)?;
        world.profile.commands.remove(&(scope, language));
        world.happenings.push(Happening::Profile);
        Answer::done()
    })
}

pub fn set_chat_menu_button(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let fail = |reason: &str| ApiError::bad_request(format!("Can't parse menu button: {reason}"));
    let button = params
        .structure("menu_button", "Can't parse menu button JSON object")?
        .unwrap_or_else(default_menu_button);
    let button_type = button.get("type").and_then(Value::as_str);
    let has_text =
        |value: Option<&Value>| value.and_then(Value::as_str).is_some_and(|text| !text.is_empty());
    match button_type {
        Some("default" | "commands") => {}
        Some("web_app") => {
            if !has_text(button.get("text")) {
                return Err(fail("Can't find field \"text\""));
            }
            let url = button.pointer("/web_app/url");
            if !url.and_then(Value::as_str).is_some_and(|url| url.starts_with("https://")) {
                return Err(ApiError::bad_request(
                    "menu button Web App URL is invalid: Only HTTPS links are allowed",
                ));
            }
        }
        Some(_) => return Err(fail("MenuButton has unsupported type")),
        None if !button.is_object() => return Err(fail("MenuButton must be an Object")),
        None => return Err(fail("Can't find field \"type\"")),
    }
    shared.write(|world| {
        let chat = private_chat(world, params)?;
        world.profile.menu_buttons.insert(chat, button);
        Answer::done()
    })
}

pub fn get_chat_menu_button(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    shared.read(|world| {
        let chat = private_chat(world, params)?;
        let buttons = &world.profile.menu_buttons;
        let button = buttons.get(&chat).or_else(|| buttons.get(&None));
        Answer::json(&button.cloned().unwrap_or_else(default_menu_button))
    })
}

fn default_menu_button() -> Value {
    json!({ "type": "default" })
}

/// The private chat a menu button is for; none is the default for all.
fn private_chat(world: &World, params: &Params) -> Result<Option<i64>, ApiError> {
    match params.chat_id() {
        None => Ok(None),
        Some(id) if world.chat(id)?.is_private() => Ok(Some(id)),
        Some(_) => Err(ApiError::bad_request("chat not found")),
    }
}

/// A language code is empty or two small letters.
fn language_code(params: &Params) -> Result<String, ApiError> {
    let code = params.text("language_code").unwrap_or_default();
    let is_valid =
        code.is_empty() || (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase()));
    if is_valid { Ok(code) } else { Err(ApiError::bad_request("LANG_CODE_INVALID")) }
}

fn commands(params: &Params) -> Result<Vec<Command>, ApiError> {
    let list = params.structure("commands", "Can't parse commands JSON object")?;
    let list = match &list {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(ApiError::bad_request("Expected an Array of BotCommand")),
    };
    let fail = |reason: String| ApiError::bad_request(format!("Can't parse BotCommand: {reason}"));
    let string = |value: &Value, field: &str| match value.get(field) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Null) | None => Err(fail(format!("Can't find field \"{field}\""))),
        Some(_) => Err(fail(format!("Field \"{field}\" must be of type String"))),
    };
    list.iter()
        .map(|value| {
            if !value.is_object() {
                return Err(fail("expected an Object".to_owned()));
            }
            let command = string(value, "command")?;
            Ok(Command {
                // A leading slash is taken as a slip.
                command: command.strip_prefix('/').unwrap_or(&command).to_owned(),
                description: string(value, "description")?,
            })
        })
        .collect()
}

fn check_commands(commands: &[Command]) -> Result<(), ApiError> {
    if commands.len() > MAX_COMMANDS {
        return Err(ApiError::bad_request("BOT_COMMANDS_TOO_MUCH"));
    }
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    for Command { command, description } in commands {
        if command.is_empty()
            || command.len() > MAX_COMMAND_LENGTH
            || !command.bytes().all(is_allowed)
        {
            return Err(ApiError::bad_request("BOT_COMMAND_INVALID"));
        }
        let length = description.trim().chars().count();
        if length == 0 || length > MAX_COMMAND_DESCRIPTION_CHARACTERS {
            return Err(ApiError::bad_request("BOT_COMMAND_DESCRIPTION_INVALID"));
        }
    }
    Ok(())
}

fn command_scope(world: &World, scope: Option<Value>) -> Result<CommandScope, ApiError> {
    let Some(scope) = scope else {
        return Ok(CommandScope::Default);
    };
    let fail =
        |reason: &str| ApiError::bad_request(format!("Can't parse BotCommandScope: {reason}"));
    if !scope.is_object() {
        return Err(fail("BotCommandScope must be an Object"));
    }
    let integer = |field: &str| match scope.get(field)? {
        Value::String(text) => text.parse().ok(),
        value => value.as_i64(),
    };
    let chat = || {
        if scope.get("chat_id").is_none() {
            return Err(fail("Can't find field \"chat_id\""));
        }
        world.chat(integer("chat_id").unwrap_or_default()).map(|chat| chat.id)
    };
    match scope.get("type").and_then(Value::as_str) {
        Some("default") => Ok(CommandScope::Default),
        Some("all_private_chats") => Ok(CommandScope::AllPrivateChats),
        Some("all_group_chats") => Ok(CommandScope::AllGroupChats),
        Some("all_chat_administrators") => Ok(CommandScope::AllChatAdministrators),
        Some("chat") => Ok(CommandScope::Chat(chat()?)),
        Some("chat_administrators") => Ok(CommandScope::ChatAdministrators(chat()?)),
        Some("chat_member") => {
            let user = integer("user_id").filter(|id| *id > 0);
            Ok(CommandScope::ChatMember(
                chat()?,
                user.ok_or_else(|| fail("Invalid user_id specified"))?,
            ))
        }
        Some(_) => Err(fail("Unsupported type specified")),
        None => Err(fail("Can't find field \"type\"")),
    }
}
