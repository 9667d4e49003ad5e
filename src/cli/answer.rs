//! The answers of commands on standard output, which may be closed or full.

use std::io::{self, Write};

use thiserror::Error;

/// An answer that could not be written.
#[derive(Debug, Error)]
#[error("cannot write the answer")]
pub(crate) struct AnswerError(#[source] io::Error);

/// Writes an answer, which ends with a line break.
pub(crate) fn print(answer: &str) -> Result<(), AnswerError> {
    let mut out = io::stdout().lock();
    out.write_all(answer.as_bytes()).and_then(|()| out.flush()).map_err(AnswerError)
}
