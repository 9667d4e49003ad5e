//! Opens the file: inspects it first without touching it, and only then opens it for writing.
//!
//! **Tables change by the rule of `store::postgres::opening`: expand, deploy, contract.** From the
//!   seventh on, each migration ends with a row of `zerosum_schema`: its number, and the oldest version
//!   that a program must know to work with the tables afterwards. For one that only adds, that is the
//!   value of the version before; for one that removes objects, its own number or that of the version
//!   that stopped using them. A program that finds newer tables continues if it is not too old for them
//!   and leaves them unchanged, and otherwise refuses to start.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use rusqlite_migration::{M, Migrations};

use crate::host::owner::BotId;
use crate::open_error::OpenError;
use crate::sql;
use crate::sqlite::open_file::OpenFile;
use crate::sqlite::paths::{immutable_uri, make_private, refuse_read_only};
use crate::store_clock::{self, Clock};

/// Marks the file's header as ours: `zero` in ASCII.
const APPLICATION_ID: i64 = 0x7a65_726f;

/// The version of the tables is the number of migrations that made them.
const MIGRATIONS: &[M<'_>] = &[
    M::up(include_str!("migrations/0001_boards_and_people.sql")),
    M::up(include_str!("migrations/0002_hosting.sql")),
    M::up(include_str!("migrations/0003_claims.sql")),
    M::up(include_str!("migrations/0004_choice.sql")),
    M::up(include_str!("migrations/0005_engines_turns.sql")),
    M::up(include_str!("migrations/0006_themes.sql")),
    M::up(include_str!("migrations/0007_instance.sql")),
    M::up(include_str!("migrations/0008_topics.sql")),
    M::up(include_str!("migrations/0009_departed.sql")),
    M::up(include_str!("migrations/0010_preferences.sql")),
    M::up(include_str!("migrations/0011_guests_placements.sql")),
    M::up(include_str!("migrations/0012_help.sql")),
    M::up(include_str!("migrations/0013_results.sql")),
    M::up(include_str!("migrations/0014_group_settings.sql")),
    M::up(include_str!("migrations/0015_blocks.sql")),
    M::up(include_str!("migrations/0016_agreement.sql")),
    M::up(include_str!("migrations/0017_clocks.sql")),
    M::up(include_str!("migrations/0018_invitations.sql")),
    M::up(include_str!("migrations/0019_ballot.sql")),
    M::up(include_str!("migrations/0020_challenges.sql")),
    M::up(include_str!("migrations/0021_leaving.sql")),
    M::up(include_str!("migrations/0022_ratings.sql")),
    M::up(include_str!("migrations/0023_seekers.sql")),
    M::up(include_str!("migrations/0024_reminders.sql")),
    M::up(include_str!("migrations/0025_absences.sql")),
    M::up(include_str!("migrations/0026_keyed.sql")),
    M::up(include_str!("migrations/0027_quick_finds.sql")),
    M::up(include_str!("migrations/0028_screens.sql")),
    M::up(include_str!("migrations/0029_clock_before.sql")),
    M::up(include_str!("migrations/0030_created_epoch.sql")),
    M::up(include_str!("migrations/0031_resigned_by.sql")),
    M::up(include_str!("migrations/0032_sought_by.sql")),
];

/// Maximum wait for a lock held by another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// Keeps the log when the connection is closed.
const NO_CHECKPOINT: DbConfig = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;

/// Page caches; the writer's commits touch pages all over the tables. SQLite takes kibibytes as negative numbers.
const CACHE_SIZE_KIB: i64 = 1_024;
const WRITER_CACHE_SIZE_KIB: i64 = 4 * CACHE_SIZE_KIB;

/// Size to which a longer write-ahead log is truncated.
const WAL_KEPT_BYTES: i64 = 8 * 1_024 * 1_024;

/// Number of boards with a time in the future, written by a clock that was ahead, that are redated before
/// the store is used. The rest follows later.
const REDATED_AT_OPENING: i64 = 10_000;

