//! The log of finished Bot API calls.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};

use crate::api::error::ApiError;

/// One finished call. A poll that ends well is not logged; it would drown everything else.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Counts calls from one on.
    pub number: u64,
    /// The method as the Bot API spells it, or as it came if there is no such method.
    pub method: String,
    pub chat_id: Option<i64>,
    /// The parameters, files left out.
    pub params: Value,
    /// Reason for the refusal; `None` if the call was not refused.
    pub error: Option<ApiError>,
    pub duration: Duration,
}

impl Call {
    pub fn ok(&self) -> bool {
        self.error.is_none()
    }

    /// The call as the chat page reads it.
    pub(crate) fn page_json(&self) -> Value {
        let mut value = json!({
            "number": self.number,
            "method": self.method,
            "ok": self.ok(),
            "millis": u64::try_from(self.duration.as_millis()).unwrap_or(u64::MAX),
        });
        if let Some(chat_id) = self.chat_id {
            value["chat_id"] = json!(chat_id);
        }
        if let Some(error) = &self.error {
            value["error_code"] = json!(error.code);
            value["description"] = json!(error.description);
        }
        value
    }
}

/// The newest calls.
#[derive(Debug, Default)]
pub(crate) struct CallLog {
    kept: VecDeque<Call>,
    count: u64,
}

impl CallLog {
    /// Numbers a call and keeps it; those beyond `limit` go, the oldest first.
    pub(crate) fn push(&mut self, mut call: Call, limit: usize) -> u64 {
        self.count += 1;
        call.number = self.count;
        self.kept.push_back(call);
        while self.kept.len() > limit {
            self.kept.pop_front();
        }
        self.count
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Call> {
        self.kept.iter()
    }

    /// At most this many, the newest first.
    pub(crate) fn newest(&self, limit: usize) -> impl Iterator<Item = &Call> {
        self.kept.iter().rev().take(limit)
    }

    pub(crate) fn get(&self, number: u64) -> Option<&Call> {
        self.kept.iter().rev().find(|call| call.number == number)
    }
}
