//! Access control: programs on this machine and the playground's own page may talk to it.
//!
//! A browser makes requests on behalf of every page it shows, and any site can direct it here. Its requests
//! reveal that, though: in the host name it looked up, and in headers that no page can forge or leave out.

use axum::extract::Request;
use axum::http::header::{HOST, HeaderMap, ORIGIN};
use axum::http::{HeaderName, Method};

/// Header in which a browser says where the requesting page comes from.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Header in which a browser says how it uses the answer: `navigate` is to show it.
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Header in which a browser says where it shows the answer: `document` is a tab, not a frame in another
/// page.
const FETCH_DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Path of the page, to which links lead.
const PAGE_PATH: &str = "/";

/// Reason why a request is turned away, for its sender to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnedAway(pub &'static str);

/// Lets in requests that are addressed to this machine, so that no site can reach the playground by pointing
/// its own name here, and that do not come from another site, regardless of their method and body.
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

/// Returns the value of a header that occurs exactly once and is text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().filter(|_| values.next().is_none())?;
    value.to_str().ok()
}

/// Returns whether a host is this machine. DNS cannot redirect an IP address, and browsers do not look up
/// `localhost`.
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

/// Returns whether another site makes the request. A program that is not a browser sends none of these
/// headers; a page on another port of this machine is another site.
fn is_of_another_site(headers: &HeaderMap, host: &str) -> bool {
    let is_elsewhere = headers.contains_key(ORIGIN)
        && only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://")) != Some(host);
    let is_foreign = headers.contains_key(FETCH_SITE)
        && !matches!(only(headers, &FETCH_SITE), Some("same-origin" | "none"));
    is_elsewhere || is_foreign
}

/// Returns whether the request follows a link to the page, which changes nothing and shows the linking site
/// nothing.
fn is_link_to_page(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::GET
        && request.uri().path() == PAGE_PATH
        && !headers.contains_key(ORIGIN)
        && only(headers, &FETCH_MODE) == Some("navigate")
        && only(headers, &FETCH_DESTINATION) == Some("document")
}
