//! `zerosum webhook`: shows Telegram's status of the webhook, and changes it without the bot.

use std::fmt::{self, Write};

use clap::{Args, Subcommand};
use indicatif::HumanDuration;

use crate::telegram::incoming::registration::Status;

/// Asks Telegram about the webhook, or changes it; needs TELOXIDE_TOKEN
#[derive(Debug, Args)]
pub struct WebhookArguments {
    #[command(subcommand)]
    pub command: WebhookCommand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum WebhookCommand {
    /// Prints where Telegram delivers to, how many updates wait, and the last error
    Status,
    /// Sets it to ZEROSUM_WEBHOOK_URL, as the bot does at its start
    Set,
    /// Removes it; updates that wait for delivery go on waiting
    Remove,
}

/// Writes Telegram's status of the webhook. `configured` is the address in the settings.
pub(crate) fn write_status(
    status: &Status,
    configured: Option<&str>,
    out: &mut impl Write,
) -> fmt::Result {
    let agreement = match configured {
        Some(url) if url == status.url => " (as in ZEROSUM_WEBHOOK_URL)",
        Some(_) => " (not what ZEROSUM_WEBHOOK_URL says)",
        None if status.url.is_empty() => " (ZEROSUM_WEBHOOK_URL is not set either)",
        None => " (ZEROSUM_WEBHOOK_URL is not set)",
    };
    let url = if status.url.is_empty() { "none" } else { &status.url };
    writeln!(out, "URL: {url}{agreement}")?;
    writeln!(out, "Updates that wait: {}", status.pending_updates)?;
    match status.last_error_age() {
        Some(age) => {
            let message = status.last_error_message.as_deref().unwrap_or("unknown");
            writeln!(out, "Last error: {} ago: {message}", HumanDuration(age))?;
        }
        None => writeln!(out, "Last error: none")?,
    }
    match status.max_connections {
        Some(connections) => writeln!(out, "Connections at once: {connections}")?,
        None => writeln!(out, "Connections at once: Telegram's default")?,
    }
    match &status.allowed_updates {
        Some(kinds) => writeln!(out, "Kinds of updates: {}", kinds.join(", ")),
        None => writeln!(out, "Kinds of updates: Telegram's default"),
    }
}
