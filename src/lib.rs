//! zerosum plays zero-sum board games perfectly in Telegram, and shows people why.
//!
//! Rules, search, pictures, the playground and the tools of the command line are crates of their own,
//! in `crates`; this one is the bot. The modules stand in the order in which a newcomer should read
//! them: one game being played, its words and how it is shown, where it is kept, the one door by which
//! it changes, and then the parts that speak to the world.

pub mod session;
pub mod locales;
pub mod render;
pub mod metrics;
pub mod store;
pub mod bounded;
pub mod engine;
pub mod play;
pub mod bot;
pub mod telegram;
pub mod jobs;
pub mod admin;
pub mod personal_data;
pub mod web;
pub mod capacity;
pub mod config;
pub mod threads;
pub mod logging;
pub mod app;
pub mod cli;
