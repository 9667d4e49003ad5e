//! Reads the file `.env`, and finds mistyped settings there and in the environment.

use std::collections::HashMap;
use std::{env, fs};

use crate::config::KEYS;
use crate::config::fault::Fault;

/// Beginnings of the names of settings.
const PREFIXES: [&str; 2] = ["ZEROSUM_", "TELOXIDE_"];

/// Beginnings of names in the environment that are none of settings: those of the tests, and those that
/// Kubernetes gives to containers beside a service named `zerosum`.
const OTHERS: [&str; 3] = ["ZEROSUM_TEST_", "ZEROSUM_PORT", "ZEROSUM_SERVICE_"];

/// The file `.env` in the working folder or above it; empty if there is no such file.
#[derive(Debug, Default)]
pub struct Dotenv {
    values: HashMap<String, String>,
    /// Settings whose line cannot be read.
    unreadable: Vec<&'static str>,
    /// Faults of the file that belong to no setting.
    pub faults: Vec<Fault>,
}

impl Dotenv {
    /// Finds the file and reads it.
    pub fn read() -> Dotenv {
        let folder = env::current_dir().unwrap_or_default();
        let path = folder.ancestors().map(|folder| folder.join(".env")).find(|path| path.is_file());
        match path.map(fs::read_to_string) {
            None => Dotenv::default(),
            Some(Ok(text)) => Dotenv::parse(&text),
            Some(Err(error)) => {
                let reason = error.to_string();
                Dotenv { faults: vec![Fault::DotenvUnreadable { reason }], ..Dotenv::default() }
            }
        }
    }

    fn parse(text: &str) -> Dotenv {
        // Some editors begin a file with a mark of its byte order.
        let text = text.trim_start_matches('\u{feff}');
        let mut file = Dotenv::default();
        let mut below = 0;
        for line in dotenvy::from_read_iter(text.as_bytes()) {
            match line {
                Ok((key, value)) => {
                    file.values.insert(key, value);
                }
                // Its line has this part, and is below those before.
                Err(dotenvy::Error::LineParse(part, _)) => {
                    let part = part.lines().next().unwrap_or_default().trim();
                    let is_its =
                        |line: &str| line.contains(part) && !line.trim_start().starts_with('#');
                    let mut lines = text.lines().zip(1..).skip(below);
                    let found = lines.find(|(line, _)| is_its(line));
                    below = found.map_or(below, |(_, number)| number);
                    file.note_unreadable(found);
                }
                Err(_) => file.faults.push(Fault::DotenvLine { number: None }),
            }
        }
        file
    }

    /// Records a line that cannot be read, by its text and number.
    fn note_unreadable(&mut self, line: Option<(&str, usize)>) {
        match line.and_then(|(line, _)| key_of(line)) {
            Some(key) => self.unreadable.push(key),
            None => self.faults.push(Fault::DotenvLine { number: line.map(|(_, number)| number) }),
        }
    }

    /// Returns the value of a setting.
    pub fn get(&self, key: &'static str) -> Result<Option<String>, Fault> {
        if self.unreadable.contains(&key) {
            return Err(Fault::DotenvValue { key });
        }
        Ok(self.values.get(key).cloned())
    }

    /// Returns its keys that are named like settings and are none, in the order of the alphabet.
    pub fn unknown(&self) -> Vec<&str> {
        mistyped(self.values.keys().map(String::as_str))
    }
}

/// Returns the names of the environment that are named like settings and are none, without those of other programs.
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

/// The setting that this line sets.
fn key_of(line: &str) -> Option<&'static str> {
    let (key, _) = line.split_once('=')?;
    let key = key.trim().trim_start_matches("export ").trim();
    KEYS.into_iter().find(|known| *known == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_that_cannot_be_read_is_named_and_the_others_are_kept() {
        let text = "# 12345, 67890\nZEROSUM_OWNER_IDS=12345, 67890 # us\n42:SECRET\nOTHER=a b\n\
            export RUST_LOG=a b\nTELOXIDE_TOKEN=42:a\n";
        let file = Dotenv::parse(text);
        for key in ["ZEROSUM_OWNER_IDS", "RUST_LOG"] {
            assert_eq!(file.get(key), Err(Fault::DotenvValue { key }));
        }
        let lines = [3, 4].map(|number| Fault::DotenvLine { number: Some(number) });
        assert_eq!(file.faults, lines);
        assert_eq!(file.get("TELOXIDE_TOKEN"), Ok(Some("42:a".to_owned())));
        assert_eq!(file.get("DATABASE_URL"), Ok(None));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_setting() {
        let file = Dotenv::parse("\u{feff}TELOXIDE_TOKEN=42:a\r\nRUST_LOG=warn\r\n");
        assert_eq!(file.get("TELOXIDE_TOKEN"), Ok(Some("42:a".to_owned())));
        assert_eq!(file.get("RUST_LOG"), Ok(Some("warn".to_owned())));
        assert_eq!(file.faults, []);
    }

    #[test]
    fn mistyped_settings_are_unknown_and_other_programs_have_their_own() {
        let file = Dotenv::parse("ZEROSUM_OWNER_ID=\nTELOXIDE_TOKN=\nZEROSUM_OWNER_IDS=\nPATH=\n");
        assert_eq!(file.unknown(), ["TELOXIDE_TOKN", "ZEROSUM_OWNER_ID"]);
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
