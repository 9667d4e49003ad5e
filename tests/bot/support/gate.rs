//! A proxy in front of a bot's webhook, which can be closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Port that passes connections on to the webhook while it is open, as it is at first.
pub(crate) struct Gate {
    port: u16,
    target: Arc<AtomicU16>,
    is_open: watch::Sender<bool>,
}

impl Gate {
    pub(crate) async fn new() -> Gate {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let target = Arc::new(AtomicU16::new(0));
        let is_open = watch::Sender::new(true);
        tokio::spawn(pass(listener, Arc::clone(&target), is_open.subscribe()));
        Gate { port, target, is_open }
    }

    /// Passes everything on to this port and returns the gate's own port.
    pub(crate) fn lead_to(&self, port: u16) -> u16 {
        self.target.store(port, Ordering::Relaxed);
        self.port
    }

    /// Opens or closes the gate; closing it ends all connections.
    pub(crate) fn set_open(&self, is_open: bool) {
        self.is_open.send_replace(is_open);
    }
}

/// Passes connections on until the gate is dropped.
async fn pass(listener: TcpListener, target: Arc<AtomicU16>, is_open: watch::Receiver<bool>) {
    let mut dropped = is_open.clone();
    loop {
        let (mut near, _) = tokio::select! {
            accepted = listener.accept() => accepted.expect("it listens"),
            () = async { while dropped.changed().await.is_ok() {} } => return,
        };
        let (mut is_open, target) = (is_open.clone(), target.load(Ordering::Relaxed));
        tokio::spawn(async move {
            let passed = async {
                let mut far = TcpStream::connect(("127.0.0.1", target)).await?;
                copy_bidirectional(&mut near, &mut far).await
            };
            // Data that comes after the closing is not passed on.
            tokio::select! {
                biased;
                _ = is_open.wait_for(|is_open| !is_open) => {}
                _ = passed => {}
            }
        });
    }
}
