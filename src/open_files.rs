//! Limit of open files of the process: each connection and each file of the database takes one.

/// The limit is not raised beyond this: the largest page, all calls to Telegram and the store need fewer.
#[cfg(target_os = "linux")]
const WANTED: u64 = 16_384;

/// Assumed limit where the system reports none: the usual one.
#[cfg(not(target_os = "linux"))]
const USUAL: usize = 256;

/// Raises the limit as far as it is useful and the system allows. It is skipped where the system reports none.
pub fn raise_limit() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(WANTED, |maximum| maximum.min(WANTED));
        if limit.current.is_some_and(|current| current < wanted) {
            // With the limit as it was, fewer people are at the page.
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
        }
    }
}

/// Returns the limit in force.
#[cfg(target_os = "linux")]
pub(crate) fn limit() -> usize {
    use rustix::process::{Resource, getrlimit};
    let current = getrlimit(Resource::Nofile).current;
    current.and_then(|current| usize::try_from(current).ok()).unwrap_or(usize::MAX)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn limit() -> usize {
    USUAL
}
