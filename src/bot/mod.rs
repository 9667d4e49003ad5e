//! The features of the bot, in folders by what people do; what they share; and the limits on each user.
//!
//! An event is admitted with a permit that counts for its user and its chat, and is handled in a task of
//! its own. A press is answered exactly once: silently if the board changes, else with a toast in the
//! user's language. No handler waits for boards to be drawn. A press counts only if Telegram confirms that
//! its message shows that game; anyone may press a menu.

// From updates to handlers.
pub(crate) mod dispatcher;
mod router;
mod admitted;

// Handler inputs and shared services.
mod context;
pub(crate) mod services;
pub(crate) mod single_flight;

// Dispatch of messages and presses.
mod commands;
mod press;
mod button_rules;
mod denial;
mod old_pages;
mod menus;
pub mod vocabulary;

// Features.
pub(crate) mod messages;
pub(crate) mod game;
pub(crate) mod start;
pub(crate) mod study;
pub mod account;
