//! Opening a SQLite store: a refusal names its reason and leaves the files unchanged, to the byte.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Result;
use rusqlite::Connection;
use tempfile::TempDir;
use zerosum_session::{Revision, SessionId};
use zerosum_store::open_error::OpenError;
use zerosum_store::sqlite;
use zerosum_store::{Commit, OpenGames};

use crate::store_support::{after_any_action, placed_board};

/// The newest version of the tables that the program knows.
const KNOWN: i64 = 32;

/// A folder for one database.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new() -> Result<Folder> {
        Ok(Folder { folder: tempfile::tempdir()? })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("zerosum.db")
    }

    /// Puts a store with some games there, and closes it.
    async fn with_games(self) -> Result<Folder> {
        let store = sqlite::open(&self.path())?;
        for id in 0..200 {
            store.create(&placed_board(id, 10), OpenGames::ANY).await?;
        }
        store.close().await;
        Ok(self)
    }

    /// Puts a database there that these statements create.
    fn with_database(self, statements: &str) -> Result<Folder> {
        Connection::open(self.path())?.execute_batch(statements)?;
        Ok(self)
    }

    /// Puts the leftovers of a process there that was killed after these statements: a log that is not yet
    /// part of the file.
    fn with_leftover_log(self, statements: &str) -> Result<Folder> {
        let connection = Connection::open(self.path())?;
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;")?;
        connection.execute_batch(statements)?;
        let left = self.contents()?;
        drop(connection);
        fs::write(self.path(), &left["zerosum.db".as_ref() as &std::ffi::OsStr])?;
        fs::write(self.beside("-wal"), &left["zerosum.db-wal".as_ref() as &std::ffi::OsStr])?;
        Ok(self)
    }

    fn beside(&self, ending: &str) -> PathBuf {
        self.folder.path().join(format!("zerosum.db{ending}"))
    }

    /// Every file of the folder by its name.
    fn contents(&self) -> Result<BTreeMap<OsString, Vec<u8>>> {
        let mut contents = BTreeMap::new();
        for entry in fs::read_dir(self.folder.path())? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                contents.insert(entry.file_name(), fs::read(entry.path())?);
            }
        }
        Ok(contents)
    }

    /// Opens the store, which has to fail, and checks that the folder is unchanged.
    #[track_caller]
    fn refuses(&self, expected: &OpenError) -> Result<()> {
        self.refuses_except_index(expected)?;
        assert!(!self.beside("-shm").exists(), "something is left beside the file");
        Ok(())
    }

    /// Like [`Folder::refuses`], except that the index of a log may be left beside it: it is rebuilt
    /// whenever a leftover log is read.
    #[track_caller]
    fn refuses_except_index(&self, expected: &OpenError) -> Result<()> {
        let before = self.contents()?;
        refuses(&self.path(), expected);
        let mut after = self.contents()?;
        after.remove(&OsString::from("zerosum.db-shm"));
        assert!(before == after, "a file has changed");
        Ok(())
    }
}

#[track_caller]
fn refuses(path: &Path, expected: &OpenError) {
    let error = sqlite::open(path).err();
    assert_eq!(error.as_ref(), Some(expected));
    let message = expected.to_string();
    assert!(!message.contains('\n') && message.contains(": "), "{message}");
}

#[tokio::test]
async fn a_database_is_created_and_found_again_with_everything_in_it() -> Result<()> {
    for name in ["zerosum.db", "100% ігри? #1.db", ":memory:", "file:zerosum.db"] {
        let folder = Folder::new()?;
        let path = folder.folder.path().join(name);
        let start = placed_board(1, 10);
        let played = after_any_action(&start.session)?;
        let store = sqlite::open(&path)?;
        store.create(&start, OpenGames::ANY).await?;
        store.commit(&played, Revision::START).await?;
        store.close().await;
        assert_eq!(folder.contents()?.keys().collect::<Vec<_>>(), [name], "only the file stays");
        let store = sqlite::open(&path)?;
        let session = store.load(SessionId(1)).await?.map(|board| board.session);
        assert_eq!(session, Some(played));
        store.close().await;
    }
    Ok(())
}

#[tokio::test]
async fn an_empty_file_becomes_a_database() -> Result<()> {
    let folder = Folder::new()?;
    File::create(folder.path())?;
    let folder = folder.with_games().await?;
    assert_eq!(fs::read(folder.path())?.get(..6), Some(b"SQLite".as_slice()));
    Ok(())
}

#[test]
fn an_empty_database_without_an_owner_becomes_ours() -> Result<()> {
    let folder = Folder::new()?.with_database("VACUUM")?;
    assert!(sqlite::open(&folder.path()).is_ok());
    Ok(())
}

