//! The bot's public profile: commands, descriptions and name.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

/// Lists of commands, one per scope and language, beyond this number are refused.
pub(crate) const MAX_COMMAND_LISTS: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Command {
    pub(crate) command: String,
    pub(crate) description: String,
}

/// Scope of a list of commands; all scopes are kept, and the page shows those of private chats.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum CommandScope {
    Default,
    AllPrivateChats,
    AllGroupChats,
    AllChatAdministrators,
    Chat(i64),
    ChatAdministrators(i64),
    ChatMember(i64, i64),
}

/// Button beside the message field of a private chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MenuButton {
    Commands,
    WebApp { text: String, url: String },
}

impl MenuButton {
    pub(crate) fn api_json(&self) -> Value {
        match self {
            Self::Commands => json!({ "type": "commands" }),
            Self::WebApp { text, url } => {
                json!({ "type": "web_app", "text": text, "web_app": { "url": url } })
            }
        }
    }
}

/// Texts by language code; the empty code is the default.
pub(crate) type Translations = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub(crate) struct Profile {
    pub(crate) commands: BTreeMap<(CommandScope, String), Vec<Command>>,
    pub(crate) names: Translations,
    pub(crate) descriptions: Translations,
    pub(crate) short_descriptions: Translations,
    /// Button of chats that have none of their own; the one of the commands if it was not set.
    pub(crate) menu_button: Option<MenuButton>,
    /// Address of the bot's main Mini App.
    pub(crate) main_web_app: Option<String>,
}

impl Profile {
    /// The text in a language, or else the default one.
    pub(crate) fn text<'a>(translations: &'a Translations, language: &str) -> &'a str {
        translations.get(language).or_else(|| translations.get("")).map_or("", String::as_str)
    }

    /// The profile as the chat page reads it; commands for private chats win over those for all.
    pub(crate) fn page_json(&self) -> Value {
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
            "menu_button": self.menu_button.as_ref().map(MenuButton::api_json),
            "has_main_web_app": self.main_web_app.is_some(),
        })
    }
}
