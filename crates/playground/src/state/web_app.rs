//! Mini Apps: where they are opened from, and the address with the signed data with which a client launches them.
//!
//! Telegram describes the data at <https://core.telegram.org/bots/webapps#webappinitdata>, and the address at
//! <https://core.telegram.org/api/bots/webapps>.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value, json};
use sha2::Sha256;
use url::{Url, form_urlencoded};

use crate::actions::ActionError;
use crate::api::error::ApiError;
use crate::api::params::required;
use crate::settings::random_number;
use crate::state::inline::base64url;
use crate::state::keyboard::ButtonAction;
use crate::state::people::Chat;
use crate::state::profile::MenuButton;
use crate::state::{ServerState, now};
use crate::text::link;

/// Version of the events that the page and a Mini App exchange.
const VERSION: &str = "8.0";
const PLATFORM: &str = "web";
/// Key under which the bot's token becomes the key of its Mini Apps.
const KEY_PURPOSE: &[u8] = b"WebAppData";
const MAX_START_PARAMETER_BYTES: usize = 512;
/// Random numbers in the signature for those who do not hold the token, which cannot be checked here.
const SIGNATURE_NUMBERS: usize = 8;
const QUERY_ID_NUMBERS: usize = 3;

/// Colours for an app that is launched without the page.
const THEME: [(&str, &str); 4] = [
    ("bg_color", "#ffffff"),
    ("text_color", "#1e2327"),
    ("button_color", "#0b6b63"),
    ("button_text_color", "#ffffff"),
];

/// Button or link by which a person opens a Mini App.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opener<'a> {
    Menu,
    Button {
        message_id: i32,
        row: usize,
        column: usize,
    },
    /// A link to the main Mini App, with a parameter that may be empty.
    Link(&'a str),
}

/// Reads the address in the field `web_app`, or returns the reason why it cannot be read.
pub(crate) fn read_url(object: &Map<String, Value>) -> Result<String, String> {
    match object.get("web_app") {
        None | Some(Value::Null) => Err("Can't find field \"web_app\"".to_owned()),
        Some(Value::Object(web_app)) => required(web_app, "url"),
        Some(_) => Err("Field \"web_app\" must be of type Object".to_owned()),
    }
}

/// Returns the normal form of an address; a refusal names the part that holds it.
pub(crate) fn checked_url(holder: &str, url: &str) -> Result<String, ApiError> {
    link::web_app(url).map_err(|reason| {
        ApiError::bad_request(format!("{holder} Web App URL '{url}' is invalid: {reason}"))
    })
}

/// The colours of a client, as a Mini App reads them.
pub(crate) fn default_theme() -> Value {
    THEME.iter().map(|(name, colour)| (*name, *colour)).collect()
}

impl ServerState {
    /// Opens a Mini App as a person in a chat; returns the address with which the client launches it.
    pub(crate) fn launch(
        &self,
        user: i64,
        chat: i64,
        opener: Opener,
        theme: &Value,
    ) -> Result<String, ActionError> {
        self.check_member(user, chat)?;
        let chat = self.chats.get(&chat).ok_or(ActionError::NoChat(chat))?;
        let url = self.app_url(chat, opener)?;
        let mut url = Url::parse(url).map_err(|_| ActionError::NoWebApp)?;
        if let Opener::Link(start) = opener
            && !start.is_empty()
        {
            url.query_pairs_mut().append_pair("tgWebAppStartParam", start);
        }
        let parameters = [
            ("tgWebAppData", self.init_data(user, chat, opener)),
            ("tgWebAppVersion", VERSION.to_owned()),
            ("tgWebAppPlatform", PLATFORM.to_owned()),
            ("tgWebAppThemeParams", theme.to_string()),
        ];
        let parameters = encoded_pairs(&parameters);
        // An app may have a route of its own in the fragment.
        let fragment = match url.fragment() {
            None => parameters,
            Some(route) if route.contains(['?', '=']) => format!("{route}&{parameters}"),
            Some(route) => format!("{route}?{parameters}"),
        };
        url.set_fragment(Some(&fragment));
        Ok(url.into())
    }

    fn app_url<'a>(&'a self, chat: &'a Chat, opener: Opener) -> Result<&'a str, ActionError> {
        let url = match opener {
            Opener::Menu if !chat.is_private() => return Err(ActionError::WrongKindOfChat),
            Opener::Menu => match chat.menu_button.as_ref().or(self.profile.menu_button.as_ref()) {
                Some(MenuButton::WebApp { url, .. }) => Some(url),
                Some(MenuButton::Commands) | None => None,
            },
            Opener::Button { message_id, row, column } => {
                let message = chat.messages.get(&message_id);
                let message =
                    message.ok_or(ActionError::NoMessage { chat: chat.id, message: message_id })?;
                let keyboard = message.keyboard.as_ref();
                match keyboard
                    .and_then(|rows| rows.get(row)?.get(column))
                    .map(|button| &button.action)
                {
                    None => return Err(ActionError::NoButton { row, column }),
                    Some(ButtonAction::WebApp(url)) => Some(url),
                    Some(_) => None,
                }
            }
            Opener::Link(start) if !is_start_parameter(start) => {
                return Err(ActionError::WrongStartParameter);
            }
            Opener::Link(_) => self.profile.main_web_app.as_ref(),
        };
        url.map(String::as_str).ok_or(ActionError::NoWebApp)
    }

    /// The data that tells the app who has opened it, signed with the bot's token.
    fn init_data(&self, user: i64, chat: &Chat, opener: Opener) -> String {
        let mut pairs = Vec::new();
        match opener {
            Opener::Menu | Opener::Button { .. } => {
                pairs.push(("query_id", random_letters(QUERY_ID_NUMBERS)));
            }
            Opener::Link(start) => {
                pairs.push(("chat_instance", chat.instance()));
                pairs.push(("chat_type", chat.kind.chat_type().to_owned()));
                if !start.is_empty() {
                    pairs.push(("start_param", start.to_owned()));
                }
            }
        }
        pairs.push(("user", self.app_user_json(user).to_string()));
        pairs.push(("auth_date", now().to_string()));
        pairs.push(("signature", random_letters(SIGNATURE_NUMBERS)));
        let mut lines: Vec<_> =
            pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        lines.sort();
        let key = hmac(KEY_PURPOSE, self.settings.token.as_bytes());
        let hash = hmac(&key, lines.join("\n").as_bytes());
        pairs.push(("hash", hash.iter().map(|byte| format!("{byte:02x}")).collect()));
        encoded_pairs(&pairs)
    }

    /// A person as Mini Apps see them.
    fn app_user_json(&self, user: i64) -> Value {
        let mut value = json!(self.users.get(&user));
        if self.chats.get(&user).is_some_and(|chat| chat.bot.is_present()) {
            value["allows_write_to_pm"] = json!(true);
        }
        value
    }
}

fn is_start_parameter(start: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    start.len() <= MAX_START_PARAMETER_BYTES && start.bytes().all(is_allowed)
}

/// Encodes pairs as Telegram does, with a space as `%20`.
fn encoded_pairs(pairs: &[(&str, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish().replace('+', "%20")
}

fn random_letters(numbers: usize) -> String {
    let bytes: Vec<u8> = (0..numbers).flat_map(|_| random_number().to_le_bytes()).collect();
    base64url(&bytes)
}

fn hmac(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
    mac.update(text);
    mac.finalize().into_bytes().into()
}
