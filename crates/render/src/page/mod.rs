//! A game as JSON for the page in a browser, which paints a scene and knows no game.
//!
//! All sentences are those of the chat. A cell is a number, counted row by row on the picture of the
//! board, independent of the codes of the game's moves. These types are the format, version
//! [`FORMAT_VERSION`]; nothing else is serialized.

pub mod analysis;
pub mod catalog;
pub mod game;
pub mod lessons;
pub mod live;
pub mod puzzle;
pub mod replay;
pub mod scene;
pub mod solo;
pub mod words;

/// Version of the JSON of the page.
pub const FORMAT_VERSION: u32 = 1;
