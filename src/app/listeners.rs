//! Sockets on which the bot listens.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::config::Config;

/// Sockets that are open before anything else is touched.
#[derive(Debug, Default)]
pub struct Listeners {
    /// For the admin endpoints.
    pub admin: Option<TcpListener>,
    /// For Telegram, if the settings name a webhook.
    pub webhook: Option<TcpListener>,
    /// For the page in a browser.
    pub page: Option<TcpListener>,
}

impl Listeners {
    /// Opens the listeners that the settings name.
    pub async fn open(config: &Config) -> anyhow::Result<Listeners> {
        let admin = match config.admin_listen {
            Some(address) => Some(listen(address, "ZEROSUM_ADMIN_LISTEN").await?),
            None => None,
        };
        let webhook = match &config.webhook {
            Some(webhook) => Some(listen(webhook.listen, "ZEROSUM_LISTEN").await?),
            None => None,
        };
        let page = match config.page.public_url {
            Some(_) => Some(listen(config.page.listen_or_default(), "ZEROSUM_PAGE_LISTEN").await?),
            None => None,
        };
        Ok(Listeners { admin, webhook, page })
    }
}

pub(super) async fn listen(address: SocketAddr, key: &str) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|source| cannot_listen(address, key, source))
}

/// Error of a listener that cannot be opened, with the setting that names it.
pub(super) fn cannot_listen(address: SocketAddr, key: &str, source: io::Error) -> anyhow::Error {
    anyhow::Error::from(source).context(format!("cannot listen on {address} ({key})"))
}
