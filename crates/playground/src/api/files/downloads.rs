//! Files that the bot fetches: where one is, and the file itself.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::api::error::ApiError;
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::api::{check_token, refused};
use crate::shared::Shared;

/// Larger files are not handed out to bots.
const MAX_DOWNLOAD_BYTES: usize = 20 * 1024 * 1024;

/// Says where a file can be fetched.
pub(crate) fn get_file(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let file_id =
        params.text("file_id").ok_or_else(|| ApiError::bad_request("file_id not specified"))?;
    let file = shared.write(|state| {
        let content =
            state.files.get(&file_id).ok_or_else(|| ApiError::bad_request("invalid file_id"))?;
        if content.len() > MAX_DOWNLOAD_BYTES {
            return Err(ApiError::bad_request("file is too big"));
        }
        Ok(json!({
            "file_id": file_id,
            "file_unique_id": file_id,
            "file_size": content.len(),
            "file_path": state.files.publish(&file_id),
        }))
    })?;
    Answer::json(&file)
}

/// Answers `/file/bot<token>/<file_path>` with the file, once its path was asked for.
pub(crate) async fn download(
    State(shared): State<Arc<Shared>>,
    Path((bot, path)): Path<(String, String)>,
) -> Response {
    if let Err(error) = check_token(&shared, &bot) {
        return refused(&error);
    }
    let Some(content) = shared.read(|state| state.files.at(&path)) else {
        return refused(&ApiError::not_found());
    };
    let content_type = (CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    (StatusCode::OK, [content_type], content.to_vec()).into_response()
}
