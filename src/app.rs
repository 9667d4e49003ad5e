//! Puts the parts together, runs until told to stop, and leaves in order.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use teloxide::Bot;
use tokio::net::TcpListener;

use crate::config::{Config, PlaygroundListen, Token};
use crate::engine::Engine;
use crate::playground::settings::Settings;
use crate::playground::{Playground, StartError};
use crate::referee::Referee;
use crate::store::{self, Store};
use crate::telegram::desk::Desk;
use crate::telegram::polling::POLL_TIMEOUT;
use crate::telegram::{self, profile, sweep};
use crate::web;
use crate::web::pulse::Pulse;

/// Idle connections to Telegram that are kept for the next calls.
const IDLE_CONNECTIONS_MAX: usize = 64;

/// The bot as a host runs it.
pub async fn run_bot(
    config: &Config,
    token: &Token,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let admin = match config.admin_listen {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let store = open_store(config.database_url_or_default()).await?;
    let bot = client(config, token)?;
    serve(bot, store, admin, stop).await
}

/// The bot, a stand-in for Telegram and a page to chat with it, all on this machine.
pub async fn run_playground(config: &Config, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    let playground = start_playground(config.playground_listen).await?;
    let token = Token::parse(playground.token()).context("the playground has no token")?;
    // The chats live as long as the playground, and so do their games unless somebody asks.
    let folder = tempfile::tempdir().context("no folder for the games can be made")?;
    let database_url = match &config.database_url {
        Some(url) => url.clone(),
        None => format!("sqlite://{}", folder.path().join("playground.db").display()),
    };
    let store = open_store(&database_url).await?;
    let api_url = playground.api_url().parse().context("the playground has no address")?;
    let bot = client(&Config { api_url: Some(api_url), proxy: None, ..config.clone() }, &token)?;
    println!("zerosum's playground is ready: open {} in a browser.", playground.page_url());
    println!("It needs no network and no token. Ctrl+C ends it.");
    let served = serve(bot, store, None, stop).await;
    playground.stop().await;
    served
}

/// Runs the bot on a store until told to stop; then finishes what is in flight and closes the
/// store.
pub async fn serve(
    bot: Bot,
    store: Arc<dyn Store>,
    admin: Option<TcpListener>,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let pulse = Arc::new(Pulse::new());
    let health = admin.map(|listener| tokio::spawn(web::serve(listener, Arc::clone(&pulse))));
    let ended = work(bot, Arc::clone(&store), pulse, stop).await;
    if let Some(health) = health {
        health.abort();
    }
    store.close().await;
    log::info!("all accepted moves are kept; good-bye");
    ended
}

async fn work(
    bot: Bot,
    store: Arc<dyn Store>,
    pulse: Arc<Pulse>,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let mut stop = std::pin::pin!(stop);
    let username = tokio::select! {
        username = telegram::introduce(&bot, &pulse) => username?,
        () = &mut stop => return Ok(()),
    };
    log::info!("@{username} is at work");
    let referee = Arc::new(Referee::new(store, Engine::new()));
    let desk = Arc::new(Desk::new(bot, username, referee));
    let publishing = tokio::spawn({
        let desk = Arc::clone(&desk);
        async move { profile::publish(&desk).await }
    });
    let sweeping = tokio::spawn(sweep::run(Arc::clone(&desk)));
    let ended = telegram::run(desk, pulse, stop).await;
    publishing.abort();
    sweeping.abort();
    Ok(ended?)
}

async fn start_playground(listen: PlaygroundListen) -> Result<Playground, StartError> {
    let at = |listen| Playground::start(Settings { listen, ..Settings::default() });
    match listen {
        PlaygroundListen::Exactly(address) => at(address).await,
        PlaygroundListen::Preferably(address) => match at(address).await {
            Err(StartError::Listen { .. }) => at(SocketAddr::new(address.ip(), 0)).await,
            started => started,
        },
    }
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address} (ZEROSUM_ADMIN_LISTEN)"))
}

async fn open_store(database_url: &str) -> anyhow::Result<Arc<dyn Store>> {
    store::open(database_url).await.context("the database (DATABASE_URL) cannot be used")
}

/// The real client, with time-outs that outlast our own.
fn client(config: &Config, token: &Token) -> anyhow::Result<Bot> {
    let mut builder = teloxide::net::default_reqwest_settings()
        .timeout(POLL_TIMEOUT * 2)
        .pool_max_idle_per_host(IDLE_CONNECTIONS_MAX)
        // The only proxy is the one that the settings name; a playground is always near.
        .no_proxy();
    if let Some(proxy) = &config.proxy {
        // The error would show the URL and with it a password.
        let proxy = reqwest::Proxy::all(proxy.as_str())
            .map_err(|_| anyhow::anyhow!("TELOXIDE_PROXY cannot be used"))?;
        builder = builder.proxy(proxy);
    }
    let client = builder.build().context("the HTTP client cannot be made")?;
    let bot = Bot::with_client(token.reveal(), client);
    Ok(match &config.api_url {
        Some(url) => bot.set_api_url(url.clone()),
        None => bot,
    })
}
