//! Long polling that loses nothing and comes back at once.
//!
//! An update counts as delivered when the next getUpdates call names a higher offset. That call is
//! made only after everything fetched before has been decided and is durable (or has been given
//! `SETTLE_PATIENCE`), so a crash makes Telegram deliver again instead of forgetting. A second
//! delivery changes nothing: presses carry the revision they saw, and new games the message that
//! asked for them.
//!
//! The updates are fetched here and not by teloxide's own listener, because that counts an update as
//! delivered when it is handed out, sleeps ten seconds after every server error, and gives up a
//! whole batch over one update it cannot read.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use futures::future::{self, Either};
use futures::stream::{self, BoxStream, StreamExt};
use serde_json::json;
use serde_json::value::RawValue;
use teloxide::payloads::DeleteWebhook;
use teloxide::stop::{StopFlag, StopToken, mk_stop_token};
use teloxide::types::Update;
use teloxide::update_listeners::{AsUpdateStream, UpdateListener};
use tokio::time::{sleep, timeout};

use crate::metrics::labels;
use crate::telegram::acknowledgement::Deliveries;
use crate::telegram::admission::Admission;
use crate::telegram::api::{self, CallError};
use crate::telegram::calls::{self, Verdict, backoff};
use crate::telegram::client::Client;
use crate::telegram::update::{self, ALLOWED_UPDATES, Contents, Numbered};
use crate::web::pulse::Pulse;

/// How long Telegram holds a call when there is nothing to deliver.
pub const POLL_TIMEOUT: Duration = Duration::from_secs(25);

/// How much longer than that the answer may take.
const POLL_GRACE: Duration = Duration::from_secs(5);

/// How long the last call of all may take.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(1);

/// How long the next call waits for the updates before it to be decided. A store that hangs for
/// longer must not stop all updates.
const SETTLE_PATIENCE: Duration = Duration::from_secs(2);

/// No pause between two calls is longer, even if Telegram asks for it: the bot must show that it is
/// alive.
pub const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Updates in one answer; Telegram's maximum.
const BATCH_MAX: u8 = 100;

/// What to ask for next: the number after that of the last update that was fetched.
#[derive(Debug, Default)]
pub struct Offset(AtomicI64);

/// The updates of a bot as a listener for teloxide's dispatcher. It ends when told to stop, or
/// when the token is no longer valid.
pub struct Polling {
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
}

impl Polling {
    pub fn new(
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
        }
    }

    /// The next update, `None` at the end. What was fetched before a stop is still handed out.
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
            // Waiting in vain is harmless: a crash then loses presses that nobody was shown.
            let _ = timeout(SETTLE_PATIENCE, self.deliveries.settled()).await;
            let fetched = {
                let fetching = std::pin::pin!(fetch(&self.client, &self.offset, POLL_TIMEOUT));
                match future::select(fetching, self.flag.clone()).await {
                    Either::Left((fetched, _)) => fetched,
                    Either::Right(((), _)) => return None,
                }
            };
            match fetched {
                Ok(updates) => {
                    self.note_success();
                    self.deliveries.note_arrived(updates.len());
                    self.fetched.extend(updates);
                }
                Err(error) if is_about_webhook(&error) => {
                    log::info!("a webhook is set; it is removed because updates are polled for");
                    if let Err(error) = calls::once(&self.client, &DeleteWebhook::new()).await {
                        self.note_failure(&error);
                        sleep(backoff(self.failures)).await;
                    }
                }
                Err(error) => {
                    self.note_failure(&error);
                    let pause = match error.verdict() {
                        Verdict::WrongToken => return None,
                        Verdict::Wait(pause) => pause.min(PAUSE_MAX),
                        _ => backoff(self.failures),
                    };
                    let pause = std::pin::pin!(sleep(pause));
                    future::select(pause, self.flag.clone()).await;
                }
            }
        }
    }

    fn note_success(&mut self) {
        self.failures = 0;
        if let Some(since) = self.failing_since.take() {
            log::info!("updates arrive again after {:.1} s", since.elapsed().as_secs_f32());
        }
    }

    /// One line when trouble begins, none while it lasts.
    fn note_failure(&mut self, error: &CallError) {
        self.failures = self.failures.saturating_add(1);
        if self.failing_since.is_none() {
            self.failing_since = Some(Instant::now());
            let is_final = error.verdict() == Verdict::WrongToken;
            let outlook = if is_final { "giving up" } else { "trying again until it works" };
            log::error!("no updates: {error}; {outlook}");
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

/// Whether Telegram delivers to a webhook that an earlier set-up has left.
fn is_about_webhook(error: &CallError) -> bool {
    matches!(error, CallError::Refused { code: 409, description, .. } if description.contains("webhook"))
}

/// Tells Telegram which updates were decided, so that the next start does not get them again.
/// Called once nothing is in flight any more.
pub async fn confirm(client: &Client, deliveries: &Deliveries, offset: &Offset) {
    if !deliveries.is_settled() || offset.0.load(Ordering::Acquire) == 0 {
        return;
    }
    // What this call fetches beside is not confirmed by anything and will be delivered again.
    match timeout(CONFIRM_TIMEOUT, fetch(client, offset, Duration::ZERO)).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => log::warn!("the last updates may be delivered again: {error}"),
        Err(_) => log::warn!("the last updates may be delivered again: no answer in time"),
    }
}

async fn fetch(client: &Client, offset: &Offset, wait: Duration) -> Result<Vec<Update>, CallError> {
    let body = json!({
        "offset": offset.0.load(Ordering::Acquire),
        "limit": BATCH_MAX,
        "timeout": wait.as_secs(),
        "allowed_updates": ALLOWED_UPDATES,
    });
    api::post(client, "getUpdates", body.to_string().into_bytes(), wait + POLL_GRACE, |result| {
        let raw_updates: Vec<&RawValue> = serde_json::from_str(result.get())?;
        Ok(read_all(&raw_updates, offset, client))
    })
    .await
}

/// The updates that can be read. All of them count as fetched; their numbers ascend, but after a
/// quiet week Telegram begins anew anywhere.
fn read_all(raw_updates: &[&RawValue], offset: &Offset, client: &Client) -> Vec<Update> {
    let mut updates = Vec::with_capacity(raw_updates.len());
    for raw in raw_updates {
        let Ok(Numbered { number, contents }) = update::read(raw.get().as_bytes()) else {
            log::warn!("an update cannot be read");
            client.note_update(labels::Update::Unreadable);
            continue;
        };
        offset.0.store(number.saturating_add(1), Ordering::Release);
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
