//! Assembles the bot, runs it until told to stop, and shuts it down in order.

pub mod listeners;

mod page;
mod playground;

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Weak};
use std::time::Duration;

use anyhow::Context;
use teloxide::Bot;
use tokio::net::TcpListener;
use tokio::time::{interval, sleep};
use url::Url;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::Part;
use zerosum_render::locales::Locales;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;
use zerosum_session::game::ballot::VoterKey;
use zerosum_session::game::keyed::PersonKey;
use zerosum_store::host::owner::BotId;
use zerosum_store::open_error::OpenError;
use zerosum_store::{Adopted, Store, StoreError};

use crate::admin::Admin;
use crate::app::listeners::Listeners;
use crate::bot::dispatcher::{self, Delivery};
use crate::bot::game::engine_moves::EngineMoves;
use crate::bot::services::{KeptDays, ServiceConfig, Services};
use crate::capacity::Capacity;
use crate::cli::webhook::WebhookCommand;
use crate::cli::{self, answer};
use crate::config::secret::{Seal, Secret, Token};
use crate::config::{self, Config, ResourceLimits, Webhook};
use crate::engine::Preparation;
use crate::engine::{Engine, EngineMax};
use crate::health::pulse::Pulse;
use crate::health::readiness::Readiness;
use crate::jobs;
use crate::jobs::probe;
use crate::jobs::upkeep::KeptFor;
use crate::open_files;
use crate::page::{LiveSlot, RunningPage};
use crate::play::games::new_game_limit::NewGameLimit;
use crate::play::games::screens::LEASE;
use crate::play::live_games::{LiveCounts, LiveGames};
use crate::play::peers::Peers;
use crate::play::statistics::Statistics;
use crate::play::{self, Play};
use crate::telegram::client::Client;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::client::identity::{self, BotError, Identity};
use crate::telegram::client::lookup::Lookup;
use crate::telegram::client::profile;
use crate::telegram::incoming::polling::POLL_TIMEOUT;
use crate::telegram::incoming::registration;
use crate::telegram::incoming::webhook::Hook;
use crate::telegram::outgoing::messenger::MessengerConfig;
use crate::telegram::outgoing::rate_limit::RateLimits;
use crate::threads::{self, Threads};
use crate::web::{self, Signs};

/// Maximum number of idle connections to Telegram kept for later calls.
const IDLE_CONNECTIONS_MAX: usize = 256;

/// Pause before the database is claimed again.
const CLAIM_PAUSE: Duration = Duration::from_secs(5);

/// Interval at which a process whose store is being opened shows that it lives.
const OPENING_BEAT: Duration = Duration::from_secs(10);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Runs the bot on Telegram.
pub async fn run_bot(
    config: &Config,
    token: &Token,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let listeners = Listeners::open(config).await?;
    let bot = bot_of(config, token)?;
    let opening = open_store(config.database_url_or_default(), "DATABASE_URL", token);
    let engine = engine(config);
    engine.prepare();
    serve_with(engine, bot, opening, config, listeners, stop).await
}

