//! Games as a person types them.

use thiserror::Error;

use crate::games::any::GameSpec;
use crate::games::mnk::MnkSpec;

/// There is no game of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownGame {
    #[error(
        "there is no game {name:?}; there are {}, every ultimate also with -a, -b or -a-b behind it, \
         and boards of other sizes such as 9x7x5",
        names().join(", ")
    )]
    Name { name: String },
    #[error("there is no game {name:?}: {reason}")]
    Board { name: String, reason: String },
}

/// So much of a name is quoted back.
const QUOTED_CHARS_MAX: usize = 40;

/// The game of that name.
pub fn read_game(text: &str) -> Result<GameSpec, UnknownGame> {
    if let Some(spec) = GameSpec::from_name(text) {
        return Ok(spec);
    }
    let name = text.chars().take(QUOTED_CHARS_MAX).collect();
    let looks_like_board = text.starts_with(|first: char| first.is_ascii_digit());
    match text.parse::<MnkSpec>() {
        // It has another name already.
        Ok(spec) => Ok(GameSpec::Mnk(spec).canonical()),
        Err(error) if looks_like_board => {
            Err(UnknownGame::Board { name, reason: error.to_string() })
        }
        Err(_) => Err(UnknownGame::Name { name }),
    }
}

/// The names of all games that are on offer, without the two restrictions of the ultimate ones.
fn names() -> Vec<String> {
    let is_plain = |name: &String| !name.ends_with("-a") && !name.ends_with("-b");
    GameSpec::ALL.into_iter().map(GameSpec::name).filter(is_plain).collect()
}
