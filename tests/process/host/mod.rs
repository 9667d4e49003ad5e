//! The program as its host sees it: commands, owners of databases, backups, logs, memory, threads and the webhook.

pub(crate) mod adopting;
pub(crate) mod backups;
pub(crate) mod command_line;
pub(crate) mod logs;
#[cfg(target_os = "linux")]
pub(crate) mod memory;
#[cfg(target_os = "linux")]
pub(crate) mod output;
#[cfg(target_os = "linux")]
pub(crate) mod threads;
pub(crate) mod webhook;
