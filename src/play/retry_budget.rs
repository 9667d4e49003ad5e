//! Retries of what Telegram reports once, while the store is unavailable.

use std::future::Future;
use std::time::Duration;

use tokio::time::sleep;

/// Pauses between tries: so brief that nothing that follows is held up for long.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(3)];

/// The pauses that are left for the retries of one report.
pub(crate) struct RetryBudget {
    pauses: std::array::IntoIter<Duration, 2>,
}

impl Default for RetryBudget {
    fn default() -> RetryBudget {
        RetryBudget { pauses: PAUSES.into_iter() }
    }
}

impl RetryBudget {
    /// Pauses before another try. Returns false at once if no pause is left.
    pub(in crate::play) async fn wait(&mut self) -> bool {
        match self.pauses.next() {
            Some(pause) => {
                sleep(pause).await;
                true
            }
            None => false,
        }
    }

    /// Tries something that may be repeated until it succeeds or no pause is left.
    pub(crate) async fn while_away<T, E, F>(&mut self, attempt: impl Fn() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        loop {
            match attempt().await {
                Err(_) if self.wait().await => {}
                done => return done,
            }
        }
    }
}
