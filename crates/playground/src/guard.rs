//! Who may talk to the playground: programs on this machine, and its own page.
//!
//! A browser lends its feet to every page it shows, and can be led here from anywhere. It says so, though: in the name
//! it looked up, and in headers that no page can forge or leave out.

use axum::extract::Request;
use axum::http::header::{HOST, HeaderMap, ORIGIN};
use axum::http::{HeaderName, Method};

/// What a browser says about the page that makes a request.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What a browser does with the answer: `navigate` is to show it.
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Where a browser shows the answer: `document` is a tab, not a frame in somebody's page.
const FETCH_DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Where links to the page lead, its address as it is printed.
const PAGE_PATH: &str = "/";

/// Why a request is turned away, in words for whoever sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnedAway(pub &'static str);

/// Lets in requests that are addressed to this machine, so that no site can reach the playground by pointing its own
/// name here, and that no other site makes, whatever their method and their body.
pub(crate) fn check(request: &Request) -> Result<(), TurnedAway> {
    let headers = request.headers();
    let host = only(headers, &HOST).unwrap_or_default();
    if !is_this_machine(host) {
        return Err(TurnedAway("the playground is for this machine only"));
    }
    if is_of_another_site(headers, host) && !is_link_to_page(request) {
        return Err(TurnedAway("the playground answers no other site"));
    }
    Ok(())
}

/// The value of a header that is there once and is text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().filter(|_| values.next().is_none())?;
    value.to_str().ok()
}

/// Numbers cannot be pointed elsewhere, and browsers look up `localhost` nowhere.
fn is_this_machine(host: &str) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        Some(_) | None => host,
    };
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || number.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A program that is no browser says nothing of sites. A page on another port of this machine is another site.
fn is_of_another_site(headers: &HeaderMap, host: &str) -> bool {
    let is_elsewhere = headers.contains_key(ORIGIN)
        && only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://")) != Some(host);
    let is_foreign = headers.contains_key(FETCH_SITE)
        && !matches!(only(headers, &FETCH_SITE), Some("same-origin" | "none"));
    is_elsewhere || is_foreign
}

/// Somebody follows a link to the page, which changes nothing and shows the link's site nothing.
fn is_link_to_page(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::GET
        && request.uri().path() == PAGE_PATH
        && !headers.contains_key(ORIGIN)
        && only(headers, &FETCH_MODE) == Some("navigate")
        && only(headers, &FETCH_DESTINATION) == Some("document")
}
