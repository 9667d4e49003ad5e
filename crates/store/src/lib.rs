//! Persistent storage of games and people.
//!
//! The calls of a [`Store`] stand in the modules of their values, such as [`games`] and [`people`]. `tests/store` of
//! this crate tests them on each database. No database is named outside this crate: [`open()`] selects it by a URL.
//! Every change is durable before it is shown.
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
mod database;
mod measuring;
mod open;
mod row;
mod sql;
mod statement;
mod store;
mod store_clock;
mod types;
#[cfg(test)]
mod visits;

pub use open::{AdoptError, Adopted, adopt, backup, check_url, open, open_for};
pub use store::Store;
pub use types::{
    COUNTED_MAX, Commit, Count, FinishedBoard, Grace, OpenGames, Origin, Person, StoreError,
    StoredBoard,
};
