//! HTTP endpoints for the host: liveness, readiness and metrics. The listener of the webhook and of the page
//! is in [`listener`].
//!
//! A request only reads memory, however many arrive: the store and Telegram are checked by `jobs::probe`,
//! at its own pace. Connections are not limited here, since only the host is to reach this port.

pub mod body;
mod idle_connections;
pub mod listener;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task;
use tokio::time::timeout;
use zerosum_metrics::Metrics;

use crate::health::pulse::Pulse;
use crate::health::readiness::{Readiness, ReadyState};

/// Maximum duration of a health check.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

/// The query of `/readyz` that ignores whether updates arrive.
const EXCLUDE_UPDATES: &str = "exclude=updates";

/// The state behind the endpoints.
#[derive(Clone)]
pub(crate) struct Signs {
    pub pulse: Arc<Pulse>,
    pub readiness: Arc<Readiness>,
    pub metrics: Arc<Metrics>,
}

/// Serves `GET /healthz`: 200 while the bot works or keeps retrying, 503 once it hangs; `GET /readyz`:
/// 200 while it can serve people, otherwise 503 with the missing parts; and `GET /metrics`. Runs until it
/// is dropped.
pub(crate) async fn serve(listener: TcpListener, signs: Signs) -> io::Result<()> {
    let router = Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(count))
        .with_state(signs);
    axum::serve(listener, router).await
}

async fn health(State(signs): State<Signs>) -> (StatusCode, &'static str) {
    if signs.pulse.is_beating() {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "no sign of life\n")
    }
}

/// A load balancer asks with [`EXCLUDE_UPDATES`]: if it sent no updates because none arrive, none would
/// ever arrive again.
async fn ready(State(signs): State<Signs>, RawQuery(query): RawQuery) -> (StatusCode, String) {
    let state = signs.readiness.state();
    let is_excluded = query.as_deref() == Some(EXCLUDE_UPDATES);
    let state = ReadyState { has_updates: state.has_updates || is_excluded, ..state };
    if state.is_ready() {
        return (StatusCode::OK, "ready\n".to_owned());
    }
    let missing = [
        (!state.has_started, "is starting"),
        (state.is_leaving, "is leaving"),
        (!state.has_store, "the store does not answer"),
        (!state.has_telegram, "Telegram does not answer"),
        (state.has_telegram && !state.has_updates, "updates do not arrive"),
    ];
    let lines = missing.iter().filter(|(is_missing, _)| *is_missing);
    let text = lines.map(|(_, words)| format!("not ready: {words}\n")).collect();
    (StatusCode::SERVICE_UNAVAILABLE, text)
}

async fn count(State(signs): State<Signs>) -> Response {
    // Reading the gauges may take some milliseconds, during which presses should not wait.
    let rendering = task::spawn_blocking(move || signs.metrics.render());
    match rendering.await {
        Ok(text) => ([(CONTENT_TYPE, zerosum_metrics::MEDIA_TYPE)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The reason a bot does not count as healthy.
#[derive(Debug, Error)]
pub enum HealthError {
    #[error("no answer from {0} within {seconds} s", seconds = HEALTH_TIMEOUT.as_secs())]
    TimedOut(SocketAddr),
    #[error("no answer from {address}")]
    Unreachable { address: SocketAddr, source: io::Error },
    #[error("{address} answers {status:?}")]
    Unhealthy { address: SocketAddr, status: String },
}

/// Checks whether a bot on this machine is alive, for containers without an HTTP client.
pub async fn ask(address: SocketAddr) -> Result<(), HealthError> {
    let status = timeout(HEALTH_TIMEOUT, status_line(address))
        .await
        .map_err(|_| HealthError::TimedOut(address))?
        .map_err(|source| HealthError::Unreachable { address, source })?;
    if status.starts_with("HTTP/1.1 200 ") {
        Ok(())
    } else {
        Err(HealthError::Unhealthy { address, status })
    }
}

async fn status_line(address: SocketAddr) -> io::Result<String> {
    /// A status line is shorter; the rest is irrelevant.
    const STATUS_BYTES_MAX: u64 = 64;
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(STATUS_BYTES_MAX).read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
