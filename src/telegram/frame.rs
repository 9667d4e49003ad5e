//! The view that a message is to show, queued for sending.

use std::time::Instant;

use crate::render::View;
use crate::session::board::{ChatMessage, Place};
use crate::session::{Revision, SessionId, UserId};
use crate::telegram::rate_limit::Priority;

/// A view for a message, with the priority and the origin of its edit.
#[derive(Clone, Debug)]
pub struct Frame {
    pub view: View,
    /// Session and revision that the view shows; `None` if it is not a board.
    pub board: Option<(SessionId, Revision)>,
    /// User whose quota the edit uses: the one who has started the game, or has asked for the page.
    pub person: UserId,
    pub priority: Priority,
    /// Arrival of the oldest press whose outcome the view shows; `None` if it shows none.
    pub since: Option<Instant>,
    /// True if any other view of the same revision is as good, because this one is drawn only to catch
    /// up with the session.
    pub is_catching_up: bool,
}

impl Frame {
    /// A page other than a board.
    pub fn page(view: View, person: UserId, priority: Priority) -> Frame {
        Frame { view, board: None, person, priority, since: None, is_catching_up: false }
    }

    /// Lowers the priority of the frame to this one, if it is higher.
    pub fn no_more_urgent_than(self, priority: Priority) -> Frame {
        Frame { priority: self.priority.max(priority), ..self }
    }

    /// Takes over the waiting time of an older frame that was replaced before it was shown.
    pub fn instead_of(self, older: Option<Instant>) -> Frame {
        Frame { since: [self.since, older].into_iter().flatten().min(), ..self }
    }

    /// Returns whether this frame can be dropped for the board that the message shows or is about to
    /// show.
    pub fn yields_to(&self, other: Option<(SessionId, Revision)>) -> bool {
        is_older(self.board, other)
            || (self.is_catching_up && self.board.is_some() && self.board == other)
    }
}

/// Returns whether the first is an older revision of the same board.
pub(super) fn is_older(
    one: Option<(SessionId, Revision)>,
    other: Option<(SessionId, Revision)>,
) -> bool {
    match (one, other) {
        (Some((id, revision)), Some((other_id, other_revision))) => {
            id == other_id && revision < other_revision
        }
        _ => false,
    }
}

/// Describes a message and the frame it is to show, as the beginning of a log line.
pub(super) fn describe(place: Place, frame: &Frame) -> String {
    let message = match place {
        Place::Chat(ChatMessage { message, .. }) => format!("message {} of ", message.0),
        Place::Inline(_) => String::new(),
    };
    let surface = place.surface();
    match frame.board {
        Some((SessionId(id), Revision(revision))) => {
            format!("{message}{surface}, session {id:x} at revision {revision},")
        }
        None => format!("{message}{surface}"),
    }
}
