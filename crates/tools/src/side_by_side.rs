//! Parallel work on several threads.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Returns the results of `work` for every number below `count`, in their order, several computed at a time.
pub(crate) fn side_by_side<T: Send>(
    count: u32,
    threads: u32,
    work: impl Fn(u32) -> T + Sync,
    said: impl Fn(u32) + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
    let work_on = || {
        let mut made = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return made;
            }
            made.push((number, work(number)));
            said(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let mut made: Vec<(u32, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work_on)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().expect("no piece of work panics")
        };
        threads.into_iter().flat_map(join).collect()
    });
    made.sort_by_key(|(number, _)| *number);
    made.into_iter().map(|(_, made)| made).collect()
}
