//! A load balancer: passes connections on to the replicas, in turn.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Starts to split on a free port of this machine; gives the port.
pub(crate) async fn start(ports: Vec<u16>) -> (u16, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("the listener has an address").port();
    let splitting = tokio::spawn(async move {
        for target in ports.into_iter().cycle() {
            let Ok((mut incoming, _)) = listener.accept().await else { return };
            tokio::spawn(async move {
                let Ok(mut outgoing) = TcpStream::connect(("127.0.0.1", target)).await else {
                    return;
                };
                // Small messages are not to be held back for the next.
                let _ = (incoming.set_nodelay(true), outgoing.set_nodelay(true));
                // However it ends, both connections are over.
                let _ = copy_bidirectional(&mut incoming, &mut outgoing).await;
            });
        }
    });
    (port, splitting)
}
