//! Long polling without lost updates and without needless pauses.
//!
//! Telegram counts an update as delivered when the next getUpdates call names a higher offset. That call
//! is made only after every update fetched before is decided and durable (or `SETTLE_PATIENCE` has
//! passed), so after a crash Telegram delivers them again. A second delivery changes nothing: presses
//! carry the revision that they saw, and new games the message that asked for them.
//!
//! teloxide's own listener is not used, because it counts an update as delivered when it is handed out,
//! sleeps ten seconds after every server error, and drops a whole batch over one update that it cannot
//! parse.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::{self, BoxFuture, Either};
use futures::stream::{self, BoxStream, StreamExt};
use serde_json::json;
use serde_json::value::RawValue;
use teloxide::payloads::DeleteWebhook;
use teloxide::stop::{StopFlag, StopToken, mk_stop_token};
use teloxide::types::Update;
use teloxide::update_listeners::{AsUpdateStream, UpdateListener};
use tokio::time::{sleep, timeout};
use zerosum_metrics::labels;

use crate::health::pulse::Pulse;
use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};
use crate::telegram::client::calls::{self, FailureKind, PAUSE_MAX, backoff};
use crate::telegram::client::identity;
use crate::telegram::incoming::acknowledgement::Deliveries;
use crate::telegram::incoming::admission::Admission;
use crate::telegram::incoming::update::{self, ALLOWED_UPDATES, Contents, Numbered};

/// Time for which Telegram holds a call while there is nothing to deliver.
pub(crate) const POLL_TIMEOUT: Duration = Duration::from_secs(25);

/// Extra time for the response.
const POLL_GRACE: Duration = Duration::from_secs(5);

/// Timeout of the last call before the end.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(1);

/// Longest wait for earlier updates to be decided before the next call. A store that hangs for longer
/// must not stop all updates.
const SETTLE_PATIENCE: Duration = Duration::from_secs(2);

/// Updates in one answer; Telegram's maximum.
const BATCH_MAX: u8 = 100;

/// Offset of the updates fetched and confirmed so far.
#[derive(Default)]
pub(crate) struct Offset {
    /// Next offset to ask for: the number after that of the last fetched update.
    next: AtomicI64,
    /// Last offset that Telegram has answered; all updates before it count as delivered.
    confirmed: AtomicI64,
    /// The call in flight when polling stopped. Locked for a moment only.
    held: Mutex<Option<Fetching>>,
}

/// A call of getUpdates.
type Fetching = BoxFuture<'static, Result<Fetched, CallError>>;

/// Answer to getUpdates.
struct Fetched {
    updates: Vec<Update>,
    /// True if there may be more at Telegram.
    is_full: bool,
    /// True if the next call would get the same again.
    is_stuck: bool,
}

impl Offset {
    fn next(&self) -> i64 {
        self.next.load(Ordering::Acquire)
    }

    fn note_confirmed(&self, offset: i64) {
        self.confirmed.store(offset, Ordering::Release);
    }

    /// Returns whether Telegram knows that all fetched updates are delivered.
    fn is_confirmed(&self) -> bool {
        self.confirmed.load(Ordering::Acquire) == self.next()
    }

    fn keep_held(&self, fetching: Fetching) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(fetching);
    }

    fn take_held(&self) -> Option<Fetching> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Listener for teloxide's dispatcher that polls for updates. It ends when told to stop, or when the
/// token is no longer valid.
pub(crate) struct Polling {
    client: Client,
    deliveries: Arc<Deliveries>,
    offset: Arc<Offset>,
    admission: Arc<Admission>,
    pulse: Arc<Pulse>,
    fetched: VecDeque<Update>,
    token: StopToken,
    flag: StopFlag,
    failures: u32,
    failing_since: Option<Instant>,
    /// True if the log says that another program polls.
    has_told_of_rival: bool,
}

impl Polling {
    pub(crate) fn new(
        client: Client,
        deliveries: Arc<Deliveries>,
        offset: Arc<Offset>,
        admission: Arc<Admission>,
        pulse: Arc<Pulse>,
    ) -> Polling {
        let (token, flag) = mk_stop_token();
        let fetched = VecDeque::new();
        Polling {
            client,
            deliveries,
            offset,
            admission,
            pulse,
            fetched,
            token,
            flag,
            failures: 0,
            failing_since: None,
            has_told_of_rival: false,
        }
    }

