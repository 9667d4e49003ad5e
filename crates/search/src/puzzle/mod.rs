//! Puzzles: positions of games as they are played in which exactly one move is right.
//!
//! The task and the right move are proven, or the position is no puzzle:
//!
//! - *Win in n* is asked where the side to move can win within n of its moves and not within fewer,
//!   and only one first move does that. Other moves may win later, except in the games that are
//!   solved: there no other move wins at all. A [`Theme::Fork`] is such a win in two.
//! - *Do not lose* is asked where all is known to the end of the game, which is drawn: one move draws,
//!   every other one loses.
//! - *Save* is asked where every move but one is answered by a win on the spot, and the one is proven
//!   to draw or to win.
//!
//! The [level](Puzzle::level) of a puzzle is the lowest one that sees far enough to be sure of the
//! move: within its [horizon](Level::horizon) the move wins, or all others lose. An engine of a
//! lower level may still find it by its estimates.
//!
//! [`solver`] decides whether a position is a puzzle, [`maker`] plays games in which there are
//! some, and [`collection`] holds the finished ones.

mod force;
mod proof;
pub mod solver;
pub mod maker;
pub mod collection;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::rule::Rule;
use zerosum_games::{Game, MoveCode, Symmetry};

use crate::level::Level;

/// The task of a puzzle and the idea behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// To win within `moves` moves.
    WinIn { moves: u16 },
    /// To win in two by a move that makes two threats at once.
    Fork,
    /// Not to lose, although the opponent wins at once after every other move.
    Save,
    /// To find the only move that does not lose.
    OnlyDraw,
}

/// Divides the moves of a list.
const COMMA: &str = ",";

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Theme::WinIn { moves } => write!(f, "win-{moves}"),
            Theme::Fork => write!(f, "fork"),
            Theme::Save => write!(f, "save"),
            Theme::OnlyDraw => write!(f, "only-draw"),
        }
    }
}

impl Theme {
    /// The theme of that name.
    fn from_name(name: &str) -> Option<Theme> {
        match name {
            "fork" => Some(Theme::Fork),
            "save" => Some(Theme::Save),
            "only-draw" => Some(Theme::OnlyDraw),
            other => {
                let moves = other.strip_prefix("win-")?.parse().ok()?;
                Some(Theme::WinIn { moves })
            }
        }
    }
}

/// A puzzle. Its [`Display`](fmt::Display) form is a line of five words: the game, the moves played,
/// the theme, the level and the solution, such as `3x3 b2,a1,c3 save beginner a3,c1`.
///
/// Invariant: the moves are legal one after the other and leave the game in play, and so are those of
/// the solution after them, of which there is one at least. [`check`](solver::PuzzleSolver::check) decides about the
/// rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    spec: GameSpec,
    moves: Vec<MoveCode>,
    theme: Theme,
    level: Level,
    line: Vec<MoveCode>,
}

/// Error returned when a text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleTextError {
    #[error("a puzzle is five words: the game, its moves, the theme, the level and the solution")]
    Form,
    #[error("there is no game {0:?}")]
    Game(String),
    #[error("{0:?} is not a legal move there")]
    Move(String),
    #[error("the game is over where the puzzle begins")]
    Over,
    #[error("there is no theme {0:?}")]
    Theme(String),
    #[error("there is no level {0:?}")]
    Level(String),
    #[error("it is written {0:?}")]
    Spelling(String),
}

impl Puzzle {
    pub fn spec(&self) -> GameSpec {
        self.spec
    }

    /// The moves that led to the position.
    pub fn moves(&self) -> &[MoveCode] {
        &self.moves
    }

    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// The lowest level that sees far enough to solve it.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The solution: the right move, and what follows if both sides play their best. It may break off
    /// before the end of the game.
    pub fn line(&self) -> &[MoveCode] {
        &self.line
    }

    /// The only move that is right.
    pub fn right(&self) -> MoveCode {
        self.line[0]
    }

    /// The position that is asked about.
    pub fn position(&self) -> AnyGame {
        let mut position = self.spec.start();
        for code in &self.moves {
            position.play(*code).expect("the moves of a puzzle are legal");
        }
        position
    }

    /// A key that is equal for puzzles whose positions are images of each other, and different for
    /// others.
    pub fn common_key(&self) -> String {
        common_key(self.spec, &self.position())
    }
}

/// Returns whether there can be puzzles of a game at all.
pub fn has_puzzles(spec: GameSpec) -> bool {
    match spec {
        // The proof needs that a mark is never worse than none.
        GameSpec::Mnk(spec) => spec.rule() == Rule::Free,
        // Too little of it is certain before either side has won.
        GameSpec::Strategic(_) => false,
        GameSpec::TicTacToe
        | GameSpec::ConnectFour(_)
        | GameSpec::Ultimate(_)
        | GameSpec::Sheep(_) => true,
    }
}

/// A key that is equal for all images of a position.
fn common_key(spec: GameSpec, position: &AnyGame) -> String {
    let images = (0..position.symmetries()).map(|number| position.image(Symmetry(number)));
    let least = images.map(|image| image.to_string()).min();
    format!("{} {}", spec.code(), least.expect("there is the identity at least"))
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.spec.start();
        let moves = texts(&mut position, &self.moves).join(COMMA);
        let line = texts(&mut position, &self.line).join(COMMA);
        let (code, theme, level) = (self.spec.code(), self.theme, self.level.name());
        write!(f, "{code} {moves} {theme} {level} {line}")
    }
}

/// The notation of the moves, made one after the other.
fn texts(position: &mut AnyGame, moves: &[MoveCode]) -> Vec<String> {
    let text = |code: &MoveCode| {
        let text = position.move_text(*code);
        position.play(*code).expect("the moves of a puzzle are legal");
        text
    };
    moves.iter().map(text).collect()
}

impl FromStr for Puzzle {
    type Err = PuzzleTextError;

    /// Reads what [`Display`](fmt::Display) writes, and no other spelling of it.
    fn from_str(text: &str) -> Result<Puzzle, PuzzleTextError> {
        let words: Vec<&str> = text.split(' ').collect();
        let &[code, moves, theme, level, line] = words.as_slice() else {
            return Err(PuzzleTextError::Form);
        };
        let spec = GameSpec::from_code(code);
        let spec = spec.ok_or_else(|| PuzzleTextError::Game(code.to_owned()))?;
        let mut position = spec.start();
        let moves = read_moves(&mut position, moves)?;
        if position.outcome().is_some() {
            return Err(PuzzleTextError::Over);
        }
        let puzzle = Puzzle {
            spec,
            moves,
            theme: Theme::from_name(theme)
                .ok_or_else(|| PuzzleTextError::Theme(theme.to_owned()))?,
            level: Level::from_name(level)
                .ok_or_else(|| PuzzleTextError::Level(level.to_owned()))?,
            line: read_moves(&mut position, line)?,
        };
        let written = puzzle.to_string();
        if written == text { Ok(puzzle) } else { Err(PuzzleTextError::Spelling(written)) }
    }
}

/// Reads moves and makes them. There is one at least.
fn read_moves(position: &mut AnyGame, text: &str) -> Result<Vec<MoveCode>, PuzzleTextError> {
    let read = |word: &str| {
        let illegal = || PuzzleTextError::Move(word.to_owned());
        let code = position.read_move(word).map_err(|_| illegal())?;
        position.play(code).map_err(|_| illegal())?;
        Ok(code)
    };
    text.split(COMMA).map(read).collect()
}
