//! Delivery of updates to a webhook: several at once, those of one source in order of arrival, again until each is
//! taken.
//!
//! Delivers to loopback addresses only, over connections that are kept.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;
use url::{Host, ParseError, Position, Url};

use crate::api;
use crate::api::params::Params;
use crate::shared::Shared;
use crate::state::now;
use crate::state::updates::{PENDING_UPDATES_KEPT, Source, Update};

const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
const MAX_ANSWER_BYTES: usize = 1024 * 1024;
const FIRST_BACK_OFF: Duration = Duration::from_millis(100);
const MAX_BACK_OFF: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub(crate) struct Webhook {
    pub(crate) url: String,
    pub(crate) secret_token: Option<String>,
    pub(crate) max_connections: usize,
    /// Distinguishes this setting from earlier and later ones.
    pub(crate) generation: u64,
    /// Time and reason of the last failed delivery.
    pub(crate) last_error: Option<(i64, String)>,
}

impl Webhook {
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        (&self.url, &self.secret_token, self.max_connections)
            == (&other.url, &other.secret_token, other.max_connections)
    }
}

/// Checks whether updates may be sent to an address: any by `https`, only the loopback interface by `http`.
pub(crate) fn check_url(url: &str) -> Result<(), &'static str> {
    match Url::parse(url) {
        Ok(url) if url.scheme() == "https" || Target::of(&url).is_some() => Ok(()),
        Err(ParseError::EmptyHost) => Err("URL host is empty"),
        Ok(_) | Err(_) => Err("An HTTPS URL must be provided for webhook"),
    }
}

/// Delivers updates until this webhook is replaced, deleted or the playground stops.
pub(crate) async fn deliver(shared: Arc<Shared>, generation: u64) {
    let mut arrivals = shared.arrivals();
    let mut queues = Queues::default();
    let mut deliveries = JoinSet::new();
    // Connections are kept, as Telegram keeps them; the one used last is the likeliest to be open.
    let mut idle = Vec::new();
    loop {
        let next = shared.read(|state| {
            let webhook =
                state.webhook.as_ref().filter(|webhook| webhook.generation == generation)?;
            Some((webhook.clone(), state.updates.after(queues.last, queues.room())))
        });
        let Some((webhook, updates)) = next else {
            return;
        };
        updates.into_iter().for_each(|update| queues.put(update));
        // An https address cannot be reached without a TLS client, so nothing is tried.
        if let Some(target) = Url::parse(&webhook.url).ok().as_ref().and_then(Target::of) {
            while deliveries.len() < webhook.max_connections
                && let Some(update) = queues.ready.pop_front()
            {
                // Pending updates can be dropped.
                if !shared.read(|state| state.updates.is_pending(update.id)) {
                    queues.note_delivered(update.source);
                    continue;
                }
                let client = Client { target: target.clone(), connection: idle.pop() };
                let (shared, webhook, source) = (shared.clone(), webhook.clone(), update.source);
                let delivering = deliver_one(shared, webhook, client, update);
                deliveries.spawn(async move { (source, delivering.await) });
            }
        }
        tokio::select! {
            () = shared.stopped() => return,
            _ = arrivals.changed() => {}
            Some(delivered) = deliveries.join_next() => {
                if let Ok((source, connection)) = delivered {
                    queues.note_delivered(source);
                    idle.extend(connection);
                }
            }
        }
    }
}

/// Updates that are not delivered yet, at most [`PENDING_UPDATES_KEPT`].
#[derive(Default)]
struct Queues {
    /// Number of updates put in and not delivered.
    undelivered: usize,
    /// Number of the last update that was put in.
    last: i64,
    /// Updates that may be delivered at once.
    ready: VecDeque<Update>,
    /// Updates that wait for another one of their source, which is ready or being delivered.
    waiting: HashMap<Source, VecDeque<Update>>,
}

impl Queues {
    fn room(&self) -> usize {
        PENDING_UPDATES_KEPT.saturating_sub(self.undelivered)
    }

    fn put(&mut self, update: Update) {
        (self.last, self.undelivered) = (update.id, self.undelivered + 1);
        match update.source {
            Some(source) if self.waiting.contains_key(&source) => {
                self.waiting.entry(source).or_default().push_back(update);
            }
            Some(source) => {
                self.waiting.insert(source, VecDeque::new());
                self.ready.push_back(update);
            }
            None => self.ready.push_back(update),
        }
    }

    fn note_delivered(&mut self, source: Option<Source>) {
        self.undelivered = self.undelivered.saturating_sub(1);
        let Some(source) = source else { return };
        match self.waiting.get_mut(&source).and_then(VecDeque::pop_front) {
            Some(next) => self.ready.push_back(next),
            None => drop(self.waiting.remove(&source)),
        }
    }
}

