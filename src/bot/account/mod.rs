//! People and groups: what the bot knows about them and lets them choose.

pub(crate) mod people;
pub(crate) mod preferences;
pub mod personal;
pub mod web_page;
pub(crate) mod results;
pub(crate) mod ratings;
pub(crate) mod blocks;
pub(crate) mod groups;
pub(crate) mod group_settings;
pub(crate) mod owner;
