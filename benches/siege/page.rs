//! Visitors of the page in great numbers: idle connections, streams of one game, and games against an engine.
//!
//! Each comes from an address of its own, so that the limits of an address do not take the load away.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;
use zerosum_playground::Playground;

/// Pause of a visitor before the next connection or move.
const PAUSE: Duration = Duration::from_secs(1);

/// Connections of one address.
const PER_ADDRESS: usize = 16;

/// Most bytes that are read of an answer.
const ANSWER_BYTES_MAX: u64 = 64 * 1_024;

/// The load of a siege; it ends when dropped.
pub(crate) struct Load {
    /// Keeps the visitors.
    _visitors: JoinSet<()>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    open: AtomicUsize,
    answers: AtomicUsize,
    refused: AtomicUsize,
    states: AtomicUsize,
}

impl Load {
    fn of<F: Future<Output = ()> + Send + 'static>(
        visitors: usize,
        visit: impl Fn(usize, Arc<Counts>) -> F,
    ) -> Load {
        let counts = Arc::<Counts>::default();
        let visits = (0..visitors).map(|number| visit(number, Arc::clone(&counts)));
        Load { _visitors: visits.collect(), counts }
    }

    /// Connections that send nothing, and are made again when they are closed.
    pub(crate) fn idle(page: SocketAddr, visitors: usize) -> Load {
        Load::of(visitors, move |number, counts| async move {
            loop {
                if let Some(mut connection) = connect(page, number).await {
                    counts.open.fetch_add(1, Ordering::Relaxed);
                    let _ = connection.read(&mut [0; 64]).await;
                    counts.open.fetch_sub(1, Ordering::Relaxed);
                }
                counts.refused.fetch_add(1, Ordering::Relaxed);
                sleep(PAUSE).await;
            }
        })
    }

    /// Streams of a game that changes every second.
    pub(crate) async fn streams(
        page: SocketAddr,
        playground: &Playground,
        visitors: usize,
    ) -> Load {
        let (token, link) = enter(page, playground).await;
        let head = format!("GET /p/v1/game/{link}/stream?lang=en HTTP/1.1\r\nhost: {page}\r\n\r\n");
        let mut load =
            Load::of(visitors, move |number, counts| watch(page, number, head.clone(), counts));
        load._visitors.spawn(async move { change(page, &token, &link).await });
        load
    }

    /// Visitors who play an engine without a chat, a move every second.
    pub(crate) fn solo(page: SocketAddr, visitors: usize) -> Load {
        Load::asking(page, visitors, "/p/v1/solo", |number, _| {
            json!({
                "v": 1, "lang": "en", "game": "15x15x5", "side": 1, "level": "strong", "seed": number,
                "moves": [], "do": "play", "at": number % 225,
            })
        })
    }

    /// Visitors who have positions analysed, another one every second.
    pub(crate) fn analysis(page: SocketAddr, visitors: usize) -> Load {
        Load::asking(page, visitors, "/p/v1/analysis", |number, round| {
            let column = |place: usize| char::from(b"abcdefghijklmno"[place % 15]);
            let moves = [
                format!("{}8", column(number)),
                format!("{}{}", column(round), 1 + round / 15 % 7),
            ];
            json!({"v": 1, "lang": "en", "game": "15x15x5", "moves": moves})
        })
    }

    /// Visitors who each send a request every second, made of their number and that of the request.
    fn asking(
        page: SocketAddr,
        visitors: usize,
        path: &'static str,
        body: fn(usize, usize) -> Value,
    ) -> Load {
        Load::of(visitors, move |number, counts| async move {
            for round in 0.. {
                let body = body(number, round);
                match call(page, number * PER_ADDRESS, path, None, Some(&body)).await {
                    Some((200, _)) => counts.answers.fetch_add(1, Ordering::Relaxed),
                    Some(_) | None => counts.refused.fetch_add(1, Ordering::Relaxed),
                };
                sleep(PAUSE).await;
            }
        })
    }

    pub(crate) fn print(&self) {
        let Counts { open, answers, refused, states } = &*self.counts;
        let [open, answers, refused, states] =
            [open, answers, refused, states].map(|count| count.load(Ordering::Relaxed));
        println!("  {open} open, {states} states, {answers} answers, {refused} refused or closed");
    }
}