/// Runs the bot, a stand-in for Telegram and a page to chat with it, all on this machine.
pub async fn run_playground(config: &Config, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    let page = page::listen_for_playground_page(config).await?;
    let page_url = page::page_url(None, Some(&page));
    let kept_in = config.database_url.as_deref();
    let playground = playground::start(config.playground_listen, page_url, kept_in).await?;
    let token = Token::parse(playground.token()).context("the playground has no token")?;
    // The chats end with the playground, and so do the games unless a database is given.
    let folder = tempfile::tempdir().context("cannot create a folder for the games")?;
    let database_url = match &config.database_url {
        Some(url) => url.clone(),
        None => format!("sqlite://{}", folder.path().join("playground.db").display()),
    };
    let store = open_store(&database_url, "--database", &token).await?;
    let api_url = playground.api_url().parse().context("the playground has no address")?;
    // The chat that keeps the files for inline messages has no members.
    let storage = playground.add_group("Pictures", &[]);
    // The playground has no rate limits, so the bot need not wait.
    let config = Config {
        storage_chat: Some(storage),
        api_url: Some(api_url),
        proxy: None,
        webhook: None,
        page: config::page::Page { public_url: None, ..config.page.clone() },
        pace: config::Pace::FASTEST,
        ..config.clone()
    };
    let bot = bot_of(&config, &token)?;
    let chat = playground.page_url();
    let mut words = format!("zerosum's playground is ready: open {chat} in a browser.\n");
    match page.local_addr() {
        Ok(address) => {
            words += &format!("The page, every game without a chat: http://{address}/\n")
        }
        Err(error) => log::warn!("the page has no address: {error}"),
    }
    words += "It needs no network and no token. Ctrl+C ends it.\n";
    if config.database_url.is_none() {
        words += "Its games go with it; `zerosum playground --database URL` keeps them.\n";
    }
    answer::print(&words)?;
    let listeners = Listeners { page: Some(page), ..Listeners::default() };
    let served = serve(bot, store, &config, listeners, stop).await;
    playground.stop().await;
    served
}

/// Hands the database over to the bot of this token, unless a bot runs on it, and reports it.
pub async fn adopt_database(config: &Config, token: &Token) -> anyhow::Result<()> {
    let bot = BotId(token.bot());
    let adopted = zerosum_store::adopt(config.database_url_or_default(), bot, LEASE).await;
    let Adopted { name, before } =
        adopted.context("the database (DATABASE_URL) cannot be handed over")?;
    let ending = match before {
        Some(before) if before == bot => "already".to_owned(),
        Some(before) => format!("now, and no more to {before}"),
        None => "now".to_owned(),
    };
    // It is done, even if this cannot be written.
    let _ = answer::print(&format!("{name} belongs to bot {bot} {ending}.\n"));
    Ok(())
}

/// Prints Telegram's status of the webhook, or changes it and reports that.
pub async fn change_webhook(
    config: &Config,
    token: &Token,
    command: WebhookCommand,
) -> anyhow::Result<()> {
    let client = Client::new(bot_of(config, token)?);
    let configured = config.webhook.as_ref();
    let text = match command {
        WebhookCommand::Status => {
            let status = registration::status(&client).await.map_err(of_webhook)?;
            let mut text = String::new();
            cli::webhook::write_status(
                &status,
                configured.map(|webhook| webhook.url.as_str()),
                &mut text,
            )?;
            text
        }
        WebhookCommand::Set => {
            let webhook = configured.context("there is no webhook to set")?;
            registration::set(&client, &hook(webhook, token)).await.map_err(of_webhook)?;
            "The webhook is set.\n".to_owned()
        }
        WebhookCommand::Remove => {
            registration::remove(&client).await.map_err(of_webhook)?;
            "The webhook is removed.\n".to_owned()
        }
    };
    // The URL may contain the token, or a password.
    let secrets = config.secrets();
    answer::print(&secrets.iter().fold(text, |text, secret| text.replace(secret, "…")))?;
    Ok(())
}

fn of_webhook(error: CallError) -> anyhow::Error {
    match error.kind() {
        FailureKind::WrongToken => BotError::WrongToken.into(),
        _ => anyhow::Error::from(error).context("the call to Telegram failed"),
    }
}

/// Runs the bot on a store until told to stop; then finishes the work in flight and closes the store. The
/// caller passes the bot, the store and the listeners that match the settings.
pub async fn serve(
    bot: Bot,
    store: Arc<Store>,
    config: &Config,
    listeners: Listeners,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    serve_with(engine(config), bot, async { Ok(store) }, config, listeners, stop).await
}

