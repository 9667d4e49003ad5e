//! Persons and groups, and what is stored for them.

pub(crate) mod blocks;
pub(crate) mod challenges;
pub(crate) mod deletions;
pub(crate) mod groups;
pub(crate) mod guests;
pub(crate) mod invitations;
pub(crate) mod persons;
pub(crate) mod ratings;
pub(crate) mod reminders;
pub(crate) mod results;
pub(crate) mod seekers;
