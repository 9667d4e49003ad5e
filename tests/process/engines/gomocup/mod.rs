//! The protocol of Gomocup: conversations, invalid input, searches in progress, the program, and matches.

mod conversations;
mod garbage;
mod matches;
mod program;
mod searches;