/// Delivers one update, again and again until it is taken; returns the connection if it can be
/// used again.
async fn deliver_one(
    shared: Arc<Shared>,
    webhook: Webhook,
    mut client: Client,
    update: Update,
) -> Option<Connection> {
    let mut back_off = FIRST_BACK_OFF;
    loop {
        let answer = timeout(ANSWER_TIMEOUT, client.post(&webhook, &update)).await;
        let reason = match answer {
            Ok(Ok((200..=299, body))) => {
                // In this order, so that a reader who sees the update settled sees its effect too.
                call_from_answer(&shared, &body);
                shared.write(|state| state.updates.confirm(update.id));
                return client.connection;
            }
            Ok(Ok((status, _))) => format!("Wrong response from the webhook: {status}"),
            Ok(Err(error)) => format!("Connection failed: {error}"),
            Err(_) => "Read timeout expired".to_owned(),
        };
        client.connection = None;
        shared.write(|state| {
            if let Some(current) = &mut state.webhook {
                current.last_error = Some((now(), reason));
            }
        });
        tokio::time::sleep(back_off).await;
        back_off = (back_off * 2).min(MAX_BACK_OFF);
    }
}

/// Performs the call a webhook may answer with; its result goes nowhere.
fn call_from_answer(shared: &Arc<Shared>, body: &[u8]) {
    let Some(mut object) = api::object(body) else {
        return;
    };
    if let Some(serde_json::Value::String(method)) = object.remove("method") {
        api::perform_answer(shared, &method, Params::from_object(object));
    }
}

type Connection = SendRequest<Body>;

/// HTTP client that posts to a webhook, over one connection at a time.
struct Client {
    target: Target,
    /// The connection, if one is open.
    connection: Option<Connection>,
}

impl Client {
    /// Posts an update; returns the status and the body of the answer.
    async fn post(&mut self, webhook: &Webhook, update: &Update) -> io::Result<(u16, Bytes)> {
        let mut request = Request::post(&self.target.path)
            .header(HOST, &self.target.authority)
            .header(CONTENT_TYPE, "application/json");
        if let Some(secret) = &webhook.secret_token {
            request = request.header("x-telegram-bot-api-secret-token", secret);
        }
        let body = Body::from(update.body.to_string());
        let request = request.body(body).map_err(io::Error::other)?;
        let answer = self.open().await?.send_request(request).await.map_err(io::Error::other)?;
        let status = answer.status().as_u16();
        let body = to_bytes(Body::new(answer.into_body()), MAX_ANSWER_BYTES).await;
        Ok((status, body.map_err(io::Error::other)?))
    }

    /// The connection, reopened if the other side has closed it.
    async fn open(&mut self) -> io::Result<&mut Connection> {
        let open = match self.connection.take() {
            Some(mut connection) => connection.ready().await.is_ok().then_some(connection),
            None => None,
        };
        let connection = match open {
            Some(connection) => connection,
            None => self.target.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }
}

/// An `http` address on the loopback interface, taken apart.
#[derive(Clone, Debug)]
struct Target {
    host: String,
    port: u16,
    authority: String,
    path: String,
}

impl Target {
    fn of(url: &Url) -> Option<Self> {
        let host = match url.host()? {
            Host::Domain(name) => Some(name.to_owned()).filter(|name| name == "localhost"),
            Host::Ipv4(address) => address.is_loopback().then(|| address.to_string()),
            Host::Ipv6(address) => address.is_loopback().then(|| address.to_string()),
        };
        Some(Self {
            host: host.filter(|_| url.scheme() == "http")?,
            port: url.port_or_known_default()?,
            authority: url[Position::BeforeHost..Position::AfterPort].to_owned(),
            path: url[Position::BeforePath..Position::AfterQuery].to_owned(),
        })
    }

    async fn connect(&self) -> io::Result<Connection> {
        // However this machine resolves the name, only loopback addresses are connected to.
        let addresses = lookup_host((self.host.as_str(), self.port)).await?;
        let near: Vec<_> = addresses.filter(|address| address.ip().is_loopback()).collect();
        let stream = TcpStream::connect(near.as_slice()).await?;
        stream.set_nodelay(true)?;
        let handshake = http1::handshake(TokioIo::new(stream)).await;
        let (connection, driver) = handshake.map_err(io::Error::other)?;
        // It ends with the connection; the sender of a request sees the error.
        tokio::spawn(driver);
        Ok(connection)
    }
}
