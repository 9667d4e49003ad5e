//! What people can do: one file for each thing, what they all share, and what holds whoever does too
//! much of it.
//!
//! An event is admitted with a permit that counts for its person and its chat, and is worked on in a
//! task of its own. A press is answered exactly once: nothing for a change, else a toast in the language
//! of whoever pressed. Nobody waits for boards to be drawn. A press is believed only where it is of a
//! message of which Telegram says that it shows that game; a menu is nobody's.

// From an update to its handler.
pub(crate) mod dispatcher;
mod router;
mod speaker_queue;

// What every handler gets.
mod context;
pub(crate) mod services;
mod people;
pub(crate) mod boards;
mod names;
mod keyed;
mod quiet;

// Words and presses.
mod commands;
mod press;

// What people can do.
mod new_game;
pub(crate) mod new_game_limit;
pub(crate) mod exclusive;
pub mod vocabulary;
mod games;
mod menus;
mod moves;
mod trials;
mod typed;
pub(crate) mod engine_moves;
mod explanations;
mod focus;
mod agreement;
pub(crate) mod clocks;
pub(crate) mod again;
mod open_games;
mod ratings;
mod records;
mod sheets;
mod replay;
mod results;
mod reviews;
mod sharing;
mod puzzles;
mod invitations;
mod opponents;
pub(crate) mod pairing;
mod lessons;
mod preferences;
mod posting;
mod posted;
pub mod personal;
mod groups;
mod blocks;
mod group_settings;
pub(crate) mod owner;
