//! Phrases, names and buttons in every language.

pub(crate) mod emoji;
pub(crate) mod languages;
pub(crate) mod locales;
pub(crate) mod people_names;
pub(crate) mod taps;
