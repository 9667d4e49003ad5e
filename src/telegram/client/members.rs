//! Asks whether a person is a member of a group.

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};
use crate::telegram::client::calls::CALL_TIMEOUT;

/// Telegram's errors for people who are not in a group, or whom it does not know.
const WORDS_FOR_STRANGERS: [&str; 6] = [
    "user not found",
    "member not found",
    "invalid user_id specified",
    "PARTICIPANT_ID_INVALID",
    "USER_ID_INVALID",
    "USER_NOT_PARTICIPANT",
];

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

/// Returns whether a person is a member of a group. Telegram refuses to answer about people it does not know; any
/// other error says nothing about the person.
pub(crate) async fn is_member(
    client: &Client,
    chat: ChatId,
    user: UserId,
) -> Result<bool, CallError> {
    let body = json!({ "chat_id": chat.0, "user_id": user.0 }).to_string().into_bytes();
    let read = |result: &RawValue| serde_json::from_str::<Member>(result.get());
    match api::post(client, "getChatMember", body, CALL_TIMEOUT, read).await {
        Ok(member) => Ok(member.is_present()),
        Err(error) if error.is_bad_request_with(&WORDS_FOR_STRANGERS) => Ok(false),
        Err(error) => Err(error),
    }
}
