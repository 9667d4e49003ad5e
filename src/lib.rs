//! zerosum plays zero-sum board games perfectly in Telegram, and shows people why.
//!
//! What needs no chat is a crate of its own in `crates`: rules, search, sessions, how they are shown, the store; this
//! crate is the bot. The modules are listed in the order in which a newcomer should read them: [`play`], which
//! makes all changes to games, and then the parts that talk to the outside world.

pub mod bounded;
pub mod drawing;
pub mod engine;
pub mod play;
pub mod bot;
pub mod telegram;
pub mod page;
pub mod passes;
pub mod ids;
pub mod links;
pub mod jobs;
pub mod admin;
pub mod personal_data;
pub mod web;
pub mod capacity;
pub mod health;
pub mod config;
pub mod threads;
pub mod open_files;
pub mod logging;
pub mod app;
pub mod cli;
