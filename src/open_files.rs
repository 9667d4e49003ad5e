//! Limit of open files of the process: each connection and each file of the database takes one.

/// The limit is not raised beyond this: the largest page, all calls to Telegram and the store need fewer.
#[cfg(target_os = "linux")]
const WANTED: u64 = 16_384;

/// Assumed limit where the system tells none: the usual one.
#[cfg(not(target_os = "linux"))]
const USUAL: usize = 256;

/// Raises the limit as far as it is useful and the system allows; returns the limit in force.
#[cfg(target_os = "linux")]
pub fn raise_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(WANTED, |maximum| maximum.min(WANTED));
    let mut current = limit.current.unwrap_or(u64::MAX);
    let raised = Rlimit { current: Some(wanted), ..limit };
    if current < wanted && setrlimit(Resource::Nofile, raised).is_ok() {
        current = wanted;
    }
    usize::try_from(current).unwrap_or(usize::MAX)
}

#[cfg(not(target_os = "linux"))]
pub fn raise_limit() -> usize {
    USUAL
}
