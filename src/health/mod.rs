//! Health of the process: whether it makes progress, can serve people, and gets updates from Telegram.

pub mod connectivity;
pub mod pulse;
pub mod readiness;
