//! What a person chooses to play.
//!
//! Its stored form is the game, the side and the level with spaces between: `3x3 1 perfect`. Reading
//! accepts only what writing makes.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;

use crate::session::UserId;
use crate::session::clock::TimeControl;

/// Which game, which side of it, and how well the engine on the other side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub spec: GameSpec,
    /// The person's side.
    pub side: Side,
    pub level: Level,
}

/// Who is to sit on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    Engine(Level),
    /// Whoever comes first.
    Anybody,
    Person(UserId),
}

/// A game as somebody wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub spec: GameSpec,
    /// The side of the one who wants it.
    pub side: Side,
    pub opponent: Opponent,
    /// How long each side may think. Against an engine it always may.
    pub time: TimeControl,
}

impl From<Choice> for Setup {
    fn from(Choice { spec, side, level }: Choice) -> Setup {
        Setup { spec, side, opponent: Opponent::Engine(level), time: TimeControl::Unlimited }
    }
}

impl Setup {
    /// What is played after a game that was set up so; `None` if no level is easier or harder.
    pub fn after(self, next: Next) -> Option<Setup> {
        match (self.opponent, next) {
            (Opponent::Engine(_), _) => self.choice()?.after(next).map(Setup::from),
            (_, Next::Same) => Some(self),
            (_, Next::OtherSide) => Some(Setup { side: !self.side, ..self }),
            (_, Next::Easier | Next::Harder) => None,
        }
    }

    /// The same as what somebody chooses, if it is a game against an engine.
    pub fn choice(self) -> Option<Choice> {
        let Opponent::Engine(level) = self.opponent else { return None };
        Some(Choice { spec: self.spec, side: self.side, level })
    }
}

/// What somebody wants to play after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    Same,
    OtherSide,
    Easier,
    Harder,
}

impl Choice {
    /// What is played after a game of this choice; `None` if no level is easier or harder.
    pub fn after(self, next: Next) -> Option<Choice> {
        Some(match next {
            Next::Same => self,
            Next::OtherSide => Choice { side: !self.side, ..self },
            Next::Easier => Choice { level: self.level.easier()?, ..self },
            Next::Harder => Choice { level: self.level.harder()?, ..self },
        })
    }
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
