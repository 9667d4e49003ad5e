//! Migrates the tables to the newest version, while other processes may be using them.
//!
//! **The rule of migrations: expand, deploy, contract.** A new version of the program may find the
//!   previous one still running on the same database, and must not break it. So a migration first only
//!   adds: tables, indexes, columns with a default. Objects that are no longer needed are removed by a
//!   later one, once no program that needs them is running.
//!
//! Each migration states the oldest version that a program must know to work with the tables afterwards;
//! for one that only adds, that is the version before, and for one that removes objects, its own or the
//! one that stopped using them. It is written into `zerosum_schema` beside the version. An older program
//! that finds newer tables continues if it is not too old for them, and otherwise refuses to start.
//!
//! All migrations run in one transaction under an advisory lock, so of several processes that start at
//! once one does it, and a process that dies half-way leaves nothing behind.

use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

use crate::host::owner::BotId;
use crate::open_error::OpenError;
use crate::postgres::CLOCK;
use crate::postgres::connection::{Connection, Connector, describe};
use crate::sql;
use crate::store_clock::{self, Clock};

/// The oldest supported server, in the form of `server_version_num`.
const SERVER_VERSION_MIN: i64 = 150_000;

/// Identifies the lock under which tables are migrated: `zerosum` in ASCII.
const MIGRATION_LOCK: i64 = 0x007a_6572_6f73_756d;

/// Maximum time for the server to accept the first connection. Longer than when the store is open, since
/// no request is waiting yet and both may just be starting.
const OPEN_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum time of a migration, including the wait for another process that runs one.
const MIGRATION_TIMEOUT: Duration = Duration::from_secs(60);

/// Number of boards with a time in the future, written by a clock that was ahead, that are redated before
/// the store is used. The rest follows later.
const REDATED_AT_OPENING: i64 = 10_000;

/// A migration of the tables to the next version.
pub(super) struct Migration {
    pub(super) sql: &'static str,
    /// The oldest version that a program must know to work with the tables afterwards.
    works_with: i64,
}

/// The version of the tables is the number of migrations that made them.
pub(super) const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("migrations/0001_boards_people_hosting.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0002_claims.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0003_choice.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0004_engines_turns.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0005_themes.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0006_instance.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0007_topics.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0008_departed.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0009_preferences.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0010_guests_placements.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0011_help.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0012_results.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0013_group_settings.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0014_blocks.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0015_agreement.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0016_clocks.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0017_invitations.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0018_ballot.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0019_challenges.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0020_leaving.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0021_ratings.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0022_seekers.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0023_reminders.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0024_absences.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0025_keyed.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0026_quick_finds.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0027_screens.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0028_clock_before.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0029_created_epoch.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0030_resigned_by.sql"), works_with: 1 },
    Migration { sql: include_str!("migrations/0031_sought_by.sql"), works_with: 1 },
];

const SCHEMA_TABLE: &str = "\
    CREATE TABLE zerosum_schema (version BIGINT PRIMARY KEY, works_with BIGINT NOT NULL)";

/// The version of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Version {
    /// 0 for no tables.
    number: i64,
    works_with: i64,
}

/// Prepares the database, unless it belongs to another bot, and returns its clock.
pub(super) async fn prepare(connector: &Connector, bot: Option<BotId>) -> Result<Clock, OpenError> {
    let server = &connector.settings.server;
    let mute = |waited: Duration| OpenError::Unreachable {
        server: server.clone(),
        detail: format!("no answer within {} s", waited.as_secs()),
    };
    let attempt = timeout(OPEN_TIMEOUT, connector.try_to_connect()).await;
    let attempt = attempt.map_err(|_| mute(OPEN_TIMEOUT))?;
    let mut connection = attempt.map_err(|error| unreachable(server, &error))?;
    match timeout(MIGRATION_TIMEOUT, prepare_on(&mut connection, server, bot)).await {
        Ok(Ok(clock)) => clock,
        Ok(Err(error)) => {
            Err(OpenError::Server { server: server.clone(), detail: describe(&error) })
        }
        Err(_) => Err(mute(MIGRATION_TIMEOUT)),
    }
}

