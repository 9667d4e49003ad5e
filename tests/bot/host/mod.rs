//! What the host sees, and what it must withstand.

pub(crate) mod conversations;
pub(crate) mod metrics;
pub(crate) mod minimal_bot;
pub(crate) mod operations;
pub(crate) mod panics;
pub(crate) mod readiness;
pub(crate) mod restart;
pub(crate) mod saving;
