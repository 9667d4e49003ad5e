//! A bot reduced to its client: it calls methods and looks at the answers.

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::settings::{Cast, Settings};

pub(crate) struct Bot {
    pub client: Client,
    pub base: String,
}

/// A playground without people, and a bot that knows its token.
pub(crate) async fn start() -> (Playground, Bot) {
    start_with(Settings { cast: Cast::Empty, ..Settings::default() }).await
}

pub(crate) async fn start_with(settings: Settings) -> (Playground, Bot) {
    let playground = Playground::start(settings).await.expect("a loopback address is free");
    let base = format!("{}/bot{}", playground.api_url(), playground.token());
    (playground, Bot { client: Client::new(), base })
}

impl Bot {
    /// A person who has written to the bot, with nothing left to poll.
    pub(crate) async fn acquaint(&self, playground: &Playground) -> i64 {
        let person = playground.add_user("Anna", Some("en"));
        playground.send_text(person, person, "/start").expect("the person is there");
        self.confirm(playground).await;
        person
    }

    pub(crate) async fn confirm(&self, playground: &Playground) {
        self.ok("getUpdates", json!({ "offset": playground.last_update_id() + 1 })).await;
    }

    pub(crate) async fn send(&self, method: &str, params: &Value) -> reqwest::Result<Response> {
        self.client.post(format!("{}/{method}", self.base)).json(params).send().await
    }

    /// Calls a method; returns the status and the body.
    pub(crate) async fn call(&self, method: &str, params: Value) -> (u16, Value) {
        let response = self.send(method, &params).await.expect("the playground answers");
        answer(response).await
    }

    /// Calls a method that must work; returns its result.
    pub(crate) async fn ok(&self, method: &str, params: Value) -> Value {
        let (status, mut body) = self.call(method, params.clone()).await;
        assert_eq!(status, StatusCode::OK, "{method} {params}: {body}");
        assert_eq!(body["ok"], true);
        body["result"].take()
    }

    /// Calls a method that must be refused in these words.
    pub(crate) async fn refuses(&self, method: &str, params: Value, code: u16, description: &str) {
        let (status, body) = self.call(method, params.clone()).await;
        let expected = json!({ "ok": false, "error_code": code, "description": description });
        assert_eq!((status, &body), (code, &expected), "{method} {params}");
    }
}

/// The status and the JSON body of an answer.
pub(crate) async fn answer(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    (status, response.json().await.expect("answers are JSON"))
}

/// An inline keyboard whose buttons send their texts.
pub(crate) fn keyboard(rows: &[&[&str]]) -> Value {
    let button = |text: &&str| json!({ "text": text, "callback_data": text });
    let rows: Vec<Vec<Value>> = rows.iter().map(|row| row.iter().map(button).collect()).collect();
    json!({ "inline_keyboard": rows })
}
