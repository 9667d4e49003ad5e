//! Resolves host names with few concurrent lookups.
//!
//! A lookup blocks a thread until the system answers, which may be long after the caller has given up.
//! The limit keeps a hanging name server from taking all threads for blocking work.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::Semaphore;
use tokio::task;

/// Maximum concurrent lookups.
const LOOKUPS_MAX: usize = 4;

/// Port of a resolved address; the client replaces it.
const NO_PORT: u16 = 0;

/// Resolver with a limit on concurrent lookups.
pub(crate) struct Lookup {
    turns: Arc<Semaphore>,
    ask: fn(&str) -> io::Result<Vec<SocketAddr>>,
}

impl Lookup {
    /// Creates a resolver that asks the system.
    pub(crate) fn new() -> Lookup {
        Lookup::asking(|name| Ok((name, NO_PORT).to_socket_addrs()?.collect()))
    }

    fn asking(ask: fn(&str) -> io::Result<Vec<SocketAddr>>) -> Lookup {
        Lookup { turns: Arc::new(Semaphore::new(LOOKUPS_MAX)), ask }
    }
}

impl Default for Lookup {
    fn default() -> Lookup {
        Lookup::new()
    }
}

impl Resolve for Lookup {
    fn resolve(&self, name: Name) -> Resolving {
        let (turns, ask) = (Arc::clone(&self.turns), self.ask);
        Box::pin(async move {
            let turn = turns.acquire_owned().await?;
            let asked = task::spawn_blocking(move || {
                let found = ask(name.as_str());
                // The permit is held until the lookup ends, even if the caller has given up.
                drop(turn);
                found
            });
            let addresses: Addrs = Box::new(asked.await??.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Condvar, Mutex};

    use super::*;

    /// True once the name server answers, with the condition that tells of it.
    static ANSWERS: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
    static ASKED: AtomicUsize = AtomicUsize::new(0);

    fn hang(_: &str) -> io::Result<Vec<SocketAddr>> {
        ASKED.fetch_add(1, Ordering::SeqCst);
        let (answers, told) = &ANSWERS;
        let answers = answers.lock().expect("no holder panics");
        drop(told.wait_while(answers, |answers| !*answers).expect("no holder panics"));
        Ok(vec![([127, 0, 0, 1], NO_PORT).into()])
    }

    fn name() -> Name {
        "api.telegram.org".parse().expect("it is a name")
    }

    #[tokio::test]
    async fn a_name_server_that_hangs_holds_few_threads_even_without_waiters() {
        let lookup = Lookup::asking(hang);
        // All of these are looked up, or wait for a permit, and are then dropped.
        for _ in 0..LOOKUPS_MAX * 3 {
            assert!(futures::poll!(lookup.resolve(name())).is_pending());
        }
        let waiting = tokio::spawn(lookup.resolve(name()));
        tokio::task::yield_now().await;
        assert_eq!(lookup.turns.available_permits(), 0);
        let (answers, told) = &ANSWERS;
        let asked = ASKED.load(Ordering::SeqCst);
        *answers.lock().expect("no holder panics") = true;
        told.notify_all();
        assert!(asked <= LOOKUPS_MAX, "{asked}");
        let found = waiting.await.expect("it does not panic").expect("it is answered");
        assert_eq!(found.count(), 1);
        assert!(ASKED.load(Ordering::SeqCst) <= LOOKUPS_MAX + 1);
    }
}
