//! Waiting by polling, for events that give no signal, up to a time limit.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Upper bound on any wait: far longer than a wait takes on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_mins(10);

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks until the result is `Ok` and returns it; panics with the last error when [`PATIENCE`] ends.
pub(crate) async fn until<T, E: Debug>(mut look: impl AsyncFnMut() -> Result<T, E>) -> T {
    let began = Instant::now();
    loop {
        match look().await {
            Ok(found) => return found,
            Err(other) => {
                assert!(began.elapsed() < PATIENCE, "it does not come to that: {other:#?}")
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
