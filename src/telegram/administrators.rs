//! Who administers a group: asked of Telegram when it matters, and believed for a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::bounded::BoundedMap;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::telegram::api::{self, CallError};
use crate::telegram::calls::CALL_TIMEOUT;
use crate::telegram::client::Client;

/// So long somebody who is an administrator no more counts as one, and the other way round.
pub const ADMINISTRATORS_LIFETIME: Duration = Duration::from_secs(60);

/// Groups of which the administrators are known at once.
const GROUPS_KEPT_MAX: usize = 1_000;

/// Administrators that are kept of one group. Telegram lets a group have fewer.
const ADMINISTRATORS_MAX: usize = 256;

/// See the module. Of many who want to know the same at once, one asks, and nobody for as long as Telegram wants
/// to be left alone.
pub struct Administrators {
    client: Client,
    known: BoundedMap<ChatId, Option<Asked>>,
}

/// What Telegram was asked, and when.
struct Asked {
    at: Instant,
    answer: Shared<BoxFuture<'static, Answer>>,
}

type Answer = Result<Arc<[UserId]>, Arc<CallError>>;

/// So much of what Telegram tells of an administrator as is read. Those who are anonymous are told of, too.
#[derive(Deserialize)]
struct Administrator {
    user: User,
}

#[derive(Deserialize)]
struct User {
    id: u64,
}

impl Asked {
    /// Whether the answer, if there is one, is believed still.
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
    pub fn new(client: Client) -> Administrators {
        Administrators { client, known: BoundedMap::new(GROUPS_KEPT_MAX) }
    }

    /// Whether somebody administers a group, as Telegram has said within [`ADMINISTRATORS_LIFETIME`].
    pub async fn has(&self, chat: ChatId, user: UserId) -> Result<bool, Arc<CallError>> {
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

    /// Lets go of what was not asked for lately.
    pub fn age(&self) {
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
