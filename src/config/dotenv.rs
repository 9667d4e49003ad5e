//! Reads the file `.env`.

use std::collections::HashMap;

use thiserror::Error;

/// Error of reading `.env`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DotenvError {
    /// The line itself is not shown, because it may contain a secret.
    #[error(".env has a line that is not KEY=value")]
    Line,
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
        _ => DotenvError::Line,
    })
}
