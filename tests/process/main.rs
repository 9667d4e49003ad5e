//! The real program as a child process, with the playground as its Telegram.

mod browser;
mod child;
mod durability;
mod engines;
#[path = "../bot/support/event_stream.rs"]
mod event_stream;
mod host;
mod player;
#[path = "../../crates/store/tests/store/support/postgres.rs"]
mod postgres_support;
#[path = "../../crates/store/tests/store/support/proxy.rs"]
mod proxy;
mod replicas;
