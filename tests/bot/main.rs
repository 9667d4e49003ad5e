//! Conversations with the running bot, over real HTTP, as people have them.

mod exposition;
mod fickle;
mod grid;
mod harness;
#[path = "../store/support/memory/mod.rs"]
mod memory_store;
mod patience;
mod transcript;

mod broadcasts;
mod conversations;
mod family;
mod faults;
mod first_minute;
mod flood;
mod forums;
mod games;
mod going_on;
mod greetings;
mod groups;
mod hostile;
mod limits;
mod menus;
mod owners;
mod panics;
mod personal;
mod pace;
mod metrics;
mod open_games;
mod open_seat;
mod operations;
mod pictures;
mod private;
mod quotes;
mod readiness;
mod restart;
mod saving;
mod rush;
mod shares;
mod taps;
mod thinking;
mod tree;
mod two_chats;
mod typed;
mod webhook;
mod wishes;
