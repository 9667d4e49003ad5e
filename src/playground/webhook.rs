//! Delivery of updates to a webhook: in order of arrival, several at once, again until each is taken.
//!
//! A small HTTP client of its own, for loopback addresses only.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::{FuturesUnordered, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::playground::api;
use crate::playground::api::params::Params;
use crate::playground::shared::Shared;
use crate::playground::updates::Update;
use crate::playground::world::now;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
const MAX_ANSWER_BYTES: u64 = 1024 * 1024;
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
    let mut on_the_way: HashSet<i64> = HashSet::new();
    let mut deliveries: FuturesUnordered<BoxFuture<'static, i64>> = FuturesUnordered::new();
    loop {
        let next = shared.read(|world| {
            let webhook =
                world.webhook.as_ref().filter(|webhook| webhook.generation == generation)?;
            Some((webhook.clone(), world.updates.first(webhook.max_connections)))
        });
        let Some((webhook, updates)) = next else {
            return;
        };
        // An https address cannot be reached without a TLS client, so nothing is tried.
        if let Some(target) = Target::parse(&webhook.url) {
            for update in updates {
                if on_the_way.insert(update.id) {
                    let delivery =
                        deliver_one(shared.clone(), webhook.clone(), target.clone(), update);
                    deliveries.push(delivery.boxed());
                }
            }
        }
        tokio::select! {
            () = shared.stopped() => return,
            _ = arrivals.changed() => {}
            Some(update_id) = deliveries.next() => {
                on_the_way.remove(&update_id);
            }
        }
    }
}

/// Delivers one update, again and again; returns its id once it is taken.
async fn deliver_one(shared: Arc<Shared>, webhook: Webhook, target: Target, update: Update) -> i64 {
    let mut back_off = FIRST_BACK_OFF;
    loop {
        let answer = timeout(ANSWER_TIMEOUT, post(&target, &webhook, &update)).await;
        let reason = match answer {
            Ok(Ok((200..=299, body))) => {
                // In this order, so that whoever sees the update settled sees its effect too.
                call_from_answer(&shared, &body).await;
                shared.write(|world| world.updates.confirm(update.id));
                return update.id;
            }
            Ok(Ok((status, _))) => format!("Wrong response from the webhook: {status}"),
            Ok(Err(error)) => format!("Connection failed: {}", error.kind()),
            Err(_) => "Read timeout expired".to_owned(),
        };
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
        api::perform_logged(shared, &method, Params::from_object(object)).await;
    }
}

/// Posts an update; returns the status and the body of the answer.
async fn post(target: &Target, webhook: &Webhook, update: &Update) -> io::Result<(u16, Vec<u8>)> {
    let mut connection = TcpStream::connect((target.host.as_str(), target.port)).await?;
    let secret = match &webhook.secret_token {
        Some(secret) => format!("X-Telegram-Bot-Api-Secret-Token: {secret}\r\n"),
        None => String::new(),
    };
    // HTTP/1.0, so that the answer ends with the connection and is never chunked.
    let request = format!(
        "POST {} HTTP/1.0\r\nHost: {}:{}\r\nContent-Type: application/json\r\n{secret}Content-Length: {}\r\n\r\n{}",
        target.path,
        target.host,
        target.port,
        update.body.len(),
        update.body,
    );
    connection.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    connection.take(MAX_ANSWER_BYTES).read_to_end(&mut answer).await?;
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let head_end =
        answer.windows(4).position(|window| window == b"\r\n\r\n").ok_or_else(invalid)?;
    let head = std::str::from_utf8(&answer[..head_end]).map_err(|_| invalid())?;
    let status =
        head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(invalid)?;
    Ok((status, answer.split_off(head_end + 4)))
}

/// An `http` address, taken apart.
#[derive(Clone, Debug)]
struct Target {
    host: String,
    port: u16,
    path: String,
}

impl Target {
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
