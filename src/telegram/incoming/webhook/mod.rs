//! Receives updates from Telegram's webhook on a listener of its own.
//!
//! The listener speaks HTTP/1 to a reverse proxy that terminates TLS. All its resources are bounded:
//! connections, the time and the bytes of a request, and the updates in flight. Its updates go to the
//! same dispatcher as polled ones; see [`handler`] for the answers.

pub mod handler;
pub mod rejections;

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, BoxStream, StreamExt};
use teloxide::stop::{StopFlag, StopToken, mk_stop_token};
use teloxide::types::Update;
use teloxide::update_listeners::{AsUpdateStream, UpdateListener};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc};
use tokio::time::sleep;
use url::Url;

use crate::config::secret::Secret;
use crate::health::pulse::Pulse;
use crate::telegram::incoming::admission::Admission;
use crate::telegram::incoming::webhook::handler::WebhookHandler;
use crate::web::listener::{self, Bounds};

/// Maximum concurrent connections. Telegram opens `registration::MAX_CONNECTIONS` of them, and a proxy
/// may add a few.
pub(crate) const CONNECTIONS_MAX: usize = 512;

/// Timeout of the head of a request, and of an idle connection.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of the head of a request.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// Interval of heartbeats while no update arrives.
const PULSE_PAUSE: Duration = Duration::from_secs(5);

/// URL of the webhook, and the secret that Telegram sends to it.
#[derive(Clone, Debug)]
pub(crate) struct Hook {
    pub url: Url,
    pub secret: Secret,
}

/// Serves requests until told to stop. Then no new ones are accepted, and those in progress are
/// finished.
pub(crate) async fn serve(
    listener: TcpListener,
    webhook: Arc<WebhookHandler>,
    stop: impl Future<Output = ()>,
) {
    let bounds = Bounds {
        name: "the webhook",
        connections_max: CONNECTIONS_MAX,
        per_address_max: None,
        head_timeout: HEAD_TIMEOUT,
        head_bytes_max: HEAD_BYTES_MAX,
    };
    let state_of = |_| Arc::clone(&webhook);
    let cut_off = listener::serve(listener, bounds, (handler::answer, state_of), stop).await;
    if cut_off > 0 {
        log::warn!("{cut_off} deliveries are cut off; Telegram repeats them");
    }
    webhook.rejections.report();
}

/// Updates of the webhook, as a listener for teloxide's dispatcher. It ends when told to stop, after the
/// last queued update.
pub(crate) struct Arrivals {
    updates: Arc<Mutex<mpsc::Receiver<Update>>>,
    admission: Arc<Admission>,
    pulse: Arc<Pulse>,
    token: StopToken,
    flag: StopFlag,
}

/// Creates the channel from the listener to the dispatcher. Every update in it has a permit, so it is
/// never full.
pub(crate) fn channel(
    admission: &Admission,
) -> (mpsc::Sender<Update>, Arc<Mutex<mpsc::Receiver<Update>>>) {
    let (sender, receiver) = mpsc::channel(admission.updates_in_flight_max());
    (sender, Arc::new(Mutex::new(receiver)))
}

impl Arrivals {
    pub(crate) fn new(
        updates: Arc<Mutex<mpsc::Receiver<Update>>>,
        admission: Arc<Admission>,
        pulse: Arc<Pulse>,
    ) -> Arrivals {
        let (token, flag) = mk_stop_token();
        Arrivals { updates, admission, pulse, token, flag }
    }

    async fn next(&mut self) -> Option<Update> {
        let mut updates = self.updates.lock().await;
        loop {
            // Heartbeats stop if no permit is ever released, which means that the handlers hang.
            if self.admission.has_room() {
                self.pulse.beat();
            }
            if let Ok(update) = updates.try_recv() {
                return Some(update);
            }
            if self.flag.is_stopped() {
                return None;
            }
            tokio::select! {
                update = updates.recv() => return update,
                () = self.flag.clone() => {}
                () = sleep(PULSE_PAUSE) => {}
            }
        }
    }
}

impl<'a> AsUpdateStream<'a> for Arrivals {
    type StreamErr = Infallible;
    type Stream = BoxStream<'a, Result<Update, Infallible>>;

    fn as_stream(&'a mut self) -> Self::Stream {
        stream::unfold(self, async |arrivals| {
            let update = arrivals.next().await?;
            Some((Ok(update), arrivals))
        })
        .boxed()
    }
}

impl UpdateListener for Arrivals {
    type Err = Infallible;

    fn stop_token(&mut self) -> StopToken {
        self.token.clone()
    }
}
