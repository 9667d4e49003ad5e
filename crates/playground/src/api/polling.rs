//! `getUpdates`: the long poll.

use std::time::Duration;

use tokio::time::Instant;

use crate::api::error::ApiError;
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::updates::Update;

const MAX_UPDATES: i64 = 100;
const MAX_TIMEOUT_SECONDS: i64 = 50;

pub(crate) async fn get_updates(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    let offset = params.integer("offset").unwrap_or_default();
    let limit = params.integer_within("limit", MAX_UPDATES, 1, MAX_UPDATES);
    let limit = usize::try_from(limit).unwrap_or_default();
    let timeout = params.integer_within("timeout", 0, 0, MAX_TIMEOUT_SECONDS);
    let deadline = Instant::now() + Duration::from_secs(timeout.unsigned_abs());
    let allowed = allowed_updates(params);
    let poll = shared.write(|state| {
        if state.webhook.is_some() {
            return Err(webhook_is_active());
        }
        if let Some(allowed) = allowed {
            state.updates.allow(&allowed);
        }
        Ok(state.updates.begin_poll(offset))
    })?;
    // Subscribed before the first look, so nothing that arrives after it is missed.
    let mut arrivals = shared.arrivals();
    loop {
        let updates = shared.read(|state| state.updates.look(poll, limit))?;
        if !updates.is_empty() || timeout == 0 {
            return Ok(listed(&updates));
        }
        tokio::select! {
            _ = arrivals.changed() => {}
            () = tokio::time::sleep_until(deadline) => return Ok(listed(&[])),
            () = shared.stopped() => return Ok(listed(&[])),
        }
    }
}

pub(crate) fn webhook_is_active() -> ApiError {
    ApiError::conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
}

/// The kinds of update a call asks for; anything that is no list of names changes nothing.
pub(crate) fn allowed_updates(params: &Params) -> Option<Vec<String>> {
    let list = params.structure("allowed_updates", "").ok()??;
    let names = list.as_array()?.iter();
    names.map(|name| name.as_str().map(str::to_owned)).collect()
}

fn listed(updates: &[Update]) -> Answer {
    let length: usize = updates.iter().map(|update| update.body.len() + 1).sum();
    let mut list = String::with_capacity(length + 2);
    list.push('[');
    for (index, update) in updates.iter().enumerate() {
        if index > 0 {
            list.push(',');
        }
        list.push_str(&update.body);
    }
    list.push(']');
    Answer(list)
}
