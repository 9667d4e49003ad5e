//! The page: every game in a browser.
//!
//! The games of the chat are watched and played here ([`live`]). A visitor needs no account: their game is a value
//! that their browser keeps. Each request brings all its moves, and the answer is the game after the move and the
//! reply of an engine; nothing about a visitor is stored or logged. Connections are bounded by `web::listener`,
//! bodies by [`bodies`], requests by [`limits`], answers by [`unsent`], and searches by the engine, where they stand
//! behind those of all people.
//!
//! The files of the page are part of the program ([`assets`]). It needs no cookie, no foreign script and no
//! inline code, and [`answers`] sets headers that allow none.

pub mod analysis;
pub mod answers;
pub mod askers;
pub mod assets;
pub mod bodies;
pub mod catalog;
pub mod limits;
pub mod live;
pub mod moves;
pub mod offline;
pub mod refusal;
pub mod shell;
pub mod solo;
pub mod unsent;
pub mod visit;

use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::HeaderValue;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use url::Url;
use zerosum_metrics::Metrics;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_session::language::Language;

use crate::capacity::Capacity;
use crate::engine::Engine;
use crate::page::assets::Assets;
use crate::page::bodies::BodyLimits;
use crate::page::catalog::Catalogs;
use crate::page::limits::RequestLimits;
use crate::page::live::Live;
use crate::page::offline::Offline;
use crate::page::shell::Shells;
use crate::page::unsent::UnsentLimits;
use crate::page::visit::{Hosts, Visit};
use crate::web::listener::{self, Bounds};

/// Maximum connections of one client address.
const CONNECTIONS_PER_ADDRESS_MAX: usize = 32;

/// Timeout of the head of a request, and of an idle connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of the head of a request.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// Configuration of the page.
pub(crate) struct PageConfig {
    /// Public address of the page; `None` on a playground, which answers on this machine only.
    pub public_url: Option<Url>,
    /// Number of proxies in front of it.
    pub proxies: u32,
    pub capacity: Capacity,
    pub engine: Arc<Engine>,
    pub metrics: Arc<Metrics>,
    pub locales: Arc<Locales>,
    pub live: LiveSlot,
}

/// The place of the games of the chat, empty until the bot is at work.
pub(crate) type LiveSlot = Arc<OnceLock<Arc<Live>>>;

/// The parts of the page, shared by its connections.
pub(crate) struct Page {
    hosts: Hosts,
    policy: HeaderValue,
    proxies: usize,
    engine: Arc<Engine>,
    metrics: Arc<Metrics>,
    locales: Arc<Locales>,
    assets: Assets,
    catalogs: Catalogs,
    shells: Shells,
    offline: Offline,
    bodies: BodyLimits,
    unsent: UnsentLimits,
    limits: RequestLimits,
    live: LiveSlot,
}

impl Page {
    pub(crate) fn new(config: PageConfig) -> Page {
        let PageConfig { public_url, proxies, capacity, engine, metrics, locales, live } = config;
        let catalogs = Catalogs::of(&locales);
        let assets = Assets::load(&catalogs);
        let hosts = Hosts::of(public_url.as_ref());
        Page {
            policy: answers::policy(&hosts),
            hosts,
            proxies: usize::try_from(proxies).unwrap_or(usize::MAX),
            engine,
            metrics,
            offline: Offline::of(&assets, &locales),
            shells: Shells::of(&assets, &locales),
            assets,
            catalogs,
            locales,
            bodies: BodyLimits::new(capacity.page_connections),
            unsent: UnsentLimits::new(capacity.page_connections),
            limits: RequestLimits::new(capacity.page_addresses),
            live,
        }
    }

    fn localizer(&self, language: Language) -> Localizer<'_> {
        self.locales.localizer(language)
    }
}

/// The page being served.
pub(crate) struct RunningPage {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl RunningPage {
    pub(crate) fn start(listener: TcpListener, config: PageConfig) -> RunningPage {
        let (stop, stopped) = oneshot::channel::<()>();
        let live = Arc::clone(&config.live);
        let task = tokio::spawn(async move {
            let stop = async {
                // A dropped sender tells to stop, too.
                let _ = stopped.await;
                if let Some(live) = live.get() {
                    live.leave();
                }
            };
            serve(listener, config, stop).await;
        });
        RunningPage { stop, task }
    }

    /// Finishes the requests in progress, and ends.
    pub(crate) async fn stop(self) {
        // The task is over if nothing receives it.
        let _ = self.stop.send(());
        if let Err(error) = self.task.await {
            log::error!("the page has ended: {error}");
        }
    }
}

/// Serves the page until told to stop.
async fn serve(listener: TcpListener, config: PageConfig, stop: impl Future<Output = ()>) {
    let connections_max = config.capacity.page_connections;
    let page = Arc::new(Page::new(config));
    let bounds = Bounds {
        name: "the page",
        connections_max,
        // All connections come from the nearest proxy.
        per_address_max: (page.proxies == 0).then_some(CONNECTIONS_PER_ADDRESS_MAX),
        head_timeout: HEAD_TIMEOUT,
        head_bytes_max: HEAD_BYTES_MAX,
    };
    let state_of = |peer| Visit { page: Arc::clone(&page), peer };
    listener::serve(listener, bounds, (answers::answer, state_of), stop).await;
}
