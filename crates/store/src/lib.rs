//! Persistent storage of games and people.
//!
//! [`Store`] is the contract: a trait for each group of calls, such as [`Boards`] and [`People`], in the module of
//! its values. `tests/store` of this crate is the common test suite of all implementations. No database is named
//! outside this crate. [`open()`] selects the implementation for a URL. Every change is durable before it is shown.
//!
//! A board has a row, and a further row for each other chat or inline message in which it is shown.
//! Triggers keep the further rows up to date after a commit, because an older version of the program may
//! commit as well.
//!
//! A deleted person is listed in the table `departed` until the last of their boards is deleted. All
//! reads and conditional writes skip these boards, so no operation in progress brings them back. Each
//! board records the number of deletions before its creation, so games that the same person begins
//! afterwards are kept.

pub mod games;
pub mod people;
pub mod host;
pub mod announcements;
pub mod open_error;
pub mod postgres;
pub mod sqlite;

mod batch;
mod commit;
mod contract;
mod database;
mod measuring;
mod open;
mod relational;
mod row;
mod sql;
mod statement;
mod store_clock;
mod types;
#[cfg(test)]
mod visits;

pub use contract::Store;
pub use games::boards::Boards;
pub use open::{AdoptError, Adopted, adopt, backup, check_url, open, open_for};
pub use people::People;
pub use types::{
    COUNTED_MAX, Commit, Count, FinishedBoard, Grace, OpenGames, Origin, Person, StoreError,
    StoredBoard,
};
