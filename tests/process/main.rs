//! The real program as a child process, with the playground as its Telegram.

mod backups;
mod balancer;
mod broadcasts;
mod browser;
mod child;
mod clocks;
mod command_line;
mod crashes;
#[cfg(target_os = "linux")]
mod disk;
mod engines;
#[path = "../bot/support/event_stream.rs"]
mod event_stream;
mod logs;
#[cfg(target_os = "linux")]
mod memory;
mod open_seat;
mod opponents;
mod outage;
mod page_replicas;
mod player;
#[path = "../../crates/store/tests/store/support/postgres.rs"]
mod postgres_support;
#[path = "../../crates/store/tests/store/support/proxy.rs"]
mod proxy;
mod replicas;
mod stopping;
mod thinking;
#[cfg(target_os = "linux")]
mod threads;
mod webhook;
mod webhook_crash;
