//! What Telegram shows of the bot before anybody writes to it: the menu of commands and the
//! descriptions, in every language.

use std::time::Duration;

use teloxide::payloads::{
    GetMyCommandsSetters, GetMyDescriptionSetters, GetMyShortDescriptionSetters,
    SetMyCommandsSetters, SetMyDescriptionSetters, SetMyShortDescriptionSetters,
};
use teloxide::requests::Requester;
use teloxide::types::BotCommand;

use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::telegram::calls::{self, CALL_TIMEOUT, CallError, Patience};
use crate::telegram::command;
use crate::telegram::desk::Desk;

/// Nobody waits for these calls.
const PATIENCE: Patience = Patience {
    tries_max: 8,
    timeout: CALL_TIMEOUT,
    pause_max: Duration::from_secs(600),
    repeats_after_timeout: true,
};

/// Tells Telegram what to show. What is shown already is left alone, because these calls have
/// narrow limits. Failing costs nobody a game, so it is logged and left to the next start.
pub async fn publish(desk: &Desk) {
    for language in [None, Some(Language::Russian), Some(Language::Ukrainian)] {
        if let Err(error) = publish_in(desk, language).await {
            return log::warn!("the bot's menu and descriptions are not up to date: {error}");
        }
    }
}

/// Publishes for one language, or for everybody whose language has no texts of its own.
async fn publish_in(desk: &Desk, language: Option<Language>) -> Result<(), CallError> {
    let bot = &desk.bot;
    let code = language.map_or("", Language::code);
    let say = |phrase| desk.locales.say(language.unwrap_or(Language::English), phrase);

    let commands: Vec<BotCommand> =
        command::menu().map(|(word, description)| BotCommand::new(word, say(description))).to_vec();
    let shown = calls::patiently(PATIENCE, || bot.get_my_commands().language_code(code)).await?;
    if shown != commands {
        calls::patiently(PATIENCE, || bot.set_my_commands(commands.clone()).language_code(code))
            .await?;
    }

    let description = say(Phrase::Description);
    let shown = calls::patiently(PATIENCE, || bot.get_my_description().language_code(code)).await?;
    if shown.description != description {
        calls::patiently(PATIENCE, || {
            bot.set_my_description().description(&description).language_code(code)
        })
        .await?;
    }

    let about = say(Phrase::About);
    let shown =
        calls::patiently(PATIENCE, || bot.get_my_short_description().language_code(code)).await?;
    if shown.short_description != about {
        calls::patiently(PATIENCE, || {
            bot.set_my_short_description().short_description(&about).language_code(code)
        })
        .await?;
    }
    Ok(())
}
