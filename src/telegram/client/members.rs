//! Asks whether a person is a member of a group.

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};
use crate::telegram::client::calls::CALL_TIMEOUT;

/// The fields that are parsed of a member.
#[derive(Deserialize)]
struct Member {
    status: String,
    /// Told of restricted people, who may have left.
    is_member: Option<bool>,
}

impl Member {
    fn is_present(&self) -> bool {
        match self.status.as_str() {
            "creator" | "administrator" | "member" => true,
            "restricted" => self.is_member == Some(true),
            _ => false,
        }
    }
}

/// Returns whether a person is a member of a group. Telegram refuses to answer about people it does not know.
pub async fn is_member(client: &Client, chat: ChatId, user: UserId) -> Result<bool, CallError> {
    let body = json!({ "chat_id": chat.0, "user_id": user.0 }).to_string().into_bytes();
    let read = |result: &RawValue| serde_json::from_str::<Member>(result.get());
    match api::post(client, "getChatMember", body, CALL_TIMEOUT, read).await {
        Ok(member) => Ok(member.is_present()),
        Err(CallError::Refused { retry_after: None, .. }) => Ok(false),
        Err(error) => Err(error),
    }
}
