//! Looks up the administrators of groups, with a short-lived cache.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::bounded::BoundedMap;
use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};
use crate::telegram::client::calls::CALL_TIMEOUT;

/// Lifetime of a cached list: for this long a change of administrators may go unnoticed.
pub(crate) const ADMINISTRATORS_LIFETIME: Duration = Duration::from_secs(60);

/// Maximum groups in the cache.
const GROUPS_KEPT_MAX: usize = 1_000;

/// Maximum administrators kept per group. Telegram's own limit is lower.
const ADMINISTRATORS_MAX: usize = 256;

/// Administrators of groups. Concurrent lookups of one group share one call, and no call is made while
/// Telegram asks to wait.
pub(crate) struct Administrators {
    client: Client,
    known: BoundedMap<ChatId, Option<Asked>>,
}

/// A lookup and its time.
struct Asked {
    at: Instant,
    answer: Shared<BoxFuture<'static, Answer>>,
}

type Answer = Result<Arc<[UserId]>, Arc<CallError>>;

/// The fields that are parsed of an administrator. Anonymous ones are included.
#[derive(Deserialize)]
struct Administrator {
    user: User,
}

#[derive(Deserialize)]
struct User {
    id: u64,
}

impl Asked {
    /// Returns whether the answer is still valid, or pending.
    fn is_young(&self) -> bool {
        let lifetime = match self.answer.peek() {
            Some(Err(error)) => match **error {
                CallError::Refused { retry_after, .. } => retry_after.unwrap_or_default(),
                CallError::Network(_) | CallError::NotMade(_) | CallError::Crowded => {
                    Duration::ZERO
                }
            },
            Some(Ok(_)) | None => ADMINISTRATORS_LIFETIME,
        };
        self.at.elapsed() < lifetime
    }
}

impl Administrators {
    pub(crate) fn new(client: Client) -> Administrators {
        Administrators { client, known: BoundedMap::new(GROUPS_KEPT_MAX) }
    }

    /// Returns whether a user administers a group, if the cache knows that.
    pub(crate) fn known(&self, chat: ChatId, user: UserId) -> Option<bool> {
        let find = |known: &Option<Asked>| {
            let asked = known.as_ref().filter(|asked| asked.is_young())?;
            let users = asked.answer.peek()?.as_ref().ok()?;
            Some(users.contains(&user))
        };
        self.known.read(chat, find).flatten()
    }

    /// Returns whether a user administers a group, by an answer not older than
    /// [`ADMINISTRATORS_LIFETIME`].
    pub(crate) async fn has(&self, chat: ChatId, user: UserId) -> Result<bool, Arc<CallError>> {
        let mut answer = None;
        self.known.change_or_insert(chat, |known| {
            if !known.as_ref().is_some_and(Asked::is_young) {
                let answer = ask(self.client.clone(), chat).boxed().shared();
                *known = Some(Asked { at: Instant::now(), answer });
            }
            answer = known.as_ref().map(|asked| asked.answer.clone());
        });
        let users = match answer {
            Some(answer) => answer.await?,
            None => ask(self.client.clone(), chat).await?,
        };
        Ok(users.contains(&user))
    }

    /// Evicts groups that were not asked about recently.
    pub(crate) fn age(&self) {
        self.known.age();
    }
}

async fn ask(client: Client, chat: ChatId) -> Answer {
    let body = json!({ "chat_id": chat.0 }).to_string().into_bytes();
    let read = |result: &RawValue| serde_json::from_str::<Vec<Administrator>>(result.get());
    let administrators =
        api::post(&client, "getChatAdministrators", body, CALL_TIMEOUT, read).await?;
    let users = administrators.iter().map(|administrator| UserId(administrator.user.id));
    Ok(users.take(ADMINISTRATORS_MAX).collect())
}
