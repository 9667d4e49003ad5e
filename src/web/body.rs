//! Bodies of requests, read within bounds.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use futures::StreamExt;
use tokio::time::timeout;

/// Reason for which a body is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    TooLarge,
    TooSlow,
    /// The connection ended during the request.
    Broken,
}

/// Reads the whole body, unless it is too large or slow; nothing is read if its announced size is.
pub(crate) async fn read(
    body: Body,
    bytes_max: usize,
    patience: Duration,
) -> Result<Vec<u8>, BodyError> {
    timeout(patience, read_within(body, bytes_max)).await.map_err(|_| BodyError::TooSlow)?
}

async fn read_within(body: Body, bytes_max: usize) -> Result<Vec<u8>, BodyError> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > bytes_max {
        return Err(BodyError::TooLarge);
    }
    let mut bytes = Vec::with_capacity(announced);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| BodyError::Broken)?;
        if bytes.len() + chunk.len() > bytes_max {
            return Err(BodyError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Returns whether the content type is JSON, with any parameters.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|text| {
        let essence = text.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/json")
    })
}
