//! Health checks: asks the store, and Telegram if it has been silent recently, and records whether they
//! answer. No other requests are made, however often the readiness of the bot is queried.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};
use zerosum_store::Store;

use crate::health::readiness::Readiness;
use crate::telegram::client::Client;
use crate::telegram::client::identity;

/// Interval at which the store is asked.
const PERIOD: Duration = Duration::from_secs(2);

/// Maximum time for the store to answer.
const STORE_PATIENCE: Duration = Duration::from_secs(2);

/// Silence after which Telegram is asked. A bot that polls hears from it sooner.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// Runs the checks at once and then periodically, for as long as it is polled.
pub(crate) async fn run(store: Arc<Store>, client: Client) {
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        futures::join!(look_at_store(store.as_ref(), &client.readiness), look_at_telegram(&client));
    }
}

async fn look_at_store(store: &Store, readiness: &Readiness) {
    let answer = timeout(STORE_PATIENCE, store.ping()).await;
    readiness.note_store(matches!(answer, Ok(Ok(()))));
}

/// A single call may fail for another reason, so Telegram is asked a second time. The client records the
/// answer.
async fn look_at_telegram(client: &Client) {
    // If Telegram has never answered, the bot is already asking it.
    let Some(silence) = client.readiness.telegram_silence() else { return };
    if silence > SILENCE_MAX || client.readiness.is_telegram_failing() {
        let _ = identity::ask(client).await;
    }
}
