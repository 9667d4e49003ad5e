//! Engines: their protocol, and matches between them.

mod conversations;
mod garbage;
mod gomocup;
mod levels;
mod matches;
mod program;
mod searches;
mod speaker;
mod statistics;