    /// Returns the next update, or `None` at the end. Updates fetched before a stop are still handed
    /// out.
    async fn next(&mut self) -> Option<Update> {
        loop {
            if let Some(update) = self.fetched.pop_front() {
                self.admission.reserve().await;
                return Some(update);
            }
            if self.flag.is_stopped() {
                return None;
            }
            self.pulse.beat();
            // A timeout is harmless: after a crash, only presses without a visible outcome are lost.
            let _ = timeout(SETTLE_PATIENCE, self.deliveries.settled()).await;
            let begun = Instant::now();
            let wait = self.client.readiness.connectivity.poll_wait(POLL_TIMEOUT);
            let asked_for = self.offset.next();
            let fetching = fetch(self.client.clone(), Arc::clone(&self.offset), wait).boxed();
            let fetched = match future::select(fetching, self.flag.clone()).await {
                Either::Left((fetched, _)) => fetched,
                Either::Right(((), fetching)) => {
                    self.offset.keep_held(fetching);
                    return None;
                }
            };
            if fetched.is_ok() {
                self.offset.note_confirmed(asked_for);
            }
            match fetched {
                Ok(Fetched { updates, is_full, is_stuck }) => {
                    self.deliveries.note_arrived(updates.len());
                    self.fetched.extend(updates);
                    if is_stuck {
                        self.failures = self.failures.saturating_add(1);
                        self.pause(backoff(self.failures)).await;
                    } else {
                        self.note_success((begun, is_full));
                    }
                }
                Err(error) if is_about_webhook(&error) => {
                    self.client.readiness.connectivity.note_interruption(Instant::now());
                    log::info!("a webhook is set; it is removed because updates are polled for");
                    match calls::call(&self.client, &DeleteWebhook::new()).await {
                        Ok(_) => self.failures = self.failures.saturating_add(1),
                        Err(error) => self.note_failure(&error),
                    }
                    self.pause(backoff(self.failures)).await;
                }
                Err(error) => {
                    self.note_failure(&error);
                    let pause = match error.kind() {
                        FailureKind::WrongToken if self.is_token_refused().await => return None,
                        FailureKind::Wait(pause) => pause.min(PAUSE_MAX),
                        _ => backoff(self.failures),
                    };
                    self.pause(pause).await;
                }
            }
        }
    }

    /// Pauses, unless polling is to stop.
    async fn pause(&self, pause: Duration) {
        future::select(std::pin::pin!(sleep(pause)), self.flag.clone()).await;
    }

    /// Returns whether the token is no longer valid; false if polling is to stop.
    async fn is_token_refused(&self) -> bool {
        let checking = std::pin::pin!(identity::is_token_refused(&self.client));
        let checked = future::select(checking, self.flag.clone()).await;
        matches!(checked, Either::Left((true, _)))
    }

    /// Ends the trouble, unless another program polls too: between its polls, some of this one succeed.
    fn note_success(&mut self, (begun, is_full): (Instant, bool)) {
        let connectivity = &self.client.readiness.connectivity;
        connectivity.note_poll((begun, Instant::now()), is_full);
        if connectivity.has_rival() {
            return;
        }
        self.failures = 0;
        self.has_told_of_rival = false;
        if let Some(since) = self.failing_since.take() {
            log::info!("updates arrive again after {:.1} s", since.elapsed().as_secs_f32());
        }
    }

    /// Logs once when trouble begins, and once that another program polls.
    fn note_failure(&mut self, error: &CallError) {
        let now = Instant::now();
        let has_rival = is_about_another_call(error);
        if has_rival {
            self.client.readiness.connectivity.note_conflict(now);
        } else {
            self.client.readiness.connectivity.note_interruption(now);
        }
        self.failures = self.failures.saturating_add(1);
        let is_new = self.failing_since.is_none();
        self.failing_since.get_or_insert(now);
        if has_rival && !self.has_told_of_rival {
            self.has_told_of_rival = true;
            log::error!("another program polls with this token; trying again until it stops");
        } else if is_new {
            let next_step = match error.kind() {
                FailureKind::WrongToken => "trying again unless getMe is refused, too",
                _ => "trying again until it works",
            };
            log::error!("no updates: {error}; {next_step}");
        }
    }
}

