//! The features of the bot, one file for each; what they share; and the limits on each user.
//!
//! An event is admitted with a permit that counts for its user and its chat, and is handled in a task of
//! its own. A press is answered exactly once: silently if the board changes, else with a toast in the
//! user's language. No handler waits for boards to be drawn. A press counts only if Telegram confirms that
//! its message shows that game; anybody may press a menu.

// From updates to handlers.
pub(crate) mod dispatcher;
mod router;
mod admitted;
mod speaker_queue;

// Handler inputs and shared services.
mod context;
pub(crate) mod services;
mod people;
pub(crate) mod boards;
mod board_views;
mod delivery;
pub(crate) mod notices;
mod ids;
mod private_notices;
mod chat_migration;
mod reachability;
mod open_chats;

// Dispatch of messages and presses.
mod commands;
mod press;
mod button_rules;
mod old_pages;

// Features.
mod new_game;
pub(crate) mod new_game_limit;
mod recent_counts;
pub(crate) mod single_flight;
pub mod vocabulary;
mod games;
mod menus;
mod moves;
mod what_if;
mod typed;
mod answered_boards;
pub(crate) mod engine_moves;
mod explanations;
mod fair_play;
mod focus;
mod agreement;
pub(crate) mod clocks;
pub(crate) mod next_game;
mod open_games;
mod ratings;
mod records;
mod sheets;
mod replay;
mod results;
mod reviews;
mod sharing;
mod share_challenges;
mod puzzles;
mod invitations;
mod opponents;
pub(crate) mod pairing;
mod lessons;
mod preferences;
mod inline_query;
mod first_tap;
pub mod personal;
mod groups;
mod blocks;
mod group_settings;
pub(crate) mod owner;