#[tokio::test]
async fn a_symbolic_link_is_followed() -> Result<()> {
    let folder = Folder::new()?.with_games().await?;
    let link = folder.folder.path().join("link.db");
    std::os::unix::fs::symlink(folder.path(), &link)?;
    let store = sqlite::open(&link)?;
    assert!(store.load(SessionId(1)).await?.is_some());
    store.close().await;
    Ok(())
}

#[tokio::test]
async fn a_url_of_another_database_is_refused_without_its_password() {
    let error = zerosum_store::open("mysql://bot:hunter2@localhost/zerosum").await.err();
    assert_eq!(error, Some(OpenError::Scheme));
}

#[test]
fn a_missing_folder_is_not_created() -> Result<()> {
    let folder = Folder::new()?;
    let missing = folder.folder.path().join("missing");
    refuses(&missing.join("zerosum.db"), &OpenError::MissingFolder(missing.clone()));
    assert!(!missing.exists());
    fs::write(&missing, "a file")?;
    refuses(&missing.join("zerosum.db"), &OpenError::MissingFolder(missing.clone()));
    Ok(())
}

#[test]
fn a_folder_or_a_device_is_not_a_file() -> Result<()> {
    let folder = Folder::new()?;
    fs::create_dir(folder.path())?;
    folder.refuses(&OpenError::NotAFile(folder.path()))?;
    refuses(Path::new("/dev/null"), &OpenError::NotAFile(PathBuf::from("/dev/null")));
    refuses(Path::new("/"), &OpenError::NotAFile(PathBuf::from("/")));
    Ok(())
}

#[tokio::test]
async fn a_read_only_file_or_folder_is_refused_even_to_root() -> Result<()> {
    let folder = Folder::new()?.with_games().await?;
    let read_only = OpenError::ReadOnly(folder.path());
    fs::set_permissions(folder.path(), Permissions::from_mode(0o444))?;
    folder.refuses(&read_only)?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o644))?;
    fs::set_permissions(folder.folder.path(), Permissions::from_mode(0o555))?;
    folder.refuses(&read_only)?;
    let new = folder.folder.path().join("new.db");
    refuses(&new, &OpenError::ReadOnly(new.clone()));
    fs::set_permissions(folder.folder.path(), Permissions::from_mode(0o755))?;
    assert!(sqlite::open(&folder.path()).is_ok());
    Ok(())
}

