//! What a message is to look like, on its way there.

use std::time::Instant;

use crate::render::View;
use crate::session::{Revision, SessionId, UserId};
use crate::telegram::rate_limit::Class;

/// See the module.
#[derive(Clone, Debug)]
pub struct Frame {
    pub view: View,
    /// The session and revision the view is of; `None` if it is not a board.
    pub board: Option<(SessionId, Revision)>,
    /// Whose it is: who has started the game, or has asked for the page.
    pub person: UserId,
    pub class: Class,
    /// When the oldest press arrived whose outcome it shows; `None` if it shows none.
    pub since: Option<Instant>,
    /// Whether any other view of the same revision does as well, because it is drawn only lest the
    /// message show less than has happened.
    pub is_catching_up: bool,
}

impl Frame {
    /// What is no board.
    pub fn page(view: View, person: UserId, class: Class) -> Frame {
        Frame { view, board: None, person, class, since: None, is_catching_up: false }
    }

    /// This frame, in less of a hurry if it has more.
    pub fn no_more_urgent_than(self, class: Class) -> Frame {
        Frame { class: self.class.max(class), ..self }
    }

    /// This frame in the place of an older one that was not shown, which waits since then.
    pub fn instead_of(self, older: Option<Instant>) -> Frame {
        Frame { since: [self.since, older].into_iter().flatten().min(), ..self }
    }

    /// Whether it gives way to what else a message shows or is about to show.
    pub fn yields_to(&self, other: Option<(SessionId, Revision)>) -> bool {
        is_older(self.board, other)
            || (self.is_catching_up && self.board.is_some() && self.board == other)
    }
}

/// Whether the first is an older revision of the same board.
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
