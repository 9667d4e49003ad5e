#![forbid(unsafe_code)]
//! zerosum plays zero-sum board games perfectly in Telegram, and shows people why.
//!
//! The modules stand in the order in which a newcomer should read them: rules, minds, one game
//! being played, its buttons and words, its store, and then the parts that speak to the world.

pub mod app;
pub mod bounded;
pub mod cli;
pub mod config;
pub mod engine;
pub mod games;
pub mod live;
pub mod locales;
pub mod logging;
pub mod playground;
pub mod referee;
pub mod search;
pub mod session;
pub mod store;
pub mod tap;
pub mod telegram;
pub mod view;
pub mod web;
