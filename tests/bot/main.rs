//! End-to-end conversations with the running bot, over real HTTP.

mod account;
mod between_people;
mod dialogues;
mod game;
mod host;
mod inline;
#[path = "../../examples/minimal.rs"]
#[allow(dead_code, reason = "its `main` is not needed here")]
mod minimal;
mod page;
mod start;
mod study;
mod support;
mod telegram;
