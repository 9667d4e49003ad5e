//! The protocol of Gomocup: conversations, invalid input, searches in progress, and the program.

mod conversations;
mod garbage;
mod program;
mod searches;
