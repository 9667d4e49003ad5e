//! The closed list of games, for whoever must choose one at run time.

use std::fmt;

use thiserror::Error;

use crate::games::mnk::{Mnk, MnkPositionError, MnkSpec};
use crate::games::notation::MoveTextError;
use crate::games::sheep::text::SheepPositionError;
use crate::games::sheep::{Sheep, SheepStart};
use crate::games::side::Side;
use crate::games::tictactoe::{PositionError, TicTacToe};
use crate::games::ultimate::text::UltimatePositionError;
use crate::games::ultimate::{Ultimate, UltimateRules};
use crate::games::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// Which game, with its parameters: all that is needed to set up its first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// The game of 3 columns, 3 rows and 3 in a row, for which [`Mnk`] is never taken.
    TicTacToe,
    Mnk(MnkSpec),
    Ultimate(UltimateRules),
    Sheep(SheepStart),
}

/// How many games of each family are in [`GameSpec::ALL`].
const MNK_COUNT: usize = MnkSpec::READY.len();
const ULTIMATE_COUNT: usize = UltimateRules::ALL.len();
const SHEEP_COUNT: usize = SheepStart::ALL.len();

impl GameSpec {
    /// Every game but the boards of free choice. The laws, perft and playthroughs run through this
    /// list.
    pub const ALL: [GameSpec; 1 + MNK_COUNT + ULTIMATE_COUNT + SHEEP_COUNT] = GameSpec::all();

    const fn all() -> [GameSpec; 1 + MNK_COUNT + ULTIMATE_COUNT + SHEEP_COUNT] {
        let mut all = [GameSpec::TicTacToe; 1 + MNK_COUNT + ULTIMATE_COUNT + SHEEP_COUNT];
        let mut index = 0;
        while index < MNK_COUNT {
            all[1 + index] = GameSpec::Mnk(MnkSpec::READY[index]);
            index += 1;
        }
        index = 0;
        while index < ULTIMATE_COUNT {
            all[1 + MNK_COUNT + index] = GameSpec::Ultimate(UltimateRules::ALL[index]);
            index += 1;
        }
        index = 0;
        while index < SHEEP_COUNT {
            all[1 + MNK_COUNT + ULTIMATE_COUNT + index] = GameSpec::Sheep(SheepStart::ALL[index]);
            index += 1;
        }
        all
    }

    /// The first position.
    pub fn start(self) -> AnyGame {
        match self {
            GameSpec::TicTacToe => AnyGame::TicTacToe(TicTacToe::default()),
            GameSpec::Mnk(spec) => AnyGame::Mnk(Box::new(Mnk::new(spec))),
            GameSpec::Ultimate(rules) => AnyGame::Ultimate(Box::new(Ultimate::new(rules))),
            GameSpec::Sheep(start) => AnyGame::Sheep(Sheep::new(start)),
        }
    }

    /// The name in commands, records, test data and file names.
    pub fn name(self) -> String {
        match self {
            GameSpec::TicTacToe => "3x3".to_owned(),
            GameSpec::Mnk(spec) => spec.to_string(),
            GameSpec::Ultimate(rules) => rules.to_string(),
            GameSpec::Sheep(start) => start.to_string(),
        }
    }

    /// The game of that name.
    pub fn from_name(name: &str) -> Option<GameSpec> {
        if name == GameSpec::TicTacToe.name() {
            return Some(GameSpec::TicTacToe);
        }
        let spec = if let Ok(spec) = name.parse() {
            GameSpec::Mnk(spec)
        } else if let Ok(rules) = name.parse() {
            GameSpec::Ultimate(rules)
        } else {
            GameSpec::Sheep(name.parse().ok()?)
        };
        (spec.canonical() == spec).then_some(spec)
    }

    /// The same game under the name it always has: tic-tac-toe can be said in two ways.
    #[must_use]
    pub fn canonical(self) -> GameSpec {
        match self {
            GameSpec::Mnk(spec) if (spec.columns(), spec.rows(), spec.k()) == (3, 3, 3) => {
                GameSpec::TicTacToe
            }
            GameSpec::TicTacToe | GameSpec::Mnk(_) | GameSpec::Ultimate(_) | GameSpec::Sheep(_) => {
                self
            }
        }
    }

    /// A position of this game, from its notation.
    pub fn read(self, text: &str) -> Result<AnyGame, AnyPositionError> {
        Ok(match self {
            GameSpec::TicTacToe => AnyGame::TicTacToe(text.parse()?),
            GameSpec::Mnk(spec) => AnyGame::Mnk(Box::new(Mnk::read(spec, text)?)),
            GameSpec::Ultimate(rules) => AnyGame::Ultimate(Box::new(Ultimate::read(rules, text)?)),
            GameSpec::Sheep(_) => AnyGame::Sheep(text.parse()?),
        })
    }
}

/// Why a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnyPositionError {
    #[error(transparent)]
    TicTacToe(#[from] PositionError),
    #[error(transparent)]
    Mnk(#[from] MnkPositionError),
    #[error(transparent)]
    Ultimate(#[from] UltimatePositionError),
    #[error(transparent)]
    Sheep(#[from] SheepPositionError),
}

/// A position of any of the games. The larger ones are boxed, so that the many live games of the
/// smallest take no more than they need.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame {
    TicTacToe(TicTacToe),
    Mnk(Box<Mnk>),
    Ultimate(Box<Ultimate>),
    Sheep(Sheep),
}

/// Asks the position inside, whatever its game is.
macro_rules! of_each {
    ($position:expr, $game:ident => $answer:expr) => {
        match $position {
            AnyGame::TicTacToe($game) => $answer,
            AnyGame::Mnk($game) => $answer,
            AnyGame::Ultimate($game) => $answer,
            AnyGame::Sheep($game) => $answer,
        }
    };
}

impl Game for AnyGame {
    fn turn(&self) -> Side {
        of_each!(self, game => game.turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        of_each!(self, game => game.outcome())
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        of_each!(self, game => game.legal_moves(moves))
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        of_each!(self, game => game.is_legal(code))
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        of_each!(self, game => game.play(code))
    }

    fn key(&self) -> u64 {
        of_each!(self, game => game.key())
    }

    fn move_text(&self, code: MoveCode) -> String {
        of_each!(self, game => game.move_text(code))
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        of_each!(self, game => game.read_move(text))
    }

    fn max_plies(&self) -> u16 {
        of_each!(self, game => game.max_plies())
    }

    fn symmetries(&self) -> u8 {
        of_each!(self, game => game.symmetries())
    }

    fn image(&self, symmetry: Symmetry) -> AnyGame {
        match self {
            AnyGame::TicTacToe(game) => AnyGame::TicTacToe(game.image(symmetry)),
            AnyGame::Mnk(game) => AnyGame::Mnk(Box::new(game.image(symmetry))),
            AnyGame::Ultimate(game) => AnyGame::Ultimate(Box::new(game.image(symmetry))),
            AnyGame::Sheep(game) => AnyGame::Sheep(game.image(symmetry)),
        }
    }

    fn image_of_move(&self, code: MoveCode, symmetry: Symmetry) -> MoveCode {
        of_each!(self, game => game.image_of_move(code, symmetry))
    }
}

/// The position in the notation of its game.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        of_each!(self, game => game.fmt(f))
    }
}
