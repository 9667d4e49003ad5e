//! Waiting for what gives no signal: it is looked at again and again, for as long as patience lasts.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Nothing that is waited for takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// What a look finds at last; what it finds instead is told when patience ends.
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
