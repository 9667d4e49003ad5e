//! Registers the webhook with Telegram, watches it and removes it.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use teloxide::payloads::DeleteWebhook;
use tokio::time::sleep;

use crate::health::connectivity::WebhookCheck;
use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};
use crate::telegram::client::calls::{self, CALL_TIMEOUT, FailureKind, PAUSE_MAX, backoff};
use crate::telegram::client::identity::{BotError, is_token_refused};
use crate::telegram::incoming::update::ALLOWED_UPDATES;
use crate::telegram::incoming::webhook::Hook;

/// Maximum concurrent deliveries, which is Telegram's maximum. The bot limits its updates in flight
/// itself.
pub(crate) const MAX_CONNECTIONS: u32 = 100;

/// Pause between two checks of the webhook while no clock runs and all is well.
const CHECK_PAUSE: Duration = Duration::from_secs(30);

/// Minimum pause before the webhook is set again, so that two bots with different settings do not
/// overwrite each other all the time.
const SET_PAUSE: Duration = Duration::from_secs(60);

/// Minimum time between two log lines about failed deliveries.
const REPORT_PAUSE: Duration = Duration::from_secs(60);

/// Failed deliveries that were logged.
#[derive(Debug, Default)]
struct DeliveryFailures {
    /// Time of the last one, by Telegram's clock.
    last: Option<u64>,
    reported_at: Option<Instant>,
}

/// Telegram's status of the webhook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Status {
    /// Empty if none is set.
    pub url: String,
    #[serde(rename = "pending_update_count")]
    pub pending_updates: u64,
    /// Time of the last failed delivery, in Unix seconds.
    pub last_error_date: Option<u64>,
    pub last_error_message: Option<String>,
    pub max_connections: Option<u32>,
    pub allowed_updates: Option<Vec<String>>,
}

impl Status {
    /// Time since the last failed delivery.
    pub(crate) fn last_error_age(&self) -> Option<Duration> {
        let at = UNIX_EPOCH.checked_add(Duration::from_secs(self.last_error_date?))?;
        Some(SystemTime::now().duration_since(at).unwrap_or_default())
    }

    /// Returns what the status tells about deliveries to this webhook.
    fn check(&self, hook: &Hook) -> WebhookCheck {
        let is_ours = self.url == hook.url.as_str();
        WebhookCheck { is_ours, last_error: self.last_error_date, waiting: self.pending_updates }
    }
}

/// Sets the webhook. The call is idempotent and keeps pending updates.
///
/// It is made without a check of the current setting, because Telegram does not return the secret.
pub(crate) async fn set(client: &Client, hook: &Hook) -> Result<(), CallError> {
    let body = json!({
        "url": hook.url.as_str(),
        "secret_token": hook.secret.reveal(),
        "allowed_updates": ALLOWED_UPDATES,
        "max_connections": MAX_CONNECTIONS,
    });
    let body = body.to_string().into_bytes();
    // The result is always true.
    api::post(client, "setWebhook", body, CALL_TIMEOUT, |_| Ok(())).await
}

pub(crate) async fn status(client: &Client) -> Result<Status, CallError> {
    let read = |result: &RawValue| serde_json::from_str(result.get());
    api::post(client, "getWebhookInfo", b"{}".to_vec(), CALL_TIMEOUT, read).await
}

/// Removes the webhook and keeps pending updates.
pub(crate) async fn remove(client: &Client) -> Result<(), CallError> {
    calls::call(client, &DeleteWebhook::new()).await?;
    Ok(())
}

/// Sets the webhook and keeps it set while this future is polled. It ends only if the token is not
/// valid.
///
/// Another process may remove the webhook, for example an older one that polls and that this one
/// replaces.
pub(crate) async fn keep(client: &Client, hook: &Hook) -> BotError {
    let mut failures = DeliveryFailures::default();
    loop {
        if let Err(error) = set_patiently(client, hook).await {
            return error;
        }
        log::info!("the webhook is set");
        if let Err(error) = until_gone(client, hook, &mut failures).await {
            return error;
        }
        log::warn!("the webhook was removed or changed elsewhere; it is set again");
    }
}

async fn set_patiently(client: &Client, hook: &Hook) -> Result<(), BotError> {
    let mut failures = 0;
    loop {
        let Err(error) = set(client, hook).await else { return Ok(()) };
        failures += 1;
        let pause = match error.kind() {
            FailureKind::WrongToken if is_token_refused(client).await => {
                return Err(BotError::WrongToken);
            }
            // If several processes start at once, Telegram accepts one call and asks the others to wait.
            FailureKind::Wait(pause) => pause.min(PAUSE_MAX),
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

/// Checks regularly whether the webhook is still set and updates arrive.
async fn until_gone(
    client: &Client,
    hook: &Hook,
    failures: &mut DeliveryFailures,
) -> Result<(), BotError> {
    let connectivity = &client.readiness.connectivity;
    let set_at = Instant::now();
    loop {
        let asked = Instant::now();
        match status(client).await {
            Ok(status) => {
                connectivity.note_check(status.check(hook), asked);
                failures.report(&status);
                if status.url != hook.url.as_str() && set_at.elapsed() >= SET_PAUSE {
                    return Ok(());
                }
            }
            Err(error) => {
                log::debug!("the webhook's status is not known: {error}");
                match error.kind() {
                    FailureKind::WrongToken if is_token_refused(client).await => {
                        return Err(BotError::WrongToken);
                    }
                    FailureKind::Wait(pause) => sleep(pause.min(PAUSE_MAX)).await,
                    _ => connectivity.note_interruption(asked),
                }
            }
        }
        sleep(connectivity.check_pause(CHECK_PAUSE)).await;
    }
}

impl DeliveryFailures {
    /// Logs new delivery failures, at limited intervals.
    fn report(&mut self, status: &Status) {
        let is_new = status.last_error_date > self.last;
        if is_new && self.reported_at.is_none_or(|at| at.elapsed() >= REPORT_PAUSE) {
            self.reported_at = Some(Instant::now());
            self.last = status.last_error_date;
            let message = status.last_error_message.as_deref().unwrap_or_default();
            log::warn!("Telegram could not deliver to the webhook: {message}");
        }
    }
}
