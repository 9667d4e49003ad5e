//! An online backup: a snapshot of the file at one moment, while the bot runs.

use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use thiserror::Error;

use crate::open_error::OpenError;
use crate::sqlite::opening;
use crate::sqlite::paths::make_private;

/// All pages at once, in one read transaction of the source: it does not block a writer, and a copy in
/// parts would have to start over with every commit.
const ALL_PAGES: std::ffi::c_int = -1;

/// The reason a backup failed. Nothing is left behind.
#[derive(Debug, Error)]
pub enum BackupError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("only a SQLite database is backed up so: use pg_dump for PostgreSQL")]
    Server,
    #[error("there is no database at {0:?}: name the one the bot uses")]
    Missing(PathBuf),
    #[error("{0:?} is there already and is not overwritten: name another file")]
    TargetExists(PathBuf),
    #[error("{path:?} cannot be written: {error}")]
    Target { path: PathBuf, error: io::Error },
    #[error("the copy of {path:?} failed: {detail}")]
    Copy { path: PathBuf, detail: String },
}

/// Copies the database at the path to the target. The target appears only when it is complete and on
/// disk.
pub(crate) fn run(path: &Path, target: &Path) -> Result<(), BackupError> {
    if !path.is_file() {
        return Err(BackupError::Missing(path.to_owned()));
    }
    if fs::symlink_metadata(target).is_ok() {
        return Err(BackupError::TargetExists(target.to_owned()));
    }
    let draft = Draft::beside(target);
    copy(path, &draft.path)?;
    draft.publish(target).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::TargetExists(target.to_owned()),
        // Of the many kinds only this one calls for a different action by the user.
        _ => BackupError::Target { path: target.to_owned(), error },
    })
}

fn copy(path: &Path, draft: &Path) -> Result<(), BackupError> {
    let failure = |error: rusqlite::Error| BackupError::Copy {
        path: path.to_owned(),
        detail: error.to_string(),
    };
    let source = opening::open_beside(path)?;
    make_private(draft).map_err(|error| BackupError::Target { path: draft.to_owned(), error })?;
    let mut copied = Connection::open(draft).map_err(failure)?;
    let step = Backup::new(&source, &mut copied).and_then(|backup| backup.step(ALL_PAGES));
    if step.map_err(failure)? != StepResult::Done {
        return Err(OpenError::Locked(path.to_owned()).into());
    }
    if opening::is_sound(&copied).map_err(failure)? {
        Ok(())
    } else {
        Err(OpenError::Corrupt(path.to_owned()).into())
    }
}

/// A file that is deleted unless it is published.
struct Draft {
    path: PathBuf,
}

impl Draft {
    fn beside(target: &Path) -> Draft {
        let mut name = OsString::from(target);
        // In a container every process has the same number, so that would not tell drafts apart.
        name.push(format!(".{:x}.part", RandomState::new().build_hasher().finish()));
        Draft { path: PathBuf::from(name) }
    }

    /// Gives the file its name, unless that name is taken.
    fn publish(&self, target: &Path) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        fs::hard_link(&self.path, target)?;
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for ending in ["", "-journal", "-wal", "-shm"] {
            let mut path = self.path.clone().into_os_string();
            path.push(ending);
            // The file may not exist.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_appears_while_the_copy_is_made_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("copy.db");
        let draft = Draft::beside(&target);
        fs::write(&draft.path, "a copy").expect("a draft is written");
        fs::write(&target, "precious").expect("a file is written");
        let error = draft.publish(&target).expect_err("the name is taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&target).expect("it is there"), b"precious");
    }
}
