//! `zerosum backup`: copies the games while the bot runs.

use std::path::PathBuf;

use clap::Args;
use zerosum_store::sqlite::backup::BackupError;
use zerosum_tools::progress::Progress;

use crate::cli::answer;

/// Copies the SQLite file of DATABASE_URL while the bot runs
///
/// The new file holds everything as it was at one moment, is checked, and appears only when it is
/// whole and on disk. A file that is there already is never overwritten. PostgreSQL has pg_dump.
#[derive(Args, Debug)]
pub struct Backup {
    /// The new file
    pub file: PathBuf,
}

/// Makes the copy and reports it.
pub fn run(arguments: &Backup, database_url: &str) -> Result<(), BackupError> {
    let progress = Progress::start("copying the database");
    zerosum_store::backup(database_url, &arguments.file)?;
    drop(progress);
    // The copy is made, even if this cannot be written.
    let _ = answer::print(&format!("{} holds all games.\n", arguments.file.display()));
    Ok(())
}
