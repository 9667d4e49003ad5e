//! The bot's public profile: commands, descriptions and name.
//!
//! The name is here for completeness: a bot that sets the descriptions in each language sets the name with
//! them.
//!
//! Telegram does not publish the refusals of too long names and descriptions; those here are made in their manner.

use serde_json::{Map, Value};

use crate::api::error::ApiError;
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::profile::{Command, CommandScope, MAX_COMMAND_LISTS, Profile, Translations};
use crate::state::{Event, ServerState};

const MAX_COMMANDS: usize = 100;
const MAX_COMMAND_LENGTH: usize = 32;
const MAX_COMMAND_DESCRIPTION_CHARACTERS: usize = 256;

/// One of the bot's texts that has translations.
pub(crate) struct ProfileText {
    field: &'static str,
    max_characters: usize,
    too_long: &'static str,
    of: fn(&Profile) -> &Translations,
    of_mut: fn(&mut Profile) -> &mut Translations,
}

pub(crate) const NAME: ProfileText = ProfileText {
    field: "name",
    max_characters: 64,
    too_long: "BOT_TITLE_INVALID",
    of: |profile| &profile.names,
    of_mut: |profile| &mut profile.names,
};

pub(crate) const DESCRIPTION: ProfileText = ProfileText {
    field: "description",
    max_characters: 512,
    too_long: "DESCRIPTION_TOO_LONG",
    of: |profile| &profile.descriptions,
    of_mut: |profile| &mut profile.descriptions,
};

pub(crate) const SHORT_DESCRIPTION: ProfileText = ProfileText {
    field: "short_description",
    max_characters: 120,
    too_long: "ABOUT_TOO_LONG",
    of: |profile| &profile.short_descriptions,
    of_mut: |profile| &mut profile.short_descriptions,
};

/// Sets one text in one language; an empty text removes the translation.
pub(crate) fn set_text(
    shared: &Shared,
    params: &Params,
    kind: &ProfileText,
) -> Result<Answer, ApiError> {
    let text = params.text(kind.field).unwrap_or_default();
    let language = language_code(params)?;
    if text.chars().count() > kind.max_characters {
        return Err(ApiError::bad_request(kind.too_long));
    }
    shared.write(|state| {
        let translations = (kind.of_mut)(&mut state.profile);
        if text.is_empty() {
            translations.remove(&language);
        } else {
            translations.insert(language, text);
        }
        state.events.push(Event::Profile);
    });
    Answer::done()
}

pub(crate) fn get_text(
    shared: &Shared,
    params: &Params,
    kind: &ProfileText,
) -> Result<Answer, ApiError> {
    let language = language_code(params)?;
    let text = shared.read(|state| {
        let text = Profile::text((kind.of)(&state.profile), &language).to_owned();
        let is_unset_name = text.is_empty() && kind.field == NAME.field;
        if is_unset_name { state.bot.first_name.clone() } else { text }
    });
    Answer::json(&Map::from_iter([(kind.field.to_owned(), Value::String(text))]))
}

pub(crate) fn set_my_commands(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let commands = commands(params)?;
    let language = language_code(params)?;
    let scope = params.structure("scope", "Can't parse BotCommandScope JSON object")?;
    shared.write(|state| {
        let scope = command_scope(state, scope)?;
        check_commands(&commands)?;
        let lists = &mut state.profile.commands;
        let key = (scope, language);
        if commands.is_empty() {
            lists.remove(&key);
        } else if lists.len() < MAX_COMMAND_LISTS || lists.contains_key(&key) {
            lists.insert(key, commands);
        } else {
            return Err(ApiError::bad_request("BOT_COMMANDS_TOO_MUCH"));
        }
        state.events.push(Event::Profile);
        Answer::done()
    })
}

pub(crate) fn get_my_commands(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let language = language_code(params)?;
    let scope = params.structure("scope", "Can't parse BotCommandScope JSON object")?;
    shared.read(|state| {
        let scope = command_scope(state, scope)?;
        let commands = state.profile.commands.get(&(scope, language));
        Answer::json(&commands.map_or(&[][..], Vec::as_slice))
    })
}

pub(crate) fn delete_my_commands(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let language = language_code(params)?;
    let scope = params.structure("scope", "Can't parse BotCommandScope JSON object")?;
    shared.write(|state| {
        let scope = command_scope(state, scope)?;
        state.profile.commands.remove(&(scope, language));
        state.events.push(Event::Profile);
        Answer::done()
    })
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

fn command_scope(state: &ServerState, scope: Option<Value>) -> Result<CommandScope, ApiError> {
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
        state.chat(integer("chat_id").unwrap_or_default()).map(|chat| chat.id)
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
