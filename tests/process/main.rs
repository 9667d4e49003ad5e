//! The real program as a child process, with the playground as its Telegram.

mod child;
mod command_line;
mod crashes;
#[cfg(target_os = "linux")]
mod disk;
mod logs;
mod player;
mod stopping;
