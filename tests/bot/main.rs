//! Conversations with the running bot, over real HTTP, as people have them.

mod exposition;
mod fickle;
mod grid;
mod harness;
mod patience;
mod transcript;

mod broadcasts;
mod conversations;
mod family;
mod faults;
mod flood;
mod forums;
mod games;
mod groups;
mod hostile;
mod limits;
mod owners;
mod panics;
mod personal;
mod pace;
mod metrics;
mod operations;
mod pictures;
mod private;
mod quotes;
mod readiness;
mod restart;
mod saving;
mod shares;
mod taps;
mod thinking;
mod tree;
mod webhook;
