//! An HTTP/1 listener with bounds on its connections, for requests from outside.
//!
//! It is used by the webhook and by the page. A connection has a time limit for the head of each request,
//! which is also that of an idle one, and for a write that makes no progress. When the listener is full, a new
//! connection takes the place of the one that has been idle longest, and waits while none is. An answer may
//! keep something until it is sent (`UntilSent`), such as a place among those on their way.

use std::any::Any;
use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::handler::Handler;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, timeout};

use crate::web::idle_connections::{Connection, IdleConnections};

/// Pause after a connection could not be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Longest wait at shutdown for the requests in progress.
const DRAIN_PATIENCE: Duration = Duration::from_secs(1);

/// Longest wait for a client that reads nothing of an answer.
const WRITE_PATIENCE: Duration = Duration::from_secs(20);

/// Bits of the network of an IPv6 address that tell apart those of its wider network.
const NETWORK_BITS: u32 = 16;

/// Bounds of a listener.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Name of the listener in log lines.
    pub name: &'static str,
    pub connections_max: usize,
    /// Maximum connections of one client address; `None` where all come from a proxy.
    pub per_address_max: Option<usize>,
    /// Timeout of the head of a request, and of an idle connection.
    pub head_timeout: Duration,
    /// Maximum size of the head of a request.
    pub head_bytes_max: usize,
}

/// Address of a client: an IPv4 address, or the network of an IPv6 one, of which a client has as many as it
/// likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(u64);

impl From<IpAddr> for ClientAddress {
    fn from(ip: IpAddr) -> ClientAddress {
        match ip.to_canonical() {
            IpAddr::V4(ip) => ClientAddress(u32::from(ip).into()),
            // No public network begins with 32 zero bits, so none is taken for an IPv4 address.
            IpAddr::V6(ip) => {
                ClientAddress(u64::try_from(u128::from(ip) >> 64).unwrap_or(u64::MAX))
            }
        }
    }
}

impl ClientAddress {
    /// The wider network of an IPv6 address, which one subscriber may have whole; `None` for an IPv4 address.
    pub(crate) fn network(self) -> Option<ClientNetwork> {
        let is_of_ipv6 = self.0 > u64::from(u32::MAX);
        is_of_ipv6.then_some(ClientNetwork(self.0 >> NETWORK_BITS))
    }
}

/// Wider network of IPv6 addresses: the first 48 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(u64);

/// Something that is kept until an answer is sent or its connection ends, as an extension of the answer.
#[derive(Clone)]
pub(crate) struct UntilSent {
    _kept: Arc<dyn Any + Send + Sync>,
}

impl UntilSent {
    pub(crate) fn new(kept: impl Any + Send + Sync) -> UntilSent {
        UntilSent { _kept: Arc::new(kept) }
    }
}

