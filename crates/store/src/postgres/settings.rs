//! The settings in a server's URL.

use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use url::Url;

use crate::open_error::OpenError;
use crate::postgres::{CONNECT_TIMEOUT, STATEMENT_TIMEOUT};

/// The connection name that administrators see if the URL sets none.
const APPLICATION_NAME: &str = "zerosum";

const PORT_DEFAULT: u16 = 5432;

/// The address of a server and the connection parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(super) config: Config,
    pub(super) trust: Trust,
    /// The host, port and database, for error messages.
    pub(crate) server: String,
}

/// The certificates accepted on an encrypted connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Any certificate, as PostgreSQL defines `prefer` and `require`.
    Anybody,
    /// Certificates of the public authorities.
    Public,
    /// Certificates of the authorities in a PEM file.
    File(PathBuf),
}

impl Settings {
    /// Parses a URL. No part of it but the host, the port and the database is ever shown.
    pub(crate) fn parse(url: &str) -> Result<Settings, OpenError> {
        let mut url = Url::parse(url).map_err(|_| OpenError::ServerUrl)?;
        let (mut mode, mut certificates, mut rest) = (None, None, Vec::new());
        for (key, value) in url.query_pairs() {
            match key.as_ref() {
                "sslmode" => mode = Some(value.into_owned()),
                "sslrootcert" => certificates = Some(PathBuf::from(value.as_ref())),
                _ => rest.push((key.into_owned(), value.into_owned())),
            }
        }
        url.set_query(None);
        if !rest.is_empty() {
            // Spaces are encoded as %20: a plus sign is literal in these URLs.
            let pairs = rest.iter().map(|(key, value)| format!("{key}={}", encoded(value)));
            url.set_query(Some(&pairs.collect::<Vec<_>>().join("&")));
        }
        let mut config: Config = url.as_str().parse().map_err(|_| OpenError::ServerUrl)?;
        if config.get_hosts().is_empty() {
            return Err(OpenError::ServerUrl);
        }
        let (mode, trust) = encryption(mode.as_deref(), certificates)?;
        // PostgreSQL does not encrypt a socket of this machine, whatever the mode.
        config.ssl_mode(if is_by_socket(&config) { SslMode::Disable } else { mode });
        config.connect_timeout(CONNECT_TIMEOUT);
        config.tcp_user_timeout(STATEMENT_TIMEOUT);
        if config.get_application_name().is_none() {
            config.application_name(APPLICATION_NAME);
        }
        let server = describe(&config);
        Ok(Settings { config, trust, server })
    }
}

fn encryption(
    mode: Option<&str>,
    certificates: Option<PathBuf>,
) -> Result<(SslMode, Trust), OpenError> {
    match (mode, certificates) {
        (Some("disable"), None) => Ok((SslMode::Disable, Trust::Anybody)),
        (None | Some("prefer"), None) => Ok((SslMode::Prefer, Trust::Anybody)),
        (Some("require"), None) => Ok((SslMode::Require, Trust::Anybody)),
        (Some("verify-full"), None) => Ok((SslMode::Require, Trust::Public)),
        // As PostgreSQL's own programs write it.
        (Some("verify-full"), Some(file)) if file == Path::new("system") => {
            Ok((SslMode::Require, Trust::Public))
        }
        (Some("verify-full"), Some(file)) => Ok((SslMode::Require, Trust::File(file))),
        (None | Some(_), _) => Err(OpenError::Encryption),
    }
}

/// Returns whether the server is reached by Unix sockets only.
fn is_by_socket(config: &Config) -> bool {
    let is_socket = |host: &Host| matches!(host, Host::Unix(_));
    config.get_hostaddrs().is_empty() && config.get_hosts().iter().all(is_socket)
}

fn describe(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        Some(Host::Unix(path)) => path.display().to_string(),
        None => String::new(),
    };
    let port = config.get_ports().first().copied().unwrap_or(PORT_DEFAULT);
    let database = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("{host}:{port}/{database}")
}

/// Percent-encodes every byte, so that none has a special meaning.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_server_and_how_to_trust_it() {
        for (query, mode, trust) in [
            ("", SslMode::Prefer, Trust::Anybody),
            ("?sslmode=disable", SslMode::Disable, Trust::Anybody),
            ("?sslmode=require", SslMode::Require, Trust::Anybody),
            ("?sslmode=verify-full", SslMode::Require, Trust::Public),
            ("?sslmode=verify-full&sslrootcert=system", SslMode::Require, Trust::Public),
            (
                "?sslmode=verify-full&sslrootcert=/srv/ca.pem&options=-c%20search_path%3Dgames",
                SslMode::Require,
                Trust::File(PathBuf::from("/srv/ca.pem")),
            ),
        ] {
            let url = format!("postgresql://bot:hunter%402@db.example:6432/zerosum{query}");
            let settings = Settings::parse(&url).expect(query);
            assert_eq!(settings.config.get_ssl_mode(), mode, "{query}");
            assert_eq!(settings.trust, trust, "{query}");
            assert_eq!(settings.config.get_password(), Some(b"hunter@2".as_slice()));
            assert_eq!(settings.server, "db.example:6432/zerosum");
            let options = query.contains("options").then_some("-c search_path=games");
            assert_eq!(settings.config.get_options(), options, "{query}");
            assert!(!format!("{settings:?}").contains("hunter"));
        }
    }

    #[test]
    fn a_socket_is_not_encrypted_and_everything_else_as_it_is_asked_for() {
        for (url, mode) in [
            ("postgres:///zerosum?user=bot&host=/run/postgresql", SslMode::Disable),
            ("postgres://bot@%2Frun%2Fpostgresql/zerosum", SslMode::Disable),
            ("postgres://bot@%2Frun%2Fpostgresql/zerosum?sslmode=require", SslMode::Disable),
            (
                "postgres:///zerosum?host=/run/postgresql&hostaddr=192.0.2.1&sslmode=require",
                SslMode::Require,
            ),
        ] {
            let settings = Settings::parse(url).expect(url);
            assert_eq!(settings.config.get_ssl_mode(), mode, "{url}");
            assert_eq!(settings.server, "/run/postgresql:5432/zerosum");
        }
        let both = "postgres://db.example/zerosum?host=/run/postgresql&sslmode=verify-full";
        let settings = Settings::parse(both).expect("one after the other is tried");
        assert_eq!(settings.config.get_ssl_mode(), SslMode::Require);
    }

    #[test]
    fn what_cannot_be_kept_is_refused_without_repeating_it() {
        for (url, error) in [
            ("postgres://", OpenError::ServerUrl),
            ("postgres:zerosum", OpenError::ServerUrl),
            ("postgres://bot:hunter2@host:port/zerosum", OpenError::ServerUrl),
            ("postgres://bot:hunter2@host/zerosum?colour=hunter2", OpenError::ServerUrl),
            ("postgres://bot:hunter2@host/zerosum?sslmode=verify-ca", OpenError::Encryption),
            ("postgres://bot:hunter2@host/zerosum?sslmode=hunter2", OpenError::Encryption),
            ("postgres://host/zerosum?sslmode=require&sslrootcert=ca.pem", OpenError::Encryption),
            ("postgres://host/zerosum?sslrootcert=ca.pem", OpenError::Encryption),
        ] {
            let refused = Settings::parse(url).expect_err(url);
            assert_eq!(refused, error, "{url}");
            assert!(!refused.to_string().contains("hunter"), "{refused}");
        }
    }
}
