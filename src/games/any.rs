//! The closed list of games, for whoever must choose one at run time.

use crate::games::notation::MoveTextError;
use crate::games::side::Side;
use crate::games::tictactoe::TicTacToe;
use crate::games::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// Which game, with its parameters: all that is needed to set up its first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    TicTacToe,
}

impl GameSpec {
    /// Every game on offer. The laws, perft and playthroughs run through this list.
    pub const ALL: [GameSpec; 1] = [GameSpec::TicTacToe];

    /// The first position.
    pub fn start(self) -> AnyGame {
        match self {
            GameSpec::TicTacToe => AnyGame::TicTacToe(TicTacToe::default()),
        }
    }

    /// The name in commands, test data and file names.
    pub fn name(self) -> &'static str {
        match self {
            GameSpec::TicTacToe => "3x3",
        }
    }

    /// The game of that name.
    pub fn from_name(name: &str) -> Option<GameSpec> {
        GameSpec::ALL.into_iter().find(|spec| spec.name() == name)
    }
}

/// A position of any of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame {
    TicTacToe(TicTacToe),
}

impl Game for AnyGame {
    fn turn(&self) -> Side {
        match self {
            AnyGame::TicTacToe(game) => game.turn(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            AnyGame::TicTacToe(game) => game.outcome(),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        match self {
            AnyGame::TicTacToe(game) => game.legal_moves(moves),
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        match self {
            AnyGame::TicTacToe(game) => game.is_legal(code),
        }
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        match self {
            AnyGame::TicTacToe(game) => game.play(code),
        }
    }

    fn key(&self) -> u64 {
        match self {
            AnyGame::TicTacToe(game) => game.key(),
        }
    }

    fn move_text(&self, code: MoveCode) -> String {
        match self {
            AnyGame::TicTacToe(game) => game.move_text(code),
        }
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        match self {
            AnyGame::TicTacToe(game) => game.read_move(text),
        }
    }

    fn max_plies(&self) -> u16 {
        match self {
            AnyGame::TicTacToe(game) => game.max_plies(),
        }
    }

    fn symmetries(&self) -> u8 {
        match self {
            AnyGame::TicTacToe(game) => game.symmetries(),
        }
    }

    fn image(&self, symmetry: Symmetry) -> AnyGame {
        match self {
            AnyGame::TicTacToe(game) => AnyGame::TicTacToe(game.image(symmetry)),
        }
    }

    fn image_of_move(&self, code: MoveCode, symmetry: Symmetry) -> MoveCode {
        match self {
            AnyGame::TicTacToe(game) => game.image_of_move(code, symmetry),
        }
    }
}
