//! What a person chooses to play.
//!
//! Its stored form is the game, the side and the level with spaces between: `3x3 1 perfect`. Reading
//! accepts only what writing makes.

use crate::games::any::GameSpec;
use crate::games::side::Side;
use crate::session::Level;

/// Which game, which side of it, and how well the engine on the other side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub spec: GameSpec,
    /// The person's side.
    pub side: Side,
    pub level: Level,
}

impl Default for Choice {
    /// What somebody plays who has not chosen yet.
    fn default() -> Choice {
        Choice { spec: GameSpec::TicTacToe, side: Side::First, level: Level::Best }
    }
}

/// The choice as it is stored.
pub fn encode(choice: Choice) -> String {
    let side = match choice.side {
        Side::First => 1,
        Side::Second => 2,
    };
    format!("{} {side} {}", choice.spec.name(), choice.level.name())
}

/// The choice that is stored so; `None` if no choice is.
pub fn decode(text: &str) -> Option<Choice> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [spec, side, level] = fields[..] else { return None };
    let side = match side {
        "1" => Side::First,
        "2" => Side::Second,
        _ => return None,
    };
    let choice = Choice { spec: GameSpec::from_name(spec)?, side, level: Level::from_name(level)? };
    (encode(choice) == text).then_some(choice)
}