/// Like [`serve`], with another engine, and a store that is still to be opened.
pub async fn serve_with(
    engine: Engine,
    bot: Bot,
    opening: impl Future<Output = anyhow::Result<Arc<Store>>>,
    config: &Config,
    listeners: Listeners,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    log::debug!("{config:?}");
    let delivery = delivery(&bot, config, listeners.webhook)?;
    let pulse = Arc::new(Pulse::new());
    let client = Client::new(bot);
    let (readiness, metrics) = (Arc::clone(&client.readiness), Arc::clone(&client.metrics));
    let signs = Signs { pulse: Arc::clone(&pulse), readiness, metrics: Arc::clone(&metrics) };
    let admin = listeners.admin.map(|listener| tokio::spawn(web::serve(listener, signs)));
    show_readiness(&client.readiness, &metrics);
    let mut stop = pin!(stop);
    let Some(store) = opened(opening, &pulse, stop.as_mut()).await? else { return Ok(()) };
    let (engine, locales) = (Arc::new(engine), Arc::new(Locales::load()));
    let (live, page_url) = (
        LiveSlot::default(),
        page::page_url(config.page.public_url.as_ref(), listeners.page.as_ref()),
    );
    let page = listeners.page.map(|listener| {
        let shared = (&engine, &metrics, &locales, &live);
        RunningPage::start(listener, page::page_config(config, shared))
    });
    store.count_in(metrics);
    let looking = tokio::spawn(probe::run(Arc::clone(&store), client.clone()));
    let parts = Parts { client, store: Arc::clone(&store), engine, pulse, locales, live, page_url };
    let ended = work(parts, config, delivery, stop).await;
    looking.abort();
    if let Some(page) = page {
        page.stop().await;
    }
    if let Some(admin) = admin {
        admin.abort();
    }
    close(store.as_ref()).await;
    ended
}

/// Waits until the store is open; `None` if told to stop first. The check of a large file takes long.
async fn opened(
    opening: impl Future<Output = anyhow::Result<Arc<Store>>>,
    pulse: &Pulse,
    mut stop: Pin<&mut impl Future<Output = ()>>,
) -> anyhow::Result<Option<Arc<Store>>> {
    let mut opening = pin!(opening);
    let mut beats = interval(OPENING_BEAT);
    loop {
        tokio::select! {
            store = &mut opening => return store.map(Some),
            () = &mut stop => return Ok(None),
            _ = beats.tick() => pulse.beat(),
        }
    }
}

/// Closes the store, and says whether the next start finds all that was accepted.
async fn close(store: &Store) {
    // Only a file can be gone. A server that hangs is not waited for.
    let answer = if store.is_shared() { Ok(()) } else { store.ping().await };
    store.close().await;
    match answer {
        Err(error @ StoreError::Database(_)) => {
            log::error!("accepted moves may be lost: {error}");
        }
        Ok(()) | Err(_) => log::info!("all accepted moves are kept"),
    }
}

/// Parts that exist before the bot is at work.
struct Parts {
    client: Client,
    store: Arc<Store>,
    engine: Arc<Engine>,
    pulse: Arc<Pulse>,
    locales: Arc<Locales>,
    live: LiveSlot,
    /// Address of the page, if there is one.
    page_url: Option<Url>,
}

