//! Settings, read from the environment and from `.env`.
//!
//! All errors are reported at once, by key and never with a secret's value.

pub mod secret;
pub mod fault;
pub mod required_settings;
pub mod dotenv;
pub mod page;

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::time::Duration;

use url::Url;

use crate::config::fault::{ConfigError, Fault};
use crate::config::page::{PROXIES_MAX, Page};
use crate::config::required_settings::RequiredSettings;
use crate::config::secret::{Secret, Token};

/// All keys that are read; `.env.example` explains each.
pub const KEYS: [&str; 25] = [
    "TELOXIDE_TOKEN",
    "TELOXIDE_API_URL",
    "TELOXIDE_PROXY",
    "DATABASE_URL",
    "RUST_LOG",
    "ZEROSUM_WEBHOOK_URL",
    "ZEROSUM_WEBHOOK_SECRET",
    "ZEROSUM_LISTEN",
    "ZEROSUM_PUBLIC_URL",
    "ZEROSUM_PAGE_LISTEN",
    "ZEROSUM_PAGE_PROXIES",
    "ZEROSUM_ADMIN_LISTEN",
    "ZEROSUM_OWNER_IDS",
    "ZEROSUM_STORAGE_CHAT_ID",
    "ZEROSUM_SENDS_PER_SECOND",
    "ZEROSUM_CHAT_SENDS_PER_MINUTE",
    "ZEROSUM_GROUP_SENDS_PER_MINUTE",
    "ZEROSUM_MEMORY_MAX_MB",
    "ZEROSUM_WORKER_THREADS",
    "ZEROSUM_SEARCH_THREADS",
    "ZEROSUM_GAMES_PER_PERSON_MAX",
    "ZEROSUM_NEW_GAMES_PER_MINUTE",
    "ZEROSUM_KEEP_FINISHED_DAYS",
    "ZEROSUM_KEEP_UNFINISHED_DAYS",
    "ZEROSUM_PLAYGROUND_LISTEN",
];

/// Default database.
const DATABASE_URL_DEFAULT: &str = "sqlite://zerosum.db";

/// Default log filter.
const LOG_FILTER_DEFAULT: &str = "info";

/// Names of crates that log, up to the first underscore.
const LOGGING: [&str; 8] =
    ["zerosum", "teloxide", "rusqlite", "rustls", "hyper", "reqwest", "tokio", "mio"];

/// Default port on which a proxy in front of the bot finds it.
const WEBHOOK_PORT: u16 = 8080;

/// Ports to which Telegram posts (<https://core.telegram.org/bots/api#setwebhook>).
const WEBHOOK_PORTS: [u16; 4] = [443, 80, 88, 8443];

/// Default port of the playground, if it is free.
const PLAYGROUND_PORT: u16 = 8200;

/// Interval for finding boards that lag.
const SWEEP_PERIOD: Duration = Duration::from_secs(60);

/// Address on which the playground listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaygroundListen {
    /// By default: this address, or another port if it is taken.
    Preferably(SocketAddr),
    Exactly(SocketAddr),
}

/// Settings of the webhook to which Telegram posts updates.
#[derive(Clone, PartialEq)]
pub struct Webhook {
    /// Public address to which Telegram posts.
    pub url: Url,
    /// `None` if not set: the secret is then derived from the token.
    pub secret: Option<Secret>,
    /// Address on which the bot listens for these posts.
    pub listen: SocketAddr,
}

/// Maximum rate of messages and edits. Answers to presses do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    pub per_second: u32,
    pub chat_per_minute: u32,
    pub group_per_minute: u32,
}

impl Pace {
    /// The highest rate that can be set, which is never noticeable.
    pub const FASTEST: Pace =
        Pace { per_second: 100_000, chat_per_minute: 6_000_000, group_per_minute: 6_000_000 };
}

/// Resource limits of the process and of each person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Maximum memory of the process.
    pub memory_mb: u32,
    /// Worker threads for everything but searches; `None` for one on each core, up to a bound.
    pub worker_threads: Option<u32>,
    /// Search threads of the engines; `None` for one on each core, up to a bound.
    pub search_threads: Option<u32>,
    /// Unfinished games of one person, in all chats.
    pub games_per_person: u32,
    pub new_games_per_minute: u32,
}

/// Number of days for which games are kept after their last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    pub finished_days: u32,
    pub unfinished_days: u32,
}

