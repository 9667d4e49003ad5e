//! The parameters of a call, however they came: query string, form, JSON or multipart.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde_json::{Map, Value};
use url::form_urlencoded;

use crate::api::error::ApiError;

/// The most a call can carry.
pub(crate) const MAX_BODY_BYTES: usize = 20 * 1024 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Params {
    values: Map<String, Value>,
    files: HashMap<String, Upload>,
}

/// An uploaded file.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) name: Option<String>,
    pub(crate) content: Arc<[u8]>,
}

impl Params {
    /// Reads a call's parameters; those in the body win over those in the query string.
    pub(crate) async fn read(request: Request) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let body = axum::body::to_bytes(body, MAX_BODY_BYTES)
            .await
            .map_err(|_| ApiError::new(413, "Request Entity Too Large"))?;
        let mut params = Self::default();
        if let Some(query) = parts.uri.query() {
            params.add_form(query.as_bytes());
        }
        let content_type = parts
            .headers
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_ascii_lowercase();
        if body.is_empty() {
            return Ok(params);
        }
        if content_type.starts_with("application/json") {
            params.add_json(&body)?;
        } else if content_type.starts_with("multipart/form-data") {
            params.add_multipart(parts, body).await?;
        } else if content_type.starts_with("application/x-www-form-urlencoded") {
            params.add_form(&body);
        }
        Ok(params)
    }

    /// The parameters of a call made in answer to a webhook.
    pub(crate) fn from_object(values: Map<String, Value>) -> Self {
        Self { values, files: HashMap::new() }
    }

    /// A parameter as text; numbers and flags are printed. Missing and empty are the same.
    pub(crate) fn text(&self, field: &str) -> Option<String> {
        let text = match self.values.get(field)? {
            Value::String(text) => text.clone(),
            Value::Null => return None,
            other => other.to_string(),
        };
        (!text.is_empty()).then_some(text)
    }

    pub(crate) fn integer(&self, field: &str) -> Option<i64> {
        match self.values.get(field)? {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// An integer within bounds; what lies outside is moved to the nearer bound.
    pub(crate) fn integer_within(&self, field: &str, default: i64, least: i64, most: i64) -> i64 {
        self.integer(field).unwrap_or(default).clamp(least, most)
    }

    pub(crate) fn flag(&self, field: &str) -> bool {
        match self.values.get(field) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::Number(number)) => number.as_i64() != Some(0),
            Some(Value::String(text)) => {
                matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1")
            }
            _ => false,
        }
    }

    /// An array or object, which forms carry as a string of JSON; `mistake` is said about a string that is not JSON.
    pub(crate) fn structure(&self, field: &str, mistake: &str) -> Result<Option<Value>, ApiError> {
        match self.values.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => {
                let parsed = serde_json::from_str(text);
                parsed.map(Some).map_err(|_| ApiError::bad_request(mistake))
            }
            Some(value) => Ok(Some(value.clone())),
        }
    }

    /// The uploaded file a reference names as `attach://…`, or the one a field holds if there is none.
    pub(crate) fn upload(&self, field: &str, reference: Option<&str>) -> Option<&Upload> {
        match reference {
            Some(reference) => self.files.get(reference.strip_prefix("attach://")?),
            None => self.files.get(field),
        }
    }

    /// The chat a call is about, as far as it says so by number.
    pub(crate) fn chat_id(&self) -> Option<i64> {
        self.integer("chat_id")
    }

    /// Returns the parameters as JSON, without the files.
    pub(crate) fn into_json(self) -> Value {
        Value::Object(self.values)
    }

    fn add_form(&mut self, body: &[u8]) {
        for (name, value) in form_urlencoded::parse(body) {
            self.values.insert(name.into_owned(), Value::String(value.into_owned()));
        }
    }

    fn add_json(&mut self, body: &[u8]) -> Result<(), ApiError> {
        match serde_json::from_slice(body) {
            Ok(Value::Object(values)) => self.values.extend(values),
            Ok(Value::Null) => {}
            Ok(_) | Err(_) => {
                return Err(ApiError::new(
                    400,
                    "Bad Request: can't parse the request body as JSON object",
                ));
            }
        }
        Ok(())
    }

    async fn add_multipart(&mut self, parts: Parts, body: Bytes) -> Result<(), ApiError> {
        let wrong = || ApiError::new(400, "Bad Request: can't parse multipart form data");
        let request = Request::from_parts(parts, body.into());
        let mut form = Multipart::from_request(request, &()).await.map_err(|_| wrong())?;
        while let Some(field) = form.next_field().await.map_err(|_| wrong())? {
            let name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().map(str::to_owned);
            let is_text = file_name.is_none() && field.content_type().is_none();
            let content = field.bytes().await.map_err(|_| wrong())?;
            if is_text {
                let text = String::from_utf8_lossy(&content).into_owned();
                self.values.insert(name, Value::String(text));
            } else {
                let content = Arc::from(content.as_ref());
                self.files.insert(name, Upload { name: file_name, content });
            }
        }
        Ok(())
    }
}

/// A field that is a text or a number, as text.
pub(crate) fn optional(object: &Map<String, Value>, field: &str) -> Option<String> {
    match object.get(field)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A field that must be a text or a number, or the reason why it cannot be read.
pub(crate) fn required(object: &Map<String, Value>, field: &str) -> Result<String, String> {
    match object.get(field) {
        None | Some(Value::Null) => Err(format!("Can't find field \"{field}\"")),
        Some(_) => optional(object, field)
            .ok_or_else(|| format!("Field \"{field}\" must be of type String")),
    }
}
