//! Settings, read from the environment and from `.env`.
//!
//! Everything that is wrong is named at once, by key and never with a secret's value.

use std::collections::HashMap;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};

use thiserror::Error;
use url::Url;

/// The keys that are read, and no others; `.env.example` explains each.
pub const KEYS: [&str; 7] = [
    "TELOXIDE_TOKEN",
    "TELOXIDE_API_URL",
    "TELOXIDE_PROXY",
    "DATABASE_URL",
    "RUST_LOG",
    "ZEROSUM_ADMIN_LISTEN",
    "ZEROSUM_PLAYGROUND_LISTEN",
];

/// Where moves are kept if nothing else is said.
const DATABASE_URL_DEFAULT: &str = "sqlite://zerosum.db";

/// What is logged if nothing else is said.
const LOG_FILTER_DEFAULT: &str = "info";

/// The port of the playground, if it is free and nothing else is said.
const PLAYGROUND_PORT: u16 = 8200;

/// The bot's password at Telegram. It prints as a placeholder wherever it might be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A bot's number, a colon and a secret without spaces or slashes.
    pub fn parse(text: &str) -> Option<Token> {
        let (number, secret) = text.split_once(':')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_token = is_number && !secret.is_empty() && secret.bytes().all(is_secret);
        is_token.then(|| Token(text.to_owned()))
    }

    /// The token itself, for the client only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Where the playground listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaygroundListen {
    /// Nothing was said: this address, or another port if it is taken.
    Preferably(SocketAddr),
    Exactly(SocketAddr),
}

/// All settings. Printed, they show no passwords.
#[derive(Clone, PartialEq)]
pub struct Config {
    /// `None` starts the playground.
    pub token: Option<Token>,
    pub api_url: Option<Url>,
    pub proxy: Option<Url>,
    /// `None` if nothing was said; see [`Config::database_url_or_default`].
    pub database_url: Option<String>,
    pub log_filter: String,
    pub admin_listen: Option<SocketAddr>,
    pub playground_listen: PlaygroundListen,
}

impl Config {
    pub fn database_url_or_default(&self) -> &str {
        self.database_url.as_deref().unwrap_or(DATABASE_URL_DEFAULT)
    }

    /// What must never be printed.
    pub fn secrets(&self) -> Vec<String> {
        let token = self.token.iter().flat_map(|token| {
            let secret = token.0.split_once(':').map(|(_, secret)| secret.to_owned());
            [Some(token.0.clone()), secret].into_iter().flatten()
        });
        let database_url = self.database_url.as_deref().and_then(|text| Url::parse(text).ok());
        let urls = [self.api_url.as_ref(), self.proxy.as_ref(), database_url.as_ref()];
        let passwords = urls.into_iter().flatten().filter_map(Url::password).map(str::to_owned);
        token.chain(passwords).collect()
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Config {
            token,
            api_url,
            proxy,
            database_url,
            log_filter,
            admin_listen,
            playground_listen,
        } = self;
        f.debug_struct("Config")
            .field("token", token)
            .field("api_url", &api_url.as_ref().map(without_password))
            .field("proxy", &proxy.as_ref().map(without_password))
            .field("database_url", &database_url.as_ref().map(|_| "…"))
            .field("log_filter", log_filter)
            .field("admin_listen", admin_listen)
            .field("playground_listen", playground_listen)
            .finish()
    }
}

/// The URL as text; its password stays unsaid.
fn without_password(url: &Url) -> String {
    let mut url = url.clone();
    // A URL that cannot have a password has none.
    let _ = url.set_password(None);
    url.into()
}

/// One thing that is wrong. Values are shown where they cannot be secrets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("TELOXIDE_TOKEN does not look like a token of @BotFather (123456:ABC…)")]
    Token,
    #[error("{key} is not an http or https URL")]
    Url { key: &'static str },
    #[error("TELOXIDE_PROXY is not an http, https or socks5 URL")]
    Proxy,
    #[error("{key} is not an address with a port (127.0.0.1:8080): {value:?}")]
    Address { key: &'static str, value: String },
    #[error("RUST_LOG is not a log filter (info, or zerosum=debug,warn): {value:?}")]
    LogFilter { value: String },
}

/// Everything that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the configuration has {}:{}", count(.0), list(.0))]
pub struct ConfigError(pub Vec<Fault>);

fn count(faults: &[Fault]) -> String {
    match faults.len() {
        1 => "1 fault".to_owned(),
        count => format!("{count} faults"),
    }
}

fn list(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("\n  - {fault}")).collect()
}

