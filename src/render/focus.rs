//! Which part of a board its buttons offer. It is a matter of looking, not of the game: nobody
//! writes it down, and a board that is drawn anew shows what its session suggests.

use zerosum_games::any::AnyGame;

use crate::render::games;
use crate::render::tap::Part;
use crate::session::Session;

/// What the person who looks at a board has asked to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Focus {
    /// Nothing yet: the session suggests a part.
    #[default]
    Suggested,
    /// All parts, to choose one; a wide board has nothing to choose and shows what it suggests.
    Parts,
    On(Part),
}

impl From<Option<Part>> for Focus {
    fn from(part: Option<Part>) -> Focus {
        part.map_or(Focus::Parts, Focus::On)
    }
}

/// Whether a part can be asked for on this board at all.
pub fn is_part(position: &AnyGame, part: Part) -> bool {
    games::of(position).has_part(part)
}

/// Whether the parts of this board are windows on it, which only show.
pub fn is_window(session: &Session) -> bool {
    games::of(session.position()).window(session, Focus::Suggested).is_some()
}
