//! The part of a board that its buttons offer. It belongs to the view and not to the game: it is not
//! stored, and a board that is drawn again shows the part that its session suggests.

use crate::tap::Part;

/// Part of a board that the viewer has asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Focus {
    /// None: the session suggests a part.
    #[default]
    Suggested,
    /// All parts, to choose one; a wide board has no such choice and shows the suggested part.
    Parts,
    On(Part),
}

impl From<Option<Part>> for Focus {
    fn from(part: Option<Part>) -> Focus {
        part.map_or(Focus::Parts, Focus::On)
    }
}
