//! The webhook of the real program: its answers to Telegram and to others, its log, and the command that
//! shows and changes it.

use std::path::Path;
use std::time::Duration;

use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use zerosum_playground::Playground;
use zerosum_playground::fault::Fault;

use crate::child::{Ended, Launch, PATIENCE, Process, folder, free_port, telegram};
use crate::player::boards;

const SECRET: &str = "known-to_Telegram";
const SECRET_HEADER: &str = "X-Telegram-Bot-Api-Secret-Token";

/// More connections than the program keeps open at once.
const CROWD: usize = 600;

/// Address at which a program waits for updates.
pub(crate) struct Hook {
    pub port: u16,
    client: Client,
}

impl Hook {
    pub(crate) fn new() -> Hook {
        let client = Client::builder().no_proxy().build().expect("a client");
        Hook { port: free_port(), client }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/updates", self.port)
    }

    /// The program with the settings for this webhook.
    pub(crate) fn settings(&self, launch: Launch) -> Launch {
        launch
            .with("ZEROSUM_WEBHOOK_URL", &self.url())
            .with("ZEROSUM_WEBHOOK_SECRET", SECRET)
            .with("ZEROSUM_LISTEN", &format!("127.0.0.1:{}", self.port))
    }

    pub(crate) fn bot(&self, telegram: &Playground, folder: &Path) -> Process {
        let bot = self.settings(Launch::bot(telegram, folder)).start();
        bot.until_said("the webhook is set");
        bot
    }

    /// A delivery as Telegram makes it.
    pub(crate) fn post(&self, update: &Value) -> RequestBuilder {
        let body = update.to_string();
        self.client
            .post(self.url())
            .header(SECRET_HEADER, SECRET)
            .header("content-type", "application/json; charset=utf-8")
            .body(body)
    }

    async fn status(&self, update: &Value) -> u16 {
        send(self.post(update)).await.status().as_u16()
    }

    /// The head of a delivery, up to the length of its body.
    fn head(&self, length: &str) -> String {
        format!(
            "POST /updates HTTP/1.1\r\nhost: here\r\n{SECRET_HEADER}: {SECRET}\r\n\
             content-type: application/json\r\n{length}\r\n\r\n"
        )
    }

    /// Sends these bytes, even if not all are read, and returns the first line of the answer, which is empty
    /// if the connection is closed without one.
    async fn raw(&self, bytes: &[u8]) -> String {
        let connect = TcpStream::connect(("127.0.0.1", self.port)).await;
        let (mut reading, mut writing) = connect.expect("it listens").into_split();
        let write = async {
            // The server may answer and close before everything is sent. The client does not close.
            let _ = writing.write_all(bytes).await;
            std::future::pending::<()>().await;
        };
        let read = async {
            let mut answer = Vec::new();
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = reading.read(&mut buffer).await {
                answer.extend_from_slice(&buffer[..count]);
                if answer.contains(&b'\n') {
                    break;
                }
            }
            String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
        };
        tokio::select! {
            () = write => String::new(),
            line = timeout(PATIENCE, read) => line.expect("it answers or closes in time"),
        }
    }
}

async fn send(request: RequestBuilder) -> Response {
    request.send().await.expect("it answers")
}

/// A private message as an update.
fn text(number: i64, user: i64, message: i32, text: &str) -> Value {
    json!({ "update_id": number, "message": {
        "message_id": message,
        "date": 1_700_000_000,
        "chat": { "id": user, "type": "private", "first_name": "Anna" },
        "from": { "id": user, "is_bot": false, "first_name": "Anna", "language_code": "en" },
        "text": text,
        "entities": [{ "type": "bot_command", "offset": 0, "length": text.len() }],
    } })
}

