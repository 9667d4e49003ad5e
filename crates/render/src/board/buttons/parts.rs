//! Parts of a board that buttons offer.

use zerosum_games::any::AnyGame;
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::games;
use crate::tap::Part;

/// Returns whether this board has such a part.
pub fn is_part(position: &AnyGame, part: Part) -> bool {
    games::of(position).has_part(part)
}

/// Returns whether the parts of this board are windows, which only change the view.
pub fn is_window(session: &Session) -> bool {
    games::of(session.position()).window(session, Focus::Suggested).is_some()
}
