//! Publishes the bot's command menu and descriptions, in every language.

use std::time::Duration;

use teloxide::payloads::{
    GetChatMenuButton, GetMyCommands, GetMyCommandsSetters, GetMyDescription,
    GetMyDescriptionSetters, GetMyShortDescription, GetMyShortDescriptionSetters,
    SetChatMenuButton, SetChatMenuButtonSetters, SetMyCommands, SetMyCommandsSetters,
    SetMyDescription, SetMyDescriptionSetters, SetMyShortDescription, SetMyShortDescriptionSetters,
};
use teloxide::types::{BotCommand, MenuButton, WebAppInfo};
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::language::Language;

use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::{self, OnUnknown, RetryPolicy};
use crate::telegram::incoming::command;

/// Retry policy of these calls, which run in the background and so may wait long.
const RETRIES: RetryPolicy = RetryPolicy {
    tries_max: 8,
    pause_max: Duration::from_secs(600),
    on_unknown: OnUnknown::Harmless,
};

/// Text of the button that opens the page.
const MENU_BUTTON: &str = "▦ zerosum";

/// Publishes the menu and the descriptions. Calls that would change nothing are skipped, because these
/// methods have narrow limits. A failure is logged and left to the next start.
pub(crate) async fn publish(client: &Client, locales: &Locales) {
    for language in [None, Some(Language::Russian), Some(Language::Ukrainian)] {
        if let Err(error) = publish_in(client, locales, language).await {
            return log::warn!("the bot's menu and descriptions are not up to date: {error}");
        }
    }
    if let Err(error) = publish_menu_button(client).await {
        log::warn!("the bot's menu button is not up to date: {error}");
    }
}

/// Has the button beside the message field open the page, or takes that back when there is none any more. A button
/// that opens another Mini App stays.
async fn publish_menu_button(client: &Client) -> Result<(), CallError> {
    let current = calls::call_with_retries(client, &GetChatMenuButton::new(), RETRIES).await?;
    let page = client.identity.page.as_ref().filter(|page| page.has_mini_app);
    let is_own = matches!(&current, MenuButton::WebApp { text, .. } if text == MENU_BUTTON);
    let wanted = match page {
        Some(page) if is_own || !matches!(current, MenuButton::WebApp { .. }) => {
            let web_app = WebAppInfo { url: page.url.clone() };
            MenuButton::WebApp { text: MENU_BUTTON.to_owned(), web_app }
        }
        None if is_own => MenuButton::Default,
        Some(_) | None => return Ok(()),
    };
    if current != wanted {
        let set = SetChatMenuButton::new().menu_button(wanted);
        calls::call_with_retries(client, &set, RETRIES).await?;
    }
    Ok(())
}

/// Publishes for one language, or with `None` for users of any other language.
async fn publish_in(
    client: &Client,
    locales: &Locales,
    language: Option<Language>,
) -> Result<(), CallError> {
    let code = language.map_or("", Language::code);
    let say = |phrase| locales.say(language.unwrap_or(Language::English), phrase);

    let page = client.identity.page.is_some().then_some(command::WEB);
    let commands: Vec<BotCommand> = command::menu()
        .into_iter()
        .chain(page)
        .map(|(word, description)| BotCommand::new(word, say(description)))
        .collect();
    let get = GetMyCommands::new().language_code(code);
    if calls::call_with_retries(client, &get, RETRIES).await? != commands {
        let set = SetMyCommands::new(commands).language_code(code);
        calls::call_with_retries(client, &set, RETRIES).await?;
    }

    let description = say(Phrase::Description);
    let get = GetMyDescription::new().language_code(code);
    if calls::call_with_retries(client, &get, RETRIES).await?.description != description {
        let set = SetMyDescription::new().description(description).language_code(code);
        calls::call_with_retries(client, &set, RETRIES).await?;
    }

    let about = say(Phrase::About);
    let get = GetMyShortDescription::new().language_code(code);
    if calls::call_with_retries(client, &get, RETRIES).await?.short_description != about {
        let set = SetMyShortDescription::new().short_description(about).language_code(code);
        calls::call_with_retries(client, &set, RETRIES).await?;
    }
    Ok(())
}
