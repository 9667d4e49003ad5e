//! Nothing shown is lost: kills, orderly stops and full disks.

pub(crate) mod broadcasts;
pub(crate) mod crashes;
#[cfg(target_os = "linux")]
pub(crate) mod disk;
pub(crate) mod stopping;
pub(crate) mod thinking;
pub(crate) mod webhook_crash;
