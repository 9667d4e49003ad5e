//! Conversations with the running bot, over real HTTP, as people have them.

mod fickle;
mod grid;
mod harness;
mod transcript;

mod conversations;
mod faults;
mod games;
mod groups;
mod hostile;
mod private;
mod restart;
mod saving;
mod taps;
mod tree;