async fn work(
    parts: Parts,
    config: &Config,
    delivery: Delivery,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let Parts { client, store, engine, pulse, locales, live, page_url } = parts;
    let Client { metrics, readiness, .. } = client.clone();
    let mut stop = pin!(async {
        stop.await;
        readiness.note_leaving();
    });
    let identity = tokio::select! {
        identity = introduce(&client, &pulse) => identity?,
        () = &mut stop => return Ok(()),
    };
    let token = Token::parse(client.bot.token()).context("the bot has no token")?;
    claim(&store, BotId(token.bot())).await?;
    let seal = Seal::of(&token);
    let page = page_url.map(|url| page::page_address(url, config));
    let client = Client { identity: Arc::new(Identity { page, ..identity }), ..client };
    let ResourceLimits { games_per_person, new_games_per_minute, .. } = config.limits;
    let capacity = capacity_of(config);
    log::debug!("{capacity:?}");
    let Capacity { live_boards: boards, live_people: people, .. } = capacity;
    let cache = LiveGames::new(LiveCounts { boards, people });
    note_preparation(&engine, &metrics);
    let play = Play::new(Arc::clone(&store), cache, engine, games_per_person, Arc::clone(&metrics));
    let play = play.with_voter_key(VoterKey::new(seal.key("voters")));
    let play = Arc::new(play.with_connectivity(Arc::clone(&readiness.connectivity)));
    let owners = config.owners.iter().copied().map(UserId).collect();
    let admin = Arc::new(Admin::new(Arc::clone(&store), Arc::clone(&play), owners));
    if let Err(error) = admin.refresh_maintenance().await {
        log::warn!("cannot read the maintenance switch yet: {error}");
    }
    let service_config = ServiceConfig {
        locales,
        new_games: Arc::new(NewGameLimit::new(new_games_per_minute, capacity.remembered_starters)),
        messenger: messenger_config(config, capacity),
        kept_days: kept_days(config),
        sweep_period: config.sweep_period,
    };
    let services = Arc::new(Services::new(client, seal, play, Arc::clone(&admin), service_config));
    let statistics = Arc::new(Statistics::new(Arc::clone(&metrics)));
    services.play.subscribe(&statistics);
    let peers = Arc::new(Peers::new(Arc::clone(&store)));
    services.play.subscribe(&peers);
    let engine_moves = EngineMoves::start(&services);
    let guests = page::open_live_games(&live, &services, token, capacity.page_connections);
    show_gauges(&services, &metrics);
    readiness.note_started();
    let publishing = tokio::spawn({
        let services = Arc::clone(&services);
        async move { profile::publish(services.messenger.client(), &services.locales).await }
    });
    let jobs = jobs::start(&services, &readiness, kept_for(config));
    let ended = dispatcher::run(services, pulse, delivery, stop).await;
    drop((statistics, peers, engine_moves, guests, jobs));
    publishing.abort();
    Ok(ended?)
}

