//! Checks webhook requests and answers them.
//!
//! An update is answered with 200 once it is safe to forget it: its decision is durable, or there is
//! nothing to decide. If that is not known in time, or there is no room for the update, the answer is
//! 503 and Telegram delivers it again, which changes nothing that was done; meanwhile Telegram holds
//! back only presses of the same user or messages of the same chat. Updates may come twice and in any
//! order: they are told apart by their content, never by their number.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use teloxide::types::{Update, UpdateId};
use tokio::sync::mpsc;
use tokio::time::timeout;
use zerosum_metrics::labels;

use crate::telegram::client::Client;
use crate::telegram::incoming::acknowledgement::{Call, Deliveries};
use crate::telegram::incoming::admission::Admission;
use crate::telegram::incoming::update::{self, Contents};
use crate::telegram::incoming::webhook::Hook;
use crate::telegram::incoming::webhook::rejections::{Rejection, Rejections};
use crate::web::body;

/// Maximum size of one update in bytes. Telegram's largest ones are far smaller, and a refused one would
/// be delivered again and again.
pub(crate) const BODY_BYTES_MAX: usize = 1024 * 1024;

/// Timeout of the body of a request.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest wait of an update for a permit.
const ROOM_PATIENCE: Duration = Duration::from_secs(1);

/// Longest wait of a request for its update to be decided. A hanging store must not hold all connections
/// that Telegram opens.
pub(crate) const DECISION_PATIENCE: Duration = Duration::from_secs(5);

/// Seconds after which Telegram is to deliver an update again that could not be taken in or decided.
const RETRY_AFTER_SECONDS: &str = "1";

/// Header with the secret.
const SECRET_HEADER: HeaderName = HeaderName::from_static("x-telegram-bot-api-secret-token");

/// Handler of the webhook's requests.
pub(crate) struct WebhookHandler {
    client: Client,
    hook: Hook,
    admission: Arc<Admission>,
    deliveries: Arc<Deliveries>,
    updates: mpsc::Sender<Update>,
    pub rejections: Rejections,
}

/// Answers a request.
pub(crate) async fn answer(
    State(handler): State<Arc<WebhookHandler>>,
    request: Request,
) -> Response {
    match handler.take_in(request).await {
        Ok(None) => StatusCode::OK.into_response(),
        Ok(Some(call)) => ([(CONTENT_TYPE, "application/json")], call).into_response(),
        Err(rejection) => {
            handler.rejections.note(rejection);
            handler.client.metrics.telegram.webhook_rejections.count(rejection.label());
            refusal(rejection)
        }
    }
}

impl WebhookHandler {
    pub(crate) fn new(
        client: Client,
        hook: Hook,
        admission: Arc<Admission>,
        deliveries: Arc<Deliveries>,
        updates: mpsc::Sender<Update>,
    ) -> WebhookHandler {
        WebhookHandler {
            client,
            hook,
            admission,
            deliveries,
            updates,
            rejections: Rejections::default(),
        }
    }

    /// Takes in an update and waits until it is safe to forget it. Returns the call for the response, if
    /// there is one.
    async fn take_in(&self, request: Request) -> Result<Option<Call>, Rejection> {
        let (head, body) = request.into_parts();
        if head.uri.path() != self.hook.url.path() {
            return Err(Rejection::OtherPath);
        }
        if head.method != Method::POST {
            return Err(Rejection::OtherMethod);
        }
        // Checked before any untrusted content is read.
        let shown = head.headers.get(SECRET_HEADER).map_or(&[][..], HeaderValue::as_bytes);
        if !self.hook.secret.is_shown(shown) {
            return Err(Rejection::WrongSecret);
        }
        if !body::is_json(&head.headers) {
            return Err(Rejection::NotJson);
        }
        let body = body::read(body, BODY_BYTES_MAX, BODY_TIMEOUT).await?;
        let read = update::read(&body).map_err(|_| Rejection::NotAnUpdate)?;
        drop(body);
        match read.contents {
            Contents::Asked(update) => self.hand_over(*update).await,
            Contents::Unasked => {
                self.client.note_update(labels::Update::Ignored);
                Ok(None)
            }
            Contents::Unreadable => {
                // The secret was right, so this comes from Telegram, which would deliver it again for a
                // day.
                log::warn!("update {} cannot be read", read.number);
                self.client.note_update(labels::Update::Unreadable);
                Ok(None)
            }
        }
    }

    async fn hand_over(&self, update: Update) -> Result<Option<Call>, Rejection> {
        let room = timeout(ROOM_PATIENCE, self.admission.reserve()).await;
        room.map_err(|_| Rejection::Full)?;
        let (number, decision) = self.deliveries.note_awaited();
        let update = Update { id: UpdateId(number), ..update };
        if self.updates.try_send(update).is_err() {
            // The channel is never full, so the receiver is gone: the bot is shutting down.
            drop((self.admission.permit(), self.deliveries.acknowledgement(number)));
            return Err(Rejection::Full);
        }
        let made = timeout(DECISION_PATIENCE, decision.made()).await;
        let call = made.map_err(|_| Rejection::Undecided)?;
        self.client.readiness.connectivity.note_arrival(Instant::now());
        Ok(call)
    }
}

fn refusal(rejection: Rejection) -> Response {
    let status = rejection.status();
    match rejection {
        Rejection::OtherMethod => (status, [(ALLOW, "POST")]).into_response(),
        Rejection::Full | Rejection::Undecided => {
            (status, [(RETRY_AFTER, RETRY_AFTER_SECONDS)]).into_response()
        }
        _ => status.into_response(),
    }
}
