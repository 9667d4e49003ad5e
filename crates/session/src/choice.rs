//! A person's choice of a game, a side and a level.
//!
//! The stored form is the game, the side and the level, separated by spaces: `3x3 1 perfect`. Decoding
//! accepts only text that encoding makes.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
pub use zerosum_search::level::Level;

use crate::UserId;
use crate::game::clock::TimeControl;

/// A game, the person's side of it, and the level of the engine on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub spec: GameSpec,
    /// The person's side.
    pub side: Side,
    pub level: Level,
}

/// Opponent on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    Engine(Level),
    /// The first person to come.
    Anybody,
    Person(UserId),
}

/// A game as a person wants to play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub spec: GameSpec,
    /// The side of the person who wants it.
    pub side: Side,
    pub opponent: Opponent,
    /// Time that each side may think; it is unlimited against an engine.
    pub time: TimeControl,
}

impl From<Choice> for Setup {
    fn from(Choice { spec, side, level }: Choice) -> Setup {
        Setup { spec, side, opponent: Opponent::Engine(level), time: TimeControl::Unlimited }
    }
}

impl Setup {
    /// Returns the setup of the next game; `None` if no level is easier or harder.
    pub fn after(self, next: Next) -> Option<Setup> {
        match (self.opponent, next) {
            (Opponent::Engine(_), _) => self.choice()?.after(next).map(Setup::from),
            (_, Next::Same) => Some(self),
            (_, Next::OtherSide) => Some(Setup { side: !self.side, ..self }),
            (_, Next::Easier | Next::Harder) => None,
        }
    }

    /// Returns it as a choice, if it is a game against an engine.
    pub fn choice(self) -> Option<Choice> {
        let Opponent::Engine(level) = self.opponent else { return None };
        Some(Choice { spec: self.spec, side: self.side, level })
    }
}

/// Kind of game that a person wants to play next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    Same,
    OtherSide,
    Easier,
    Harder,
}

impl Choice {
    /// Returns the choice for the next game; `None` if no level is easier or harder.
    pub fn after(self, next: Next) -> Option<Choice> {
        Some(match next {
            Next::Same => self,
            Next::OtherSide => Choice { side: !self.side, ..self },
            Next::Easier => {
                let has_level = |level: &Level| Level::of_game(self.spec).contains(level);
                Choice { level: self.level.easier().filter(has_level)?, ..self }
            }
            Next::Harder => Choice { level: self.level.harder()?, ..self },
        })
    }
}

impl Default for Choice {
    /// Returns the choice of a person who has not chosen yet.
    fn default() -> Choice {
        Choice { spec: GameSpec::TicTacToe, side: Side::First, level: Level::Best }
    }
}

/// Encodes a choice as it is stored.
pub fn encode(choice: Choice) -> String {
    format!("{} {} {}", choice.spec.name(), choice.side.number(), choice.level.name())
}

/// Decodes a stored choice; `None` if the text is malformed.
pub fn decode(text: &str) -> Option<Choice> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [spec, side, level] = fields[..] else { return None };
    let (spec, side) = (GameSpec::from_name(spec)?, Side::read(side)?);
    let choice = Choice { spec, side, level: Level::from_name(level)? };
    (encode(choice) == text).then_some(choice)
}
