//! The Bot API over HTTP: the token, the method and its parameters, and the printed answer.

pub(crate) mod chats;
mod edits;
mod inline;
pub mod error;
mod input;
mod files;
mod menu;
mod messages;
mod method;
pub(crate) mod params;
mod polling;
mod profile;
mod reactions;
mod setup;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use futures::stream;
use serde_json::Value;

use crate::api::error::ApiError;
use crate::api::files::downloads;
use crate::api::method::{Answer, Method};
use crate::api::params::Params;
use crate::calls::Call;
use crate::fault::FaultKind;
use crate::guard::{self, TurnedAway};
use crate::settings;
use crate::shared::Shared;
use crate::state::Event;

/// Routes the Bot API; any unknown path gets a "not found" answer.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/{bot}/{method}", any(call))
        .route("/file/{bot}/{*path}", get(downloads::download))
        .fallback(not_found)
        .layer(from_fn(guarded))
}

/// Lets in only requests that pass the guard, before anything else is looked at.
async fn guarded(request: Request, next: Next) -> Response {
    match guard::check(&request) {
        Ok(()) => next.run(request).await,
        Err(TurnedAway(reason)) => refused(&ApiError::forbidden(reason)),
    }
}

/// Answers `/bot<token>/<method>`.
async fn call(
    State(shared): State<Arc<Shared>>,
    Path((bot, method)): Path<(String, String)>,
    request: Request,
) -> Response {
    if let Err(error) = check_token(&shared, &bot) {
        return refused(&error);
    }
    if Method::named(&method) != Some(Method::GetUpdates) {
        shared.count_call();
    }
    let began = Instant::now();
    let params = match Params::read(request).await {
        Ok(params) => params,
        Err(error) => {
            log(&shared, began, &method, Params::default(), Err(&error));
            return refused(&error);
        }
    };
    let fault = take_fault(&shared, &method, &params);
    if let Some(fault) = fault {
        return faulty(&shared, began, &method, params, fault).await;
    }
    printed(perform(&shared, began, &method, params).await)
}

/// Answers every other path.
async fn not_found() -> Response {
    refused(&ApiError::not_found())
}

/// Performs a call by its name, and logs it.
async fn perform(
    shared: &Arc<Shared>,
    began: Instant,
    method: &str,
    params: Params,
) -> Result<Answer, ApiError> {
    if Method::named(method) != Some(Method::GetUpdates) {
        return perform_at_once(shared, began, method, params);
    }
    let result = polling::get_updates(shared, &params).await;
    log(shared, began, method, params, result.as_ref());
    result
}

/// Performs any call but a poll, and logs it. Observers see its effects and its entry in the log together.
fn perform_at_once(
    shared: &Arc<Shared>,
    began: Instant,
    method: &str,
    params: Params,
) -> Result<Answer, ApiError> {
    let _unlogged = shared.hold_observers();
    let result = match Method::named(method) {
        Some(known) => known.perform(shared, &params),
        None => Err(ApiError::new(404, "Not Found: method not found")),
    };
    log(shared, began, method, params, result.as_ref());
    result
}

/// Performs a call that came as the answer of a webhook, and logs it. The server behind the webhook need not
/// know the token, so it cannot decide where updates go.
pub(crate) fn perform_answer(shared: &Arc<Shared>, method: &str, params: Params) {
    let began = Instant::now();
    let moves_updates =
        matches!(Method::named(method), Some(Method::SetWebhook | Method::DeleteWebhook));
    if moves_updates {
        let error = ApiError::forbidden("a webhook is changed by a call with the token only");
        log(shared, began, method, params, Err(&error));
    } else {
        // Telegram does not report the result of such a call to a bot.
        let _ = perform_at_once(shared, began, method, params);
    }
}

/// A path that does not look like a bot's is not found; a token that is not this bot's is not authorized.
fn check_token(shared: &Shared, bot: &str) -> Result<(), ApiError> {
    let token = bot.strip_prefix("bot").ok_or_else(ApiError::not_found)?;
    if !settings::is_token(token) {
        return Err(ApiError::not_found());
    }
    if token != shared.settings.token {
        return Err(ApiError::new(401, "Unauthorized"));
    }
    Ok(())
}

