//! Who administers a group: asked of Telegram when it matters, and believed for a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// See the module.
pub struct Administrators {
    client: Client,
    known: BoundedMap<ChatId, Known>,
}

#[derive(Default)]
struct Known {
    users: Arc<[UserId]>,
    /// `None` if Telegram was never asked.
    as_of: Option<Instant>,
}

/// So much of what Telegram tells of an administrator as is read. Those who are anonymous are told of, too.
#[derive(Deserialize)]
struct Administrator {
    user: User,
}

#[derive(Deserialize)]
struct User {
    id: u64,
}

impl Administrators {
    pub fn new(client: Client) -> Administrators {
        Administrators { client, known: BoundedMap::new(GROUPS_KEPT_MAX) }
    }

    /// Whether somebody administers a group, as Telegram has said within [`ADMINISTRATORS_LIFETIME`].
    pub async fn has(&self, chat: ChatId, user: UserId) -> Result<bool, CallError> {
        let is_young =
            |known: &Known| known.as_of.is_some_and(|at| at.elapsed() < ADMINISTRATORS_LIFETIME);
        let find = |known: &Known| is_young(known).then(|| Arc::clone(&known.users));
        let users = match self.known.read(chat, find).flatten() {
            Some(users) => users,
            None => self.ask(chat).await?,
        };
        Ok(users.contains(&user))
    }

    /// Lets go of what was not asked for lately.
    pub fn age(&self) {
        self.known.age();
    }

    async fn ask(&self, chat: ChatId) -> Result<Arc<[UserId]>, CallError> {
        let asked_at = Instant::now();
        let body = json!({ "chat_id": chat.0 }).to_string().into_bytes();
        let read = |result: &RawValue| serde_json::from_str::<Vec<Administrator>>(result.get());
        let method = "getChatAdministrators";
        let administrators = api::post(&self.client, method, body, CALL_TIMEOUT, read).await?;
        let users = administrators.iter().map(|administrator| UserId(administrator.user.id));
        let users: Arc<[UserId]> = users.take(ADMINISTRATORS_MAX).collect();
        self.known.change_or_insert(chat, |known| {
            if known.as_of.is_none_or(|as_of| as_of <= asked_at) {
                *known = Known { users: Arc::clone(&users), as_of: Some(asked_at) };
            }
        });
        Ok(users)
    }
}
