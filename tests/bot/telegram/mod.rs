//! Updates in and calls out at their worst: faults, floods, limits, old and forged buttons.

pub(crate) mod backlog;
pub(crate) mod fair_shares;
pub(crate) mod faults;
pub(crate) mod flood;
pub(crate) mod hostile;
pub(crate) mod interruptions;
pub(crate) mod newer_kinds;
pub(crate) mod old_pages;
pub(crate) mod pace;
pub(crate) mod rush;
pub(crate) mod sending;
pub(crate) mod taps;
pub(crate) mod undecided;
pub(crate) mod webhook;
