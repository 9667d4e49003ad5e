//! The reading thread.

use std::sync::mpsc::Receiver;

use rusqlite::{Connection, OptionalExtension, Row};
use tokio::sync::oneshot;

use crate::session::board::{Board, ChatId};
use crate::session::{SessionId, UserId};
use crate::store::row::{BoardRow, PersonRow, SessionRow, session_column, user_column};
use crate::store::{Person, StoreError, sql};

/// Reads that wait. One more is refused.
pub(super) const READS_WAITING_MAX: usize = 1_024;

/// Where an answer goes.
pub(super) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What can be read, each with the place for its answer.
pub(super) enum Question {
    Board(SessionId, Answer<Option<Board>>),
    LatestOpen(ChatId, UserId, Answer<Option<Board>>),
    CountOpen(ChatId, UserId, Answer<u32>),
    Behind(Option<SessionId>, u32, Answer<Vec<Board>>),
    Person(UserId, Answer<Option<Person>>),
}

/// Answers until nobody can ask any more.
///
/// Every question is a read of its own, so it sees all that was committed before it.
pub(super) fn run(connection: &Connection, questions: &Receiver<Question>) {
    for question in questions {
        match question {
            Question::Board(id, answer) => give(answer, board(connection, id)),
            Question::LatestOpen(chat, owner, answer) => {
                give(answer, latest_open(connection, chat, owner));
            }
            Question::CountOpen(chat, owner, answer) => {
                give(answer, count_open(connection, chat, owner));
            }
            Question::Behind(after, limit, answer) => {
                give(answer, behind(connection, after, limit));
            }
            Question::Person(user, answer) => give(answer, person(connection, user)),
        }
    }
}

fn give<T>(answer: Answer<T>, result: Result<T, StoreError>) {
    // Whoever asked may have stopped waiting.
    let _ = answer.send(result);
}

fn board(connection: &Connection, id: SessionId) -> Result<Option<Board>, StoreError> {
    let mut statement = connection.prepare_cached(sql::BOARD_BY_ID)?;
    let row = statement.query_row([session_column(id)], board_row).optional()?;
    row.map(BoardRow::into_board).transpose()
}

/// The newest game in play that can be read back.
fn latest_open(
    connection: &Connection,
    chat: ChatId,
    owner: UserId,
) -> Result<Option<Board>, StoreError> {
    let mut statement = connection.prepare_cached(sql::OPEN_BOARDS)?;
    let mut rows = statement.query((chat.0, user_column(owner)))?;
    while let Some(row) = rows.next()? {
        if let Some(board) = readable(board_row(row)?) {
            return Ok(Some(board));
        }
    }
    Ok(None)
}

fn count_open(connection: &Connection, chat: ChatId, owner: UserId) -> Result<u32, StoreError> {
    let mut statement = connection.prepare_cached(sql::COUNT_OPEN_BOARDS)?;
    Ok(statement.query_row((chat.0, user_column(owner)), |row| row.get(0))?)
}

/// Pages that hold rows which cannot be read back are filled up from the next one, so that a
/// short answer means the end.
fn behind(
    connection: &Connection,
    after: Option<SessionId>,
    limit: u32,
) -> Result<Vec<Board>, StoreError> {
    let mut statement = connection.prepare_cached(sql::BOARDS_BEHIND)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut boards = Vec::new();
    let mut above = after.map(session_column);
    loop {
        let Some(first) = above.map_or(Some(i64::MIN), |id| id.checked_add(1)) else {
            return Ok(boards);
        };
        let wanted = limit - boards.len();
        let page_size = i64::try_from(wanted).unwrap_or(i64::MAX);
        let rows = statement.query_map((first, page_size), board_row)?;
        let rows = rows.collect::<rusqlite::Result<Vec<BoardRow>>>()?;
        let is_last_page = rows.len() < wanted;
        above = rows.last().map(|row| row.session.id);
        boards.extend(rows.into_iter().filter_map(readable));
        if is_last_page || boards.len() == limit {
            return Ok(boards);
        }
    }
}

fn person(connection: &Connection, user: UserId) -> Result<Option<Person>, StoreError> {
    let mut statement = connection.prepare_cached(sql::PERSON_BY_ID)?;
    let row = statement.query_row([user_column(user)], |row| {
        Ok(PersonRow { language: row.get(0)?, has_chosen: row.get(1)?, name: row.get(2)? })
    });
    Ok(row.optional()?.and_then(PersonRow::into_person))
}

/// The board of the row. One bad row must not keep all others from being found, so it is passed
/// over here and an error for [`board`] only.
fn readable(row: BoardRow) -> Option<Board> {
    match row.into_board() {
        Ok(board) => Some(board),
        Err(error) => {
            log::error!("passed over: {error}");
            None
        }
    }
}

fn board_row(row: &Row<'_>) -> rusqlite::Result<BoardRow> {
    Ok(BoardRow {
        owner: row.get("owner")?,
        chat: row.get("chat")?,
        message: row.get("message")?,
        shown: row.get("shown")?,
        session: SessionRow {
            id: row.get("id")?,
            revision: row.get("revision")?,
            is_over: row.get("is_over")?,
            record: row.get("record")?,
        },
    })
}
