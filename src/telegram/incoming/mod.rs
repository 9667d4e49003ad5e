//! Updates: taken in, parsed part by part and admitted.

pub mod event;
pub mod update;
pub(crate) mod received;
pub(crate) mod content_kind;
pub(crate) mod replies;
pub(crate) mod membership;
pub mod command;
pub mod polling;
pub mod webhook;
pub mod registration;
pub(crate) mod press_order;
pub(crate) mod message_order;
pub mod acknowledgement;
pub mod admission;
