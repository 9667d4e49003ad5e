//! Places within a board or a game as fields of button data.

/// Part of a board: one of its smaller boards, or the square of a piece. Its number is defined by the
/// game's appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part(pub u16);

impl Part {
    /// The part of a game with few of them.
    pub(crate) fn of(number: u8) -> Part {
        Part(number.into())
    }

    /// The number of a part of a game with few of them; `None` if it is greater.
    pub(crate) fn small(self) -> Option<u8> {
        let Part(number) = self;
        u8::try_from(number).ok()
    }
}

/// Number of plies played in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply(pub u16);

pub(crate) fn read_ply(text: &str) -> Option<Ply> {
    u16::from_str_radix(text, 16).ok().map(Ply)
}

pub(crate) fn part_name(part: Option<Part>) -> String {
    part.map_or("-".to_owned(), |Part(part)| format!("{part:x}"))
}

/// Decodes a part. The inner option is `None` if no part is named.
pub(crate) fn read_part(text: &str) -> Option<Option<Part>> {
    match text {
        "-" => Some(None),
        part => part_number(part).map(Some),
    }
}

pub(crate) fn part_number(text: &str) -> Option<Part> {
    u16::from_str_radix(text, 16).ok().map(Part)
}
