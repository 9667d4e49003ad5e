//! Engines: what they say to a program, and how they play each other.

mod conversations;
mod garbage;
mod matches;
mod program;
mod speaker;
mod statistics;