/// The highest requirement of all recorded versions, if the newest version is recorded.
const WORKS_WITH: &str = "\
    SELECT CASE WHEN MAX(version) >= (SELECT user_version FROM pragma_user_version) \
    THEN MAX(works_with) END FROM zerosum_schema";

/// Returns one row or none: the row is created after the table.
const WHOSE: &str = "SELECT MAX(bot) FROM zerosum_instance";

/// An open database.
pub(super) struct Opened {
    pub writer: Connection,
    /// The connection of the checkpoint thread.
    pub checkpointer: Connection,
    /// The same file, for flushing it; see `checkpoints`.
    pub file: File,
    pub open_file: OpenFile,
    pub reader: Connection,
    pub clock: Clock,
}

/// Opens the database at the path, or creates it. A database of another bot is refused; without a bot,
/// its owner is not checked.
pub(super) fn open(path: &Path, bot: Option<BotId>) -> Result<Opened, OpenError> {
    let file = DatabaseFile::find(path, bot)?;
    let is_checked = file.inspect()?;
    let writer = file.connect().map_err(|error| file.refusal(&error))?;
    let writer = file.open_for_writing(writer, is_checked)?;
    let checkpointer = file.open_for_checkpoints().map_err(|error| file.refusal(&error))?;
    let opened = file.open_for_flushing()?;
    let open_file = OpenFile::new(&file.path, &opened);
    let reader = file.open_for_reading().map_err(|error| file.refusal(&error))?;
    let clock = clock_of(&writer).map_err(|error| file.refusal(&error))?;
    Ok(Opened { writer, checkpointer, file: opened, open_file, reader, clock })
}

/// Creates the tables in a database in memory.
pub(super) fn in_memory() -> Result<(Connection, Clock), Box<dyn Error>> {
    let mut connection = Connection::open_in_memory()?;
    Migrations::from_slice(MIGRATIONS).to_latest(&mut connection)?;
    let clock = clock_of(&connection)?;
    Ok((connection, clock))
}

