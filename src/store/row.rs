//! Boards and people as columns of integers and text.

use crate::locales::Language;
use crate::session::board::{Board, ChatId, MessageId};
use crate::session::record::{self, RecordError};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::{Person, StoreError};

/// What divides the lower from the upper half of all ids.
const SIGN_BIT: u64 = 1 << 63;

/// What is stored of a session.
#[derive(Clone, Debug)]
pub(super) struct SessionRow {
    pub id: i64,
    pub revision: i64,
    pub is_over: i64,
    pub record: String,
}

/// What is stored of a board.
#[derive(Clone, Debug)]
pub(super) struct BoardRow {
    pub session: SessionRow,
    pub owner: i64,
    pub chat: i64,
    pub message: Option<i64>,
    pub shown: i64,
}

/// What is stored of a person beside their id.
#[derive(Clone, Debug)]
pub(super) struct PersonRow {
    pub language: String,
    pub has_chosen: i64,
    pub name: String,
}

impl SessionRow {
    pub(super) fn of(session: &Session) -> SessionRow {
        SessionRow {
            id: session_column(session.id()),
            revision: i64::from(session.revision().0),
            is_over: i64::from(session.outcome().is_some()),
            record: record::encode(session),
        }
    }
}

impl BoardRow {
    pub(super) fn of(board: &Board) -> BoardRow {
        BoardRow {
            session: SessionRow::of(&board.session),
            owner: user_column(board.owner),
            chat: board.chat.0,
            message: board.message.map(|message| i64::from(message.0)),
            shown: i64::from(board.shown.0),
        }
    }

    /// The board of the row, unless the row holds what no board makes.
    pub(super) fn into_board(self) -> Result<Board, StoreError> {
        let id = SessionId(self.session.id.cast_unsigned() ^ SIGN_BIT);
        self.decode(id).map_err(|error| StoreError::Record(id, error))
    }

    fn decode(self, id: SessionId) -> Result<Board, RecordError> {
        let session =
            record::decode(id, revision_of(self.session.revision)?, &self.session.record)?;
        Ok(Board {
            session,
            owner: UserId(self.owner.cast_unsigned()),
            chat: ChatId(self.chat),
            message: self.message.map(message_of).transpose()?,
            shown: revision_of(self.shown)?,
        })
    }
}

impl PersonRow {
    pub(super) fn of(person: &Person) -> PersonRow {
        PersonRow {
            language: person.language.code().to_owned(),
            has_chosen: i64::from(person.has_chosen),
            name: person.name.clone(),
        }
    }

    /// The person of the row, or nobody if their language is not spoken: they are then asked
    /// again.
    pub(super) fn into_person(self) -> Option<Person> {
        let language = Language::from_code(&self.language)?;
        Some(Person { language, has_chosen: self.has_chosen != 0, name: self.name })
    }
}

/// The id of a session as a column. The sign bit is flipped, so that the ids have the same order
/// here and there.
pub(super) fn session_column(id: SessionId) -> i64 {
    (id.0 ^ SIGN_BIT).cast_signed()
}

/// The id of a person as a column.
pub(super) fn user_column(user: UserId) -> i64 {
    user.0.cast_signed()
}

fn revision_of(column: i64) -> Result<Revision, RecordError> {
    u32::try_from(column).map(Revision).map_err(|_| RecordError::Malformed)
}

fn message_of(column: i64) -> Result<MessageId, RecordError> {
    i32::try_from(column).map(MessageId).map_err(|_| RecordError::Malformed)
}
