//! Hands a file over to another bot, unless a bot is running on it.

use std::path::Path;

use crate::host::owner::BotId;
use crate::open_error::OpenError;
use crate::sql;
use crate::sqlite::opening::{self, DatabaseFile};

/// Makes the bot the owner of the file, and returns the owner before. [`OpenError::Locked`] while another process has the
/// file open, as a running bot has; a process that has crashed has not. Blocks.
pub(crate) fn hand_over(path: &Path, bot: BotId) -> Result<Option<BotId>, OpenError> {
    let file = DatabaseFile::find(path, None)?;
    let is_checked = file.inspect()?;
    let refusal = |error: rusqlite::Error| file.refusal(&error);
    let connection = file.connect().map_err(refusal)?;
    // From its first read until it is closed, this connection is the only one or fails.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(refusal)?;
    let connection = file.open_for_writing(connection, is_checked)?;
    // A new database gets its row.
    opening::clock_of(&connection).map_err(refusal)?;
    let owner = connection.query_row(sql::host::OWNER.text, [], |row| row.get(0));
    let before: Option<i64> = owner.map_err(refusal)?;
    connection.execute(sql::host::HAND_OVER.text, [bot.0]).map_err(refusal)?;
    connection.close().map_err(|(_, error)| refusal(error))?;
    Ok(before.map(BotId))
}