/// Opens a database of ours that another process may be using. It is opened for writing, because only
/// then are no files left beside it if no other process uses it.
pub(super) fn open_beside(path: &Path) -> Result<Connection, OpenError> {
    let file = DatabaseFile::find(path, None)?;
    let refusal = |error: rusqlite::Error| file.refusal(&error);
    let look = file.open_for_a_look().map_err(refusal)?;
    // The file alone may be half written at this moment, so for a database of ours nothing more is read.
    if !may_be_ours(&look).map_err(refusal)?
        && file.judge(Findings::of(&look).map_err(refusal)?)? == Owner::Nobody
    {
        return Err(OpenError::NotADatabase(file.path.clone()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&file.path, flags).map_err(refusal)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(refusal)?;
    file.judge(Findings::of(&connection).map_err(refusal)?)?;
    Ok(connection)
}

/// The location of the database, which may be empty as yet.
pub(super) struct DatabaseFile {
    /// Absolute, so that SQLite takes no name as special, and without symbolic links if the file exists,
    /// so that its companion files are found.
    path: PathBuf,
    /// In bytes; 0 if the file does not exist.
    size: u64,
    /// The bot that opens it, if any.
    bot: Option<BotId>,
}

/// The program that a database belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Us,
    /// The database is empty.
    Nobody,
}

impl DatabaseFile {
    /// Reads the metadata of the path.
    pub(super) fn find(path: &Path, bot: Option<BotId>) -> Result<DatabaseFile, OpenError> {
        let failure = |error: std::io::Error| OpenError::Database {
            path: path.to_owned(),
            detail: error.to_string(),
        };
        let path = std::path::absolute(path).map_err(failure)?;
        let folder = path.parent().ok_or_else(|| OpenError::NotAFile(path.clone()))?;
        if !folder.is_dir() {
            return Err(OpenError::MissingFolder(folder.to_owned()));
        }
        refuse_read_only(folder, &path)?;
        let file = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => {
                let path = fs::canonicalize(&path).map_err(failure)?;
                refuse_read_only(&path, &path)?;
                DatabaseFile { path, size: metadata.len(), bot }
            }
            Ok(_) => return Err(OpenError::NotAFile(path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                DatabaseFile { path, size: 0, bot }
            }
            Err(error) => return Err(failure(error)),
        };
        // SQLite takes an empty or missing file as new and deletes its log.
        if file.size == 0 && file.has_beside("-wal") {
            return Err(OpenError::Corrupt(file.path));
        }
        Ok(file)
    }

    /// Inspects an existing database without a lock and without leaving a trace. Returns whether it was
    /// checked completely, which is not possible while a log or a journal exists beside it.
    pub(super) fn inspect(&self) -> Result<bool, OpenError> {
        if self.size == 0 {
            return Ok(true);
        }
        let is_whole = !self.has_beside("-wal") && !self.has_beside("-journal");
        let connection = self.open_for_a_look().map_err(|error| self.refusal(&error))?;
        // The log of a database of ours is newer than the file, which may be half written: it is checked
        // once SQLite has recovered it.
        if !is_whole && may_be_ours(&connection).map_err(|error| self.refusal(&error))? {
            return Ok(false);
        }
        let look = || {
            let findings = Findings::of(&connection)?;
            let is_sound = !is_whole || is_sound(&connection)?;
            rusqlite::Result::Ok((findings, size_of(&connection)?, is_sound))
        };
        let (findings, size, is_sound) = look().map_err(|error| self.refusal(&error))?;
        // SQLite takes a file shorter than a page as new and would overwrite it.
        if size == 0 {
            return Err(OpenError::NotADatabase(self.path.clone()));
        }
        self.judge(findings)?;
        // It also pads a truncated last page.
        let is_cut_off = is_whole && size > self.size;
        if is_sound && !is_cut_off {
            Ok(is_whole)
        } else {
            Err(OpenError::Corrupt(self.path.clone()))
        }
    }

    /// Opens the file without a lock and without leaving a trace.
    fn open_for_a_look(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(immutable_uri(&self.path), flags)
    }

    /// Connects to the file, and creates it if it is missing. Reads nothing yet.
    pub(super) fn connect(&self) -> rusqlite::Result<Connection> {
        if self.size == 0 {
            // SQLite gives the mode of the file to those beside it. An existing file stays as it is, and SQLite reports
            // any other failure.
            let _ = make_private(&self.path);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        // Until the database is known to be ours, closing it must not checkpoint its log.
        connection.set_db_config(NO_CHECKPOINT, true)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(connection)
    }

    /// Brings the database of a connection up to date, and sets the connection up for writing.
    pub(super) fn open_for_writing(
        &self,
        mut writer: Connection,
        is_checked: bool,
    ) -> Result<Connection, OpenError> {
        let refusal = |error: rusqlite::Error| self.refusal(&error);
        // SQLite opens files that it may not write as read-only.
        if writer.is_readonly("main").map_err(refusal)? {
            return Err(OpenError::ReadOnly(self.path.clone()));
        }
        let findings = Findings::of(&writer).map_err(refusal)?;
        let owner = self.judge(findings)?;
        if !is_checked && !is_sound(&writer).map_err(refusal)? {
            return Err(OpenError::Corrupt(self.path.clone()));
        }
        try_writing(&mut writer).map_err(refusal)?;
        if owner == Owner::Nobody {
            writer.pragma_update(None, "application_id", APPLICATION_ID).map_err(refusal)?;
        }
        if findings.version < version_known() {
            Migrations::from_slice(MIGRATIONS)
                .to_latest(&mut writer)
                .map_err(|error| self.failure(error.to_string()))?;
        }
        set_up_writer(&writer).map_err(refusal)?;
        writer.set_db_config(NO_CHECKPOINT, false).map_err(refusal)?;
        Ok(writer)
    }

    fn open_for_checkpoints(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let checkpointer = Connection::open_with_flags(&self.path, flags)?;
        checkpointer.busy_timeout(BUSY_TIMEOUT)?;
        // Flushes the log before the file, and the file before the log restarts.
        checkpointer.pragma_update(None, "synchronous", "FULL")?;
        checkpointer.pragma_update(None, "cache_size", -CACHE_SIZE_KIB)?;
        Ok(checkpointer)
    }

    fn open_for_flushing(&self) -> Result<File, OpenError> {
        File::open(&self.path).map_err(|error| self.failure(error.to_string()))
    }

    fn open_for_reading(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&self.path, flags)?;
        reader.busy_timeout(BUSY_TIMEOUT)?;
        reader.pragma_update(None, "cache_size", -CACHE_SIZE_KIB)?;
        Ok(reader)
    }

    fn judge(&self, findings: Findings) -> Result<Owner, OpenError> {
        let known = version_known();
        let path = || self.path.clone();
        match findings {
            Findings { application_id: 0, version: 0, has_tables: false, .. } => Ok(Owner::Nobody),
            Findings { application_id: APPLICATION_ID, version, works_with, bot, .. } => {
                let is_known = (0..=known).contains(&version);
                if !is_known && works_with.is_none_or(|needed| version < 0 || needed > known) {
                    return Err(OpenError::Newer { path: path(), found: version, known });
                }
                match bot.zip(self.bot) {
                    Some((owner, bot)) if owner != bot => {
                        let database = format!("{:?}", self.path);
                        Err(OpenError::OtherBot { database, owner, bot })
                    }
                    Some(_) | None => Ok(Owner::Us),
                }
            }
            Findings { .. } => Err(OpenError::Foreign(path())),
        }
    }

    /// Returns whether a non-empty file with this suffix exists beside the database.
    fn has_beside(&self, ending: &str) -> bool {
        let mut path = OsString::from(&self.path);
        path.push(ending);
        fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
    }

    pub(super) fn refusal(&self, error: &rusqlite::Error) -> OpenError {
        let path = self.path.clone();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::Locked(path),
            Some(ErrorCode::ReadOnly) => OpenError::ReadOnly(path),
            Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path),
            Some(ErrorCode::DatabaseCorrupt) => OpenError::Corrupt(path),
            // SQLite has many more codes, but none that calls for a different action by the user.
            _ => self.failure(error.to_string()),
        }
    }

    fn failure(&self, detail: String) -> OpenError {
        OpenError::Database { path: self.path.clone(), detail }
    }
}

