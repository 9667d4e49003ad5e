//! A load balancer between Telegram and several replicas, which delivers every update to any of them.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use fastrand::Rng;
use reqwest::Client;
use tokio::net::TcpListener;

use crate::child::{Launch, free_port};

const PATH: &str = "/updates";

/// HTTP balancer that forwards each delivery to one of its replicas.
pub(crate) struct Balancer {
    url: String,
    ports: Vec<u16>,
    choice: Arc<Mutex<Choice>>,
}

struct Choice {
    random: Rng,
    /// The only replica that gets updates, if set.
    only: Option<usize>,
}

#[derive(Clone)]
struct Way {
    client: Client,
    ports: Vec<u16>,
    choice: Arc<Mutex<Choice>>,
}

impl Balancer {
    /// Creates a balancer before this number of replicas, none of which runs yet.
    pub(crate) async fn before(replicas: usize, random: Rng) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let ports: Vec<u16> = (0..replicas).map(|_| free_port()).collect();
        let choice = Arc::new(Mutex::new(Choice { random, only: None }));
        let client = Client::builder().no_proxy().build().expect("a client");
        let way = Way { client, ports: ports.clone(), choice: Arc::clone(&choice) };
        let router = Router::new().route(PATH, post(forward)).with_state(way);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Balancer { url: format!("http://{address}{PATH}"), ports, choice }
    }

    /// The program with the settings of this replica.
    pub(crate) fn settings(&self, replica: usize, launch: Launch) -> Launch {
        launch
            .with("ZEROSUM_WEBHOOK_URL", &self.url)
            .with("ZEROSUM_LISTEN", &format!("127.0.0.1:{}", self.ports[replica]))
    }

    /// Sends all updates to this replica from now on.
    pub(crate) fn send_all_to(&self, replica: usize) {
        self.choice.lock().expect("no holder panics").only = Some(replica);
    }
}

impl Way {
    /// Ports of the replicas in the order in which they are tried.
    fn order(&self) -> Vec<u16> {
        let mut choice = self.choice.lock().expect("no holder panics");
        let mut ports = match choice.only {
            Some(only) => vec![self.ports[only]],
            None => self.ports.clone(),
        };
        choice.random.shuffle(&mut ports);
        ports
    }
}

/// Tries the replicas one after another until one can be reached. If a later step fails, Telegram has to
/// retry, because the replica may have handled the update.
async fn forward(State(way): State<Way>, headers: HeaderMap, body: Bytes) -> Response {
    for port in way.order() {
        let url = format!("http://127.0.0.1:{port}{PATH}");
        let request = way.client.post(url).headers(headers.clone()).body(body.clone());
        match request.send().await {
            Ok(answer) => return passed_on(answer).await,
            Err(error) if error.is_connect() => {}
            Err(_) => return StatusCode::BAD_GATEWAY.into_response(),
        }
    }
    StatusCode::SERVICE_UNAVAILABLE.into_response()
}

/// The replica's answer with its body, which may contain a call.
async fn passed_on(answer: reqwest::Response) -> Response {
    let status = StatusCode::from_u16(answer.status().as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    match answer.bytes().await {
        Ok(body) => (status, [(CONTENT_TYPE, "application/json")], body).into_response(),
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}
