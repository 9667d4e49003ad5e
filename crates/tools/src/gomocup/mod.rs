//! The protocol of Gomocup and its manager Piskvork, for five in a row:
//! <https://plastovicka.github.io/protocl2en.htm>.
//!
//! [`protocol`] parses lines, `settings` keeps what the manager tells about time, memory and rules, `board` sets
//! up positions, `messages` describe searches, and [`conversation`] obeys
//! commands.

// The lines between keep the formatter from sorting this reading order.

pub mod protocol;
pub(crate) mod settings;
pub(crate) mod board;
mod messages;
pub mod conversation;