/// The identification of a database.
#[derive(Clone, Copy, Debug)]
struct Findings {
    application_id: i64,
    version: i64,
    has_tables: bool,
    /// The oldest version a program must know, if the tables record one.
    works_with: Option<i64>,
    /// The bot that owns the database, if any.
    bot: Option<BotId>,
}

impl Findings {
    fn of(connection: &Connection) -> rusqlite::Result<Findings> {
        let application_id = application_id_of(connection)?;
        // The tables of another program are not queried.
        let is_ours = application_id == APPLICATION_ID;
        let number = |table: &str, sql: &str| -> rusqlite::Result<Option<i64>> {
            let has_table = "SELECT EXISTS (SELECT * FROM sqlite_schema WHERE name = ?1)";
            let has_table = connection.query_row(has_table, [table], |row| row.get(0))?;
            if is_ours && has_table {
                connection.query_row(sql, [], |row| row.get(0))
            } else {
                Ok(None)
            }
        };
        let has_tables = "SELECT EXISTS (SELECT * FROM sqlite_schema)";
        Ok(Findings {
            application_id,
            version: connection.pragma_query_value(None, "user_version", |v| v.get(0))?,
            has_tables: connection.query_row(has_tables, [], |row| row.get(0))?,
            works_with: number("zerosum_schema", WORKS_WITH)?,
            bot: number("zerosum_instance", WHOSE)?.map(BotId),
        })
    }
}

fn application_id_of(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "application_id", |v| v.get(0))
}

