//! Figures and health for the host; restarts, panics, and a store that is unavailable.

pub(crate) mod metrics;
pub(crate) mod minimal_bot;
pub(crate) mod moved_groups;
pub(crate) mod operations;
pub(crate) mod panics;
pub(crate) mod readiness;
pub(crate) mod restart;
pub(crate) mod saving;
