//! Engines: what they say to a program, and how they play each other.

mod conversations;
mod garbage;
mod levels;
mod matches;
mod program;
mod searches;
mod speaker;
mod statistics;