/// All settings. Their debug output contains no passwords.
#[derive(Clone, PartialEq)]
pub struct Config {
    /// `None` starts the playground.
    pub token: Option<Token>,
    pub api_url: Option<Url>,
    pub proxy: Option<Url>,
    /// `None` if not set; see [`Config::database_url_or_default`].
    pub database_url: Option<String>,
    pub log_filter: String,
    /// `None` if updates are polled for.
    pub webhook: Option<Webhook>,
    pub page: Page,
    pub admin_listen: Option<SocketAddr>,
    /// User ids of the owners of the instance.
    pub owners: Vec<u64>,
    /// Chat that stores pictures for inline messages; without one, their wide boards are text.
    pub storage_chat: Option<i64>,
    pub pace: Pace,
    pub limits: ResourceLimits,
    pub keeping: Keeping,
    pub playground_listen: PlaygroundListen,
    /// Interval for finding boards that lag; no variable sets it.
    pub sweep_period: Duration,
}

impl Config {
    pub fn database_url_or_default(&self) -> &str {
        self.database_url.as_deref().unwrap_or(DATABASE_URL_DEFAULT)
    }

    /// All secrets, which must never be printed.
    pub fn secrets(&self) -> Vec<String> {
        let token = self.token.iter().flat_map(Token::secrets);
        let webhook_secret = match (&self.webhook, &self.token) {
            (Some(Webhook { secret: Some(secret), .. }), _) => Some(secret.reveal().to_owned()),
            (Some(Webhook { secret: None, .. }), Some(token)) => {
                Some(Secret::derived_from(token).reveal().to_owned())
            }
            _ => None,
        };
        let database_url = self.database_url.as_deref().and_then(|text| Url::parse(text).ok());
        let webhook_url = self.webhook.as_ref().map(|webhook| &webhook.url);
        let urls = [self.api_url.as_ref(), self.proxy.as_ref(), database_url.as_ref(), webhook_url];
        let passwords = urls.into_iter().flatten().filter_map(Url::password).map(str::to_owned);
        // PostgreSQL takes its password as an option too.
        let options = database_url.iter().flat_map(Url::query_pairs);
        let option = options.filter(|(key, value)| key == "password" && !value.is_empty());
        let option = option.map(|(_, value)| value.into_owned());
        token.chain(webhook_secret).chain(passwords).chain(option).collect()
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
            webhook,
            page,
            admin_listen,
            owners,
            storage_chat,
            pace,
            limits,
            keeping,
            playground_listen,
            sweep_period,
        } = self;
        f.debug_struct("Config")
            .field("token", token)
            .field("api_url", &api_url.as_ref().map(without_password))
            .field("proxy", &proxy.as_ref().map(without_password))
            .field("database_url", &database_url.as_ref().map(|_| "…"))
            .field("log_filter", log_filter)
            .field("webhook", webhook)
            .field("page", page)
            .field("admin_listen", admin_listen)
            .field("owners", owners)
            .field("storage_chat", storage_chat)
            .field("pace", pace)
            .field("limits", limits)
            .field("keeping", keeping)
            .field("playground_listen", playground_listen)
            .field("sweep_period", sweep_period)
            .finish()
    }
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Webhook { url, secret, listen } = self;
        f.debug_struct("Webhook")
            .field("url", &without_password(url))
            .field("secret", secret)
            .field("listen", listen)
            .finish()
    }
}

/// The URL as text without its password.
fn without_password(url: &Url) -> String {
    let mut url = url.clone();
    // A URL that cannot have a password has none.
    let _ = url.set_password(None);
    url.into()
}

