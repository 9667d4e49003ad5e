//! Phrases, emoji and names in every language, and the data of buttons.

pub(crate) mod emoji;
pub(crate) mod languages;
pub(crate) mod locales;
pub(crate) mod people_names;
pub(crate) mod taps;
