//! People, groups and owners: what the bot knows, and whom it tells.

pub(crate) mod broadcasts;
pub(crate) mod copies;
pub(crate) mod forums;
pub(crate) mod greetings;
pub(crate) mod group_settings;
pub(crate) mod groups;
pub(crate) mod limits;
pub(crate) mod milestones;
pub(crate) mod names;
pub(crate) mod owners;
pub(crate) mod personal;
pub(crate) mod private_answers;
pub(crate) mod quotes;
pub(crate) mod results;
