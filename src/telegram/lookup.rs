//! Looks up the addresses of servers, few at once.
//!
//! A lookup takes a thread until the system has an answer, which may be long after whoever asked has given
//! up. So a name server that hangs must not get all the threads there are for what blocks.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::Semaphore;
use tokio::task;

/// So many lookups go on at once.
const LOOKUPS_MAX: usize = 4;

/// The port of an address that is looked up without one: the client puts in its own.
const NO_PORT: u16 = 0;

/// See the module.
pub struct Lookup {
    turns: Arc<Semaphore>,
    ask: fn(&str) -> io::Result<Vec<SocketAddr>>,
}

impl Lookup {
    /// Asks the system.
    pub fn new() -> Lookup {
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
                // The turn ends with the lookup, whether anybody still waits for it or not.
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

    /// Whether the name server answers, and how often it was asked before it did.
    static ANSWERS: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
    static ASKED: AtomicUsize = AtomicUsize::new(0);

    fn hang(_: &str) -> io::Result<Vec<SocketAddr>> {
        ASKED.fetch_add(1, Ordering::SeqCst);
        let (answers, told) = &ANSWERS;
        let answers = answers.lock().expect("nobody panics here");
        drop(told.wait_while(answers, |answers| !*answers).expect("nobody panics here"));
        Ok(vec![([127, 0, 0, 1], NO_PORT).into()])
    }

    fn name() -> Name {
        "api.telegram.org".parse().expect("it is a name")
    }

    #[tokio::test]
    async fn a_name_server_that_hangs_holds_few_threads_even_if_nobody_waits() {
        let lookup = Lookup::asking(hang);
        // All of these ask, or wait for their turn, and are then let go of.
        for _ in 0..LOOKUPS_MAX * 3 {
            assert!(futures::poll!(lookup.resolve(name())).is_pending());
        }
        let waiting = tokio::spawn(lookup.resolve(name()));
        tokio::task::yield_now().await;
        assert_eq!(lookup.turns.available_permits(), 0);
        let (answers, told) = &ANSWERS;
        let asked = ASKED.load(Ordering::SeqCst);
        *answers.lock().expect("nobody panics here") = true;
        told.notify_all();
        assert!(asked <= LOOKUPS_MAX, "{asked}");
        let found = waiting.await.expect("it does not panic").expect("it is answered");
        assert_eq!(found.count(), 1);
        assert!(ASKED.load(Ordering::SeqCst) <= LOOKUPS_MAX + 1);
    }
}
