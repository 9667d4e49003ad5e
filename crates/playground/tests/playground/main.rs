//! The playground is as strict as Telegram: tested over HTTP, as a bot's client sees it.

mod basic_groups;
mod chatting;
mod delivery;
mod downloads;
mod faults;
mod guards;
mod inline;
mod media;
mod page;
mod people;
mod program;
mod refusals;
mod setup;
mod support;
mod texts;
mod web_apps;
