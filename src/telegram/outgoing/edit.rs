//! Requests to bring a message up to date, and the known content of a message.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zerosum_render::View;
use zerosum_render::board::presentation::Presentation;
use zerosum_session::board::{ChatMessage, Place};
use zerosum_session::{Revision, SessionId, UserId};

use crate::telegram::outgoing::outbox::Kind;
use crate::telegram::outgoing::rate_limit::Priority;

/// Time within which an edit becomes visible to all clients.
const DOUBT_AFTER: Duration = Duration::from_secs(2);

/// Request to bring a message up to date. It says what the message is to show, but not how that looks: a
/// board is read and rendered when it is drawn.
#[derive(Clone, Debug)]
pub struct Edit {
    pub content: Content,
    /// User whose quota the edit uses: the one who has moved or started the game, or has asked for the page.
    pub person: UserId,
    pub priority: Priority,
    /// Arrival of the oldest press whose outcome the edit shows; `None` if it shows none.
    pub since: Option<Instant>,
}

/// Content of a message.
#[derive(Clone, Debug)]
pub enum Content {
    /// The current state of a game.
    Board(BoardContent),
    /// Any other page.
    Page(Arc<View>),
}

/// A game and the part of its board to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardContent {
    pub id: SessionId,
    /// Revision at which the presentation was asked for. A part or a panel is not shown of a newer one.
    pub at: Revision,
    /// `None` if any part will do as long as it shows the current state.
    pub presentation: Option<Presentation>,
}

impl Edit {
    /// A page other than a board.
    pub fn page(view: View, person: UserId, priority: Priority) -> Edit {
        Edit { content: Content::Page(Arc::new(view)), person, priority, since: None }
    }

    /// Lowers the priority to this one, if it is higher.
    #[must_use]
    pub(crate) fn no_more_urgent_than(self, priority: Priority) -> Edit {
        Edit { priority: self.priority.max(priority), ..self }
    }

    /// Takes the place of an older request for the same message, with its urgency and its waiting time.
    #[must_use]
    pub(crate) fn instead_of(self, older: &Edit) -> Edit {
        let since = [self.since, older.since].into_iter().flatten().min();
        let (priority, person) = (self.priority.min(older.priority), self.person);
        // A part that was asked for is not lost to a redraw for which any part will do.
        let newest = match (&self.content, &older.content) {
            (Content::Board(newer), Content::Board(asked))
                if newer.id == asked.id && newer.presentation.is_none() =>
            {
                older.clone()
            }
            _ => self,
        };
        Edit { priority, since, person, ..newest }
    }
}

/// Describes a message and the board it is to show, as the beginning of a log line.
pub(in crate::telegram) fn describe(place: Place, board: Option<(SessionId, Revision)>) -> String {
    let message = match place {
        Place::Chat(ChatMessage { message, .. }) => format!("message {} of ", message.0),
        Place::Inline(_) => String::new(),
    };
    let surface = place.surface();
    match board {
        Some((SessionId(id), Revision(revision))) => {
            format!("{message}{surface}, session {id:x} at revision {revision},")
        }
        None => format!("{message}{surface}"),
    }
}

/// Last known content of a message.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shown {
    /// A hash of the view.
    pub hash: u64,
    pub board: Option<(SessionId, Revision)>,
    pub kind: Kind,
    pub drawn_at: Option<Instant>,
}

impl Shown {
    /// Returns whether a press that arrived at this time can have been made with the last edit in view.
    pub(crate) fn was_in_view(&self, arrived: Instant) -> bool {
        self.drawn_at.is_none_or(|at| arrived.saturating_duration_since(at) > DOUBT_AFTER)
    }

    /// Returns whether the message was drawn so recently that no other process has drawn it since.
    pub(crate) fn is_fresh(&self) -> bool {
        self.drawn_at.is_some_and(|at| at.elapsed() <= DOUBT_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use zerosum_render::board::buttons::focus::Focus;

    use super::*;

    fn board(presentation: Option<Presentation>) -> Edit {
        let content =
            Content::Board(BoardContent { id: SessionId(7), at: Revision::NONE, presentation });
        Edit { content, person: UserId(1), priority: Priority::Edit, since: None }
    }

    fn shown_by(edit: &Edit) -> Option<Presentation> {
        match edit.content {
            Content::Board(BoardContent { presentation, .. }) => presentation,
            Content::Page(_) => None,
        }
    }

    #[test]
    fn a_redraw_that_only_catches_up_takes_back_no_part_that_was_asked_for() {
        let parts = Some(Presentation::Focus(Focus::Parts));
        let suggested = Some(Presentation::Focus(Focus::Suggested));
        assert_eq!(shown_by(&board(None).instead_of(&board(parts))), parts);
        assert_eq!(shown_by(&board(suggested).instead_of(&board(parts))), suggested);
        assert_eq!(shown_by(&board(parts).instead_of(&board(None))), parts);
        assert_eq!(
            shown_by(&board(Some(Presentation::Left)).instead_of(&board(parts))),
            Some(Presentation::Left)
        );
        let view = View { text: String::new(), keyboard: Vec::new(), picture: None };
        let page = Edit::page(view, UserId(1), Priority::Edit);
        let newest = board(None).instead_of(&page);
        assert!(matches!(newest.content, Content::Board(_)));
    }

    #[test]
    fn what_was_urgent_and_has_waited_long_stays_so() {
        let first = Instant::now();
        let second = first + Duration::from_secs(1);
        let of = |priority, since| Edit { priority, since, ..board(None) };
        let newest = of(Priority::Edit, Some(second)).instead_of(&of(Priority::Final, Some(first)));
        assert_eq!((newest.priority, newest.since), (Priority::Final, Some(first)));
        let newest = of(Priority::Final, None).instead_of(&of(Priority::Sweep, Some(second)));
        assert_eq!((newest.priority, newest.since), (Priority::Final, Some(second)));
    }

    #[test]
    fn a_press_that_came_before_an_edit_does_not_know_of_it_however_late_it_is_worked_on() {
        let arrived = Instant::now();
        let second = Duration::from_secs(1);
        let knows_of = |drawn_at: Option<Instant>, arrived: Instant| {
            Shown { drawn_at, ..Shown::default() }.was_in_view(arrived)
        };
        assert!(!knows_of(Some(arrived + second), arrived));
        assert!(!knows_of(Some(arrived), arrived + DOUBT_AFTER));
        assert!(knows_of(Some(arrived), arrived + DOUBT_AFTER + second));
        assert!(knows_of(None, arrived));
    }
}
