//! Looks after what the bot stands on: asks the store, and Telegram if nothing was heard of it
//! lately, and notes whether they answer. However many ask whether the bot is ready, this is all
//! that is asked of others.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::store::Store;
use crate::telegram;
use crate::telegram::client::Client;
use crate::web::readiness::Readiness;

/// How often the store is asked.
const PERIOD: Duration = Duration::from_secs(2);

/// How long the store may take to answer.
const STORE_PATIENCE: Duration = Duration::from_secs(2);

/// After how long without a word Telegram is asked. A bot that polls hears of it sooner.
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// Looks at once and from time to time, for as long as it is polled.
pub(crate) async fn run(store: Arc<dyn Store>, client: Client) {
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        futures::join!(look_at_store(store.as_ref(), &client.readiness), look_at_telegram(&client));
    }
}

async fn look_at_store(store: &dyn Store, readiness: &Readiness) {
    let answer = timeout(STORE_PATIENCE, store.ping()).await;
    readiness.note_store(matches!(answer, Ok(Ok(()))));
}

/// One call may have failed for a reason of its own, so Telegram is asked once more then. What the
/// answer is, the client notes.
async fn look_at_telegram(client: &Client) {
    // Whoever has never heard of Telegram is asking it already.
    let Some(silence) = client.readiness.telegram_silence() else { return };
    if silence > SILENCE_MAX || client.readiness.is_telegram_failing() {
        let _ = telegram::ask(client).await;
    }
}
