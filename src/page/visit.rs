//! Facts about a request: the host that it is for, and the client's address and language.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, HOST, HeaderName};
use url::{Host, Url};
use zerosum_session::language::Language;

use crate::page::Page;
use crate::page::askers::Asker;
use crate::web::listener::ClientAddress;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Maximum languages of a browser that are read.
const LANGUAGES_MAX: usize = 16;

/// A connection to the page.
#[derive(Clone)]
pub(crate) struct Visit {
    pub page: Arc<Page>,
    pub peer: SocketAddr,
}

/// The hosts whose requests are answered. Another page whose name leads to this address is not among them.
pub(crate) enum Hosts {
    /// Any name of this machine, at any port.
    Loopback,
    /// This host, with its port if that is not the usual one.
    Public(String),
}

impl Hosts {
    pub(crate) fn of(public_url: Option<&Url>) -> Hosts {
        let Some(url) = public_url else { return Hosts::Loopback };
        let host = url.host_str().unwrap_or_default();
        Hosts::Public(match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        })
    }

    /// Returns whether a request with these headers is for one of them.
    pub(crate) fn has(&self, headers: &HeaderMap) -> bool {
        let asked = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match self {
            Hosts::Public(host) => asked.eq_ignore_ascii_case(host),
            Hosts::Loopback => is_loopback(asked),
        }
    }
}

fn is_loopback(asked: &str) -> bool {
    let Ok(url) = Url::parse(&format!("http://{asked}/")) else { return false };
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

impl Visit {
    /// Address of the client: the peer's, or the one that the outermost of our proxies has seen. Addresses
    /// further to the left are the client's own words.
    pub(crate) fn client(&self, headers: &HeaderMap) -> ClientAddress {
        client_of(self.peer.ip(), self.page.proxies, headers).into()
    }

    /// The person whose pass is shown, or else the address of the client.
    pub(crate) fn asker(&self, headers: &HeaderMap) -> Asker {
        let person = self.page.live.get().and_then(|live| live.shown_person(headers));
        person.map_or_else(|| Asker::Address(self.client(headers)), Asker::Person)
    }
}

fn client_of(peer: IpAddr, proxies: usize, headers: &HeaderMap) -> IpAddr {
    if proxies == 0 {
        return peer;
    }
    let values = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
    let seen: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
    let own = seen.len().checked_sub(proxies).and_then(|place| seen[place].parse().ok());
    own.unwrap_or(peer)
}

/// The language that a browser likes best among those of the page.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    let text = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let wishes = text.unwrap_or_default().split(',').take(LANGUAGES_MAX).filter_map(|wish| {
        let (code, weight) = wish.split_once(';').unwrap_or((wish, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>).ok()?;
        Some((Language::from_code(code.trim())?, weight)).filter(|(_, weight)| *weight > 0.0)
    });
    let best = wishes.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

/// Returns whether a person is to read the answer: browsers ask for pages as such, and scripts for anything.
pub(crate) fn takes_html(headers: &HeaderMap) -> bool {
    let text = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.split(',').any(|media| media.trim().starts_with("text/html"))
}

/// Returns whether the client takes gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let text = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    text.unwrap_or_default().split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(name: HeaderName, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(&name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn the_language_is_the_one_that_is_liked_best_among_ours() {
        let of = |text| language_of(&headers(ACCEPT_LANGUAGE, &[text]));
        assert_eq!(of("uk-UA,uk;q=0.9,en;q=0.8"), Language::Ukrainian);
        assert_eq!(of("de,ru;q=0.7,en;q=0.3"), Language::Russian);
        assert_eq!(of("en;q=0.1, uk;q=0.5"), Language::Ukrainian);
        assert_eq!(of("ru;q=0, de"), Language::English);
        assert_eq!(of("*;q=x,,;"), Language::English);
        assert_eq!(language_of(&HeaderMap::new()), Language::English);
    }

    #[test]
    fn only_addresses_that_our_proxies_have_seen_are_believed() {
        let peer: IpAddr = [10, 0, 0, 1].into();
        let seen = headers(FORWARDED_FOR, &["6.6.6.6, 1.1.1.1", "2.2.2.2"]);
        let of = |proxies| client_of(peer, proxies, &seen).to_string();
        assert_eq!(of(0), "10.0.0.1");
        assert_eq!(of(1), "2.2.2.2");
        assert_eq!(of(2), "1.1.1.1");
        assert_eq!(client_of(peer, 1, &headers(FORWARDED_FOR, &["nonsense"])), peer);
        assert_eq!(client_of(peer, 3, &headers(FORWARDED_FOR, &["1.1.1.1"])), peer);
    }

    #[test]
    fn other_hosts_are_not_answered() {
        let has = |hosts: &Hosts, host| hosts.has(&headers(HOST, &[host]));
        let public = Hosts::of(Url::parse("https://play.example.org").ok().as_ref());
        assert!(has(&public, "play.example.org") && has(&public, "Play.Example.Org"));
        assert!(!has(&public, "evil.example") && !has(&public, "play.example.org:8082"));
        let local = Hosts::of(None);
        for host in ["127.0.0.1:8201", "localhost:8201", "[::1]:1", "127.9.9.9"] {
            assert!(has(&local, host), "{host}");
        }
        for host in ["", "localhost.evil.example", "evil.example:8201", "127.0.0.1@evil", "a/b"] {
            assert!(!has(&local, host), "{host}");
        }
    }

    #[test]
    fn a_client_can_refuse_gzip() {
        let takes = |text| takes_gzip(&headers(ACCEPT_ENCODING, &[text]));
        assert!(takes("gzip") && takes("br, GZIP;q=0.5"));
        assert!(!takes("gzip;q=0") && !takes("identity") && !takes_gzip(&HeaderMap::new()));
    }
}
