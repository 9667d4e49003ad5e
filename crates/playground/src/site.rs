//! The chat page and its JSON: the view and the actions of people in a browser.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::actions::ActionError;
use crate::guard::{self, TurnedAway};
use crate::settings::InlineMode;
use crate::shared::{PageEvent, Shared};
use crate::state::ServerState;
use crate::state::message::Message;
use crate::state::picture::Picture;
use crate::state::web_app::{self, Opener};

/// The page gets at most this many of the newest messages of each chat.
const STATE_MESSAGES_PER_CHAT: usize = 200;
/// The page gets at most this many of the newest calls.
const STATE_CALLS: usize = 200;
/// Content security policy of the page. Frames show Mini Apps, which may be elsewhere; all else is its own.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; frame-src 'self' http://127.0.0.1:* https:; \
                      frame-ancestors 'none'";

/// Path of the page as one of several panes in a window of its own, which no other site can frame.
const PANE_PATH: &str = "/pane";
const PANE_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; \
                           frame-src 'self' http://127.0.0.1:* https:; frame-ancestors 'self'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page: path, content type, content.
const ASSETS: [(&str, &str, &str); 23] = [
    ("/", HTML, include_str!("page/index.html")),
    (PANE_PATH, HTML, include_str!("page/index.html")),
    ("/beside", HTML, include_str!("page/beside.html")),
    ("/beside.js", SCRIPT, include_str!("page/beside.js")),
    ("/calls.js", SCRIPT, include_str!("page/calls.js")),
    ("/chooser.js", SCRIPT, include_str!("page/chooser.js")),
    ("/menu.js", SCRIPT, include_str!("page/menu.js")),
    ("/pane.js", SCRIPT, include_str!("page/pane.js")),
    ("/seen.js", SCRIPT, include_str!("page/seen.js")),
    ("/toasts.js", SCRIPT, include_str!("page/toasts.js")),
    ("/topics.js", SCRIPT, include_str!("page/topics.js")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/chat.css", CSS, include_str!("page/chat.css")),
    ("/webapp.css", CSS, include_str!("page/webapp.css")),
    ("/webapp.js", SCRIPT, include_str!("page/webapp.js")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/chat.js", SCRIPT, include_str!("page/chat.js")),
    ("/composer.js", SCRIPT, include_str!("page/composer.js")),
    ("/answering.js", SCRIPT, include_str!("page/answering.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/keyboard.js", SCRIPT, include_str!("page/keyboard.js")),
    ("/store.js", SCRIPT, include_str!("page/store.js")),
    ("/words.js", SCRIPT, include_str!("page/words.js")),
];

pub(crate) fn router() -> Router<Arc<Shared>> {
    let mut router = Router::new();
    for (path, content_type, content) in ASSETS {
        let asset = get(move || async move { ([(CONTENT_TYPE, content_type)], content) });
        router = router.route(path, asset);
    }
    router
        .route("/page/state", get(state))
        .route("/page/events", get(events))
        .route("/page/send", post(send))
        .route("/page/press", post(press))
        .route("/page/launch", post(launch))
        .route("/page/inline", post(inline))
        .route("/page/choose", post(choose))
        .route("/page/block", post(block))
        .route("/page/membership", post(membership))
        .route("/page/presence", post(presence))
        .route("/page/administration", post(administration))
        .route("/page/topic", post(topic))
        .route("/page/files/{id}", get(file))
        .layer(from_fn(guarded))
}

/// Lets in only requests that pass the guard, and forbids the browser to cache or embed anything.
async fn guarded(request: Request, next: Next) -> Response {
    if let Err(TurnedAway(reason)) = guard::check(&request) {
        return refusal(StatusCode::FORBIDDEN, reason);
    }
    let policy = if request.uri().path() == PANE_PATH { PANE_POLICY } else { POLICY };
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn state(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(shared.read(state_json))
}

fn state_json(state: &ServerState) -> Value {
    let mut chats: Vec<_> = state.chats.values().collect();
    // Private chats first, in the order of their people; then groups in the order of their making.
    chats.sort_by_key(|chat| (!chat.is_private(), chat.id.abs()));
    let newest = |messages: &std::collections::BTreeMap<i32, Message>| {
        let skipped = messages.len().saturating_sub(STATE_MESSAGES_PER_CHAT);
        messages.values().skip(skipped).map(Message::page_json).collect::<Vec<_>>()
    };
    let messages: Vec<Value> = chats.iter().flat_map(|chat| newest(&chat.messages)).collect();
    let mut calls: Vec<Value> =
        state.calls.newest(STATE_CALLS).map(|call| call.page_json()).collect();
    calls.reverse();
    json!({
        "session": state.session,
        "bot": {
            "id": state.bot.id,
            "first_name": state.bot.first_name,
            "username": state.bot.username,
            "inline": state.settings.inline_mode != InlineMode::Off,
        },
        "users": state.users.values().collect::<Vec<_>>(),
        "chats": chats.iter().map(|chat| chat.page_json()).collect::<Vec<_>>(),
        "messages": messages,
        "profile": state.profile.page_json(),
        "calls": calls,
    })
}

/// Streams events until the page leaves, falls too far behind or the playground stops.
async fn events(
    State(shared): State<Arc<Shared>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receiver = shared.page_events();
    let events = stream::unfold((shared, receiver), |(shared, mut receiver)| async move {
        let event = next_event(&shared, &mut receiver).await?;
        let event = Event::default().event(event.kind).data(&event.data);
        Some((Ok(event), (shared, receiver)))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

async fn next_event(
    shared: &Shared,
    receiver: &mut broadcast::Receiver<PageEvent>,
) -> Option<PageEvent> {
    tokio::select! {
        () = shared.stopped() => None,
        event = receiver.recv() => event.ok(),
    }
}

/// A refusal the page shows.
struct Refusal(StatusCode, String);

impl From<ActionError> for Refusal {
    fn from(error: ActionError) -> Self {
        Self(StatusCode::BAD_REQUEST, error.to_string())
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        Self(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        refusal(self.0, &self.1)
    }
}

fn refusal(status: StatusCode, text: &str) -> Response {
    (status, Json(json!({ "error": text }))).into_response()
}

type Body<T> = Result<Json<T>, JsonRejection>;

#[derive(Deserialize)]
struct Send {
    user_id: i64,
    chat_id: i64,
    text: String,
    topic: Option<i32>,
    reply_to: Option<i32>,
}

async fn send(State(shared): State<Arc<Shared>>, body: Body<Send>) -> Result<Json<Value>, Refusal> {
    let Json(Send { user_id, chat_id, text, topic, reply_to }) = body?;
    shared.write(|state| {
        let message_id = state.write(user_id, chat_id, &text, reply_to, topic)?;
        let message = state.message(chat_id, message_id);
        Ok(Json(message.map(Message::page_json).unwrap_or_default()))
    })
}

#[derive(Deserialize)]
struct Press {
    user_id: i64,
    chat_id: i64,
    message_id: i32,
    row: usize,
    column: usize,
}

async fn press(
    State(shared): State<Arc<Shared>>,
    body: Body<Press>,
) -> Result<Json<Value>, Refusal> {
    let Json(press) = body?;
    let id = shared.write(|state| {
        state.press(press.user_id, press.chat_id, press.message_id, press.row, press.column)
    })?;
    Ok(Json(json!({ "callback_id": id.to_string() })))
}

#[derive(Deserialize)]
struct Launch {
    user_id: i64,
    chat_id: i64,
    button: Option<Place>,
    start: Option<String>,
    theme: Option<Value>,
}

#[derive(Deserialize)]
struct Place {
    message_id: i32,
    row: usize,
    column: usize,
}

/// A person opens a Mini App: by a button under a message, by a link to the main one, or by the menu button.
async fn launch(
    State(shared): State<Arc<Shared>>,
    body: Body<Launch>,
) -> Result<Json<Value>, Refusal> {
    let Json(Launch { user_id, chat_id, button, start, theme }) = body?;
    let opener = match (button, &start) {
        (Some(Place { message_id, row, column }), _) => Opener::Button { message_id, row, column },
        (None, Some(start)) => Opener::Link(start),
        (None, None) => Opener::Menu,
    };
    let theme = theme.unwrap_or_else(web_app::default_theme);
    let url = shared.read(|state| state.launch(user_id, chat_id, opener, &theme))?;
    Ok(Json(json!({ "url": url })))
}

#[derive(Deserialize)]
struct Inline {
    user_id: i64,
    chat_id: i64,
    query: String,
}

async fn inline(
    State(shared): State<Arc<Shared>>,
    body: Body<Inline>,
) -> Result<Json<Value>, Refusal> {
    let Json(Inline { user_id, chat_id, query }) = body?;
    let id = shared.write(|state| state.ask_inline(user_id, chat_id, &query, ""))?;
    Ok(Json(json!({ "query_id": id.to_string() })))
}

#[derive(Deserialize)]
struct Choose {
    query_id: String,
    result_id: String,
    topic: Option<i32>,
}

async fn choose(
    State(shared): State<Arc<Shared>>,
    body: Body<Choose>,
) -> Result<Json<Value>, Refusal> {
    let Json(Choose { query_id, result_id, topic }) = body?;
    shared.write(|state| {
        let (chat_id, message_id) = state.choose_inline_result(&query_id, &result_id, topic)?;
        let message = state.message(chat_id, message_id);
        Ok(Json(message.map(Message::page_json).unwrap_or_default()))
    })
}

#[derive(Deserialize)]
struct Block {
    user_id: i64,
    blocked: bool,
}

async fn block(
    State(shared): State<Arc<Shared>>,
    body: Body<Block>,
) -> Result<Json<Value>, Refusal> {
    let Json(Block { user_id, blocked }) = body?;
    shared.write(|state| {
        state.set_blocked(user_id, blocked)?;
        Ok(chat_json(state, user_id))
    })
}

#[derive(Deserialize)]
struct Membership {
    chat_id: i64,
    present: bool,
}

async fn membership(
    State(shared): State<Arc<Shared>>,
    body: Body<Membership>,
) -> Result<Json<Value>, Refusal> {
    let Json(Membership { chat_id, present }) = body?;
    shared.write(|state| {
        state.set_bot_present(chat_id, present)?;
        Ok(chat_json(state, chat_id))
    })
}

#[derive(Deserialize)]
struct Presence {
    user_id: i64,
    chat_id: i64,
    present: bool,
}

/// A person joins a group or leaves it.
async fn presence(
    State(shared): State<Arc<Shared>>,
    body: Body<Presence>,
) -> Result<Json<Value>, Refusal> {
    let Json(Presence { user_id, chat_id, present }) = body?;
    shared.write(|state| {
        if present {
            state.bring(user_id, user_id, chat_id)?;
        } else {
            state.part(user_id, user_id, chat_id)?;
        }
        Ok(chat_json(state, chat_id))
    })
}

#[derive(Deserialize)]
struct Administration {
    chat_id: i64,
    administers: bool,
}

async fn administration(
    State(shared): State<Arc<Shared>>,
    body: Body<Administration>,
) -> Result<Json<Value>, Refusal> {
    let Json(Administration { chat_id, administers }) = body?;
    shared.write(|state| {
        state.promote_bot(chat_id, administers)?;
        Ok(chat_json(state, chat_id))
    })
}

#[derive(Deserialize)]
struct Topic {
    user_id: i64,
    chat_id: i64,
    name: String,
}

async fn topic(
    State(shared): State<Arc<Shared>>,
    body: Body<Topic>,
) -> Result<Json<Value>, Refusal> {
    let Json(Topic { user_id, chat_id, name }) = body?;
    shared.write(|state| {
        let topic = state.create_topic(user_id, chat_id, &name)?;
        Ok(Json(json!({ "topic": topic })))
    })
}

fn chat_json(state: &ServerState, chat_id: i64) -> Json<Value> {
    Json(state.chats.get(&chat_id).map(|chat| chat.page_json()).unwrap_or_default())
}

/// Serves pictures only; nothing the bot uploads can run in the page.
async fn file(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    let content = shared.read(|state| state.files.get(&id));
    let picture = content.as_deref().and_then(Picture::read);
    match (content, picture) {
        (Some(content), Some(picture)) => {
            ([(CONTENT_TYPE, picture.media_type)], content.to_vec()).into_response()
        }
        _ => refusal(StatusCode::NOT_FOUND, "there is no such picture"),
    }
}
