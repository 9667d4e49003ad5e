//! Somebody who waits for an opponent, and what they would like to play.
//!
//! A wish is stored as whether any game will do, the game, the side and the time control with spaces between:
//! `this 3x3 - 3m`. Reading accepts only what writing makes.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::session::board::MessageId;
use crate::session::clock::TimeControl;
use crate::session::{SessionId, UserId};

/// How strongly somebody plays others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub i64);

impl Points {
    /// Those of a rating, without what is behind the point.
    pub fn of_rating(rating: f64) -> Points {
        // What is not a number is nothing, and what is too large as much as there can be.
        Points(rating.round() as i64)
    }
}

/// What somebody would like to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeekerWish {
    /// If any game will do, the one that they play else.
    pub spec: GameSpec,
    pub is_any: bool,
    /// `None` if they like both.
    pub side: Option<Side>,
    pub time: TimeControl,
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker {
    pub person: UserId,
    /// The game that begins if they are the first of the two. It follows from the message or press that
    /// asks for it, so that asking twice asks once.
    pub game: SessionId,
    pub wish: SeekerWish,
    pub points: Points,
    /// Since when they wait, in microseconds since 1970.
    pub since: i64,
    /// The message in their chat that shows it, once it was sent.
    pub message: Option<MessageId>,
}

impl SeekerWish {
    /// The one game they want, if they want one.
    pub fn fixed(self) -> Option<GameSpec> {
        (!self.is_any).then_some(self.spec)
    }
}

/// A wish as it is stored.
pub fn encode_wish(wish: SeekerWish) -> String {
    let SeekerWish { spec, is_any, side, time } = wish;
    let side = match side {
        None => "-",
        Some(Side::First) => "1",
        Some(Side::Second) => "2",
    };
    let any = if is_any { "any" } else { "this" };
    format!("{any} {} {side} {}", spec.name(), time.name())
}

/// The wish that is stored so; `None` if none is.
pub fn decode_wish(text: &str) -> Option<SeekerWish> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [any, spec, side, time] = fields[..] else { return None };
    let side = match side {
        "1" => Some(Side::First),
        "2" => Some(Side::Second),
        _ => None,
    };
    let (spec, time) = (GameSpec::from_name(spec)?, TimeControl::from_name(time)?);
    let wish = SeekerWish { spec, is_any: any == "any", side, time };
    (encode_wish(wish) == text).then_some(wish)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_comes_back_as_it_was_written_and_in_one_spelling() {
        let sides = [None, Some(Side::First), Some(Side::Second)];
        for spec in GameSpec::ALL {
            for (side, time) in sides.into_iter().cycle().zip(TimeControl::ALL) {
                for is_any in [false, true] {
                    let wish = SeekerWish { spec, is_any, side, time };
                    assert_eq!(decode_wish(&encode_wish(wish)), Some(wish));
                }
            }
        }
        for text in ["this 3x3 -", "that 3x3 - 3m", "any 3x3 0 3m", " 3x3 - 3m", "any 3x3 - 3m "] {
            assert_eq!(decode_wish(text), None, "{text}");
        }
    }
}
