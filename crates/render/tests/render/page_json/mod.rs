//! The JSON of the page, without a browser.

pub(crate) mod lessons;
pub(crate) mod page;
pub(crate) mod study;
