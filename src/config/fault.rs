//! Errors in settings.

use std::net::SocketAddr;

use thiserror::Error;

/// One error in the settings. Values are shown if they cannot be secrets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("{key} is not set{}", where_from(key))]
    NotSet { key: &'static str },
    #[error("{key} is not UTF-8")]
    NotUtf8 { key: &'static str },
    #[error("TELOXIDE_TOKEN does not look like a token of @BotFather (123456:ABC…)")]
    Token,
    #[error("{key} is not an http or https URL")]
    Url { key: &'static str },
    #[error("TELOXIDE_PROXY is not an http, https or socks5 URL")]
    Proxy,
    #[error("{key} is not an address with a port (127.0.0.1:8080): {value:?}")]
    Address { key: &'static str, value: String },
    #[error(
        "ZEROSUM_PLAYGROUND_LISTEN is not an address of this machine alone (127.0.0.1:8200): {value}"
    )]
    NotLoopback { value: SocketAddr },
    #[error("{given_by} cannot be used: {reason}")]
    DatabaseUrl { given_by: &'static str, reason: String },
    #[error("ZEROSUM_WEBHOOK_URL is not an {schemes} URL")]
    WebhookUrl { schemes: String },
    #[error(
        "ZEROSUM_PUBLIC_URL is not an https URL without a path (https://play.example.org), or an http one of this machine by its number (http://127.0.0.1:8082); Telegram takes no link to a name without a dot"
    )]
    PublicUrl,
    #[error("ZEROSUM_WEBHOOK_SECRET is not 1 to 256 letters, digits, - or _")]
    WebhookSecret,
    #[error("ZEROSUM_OWNER_IDS is not a list of numbers (12345,67890): {value:?}")]
    Owners { value: String },
    #[error("ZEROSUM_STORAGE_CHAT_ID is not the number of a chat (-1001234567890): {value:?}")]
    StorageChat { value: String },
    #[error("{key} is not a whole number from {least} to {most}: {value:?}")]
    Number { key: &'static str, value: String, least: u32, most: u32 },
    #[error("RUST_LOG is not a log filter (info, or zerosum=debug,warn): {value:?}")]
    LogFilter { value: String },
}

/// Hint at where to get the value of a key.
fn where_from(key: &str) -> &'static str {
    if key == "TELOXIDE_TOKEN" { "; get a token from @BotFather" } else { "" }
}

/// All errors in the settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the configuration has {}:{}", count(.0), list(.0))]
pub struct ConfigError(pub Vec<Fault>);

fn count(faults: &[Fault]) -> String {
    match faults.len() {
        1 => "1 fault".to_owned(),
        count => format!("{count} faults"),
    }
}

fn list(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("\n  - {fault}")).collect()
}
