#![forbid(unsafe_code)]
//! zerosum plays zero-sum board games perfectly in Telegram, and shows people why.
//!
//! The modules stand in the order in which a newcomer should read them: rules, minds, one game
//! being played, its buttons and words, its store, and then the parts that speak to the world.

pub mod games;
pub mod search;
pub mod session;
pub mod tap;
pub mod locales;
pub mod picture;
pub mod view;
pub mod metrics;
pub mod store;
pub mod bounded;
pub mod live;
pub mod engine;
pub mod referee;
pub mod upkeep;
pub mod office;
pub mod personal_data;
pub mod telegram;
pub mod web;
pub mod watch;
pub mod playground;
pub mod capacity;
pub mod config;
pub mod threads;
pub mod logging;
pub mod app;
pub mod cli;
