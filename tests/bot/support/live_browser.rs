//! A browser at the page that shows games of the chat.

use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use zerosum_playground::views::MessageView;

use crate::support::event_stream::{Stream, login_code};
use crate::support::harness::Table;
use crate::support::patience::until;

/// A browser at the page of a bot.
pub(crate) struct Browser {
    client: Client,
    base: String,
    pub(crate) token: Option<String>,
}

impl Browser {
    /// Starts the bot of a table with a page, and opens that.
    pub(crate) async fn at(table: &mut Table) -> Browser {
        table.page = Some(([127, 0, 0, 1], 0).into());
        table.start_bot();
        let browser = Browser::beside(table);
        browser.wait_for_bot().await;
        browser
    }

    /// Begins a game of Anna's in the chat of a table without a bot, and enters the page as her. Returns the board and
    /// the link of the game, too.
    pub(crate) async fn with_game(table: &mut Table) -> (Browser, MessageView, String) {
        let mut page = Browser::at(table).await;
        let board = table.new_game(table.anna).await;
        page.enter_by_link(table, table.anna).await;
        let link = page.only_game().await;
        (page, board, link)
    }

    /// Another browser at the same page.
    pub(crate) fn beside(table: &Table) -> Browser {
        let address = table.page.expect("the bot has a page");
        Browser { client: Client::new(), base: format!("http://{address}"), token: None }
    }

    /// Waits until the games of the chat are there.
    pub(crate) async fn wait_for_bot(&self) {
        until(async || match self.call(Method::GET, "/p/v1/games", None).await {
            (503, answer) => Err(answer),
            (_, answer) => Ok(answer),
        })
        .await;
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Response {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        request.send().await.expect("it answers")
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let answer = self.send(method, path, body).await;
        (answer.status().as_u16(), answer.json().await.expect("the answer is JSON"))
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.call(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.call(Method::GET, path, None).await
    }

    pub(crate) async fn enter(&mut self, shown: Value) -> (u16, Value) {
        let mut body = shown;
        body["v"] = json!(1);
        let (status, answer) = self.post("/p/v1/enter", &body).await;
        self.token = answer["token"].as_str().map(str::to_owned).or(self.token.take());
        (status, answer)
    }

    /// Enters by the link that the chat gives to a person.
    pub(crate) async fn enter_by_link(&mut self, table: &Table, user: i64) {
        let way = table.ask(user, user, "/web").await;
        let code = login_code(&way);
        assert_eq!(self.enter(json!({"login": code})).await.0, 200);
    }

    /// The link of the only open game.
    pub(crate) async fn only_game(&self) -> String {
        let (status, games) = self.get("/p/v1/games?lang=en").await;
        assert_eq!((status, games["games"].as_array().map(Vec::len)), (200, Some(1)), "{games}");
        games["games"][0]["link"].as_str().expect("a link").to_owned()
    }

    pub(crate) async fn game(&self, link: &str) -> Value {
        let (status, game) = self.get(&format!("/p/v1/game/{link}?lang=en")).await;
        assert_eq!(status, 200, "{game}");
        game
    }

    pub(crate) async fn act(&self, link: &str, body: Value) -> (u16, Value) {
        let mut body = body;
        body["v"] = json!(1);
        self.post(&format!("/p/v1/game/{link}/act?lang=en"), &body).await
    }

    pub(crate) async fn move_at(&self, link: &str, game: &Value, cell: u16) -> (u16, Value) {
        self.act(link, json!({"seen": game["rev"], "at": cell})).await
    }

    /// Obeys the control whose label contains this text.
    pub(crate) async fn press(&self, link: &str, game: &Value, label: &str) -> (u16, Value) {
        let controls = game["controls"].as_array().expect("controls");
        let has_label =
            |control: &&Value| control["label"].as_str().is_some_and(|it| it.contains(label));
        let control = controls.iter().find(has_label);
        let control = control.unwrap_or_else(|| panic!("no {label} in {controls:?}"));
        self.act(link, json!({"tap": control["tap"]})).await
    }

    pub(crate) async fn stream(&self, link: &str) -> Stream {
        let answer =
            self.send(Method::GET, &format!("/p/v1/game/{link}/stream?lang=en"), None).await;
        assert_eq!(answer.status().as_u16(), 200);
        Stream::of(answer)
    }
}
