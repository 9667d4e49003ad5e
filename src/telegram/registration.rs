//! The webhook as Telegram knows it: set, looked after, removed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use teloxide::payloads::DeleteWebhook;
use tokio::time::sleep;

use crate::telegram::BotError;
use crate::telegram::api::{self, CallError};
use crate::telegram::calls::{self, CALL_TIMEOUT, Verdict, backoff};
use crate::telegram::client::Client;
use crate::telegram::polling::PAUSE_MAX;
use crate::telegram::update::ALLOWED_UPDATES;
use crate::telegram::webhook::Hook;

/// Deliveries at once; Telegram's maximum. The bot bounds what is in flight by itself.
pub const MAX_CONNECTIONS: u32 = 100;

/// The pause between two looks at whether the webhook is still there.
const WATCH_PAUSE: Duration = Duration::from_secs(60);

/// What Telegram says of the webhook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Status {
    /// Empty if none is set.
    pub url: String,
    #[serde(rename = "pending_update_count")]
    pub pending_updates: u64,
    /// When a delivery failed last, in Unix seconds.
    pub last_error_date: Option<u64>,
    pub last_error_message: Option<String>,
    pub max_connections: Option<u32>,
    pub allowed_updates: Option<Vec<String>>,
}

impl Status {
    /// How long ago a delivery failed last.
    pub fn last_error_age(&self) -> Option<Duration> {
        let at = UNIX_EPOCH.checked_add(Duration::from_secs(self.last_error_date?))?;
        Some(SystemTime::now().duration_since(at).unwrap_or_default())
    }
}

/// Sets the webhook. Doing so again changes nothing; what waits for delivery goes on waiting.
///
/// It is not asked before whether it is set already, because Telegram does not tell the secret.
pub async fn set(client: &Client, hook: &Hook) -> Result<(), CallError> {
    let body = json!({
        "url": hook.url.as_str(),
        "secret_token": hook.secret.reveal(),
        "allowed_updates": ALLOWED_UPDATES,
        "max_connections": MAX_CONNECTIONS,
    });
    let body = body.to_string().into_bytes();
    // Its result is always true.
    api::post(client, "setWebhook", body, CALL_TIMEOUT, |_| Ok(())).await
}

pub async fn status(client: &Client) -> Result<Status, CallError> {
    let read = |result: &RawValue| serde_json::from_str(result.get());
    api::post(client, "getWebhookInfo", b"{}".to_vec(), CALL_TIMEOUT, read).await
}

/// Removes the webhook. What waits for delivery goes on waiting.
pub async fn remove(client: &Client) -> Result<(), CallError> {
    calls::once(client, &DeleteWebhook::new()).await?;
    Ok(())
}

/// Sets the webhook and looks after it for as long as this is polled. It ends over a token that is
/// not valid.
///
/// The webhook may go: a bot that polls removes it, such as the one that this one takes over from.
pub async fn keep(client: &Client, hook: &Hook) -> BotError {
    let mut last_error = None;
    loop {
        if let Err(error) = set_patiently(client, hook).await {
            return error;
        }
        log::info!("the webhook is set");
        if let Err(error) = until_gone(client, hook, &mut last_error).await {
            return error;
        }
        log::warn!("somebody has removed or changed the webhook; it is set again");
    }
}

async fn set_patiently(client: &Client, hook: &Hook) -> Result<(), BotError> {
    let mut failures = 0;
    loop {
        let Err(error) = set(client, hook).await else { return Ok(()) };
        failures += 1;
        let pause = match error.verdict() {
            Verdict::WrongToken => return Err(BotError::WrongToken),
            // Of several processes that start at once, Telegram lets one go first.
            Verdict::Wait(pause) => pause.min(PAUSE_MAX),
            _ => {
                if failures == 1 {
                    log::error!("the webhook is not set: {error}; trying again until it works");
                }
                backoff(failures)
            }
        };
        sleep(pause).await;
    }
}

/// Looks now and then whether the webhook is still there. New trouble that Telegram has with it is
/// logged.
async fn until_gone(
    client: &Client,
    hook: &Hook,
    last_error: &mut Option<u64>,
) -> Result<(), BotError> {
    loop {
        sleep(WATCH_PAUSE).await;
        let status = match status(client).await {
            Ok(status) => status,
            Err(error) if error.verdict() == Verdict::WrongToken => {
                return Err(BotError::WrongToken);
            }
            Err(error) => {
                log::debug!("the webhook is not looked after: {error}");
                continue;
            }
        };
        if status.last_error_date > *last_error {
            *last_error = status.last_error_date;
            let message = status.last_error_message.as_deref().unwrap_or_default();
            log::warn!("Telegram could not deliver to the webhook: {message}");
        }
        if status.url != hook.url.as_str() {
            return Ok(());
        }
    }
}
