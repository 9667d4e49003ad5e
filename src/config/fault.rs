//! What is wrong with settings.

use thiserror::Error;

/// One thing that is wrong. Values are shown where they cannot be secrets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("TELOXIDE_TOKEN does not look like a token of @BotFather (123456:ABC…)")]
    Token,
    #[error("{key} is not an http or https URL")]
    Url { key: &'static str },
    #[error("TELOXIDE_PROXY is not an http, https or socks5 URL")]
    Proxy,
    #[error("{key} is not an address with a port (127.0.0.1:8080): {value:?}")]
    Address { key: &'static str, value: String },
    #[error("ZEROSUM_WEBHOOK_URL is not an {schemes} URL")]
    WebhookUrl { schemes: String },
    #[error("ZEROSUM_WEBHOOK_SECRET is not 1 to 256 letters, digits, - or _")]
    WebhookSecret,
    #[error("ZEROSUM_OWNER_IDS is not a list of numbers (12345,67890): {value:?}")]
    Owners { value: String },
    #[error("{key} is not a whole number from {least} to {most}: {value:?}")]
    Number { key: &'static str, value: String, least: u32, most: u32 },
    #[error("RUST_LOG is not a log filter (info, or zerosum=debug,warn): {value:?}")]
    LogFilter { value: String },
}

/// Everything that is wrong.
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