/// Reads the settings. `look` gives the value of a key; an empty one counts as none.
pub fn read(look: impl Fn(&'static str) -> Option<String>) -> Result<Config, ConfigError> {
    let mut reader = Reader { look, faults: Vec::new() };
    let config = Config {
        token: reader.parse("TELOXIDE_TOKEN", |text| Token::parse(text).ok_or(Fault::Token)),
        api_url: reader.parse("TELOXIDE_API_URL", |text| {
            url_of(text, &["http", "https"]).ok_or(Fault::Url { key: "TELOXIDE_API_URL" })
        }),
        proxy: reader.parse("TELOXIDE_PROXY", |text| {
            url_of(text, &["http", "https", "socks5", "socks5h"]).ok_or(Fault::Proxy)
        }),
        database_url: reader.parse("DATABASE_URL", |text| Ok(text.to_owned())),
        log_filter: reader
            .parse("RUST_LOG", log_filter)
            .unwrap_or_else(|| LOG_FILTER_DEFAULT.to_owned()),
        admin_listen: reader.address("ZEROSUM_ADMIN_LISTEN"),
        playground_listen: match reader.address("ZEROSUM_PLAYGROUND_LISTEN") {
            Some(address) => PlaygroundListen::Exactly(address),
            None => PlaygroundListen::Preferably((Ipv4Addr::LOCALHOST, PLAYGROUND_PORT).into()),
        },
    };
    if reader.faults.is_empty() { Ok(config) } else { Err(ConfigError(reader.faults)) }
}

struct Reader<L> {
    look: L,
    faults: Vec<Fault>,
}

impl<L: Fn(&'static str) -> Option<String>> Reader<L> {
    /// The parsed value of a key; `None` if it is not set or wrong, which is noted.
    fn parse<T>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Option<T> {
        let text = (self.look)(key)?;
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        parse(text).map_err(|fault| self.faults.push(fault)).ok()
    }

    fn address(&mut self, key: &'static str) -> Option<SocketAddr> {
        self.parse(key, |text| {
            text.parse().map_err(|_| Fault::Address { key, value: text.to_owned() })
        })
    }
}

fn url_of(text: &str, schemes: &[&str]) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (schemes.contains(&url.scheme()) && url.has_host()).then_some(url)
}

/// Checks a filter as far as it can be wrong: a comma list of levels, or of modules with levels.
fn log_filter(text: &str) -> Result<String, Fault> {
    let is_level = |level: &str| level.parse::<log::LevelFilter>().is_ok();
    let directives = text.split('/').next().unwrap_or_default();
    let is_filter = directives.split(',').all(|directive| match directive.split_once('=') {
        Some((_, level)) => is_level(level.trim()),
        None => !directive.contains(char::is_whitespace),
    });
    if is_filter { Ok(text.to_owned()) } else { Err(Fault::LogFilter { value: text.to_owned() }) }
}

/// `.env` cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DotenvError {
    /// The line itself stays unsaid, because it may hold a secret.
    #[error(".env has a line that is not KEY=value")]
    Line,
    #[error(".env cannot be read: {0}")]
    Io(String),
}

/// The values of `.env` in the working folder or above it; none if there is no such file.
pub fn dotenv() -> Result<HashMap<String, String>, DotenvError> {
    let lines = match dotenvy::dotenv_iter() {
        Ok(lines) => lines,
        Err(error) if error.not_found() => return Ok(HashMap::new()),
        Err(dotenvy::Error::Io(error)) => return Err(DotenvError::Io(error.to_string())),
        Err(_) => return Err(DotenvError::Line),
    };
    lines.collect::<Result<_, _>>().map_err(|error| match error {
        dotenvy::Error::Io(error) => DotenvError::Io(error.to_string()),
        _ => DotenvError::Line,
    })
}