/// Reads the settings. `look` returns the value of a key; an empty one counts as unset.
pub fn read(look: impl Fn(&'static str) -> Option<String>) -> Result<Config, ConfigError> {
    read_for(RequiredSettings::default(), |key| Ok(look(key)))
}

/// Like [`read`], for a command that requires some settings, and with values that cannot be read.
pub fn read_for(
    required: RequiredSettings,
    look: impl Fn(&'static str) -> Result<Option<String>, Fault>,
) -> Result<Config, ConfigError> {
    let mut reader = Reader { look, faults: Vec::new() };
    reader.require(required);
    let config = reader.config(required);
    reader.faults.extend(shared_addresses(&config));
    if reader.faults.is_empty() { Ok(config) } else { Err(ConfigError(reader.faults)) }
}

struct Reader<L> {
    look: L,
    faults: Vec<Fault>,
}

impl<L: Fn(&'static str) -> Result<Option<String>, Fault>> Reader<L> {
    /// Records required settings that are not set.
    fn require(&mut self, required: RequiredSettings) {
        let RequiredSettings { token, admin_listen, webhook_url, .. } = required;
        for (is_required, key) in [
            (token, "TELOXIDE_TOKEN"),
            (admin_listen, "ZEROSUM_ADMIN_LISTEN"),
            (webhook_url, "ZEROSUM_WEBHOOK_URL"),
        ] {
            if is_required && !is_set(&(self.look)(key)) {
                self.faults.push(Fault::NotSet { key });
            }
        }
    }

    /// Reads all settings; they must not be used if there are faults.
    fn config(&mut self, required: RequiredSettings) -> Config {
        let token = self.parse("TELOXIDE_TOKEN", |text| Token::parse(text).ok_or(Fault::Token));
        let api_url = self.parse("TELOXIDE_API_URL", |text| {
            url_of(text, &["http", "https"]).ok_or(Fault::Url { key: "TELOXIDE_API_URL" })
        });
        Config {
            token,
            proxy: self.parse("TELOXIDE_PROXY", |text| {
                url_of(text, &["http", "https", "socks5", "socks5h"]).ok_or(Fault::Proxy)
            }),
            database_url: self.parse("DATABASE_URL", |text| {
                let (check, given_by) =
                    (required.check_database_url, required.database_url_given_by);
                let checked = check(text).map(|()| text.to_owned());
                checked.map_err(|reason| Fault::DatabaseUrl { given_by, reason })
            }),
            log_filter: self
                .parse("RUST_LOG", log_filter)
                .unwrap_or_else(|| LOG_FILTER_DEFAULT.to_owned()),
            webhook: self.webhook(api_url.is_some()),
            page: self.page(required.page_on_loopback),
            api_url,
            admin_listen: self.address("ZEROSUM_ADMIN_LISTEN"),
            owners: self.parse("ZEROSUM_OWNER_IDS", owners).unwrap_or_default(),
            storage_chat: self.parse("ZEROSUM_STORAGE_CHAT_ID", storage_chat),
            pace: self.pace(),
            limits: self.limits(),
            keeping: self.keeping(),
            playground_listen: self.playground_listen(),
            sweep_period: SWEEP_PERIOD,
        }
    }

    fn page(&mut self, on_loopback: bool) -> Page {
        let key = "ZEROSUM_PAGE_LISTEN";
        Page {
            public_url: self
                .parse("ZEROSUM_PUBLIC_URL", |text| page::public_url(text).ok_or(Fault::PublicUrl)),
            listen: if on_loopback { self.loopback(key) } else { self.address(key) },
            proxies: self.number("ZEROSUM_PAGE_PROXIES", 0..=PROXIES_MAX, 0),
        }
    }

    fn pace(&mut self) -> Pace {
        Pace {
            per_second: self.number("ZEROSUM_SENDS_PER_SECOND", 1..=Pace::FASTEST.per_second, 30),
            chat_per_minute: self.number(
                "ZEROSUM_CHAT_SENDS_PER_MINUTE",
                1..=Pace::FASTEST.chat_per_minute,
                60,
            ),
            group_per_minute: self.number(
                "ZEROSUM_GROUP_SENDS_PER_MINUTE",
                1..=Pace::FASTEST.group_per_minute,
                20,
            ),
        }
    }

    fn limits(&mut self) -> ResourceLimits {
        ResourceLimits {
            memory_mb: self.number("ZEROSUM_MEMORY_MAX_MB", 64..=65_536, 256),
            worker_threads: self.number_if_set("ZEROSUM_WORKER_THREADS", 1..=256),
            search_threads: self.number_if_set("ZEROSUM_SEARCH_THREADS", 1..=256),
            games_per_person: self.number("ZEROSUM_GAMES_PER_PERSON_MAX", 1..=10_000, 200),
            new_games_per_minute: self.number("ZEROSUM_NEW_GAMES_PER_MINUTE", 1..=60_000, 20),
        }
    }

    fn keeping(&mut self) -> Keeping {
        Keeping {
            finished_days: self.number("ZEROSUM_KEEP_FINISHED_DAYS", 1..=36_500, 90),
            unfinished_days: self.number("ZEROSUM_KEEP_UNFINISHED_DAYS", 1..=36_500, 365),
        }
    }

    fn playground_listen(&mut self) -> PlaygroundListen {
        match self.loopback("ZEROSUM_PLAYGROUND_LISTEN") {
            Some(value) => PlaygroundListen::Exactly(value),
            None => PlaygroundListen::Preferably((Ipv4Addr::LOCALHOST, PLAYGROUND_PORT).into()),
        }
    }

    /// An address of this machine alone.
    fn loopback(&mut self, key: &'static str) -> Option<SocketAddr> {
        let value = self.address(key)?;
        if !value.ip().is_loopback() {
            self.faults.push(Fault::NotLoopback { key, value });
        }
        Some(value)
    }

    /// Parses the value of a key; `None` if it is not set, or wrong, which is recorded.
    fn parse<T>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Option<T> {
        let value = (self.look)(key).map_err(|fault| self.faults.push(fault)).ok()?;
        let text = value?;
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

    /// A whole number within the range; the default if it is not set.
    fn number(&mut self, key: &'static str, range: RangeInclusive<u32>, default: u32) -> u32 {
        self.number_if_set(key, range).unwrap_or(default)
    }

    /// A whole number within the range.
    fn number_if_set(&mut self, key: &'static str, range: RangeInclusive<u32>) -> Option<u32> {
        self.parse(key, |text| {
            let (least, most) = (*range.start(), *range.end());
            let number = text.parse().ok().filter(|number| range.contains(number));
            number.ok_or(Fault::Number { key, value: text.to_owned(), least, most })
        })
    }

    /// Telegram itself posts only to https; a custom Bot API server may use http.
    fn webhook(&mut self, has_own_server: bool) -> Option<Webhook> {
        let schemes: &[&str] = if has_own_server { &["https", "http"] } else { &["https"] };
        let url = self.parse("ZEROSUM_WEBHOOK_URL", |text| {
            let fault = || Fault::WebhookUrl { schemes: schemes.join(" or ") };
            let url = url_of(text, schemes).ok_or_else(fault)?;
            match url.port_or_known_default() {
                Some(port) if !has_own_server && !WEBHOOK_PORTS.contains(&port) => {
                    Err(Fault::WebhookPort { port })
                }
                Some(_) | None => Ok(url),
            }
        });
        let secret = self.parse("ZEROSUM_WEBHOOK_SECRET", |text| {
            Secret::parse(text).ok_or(Fault::WebhookSecret)
        });
        let listen = self.address("ZEROSUM_LISTEN");
        let listen = listen.unwrap_or((Ipv4Addr::LOCALHOST, WEBHOOK_PORT).into());
        url.map(|url| Webhook { url, secret, listen })
    }
}

/// Returns a fault for each two listeners of the bot that would have one address.
fn shared_addresses(config: &Config) -> Vec<Fault> {
    let Config { webhook, page, admin_listen, .. } = config;
    let page = page.public_url.as_ref().map(|_| page.listen_or_default());
    let listeners = [
        ("ZEROSUM_LISTEN", webhook.as_ref().map(|webhook| webhook.listen)),
        ("ZEROSUM_PAGE_LISTEN", page),
        ("ZEROSUM_ADMIN_LISTEN", *admin_listen),
    ];
    // An IPv6 socket for all addresses takes IPv4 as well.
    let is_within = |one: SocketAddr, all: SocketAddr| {
        one.ip() == all.ip() || all.ip().is_unspecified() && (all.is_ipv6() || one.is_ipv4())
    };
    let overlap = |one: SocketAddr, other: SocketAddr| {
        one.port() != 0
            && one.port() == other.port()
            && (is_within(one, other) || is_within(other, one))
    };
    let mut faults = Vec::new();
    for (index, (other, at)) in listeners.into_iter().enumerate() {
        for (one, before) in listeners.into_iter().take(index) {
            if let (Some(before), Some(value)) = (before, at)
                && overlap(before, value)
            {
                faults.push(Fault::SameAddress { one, other, value });
            }
        }
    }
    faults
}

/// Returns whether there is a value, perhaps one that cannot be read.
pub fn is_set(value: &Result<Option<String>, Fault>) -> bool {
    match value {
        Ok(text) => text.as_ref().is_some_and(|text| !text.trim().is_empty()),
        Err(_) => true,
    }
}

/// Parses numbers separated by commas.
fn owners(text: &str) -> Result<Vec<u64>, Fault> {
    let numbers = text.split(',').map(|part| part.trim().parse().ok().filter(|id| *id > 0));
    let numbers: Option<Vec<u64>> = numbers.collect();
    numbers.ok_or_else(|| Fault::Owners { value: text.to_owned() })
}

/// Parses the id of a chat, which is negative for all but private ones.
fn storage_chat(text: &str) -> Result<i64, Fault> {
    let number = text.parse().ok().filter(|chat| *chat != 0);
    number.ok_or_else(|| Fault::StorageChat { value: text.to_owned() })
}

fn url_of(text: &str, schemes: &[&str]) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (schemes.contains(&url.scheme()) && url.has_host()).then_some(url)
}

/// Checks a filter: a comma-separated list of levels, or of modules with levels. A word alone that is no level would be
/// taken for a module, and a mistyped level would turn the log off.
fn log_filter(text: &str) -> Result<String, Fault> {
    let is_level = |level: &str| level.parse::<log::LevelFilter>().is_ok();
    let is_module = |word: &str| {
        word.contains("::") || word.split('_').next().is_some_and(|root| LOGGING.contains(&root))
    };
    let directives = text.split('/').next().unwrap_or_default();
    let is_filter = directives.split(',').all(|directive| match directive.split_once('=') {
        Some((_, level)) => is_level(level.trim()),
        None if directive.contains(char::is_whitespace) => false,
        None => directive.is_empty() || is_level(directive) || is_module(directive),
    });
    if is_filter { Ok(text.to_owned()) } else { Err(Fault::LogFilter { value: text.to_owned() }) }
}
