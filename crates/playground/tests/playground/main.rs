//! The playground is as strict as Telegram: tested over HTTP, as a bot's client sees it.

mod basic_groups;
mod chatting;
mod delivery;
mod files;
mod inline;
mod page;
mod people;
mod program;
mod refused;
mod setup;
mod support;
mod texts;
mod web_apps;