impl<'a> AsUpdateStream<'a> for Polling {
    type StreamErr = Infallible;
    type Stream = BoxStream<'a, Result<Update, Infallible>>;

    fn as_stream(&'a mut self) -> Self::Stream {
        stream::unfold(self, async |polling| {
            let update = polling.next().await?;
            Some((Ok(update), polling))
        })
        .boxed()
    }
}

impl UpdateListener for Polling {
    type Err = Infallible;

    fn stop_token(&mut self) -> StopToken {
        self.token.clone()
    }
}

/// Returns whether the error says that a webhook from an earlier set-up is active.
fn is_about_webhook(error: &CallError) -> bool {
    matches!(error, CallError::Refused { code: 409, description, .. } if description.contains("webhook"))
}

/// Returns whether the error says that another getUpdates call has replaced this one.
fn is_about_another_call(error: &CallError) -> bool {
    matches!(error, CallError::Refused { code: 409, description, .. } if description.contains("other getUpdates"))
}

/// Confirms the decided updates to Telegram, unless that is done already, so that the next start does
/// not get them again. Called once nothing is in flight any more.
pub(crate) async fn confirm(client: &Client, deliveries: &Deliveries, offset: &Offset) {
    let held = offset.take_held();
    if !deliveries.is_settled() || offset.is_confirmed() {
        return;
    }
    match timeout(CONFIRM_TIMEOUT, send_offset(client, offset.next(), held)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => log::warn!("the last updates may be delivered again: {error}"),
        Err(_) => log::warn!("the last updates may be delivered again: no answer in time"),
    }
}

/// Sends this offset to Telegram, until either this call or the held one with the same offset is
/// answered.
///
/// Telegram holds a second call with the same offset for three seconds, too, and ends the first one at
/// once.
async fn send_offset(
    client: &Client,
    offset: i64,
    held: Option<Fetching>,
) -> Result<(), CallError> {
    // The update that it may fetch stays unconfirmed, so it is delivered again.
    let body = json!({ "offset": offset, "limit": 1, "timeout": 0 }).to_string().into_bytes();
    let sending = api::post(client, "getUpdates", body, POLL_GRACE, |_| Ok(()));
    let Some(held) = held else { return sending.await };
    match future::select(held, std::pin::pin!(sending)).await {
        Either::Left((Ok(_), _)) => Ok(()),
        Either::Left((Err(error), _)) if is_about_another_call(&error) => Ok(()),
        Either::Left((Err(_), sending)) => sending.await,
        Either::Right((sent, _)) => sent,
    }
}

async fn fetch(client: Client, offset: Arc<Offset>, wait: Duration) -> Result<Fetched, CallError> {
    let asked_for = offset.next();
    let body = json!({
        "offset": asked_for,
        "limit": BATCH_MAX,
        "timeout": wait.as_secs(),
        "allowed_updates": ALLOWED_UPDATES,
    });
    api::post(&client, "getUpdates", body.to_string().into_bytes(), wait + POLL_GRACE, |result| {
        let raw_updates: Vec<&RawValue> = serde_json::from_str(result.get())?;
        let is_full = raw_updates.len() >= usize::from(BATCH_MAX);
        let updates = read_all(&raw_updates, &offset, &client);
        let is_stuck = !raw_updates.is_empty() && offset.next() == asked_for;
        Ok(Fetched { updates, is_full, is_stuck })
    })
    .await
}

/// Parses updates and skips the ones that cannot be parsed. All of them count as fetched. Their numbers
/// ascend, but after a quiet week Telegram restarts at any number.
fn read_all(raw_updates: &[&RawValue], offset: &Offset, client: &Client) -> Vec<Update> {
    let mut updates = Vec::with_capacity(raw_updates.len());
    for raw in raw_updates {
        let Ok(Numbered { number, contents }) = update::read(raw.get().as_bytes()) else {
            log::warn!("an update cannot be read");
            client.note_update(labels::Update::Unreadable);
            continue;
        };
        offset.next.store(number.saturating_add(1), Ordering::Release);
        match contents {
            Contents::Asked(update) => updates.push(*update),
            Contents::Unasked => client.note_update(labels::Update::Ignored),
            Contents::Unreadable => {
                log::warn!("update {number} cannot be read");
                client.note_update(labels::Update::Unreadable);
            }
        }
    }
    updates
}
