//! Sets up the browser page.

use std::net::SocketAddr;
use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::net::TcpListener;
use url::Url;
use zerosum_metrics::Metrics;
use zerosum_render::locales::Locales;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::app::capacity_of;
use crate::app::listeners::listen;
use crate::bot::services::Services;
use crate::bot::start::guest_arrivals::GuestArrivals;
use crate::config::secret::Token;
use crate::config::{self, Config};
use crate::engine::Engine;
use crate::page::live::{Live, LiveConfig, Membership};
use crate::page::{LiveSlot, PageConfig};
use crate::telegram::client::Client;
use crate::telegram::client::identity::PageAddress;
use crate::telegram::client::members;

/// Configuration of the page. A visitor's game needs neither the store nor Telegram.
pub(super) fn page_config(
    config: &Config,
    (engine, metrics, locales, live): (&Arc<Engine>, &Arc<Metrics>, &Arc<Locales>, &LiveSlot),
) -> PageConfig {
    let config::page::Page { public_url, proxies, .. } = config.page.clone();
    let (engine, metrics) = (Arc::clone(engine), Arc::clone(metrics));
    let (capacity, locales, live) = (capacity_of(config), Arc::clone(locales), Arc::clone(live));
    PageConfig { public_url, proxies, capacity, engine, metrics, locales, live }
}

/// Address of the page: the public one, or that of its listener on a playground.
pub(super) fn page_url(public: Option<&Url>, listener: Option<&TcpListener>) -> Option<Url> {
    let listener = listener?;
    let local = || Url::parse(&format!("http://{}/", listener.local_addr().ok()?)).ok();
    public.cloned().or_else(local)
}

/// Telegram shows a page as a Mini App at an https address only; the playground does at any.
pub(super) fn page_address(url: Url, config: &Config) -> PageAddress {
    let has_mini_app = url.scheme() == "https" || config.page.public_url.is_none();
    PageAddress { url, has_mini_app }
}

/// Serves the games of the chat on the page, and reports accepted invitations in the chat, for as long as the
/// returned value lives.
pub(super) fn open_live_games(
    live: &LiveSlot,
    services: &Arc<Services>,
    token: Token,
    connections: usize,
) -> Arc<GuestArrivals> {
    let (play, bot) = (Arc::clone(&services.play), services.messenger.client().identity.names());
    // A quarter of the connections is left for other requests.
    let streams_max = connections / 4 * 3;
    let new_games = Arc::clone(&services.limits.new_games);
    let (admin, links) = (Arc::clone(&services.admin), Arc::clone(&services.links));
    let membership = Box::new(GroupMembers(services.messenger.client().clone()));
    let games = Live::new(LiveConfig {
        play,
        membership,
        admin,
        token,
        links,
        bot,
        new_games,
        streams_max,
    });
    live.get_or_init(|| Arc::new(games));
    GuestArrivals::start(services)
}

/// Asks Telegram for members of groups.
struct GroupMembers(Client);

impl Membership for GroupMembers {
    fn is_member(&self, group: ChatId, user: UserId) -> BoxFuture<'_, Option<bool>> {
        async move {
            let asked = members::is_member(&self.0, group, user).await;
            let failed = |error: &_| log::warn!("chat {}: a member is not known: {error}", group.0);
            asked.inspect_err(failed).ok()
        }
        .boxed()
    }
}

/// Listens for the page of a playground: by default on any port, if the usual one is taken.
pub(super) async fn listen_for_playground_page(config: &Config) -> anyhow::Result<TcpListener> {
    if let Some(address) = config.page.listen {
        return listen(address, "ZEROSUM_PAGE_LISTEN").await;
    }
    let usual = config::page::Page::playground_default();
    match TcpListener::bind(usual).await {
        Ok(listener) => Ok(listener),
        Err(_) => listen(SocketAddr::new(usual.ip(), 0), "ZEROSUM_PAGE_LISTEN").await,
    }
}
