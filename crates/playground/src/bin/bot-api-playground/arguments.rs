//! The command line.

use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;

use clap::Parser;
use zerosum_playground::rate_limits::SendLimits;
use zerosum_playground::settings::{self, Cast, InlineMode, Settings};

const USERNAME_LENGTHS: RangeInclusive<usize> = 5..=32;
const MAX_NAME_CHARACTERS: usize = 64;
const MAX_TITLE_CHARACTERS: usize = 128;

/// A strict stand-in for the Telegram Bot API on this machine, with a page to chat with your bot.
///
/// It prints the base URL and the token for the settings of your bot, and needs no network.
#[derive(Debug, Parser)]
#[command(name = "bot-api-playground", version)]
pub(crate) struct Arguments {
    /// The address to listen on, of this machine only; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081")]
    listen: String,
    /// The token of your bot, like 42:SECRET; another one in each run if none is given
    #[arg(long)]
    token: Option<String>,
    /// The name of your bot
    #[arg(long, default_value = "Bot")]
    name: String,
    /// The username of your bot, without @
    #[arg(long, default_value = "playground_bot")]
    username: String,
    /// A person to play, with a language code such as Anna:en; may be given several times
    #[arg(long = "person", value_name = "NAME[:CODE]", default_values = ["Anna:en", "Борис:ru", "Оксана:uk"])]
    people: Vec<String>,
    /// A group of all people and your bot; may be given several times
    #[arg(long = "group", value_name = "TITLE", default_values = ["Friends"])]
    groups: Vec<String>,
    /// Your bot hears everything in groups, as with privacy mode turned off
    #[arg(long)]
    no_privacy: bool,
    /// Refuse messages that your bot sends faster than Telegram allows
    #[arg(long)]
    limits: bool,
    /// Your bot is in inline mode, as after BotFather's /setinline
    #[arg(long)]
    inline: bool,
    /// Like --inline, with updates about chosen results, as after /setinlinefeedback
    #[arg(long)]
    inline_feedback: bool,
    /// The address of your bot's main Mini App, as set with BotFather
    #[arg(long, value_name = "URL")]
    main_app: Option<String>,
}

/// Person to play as.
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) language_code: Option<String>,
}

/// Checked form of the arguments.
pub(crate) struct Plan {
    pub(crate) settings: Settings,
    pub(crate) people: Vec<Person>,
    pub(crate) groups: Vec<String>,
}

/// Error in one argument.
pub(crate) struct Fault {
    option: &'static str,
    value: String,
    reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}: {}", self.option, self.value, self.reason)
    }
}

impl Arguments {
    /// Checks all arguments, so that all faults are reported at once.
    pub(crate) fn into_plan(self) -> Result<Plan, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut check = |is_right: bool, option, value: &str, reason: &str| {
            if !is_right {
                let (value, reason) = (value.to_owned(), reason.to_owned());
                faults.push(Fault { option, value, reason });
            }
        };
        let listen = self.listen.parse::<SocketAddr>().ok();
        let is_near = listen.is_some_and(|address| address.ip().is_loopback());
        check(
            is_near,
            "--listen",
            &self.listen,
            "not an address of this machine only, like 127.0.0.1:8081",
        );
        if let Some(token) = &self.token {
            check(settings::is_token(token), "--token", token, "not a token, like 42:SECRET");
        }
        if let Some(url) = &self.main_app {
            let reason =
                "an https address, or an http address of this machine like http://127.0.0.1:8201/";
            check(settings::is_web_app(url), "--main-app", url, reason);
        }
        let is_name = |name: &str| is_text(name, MAX_NAME_CHARACTERS);
        check(is_name(&self.name), "--name", &self.name, "a name has 1 to 64 characters");
        let username = &self.username;
        check(
            is_username(username),
            "--username",
            username,
            "a bot's username has 5 to 32 letters, digits and underscores, and ends in bot",
        );
        let people: Vec<Person> = self.people.iter().map(|person| Person::of(person)).collect();
        for (person, given) in people.iter().zip(&self.people) {
            check(is_name(&person.name), "--person", given, "a name has 1 to 64 characters");
            let is_code = person.language_code.as_deref().is_none_or(is_language_code);
            check(is_code, "--person", given, "a language code is like en or pt-br");
        }
        for title in &self.groups {
            let is_title = is_text(title, MAX_TITLE_CHARACTERS);
            check(is_title, "--group", title, "a title has 1 to 128 characters");
        }
        let Some(listen) = listen.filter(|_| faults.is_empty()) else {
            return Err(faults);
        };
        let defaults = Settings::default();
        let settings = Settings {
            listen,
            token: self.token.unwrap_or_else(|| defaults.token.clone()),
            first_name: self.name,
            username: self.username,
            cast: Cast::Empty,
            main_web_app: self.main_app,
            privacy_mode: !self.no_privacy,
            send_limits: if self.limits { SendLimits::telegram() } else { SendLimits::default() },
            inline_mode: match (self.inline_feedback, self.inline) {
                (true, _) => InlineMode::OnWithFeedback,
                (false, true) => InlineMode::On,
                (false, false) => InlineMode::Off,
            },
            ..defaults
        };
        Ok(Plan { settings, people, groups: self.groups })
    }
}

impl Person {
    /// Reads `name:code` or `name`.
    fn of(text: &str) -> Self {
        match text.rsplit_once(':') {
            Some((name, code)) => {
                Self { name: name.to_owned(), language_code: Some(code.to_owned()) }
            }
            None => Self { name: text.to_owned(), language_code: None },
        }
    }
}

/// A name or a title is not blank and not too long.
fn is_text(text: &str, max_characters: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= max_characters
}

fn is_username(username: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    USERNAME_LENGTHS.contains(&username.len())
        && username.starts_with(|first: char| first.is_ascii_alphabetic())
        && username.bytes().all(is_allowed)
        && username.to_ascii_lowercase().ends_with("bot")
}

/// A language code is two or three letters, perhaps with further parts.
fn is_language_code(code: &str) -> bool {
    let mut parts = code.split('-');
    let is_language = |part: &str| {
        (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    parts.next().is_some_and(is_language) && parts.all(is_part)
}
