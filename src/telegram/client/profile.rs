//! Publishes the bot's command menu and descriptions, in every language.

use std::time::Duration;

use teloxide::payloads::{
    GetMyCommands, GetMyCommandsSetters, GetMyDescription, GetMyDescriptionSetters,
    GetMyShortDescription, GetMyShortDescriptionSetters, SetMyCommands, SetMyCommandsSetters,
    SetMyDescription, SetMyDescriptionSetters, SetMyShortDescription, SetMyShortDescriptionSetters,
};
use teloxide::types::BotCommand;
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::language::Language;

use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::{self, OnUnknown, RetryPolicy};
use crate::telegram::incoming::command;

/// These calls run in the background, so they may wait long.
const PATIENCE: RetryPolicy = RetryPolicy {
    tries_max: 8,
    pause_max: Duration::from_secs(600),
    on_unknown: OnUnknown::Harmless,
};

/// Publishes the menu and the descriptions. Calls that would change nothing are skipped, because these
/// methods have narrow limits. A failure is logged and left to the next start.
pub async fn publish(client: &Client, locales: &Locales) {
    for language in [None, Some(Language::Russian), Some(Language::Ukrainian)] {
        if let Err(error) = publish_in(client, locales, language).await {
            return log::warn!("the bot's menu and descriptions are not up to date: {error}");
        }
    }
}

/// Publishes for one language, or with `None` for users of any other language.
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
    if calls::call_with_retries(client, &get, PATIENCE).await? != commands {
        let set = SetMyCommands::new(commands).language_code(code);
        calls::call_with_retries(client, &set, PATIENCE).await?;
    }

    let description = say(Phrase::Description);
    let get = GetMyDescription::new().language_code(code);
    if calls::call_with_retries(client, &get, PATIENCE).await?.description != description {
        let set = SetMyDescription::new().description(description).language_code(code);
        calls::call_with_retries(client, &set, PATIENCE).await?;
    }

    let about = say(Phrase::About);
    let get = GetMyShortDescription::new().language_code(code);
    if calls::call_with_retries(client, &get, PATIENCE).await?.short_description != about {
        let set = SetMyShortDescription::new().short_description(about).language_code(code);
        calls::call_with_retries(client, &set, PATIENCE).await?;
    }
    Ok(())
}
