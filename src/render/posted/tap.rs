//! What the buttons of a posted board carry: the whole game, because nothing of it is stored, and what the
//! first tap is about. Fields are divided by colons: `3x3:-:p4`.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::render::tap::{Part, part_number, side_number, side_of};

/// A game that somebody has posted, in which nobody has a seat yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PostedGame {
    pub spec: GameSpec,
    /// The side that whoever has posted it wants to play; `None` if they leave that to the first tap.
    pub wish: Option<Wish>,
}

/// A side that is for one person only, who then taps first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    pub mark: PosterMark,
    pub side: Side,
}

/// Stands for whoever has posted a board. Everybody who sees the board can read it, so it tells nobody who that
/// is, and nobody else can make it.
///
/// Invariant: it has `MARK_DIGITS` hexadecimal digits at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PosterMark(u64);

/// As many as there is room for in a button.
const MARK_DIGITS: usize = 12;

/// What the first tap is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The first move.
    Play(MoveCode),
    /// The part of the board in which the first move is to be.
    Look(Part),
    /// A seat at this side, without a move.
    Join(Side),
    /// A place from which no move begins.
    Nothing,
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PostedTap {
    pub game: PostedGame,
    pub opening: Opening,
}

impl PosterMark {
    /// As much of a number as there is room for.
    pub fn new(number: u64) -> PosterMark {
        PosterMark(number & ((1 << (4 * MARK_DIGITS)) - 1))
    }
}

impl PostedGame {
    /// The side of somebody who taps there first; `None` if it is for another one to tap first. `is_poster`
    /// says whether the wish is theirs.
    pub fn side_for(self, is_poster: bool, opening: Opening) -> Option<Side> {
        match (self.wish, opening) {
            (Some(wish), _) => is_poster.then_some(wish.side),
            (None, Opening::Join(side)) => Some(side),
            (None, Opening::Play(_) | Opening::Look(_) | Opening::Nothing) => Some(Side::First),
        }
    }
}

impl PostedTap {
    /// The fields behind the kind of the button.
    pub(in crate::render) fn encode(self) -> String {
        let PostedTap { game: PostedGame { spec, wish }, opening } = self;
        let wish = match wish {
            Some(Wish { mark: PosterMark(mark), side }) => {
                format!("{}.{mark:0MARK_DIGITS$x}", side_number(side))
            }
            None => "-".to_owned(),
        };
        let opening = match opening {
            Opening::Play(MoveCode(code)) => format!("p{code:x}"),
            Opening::Look(Part(part)) => format!("f{part:x}"),
            Opening::Join(side) => format!("j{}", side_number(side)),
            Opening::Nothing => "-".to_owned(),
        };
        format!("{}:{wish}:{opening}", spec.code())
    }

    /// What such fields ask for.
    pub(in crate::render) fn decode(fields: &[&str]) -> Option<PostedTap> {
        let [spec, wish, opening] = *fields else { return None };
        let spec = GameSpec::from_code(spec)?;
        let wish = match wish {
            "-" => None,
            wish => Some(read_wish(wish)?),
        };
        let opening = match opening {
            "-" => Opening::Nothing,
            opening => read_opening(opening)?,
        };
        Some(PostedTap { game: PostedGame { spec, wish }, opening })
    }
}

fn read_wish(text: &str) -> Option<Wish> {
    let (side, mark) = text.split_once('.')?;
    let mark = PosterMark::new(u64::from_str_radix(mark, 16).ok()?);
    Some(Wish { mark, side: side_of(side)? })
}

fn read_opening(text: &str) -> Option<Opening> {
    let (kind, rest) = text.split_at_checked(1)?;
    match kind {
        "p" => u16::from_str_radix(rest, 16).ok().map(|code| Opening::Play(MoveCode(code))),
        "f" => part_number(rest).map(Opening::Look),
        "j" => side_of(rest).map(Opening::Join),
        _ => None,
    }
}