/// Takes the fault ordered for a call, and the number of times that faults were cleared before. Looks first, because taking
/// one wakes every waiter for changes.
fn take_fault(shared: &Shared, method: &str, params: &Params) -> Option<(FaultKind, u64)> {
    if shared.read(|state| state.faults.is_empty()) {
        return None;
    }
    shared.write(|state| {
        let fault = state.faults.take(method, params.chat_id())?;
        Some((fault, state.faults.times_cleared()))
    })
}

/// Performs a call that goes wrong on order.
async fn faulty(
    shared: &Arc<Shared>,
    began: Instant,
    method: &str,
    params: Params,
    (fault, cleared): (FaultKind, u64),
) -> Response {
    match fault {
        FaultKind::Error { code, description, retry_after } => {
            let error = ApiError { retry_after, ..ApiError::new(code, description) };
            log(shared, began, method, params, Err(&error));
            refused(&error)
        }
        FaultKind::Delay(time) => {
            pause(shared, time, cleared).await;
            printed(perform(shared, began, method, params).await)
        }
        FaultKind::DelayAnswer(time) => {
            let result = perform(shared, began, method, params).await;
            pause(shared, time, cleared).await;
            printed(result)
        }
        FaultKind::Hang => {
            shared.stopped().await;
            cut()
        }
        FaultKind::CutConnection => {
            let error = ApiError::new(0, "the connection was cut");
            log(shared, began, method, params, Err(&error));
            cut()
        }
        FaultKind::LoseAnswer => {
            // The caller never sees the answer.
            let _ = perform(shared, began, method, params).await;
            cut()
        }
        FaultKind::Misreport { code, description } => {
            // The caller never sees the answer.
            let _ = perform(shared, began, method, params).await;
            refused(&ApiError::new(code, description))
        }
        FaultKind::Garbage { status } => {
            let error = ApiError::new(status, "an answer that is not the Bot API's");
            log(shared, began, method, params, Err(&error));
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            let page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
            (status, [(CONTENT_TYPE, "text/html")], page).into_response()
        }
    }
}

/// Waits for this time, or until the faults are cleared or the playground stops.
async fn pause(shared: &Shared, time: Duration, cleared: u64) {
    let mut changes = shared.changes();
    let is_cleared = async {
        while shared.read(|state| state.faults.times_cleared() == cleared)
            && changes.changed().await.is_ok()
        {}
    };
    tokio::select! {
        () = shared.stopped() => {}
        () = is_cleared => {}
        () = tokio::time::sleep(time) => {}
    }
}

/// An answer that breaks off before its first byte of content.
fn cut() -> Response {
    let broken: Result<Bytes, io::Error> = Err(io::ErrorKind::ConnectionAborted.into());
    Response::new(Body::from_stream(stream::iter([broken])))
}

fn printed(result: Result<Answer, ApiError>) -> Response {
    match result {
        Ok(Answer(result)) => {
            json_response(StatusCode::OK, format!("{{\"ok\":true,\"result\":{result}}}"))
        }
        Err(error) => refused(&error),
    }
}

fn refused(error: &ApiError) -> Response {
    let status = StatusCode::from_u16(error.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    json_response(status, error.body().to_string())
}

fn json_response(status: StatusCode, body: String) -> Response {
    let content_type = (CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (status, [content_type], body).into_response()
}

/// Logs a finished call; a poll that ends well is left out, it would drown everything else.
fn log(
    shared: &Shared,
    began: Instant,
    method: &str,
    params: Params,
    result: Result<&Answer, &ApiError>,
) {
    let known = Method::named(method);
    if known == Some(Method::GetUpdates) && result.is_ok() {
        return;
    }
    if let Err(error) = result {
        log::debug!("playground refuses {method}: {}", error.description);
    }
    let kept = shared.settings.calls_kept;
    if kept == 0 {
        return;
    }
    let call = Call {
        number: 0,
        method: known.map_or_else(|| method.to_owned(), |known| known.name().to_owned()),
        chat_id: params.chat_id(),
        params: params.into_json(),
        error: result.err().cloned(),
        duration: began.elapsed(),
    };
    shared.write(|state| {
        let number = state.calls.push(call, kept);
        state.events.push(Event::Call(number));
    });
}

/// Reads an optional JSON object from a body, such as the call a webhook answers with.
pub(crate) fn object(body: &[u8]) -> Option<serde_json::Map<String, Value>> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(object)) => Some(object),
        Ok(_) | Err(_) => None,
    }
}
