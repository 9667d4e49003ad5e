//! Links as the server accepts them, which differs from the URL Standard: a scheme may be missing and a host needs a
//! dot.

use url::{Host, Url};

/// Returns the link in its normal form, or the reason for its refusal.
pub(crate) fn checked(link: &str) -> Result<String, &'static str> {
    let link = link.trim();
    let lower = link.to_ascii_lowercase();
    for scheme in ["tg", "ton", "tonsite"] {
        if let Some(rest) = lower.strip_prefix(scheme).and_then(|rest| rest.strip_prefix(':')) {
            let rest_start = link.len() - rest.len();
            let rest = link[rest_start..].trim_start_matches('/');
            return Ok(format!("{scheme}://{rest}"));
        }
    }
    let (scheme, rest) = match lower.find("://") {
        Some(end) => match &lower[..end] {
            scheme @ ("http" | "https") => (scheme.to_owned(), &link[end + 3..]),
            _ => return Err("Unsupported URL protocol"),
        },
        None => ("http".to_owned(), link),
    };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(host_end);
    let host_and_port = authority.rsplit('@').next().unwrap_or(authority);
    let host = match host_and_port.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok_and(|port| port > 0) => host,
        Some((_, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
            return Err("Wrong port number specified in the URL");
        }
        _ => host_and_port,
    };
    if host.is_empty() {
        return Err("URL host is empty");
    }
    if host.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"^`{|}\\".contains(c)) {
        return Err("Disallowed character in URL host");
    }
    let is_ipv6 = host.starts_with('[') && host.ends_with(']');
    if !host.contains('.') && !is_ipv6 {
        return Err("Wrong HTTP URL");
    }
    let authority = authority.to_lowercase();
    let separator = if path.starts_with('/') { "" } else { "/" };
    let path = path.replace(' ', "%20");
    Ok(format!("{scheme}://{authority}{separator}{path}"))
}

/// Returns the normal form of a Mini App's address, or the reason for its refusal. As on Telegram's test servers it may
/// be `http`, but of this machine only.
pub(crate) fn web_app(link: &str) -> Result<String, &'static str> {
    let link = checked(link)?;
    let url = Url::parse(&link).map_err(|_| "Wrong HTTP URL")?;
    let is_near = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(_)) | None => false,
    };
    match url.scheme() {
        "https" => Ok(link),
        "http" if is_near => Ok(link),
        _ => Err("Only HTTPS links are allowed"),
    }
}

/// The user a `tg://user?id=…` link points at.
pub(crate) fn user_id(link: &str) -> Option<i64> {
    let rest = link.get(..3).filter(|scheme| scheme.eq_ignore_ascii_case("tg:"))?;
    let rest = link[rest.len()..].trim_start_matches('/');
    let id = rest.strip_prefix("user?id=")?;
    id.parse().ok().filter(|id| *id > 0)
}
