//! The source of the boards that messages show.

use async_trait::async_trait;
use zerosum_render::View;
use zerosum_session::board::{ChatId, Place};
use zerosum_session::{Revision, SessionId};

use crate::telegram::client::api::CallError;
use crate::telegram::outgoing::edit::BoardContent;

/// Source of the boards. It renders them and is told the outcomes of their edits.
#[async_trait]
pub trait BoardSource: Send + Sync {
    /// Returns whether other processes may draw the same messages.
    fn is_shared(&self) -> bool;

    /// Renders the current state of a board for a message that is known to show it at the revision
    /// `shown`, if any. `None` if the message is not to show it any more, or the store is unavailable.
    async fn render(
        &self,
        place: Place,
        board: BoardContent,
        shown: Option<Revision>,
    ) -> Option<Rendered>;

    /// Records that the message shows this revision of a session now.
    fn note_shown(&self, place: Place, id: SessionId, shown: Revision);

    /// Records that a message could not be sent to a chat.
    async fn note_unsent(&self, chat: ChatId, error: &CallError);

    /// Records that an edit in a chat was refused. Returns whether the chat has migrated to another one,
    /// which has none of its messages.
    async fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool;

    /// Records that the message of a session is gone, can never show it again, or refuses to. An inline message is gone
    /// with its chat.
    async fn note_gone(&self, place: Place, id: SessionId, gone: Gone);
}

/// Rendered content of the message of a board.
#[derive(Debug)]
pub enum Rendered {
    /// The board at this revision.
    Board(Revision, View),
    /// The view that it is known to show, because any presentation of this revision will do.
    Same(Revision),
    /// A note in place of the board, which another message shows.
    Note(View),
}

/// Part of the place of a session that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// The message; another one can be sent.
    Message,
    /// The topic, or the right to write there. The chat may have other topics.
    Topic,
    /// The chat, or any way to use it.
    Chat,
    /// Perhaps nothing: Telegram refuses the edit for a reason that does not tell.
    Unknown,
}

impl Gone {
    pub(in crate::telegram) fn of(error: &CallError) -> Gone {
        match error {
            error if error.is_of_message() => Gone::Message,
            error if error.is_of_topic() => Gone::Topic,
            error if error.is_of_rights() => Gone::Unknown,
            _ => Gone::Chat,
        }
    }
}
