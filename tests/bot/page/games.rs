//! The page over HTTP: games without an account, bounds on requests, and the headers that keep it safe.

use std::net::SocketAddr;

use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::host::metrics::scrape;
use crate::support::harness::{Table, listen};
use crate::support::patience::until;

const SOLO: &str = "/p/v1/solo";

impl Table {
    /// Listens for the page, if one was asked for, and keeps its address.
    pub(crate) fn listen_for_page(&mut self) -> Option<TcpListener> {
        let page = self.page.is_some().then(listen)?;
        self.page = Some(page.local_addr().expect("it has an address"));
        Some(page)
    }
}

/// A visitor of the page of a bot.
struct Visitor {
    client: Client,
    address: SocketAddr,
}

impl Visitor {
    /// Comes to a table whose bot is started with a page.
    async fn at(table: &mut Table) -> Visitor {
        table.page = Some(([127, 0, 0, 1], 0).into());
        table.start_bot();
        let address = table.page.expect("the bot has a page");
        Visitor { client: Client::new(), address }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    async fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().await.expect("it answers")
    }

    async fn status(&self, method: Method, path: &str) -> u16 {
        let sent = self.client.request(method, self.url(path)).send().await;
        sent.expect("it answers").status().as_u16()
    }

    async fn post(&self, body: &Value) -> (u16, Value) {
        let sent = self.client.post(self.url(SOLO)).json(body).send().await.expect("it answers");
        (sent.status().as_u16(), sent.json().await.expect("the answer is JSON"))
    }

    async fn post_text(&self, media: &str, body: impl Into<reqwest::Body>) -> u16 {
        let request = self.client.post(self.url(SOLO)).header("content-type", media);
        request.body(body).send().await.expect("it answers").status().as_u16()
    }
}

fn request(game: &str, against: Option<(u8, &str)>, moves: &[String]) -> Value {
    let mut request = json!({
        "v": 1, "lang": "en", "game": game, "seed": 7, "moves": moves, "do": "show",
    });
    if let Some((side, level)) = against {
        request["side"] = json!(side);
        request["level"] = json!(level);
    }
    request
}

