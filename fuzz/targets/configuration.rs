//! Settings: lines of `KEY=value` are read or refused, and neither the settings nor the messages about faults
//! show a secret.
//!
//! The marker stands for secrets: values that are secret as a whole, and the passwords of addresses. It is
//! removed from everything else, and an address that has it elsewhere is left out.

#![no_main]

use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use url::Url;

use zerosum::config::{self, KEYS};

const MARKER: &str = "hunter2";

/// Values of which nothing is ever shown.
const SECRETS: [&str; 3] = ["TELOXIDE_TOKEN", "DATABASE_URL", "ZEROSUM_WEBHOOK_SECRET"];

/// Values that are shown without their passwords.
const ADDRESSES: [&str; 3] = ["TELOXIDE_API_URL", "TELOXIDE_PROXY", "ZEROSUM_WEBHOOK_URL"];

fuzz_target!(|text: &str| {
    let mut values = HashMap::new();
    for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
        let value = match key {
            _ if SECRETS.contains(&key) => value.to_owned(),
            _ if ADDRESSES.contains(&key) && is_shown(value) => continue,
            _ if ADDRESSES.contains(&key) => value.to_owned(),
            _ => without_marker(value),
        };
        values.insert(key, value);
    }
    let look = |key| {
        assert!(KEYS.contains(&key));
        values.get(key).cloned()
    };
    let printed = match config::read(look) {
        Ok(config) => {
            let secrets = config.secrets();
            let is_kept = |secret: &str| secrets.iter().any(|kept| kept.contains(secret));
            if let Some(token) = &config.token {
                assert!(is_kept(token.reveal()));
            }
            for address in [&config.api_url, &config.proxy].into_iter().flatten() {
                assert!(address.password().is_none_or(is_kept));
            }
            let database_url = config.database_url.as_deref().and_then(|url| Url::parse(url).ok());
            assert!(database_url.as_ref().and_then(Url::password).is_none_or(is_kept));
            assert!(secrets.iter().all(|secret| !secret.is_empty()));
            format!("{config:?} {config:#?}")
        }
        Err(error) => {
            assert!(!error.0.is_empty());
            format!("{error} {error:?}")
        }
    };
    assert!(!printed.contains(MARKER), "{printed}");
});

/// The text without the marker, even if taking one out makes another.
fn without_marker(text: &str) -> String {
    let mut text = text.to_owned();
    while text.contains(MARKER) {
        text = text.replace(MARKER, "");
    }
    text
}

/// Returns whether the marker is in the displayed form of an address.
fn is_shown(value: &str) -> bool {
    let Ok(mut url) = Url::parse(value.trim()) else { return false };
    // Without a password there is none to take out.
    let _ = url.set_password(None);
    url.as_str().contains(MARKER)
}
