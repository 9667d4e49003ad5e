//! What people see of the bot before they write to it: commands, descriptions, name and menu button.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::{Value, json};

/// Lists of commands, one per scope and language, beyond this number are refused.
pub const MAX_COMMAND_LISTS: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Command {
    pub command: String,
    pub description: String,
}

/// For whom a list of commands is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommandScope {
    Default,
    AllPrivateChats,
    AllGroupChats,
    AllChatAdministrators,
    Chat(i64),
    ChatAdministrators(i64),
    ChatMember(i64, i64),
}

/// Texts by language code; the empty code is the default.
pub type Translations = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub struct Profile {
    pub commands: BTreeMap<(CommandScope, String), Vec<Command>>,
    pub names: Translations,
    pub descriptions: Translations,
    pub short_descriptions: Translations,
    /// Menu buttons by chat; `None` is the default for all.
    pub menu_buttons: HashMap<Option<i64>, Value>,
}

impl Profile {
    /// The text in a language, or else the default one.
    pub fn text<'a>(translations: &'a Translations, language: &str) -> &'a str {
        translations.get(language).or_else(|| translations.get("")).map_or("", String::as_str)
    }

    /// The profile as the chat page reads it; commands for private chats win over those for all.
    pub fn page_json(&self) -> Value {
        let mut commands: BTreeMap<&str, &Vec<Command>> = BTreeMap::new();
        for scope in [CommandScope::Default, CommandScope::AllPrivateChats] {
            for ((list_scope, language), list) in &self.commands {
                if *list_scope == scope {
                    commands.insert(language, list);
                }
            }
        }
        json!({
            "commands": commands,
            "description": self.descriptions,
            "short_description": self.short_descriptions,
        })
    }
}
