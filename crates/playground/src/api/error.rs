//! Refusals in the Bot API's own words.

use serde_json::{Value, json};

/// Refusal of a call; the HTTP status is the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    pub code: u16,
    pub description: String,
    /// Whole seconds to wait, in answers with code 429.
    pub retry_after: Option<u64>,
    /// The supergroup that the chat has become.
    pub migrate_to: Option<i64>,
}

impl ApiError {
    pub(crate) fn new(code: u16, description: impl Into<String>) -> Self {
        Self { code, description: description.into(), retry_after: None, migrate_to: None }
    }

    /// A bad request. Like the real server, it prints the first letter in lower case unless the text is a constant
    /// such as `BUTTON_DATA_INVALID`.
    pub(crate) fn bad_request(message: impl AsRef<str>) -> Self {
        let message = message.as_ref();
        let is_constant = message
            .chars()
            .nth(1)
            .is_some_and(|second| second == '_' || second.is_ascii_uppercase());
        let mut characters = message.chars();
        let printed = match characters.next() {
            Some(first) if !is_constant => {
                format!("{}{}", first.to_ascii_lowercase(), characters.as_str())
            }
            _ => message.to_owned(),
        };
        Self::new(400, format!("Bad Request: {printed}"))
    }

    pub(crate) fn forbidden(message: &str) -> Self {
        Self::new(403, format!("Forbidden: {message}"))
    }

    pub(crate) fn conflict(message: &str) -> Self {
        Self::new(409, format!("Conflict: {message}"))
    }

    pub(crate) fn not_found() -> Self {
        Self::new(404, "Not Found")
    }

    /// An answer that comes too late, a second time or for nothing.
    pub(crate) fn query_too_old() -> Self {
        Self::bad_request("query is too old and response timeout expired or query ID is invalid")
    }

    pub(crate) fn too_many_requests(seconds: u64) -> Self {
        let description = format!("Too Many Requests: retry after {seconds}");
        Self { retry_after: Some(seconds), ..Self::new(429, description) }
    }

    pub(crate) fn upgraded_to(supergroup: i64) -> Self {
        let error = Self::bad_request("group chat was upgraded to a supergroup chat");
        Self { migrate_to: Some(supergroup), ..error }
    }

    pub(crate) fn body(&self) -> Value {
        let mut body =
            json!({ "ok": false, "error_code": self.code, "description": self.description });
        if let Some(seconds) = self.retry_after {
            body["parameters"] = json!({ "retry_after": seconds });
        }
        if let Some(chat) = self.migrate_to {
            body["parameters"] = json!({ "migrate_to_chat_id": chat });
        }
        body
    }
}
