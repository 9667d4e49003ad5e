//! The buttons that boards are made of. Where the last move was made is seen on all of them.
//!
//! Every cell on offer is a button, whatever is in it: a press that makes no move is answered with
//! the reason.

use zerosum_games::MoveCode;
use zerosum_games::side::Side;

use crate::render::tap::{Part, Tap};
use crate::render::words::Speaker;
use crate::render::{Button, games, marks};
use crate::session::{Action, Session};

/// An empty cell. Telegram refuses labels that are empty.
pub(super) const EMPTY: &str = "·";

/// A button that makes a move.
pub(super) fn play(session: &Session, label: impl Into<String>, code: MoveCode) -> Button {
    let (id, seen) = (session.id(), session.revision());
    Button { label: label.into(), tap: Tap::Act { id, seen, action: Action::Play(code) } }
}

/// A button that asks for another part of the board, or for all of them.
pub(super) fn look(session: &Session, label: impl Into<String>, part: Option<Part>) -> Button {
    let (id, seen) = (session.id(), session.revision());
    Button { label: label.into(), tap: Tap::Focus { id, seen, part } }
}

/// A cell in which a side may have a mark, and which may be part of a line that has won, on a keyboard
/// of so many columns.
pub(super) fn cell(
    speaker: &Speaker,
    code: MoveCode,
    side: Option<Side>,
    is_winning: bool,
    columns: u16,
) -> Button {
    let session = speaker.session;
    let is_last = session.moves().last() == Some(&code);
    let is_over = session.outcome().is_some();
    let marks = games::of(session.position()).marks();
    let label = match side.map(|side| (side, *marks.get(side))) {
        None => speaker.label(code).unwrap_or_else(|| EMPTY.to_owned()),
        // In play a local board may have been won that goes on.
        Some((_, mark)) if is_last && !(is_over && is_winning) => marks::latest(mark, columns),
        Some((side, mark)) if is_winning => marks::won(side, mark, columns),
        Some((_, mark)) => mark.to_owned(),
    };
    play(session, label, code)
}
