//! Photos, documents and animations.

pub(crate) mod media;
mod downloads;
