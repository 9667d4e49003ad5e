//! Checks whether the path of the database still names the file that is open.
//!
//! A file that is moved or deleted stays open, but the next start does not find what was committed to it
//! since.

use std::fs::{self, File, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::types::StoreError;

/// The path no longer names the open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the database file has been moved or deleted; put it back or restart the bot")]
pub(super) struct Moved;

/// The path of an open file.
#[derive(Clone, Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    /// Identity of the open file. `None` if the file system gives it another one by its path, so that
    /// nothing can be checked.
    opened: Option<Identity>,
}

/// Survives a renaming of the file. No other file gets it while this one is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

impl OpenFile {
    /// The file is to stay open for as long as this is used.
    pub(super) fn new(path: &Path, file: &File) -> OpenFile {
        let opened = file.metadata().ok().map(|metadata| Identity::of(&metadata));
        let named = fs::metadata(path).ok().map(|metadata| Identity::of(&metadata));
        OpenFile { path: path.to_owned(), opened: opened.filter(|_| opened == named) }
    }

    /// Takes about a microsecond on a local disk.
    pub(super) fn check(&self) -> Result<(), Moved> {
        let Some(opened) = self.opened else { return Ok(()) };
        match fs::metadata(&self.path) {
            Ok(metadata) if Identity::of(&metadata) == opened => Ok(()),
            Ok(_) => Err(Moved),
            Err(error) => match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory => Err(Moved),
                // Other errors, such as a folder that may not be read any more, do not tell.
                _ => Ok(()),
            },
        }
    }
}

impl Identity {
    fn of(metadata: &Metadata) -> Identity {
        Identity { device: metadata.dev(), inode: metadata.ino() }
    }
}

impl From<Moved> for StoreError {
    fn from(moved: Moved) -> StoreError {
        StoreError::Database(moved.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_in_place_unless_its_path_names_another_one_or_none() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).expect("a folder is made");
        let (path, aside) = (inner.join("zerosum.db"), folder.path().join("aside.db"));
        fs::write(&path, "games").expect("a file is written");
        let file = File::open(&path).expect("it is there");
        let open_file = OpenFile::new(&path, &file);
        assert_eq!(open_file.check(), Ok(()));
        fs::rename(&path, &aside).expect("it is moved");
        assert_eq!(open_file.check(), Err(Moved));
        fs::write(&path, "games").expect("another file is written");
        assert_eq!(open_file.check(), Err(Moved), "it is another file");
        fs::rename(&aside, &path).expect("it is put back");
        assert_eq!(open_file.check(), Ok(()));
        fs::remove_dir_all(&inner).expect("all is deleted");
        assert_eq!(open_file.check(), Err(Moved));
        fs::write(&inner, "no folder").expect("a file is written");
        assert_eq!(open_file.check(), Err(Moved));
    }
}
