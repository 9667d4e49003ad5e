//! Log lines, on standard error, without secrets.

use std::io::{self, IsTerminal, Write};

use pretty_env_logger::env_logger::{Target, WriteStyle};

/// What stands where a secret stood.
const REDACTED: &str = "…";

/// Starts logging for the rest of the process. Whatever writes a line, this crate or another, none
/// of the secrets gets into it.
pub fn start(filter: &str, secrets: Vec<String>) {
    let style = if io::stderr().is_terminal() { WriteStyle::Always } else { WriteStyle::Never };
    let started = pretty_env_logger::formatted_timed_builder()
        .parse_filters(filter)
        .write_style(style)
        .target(Target::Pipe(Box::new(Redactor { secrets, inner: io::stderr() })))
        .try_init();
    if started.is_err() {
        log::debug!("logging has been started before");
    }
}

/// Passes text on without secrets. A line arrives in one piece, so a secret does too.
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
    use super::*;

    #[test]
    fn a_secret_does_not_get_into_a_line() {
        let mut redactor =
            Redactor { secrets: vec!["12:abc".to_owned(), "abc".to_owned()], inner: Vec::new() };
        redactor.write_all(b"GET /bot12:abc/getMe with abc").expect("a vector takes all");
        assert_eq!(String::from_utf8_lossy(&redactor.inner), "GET /bot…/getMe with …");
    }
}