async fn watch(page: SocketAddr, number: usize, head: String, counts: Arc<Counts>) {
    let mut bytes = vec![0; 16 * 1_024];
    loop {
        if let Some(mut connection) = connect(page, number).await
            && connection.write_all(head.as_bytes()).await.is_ok()
            && let Ok(read @ 1..) = connection.read(&mut bytes).await
            && bytes[..read].starts_with(b"HTTP/1.1 200")
        {
            counts.open.fetch_add(1, Ordering::Relaxed);
            while let Ok(1..) = connection.read(&mut bytes).await {
                counts.states.fetch_add(1, Ordering::Relaxed);
            }
            counts.open.fetch_sub(1, Ordering::Relaxed);
        }
        counts.refused.fetch_add(1, Ordering::Relaxed);
        sleep(PAUSE).await;
    }
}

/// Begins a game as a person of its own; returns a pass and the link of the game.
async fn enter(page: SocketAddr, playground: &Playground) -> (String, String) {
    let user = playground.add_user("Watched", Some("en"));
    playground.send_text(user, user, "/new 3x3 casual").expect("they are there");
    playground.next_message(user).await.expect("a board comes");
    playground.send_text(user, user, "/web").expect("they are there");
    let way = playground.next_message(user).await.expect("a link comes");
    let mut urls = way.keyboard.iter().flatten().filter_map(|button| button.url.as_deref());
    let code = urls.find_map(|url| url.split_once("#in=")).expect("a login link").1;
    let body = json!({"v": 1, "login": code});
    let (_, entered) = call(page, 0, "/p/v1/enter", None, Some(&body)).await.expect("an answer");
    let token = entered["token"].as_str().expect("a pass").to_owned();
    let (_, games) = call(page, 0, "/p/v1/games", Some(&token), None).await.expect("an answer");
    let link = games["games"][0]["link"].as_str().expect("a game").to_owned();
    (token, link)
}

/// Switches the X-ray of a game on and off.
async fn change(page: SocketAddr, token: &str, link: &str) {
    loop {
        let path = format!("/p/v1/game/{link}");
        let Some((_, game)) = call(page, 0, &path, Some(token), None).await else { continue };
        let controls = game["controls"].as_array().into_iter().flatten();
        let mut xray = controls.filter(|control| control["key"] == "x");
        let body = json!({"v": 1, "tap": xray.next().map(|control| &control["tap"])});
        call(page, 0, &format!("{path}/act"), Some(token), Some(&body)).await;
        sleep(PAUSE).await;
    }
}

/// Connects from an address of this machine; visitors with close numbers share one.
async fn connect(page: SocketAddr, number: usize) -> Option<TcpStream> {
    let place = u32::try_from(number / PER_ADDRESS).ok()?;
    let address = Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 1, 0, 1)) + place);
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((address, 0).into()).ok()?;
    socket.connect(page).await.ok()
}

/// Sends a request; returns the status and the body of the answer.
async fn call(
    page: SocketAddr,
    number: usize,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Option<(u16, Value)> {
    let method = if body.is_some() { "POST" } else { "GET" };
    let pass = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    let body = body.map_or(String::new(), Value::to_string);
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {page}\r\nconnection: close\r\n{pass}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut connection = connect(page, number).await?;
    connection.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    connection.take(ANSWER_BYTES_MAX).read_to_end(&mut answer).await.ok()?;
    let answer = String::from_utf8(answer).ok()?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    Some((status, serde_json::from_str(body).unwrap_or_default()))
}
