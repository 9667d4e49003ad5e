//! Reminders: whoever wants it is told in private before a long clock of theirs runs out.
//!
//! Every process looks, and a conditional write has one of them remind of each move. A process that dies
//! between that and the message reminds nobody: who is told too little loses less than who is told twice.

use std::time::Duration;

use futures::{StreamExt, stream};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::bot::clocks;
use crate::bot::services::Services;
use crate::store::StoreError;
use crate::store::clocks::TimedBoard;
use crate::web::readiness::Readiness;

/// How often it is looked who is to be reminded.
const PERIOD: Duration = Duration::from_secs(60);

/// How often it is looked whether that can be done.
const WAIT_PERIOD: Duration = Duration::from_secs(1);

/// Games found at once.
const FOUND_BATCH: u32 = 100;

/// People reminded at once.
const REMINDED_AT_ONCE_MAX: usize = 4;

/// Reminds people, at once and from time to time, for as long as it is polled. While Telegram is away nobody
/// would hear of it, and is reminded when it is back.
pub(super) async fn run(services: &Services, readiness: &Readiness) {
    let mut ticks = interval(WAIT_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut looked_at: Option<Instant> = None;
    let mut is_failing = false;
    loop {
        ticks.tick().await;
        let is_time = looked_at.is_none_or(|at| at.elapsed() >= PERIOD);
        if !is_time || !readiness.state().has_telegram {
            continue;
        }
        looked_at = Some(Instant::now());
        match remind_all(services).await {
            Ok(()) => is_failing = false,
            Err(error) if !is_failing => {
                is_failing = true;
                log::warn!("nobody is reminded: {error}");
            }
            Err(_) => {}
        }
    }
}

async fn remind_all(services: &Services) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        // Play time stands then, and nobody can move.
        if services.admin.is_in_maintenance() {
            return Ok(());
        }
        let now = services.play.play_time().await?;
        let found = services.play.to_remind(now, after, FOUND_BATCH).await?;
        let Some(last) = found.last() else { return Ok(()) };
        after = Some(*last);
        let reminding = found.into_iter().map(|board| remind(services, board));
        stream::iter(reminding).buffer_unordered(REMINDED_AT_ONCE_MAX).collect::<()>().await;
    }
}

async fn remind(services: &Services, found: TimedBoard) {
    match services.play.claim_reminder(found).await {
        Ok(Some(reminder)) => clocks::remind(services, reminder).await,
        Ok(None) => {}
        Err(error) => log::warn!("session {:x}: nobody is reminded: {error}", found.id.0),
    }
}
