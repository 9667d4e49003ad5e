//! Jobs that begin again after a panic.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use tokio::time::sleep;

/// Pause after a panic.
const PAUSE: Duration = Duration::from_secs(10);

/// Runs a job of this name to its end.
pub(crate) async fn guarded<F>(name: &'static str, job: impl Fn() -> F)
where
    F: Future<Output = ()>,
{
    while AssertUnwindSafe(job()).catch_unwind().await.is_err() {
        log::error!("the job {name} has panicked, and begins again");
        sleep(PAUSE).await;
    }
}
