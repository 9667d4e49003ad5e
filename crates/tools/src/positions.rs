//! Games and positions as a person types them.

use thiserror::Error;
use zerosum_games::Game;
use zerosum_games::any::{AnyGame, AnyPositionError, GameSpec};
use zerosum_games::mnk::MnkSpec;
use zerosum_games::mnk::names::with_plain_x;
use zerosum_games::mnk::opening::Opening;
use zerosum_games::strategic::names::{self, StrategicRulesError};

use crate::analysis::outcome_text;

/// There is no game of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownGame {
    #[error(
        "there is no game {name:?}; there are {}, every ultimate also with -a, -b or -a-b behind it, \
         boards of other sizes such as 9x7x5, and other words such as tictactoe, gomoku and wolves",
        all_names().join(", ")
    )]
    Name { name: String },
    #[error("there is no game {name:?}: {reason}")]
    Parameter { name: String, reason: String },
}

/// Error in a position.
#[derive(Debug, Error)]
pub enum PositionError {
    #[error(transparent)]
    Text(#[from] AnyPositionError),
    #[error("the game is already over: {0}")]
    Over(String),
}

/// Maximum length of a quoted name, in characters.
const QUOTED_CHARS_MAX: usize = 40;

/// Reads a position as an argument. One may begin with a hyphen, and then it has several words, unlike a mistyped option.
pub(crate) fn read_position_text(text: &str) -> Result<String, String> {
    if text.starts_with('-') && !text.contains(char::is_whitespace) {
        return Err("there is no such option, and no position begins so".to_owned());
    }
    Ok(text.to_owned())
}

/// Finds a game by its name, or by any that the bot knows it by. Of `wolves` only the game is taken.
pub(crate) fn read_game(text: &str) -> Result<GameSpec, UnknownGame> {
    let name = text.chars().take(QUOTED_CHARS_MAX).collect();
    match GameSpec::from_alias(text) {
        Some((spec, _)) if spec.opening() != Opening::Plain => {
            let reason = "colours are chosen in games of the bot only".to_owned();
            return Err(UnknownGame::Parameter { name, reason });
        }
        Some((spec, _)) => return Ok(spec),
        None => {}
    }
    match names::fault_of(text) {
        Some(StrategicRulesError::Form) | None => {}
        Some(fault) => return Err(UnknownGame::Parameter { name, reason: fault.to_string() }),
    }
    let looks_like_board = text.starts_with(|first: char| first.is_ascii_digit());
    match with_plain_x(text).parse::<MnkSpec>() {
        Err(error) if looks_like_board => {
            Err(UnknownGame::Parameter { name, reason: error.to_string() })
        }
        Ok(_) | Err(_) => Err(UnknownGame::Name { name }),
    }
}

/// The position of that text, the first one of the game if there is none. The game is in play.
pub(crate) fn read_position(spec: GameSpec, text: Option<&str>) -> Result<AnyGame, PositionError> {
    let position = match text {
        Some(text) => spec.read(text)?,
        None => spec.start(),
    };
    match position.outcome() {
        Some(outcome) => Err(PositionError::Over(outcome_text(spec, outcome))),
        None => Ok(position),
    }
}

/// The names of all games that are on offer, without the two restrictions of the ultimate ones.
fn all_names() -> Vec<String> {
    let is_plain = |name: &String| !name.ends_with("-a") && !name.ends_with("-b");
    GameSpec::ALL.into_iter().map(GameSpec::name).filter(is_plain).collect()
}
