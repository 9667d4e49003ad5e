//! Data of the buttons of a posted board: the whole game, because nothing of it is stored, and the
//! target of the first tap. Fields are divided by colons: `3x3:-:p4`.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::tap::part::{Part, part_number};

/// A posted game with both seats open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PostedGame {
    pub spec: GameSpec,
    /// The side that the poster wants to play; `None` if the first tap decides.
    pub wish: Option<PosterSide>,
}

/// A side reserved for the poster, who then taps first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PosterSide {
    pub mark: PosterTag,
    pub side: Side,
}

/// Tag of the user who has posted a board. It is public, so it does not reveal the user, and only the
/// bot can compute it. Each board has another one, so that two boards of one user cannot be linked
/// either.
///
/// Invariant: the nonce and the number have at most as many bits as fit into a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PosterTag {
    nonce: Option<MarkNonce>,
    number: u64,
}

/// Random part of a tag, which differs between boards. Boards of earlier versions have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkNonce(u32);

/// Digits of the number of a tag: hexadecimal without a nonce, and in base 64 with one.
const OLD_MARK_DIGITS: usize = 12;
const MARK_DIGITS: usize = 8;

/// Digits of a nonce, in base 64.
const NONCE_DIGITS: usize = 4;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Target of the first tap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The first move.
    Play(MoveCode),
    /// The part of the board in which the first move is to be made.
    Look(Part),
    /// The seat of this side, without a move.
    Join(Side),
    /// A place where no move begins.
    Nothing,
}

/// Data of a button of a posted board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PostedTap {
    pub game: PostedGame,
    pub opening: Opening,
}

impl MarkNonce {
    /// Truncates a number to the available bits.
    pub fn new(number: u64) -> MarkNonce {
        let number = number & ((1 << (6 * NONCE_DIGITS)) - 1);
        MarkNonce(u32::try_from(number).expect("it has 24 bits"))
    }
}

impl PosterTag {
    /// Truncates the number to the available bits.
    pub fn new(nonce: Option<MarkNonce>, number: u64) -> PosterTag {
        PosterTag { nonce, number: number & ((1 << (6 * MARK_DIGITS)) - 1) }
    }

    pub fn nonce(self) -> Option<MarkNonce> {
        self.nonce
    }

    /// Encodes the separator from the side, and the digits.
    fn encode(self) -> String {
        let PosterTag { nonce, number } = self;
        match nonce {
            None => format!(".{number:0OLD_MARK_DIGITS$x}"),
            Some(MarkNonce(nonce)) => {
                let (nonce, number) =
                    (digits(nonce.into(), NONCE_DIGITS), digits(number, MARK_DIGITS));
                format!("~{nonce}{number}")
            }
        }
    }

    fn decode(text: &str) -> Option<PosterTag> {
        if let Some(number) = text.strip_prefix('.') {
            return Some(PosterTag::new(None, u64::from_str_radix(number, 16).ok()?));
        }
        let (nonce, number) = text.strip_prefix('~')?.split_at_checked(NONCE_DIGITS)?;
        let nonce = MarkNonce::new(number_of(nonce, NONCE_DIGITS)?);
        Some(PosterTag::new(Some(nonce), number_of(number, MARK_DIGITS)?))
    }
}

/// Encodes a number with this many digits in base 64.
fn digits(number: u64, count: usize) -> String {
    let digit = |place: usize| {
        let index = usize::try_from((number >> (6 * place)) & 63).expect("it has 6 bits");
        char::from(DIGITS[index])
    };
    (0..count).rev().map(digit).collect()
}

fn number_of(text: &str, count: usize) -> Option<u64> {
    let mut number = 0;
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|digit| *digit == byte)?;
        number = number << 6 | u64::try_from(digit).expect("it is below 64");
    }
    (text.len() == count).then_some(number)
}

impl PostedGame {
    /// Returns the side of a user who taps first; `None` if the poster has to tap first. `is_poster` is
    /// true if the user is the poster.
    pub fn side_for(self, is_poster: bool, opening: Opening) -> Option<Side> {
        match (self.wish, opening) {
            (Some(wish), _) => is_poster.then_some(wish.side),
            (None, Opening::Join(side)) => Some(side),
            (None, Opening::Play(_) | Opening::Look(_) | Opening::Nothing) => Some(Side::First),
        }
    }
}

impl PostedTap {
    /// Encodes the fields after the kind of the button.
    pub(crate) fn encode(self) -> String {
        let PostedTap { game: PostedGame { spec, wish }, opening } = self;
        let wish = match wish {
            Some(PosterSide { mark, side }) => format!("{}{}", side.number(), mark.encode()),
            None => "-".to_owned(),
        };
        let opening = match opening {
            Opening::Play(MoveCode(code)) => format!("p{code:x}"),
            Opening::Look(Part(part)) => format!("f{part:x}"),
            Opening::Join(side) => format!("j{}", side.number()),
            Opening::Nothing => "-".to_owned(),
        };
        format!("{}:{wish}:{opening}", spec.code())
    }

    /// Decodes such fields.
    pub(crate) fn decode(fields: &[&str]) -> Option<PostedTap> {
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

fn read_wish(text: &str) -> Option<PosterSide> {
    let (side, mark) = text.split_at_checked(text.find(['.', '~'])?)?;
    Some(PosterSide { mark: PosterTag::decode(mark)?, side: Side::read(side)? })
}

fn read_opening(text: &str) -> Option<Opening> {
    let (kind, rest) = text.split_at_checked(1)?;
    match kind {
        "p" => u16::from_str_radix(rest, 16).ok().map(|code| Opening::Play(MoveCode(code))),
        "f" => part_number(rest).map(Opening::Look),
        "j" => Side::read(rest).map(Opening::Join),
        _ => None,
    }
}
