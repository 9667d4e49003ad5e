//! Logs to standard error, without secrets.

use std::io::{self, IsTerminal, Write};

use log::{LevelFilter, Log, Metadata, Record};
use pretty_env_logger::env_logger::{Target, WriteStyle};

/// Replacement for a secret.
const REDACTED: &str = "…";

/// Crates that may log at all levels: this one, which refers to people by their ids, and one that knows
/// only connections. Other libraries log their inputs in detail, such as every parameter of a statement, so
/// their lines below [`LIBRARIES_MAX`] are dropped.
const DISCREET: [&str; 2] = ["rustls", "zerosum"];

/// The most detailed level at which any other library may log.
const LIBRARIES_MAX: LevelFilter = LevelFilter::Info;

/// Starts logging for the rest of the process. No line contains any of the secrets, whichever crate writes
/// it; and with any filter, none contains people's texts or names.
pub fn start(filter: &str, secrets: Vec<String>) {
    let style = if io::stderr().is_terminal() { WriteStyle::Always } else { WriteStyle::Never };
    let logger = pretty_env_logger::formatted_timed_builder()
        .parse_filters(filter)
        .write_style(style)
        .target(Target::Pipe(Box::new(Redactor { secrets, inner: io::stderr() })))
        .build();
    let level_max = logger.filter();
    match log::set_boxed_logger(Box::new(Discreet(logger))) {
        Ok(()) => log::set_max_level(level_max),
        Err(_) => log::debug!("logging has been started before"),
    }
}

/// Drops lines in which a library may log what people write. A filter cannot do that: a directive for a
/// module takes precedence over any rule for the whole library.
struct Discreet<L>(L);

impl<L: Log> Log for Discreet<L> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        is_discreet(metadata) && self.0.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if is_discreet(record.metadata()) {
            self.0.log(record);
        }
    }

    fn flush(&self) {
        self.0.flush();
    }
}

fn is_discreet(metadata: &Metadata<'_>) -> bool {
    let library = metadata.target().split("::").next().unwrap_or_default();
    metadata.level() <= LIBRARIES_MAX || DISCREET.contains(&library)
}

/// Removes secrets from text. A line arrives in one piece, so a secret does too.
struct Redactor<W> {
    secrets: Vec<String>,
    inner: W,
}

impl<W: Write> Write for Redactor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let redacted = self
            .secrets
            .iter()
            .fold(text.into_owned(), |text, secret| text.replace(secret, REDACTED));
        self.inner.write_all(redacted.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use log::Level;
    use pretty_env_logger::env_logger::Builder;

    use super::*;

    /// The most detailed level that is logged for a module with this filter.
    fn level_of(filter: &str, module: &str) -> Option<Level> {
        let logger = Discreet(Builder::new().parse_filters(filter).build());
        let levels = [Level::Trace, Level::Debug, Level::Info, Level::Warn, Level::Error];
        levels
            .into_iter()
            .find(|level| logger.enabled(&Metadata::builder().target(module).level(*level).build()))
    }

    #[test]
    fn no_filter_makes_a_library_tell_what_it_is_given() {
        let libraries = ["tokio_postgres::query", "teloxide_core::net", "reqwest::connect", "new"];
        for filter in [
            "trace",
            "debug",
            "tokio_postgres=trace,teloxide_core=debug,reqwest,new=trace",
            "tokio_postgres::query=trace,teloxide_core::net=trace,reqwest::connect=trace,new",
            "off,tokio_postgres::query,teloxide_core::net,reqwest::connect=debug,new",
        ] {
            for module in libraries {
                assert_eq!(level_of(filter, module), Some(Level::Info), "{module} with {filter}");
            }
        }
    }

    #[test]
    fn a_filter_still_says_how_much_of_the_rest_is_written() {
        for (filter, module, level) in [
            ("trace", "zerosum::telegram::incoming::polling", Some(Level::Trace)),
            ("info,zerosum=debug", "zerosum", Some(Level::Debug)),
            ("info,rustls=debug", "rustls::client::hs", Some(Level::Debug)),
            ("info", "zerosum::app", Some(Level::Info)),
            ("warn", "tokio_postgres::connection", Some(Level::Warn)),
            ("info,tokio_postgres=error", "tokio_postgres", Some(Level::Error)),
            ("off", "zerosum", None),
            ("off", "tokio_postgres", None),
            // A name with the same prefix is another crate.
            ("trace", "zerosum_plugin::query", Some(Level::Info)),
        ] {
            assert_eq!(level_of(filter, module), level, "{module} with {filter}");
        }
    }

    #[test]
    fn a_secret_does_not_get_into_a_line() {
        let mut redactor =
            Redactor { secrets: vec!["12:abc".to_owned(), "abc".to_owned()], inner: Vec::new() };
        redactor.write_all(b"GET /bot12:abc/getMe with abc").expect("a vector takes all");
        assert_eq!(String::from_utf8_lossy(&redactor.inner), "GET /bot…/getMe with …");
    }
}
