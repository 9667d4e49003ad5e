//! Delivery of updates to a webhook: in order of arrival, several at once, again until each is taken.
//!
//! To loopback addresses only, over connections that are kept.

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

use crate::playground::api;
use crate::playground::api::params::Params;
use crate::playground::shared::Shared;
use crate::playground::updates::Update;
use crate::playground::world::now;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
const MAX_ANSWER_BYTES: usize = 1024 * 1024;
const FIRST_BACK_OFF: Duration = Duration::from_millis(100);
const MAX_BACK_OFF: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct Webhook {
    pub url: String,
    pub secret_token: Option<String>,
    pub max_connections: usize,
    /// Tells this setting from earlier and later ones.
    pub generation: u64,
    /// When a delivery failed last, and why.
    pub last_error: Option<(i64, String)>,
}

impl Webhook {
    pub fn is_same_as(&self, other: &Self) -> bool {
        (&self.url, &self.secret_token, self.max_connections)
            == (&other.url, &other.secret_token, other.max_connections)
    }
}

/// Whether updates may be sent there: anywhere by `https`, on the loopback interface by `http`.
pub fn check_url(url: &str) -> Result<(), &'static str> {
    if let Some(rest) = url.strip_prefix("https://") {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        return if host.is_empty() { Err("URL host is empty") } else { Ok(()) };
    }
    let Some(target) = Target::parse(url) else {
        return Err("An HTTPS URL must be provided for webhook");
    };
    if target.is_loopback() { Ok(()) } else { Err("An HTTPS URL must be provided for webhook") }
}

/// Delivers updates until this webhook is replaced, deleted or the playground stops.
pub async fn deliver(shared: Arc<Shared>, generation: u64) {
    let mut arrivals = shared.arrivals();
    let mut last_begun = 0;
    let mut deliveries = JoinSet::new();
    // Connections are kept, as Telegram keeps them; the one used last is the likeliest to be open.
    let mut idle = Vec::new();
    loop {
        let next = shared.read(|world| {
            let webhook =
                world.webhook.as_ref().filter(|webhook| webhook.generation == generation)?;
            let free = webhook.max_connections.saturating_sub(deliveries.len());
            Some((webhook.clone(), world.updates.after(last_begun, free)))
        });
        let Some((webhook, updates)) = next else {
            return;
        };
        // An https address cannot be reached without a TLS client, so nothing is tried.
        if let Some(target) = Target::parse(&webhook.url) {
            for update in updates {
                last_begun = update.id;
                let line = Line { target: target.clone(), connection: idle.pop() };
                deliveries.spawn(deliver_one(shared.clone(), webhook.clone(), line, update));
            }
        }
        tokio::select! {
            () = shared.stopped() => return,
            _ = arrivals.changed() => {}
            Some(delivered) = deliveries.join_next() => {
                idle.extend(delivered.ok().flatten());
            }
        }
    }
}

/// Delivers one update, again and again until it is taken; returns the connection if it can be
/// used again.
async fn deliver_one(
    shared: Arc<Shared>,
    webhook: Webhook,
    mut line: Line,
    update: Update,
) -> Option<Connection> {
    let mut back_off = FIRST_BACK_OFF;
    loop {
        let answer = timeout(ANSWER_TIMEOUT, line.post(&webhook, &update)).await;
        let reason = match answer {
            Ok(Ok((200..=299, body))) => {
                // In this order, so that whoever sees the update settled sees its effect too.
                call_from_answer(&shared, &body).await;
                shared.write(|world| world.updates.confirm(update.id));
                return line.connection;
            }
            Ok(Ok((status, _))) => format!("Wrong response from the webhook: {status}"),
            Ok(Err(error)) => format!("Connection failed: {error}"),
            Err(_) => "Read timeout expired".to_owned(),
        };
        line.connection = None;
        shared.write(|world| {
            if let Some(current) = &mut world.webhook {
                current.last_error = Some((now(), reason));
            }
        });
        tokio::time::sleep(back_off).await;
        back_off = (back_off * 2).min(MAX_BACK_OFF);
    }
}

/// Performs the call a webhook may answer with; its result goes nowhere.
async fn call_from_answer(shared: &Arc<Shared>, body: &[u8]) {
    let Some(mut object) = api::object(body) else {
        return;
    };
    if let Some(serde_json::Value::String(method)) = object.remove("method") {
        api::perform_answer(shared, &method, Params::from_object(object)).await;
    }
}

type Connection = SendRequest<Body>;

/// A way to a webhook.
struct Line {
    target: Target,
    /// The connection, if one is open.
    connection: Option<Connection>,
}

impl Line {
    /// Posts an update; returns the status and the body of the answer.
    async fn post(&mut self, webhook: &Webhook, update: &Update) -> io::Result<(u16, Bytes)> {
        let mut request = Request::post(&self.target.path)
            .header(HOST, format!("{}:{}", self.target.host, self.target.port))
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

    /// The connection, opened anew if the other side has closed it.
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

/// An `http` address, taken apart.
#[derive(Clone, Debug)]
struct Target {
    host: String,
    port: u16,
    path: String,
}

impl Target {
    async fn connect(&self) -> io::Result<Connection> {
        // Whatever this machine makes of a name, nothing else is connected to.
        let addresses = lookup_host((self.host.as_str(), self.port)).await?;
        let near: Vec<_> = addresses.filter(|address| address.ip().is_loopback()).collect();
        let stream = TcpStream::connect(near.as_slice()).await?;
        stream.set_nodelay(true)?;
        let handshake = http1::handshake(TokioIo::new(stream)).await;
        let (connection, driver) = handshake.map_err(io::Error::other)?;
        // It ends with the connection; what went wrong is seen by whoever has sent a request.
        tokio::spawn(driver);
        Ok(connection)
    }

    fn parse(url: &str) -> Option<Self> {
        let rest = url.strip_prefix("http://")?;
        let (authority, path) = match rest.find('/') {
            Some(end) => rest.split_at(end),
            None => (rest, "/"),
        };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().ok()?),
            None => (authority, 80),
        };
        if path.contains(|character: char| character.is_whitespace() || character.is_control()) {
            return None;
        }
        Some(Self { host: host.trim_matches(['[', ']']).to_owned(), port, path: path.to_owned() })
    }

    fn is_loopback(&self) -> bool {
        self.host == "localhost"
            || self.host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}
