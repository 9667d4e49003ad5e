//! A strict stand-in for Telegram on this machine: the Bot API over real HTTP, a chat page for people, and a handle
//! for tests.
//!
//! It knows nothing of the bot that talks to it and never reaches the network: it listens on a loopback address, and
//! delivers webhooks only to one. What the real server refuses it refuses, in the same words, so that a bot which
//! works here works there.
//!
//! ```
//! use zerosum_playground::Playground;
//! use zerosum_playground::settings::Settings;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let playground = Playground::start(Settings::default()).await?;
//! let anna = playground.add_user("Anna", Some("en"));
//! playground.send_text(anna, anna, "/start")?;
//!
//! // The bot's side is HTTP, in any language.
//! let method = format!("{}/bot{}/sendMessage", playground.api_url(), playground.token());
//! let answer = reqwest::get(format!("{method}?chat_id={anna}&text=hello")).await?;
//! assert!(answer.status().is_success());
//!
//! assert_eq!(playground.next_message(anna).await?.text, "hello");
//! playground.stop().await;
//! # Ok(())
//! # }
//! ```
//!
//! The modules in reading order: the settings; the state of the server, which is plain data, and its parts; what people
//! do to it; the lock and the signals around it; what talks HTTP; and the handle, which acts and observes.

pub mod settings;

mod state;
pub mod text;
pub mod rate_limits;
pub mod fault;
pub mod calls;

pub mod actions;

mod shared;
pub mod visible;

mod guard;
pub mod api;
mod webhook;
mod site;

mod act;
pub mod observe;
pub mod views;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::settings::Settings;
use crate::shared::Shared;

/// Open calls get this long to end once the playground stops.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// A running playground. Clones are handles of the same one; it stops when the last of them is dropped.
#[derive(Clone)]
pub struct Playground {
    running: Arc<Running>,
}

/// Reason why a playground does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the playground listens on loopback addresses only, and {0} is none")]
    NotLoopback(SocketAddr),
    #[error("the token must look like 42:SECRET")]
    Token,
    #[error(
        "a Mini App has an https address, or an http address of this machine such as http://127.0.0.1/"
    )]
    MainWebApp,
    #[error("cannot listen on {address}")]
    Listen { address: SocketAddr, source: io::Error },
}

struct Running {
    shared: Arc<Shared>,
    address: SocketAddr,
    ended: watch::Receiver<bool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

impl Playground {
    /// Starts to serve in the background of the current runtime.
    pub async fn start(settings: Settings) -> Result<Self, StartError> {
        let address = settings.listen;
        if !address.ip().is_loopback() {
            return Err(StartError::NotLoopback(address));
        }
        if !settings::is_token(&settings.token) {
            return Err(StartError::Token);
        }
        if settings.main_web_app.as_ref().is_some_and(|url| !settings::is_web_app(url)) {
            return Err(StartError::MainWebApp);
        }
        let cannot_listen = |source| StartError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let shared = Arc::new(Shared::new(settings));
        let (end, ended) = watch::channel(false);
        tokio::spawn(serve(listener, shared.clone(), end));
        Ok(Self { running: Arc::new(Running { shared, address, ended }) })
    }

    /// Stops serving. Waiting polls, event streams and hanging calls end at once; returns when the last call has
    /// ended.
    pub async fn stop(&self) {
        self.running.shared.stop();
        let mut ended = self.running.ended.clone();
        // An error means that the serving task is gone, which is as good.
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// The address for the bot's client, without the token.
    pub fn api_url(&self) -> String {
        format!("http://{}", self.running.address)
    }

    /// The address of the chat page.
    pub fn page_url(&self) -> String {
        format!("http://{}/", self.running.address)
    }

    pub fn token(&self) -> &str {
        &self.shared().settings.token
    }

    fn shared(&self) -> &Shared {
        &self.running.shared
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>, end: watch::Sender<bool>) {
    let router: Router = site::router()
        .merge(api::router())
        // The Bot API has a limit and a refusal of its own.
        .layer(DefaultBodyLimit::disable())
        .with_state(shared.clone());
    // Answers are small and awaited one by one; without this each could be held back for the next.
    let listener = listener.tap_io(|connection| {
        if let Err(error) = connection.set_nodelay(true) {
            log::debug!("playground: cannot set nodelay: {error}");
        }
    });
    let stopping = shared.clone();
    let server = axum::serve(listener, router)
        .with_graceful_shutdown(async move { stopping.stopped().await });
    let grace_is_over = async {
        shared.stopped().await;
        tokio::time::sleep(STOP_GRACE).await;
    };
    tokio::select! {
        result = server => if let Err(error) = result {
            log::error!("playground: {error}");
        },
        () = shared.expire_callbacks_forever() => {}
        () = grace_is_over => {}
    }
    end.send_replace(true);
}
