//! The error of opening a store.

use std::path::PathBuf;

use thiserror::Error;

use crate::host::owner::BotId;

/// The reason a store cannot be opened. Every message is one line, says what to do, and never shows a
/// password. The database is left unchanged, to the byte.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    #[error(
        "the database URL names no known database: write it like sqlite://zerosum.db or \
         postgres://user:password@host:5432/database"
    )]
    Scheme,
    #[error("the database URL names no file: write it like sqlite://zerosum.db")]
    NoPath,
    #[error(
        "the database URL holds a user or a password, which a file does not have: write it like \
         sqlite://zerosum.db"
    )]
    Credentials,
    #[error("the database URL has options, and there are none: leave out the ? and what follows")]
    Options,
    #[error("the folder {0:?} of the database does not exist: create it")]
    MissingFolder(PathBuf),
    #[error("{0:?} is a folder or a device, not a file: name a file in the database URL")]
    NotAFile(PathBuf),
    #[error(
        "{0:?} may not be written: let the bot write to the file and to its folder, or name \
         another file"
    )]
    ReadOnly(PathBuf),
    #[error("{0:?} is locked by another process: stop that process, then start again")]
    Locked(PathBuf),
    #[error("{0:?} is not a SQLite database: move it away or name another file")]
    NotADatabase(PathBuf),
    #[error("{0:?} is damaged: restore it from a backup, or move it away to start anew")]
    Corrupt(PathBuf),
    #[error("{0:?} is a database of another program: name another file")]
    Foreign(PathBuf),
    #[error(
        "{path:?} is of version {found} and this program knows versions up to {known}: start a \
         newer program, or restore a backup"
    )]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error(
        "{database} belongs to bot {owner} and this is bot {bot}: name another database, or have \
         this bot take it over for good with `zerosum adopt-database`"
    )]
    OtherBot { database: String, owner: BotId, bot: BotId },
    #[error("{path:?} cannot be opened: {detail}")]
    Database { path: PathBuf, detail: String },
    #[error(
        "the database URL cannot be read: write it like \
         postgres://user:password@host:5432/database, with special letters percent-encoded"
    )]
    ServerUrl,
    #[error(
        "the database URL has an sslmode or sslrootcert that is not supported: sslmode is disable, \
         prefer, require or verify-full, and sslrootcert needs verify-full"
    )]
    Encryption,
    #[error("the certificates in {0:?} cannot be read: name a PEM file in sslrootcert")]
    RootCertificates(PathBuf),
    #[error(
        "the database at {server} cannot be reached ({detail}): check that it runs and the URL"
    )]
    Unreachable { server: String, detail: String },
    #[error(
        "the database at {0} does not accept the user or the password: correct them in the \
         database URL"
    )]
    Password(String),
    #[error("there is no such database at {0}: create it, or name another one")]
    NoSuchDatabase(String),
    #[error(
        "the database at {server} is PostgreSQL {found} and {needed} or newer is needed: upgrade it"
    )]
    ServerTooOld { server: String, found: i64, needed: i64 },
    #[error("{0} has tables of another program: name another database or schema")]
    ForeignTables(String),
    #[error(
        "{server} is of version {found} and this program knows versions up to {known}: start a \
         newer program, or restore a backup"
    )]
    NewerTables { server: String, found: i64, known: i64 },
    #[error("the database at {server} cannot be prepared: {detail}")]
    Server { server: String, detail: String },
}
