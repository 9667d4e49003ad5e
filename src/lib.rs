//! zerosum plays zero-sum board games perfectly in Telegram, and shows people why.
//!
//! Rules, search, sessions, rendering and the store are crates of their own in `crates`; this crate is the bot. Read
//! [`play`] first, which makes all changes to games, then [`bot`] and [`telegram`].

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
