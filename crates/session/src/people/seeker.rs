//! Seekers: people who wait for an opponent, with their wishes for the game.
//!
//! The stored form of a wish is `any` or `this`, the game, the side (`-` for either) and the time control,
//! separated by spaces: `this 3x3 - 3m`. Decoding accepts only text that encoding makes.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::board::MessageId;
use crate::game::clock::TimeControl;
use crate::{SessionId, UserId};

/// Rating points of a person against other people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub i64);

impl Points {
    /// Points of a person without a rated game.
    pub(crate) const AT_FIRST: Points = Points(1_500);

    /// Returns the points of a rating, rounded to an integer.
    pub fn of_rating(rating: f64) -> Points {
        // The cast saturates, and makes zero of NaN.
        Points(rating.round() as i64)
    }
}

/// Game that a seeker would like to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeekerWish {
    /// The wanted game, or the one that they usually play if any game will do.
    pub spec: GameSpec,
    pub is_any: bool,
    /// The wanted side; `None` if either will do.
    pub side: Option<Side>,
    pub time: TimeControl,
}

/// Person who waits for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker {
    pub person: UserId,
    /// The game that begins if they are the elder of the two in a match. Its id follows from the message or
    /// press that asks for it, so that a repeated request makes no second one.
    pub game: SessionId,
    pub wish: SeekerWish,
    pub points: Points,
    /// Time since which they wait, in microseconds since 1970.
    pub since: i64,
    /// The message in their chat that shows the search; `None` until it was sent.
    pub message: Option<MessageId>,
}

impl SeekerWish {
    /// Returns the wanted game; `None` if any game will do.
    pub fn fixed(self) -> Option<GameSpec> {
        (!self.is_any).then_some(self.spec)
    }
}

/// Encodes a wish as it is stored.
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

/// Decodes a stored wish; `None` if the text is malformed.
pub fn decode_wish(text: &str) -> Option<SeekerWish> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [any, spec, side, time] = fields[..] else { return None };
    let side = Side::read(side);
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
