//! What is to be known of a path before SQLite is given it.

use std::fs;
use std::path::Path;

use crate::store::opening::OpenError;

/// Root may write everywhere, so the permission bits are asked and not the kernel.
pub(super) fn refuse_read_only(place: &Path, path: &Path) -> Result<(), OpenError> {
    match fs::metadata(place) {
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(OpenError::ReadOnly(path.to_owned()))
        }
        // What cannot be asked is found out by opening.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Makes SQLite read the file as it stands: no locks, no log, nothing created beside it.
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
