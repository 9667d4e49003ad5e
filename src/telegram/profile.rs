//! What Telegram shows of the bot before anybody writes to it: the menu of commands and the
//! descriptions, in every language.

use std::time::Duration;

use teloxide::payloads::{
    GetMyCommands, GetMyCommandsSetters, GetMyDescription, GetMyDescriptionSetters,
    GetMyShortDescription, GetMyShortDescriptionSetters, SetMyCommands, SetMyCommandsSetters,
    SetMyDescription, SetMyDescriptionSetters, SetMyShortDescription, SetMyShortDescriptionSetters,
};
use teloxide::types::BotCommand;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::telegram::api::CallError;
use crate::telegram::calls::{self, Patience, Unclear};
use crate::telegram::client::Client;
use crate::telegram::command;

/// Nobody waits for these calls.
const PATIENCE: Patience =
    Patience { tries_max: 8, pause_max: Duration::from_secs(600), unclear: Unclear::Harmless };

/// Tells Telegram what to show. What is shown already is left alone, because these calls have
/// narrow limits. Failing costs nobody a game, so it is logged and left to the next start.
pub async fn publish(client: &Client, locales: &Locales) {
    for language in [None, Some(Language::Russian), Some(Language::Ukrainian)] {
        if let Err(error) = publish_in(client, locales, language).await {
            return log::warn!("the bot's menu and descriptions are not up to date: {error}");
        }
    }
}

/// Publishes for one language, or for everybody whose language has no texts of its own.
async fn publish_in(
    client: &Client,
    locales: &Locales,
    language: Option<Language>,
) -> Result<(), CallError> {
    let code = language.map_or("", Language::code);
    let say = |phrase| locales.say(language.unwrap_or(Language::English), phrase);

    let commands: Vec<BotCommand> =
        command::menu().map(|(word, description)| BotCommand::new(word, say(description))).to_vec();
    let get = GetMyCommands::new().language_code(code);
    if calls::patiently(client, &get, PATIENCE).await? != commands {
        let set = SetMyCommands::new(commands).language_code(code);
        calls::patiently(client, &set, PATIENCE).await?;
    }

    let description = say(Phrase::Description);
    let get = GetMyDescription::new().language_code(code);
    if calls::patiently(client, &get, PATIENCE).await?.description != description {
        let set = SetMyDescription::new().description(description).language_code(code);
        calls::patiently(client, &set, PATIENCE).await?;
    }

    let about = say(Phrase::About);
    let get = GetMyShortDescription::new().language_code(code);
    if calls::patiently(client, &get, PATIENCE).await?.short_description != about {
        let set = SetMyShortDescription::new().short_description(about).language_code(code);
        calls::patiently(client, &set, PATIENCE).await?;
    }
    Ok(())
}