/// The outer error is the server's, the inner one is ours.
async fn prepare_on(
    connection: &mut Connection,
    server: &str,
    bot: Option<BotId>,
) -> Result<Result<Clock, OpenError>, Error> {
    let client = connection.client();
    let found = number(client, "SELECT current_setting('server_version_num')::BIGINT").await?;
    if found < SERVER_VERSION_MIN {
        let (found, needed) = (found / 10_000, SERVER_VERSION_MIN / 10_000);
        return Ok(Err(OpenError::ServerTooOld { server: server.to_owned(), found, needed }));
    }
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    if let Some((owner, bot)) = owner_of(client).await?.zip(bot)
        && owner != bot
    {
        return Ok(Err(OpenError::OtherBot { database: server.to_owned(), owner, bot }));
    }
    let version = version_of(client).await?;
    if version.number < known
        && let Err(refusal) = migrate(client, server).await?
    {
        return Ok(Err(refusal));
    }
    let Version { number: found, works_with } = version_of(client).await?;
    if works_with > known {
        return Ok(Err(OpenError::NewerTables { server: server.to_owned(), found, known }));
    }
    Ok(Ok(clock_of(client).await?))
}

/// Reads the clocks of the server and of the store. Times written by a clock that was ahead are repaired
/// before they are used.
async fn clock_of(client: &Client) -> Result<Clock, Error> {
    let server = number(client, CLOCK.text).await?;
    let newest = client.query_one(sql::host::LAST_TOUCHED.text, &[]).await?.try_get(0)?;
    client
        .execute(sql::host::BEGIN_INSTANCE.text, &[&store_clock::beginning(server, newest)])
        .await?;
    let reached = number(client, sql::host::REACHED.text).await?;
    let clock = Clock::new(number(client, CLOCK.text).await?, reached);
    let [now, latest, limit] = clock.repair_future_dates(REDATED_AT_OPENING);
    if client.execute(sql::host::REDATE_BOARDS.text, &[&now, &latest, &limit]).await? > 0 {
        clock.note_was_ahead();
    }
    Ok(clock)
}

/// Returns the bot that owns the database, if any.
async fn owner_of(client: &Client) -> Result<Option<BotId>, Error> {
    if !has_table(client, "zerosum_instance").await? {
        return Ok(None);
    }
    let row = client.query_opt(sql::host::OWNER.text, &[]).await?;
    Ok(row.map(|row| row.try_get::<_, Option<i64>>(0)).transpose()?.flatten().map(BotId))
}

async fn migrate(client: &mut Client, server: &str) -> Result<Result<(), OpenError>, Error> {
    // Rolls back when dropped without a commit.
    let transaction = client.transaction().await?;
    let millis = MIGRATION_TIMEOUT.as_millis();
    let settings = format!(
        "SET LOCAL statement_timeout = {millis}; SET LOCAL lock_timeout = {millis}; \
         SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"
    );
    transaction.batch_execute(&settings).await?;
    // Another process may have migrated meanwhile.
    let Version { number: found, .. } = version_of(transaction.client()).await?;
    if found == 0 {
        let foreign = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() \
                       AND tablename IN ('boards', 'people', 'switches', 'broadcasts', \
                       'departed', 'placements')";
        if number(transaction.client(), foreign).await? > 0 {
            return Ok(Err(OpenError::ForeignTables(server.to_owned())));
        }
        transaction.batch_execute(SCHEMA_TABLE).await?;
    }
    for (version, Migration { sql, works_with }) in (1_i64..).zip(MIGRATIONS) {
        if version > found {
            transaction.batch_execute(sql).await?;
            let note = "INSERT INTO zerosum_schema (version, works_with) VALUES ($1, $2)";
            transaction.execute(note, &[&version, works_with]).await?;
        }
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Returns the newest recorded version, and the highest requirement of all recorded ones.
async fn version_of(client: &Client) -> Result<Version, Error> {
    if !has_table(client, "zerosum_schema").await? {
        return Ok(Version { number: 0, works_with: 0 });
    }
    let newest = "SELECT COALESCE(MAX(version), 0), COALESCE(MAX(works_with), 0) \
                  FROM zerosum_schema";
    let row = client.query_one(newest, &[]).await?;
    Ok(Version { number: row.try_get(0)?, works_with: row.try_get(1)? })
}

async fn has_table(client: &Client, table: &str) -> Result<bool, Error> {
    let count = "SELECT COUNT(*) FROM pg_tables \
                 WHERE schemaname = current_schema() AND tablename = $1";
    Ok(client.query_one(count, &[&table]).await?.try_get::<_, i64>(0)? > 0)
}

async fn number(client: &Client, sql: &str) -> Result<i64, Error> {
    client.query_one(sql, &[]).await?.try_get(0)
}

fn unreachable(server: &str, error: &Error) -> OpenError {
    let server = server.to_owned();
    match error.code() {
        Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
            OpenError::Password(server)
        }
        Some(&SqlState::INVALID_CATALOG_NAME) => OpenError::NoSuchDatabase(server),
        _ => OpenError::Unreachable { server, detail: describe(error) },
    }
}
