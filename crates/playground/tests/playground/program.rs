//! The playground as a program: a bot author starts it, points a bot at it and ends it.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use crate::support::Bot;

const PROGRAM: &str = env!("CARGO_BIN_EXE_bot-api-playground");

/// The program ends within this time of a signal.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

/// The running program; it is killed if a test fails before it ends.
struct Program {
    child: Child,
    page_url: String,
    api_url: String,
    token: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        // An error means that it has ended, which is as good.
        let _ = self.child.kill();
    }
}

impl Program {
    /// Starts it on a free port and reads what it says.
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("the output is a pipe");
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let said: Vec<String> = lines.take_while(|line| !line.starts_with("Ctrl+C")).collect();
        let after = |start: &str| {
            let rest = said.iter().find_map(|line| line.trim_start().strip_prefix(start));
            rest.unwrap_or_else(|| panic!("{start} in {said:?}")).trim().to_owned()
        };
        let page_url = after("Open ").split(' ').next().unwrap_or_default().to_owned();
        Self { child, page_url, api_url: after("Bot API base URL"), token: after("token") }
    }

    fn bot(&self) -> Bot {
        let base = format!("{}/bot{}", self.api_url, self.token);
        Bot { client: Client::new(), base }
    }

    /// Sends a signal and waits for the end; returns the exit code.
    fn end_by(&mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("kill runs");
        assert!(sent.success(), "{signal} is sent");
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the program is there") {
                return status.code();
            }
            assert!(Instant::now() < deadline, "{signal} ends the program");
            thread::sleep(PAUSE);
        }
    }
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program runs")
}

fn error_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test]
async fn a_bot_is_pointed_at_the_program_and_chats_with_people_of_its_page() {
    let arguments = ["--username", "weather_bot", "--person", "Ida:de", "--group", "Hikers"];
    let mut program = Program::start(&arguments);
    let bot = program.bot();
    assert_eq!(bot.ok("getMe", json!({})).await["username"], "weather_bot");
    let page = format!("{}page", program.page_url);
    let state: Value =
        reqwest::get(format!("{page}/state")).await.expect("answered").json().await.expect("JSON");
    let ida = json!({ "id": 1001, "first_name": "Ida", "language_code": "de" });
    assert_eq!(state["users"], json!([ida]));
    assert_eq!(state["chats"][1]["title"], "Hikers");

    let text = json!({ "user_id": 1001, "chat_id": 1001, "text": "rain?" });
    bot.client.post(format!("{page}/send")).json(&text).send().await.expect("answered");
    let updates = bot.ok("getUpdates", json!({ "timeout": 5 })).await;
    assert_eq!(updates[0]["message"]["text"], "rain?");
    let sent = bot.ok("sendMessage", json!({ "chat_id": 1001, "text": "no" })).await;
    assert_eq!(sent["text"], "no");
    assert_eq!(program.end_by("-TERM"), Some(0));
}

#[tokio::test]
async fn the_token_is_the_one_given_or_else_another_one_each_time() {
    let mut given = Program::start(&["--token", "7:mine", "--no-privacy"]);
    let me = given.bot().ok("getMe", json!({})).await;
    assert_eq!((&me["id"], &me["can_read_all_group_messages"]), (&json!(7), &json!(true)));
    assert!(given.bot().base.ends_with("/bot7:mine"));
    assert_eq!(given.end_by("-INT"), Some(0));
    let tokens = [Program::start(&[]), Program::start(&[])].map(|program| program.token.clone());
    assert_ne!(tokens[0], tokens[1]);
}

#[test]
fn all_faults_of_the_arguments_are_told_at_once() {
    let output = run(&[
        "--listen",
        "0.0.0.0:80",
        "--token",
        "secret",
        "--username",
        "nobody",
        "--name",
        " ",
        "--person",
        ":en",
        "--person",
        "Anna:English",
        "--group",
        "",
        "--main-app",
        "http://app.example/",
    ]);
    let error = error_of(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    for fault in [
        "--listen \"0.0.0.0:80\"",
        "--token \"secret\"",
        "--username \"nobody\"",
        "--name \" \"",
        "--person \":en\"",
        "--person \"Anna:English\"",
        "--group \"\"",
        "--main-app \"http://app.example/\"",
    ] {
        assert!(error.contains(fault), "{fault} in {error}");
    }
    assert_eq!(run(&["--unknown"]).status.code(), Some(2));
}

#[test]
fn an_address_in_use_is_told_plainly() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = taken.local_addr().expect("it has an address").to_string();
    let output = run(&["--listen", &address]);
    let error = error_of(&output);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with(&format!("error: the address {address} is in use")), "{error}");
}
