//! The database that a URL names.

use std::path::PathBuf;

use crate::open_error::OpenError;
use crate::postgres::settings::Settings;

/// The location of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    Sqlite(PathBuf),
    Postgres(Box<Settings>),
}

impl Location {
    /// Names the database in a message.
    pub(crate) fn name(&self) -> String {
        match self {
            Location::Sqlite(path) => format!("{path:?}"),
            Location::Postgres(settings) => settings.server.clone(),
        }
    }
}

/// Parses a URL. No part of it is repeated in an error, because it may hold a password.
pub(crate) fn parse(url: &str) -> Result<Location, OpenError> {
    let (scheme, rest) = url.split_once(':').ok_or(OpenError::Scheme)?;
    match scheme.to_ascii_lowercase().as_str() {
        "sqlite" => sqlite(rest),
        "postgres" | "postgresql" => Ok(Location::Postgres(Box::new(Settings::parse(url)?))),
        _ => Err(OpenError::Scheme),
    }
}

fn sqlite(rest: &str) -> Result<Location, OpenError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    let first_part = path.split('/').next().unwrap_or_default();
    if first_part.len() < path.len() && first_part.contains('@') {
        return Err(OpenError::Credentials);
    }
    if path.contains('?') {
        return Err(OpenError::Options);
    }
    // A NUL cannot be part of a path, and other programs write `:memory:` for no file.
    if path.is_empty() || path.contains('\0') || path == ":memory:" {
        return Err(OpenError::NoPath);
    }
    Ok(Location::Sqlite(PathBuf::from(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_taken_as_it_stands() {
        for (url, path) in [
            ("sqlite://zerosum.db", "zerosum.db"),
            ("sqlite:zerosum.db", "zerosum.db"),
            ("SQLite://data/zerosum.db", "data/zerosum.db"),
            ("sqlite:///srv/zerosum.db", "/srv/zerosum.db"),
            ("sqlite:/srv/zerosum.db", "/srv/zerosum.db"),
            ("sqlite://ігри 100%20#1.db", "ігри 100%20#1.db"),
            ("sqlite://bot@home.db", "bot@home.db"),
            ("sqlite:///srv/bot@home/zerosum.db", "/srv/bot@home/zerosum.db"),
        ] {
            assert_eq!(parse(url), Ok(Location::Sqlite(PathBuf::from(path))), "{url}");
        }
    }

    #[test]
    fn what_names_no_database_is_refused_without_repeating_it() {
        for (url, error) in [
            ("", OpenError::Scheme),
            ("hunter2", OpenError::Scheme),
            ("bot:hunter2@host/zerosum", OpenError::Scheme),
            ("mysql://bot:hunter2@host/zerosum", OpenError::Scheme),
            ("sqlite3://zerosum.db", OpenError::Scheme),
            ("sqlite:", OpenError::NoPath),
            ("sqlite://", OpenError::NoPath),
            ("sqlite::memory:", OpenError::NoPath),
            ("sqlite://hunter2\0", OpenError::NoPath),
            ("sqlite://bot:hunter2@host/zerosum.db", OpenError::Credentials),
            ("sqlite://zerosum.db?password=hunter2", OpenError::Options),
        ] {
            let refused = parse(url).expect_err(url);
            assert_eq!(refused, error, "{url}");
            assert!(!refused.to_string().contains("hunter2"), "{refused}");
        }
    }
}
