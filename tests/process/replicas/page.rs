//! The page of several replicas on one database: a browser is told by one what happens at the other, and goes on
//! at the other when its own is killed.

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use reqwest::header::HOST;
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};

use crate::child::{Process, free_port};
use crate::event_stream::{Stream, login_code};
use crate::replicas::leases::{Stage, anna_with_board, kill, leave};

/// The public name of the page, behind which a proxy would choose a replica.
const NAME: &str = "play.example.org";

/// A browser that asks a replica of its choice.
struct Browser {
    client: Client,
    ports: [u16; 2],
    token: Option<String>,
}

impl Browser {
    async fn send(
        &self,
        replica: usize,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Response> {
        let url = format!("http://127.0.0.1:{}{path}", self.ports[replica]);
        let mut request = self.client.request(method, url).header(HOST, NAME);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        Ok(request.send().await?)
    }

    async fn call(&self, replica: usize, path: &str, body: Option<&Value>) -> Result<Value> {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let answer = self.send(replica, method, path, body).await?;
        let status = answer.status();
        let answer: Value = answer.json().await?;
        ensure!(status.is_success(), "{path}: {status} {answer}");
        Ok(answer)
    }

    async fn stream(&self, replica: usize, link: &str) -> Result<Stream> {
        let path = format!("/p/v1/game/{link}/stream?lang=en");
        let answer = self.send(replica, Method::GET, &path, None).await?;
        ensure!(answer.status().is_success(), "{}", answer.status());
        Ok(Stream::of(answer))
    }

    /// Plays the first free cell, and returns the state after it.
    async fn play(&self, replica: usize, link: &str, state: &Value) -> Result<Value> {
        let free =
            state["legal"].as_str().and_then(|legal| legal.find('1')).context("it is over")?;
        let body = json!({"v": 1, "seen": state["rev"], "at": free});
        self.call(replica, &format!("/p/v1/game/{link}/act?lang=en"), Some(&body)).await
    }
}

/// Starts both replicas with a page, and waits until they are ready.
fn start_both(stage: &Stage, ports: [u16; 2]) -> [Process; 2] {
    let replicas = [0, 1].map(|replica| {
        stage
            .launch(replica)
            .with("ZEROSUM_PUBLIC_URL", &format!("https://{NAME}"))
            .with("ZEROSUM_PAGE_LISTEN", &format!("127.0.0.1:{}", ports[replica]))
            .start()
    });
    for replica in &replicas {
        replica.until_said("the webhook is set");
    }
    replicas
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_stream_tells_the_moves_of_the_other_replica_and_goes_on_there() -> Result<()> {
    let Some(stage) = Stage::new(&mut Rng::with_seed(8)).await? else { return Ok(()) };
    let ports = [free_port(), free_port()];
    let [first, second] = start_both(&stage, ports);
    stage.balancer.send_all_to(0);
    let (anna, message, id) = anna_with_board(&stage).await?;
    stage.telegram.send_text(anna, anna, "/web")?;
    let code = login_code(&stage.telegram.next_message(anna).await?);
    let mut browser = Browser { client: Client::new(), ports, token: None };
    let entered = browser.call(0, "/p/v1/enter", Some(&json!({"v": 1, "login": code}))).await?;
    browser.token = entered["token"].as_str().map(str::to_owned);
    let games = browser.call(1, "/p/v1/games", None).await?;
    let link = games["games"][0]["link"].as_str().context("a game is open")?;

    let mut stream = browser.stream(0, link).await?;
    let state = stream.until(|_| true).await;
    // On the page of the other replica.
    let moved = browser.play(1, link, &state).await?;
    let state = stream.until(|state| state["rev"] == moved["rev"]).await;
    assert_eq!(state, moved);
    // In the chat, at the other replica.
    stage.balancer.send_all_to(1);
    stage.play_newest(&message, id).await?;
    let newer = stream.until(|state| state["rev"].as_u64() > moved["rev"].as_u64()).await;

    kill(first);
    assert!(stream.next().await.is_none(), "the stream has outlived its replica");
    let mut stream = browser.stream(1, link).await?;
    let state = stream.until(|_| true).await;
    assert_eq!((&state["rev"], state["side"].as_u64()), (&newer["rev"], Some(1)));
    let moved = browser.play(1, link, &state).await?;
    stream.until(|state| state["rev"] == moved["rev"]).await;
    drop(stream);
    leave(second);
    stage.store.close().await;
    stage.schema.drop().await
}
