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
    /// The line itself is not shown, because it may contain a secret.
    #[error(".env has a line{} that is not KEY=value", number_of(*number))]
    DotenvLine { number: Option<usize> },
    #[error(
        "{key} in .env has a space or another sign that needs quotes: put the value in single quotes"
    )]
    DotenvValue { key: &'static str },
    #[error(".env cannot be read: {reason}")]
    DotenvUnreadable { reason: String },
    #[error("{key} in {source_name} is not a setting of this version")]
    Unknown { key: String, source_name: &'static str },
    #[error("TELOXIDE_TOKEN does not look like a token of @BotFather (123456:ABC…)")]
    Token,
    #[error("{key} is not an http or https URL")]
    Url { key: &'static str },
    #[error("TELOXIDE_PROXY is not an http, https or socks5 URL")]
    Proxy,
    #[error("{key} is not an address with a port (127.0.0.1:8080): {value:?}")]
    Address { key: &'static str, value: String },
    #[error(
        "{key} is not an address of this machine alone (127.0.0.1:8200), and a playground, which starts without \
         TELOXIDE_TOKEN, is for no others: {value}"
    )]
    NotLoopback { key: &'static str, value: SocketAddr },
    #[error("{one} and {other} cannot both listen on {value}")]
    SameAddress { one: &'static str, other: &'static str, value: SocketAddr },
    #[error("{given_by} cannot be used: {reason}")]
    DatabaseUrl { given_by: &'static str, reason: String },
    #[error("ZEROSUM_WEBHOOK_URL is not an {schemes} URL")]
    WebhookUrl { schemes: String },
    #[error("ZEROSUM_WEBHOOK_URL has the port {port}; Telegram posts to 443, 80, 88 and 8443 only")]
    WebhookPort { port: u16 },
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

fn number_of(line: Option<usize>) -> String {
    line.map(|number| format!(" ({number})")).unwrap_or_default()
}

/// Hint at where to get the value of a key.
fn where_from(key: &str) -> &'static str {
    if key == "TELOXIDE_TOKEN" { "; get a token from @BotFather" } else { "" }
}

/// All errors in the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Error)]
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
