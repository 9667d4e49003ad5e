//! Persistent storage of games and people.
//!
//! [`Store`] is the contract: a trait for each group of calls, such as [`Boards`] and [`People`], in the module of
//! its values. `tests/store` is the common test suite of all implementations. No database is named outside this
//! module. [`open()`] selects the implementation for a URL. Every change is durable before it is shown.
//!
//! A board has a row, and a further row for each other chat or inline message in which it is shown.
//! Triggers keep the further rows up to date after a commit, because an older version of the program may
//! commit as well.
//!
//! A deleted person is listed in the table `departed` until the last of their boards is deleted. All
//! reads and conditional writes skip these boards, so no operation in progress brings them back. Each
//! board records the number of deletions before its creation, so games that the same person begins
//! afterwards are kept.

pub mod absences;
pub mod announcements;
pub mod blocks;
pub mod broadcast;
pub mod challenges;
pub mod clocks;
pub mod reminders;
pub mod decorator;
pub mod deletion;
pub mod groups;
pub mod operations;
pub mod invitations;
pub mod measured;
pub mod opening;
pub mod owner;
pub mod postgres;
pub mod ratings;
pub mod results;
pub mod screens;
pub mod seekers;
pub mod sqlite;
pub mod upkeep;

mod batch;
mod boards;
mod clock;
mod commit;
mod contract;
mod database;
mod location;
mod marks;
mod open;
mod people;
mod relational;
mod row;
mod sql;
mod statement;
mod types;
#[cfg(test)]
mod visits;

pub use boards::Boards;
pub use contract::Store;
pub use open::{AdoptError, adopt, backup, check_url, open, open_for};
pub use people::People;
pub use types::{
    COUNTED_MAX, Commit, Count, FinishedBoard, Grace, OpenGames, Person, StoreError, StoredBoard,
};
