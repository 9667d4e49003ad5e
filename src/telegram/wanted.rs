//! What people say behind `/new`: a game, a side, a level, in any order and each if they like.

use crate::games::any::GameSpec;
use crate::games::mnk::MnkSpec;
use crate::games::sheep::SheepStart;
use crate::games::side::Side;
use crate::games::ultimate::UltimateRules;
use crate::session::Level;
use crate::session::choice::Choice;

/// So much of a word that says nothing is quoted back.
const QUOTED_CHARS_MAX: usize = 30;

/// What somebody wants to play, as far as they say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub spec: Option<GameSpec>,
    pub side: Option<Side>,
    pub level: Option<Level>,
}

impl Wanted {
    /// What is not said stays as it was.
    pub fn instead_of(self, before: Choice) -> Choice {
        Choice {
            spec: self.spec.unwrap_or(before.spec),
            side: self.side.unwrap_or(before.side),
            level: self.level.unwrap_or(before.level),
        }
    }
}

/// What the words ask for, or the first one that asks for nothing.
pub fn read(argument: &str) -> Result<Wanted, String> {
    let mut wanted = Wanted::default();
    for word in argument.split_whitespace() {
        let word = word.to_lowercase();
        if let Some(side) = side_called(&word) {
            wanted.side = Some(side);
        } else if let Some(level) = level_called(&word) {
            wanted.level = Some(level);
        } else if let Some((spec, side)) = game_called(&word) {
            wanted.spec = Some(spec);
            wanted.side = side.or(wanted.side);
        } else {
            return Err(word.chars().take(QUOTED_CHARS_MAX).collect());
        }
    }
    Ok(wanted)
}

/// "x" and "o" are the same letters in Latin and in Cyrillic, for those who look.
fn side_called(word: &str) -> Option<Side> {
    match word {
        "x" | "х" | "❌" | "first" | "black" | "⚫" => Some(Side::First),
        "o" | "о" | "0" | "⭕" | "second" | "white" | "⚪" => Some(Side::Second),
        _ => None,
    }
}

fn level_called(word: &str) -> Option<Level> {
    match word {
        "best" => Some(Level::Best),
        name => Level::from_name(name),
    }
}

/// A game by its name or by what people call it. Some of those tell the side as well.
fn game_called(word: &str) -> Option<(GameSpec, Option<Side>)> {
    let spec = match word {
        "wolves" | "wolf" | "🐺" => {
            return Some((GameSpec::Sheep(SheepStart::default()), Some(Side::Second)));
        }
        "🐑" => return Some((GameSpec::Sheep(SheepStart::default()), Some(Side::First))),
        "gomoku" => GameSpec::from_name("15x15x5")?,
        "count" => GameSpec::Ultimate(UltimateRules::COUNT),
        "tactical" => GameSpec::Ultimate(UltimateRules::TACTICAL),
        name => GameSpec::from_name(name).or_else(|| board_called(name))?,
    };
    Some((spec, None))
}

/// A board by its size alone, `5x5`, is the ready choice of that size that is hardest to win; with
/// how many in a row behind it, `10x8x5`, it is any.
fn board_called(word: &str) -> Option<GameSpec> {
    let word = word.replace(['х', '×', '*'], "x");
    if let Ok(spec) = word.parse::<MnkSpec>() {
        return Some(GameSpec::Mnk(spec).canonical());
    }
    let size = word.split_once('x')?;
    let is_of_size = |spec: &&MnkSpec| {
        (spec.columns().to_string().as_str(), spec.rows().to_string().as_str()) == size
    };
    let ready = MnkSpec::READY.iter().filter(is_of_size).max_by_key(|spec| spec.k())?;
    Some(GameSpec::Mnk(*ready))
}
