//! HTTP for the host: whether the bot is alive.

pub mod pulse;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::web::pulse::Pulse;

/// How long a question for health may take.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

/// Serves `GET /healthz`: 200 while the bot works or patiently tries to, 503 once it hangs. Ends
/// with the future that polls it.
pub async fn serve(listener: TcpListener, pulse: Arc<Pulse>) -> io::Result<()> {
    let router = Router::new().route("/healthz", get(health)).with_state(pulse);
    axum::serve(listener, router).await
}

async fn health(State(pulse): State<Arc<Pulse>>) -> (StatusCode, &'static str) {
    if pulse.is_beating() {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "no sign of life\n")
    }
}

/// Why a bot does not count as healthy.
#[derive(Debug, Error)]
pub enum HealthError {
    #[error("no answer from {0} within {seconds} s", seconds = HEALTH_TIMEOUT.as_secs())]
    TimedOut(SocketAddr),
    #[error("no answer from {address}: {source}")]
    Unreachable { address: SocketAddr, source: io::Error },
    #[error("{address} answers {status:?}")]
    Unhealthy { address: SocketAddr, status: String },
}

/// Asks a bot on this machine whether it is alive, for containers without an HTTP client.
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
    /// A status line is shorter; the rest does not matter.
    const STATUS_BYTES_MAX: u64 = 64;
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(STATUS_BYTES_MAX).read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