/// Checks whether a file that may be half written is one of ours. SQLite cannot read a file whose header
/// counts pages that are yet to be written, as in the first moments of a new database.
fn may_be_ours(connection: &Connection) -> rusqlite::Result<bool> {
    match application_id_of(connection) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => Ok(true),
        read => Ok(read? == APPLICATION_ID),
    }
}

/// The newest version of the tables that this program knows.
fn version_known() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// Returns the clock of a database. Times written by a clock that was ahead are repaired before they are
/// used.
pub(super) fn clock_of(writer: &Connection) -> rusqlite::Result<Clock> {
    let machine = store_clock::of_machine();
    let newest = writer.query_row(sql::host::LAST_TOUCHED.text, [], |row| row.get(0))?;
    let beginning = store_clock::beginning(machine, newest);
    // Nothing is written if the row exists, so a start costs no flush.
    writer.execute(sql::host::BEGIN_INSTANCE.text, [beginning])?;
    let reached = writer.query_row(sql::host::REACHED.text, [], |row| row.get(0))?;
    let clock = Clock::new(machine, reached);
    let repair = clock.repair_future_dates(REDATED_AT_OPENING);
    if writer.execute(sql::host::REDATE_BOARDS.text, repair)? > 0 {
        clock.note_was_ahead();
    }
    Ok(clock)
}

/// Returns the size of all pages in bytes.
fn size_of(connection: &Connection) -> rusqlite::Result<u64> {
    let pages: u32 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
    let page_size: u32 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok(u64::from(pages) * u64::from(page_size))
}

/// Reads every page and checks their consistency.
pub(super) fn is_sound(connection: &Connection) -> rusqlite::Result<bool> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(verdict == "ok")
}

/// Fails if another process is writing.
fn try_writing(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)?.rollback()
}

fn set_up_writer(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Flushes the log at every commit, so that a commit survives a power loss.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "cache_size", -WRITER_CACHE_SIZE_KIB)?;
    // Checkpoints run beside the writer; see `checkpoints`.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "journal_size_limit", WAL_KEPT_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pragma(connection: &Connection, name: &str) -> String {
        let value = connection.pragma_query_value(None, name, |row| row.get(0));
        match value.expect("a pragma is answered") {
            rusqlite::types::Value::Integer(number) => number.to_string(),
            rusqlite::types::Value::Text(text) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_commit_is_flushed_to_a_write_ahead_log_and_memory_is_bounded() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let opened = open(&folder.path().join("zerosum.db"), None).expect("a new database");
        let Opened { writer, checkpointer, reader, .. } = &opened;
        let of = |connection, names: [&str; 3]| names.map(|name| pragma(connection, name));
        let limits = ["synchronous", "cache_size", "busy_timeout"];
        assert_eq!(of(writer, limits), ["2", "-4096", "1000"]);
        assert_eq!(of(checkpointer, limits), ["2", "-1024", "1000"]);
        assert_eq!(of(reader, limits)[1..], ["-1024", "1000"]);
        let log = ["journal_mode", "wal_autocheckpoint", "journal_size_limit"];
        assert_eq!(of(writer, log), ["wal", "0", "8388608"]);
        assert_eq!(reader.is_readonly("main"), Ok(true));
    }

    #[test]
    fn the_migrations_are_well_formed() {
        assert_eq!(Migrations::from_slice(MIGRATIONS).validate(), Ok(()));
    }

    #[test]
    fn every_migration_from_the_seventh_on_tells_which_versions_work_with_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let opened = open(&folder.path().join("zerosum.db"), None).expect("a new database");
        let noted = "SELECT version, works_with FROM zerosum_schema ORDER BY version";
        let mut noted = opened.reader.prepare(noted).expect("a statement");
        let noted = noted.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        let noted: Vec<(i64, i64)> = noted.map(|row| row.expect("two numbers")).collect();
        let versions: Vec<i64> = noted.iter().map(|(version, _)| *version).collect();
        assert_eq!(versions, (7..=version_known()).collect::<Vec<_>>());
        assert!(noted.iter().all(|(version, works_with)| works_with <= version), "{noted:?}");
    }
}
