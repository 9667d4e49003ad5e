//! What is asked of a request, and when it is answered.
//!
//! An update is answered 200 once it is safe to forget it: its decision is durable, or there is
//! nothing to decide. If that is not known in time, or there is no room for it, the answer is 503
//! and Telegram delivers it again, which changes nothing that was done; meanwhile it holds back only
//! what the same person presses or the same chat says. Updates may come twice and in any order: they
//! are told apart by what they say, never by their number.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use teloxide::types::{Update, UpdateId};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::metrics::labels;
use crate::telegram::acknowledgement::{Call, Deliveries};
use crate::telegram::admission::Admission;
use crate::telegram::client::Client;
use crate::telegram::update::{self, Contents};
use crate::telegram::webhook::Hook;
use crate::telegram::webhook::rejections::{Rejection, Rejections};

/// Bytes of one update. The largest that Telegram makes are far smaller, and one that were refused
/// would come again and again.
pub const BODY_BYTES_MAX: usize = 1024 * 1024;

/// How long the body of a request may take.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long an update waits for room.
const ROOM_PATIENCE: Duration = Duration::from_secs(1);

/// How long a request waits for its update to be decided. A store that hangs must not hold all
/// connections that Telegram opens.
pub const DECISION_PATIENCE: Duration = Duration::from_secs(5);

/// After how many seconds Telegram is to deliver again what could not be taken in or decided.
const RETRY_AFTER_SECONDS: &str = "1";

/// In it Telegram shows the secret.
const SECRET_HEADER: HeaderName = HeaderName::from_static("x-telegram-bot-api-secret-token");

/// See the module.
pub struct WebhookHandler {
    client: Client,
    hook: Hook,
    admission: Arc<Admission>,
    deliveries: Arc<Deliveries>,
    updates: mpsc::Sender<Update>,
    pub rejections: Rejections,
}

/// Answers a request.
pub async fn answer(State(handler): State<Arc<WebhookHandler>>, request: Request) -> Response {
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
    pub fn new(
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

    /// Takes in an update and waits until it is safe to forget it. Gives the call that Telegram is to
    /// make on its way, if there is one.
    async fn take_in(&self, request: Request) -> Result<Option<Call>, Rejection> {
        let (head, body) = request.into_parts();
        if head.uri.path() != self.hook.url.path() {
            return Err(Rejection::OtherPath);
        }
        if head.method != Method::POST {
            return Err(Rejection::OtherMethod);
        }
        // Before anything is read that somebody else may have sent.
        let shown = head.headers.get(SECRET_HEADER).map_or(&[][..], HeaderValue::as_bytes);
        if !self.hook.secret.is_shown(shown) {
            return Err(Rejection::WrongSecret);
        }
        if !is_json(&head.headers) {
            return Err(Rejection::NotJson);
        }
        let body = timeout(BODY_TIMEOUT, read(body)).await.map_err(|_| Rejection::TooSlow)??;
        let read = update::read(&body).map_err(|_| Rejection::NotAnUpdate)?;
        drop(body);
        match read.contents {
            Contents::Asked(update) => self.hand_over(*update).await,
            Contents::Unasked => {
                self.client.note_update(labels::Update::Ignored);
                Ok(None)
            }
            Contents::Unreadable => {
                // Only Telegram comes this far. It would deliver it again for a day.
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
            // It is never full, so the other side has gone: the bot is leaving.
            drop((self.admission.permit(), self.deliveries.acknowledgement(number)));
            return Err(Rejection::Full);
        }
        timeout(DECISION_PATIENCE, decision.made()).await.map_err(|_| Rejection::Undecided)
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

/// Whether the head says that the body is JSON, whatever else it says of it.
fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|text| {
        let essence = text.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/json")
    })
}

/// The whole body, unless it is too large; what is announced as too large is not begun with.
async fn read(body: Body) -> Result<Vec<u8>, Rejection> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > BODY_BYTES_MAX {
        return Err(Rejection::TooLarge);
    }
    let mut bytes = Vec::with_capacity(announced);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Rejection::Broken)?;
        if bytes.len() + chunk.len() > BODY_BYTES_MAX {
            return Err(Rejection::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
