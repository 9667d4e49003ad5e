//! A proxy between a store and its server, which can cut and suspend connections.

use std::io;
use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Url;

/// State of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    Whole,
    /// Connections end, and new ones end at once.
    Cut,
    /// Nothing arrives any more. Connections that hang once never come back.
    Hanging,
}

/// TCP proxy for one server.
pub(crate) struct Proxy {
    url: Url,
    network: watch::Sender<Network>,
    /// Number of connections that are carried.
    carried: Arc<watch::Sender<usize>>,
    accepting: JoinHandle<()>,
}

/// Counts one carried connection as long as this lives.
struct Carried(Arc<watch::Sender<usize>>);

impl Proxy {
    /// Creates a proxy before the server of the URL.
    pub(crate) async fn before(url: &str) -> Result<Proxy> {
        let mut url: Url = url.parse()?;
        let host = url.host_str().context("a server has a host")?;
        let server = format!("{host}:{}", url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        url.set_host(Some("127.0.0.1"))?;
        url.set_port(Some(listener.local_addr()?.port())).ok().context("a server has a port")?;
        let (network, seen) = watch::channel(Network::Whole);
        let carried = Arc::new(watch::Sender::new(0));
        let counting = Arc::clone(&carried);
        let accepting = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, server.clone(), seen.clone(), Arc::clone(&counting)));
            }
        });
        Ok(Proxy { url, network, carried, accepting })
    }

    pub(crate) fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Changes the network. Once this returns, nothing is carried unless the network is whole.
    pub(crate) async fn becomes(&self, network: Network) {
        self.network.send_replace(network);
        if network != Network::Whole {
            self.carried
                .subscribe()
                .wait_for(|carried| *carried == 0)
                .await
                .expect("the proxy has the sender");
        }
    }
}

impl Carried {
    fn new(count: Arc<watch::Sender<usize>>) -> Carried {
        count.send_modify(|carried| *carried += 1);
        Carried(count)
    }
}

impl Drop for Carried {
    fn drop(&mut self) {
        self.0.send_modify(|carried| *carried -= 1);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
        self.network.send_replace(Network::Cut);
    }
}

/// Carries one connection until it ends or is cut.
async fn carry(
    mut near: TcpStream,
    server: String,
    mut network: watch::Receiver<Network>,
    count: Arc<watch::Sender<usize>>,
) {
    let whole = async {
        // Counted before the look, so that a change of the network waits for this connection.
        let carried = Carried::new(count);
        if *network.borrow_and_update() == Network::Whole {
            let mut far = TcpStream::connect(server).await?;
            tokio::select! {
                ended = copy_bidirectional(&mut near, &mut far) => return ended.map(drop),
                _ = network.wait_for(|network| *network != Network::Whole) => {}
            }
            drop(carried);
            if *network.borrow() == Network::Hanging {
                // The far end is held too, so that the server does not learn that its client is out of reach.
                let _ = network.wait_for(|network| *network == Network::Cut).await;
            }
            return Ok(());
        }
        drop(carried);
        if *network.borrow() == Network::Hanging {
            let _ = network.wait_for(|network| *network == Network::Cut).await;
        }
        io::Result::Ok(())
    };
    // A connection that ends with an error is expected.
    let _ = whole.await;
}