#[test]
fn a_file_that_is_no_database_is_left_alone() -> Result<()> {
    for length in [1, 100, 511, 512, 4_096, 100_000] {
        let folder = Folder::new()?;
        fs::write(folder.path(), "ZEROSUM ".repeat(length).get(..length).unwrap_or_default())?;
        folder.refuses(&OpenError::NotADatabase(folder.path()))?;
        fs::write(folder.beside("-wal"), "a log of something else")?;
        folder.refuses(&OpenError::NotADatabase(folder.path()))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_truncated_database_is_left_alone() -> Result<()> {
    let whole = fs::read(Folder::new()?.with_games().await?.path())?;
    for length in [512, 4_096, whole.len() / 2, whole.len() - 4_096, whole.len() - 1] {
        let folder = Folder::new()?;
        fs::write(folder.path(), &whole[..length])?;
        folder.refuses(&OpenError::Corrupt(folder.path()))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_damaged_page_is_found_and_left_alone() -> Result<()> {
    let folder = Folder::new()?.with_games().await?;
    let mut bytes = fs::read(folder.path())?;
    let page = bytes.len() / 2 / 4_096 * 4_096;
    bytes[page..page + 64].fill(0xee);
    fs::write(folder.path(), bytes)?;
    folder.refuses(&OpenError::Corrupt(folder.path()))
}

#[tokio::test]
async fn a_damaged_page_is_found_beside_a_leftover_log_as_well() -> Result<()> {
    let folder = Folder::new()?.with_games().await?;
    let folder = folder.with_leftover_log("DELETE FROM people")?;
    let folder = folder.with_leftover_log(
        "INSERT INTO people (id, language, has_chosen, name) VALUES (1, 'en', 0, '')",
    )?;
    let mut bytes = fs::read(folder.path())?;
    let last_page = bytes.len() - 4_096;
    bytes[last_page..last_page + 64].fill(0xee);
    fs::write(folder.path(), bytes)?;
    folder.refuses_except_index(&OpenError::Corrupt(folder.path()))
}

#[test]
fn a_log_without_its_database_is_left_alone() -> Result<()> {
    let folder = Folder::new()?.with_leftover_log("CREATE TABLE things (id INTEGER)")?;
    File::create(folder.path())?;
    folder.refuses(&OpenError::Corrupt(folder.path()))?;
    fs::remove_file(folder.path())?;
    folder.refuses(&OpenError::Corrupt(folder.path()))
}

#[test]
fn a_database_of_another_program_is_left_alone() -> Result<()> {
    for statements in [
        "CREATE TABLE things (id INTEGER)",
        "CREATE TABLE boards (id INTEGER); PRAGMA user_version = 1",
        "PRAGMA journal_mode = WAL; CREATE TABLE things (id INTEGER)",
        "PRAGMA application_id = 252006675",
        "PRAGMA user_version = 3",
    ] {
        let folder = Folder::new()?.with_database(statements)?;
        folder.refuses(&OpenError::Foreign(folder.path()))?;
    }
    Ok(())
}

#[test]
fn a_leftover_log_of_another_program_is_left_alone() -> Result<()> {
    let folder = Folder::new()?.with_leftover_log("CREATE TABLE things (id INTEGER)")?;
    folder.refuses_except_index(&OpenError::Foreign(folder.path()))
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() -> Result<()> {
    for found in [KNOWN + 1, 1_000, -1] {
        let newer = format!("PRAGMA user_version = {found}");
        let folder = Folder::new()?.with_games().await?.with_database(&newer)?;
        let refusal = OpenError::Newer { path: folder.path(), found, known: KNOWN };
        folder.refuses(&refusal)?;
        let folder = Folder::new()?.with_games().await?.with_leftover_log(&newer)?;
        let refusal = OpenError::Newer { path: folder.path(), found, known: KNOWN };
        folder.refuses_except_index(&refusal)?;
    }
    Ok(())
}

/// Statements of a program of the next version: it adds a column with a default, and records the oldest
/// version that still works.
fn next_version(works_with: i64) -> String {
    let version = KNOWN + 1;
    format!(
        "ALTER TABLE boards ADD COLUMN colour INTEGER NOT NULL DEFAULT 7;
         INSERT INTO zerosum_schema (version, works_with) VALUES ({version}, {works_with});
         PRAGMA user_version = {version}"
    )
}

#[tokio::test]
async fn a_database_of_the_next_version_is_worked_with_if_that_allows_it() -> Result<()> {
    for works_with in [1, KNOWN] {
        let folder = Folder::new()?.with_games().await?.with_database(&next_version(works_with))?;
        let copy = folder.folder.path().join("copy.db");
        zerosum_store::backup(&format!("sqlite://{}", folder.path().display()), &copy)?;
        let store = sqlite::open(&folder.path())?;
        assert_eq!(store.load(SessionId(1)).await?, Some(placed_board(1, 10)));
        let next = after_any_action(&placed_board(1, 10).session)?;
        assert_eq!(store.commit(&next, Revision::START).await?, Commit::Done);
        store.create(&placed_board(1_000, 10), OpenGames::ANY).await?;
        store.close().await;
        for (path, games) in [(folder.path(), 201), (copy, 200)] {
            let kept = "SELECT (SELECT user_version FROM pragma_user_version), COUNT(*), \
                        SUM(colour) FROM boards";
            let kept: (i64, i64, i64) = Connection::open(path)?
                .query_row(kept, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            assert_eq!(kept, (KNOWN + 1, games, games * 7));
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_database_of_the_next_version_that_demands_more_is_left_alone() -> Result<()> {
    let next = next_version(KNOWN + 1);
    let folder = Folder::new()?.with_games().await?.with_database(&next)?;
    let refusal = OpenError::Newer { path: folder.path(), found: KNOWN + 1, known: KNOWN };
    folder.refuses(&refusal)?;
    let folder = Folder::new()?.with_games().await?.with_leftover_log(&next)?;
    let refusal = OpenError::Newer { path: folder.path(), found: KNOWN + 1, known: KNOWN };
    folder.refuses_except_index(&refusal)
}

#[tokio::test]
async fn a_new_file_is_for_its_user_alone_and_the_mode_of_an_existing_one_stays() -> Result<()> {
    for (existing, expected) in [(None, 0o600), (Some(0o640), 0o640)] {
        let folder = Folder::new()?;
        if let Some(mode) = existing {
            File::create(folder.path())?.set_permissions(Permissions::from_mode(mode))?;
        }
        let store = sqlite::open(&folder.path())?;
        for path in [folder.path(), folder.beside("-wal"), folder.beside("-shm")] {
            let mode = fs::metadata(&path)?.permissions().mode() & 0o777;
            assert_eq!(mode, expected, "{mode:o}: {path:?}");
        }
        store.close().await;
    }
    Ok(())
}

#[tokio::test]
async fn a_leftover_log_is_taken_in() -> Result<()> {
    let folder = Folder::new()?;
    let store = sqlite::open(&folder.path())?;
    store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    let left = folder.contents()?;
    store.close().await;
    for (name, bytes) in left {
        fs::write(folder.folder.path().join(name), bytes)?;
    }
    assert!(folder.beside("-wal").exists());
    let store = sqlite::open(&folder.path())?;
    assert_eq!(store.load(SessionId(1)).await?, Some(placed_board(1, 10)));
    let next = after_any_action(&placed_board(1, 10).session)?;
    store.commit(&next, Revision::START).await?;
    store.close().await;
    assert!(!folder.beside("-wal").exists());
    Ok(())
}
