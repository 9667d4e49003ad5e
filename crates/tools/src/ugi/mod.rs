//! The Universal Game Interface: [`protocol`] parses commands, and [`conversation`] obeys them.

// The lines between keep the formatter from sorting this reading order.

pub mod protocol;
pub mod conversation;
