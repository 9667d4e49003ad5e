//! Reads the file `.env`, and finds mistyped settings there and in the environment.

use std::collections::HashMap;
use std::{env, fs};

use thiserror::Error;

use crate::config::KEYS;

/// Beginnings of the names of settings.
const PREFIXES: [&str; 2] = ["ZEROSUM_", "TELOXIDE_"];

/// Beginnings of names in the environment that are none of settings: those of the tests, and those that
/// Kubernetes gives to containers beside a service named `zerosum`.
const OTHERS: [&str; 3] = ["ZEROSUM_TEST_", "ZEROSUM_PORT", "ZEROSUM_SERVICE_"];

/// Error of reading `.env`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DotenvError {
    /// The line itself is not shown, because it may contain a secret.
    #[error(".env has a line that is not KEY=value")]
    Line,
    #[error(
        "{0} in .env has a space or another sign that needs quotes: put the value in single quotes"
    )]
    Value(&'static str),
    #[error(".env cannot be read: {0}")]
    Io(String),
}

/// Values of `.env` in the working folder or above it; empty if there is no such file.
pub fn read() -> Result<HashMap<String, String>, DotenvError> {
    let lines = match dotenvy::dotenv_iter() {
        Ok(lines) => lines,
        Err(error) if error.not_found() => return Ok(HashMap::new()),
        Err(dotenvy::Error::Io(error)) => return Err(DotenvError::Io(error.to_string())),
        Err(_) => return Err(DotenvError::Line),
    };
    lines.collect::<Result<_, _>>().map_err(|error| match error {
        dotenvy::Error::Io(error) => DotenvError::Io(error.to_string()),
        dotenvy::Error::LineParse(part, _) => {
            key_of(&text(), &part).map_or(DotenvError::Line, DotenvError::Value)
        }
        _ => DotenvError::Line,
    })
}

/// Returns the keys of `.env` that are named like settings and are none, in the order of the alphabet.
pub fn unknown(file: &HashMap<String, String>) -> Vec<&str> {
    mistyped(file.keys().map(String::as_str))
}

/// Returns such names of the environment, which has names of others too.
pub fn unknown_in_environment(names: &[String]) -> Vec<&str> {
    let is_of_others = |name: &&str| OTHERS.iter().any(|other| name.starts_with(other));
    mistyped(names.iter().map(String::as_str).filter(|name| !is_of_others(name)))
}

fn mistyped<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let is_setting = |name: &&str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let mut unknown: Vec<&str> =
        names.filter(is_setting).filter(|name| !KEYS.contains(name)).collect();
    unknown.sort_unstable();
    unknown
}

/// The text of `.env`, empty if it cannot be read.
fn text() -> String {
    let folder = env::current_dir().unwrap_or_default();
    let path = folder.ancestors().map(|folder| folder.join(".env")).find(|path| path.is_file());
    path.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default()
}

/// The setting whose line ends with this part of it.
fn key_of(text: &str, part: &str) -> Option<&'static str> {
    let line = text.lines().find(|line| line.trim_end().ends_with(part.trim_end()))?;
    let (key, _) = line.split_once('=')?;
    let key = key.trim().trim_start_matches("export ").trim();
    KEYS.into_iter().find(|known| *known == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_of_a_line_that_cannot_be_read_is_named() {
        let text = "# a comment\nZEROSUM_OWNER_IDS=12345, 67890\nOTHER=a b\n";
        for part in ["ZEROSUM_OWNER_IDS=12345, 67890", "12345, 67890"] {
            assert_eq!(key_of(text, part), Some("ZEROSUM_OWNER_IDS"));
        }
        assert_eq!(key_of(text, "a b"), None);
        assert_eq!(key_of("", "12345"), None);
    }

    #[test]
    fn mistyped_settings_are_unknown_and_other_programs_have_their_own() {
        let keys = ["ZEROSUM_OWNER_ID", "TELOXIDE_TOKN", "ZEROSUM_OWNER_IDS", "PATH"];
        let file = keys.map(|key| (key.to_owned(), String::new())).into();
        assert_eq!(unknown(&file), ["TELOXIDE_TOKN", "ZEROSUM_OWNER_ID"]);
    }

    #[test]
    fn names_that_tests_and_kubernetes_set_are_not_taken_for_settings() {
        let names = [
            "ZEROSUM_OWNER_ID",
            "ZEROSUM_TEST_WEBHOOK",
            "ZEROSUM_PORT",
            "ZEROSUM_PORT_8080_TCP_ADDR",
            "ZEROSUM_SERVICE_HOST",
            "ZEROSUM_PUBLIC_URL",
        ];
        let names = names.map(str::to_owned);
        assert_eq!(unknown_in_environment(&names), ["ZEROSUM_OWNER_ID"]);
    }
}