/// The fields of a move that the page offers, the first one if there are several.
fn first_move(game: &Value) -> Value {
    match game["pairs"].get(0) {
        Some(pair) => json!({"from": pair[0], "to": pair[1]}),
        None => json!({"at": game["legal"].as_str().and_then(|legal| legal.find('1'))}),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_plays_every_kind_of_game_to_its_end() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    for (name, side, level) in [
        ("3x3", 1, "perfect"),
        ("3x3", 2, "beginner"),
        ("4x4x3", 2, "casual"),
        ("ultimate", 1, "novice"),
        ("sheep", 2, "beginner"),
        ("sheep", 1, "strong"),
    ] {
        let mut game = visitor.post(&request(name, Some((side, level)), &[])).await.1;
        while game["is_over"] == false {
            let moves: Vec<String> = serde_json::from_value(game["moves"].clone()).expect("texts");
            let mut next = request(name, Some((side, level)), &moves);
            next["do"] = json!("play");
            for (key, value) in first_move(&game).as_object().expect("an object") {
                next[key] = value.clone();
            }
            // The pace of a person is slower than that of a test.
            let (status, answer) = until(async || match visitor.post(&next).await {
                (429, answer) => Err(answer),
                answered => Ok(answered),
            })
            .await;
            assert_eq!(status, 200, "{name}: {answer}");
            game = answer;
        }
        assert!(game["offers"].as_array().is_some_and(|offers| offers.len() >= 2), "{name}");
        let say = game["say"].as_str().expect("a sentence");
        assert!(say.contains("won") || say.contains("draw"), "{name}: {say}");
    }
    let metrics = scrape(&table).await;
    assert!(metrics.value("zerosum_page_answers_total{answer=\"game\"}") > 20.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_cell_of_a_column_drops_a_piece_into_it_until_it_is_full() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let mut moves: Vec<String> = Vec::new();
    for row in (0..6).rev() {
        let (_, shown) = visitor.post(&request("connect-four", None, &moves)).await;
        let lands = shown["lands"].as_array().expect("a drop is meant by several cells");
        assert!(lands.contains(&json!([((row + 1) % 6) * 7, row * 7])), "{lands:?}");
        // The lowest cell, which has a piece after the first move.
        let mut drop = request("connect-four", None, &moves);
        drop["do"] = json!("play");
        drop["at"] = json!(35);
        let (status, dropped) = visitor.post(&drop).await;
        assert_eq!(status, 200, "{dropped}");
        moves.push("1".to_owned());
        assert_eq!(dropped["moves"], json!(moves));
    }
    let mut drop = request("connect-four", None, &moves);
    drop["do"] = json!("play");
    drop["at"] = json!(0);
    let (status, refused) = visitor.post(&drop).await;
    assert_eq!((status, refused["say"].as_str()), (409, Some("This column is full.")));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_request_has_the_same_answer_also_after_a_restart() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let asked = request("15x15x5", Some((2, "casual")), &[]);
    let (status, first) = visitor.post(&asked).await;
    assert_eq!((status, first["moves"].as_array().map(Vec::len)), (200, Some(1)));
    assert_eq!(visitor.post(&asked).await.1, first);
    table.stop_bot().await;
    let visitor = Visitor::at(&mut table).await;
    assert_eq!(visitor.post(&asked).await.1, first);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_requests_are_refused_in_words() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let good = request("3x3", Some((1, "casual")), &[]);
    assert_eq!(visitor.post(&good).await.0, 200);
    let mut unknown = good.clone();
    unknown["later"] = json!({"is": "ignored"});
    assert_eq!(visitor.post(&unknown).await.0, 200);
    for (key, value) in [
        ("v", json!(2)),
        ("v", json!("1")),
        ("v", Value::Null),
        ("lang", json!("de")),
        ("game", json!("chess")),
        ("side", json!(3)),
        ("side", Value::Null),
        ("level", json!("novice")),
        ("level", json!("grandmaster")),
        ("seed", json!(-1)),
        ("moves", json!(["b2", "b2"])),
        ("moves", json!(vec!["b2"; 730])),
        ("moves", json!("b2")),
        ("do", json!("win")),
        ("do", json!("play")),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        let (status, answer) = visitor.post(&bad).await;
        assert_eq!((status, &answer["error"]), (400, &json!("malformed")), "{bad}");
        assert_eq!(answer["say"], "Something went wrong. Please try again.");
    }
    for text in ["", "{", "[]", "null", "{\"v\":1}", "\u{0}"] {
        assert_eq!(visitor.post_text("application/json", text).await, 400, "{text:?}");
    }
    assert_eq!(visitor.post_text("text/plain", good.to_string()).await, 415);
    let long = format!("{{\"v\":1,\"x\":\"{}\"}}", "x".repeat(8 * 1_024));
    assert_eq!(visitor.post_text("application/json", long).await, 413);
    let mut taken = request("3x3", None, &["b2".to_owned()]);
    (taken["do"], taken["at"], taken["lang"]) = (json!("play"), json!(4), json!("uk"));
    let (status, answer) = visitor.post(&taken).await;
    assert_eq!((status, &answer["say"]), (409, &json!("Ця клітинка зайнята.")));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_asks_too_often_is_told_to_wait() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let asked = request("3x3", Some((1, "casual")), &[]);
    let mut refused = None;
    for _ in 0..1_000 {
        let sent = visitor.client.post(visitor.url(SOLO)).json(&asked).send().await;
        let answer = sent.expect("it answers");
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a thousand requests at once are too many");
    assert_eq!(refused.headers()["retry-after"], "1");
    let answer: Value = refused.json().await.expect("it is JSON");
    assert_eq!(answer["say"], "That was too quick. One moment…");
    // Files are not counted.
    assert_eq!(visitor.get("/").await.status(), 200);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_with_a_game_of_its_own_is_counted_and_the_common_ones_are_not() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let open = async |path: &str| {
        let asked = visitor.client.get(visitor.url(path)).header("accept", "text/html,*/*;q=0.8");
        asked.header("accept-language", "uk").send().await.expect("it answers")
    };
    let mut refused = None;
    for _ in 0..1_000 {
        let answer = open("/?game=ultimate").await;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
            break;
        }
        assert_eq!(answer.status(), StatusCode::OK);
    }
    // A person reads why, and the browser asks again.
    let refused = refused.expect("a thousand requests at once are too many");
    assert_eq!(refused.headers()["content-type"], "text/html; charset=utf-8");
    let html = refused.text().await.expect("it is text");
    assert!(html.contains("http-equiv=\"refresh\"") && html.contains("lang=\"uk\""), "{html}");
    for path in ["/", "/a", "/learn", "/learn/3x3/1", "/puzzle", "/?game=nothing"] {
        for _ in 0..20 {
            assert_eq!(open(path).await.status(), StatusCode::OK, "{path}");
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_told_in_a_page_what_is_not_there_and_a_script_in_json() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    for (path, language, say) in [
        ("/nothing", "en", "There is no such page or game here (any more)."),
        (
            "/g/s0123456789abcdef0123456789abcdef",
            "ru",
            "Такой страницы или партии здесь нет (или уже нет).",
        ),
        ("/i/nonsense", "uk", "Такої сторінки чи партії тут немає (або вже немає)."),
    ] {
        let asked = || visitor.client.get(visitor.url(path)).header("accept-language", language);
        let read = asked().header("accept", "application/xhtml+xml, text/html;q=0.9");
        // The games of the chat are there once the bot is at work.
        let page = until(async || {
            let sent = read.try_clone().expect("it has no body").send().await;
            let answer = sent.expect("it answers");
            if answer.status() == 503 { Err(answer.status()) } else { Ok(answer) }
        })
        .await;
        assert_eq!(page.status(), 404, "{path}");
        let html = page.text().await.expect("it is text");
        assert!(html.contains(say) && html.contains("href=\"/\""), "{html}");
        assert!(!html.contains("refresh") && !html.contains("app.js"), "{html}");
        let answer = asked().send().await.expect("it answers");
        assert_eq!(answer.status(), 404, "{path}");
        let json: Value = answer.json().await.expect("it is JSON");
        assert_eq!(json["say"], say);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let html = visitor.get("/").await.text().await.expect("it is text");
    let script = html.split('"').find(|part| part.ends_with("/app.js")).expect("a script");
    for path in ["/", script, "/favicon.svg", "/sw.js", "/p/v1/catalog/uk", "/nothing", SOLO] {
        let answer = visitor.get(path).await;
        let headers = answer.headers();
        let policy = headers["content-security-policy"].to_str().expect("it is text");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types page",
            "manifest-src 'self'",
            "worker-src 'self'",
        ] {
            assert!(policy.contains(part), "{path}: {part}");
        }
        // The playground shows the page beside the chat.
        let (policy, frames) = policy.split_once("; frame-ancestors ").expect("frames are named");
        assert_eq!(frames, "http://127.0.0.1:*", "{path}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert!(!headers.contains_key("set-cookie"), "{path}");
    }
    let cached = visitor.get(script).await;
    assert_eq!(cached.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(visitor.get("/").await.headers()["cache-control"], "no-store");
    let catalog = visitor.get("/p/v1/catalog/ru").await;
    let tag = catalog.headers()["etag"].clone();
    let again = visitor.client.get(visitor.url("/p/v1/catalog/ru")).header("if-none-match", tag);
    assert_eq!(again.send().await.expect("it answers").status(), 304);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_can_be_installed_in_the_language_of_the_browser() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let asked = visitor.client.get(visitor.url("/manifest.webmanifest"));
    let answer = asked.header("accept-language", "ru").send().await.expect("it answers");
    assert_eq!(answer.headers()["content-type"], "application/manifest+json");
    let manifest: Value = answer.json().await.expect("it is JSON");
    assert_eq!((&manifest["lang"], &manifest["start_url"]), (&json!("ru"), &json!("/")));
    for icon in manifest["icons"].as_array().expect("icons") {
        let answer = visitor.get(icon["src"].as_str().expect("a path")).await;
        assert_eq!(answer.status(), 200, "{icon}");
        assert_eq!(answer.headers()["content-type"], icon["type"].as_str().expect("a type"));
    }
    // What the service worker keeps is there, and a new one is asked for each time.
    let worker = visitor.get("/sw.js").await;
    assert_eq!(worker.headers()["cache-control"], "no-store");
    // So is what loads the page again without the files of its build.
    let again = visitor.get("/again.js").await;
    assert_eq!(
        (again.status().as_u16(), again.headers()["cache-control"].as_bytes()),
        (200, b"no-store".as_slice())
    );
    let text = worker.text().await.expect("it is text");
    let files: Vec<&str> =
        text.split('"').filter(|part| part.starts_with('/') && !part.contains('\n')).collect();
    assert!(files.len() > 10, "{files:?}");
    for path in files {
        assert_eq!(visitor.status(Method::GET, path).await, 200, "{path}");
    }
    // A browser without scripts shows the board.
    let html = visitor.get("/?game=4x4x3").await.text().await.expect("it is text");
    let (_, without) = html.split_once("<noscript>").expect("there is such a part");
    let (without, _) = without.split_once("</noscript>").expect("it ends");
    assert_eq!(without.matches('⬜').count(), 16, "{without}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_paths_methods_and_hosts_are_refused() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    for path in ["/nothing", "/x/0/app.js", "/p/v1/catalog/de", "/p/v2/solo", "/healthz", "/../x"] {
        assert_eq!(visitor.status(Method::GET, path).await, 404, "{path}");
    }
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        assert_eq!(visitor.status(method, "/").await, 405);
    }
    assert_eq!(visitor.status(Method::GET, SOLO).await, 405);
    assert_eq!(visitor.status(Method::HEAD, "/").await, 200);
    assert_eq!(visitor.status(Method::GET, &format!("/{}", "x".repeat(3_000))).await, 414);
    let foreign = visitor.client.get(visitor.url("/")).header("host", "evil.example");
    assert_eq!(foreign.send().await.expect("it answers").status(), 421);
    table.stop_bot().await;
    table.set("ZEROSUM_PUBLIC_URL", "https://play.example.org");
    let visitor = Visitor::at(&mut table).await;
    assert_eq!(visitor.status(Method::GET, "/").await, 421);
    let own = visitor.client.get(visitor.url("/")).header("host", "play.example.org");
    assert_eq!(own.send().await.expect("it answers").status(), 200);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_speaks_the_language_of_the_browser_or_of_its_address() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    for (wish, path, lang, say) in [
        ("uk-UA,en;q=0.5", "/", "uk", "Ваш хід"),
        ("ru", "/", "ru", "Ваш ход"),
        ("de", "/", "en", "Your move"),
        ("de", "/?lang=uk", "uk", "Ваш хід"),
        ("en", "/?game=sheep-2&lang=en", "en", "Catch the Sheep"),
        ("en", "/?game=gomoku&lang=en", "en", "<title>Gomoku"),
        ("en", "/?game=%3Cscript%3E&lang=%3Cscript%3E", "en", "Tic-tac-toe"),
    ] {
        let asked = visitor.client.get(visitor.url(path)).header("accept-language", wish);
        let html = asked.send().await.expect("it answers").text().await.expect("it is text");
        assert!(html.contains(&format!("<html lang=\"{lang}\">")), "{path}");
        assert!(html.contains(say), "{path}: {say}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_so_many_connections_at_once() {
    let mut table = Table::without_bot().await;
    let visitor = Visitor::at(&mut table).await;
    let mut idle = Vec::new();
    for _ in 0..32 {
        idle.push(TcpStream::connect(visitor.address).await.expect("it listens"));
    }
    // The next one is closed without an answer.
    let mut extra = TcpStream::connect(visitor.address).await.expect("it listens");
    let _ = extra.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut bytes = Vec::new();
    let _ = extra.read_to_end(&mut bytes).await;
    assert!(bytes.is_empty(), "{}", String::from_utf8_lossy(&bytes));
    drop(idle);
    until(async || {
        let sent = visitor.client.get(visitor.url("/")).send().await;
        sent.map_err(|error| error.to_string()).map(|_| ())
    })
    .await;
    table.finish().await;
}
