//! Support for conversations: the table, ways to read a board, and tools that fail on demand.

pub(crate) mod event_stream;
pub(crate) mod exposition;
pub(crate) mod fickle;
pub(crate) mod gate;
pub(crate) mod grid;
pub(crate) mod harness;
pub(crate) mod live_browser;
pub(crate) mod patience;
pub(crate) mod refusals;
pub(crate) mod transcript;
pub(crate) mod tree;
