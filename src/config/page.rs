//! Settings of the page in a browser.

use std::net::{Ipv4Addr, SocketAddr};

use url::{Host, Url};

/// Default port on which a proxy in front of the bot finds the page.
const PAGE_PORT: u16 = 8082;

/// Default port of the page of a playground, if it is free.
const PLAYGROUND_PAGE_PORT: u16 = 8201;

/// Maximum number of proxies in front of the page.
pub(crate) const PROXIES_MAX: u32 = 3;

/// Settings of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Public address of the page; without one, only a playground serves it.
    pub public_url: Option<Url>,
    /// `None` if not set.
    pub listen: Option<SocketAddr>,
    /// Number of proxies in front of the page, each of which adds an address to `X-Forwarded-For`.
    pub proxies: u32,
}

impl Page {
    /// Address on which the page of a bot listens.
    pub fn listen_or_default(&self) -> SocketAddr {
        self.listen.unwrap_or((Ipv4Addr::LOCALHOST, PAGE_PORT).into())
    }

    /// Address on which the page of a playground listens, if that is free.
    pub(crate) fn playground_default() -> SocketAddr {
        (Ipv4Addr::LOCALHOST, PLAYGROUND_PAGE_PORT).into()
    }
}

/// Returns an address at whose top the page can be: https, or http on this machine, without anything after
/// the host. Telegram refuses messages with links to hosts without a dot, such as `localhost`.
pub(in crate::config) fn public_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let (is_linkable, is_local) = match url.host()? {
        Host::Domain(name) => (name.contains('.'), false),
        Host::Ipv4(ip) => (true, ip.is_loopback()),
        Host::Ipv6(ip) => (true, ip.is_loopback()),
    };
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_local);
    let is_bare = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    (is_safe && is_linkable && is_bare).then_some(url)
}
