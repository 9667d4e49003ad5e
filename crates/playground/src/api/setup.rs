//! The bot's identity, and how its updates reach it.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::api::error::ApiError;
use crate::api::method::Answer;
use crate::api::params::Params;
use crate::api::polling::allowed_updates;
use crate::settings::InlineMode;
use crate::shared::Shared;
use crate::webhook::{self, Webhook};

const MAX_CONNECTIONS: i64 = 100;
const DEFAULT_CONNECTIONS: i64 = 40;
const MAX_SECRET_TOKEN_LENGTH: usize = 256;

pub(crate) fn get_me(shared: &Shared) -> Result<Answer, ApiError> {
    let me = shared.read(|state| {
        let mut me = state.bot_json.clone();
        let abilities = [
            ("can_join_groups", true),
            ("can_read_all_group_messages", !state.settings.privacy_mode),
            ("supports_inline_queries", state.settings.inline_mode != InlineMode::Off),
            ("can_connect_to_business", false),
            ("has_main_web_app", state.profile.main_web_app.is_some()),
        ];
        for (ability, has) in abilities {
            me[ability] = Value::Bool(has);
        }
        me
    });
    Answer::json(&me)
}

/// Sets a webhook and begins to deliver to it. Unlike Telegram it takes `http` addresses on the loopback interface,
/// and delivers only to those; an `https` address is stored and gets nothing.
pub(crate) fn set_webhook(shared: &Arc<Shared>, params: &Params) -> Result<Answer, ApiError> {
    let Some(url) = params.text("url") else {
        return delete_webhook(shared, params);
    };
    webhook::check_url(&url)
        .map_err(|reason| ApiError::new(400, format!("Bad Request: bad webhook: {reason}")))?;
    let secret_token = params.text("secret_token");
    if let Some(secret) = &secret_token {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if secret.len() > MAX_SECRET_TOKEN_LENGTH {
            return Err(ApiError::bad_request("secret token is too long"));
        }
        if !secret.bytes().all(is_allowed) {
            return Err(ApiError::bad_request("secret token contains unallowed characters"));
        }
    }
    let connections =
        params.integer_within("max_connections", DEFAULT_CONNECTIONS, 1, MAX_CONNECTIONS);
    let allowed = allowed_updates(params);
    let (generation, is_new) = shared.write(|state| {
        if let Some(allowed) = allowed {
            state.updates.allow(&allowed);
        }
        if params.flag("drop_pending_updates") {
            state.updates.drop_pending();
        }
        state.updates.end_polls();
        let generation = state.updates.generation;
        let webhook = Webhook {
            url: url.clone(),
            secret_token,
            max_connections: usize::try_from(connections).unwrap_or(1),
            generation,
            last_error: None,
        };
        let is_same = state.webhook.as_ref().is_some_and(|old| old.is_same_as(&webhook));
        if !is_same {
            state.webhook = Some(webhook);
        }
        (generation, !is_same)
    });
    if is_new {
        tokio::spawn(webhook::deliver(shared.clone(), generation));
    }
    Answer::done()
}

pub(crate) fn delete_webhook(shared: &Shared, params: &Params) -> Result<Answer, ApiError> {
    shared.write(|state| {
        state.webhook = None;
        state.updates.generation += 1;
        if params.flag("drop_pending_updates") {
            state.updates.drop_pending();
        }
    });
    Answer::done()
}

pub(crate) fn get_webhook_info(shared: &Shared) -> Result<Answer, ApiError> {
    let info = shared.read(|state| {
        let mut info = json!({
            "url": state.webhook.as_ref().map_or("", |webhook| webhook.url.as_str()),
            "has_custom_certificate": false,
            "pending_update_count": state.updates.pending_count(),
        });
        if let Some(webhook) = &state.webhook {
            info["max_connections"] = json!(webhook.max_connections);
            if let Some((date, message)) = &webhook.last_error {
                info["last_error_date"] = json!(date);
                info["last_error_message"] = json!(message);
            }
        }
        if let Some(allowed) = state.updates.allowed() {
            info["allowed_updates"] = json!(allowed);
        }
        info
    });
    Answer::json(&info)
}