/// Checks that the bot still works: a person asks for a board and gets it.
async fn assert_at_work(telegram: &Playground) {
    let clara = telegram.add_user("Clara", Some("en"));
    telegram.send_text(clara, clara, "/new").expect("she can write");
    telegram.next_message(clara).await.expect("a board comes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_deliveries_are_refused_by_status_and_in_few_words() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let bot = hook.bot(&telegram, folder.path());
    let post = || hook.client.post(hook.url()).header("content-type", "application/json");
    let known = || hook.client.post(hook.url()).header(SECRET_HEADER, SECRET);
    let at = |path: &str| {
        let url = format!("http://127.0.0.1:{}{path}", hook.port);
        hook.client.post(url).header(SECRET_HEADER, SECRET).body("{\"update_id\":1}")
    };
    let mut cases = vec![
        (401, post()),
        (401, post().header(SECRET_HEADER, "")),
        (401, post().header(SECRET_HEADER, "known-to_Telegra")),
        (401, post().header(SECRET_HEADER, "known-to_Telegram_")),
        (401, post().header(SECRET_HEADER, SECRET.to_uppercase())),
        (401, post().header(SECRET_HEADER, "й")),
        (404, at("/")),
        (404, at("/updates/")),
        (404, at("/Updates")),
        (404, at("/updates/x")),
        (405, hook.client.get(hook.url()).header(SECRET_HEADER, SECRET)),
        (405, hook.client.put(hook.url()).header(SECRET_HEADER, SECRET)),
        (415, known().body("{\"update_id\":1}")),
        (415, known().header("content-type", "text/plain").body("{\"update_id\":1}")),
        (415, known().header("content-type", "application/jsonp").body("{\"update_id\":1}")),
    ];
    let json = |body: String| known().header("content-type", "Application/JSON").body(body);
    for body in ["", "{", "null", "[]", "{}", "{\"update_id\":1", "{\"update_id\":\"1\"}", "\u{1}"]
    {
        cases.push((400, json(body.to_owned())));
    }
    let array = |elements: usize| format!("[{}0]", "0,".repeat(elements - 1));
    cases.push((400, json(array(500_000))));
    cases.push((400, json("[".repeat(1_000_000))));
    let count = cases.len();
    for (number, (expected, request)) in cases.into_iter().enumerate() {
        let status = send(request).await.status().as_u16();
        assert_eq!(status, expected, "case {number}");
    }
    // A body that is too large is not read to its end, so the client has to read the answer meanwhile.
    let million = array(1_000_000);
    let million = hook.head(&format!("content-length: {}", million.len())) + &million;
    assert!(hook.raw(million.as_bytes()).await.starts_with("HTTP/1.1 413 "));
    // Neither of these bodies is ever sent: the answer comes before.
    let announced = hook.head("content-length: 1048577");
    assert!(hook.raw(announced.as_bytes()).await.starts_with("HTTP/1.1 413 "));
    let stranger = announced.replace(SECRET, "a-guess");
    assert!(hook.raw(stranger.as_bytes()).await.starts_with("HTTP/1.1 401 "));
    let endless = hook.head("transfer-encoding: chunked");
    let endless = format!("{endless}{}", format!("4000\r\n{}\r\n", "x".repeat(0x4000)).repeat(70));
    assert!(hook.raw(endless.as_bytes()).await.starts_with("HTTP/1.1 413 "));
    for garbage in ["\0\0\0\0\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n"] {
        let line = hook.raw(garbage.as_bytes()).await;
        assert!(line.is_empty() || line.starts_with("HTTP/1.1 400 "), "{line}");
    }
    assert_at_work(&telegram).await;
    let Ended { err, code, .. } = bot.stop();
    assert_eq!(code, Some(0));
    assert_eq!(rejected(&err), count + 4, "{err}");
    assert!(!err.contains(SECRET) && !err.contains("a-guess") && !err.contains("panic"), "{err}");
}

/// Number of rejected requests, according to the log lines.
fn rejected(err: &str) -> usize {
    let lines = err.lines().filter_map(|line| line.split_once("the webhook has rejected "));
    lines.filter_map(|(_, rest)| rest.split(' ').next()?.parse::<usize>().ok()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_twice_out_of_order_or_of_another_kind_changes_nothing_twice() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let bot = hook.bot(&telegram, folder.path());
    let anna = telegram.add_user("Anna", Some("en"));
    // Until she has written, the bot may not write to her.
    telegram.send_text(anna, anna, "/help").expect("she can write");
    telegram.next_message(anna).await.expect("help comes");
    let (older, newer) = (text(1_000, anna, 900, "/new"), text(1_001, anna, 901, "/new"));
    let posts = [&newer, &older, &older, &newer, &older].map(|update| hook.status(update));
    assert_eq!(futures::future::join_all(posts).await, [200; 5]);
    assert_eq!(hook.status(&text(5, anna, 900, "/new")).await, 200);
    for update in [
        json!({ "update_id": 2_000 }),
        json!({ "update_id": -1, "message": null }),
        json!({ "update_id": 1, "edited_message": { "message_id": 1 } }),
        json!({ "update_id": 1, "poll_answer": { "poll_id": "1", "option_ids": [] } }),
        json!({ "update_id": 1, "of_tomorrow": [[[]]] }),
        json!({ "update_id": 1, "message": { "of": "tomorrow" } }),
        json!({ "update_id": u64::MAX >> 1, "callback_query": [] }),
    ] {
        assert_eq!(hook.status(&update).await, 200, "{update}");
    }
    for _ in 0..2 {
        telegram.next_message(anna).await.expect("a board comes");
    }
    assert_at_work(&telegram).await;
    assert_eq!(bot.stop().code, Some(0));
    assert_eq!(telegram.look(|snapshot| boards(snapshot, anna).len()), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_sender_is_cut_off_and_a_crowd_of_them_does_not_keep_telegram_out() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let bot = hook.bot(&telegram, folder.path());
    let body = hook.head("content-length: 100") + "{\"update_id\"";
    let (head, silent) = (&body[..40], "");
    let (body, head, silent) = tokio::join!(
        hook.raw(body.as_bytes()),
        hook.raw(head.as_bytes()),
        hook.raw(silent.as_bytes())
    );
    assert!(body.starts_with("HTTP/1.1 408 "), "{body}");
    assert_eq!((head.as_str(), silent.as_str()), ("", ""));
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut stream = TcpStream::connect(("127.0.0.1", hook.port)).await.expect("it listens");
        stream.write_all(b"POST /updates HTTP/1.1\r\nx: ").await.expect("it takes some bytes");
        crowd.push(stream);
    }
    assert_at_work(&telegram).await;
    drop(crowd);
    let Ended { err, code, .. } = bot.stop();
    assert_eq!((code, rejected(&err)), (Some(0), 1), "{err}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_bad_requests_are_few_lines_and_each_is_counted() {
    const REQUESTS: usize = 10_000;
    const AT_ONCE: usize = 50;
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let bot = hook.bot(&telegram, folder.path());
    for _ in 0..REQUESTS / AT_ONCE {
        let requests = (0..AT_ONCE).map(|number| match number % 3 {
            0 => hook.client.post(hook.url()).body("{\"update_id\":1}"),
            1 => hook.post(&json!([])),
            _ => hook.client.get(format!("{}/.env", hook.url())),
        });
        for response in futures::future::join_all(requests.map(send)).await {
            assert!(response.status().is_client_error());
            // The connection is reused once everything is read.
            response.bytes().await.expect("an empty body");
        }
    }
    assert_at_work(&telegram).await;
    let Ended { err, code, .. } = bot.stop();
    assert_eq!((code, rejected(&err)), (Some(0), REQUESTS));
    assert!(err.lines().count() < 12, "{err}");
}

/// The calls of a method so far, by their parameters.
fn calls(telegram: &Playground, method: &str) -> Vec<Value> {
    let calls = telegram.calls().into_iter().filter(|call| call.method == method);
    calls.map(|call| call.params).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_sets_the_webhook_a_stop_leaves_it_and_what_comes_between_waits() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    telegram.fault(Fault::too_many_requests(1).on("setWebhook"));
    telegram.fault(Fault::error(502, "Bad Gateway").on("setWebhook"));
    let bot = hook.bot(&telegram, folder.path());
    let set = calls(&telegram, "setWebhook");
    assert_eq!(set.len(), 3, "{set:?}");
    for params in &set {
        assert_eq!(params["url"], json!(hook.url()));
        assert_eq!(params["secret_token"], json!(SECRET));
        assert_eq!(
            params["allowed_updates"],
            json!(["message", "callback_query", "inline_query", "my_chat_member", "chat_member"])
        );
        assert_eq!(params.get("drop_pending_updates"), None);
    }
    assert_eq!(bot.stop().code, Some(0));
    let anna = telegram.add_user("Anna", Some("en"));
    telegram.send_text(anna, anna, "/new").expect("she can write");
    let bot = hook.bot(&telegram, folder.path());
    telegram.next_message(anna).await.expect("it is delivered to the next start");
    assert_eq!(bot.stop().code, Some(0));
    assert_eq!(calls(&telegram, "setWebhook").len(), 4);
    for method in ["deleteWebhook", "getUpdates"] {
        assert_eq!(calls(&telegram, method), Vec::<Value>::new());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_shows_sets_and_removes_the_webhook_and_says_no_secret() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let bare = |command: &str| {
        Launch::of(&["webhook", command], folder.path())
            .with("TELOXIDE_TOKEN", telegram.token())
            .with("TELOXIDE_API_URL", &telegram.api_url())
    };
    let run = |command: &str| hook.settings(bare(command)).run();
    let said = |ended: Ended| {
        assert_eq!((ended.err.as_str(), ended.code), ("", Some(0)));
        assert!(!ended.out.contains(SECRET) && !ended.out.contains(telegram.token()));
        ended.out
    };
    assert!(said(run("status")).starts_with("URL: none (not what ZEROSUM_WEBHOOK_URL says)\n"));
    assert_eq!(said(run("set")), "The webhook is set.\n");
    let anna = telegram.add_user("Anna", Some("en"));
    telegram.send_text(anna, anna, "/new").expect("she can write");
    // No server listens there.
    let failed = |snapshot: &zerosum_playground::views::Snapshot<'_>| {
        (snapshot.pending_updates() == 1).then_some(())
    };
    telegram.until(failed).await.expect("it waits");
    let mut status = said(run("status"));
    while status.contains("Last error: none") {
        status = said(run("status"));
    }
    let url = format!("URL: {} (as in ZEROSUM_WEBHOOK_URL)\nUpdates that wait: 1\n", hook.url());
    assert!(status.starts_with(&url), "{status}");
    assert!(status.contains(" ago: Connection failed"), "{status}");
    assert!(status.contains("Connections at once: 100\n"), "{status}");
    assert!(
        status.ends_with(
            "Kinds of updates: message, callback_query, inline_query, my_chat_member, chat_member\n"
        ),
        "{status}"
    );
    assert!(said(bare("status").run()).contains("(ZEROSUM_WEBHOOK_URL is not set)"));
    assert_eq!(said(run("remove")), "The webhook is removed.\n");
    assert!(said(run("status")).starts_with("URL: none"));
    assert_eq!(telegram.look(|snapshot| snapshot.pending_updates()), 1, "it goes on waiting");

    let failed = |ended: Ended, words: &str| {
        assert_eq!((ended.out.as_str(), ended.code), ("", Some(1)), "{}", ended.err);
        assert!(ended.err.starts_with("zerosum: ") && ended.err.contains(words), "{}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    };
    let Ended { err, code, .. } = bare("set").run();
    assert!(err.ends_with("\n  - ZEROSUM_WEBHOOK_URL is not set\n"), "{err}");
    assert_eq!(code, Some(2), "the settings are wrong");
    let wrong = bare("status").with("TELOXIDE_TOKEN", "4242:wrong_Secret").run();
    failed(wrong, "Telegram does not accept the token");
    telegram.fault(Fault::too_many_requests(1).on("setWebhook"));
    failed(run("set"), "429");
    assert_eq!(Launch::of(&["webhook"], folder.path()).run().code, Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_taken_address_is_named_and_nothing_is_started() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let taken = std::net::TcpListener::bind(("127.0.0.1", hook.port)).expect("it was free");
    let ended = hook.settings(Launch::bot(&telegram, folder.path())).run();
    drop(taken);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("(ZEROSUM_LISTEN)"), "{}", ended.err);
    assert_eq!(telegram.calls().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_polls_takes_over_from_a_webhook_and_the_other_way_round() {
    let (telegram, folder, hook) = (telegram().await, folder(), Hook::new());
    let bot = hook.bot(&telegram, folder.path());
    assert_at_work(&telegram).await;
    assert_eq!(bot.stop().code, Some(0));
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("a webhook is set; it is removed");
    assert_at_work(&telegram).await;
    assert_eq!(bot.stop().code, Some(0));
    let bot = hook.bot(&telegram, folder.path());
    assert_at_work(&telegram).await;
    let began = std::time::Instant::now();
    assert_eq!(bot.stop().code, Some(0));
    assert!(began.elapsed() < Duration::from_secs(8));
}
