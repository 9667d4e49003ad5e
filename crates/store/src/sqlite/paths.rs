//! Checks and conversions of a path before SQLite opens it, and the file that a new database is written to.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use crate::open_error::OpenError;

/// Root may write everywhere, so the permission bits are checked instead of the kernel's answer.
pub(super) fn refuse_read_only(place: &Path, path: &Path) -> Result<(), OpenError> {
    match fs::metadata(place) {
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(OpenError::ReadOnly(path.to_owned()))
        }
        // Other problems are reported when the file is opened.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Makes an empty file that only this user may read: it will hold who plays with whom.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Builds a URI with which SQLite reads the file as it is: no locks, no log, no files created beside it.
pub(super) fn immutable_uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'_' | b'-' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02x}")),
        }
    }
    uri.push_str("?immutable=1");
    uri
}
