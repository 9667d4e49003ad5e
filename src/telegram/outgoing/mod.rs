//! Messages and edits: rendered to calls, each in its turn.

pub mod messenger;
pub mod outbox;
pub mod edit;
pub mod board_source;
pub mod edit_queue;
pub mod edit_slots;
pub mod edit_backlog;
pub mod in_flight_sends;
pub mod rate_limit;
pub mod file_permits;
pub mod markup;
pub mod paint;
pub mod photos;
pub mod picture_storage;
pub mod offers;
