//! Engines for other programs: both protocols, levels, and matches with their statistics.

mod conversations;
mod garbage;
mod gomocup;
mod levels;
mod matches;
mod program;
mod searches;
mod speaker;
mod statistics;
