//! Buttons of cells, and of other parts to look at. All of them mark the last move.
//!
//! Every cell on offer is a button, even if it is taken: a press that makes no move is answered with the
//! reason.

use zerosum_games::MoveCode;
use zerosum_games::side::Side;
use zerosum_session::{Action, Session};

use crate::board::marks;
use crate::games::appearance::BoardRenderer;
use crate::tap::{Part, Tap};
use crate::view::Button;

/// An empty cell. Telegram refuses labels that are empty.
pub(crate) const EMPTY: &str = "·";

/// An empty cell on which the rule allows no mark.
pub(crate) const FORBIDDEN: &str = "✕";

/// Creates a button that makes a move.
pub(crate) fn play(session: &Session, label: impl Into<String>, code: MoveCode) -> Button {
    let (id, seen) = (session.id(), session.revision());
    Button { label: label.into(), tap: Tap::Act { id, seen, action: Action::Play(code) } }
}

/// Creates a button that shows another part of the board, or all of them.
pub(crate) fn look(session: &Session, label: impl Into<String>, part: Option<Part>) -> Button {
    let (id, seen) = (session.id(), session.revision());
    Button { label: label.into(), tap: Tap::Focus { id, seen, part } }
}

/// Creates the button of a cell, which may have a mark and may be part of a winning line, on a keyboard
/// with this many columns.
pub(crate) fn cell(
    renderer: &BoardRenderer,
    code: MoveCode,
    side: Option<Side>,
    is_winning: bool,
    columns: u16,
) -> Button {
    let session = renderer.session;
    let is_last = session.moves().last() == Some(&code);
    let marks = renderer.game().marks();
    let label = match side.map(|side| *marks.get(side)) {
        None => renderer.label(code).unwrap_or_else(|| EMPTY.to_owned()),
        Some(mark) if is_winning => marks::won(mark, columns),
        Some(mark) if is_last => marks::latest(mark, columns),
        Some(mark) => mark.to_owned(),
    };
    play(session, label, code)
}