/// Serves requests until told to stop. Then no new ones are accepted, and those in progress are finished.
/// `state_of` makes the state of the handler for a connection. Returns the number of connections cut off.
pub(crate) async fn serve<H, T, S>(
    listener: TcpListener,
    bounds: Bounds,
    (handler, state_of): (H, impl Fn(SocketAddr) -> S),
    stop: impl Future<Output = ()>,
) -> usize
where
    H: Handler<T, S>,
    T: 'static,
    S: Clone + Send + Sync + 'static,
{
    let mut stop = std::pin::pin!(stop);
    let graceful = GracefulShutdown::new();
    // Dropping this closes unfinished connections.
    let mut connections = JoinSet::new();
    let addresses = Arc::<Addresses>::default();
    let idle = Arc::<IdleConnections>::default();
    let mut is_failing = false;
    loop {
        while connections.try_join_next().is_some() {}
        let is_full = connections.len() >= bounds.connections_max;
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept(), if !is_full || !idle.is_empty() => match accepted {
                Ok((stream, peer)) => {
                    is_failing = false;
                    let Some(place) = addresses.place(peer.ip().into(), bounds.per_address_max) else {
                        continue;
                    };
                    if is_full {
                        tokio::select! {
                            () = &mut stop => break,
                            () = make_room(&idle, &mut connections) => {}
                        }
                    }
                    let service = handler.clone().with_state(state_of(peer));
                    let served = serve_connection(
                        (stream, idle.add()),
                        bounds,
                        TowerToHyperService::new(service),
                        graceful.watcher(),
                    );
                    connections.spawn(async move {
                        served.await;
                        drop(place);
                    });
                }
                Err(error) => {
                    if !is_failing {
                        log::error!("{} cannot accept a connection: {error}", bounds.name);
                    }
                    is_failing = true;
                    sleep(ACCEPT_PAUSE).await;
                }
            },
            () = idle.changed(), if is_full => {}
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    match timeout(DRAIN_PATIENCE, graceful.shutdown()).await {
        Ok(()) => 0,
        Err(_) => connections.len(),
    }
}

/// Closes the connection that has been idle longest. If all have become busy, waits until one is idle or ends.
async fn make_room(idle: &IdleConnections, connections: &mut JoinSet<()>) {
    while !idle.close_oldest() {
        tokio::select! {
            () = idle.changed() => {}
            Some(_) = connections.join_next() => return,
        }
    }
}

/// Serves the requests of a connection until it ends or has to make room for another.
async fn serve_connection(
    (stream, connection): (TcpStream, Arc<Connection>),
    bounds: Bounds,
    service: impl Service<Request<Incoming>, Response = Response, Error = Infallible>,
    watcher: Watcher,
) {
    let answer = service_fn(|request| {
        let busy = connection.busy();
        let answered = service.call(request);
        async { answered.await.map(|answer| busy.until_end_of(answer)) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head_timeout)
        .max_buf_size(bounds.head_bytes_max)
        .serve_connection(TokioIo::new(Patient::new(stream, Arc::clone(&connection))), answer);
    tokio::select! {
        biased;
        // Errors are caused by the other side.
        _ = watcher.watch(served) => {}
        () = connection.closed() => {}
    }
}

/// Connections of each client address.
#[derive(Default)]
struct Addresses(Mutex<HashMap<ClientAddress, usize>>);

/// Guard for a connection of an address.
struct ConnectionGuard {
    addresses: Arc<Addresses>,
    address: ClientAddress,
}

impl Addresses {
    /// Counts a connection until the guard is dropped; `None` if the address has as many as it may.
    fn place(
        self: &Arc<Addresses>,
        address: ClientAddress,
        max: Option<usize>,
    ) -> Option<ConnectionGuard> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if max.is_some_and(|max| *count >= max) {
            return None;
        }
        *count += 1;
        Some(ConnectionGuard { addresses: Arc::clone(self), address })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut counts = self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// A connection that fails once its client has read nothing for [`WRITE_PATIENCE`].
struct Patient {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Set while a write waits.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, connection: Arc<Connection>) -> Patient {
        if let Err(error) = stream.set_nodelay(true) {
            log::debug!("nodelay cannot be set: {error}");
        }
        Patient { stream, connection, deadline: None }
    }

    /// Passes on the result of a write, unless it has waited for too long.
    fn within<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let deadline = self.deadline.get_or_insert_with(|| {
            Box::pin(tokio::time::sleep_until(Instant::now() + WRITE_PATIENCE))
        });
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if matches!(flushed, Poll::Ready(Ok(()))) {
            self.connection.flushed();
        }
        self.within(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::body::Body;
    use futures::FutureExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpSocket;
    use tokio::sync::Notify;

    use super::*;

    const BOUNDS: Bounds = Bounds {
        name: "the listener of a test",
        connections_max: 2,
        per_address_max: None,
        head_timeout: Duration::from_secs(3_600),
        head_bytes_max: 16 * 1_024,
    };

    /// A listener with two connections; its handler answers once it is signalled.
    async fn of_two() -> (SocketAddr, Arc<Notify>, Arc<Notify>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let (asked, answers) = (Arc::<Notify>::default(), Arc::<Notify>::default());
        let signals = (Arc::clone(&asked), Arc::clone(&answers));
        let handler = async move || {
            asked.notify_one();
            answers.notified().await;
            "answered"
        };
        tokio::spawn(serve(listener, BOUNDS, (handler, |_| ()), pending()));
        (address, signals.0, signals.1)
    }

    async fn connected(address: SocketAddr) -> TcpStream {
        TcpStream::connect(address).await.expect("the listener stands")
    }

    async fn ask(connection: &mut TcpStream) {
        let request = b"GET / HTTP/1.1\r\nhost: test\r\n\r\n";
        connection.write_all(request).await.expect("the connection is open");
    }

    async fn is_answered(connection: &mut TcpStream) -> bool {
        let mut bytes = [0; 1_024];
        let read = connection.read(&mut bytes).await.unwrap_or(0);
        bytes[..read].ends_with(b"answered")
    }

    #[tokio::test]
    async fn the_oldest_idle_connection_makes_room_and_a_busy_one_never_does() {
        let (address, asked, answers) = of_two().await;
        let mut busy = connected(address).await;
        ask(&mut busy).await;
        asked.notified().await;
        let mut idle = connected(address).await;
        let mut newcomer = connected(address).await;
        assert_eq!(idle.read(&mut [0; 8]).await.unwrap_or(0), 0, "closed without a word");

        ask(&mut newcomer).await;
        asked.notified().await;
        let mut waiting = connected(address).await;
        ask(&mut waiting).await;
        answers.notify_one();
        assert!(is_answered(&mut busy).await);
        asked.notified().await;
        assert_eq!(busy.read(&mut [0; 8]).await.unwrap_or(0), 0, "idle since its answer");
        answers.notify_one();
        assert!(is_answered(&mut newcomer).await);
        answers.notify_one();
        assert!(is_answered(&mut waiting).await);
    }

    #[tokio::test]
    async fn a_connection_serves_requests_one_after_another() {
        let (address, _, answers) = of_two().await;
        let mut connection = connected(address).await;
        for _ in 0..3 {
            ask(&mut connection).await;
            answers.notify_one();
            assert!(is_answered(&mut connection).await);
        }
    }

    /// Signals its end.
    struct Kept(Arc<Notify>);

    impl Drop for Kept {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }

    #[tokio::test]
    async fn an_answer_keeps_its_place_until_its_client_has_read_it() {
        // Far less than the answer, so that it waits for the client.
        const BUFFER_BYTES: u32 = 16 * 1_024;
        const ANSWER_BYTES: usize = 1_024 * 1_024;
        let server = TcpSocket::new_v4().expect("there are sockets");
        server.set_send_buffer_size(BUFFER_BYTES).expect("it can be small");
        server.bind(([127, 0, 0, 1], 0).into()).expect("a port is free");
        let listener = server.listen(8).expect("it listens");
        let address = listener.local_addr().expect("it is bound");
        let ended = Arc::<Notify>::default();
        let signal = Arc::clone(&ended);
        let handler = async move || {
            let mut answer = Response::new(Body::from(vec![0_u8; ANSWER_BYTES]));
            answer.extensions_mut().insert(UntilSent::new(Kept(Arc::clone(&signal))));
            answer
        };
        tokio::spawn(serve(listener, BOUNDS, (handler, |_| ()), pending()));
        let client = TcpSocket::new_v4().expect("there are sockets");
        client.set_recv_buffer_size(BUFFER_BYTES).expect("it can be small");
        let mut connection = client.connect(address).await.expect("the listener stands");
        ask(&mut connection).await;
        let mut bytes = vec![0; 16 * 1_024];
        let mut left = ANSWER_BYTES;
        let mut is_kept = true;
        while left > 0 {
            // The buffers cannot hold so much of it.
            if left > ANSWER_BYTES / 2 {
                is_kept &= ended.notified().now_or_never().is_none();
            }
            let read = connection.read(&mut bytes).await.expect("the answer goes on");
            assert!(read > 0, "{left} bytes are left");
            // The head has no such bytes.
            left -= bytes[..read].iter().filter(|byte| **byte == 0).count();
        }
        assert!(is_kept);
        ended.notified().await;
    }

    fn address(text: &str) -> ClientAddress {
        text.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn clients_are_told_apart_by_what_they_cannot_choose() {
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!(address("2001:db8::1"), address("2001:db8::2"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
    }

    #[test]
    fn a_wider_network_has_all_networks_of_a_subscriber() {
        let network = address("2001:db8::1").network();
        assert!(network.is_some());
        assert_eq!(network, address("2001:db8:0:ffff::1").network());
        assert_ne!(network, address("2001:db8:1::1").network());
        for ipv4 in ["192.0.2.1", "255.255.255.255", "::ffff:192.0.2.1"] {
            assert_eq!(address(ipv4).network(), None, "{ipv4}");
        }
    }

    #[test]
    fn an_address_has_so_many_connections_and_a_closed_one_makes_room() {
        let addresses = Arc::<Addresses>::default();
        let places: Vec<_> =
            (0..2).map(|_| addresses.place(address("192.0.2.1"), Some(2))).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(addresses.place(address("192.0.2.1"), Some(2)).is_none());
        assert!(addresses.place(address("192.0.2.2"), Some(2)).is_some());
        drop(places);
        assert!(addresses.place(address("192.0.2.1"), Some(2)).is_some());
        assert!(addresses.0.lock().expect("no test panics with it").is_empty());
    }
}