/// Binds the database to its bot, now that Telegram has accepted the token; later if the database does not answer.
async fn claim(store: &Arc<Store>, bot: BotId) -> anyhow::Result<()> {
    match store.claim_for(bot).await {
        Err(error @ OpenError::OtherBot { .. }) => {
            Err(error).context("the database (DATABASE_URL) cannot be used")
        }
        Err(error) => {
            log::warn!("cannot claim the database, trying again: {error}");
            tokio::spawn(claim_later(Arc::downgrade(store), bot));
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Claims the database once it answers, unless it is closed before.
async fn claim_later(store: Weak<Store>, bot: BotId) {
    loop {
        sleep(CLAIM_PAUSE).await;
        let Some(store) = store.upgrade() else { return };
        match store.claim_for(bot).await {
            Err(error @ OpenError::OtherBot { .. }) => return log::error!("{error}"),
            Err(_) => {}
            Ok(()) => return,
        }
    }
}

/// Waits until Telegram reports the identity of the bot, and logs it; also logs how to turn inline mode on if
/// it is off.
async fn introduce(client: &Client, pulse: &Pulse) -> Result<Identity, BotError> {
    let identity = identity::introduce(client, pulse).await?;
    log::info!("@{} is at work", identity.username);
    if !identity.has_inline_mode {
        log::info!("inline mode is off; /setinline at @BotFather lets people play in any chat");
    }
    Ok(identity)
}

/// The engine, within the limits of the settings.
fn engine(config: &Config) -> Engine {
    let threads = Threads::for_bot(config, threads::cores()).searches;
    let table_bytes = capacity_of(config).table_bytes;
    Engine::within(EngineMax { threads, table_bytes })
}

fn capacity_of(config: &Config) -> Capacity {
    let capacity = Capacity::divided(config.limits.memory_mb, config.page.public_url.is_some());
    capacity.within_open_files(open_files::limit())
}

/// Connects the metrics to the readiness of the process.
fn show_readiness(readiness: &Arc<Readiness>, metrics: &Metrics) {
    let readiness = Arc::clone(readiness);
    metrics.set_gauges_with(move |gauges| {
        let state = readiness.state();
        gauges.ready.set(Part::Phase, state.has_started && !state.is_leaving);
        gauges.ready.set(Part::Store, state.has_store);
        gauges.ready.set(Part::Telegram, state.has_telegram);
        gauges.ready.set(Part::Updates, state.has_updates);
    });
}

/// Connects the metrics to the gauges of the services.
fn show_gauges(services: &Arc<Services>, metrics: &Metrics) {
    let services = Arc::downgrade(services);
    metrics.set_gauges_with(move |gauges| {
        if let Some(services) = services.upgrade() {
            services.set_gauges(gauges);
        }
    });
}

fn note_preparation(engine: &Engine, metrics: &Metrics) {
    let Preparation { spec, took, positions } = engine.preparation();
    let game = play::statistics::label_of(spec);
    metrics.play.search_seconds.observe(game, took);
    metrics.play.search_positions.add(game, u64::try_from(positions).unwrap_or(u64::MAX));
}

/// Source of updates, according to the settings.
fn delivery(bot: &Bot, config: &Config, listener: Option<TcpListener>) -> anyhow::Result<Delivery> {
    let Some(webhook) = &config.webhook else { return Ok(Delivery::Polling) };
    let listener = listener.context("there is no listener for ZEROSUM_WEBHOOK_URL")?;
    let token = Token::parse(bot.token()).context("the bot has no token")?;
    Ok(Delivery::Webhook { listener, hook: hook(webhook, &token) })
}

fn hook(webhook: &Webhook, token: &Token) -> Hook {
    let secret = webhook.secret.clone().unwrap_or_else(|| Secret::derived_from(token));
    Hook { url: webhook.url.clone(), secret }
}

fn kept_for(config: &Config) -> KeptFor {
    let config::Keeping { finished_days, unfinished_days } = config.keeping;
    KeptFor { finished: DAY * finished_days, unfinished: DAY * unfinished_days }
}

/// Retention periods as shown to people.
fn kept_days(config: &Config) -> KeptDays {
    let config::Keeping { finished_days: finished, unfinished_days: unfinished } = config.keeping;
    KeptDays { finished, unfinished }
}

/// Configuration of the messenger.
fn messenger_config(config: &Config, capacity: Capacity) -> MessengerConfig {
    let config::Pace { per_second, chat_per_minute, group_per_minute } = config.pace;
    let pace = RateLimits { per_second, chat_per_minute, group_per_minute };
    MessengerConfig { pace, capacity, storage_chat: config.storage_chat.map(ChatId) }
}

/// Opens the store at this URL, for the bot with this token.
async fn open_store(url: &str, given_by: &str, token: &Token) -> anyhow::Result<Arc<Store>> {
    let key = PersonKey::new(Seal::of(token).key("people"));
    let opened = zerosum_store::open_for(url, BotId(token.bot()), key).await;
    opened.with_context(|| format!("the database ({given_by}) cannot be used"))
}

/// The HTTP client for Telegram, with time-outs longer than the bot's own.
fn bot_of(config: &Config, token: &Token) -> anyhow::Result<Bot> {
    let mut builder = teloxide::net::default_reqwest_settings()
        .timeout(POLL_TIMEOUT * 2)
        .pool_max_idle_per_host(IDLE_CONNECTIONS_MAX)
        .dns_resolver(Arc::new(Lookup::new()))
        // Only the proxy in the settings is used; a playground is always local.
        .no_proxy();
    if let Some(proxy) = &config.proxy {
        // The error would show the URL, which may contain a password.
        let proxy = reqwest::Proxy::all(proxy.as_str())
            .map_err(|_| anyhow::anyhow!("TELOXIDE_PROXY cannot be used"))?;
        builder = builder.proxy(proxy);
    }
    let client = builder.build().context("cannot create the HTTP client")?;
    let bot = Bot::with_client(token.reveal(), client);
    Ok(match &config.api_url {
        Some(url) => bot.set_api_url(url.clone()),
        None => bot,
    })
}
