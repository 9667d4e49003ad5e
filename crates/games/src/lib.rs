//! Rules of two-player games with perfect information: who is to move, what is legal, how it ends.
//!
//! Everything here is a value. Nothing in this crate searches, stores, draws or speaks, and a game
//! does not know who plays it. Algorithms take `G:`[`Game`]; callers that choose a game at run time
//! hold an [`AnyGame`](any::AnyGame), which is a [`Game`] too.
//!
//! ```
//! use zerosum_games::any::GameSpec;
//! use zerosum_games::side::Side;
//! use zerosum_games::{Game, Outcome};
//!
//! let game = GameSpec::from_name("3x3").expect("it is a game");
//! let mut position = game.start();
//! for text in ["b2", "a1", "a2", "c2", "b1", "b3", "c1", "a3", "c3"] {
//!     assert_eq!(position.outcome(), None);
//!     let code = position.read_move(text)?;
//!     position.play(code)?;
//! }
//! assert_eq!(position.to_string(), "OXX/XXO/OOX o");
//! assert_eq!(position.outcome(), Some(Outcome::Draw));
//!
//! let won = GameSpec::from_name("4x4x3").expect("it is a game").read("XXX./OO../..../.... o")?;
//! assert_eq!(won.outcome(), Some(Outcome::Win(Side::First)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read the trait [`Game`] first, then [`tictactoe`], which is the smallest game. [`mnk`],
//! [`connect_four`], [`ultimate`], [`strategic`] and [`sheep`] have the same structure: each folder has the rules,
//! the notation, the names, the offered games and the limits of a game. [`family`] is the list of
//! the games, [`any`] is any of them, and [`record`] reads and writes games as text.
//!
//! The trait [`Game`] documents the laws of every game, and `tests/rules/every_game/laws.rs` checks them.

pub mod side;
pub mod lines;
pub mod notation;
pub mod typing;
pub mod seed;
pub mod diagram;
mod letters;
pub mod tictactoe;
pub mod mnk;
pub mod ultimate;
pub mod strategic;
pub mod sheep;
pub mod connect_four;
pub mod family;
pub mod any;
pub mod record;

use std::fmt::Debug;

use thiserror::Error;

use crate::notation::MoveTextError;
use crate::side::Side;

/// The outcome of a game that has ended. A game in play has no outcome: `None` of
/// `Option<Outcome>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win(Side),
    Draw,
}

/// A move as buttons, records and engines exchange it. Each game defines the meaning of the number;
/// on a board of cells it is the cell, numbered from 0 row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(pub u16);

/// The move is not legal in this position: it is taken, off the board, or the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {} is not legal here", .0.0)]
pub struct IllegalMove(pub MoveCode);

/// One of the ways to turn or mirror a board, by its number below [`Game::symmetries`].
/// Number 0 leaves everything where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(pub u8);

/// A position of a two-player zero-sum game with perfect information, and its rules.
///
/// The laws, which `tests/rules/every_game/laws.rs` checks for every game: there is a legal move exactly when
/// there is no outcome; moves ascend and agree with [`Game::is_legal`]; a refused move changes nothing;
/// sides alternate; every line ends within [`Game::max_plies`]; equal positions have equal keys;
/// the image of a position has the images of its moves.
///
/// Code that is generic over `Game` plays all of them:
///
/// ```
/// use zerosum_games::any::GameSpec;
/// use zerosum_games::seed::Seed;
/// use zerosum_games::{Game, Outcome};
///
/// /// How a random game ends.
/// fn outcome_of_play<G: Game>(mut position: G, seed: Seed) -> Outcome {
///     loop {
///         if let Some(outcome) = position.outcome() {
///             return outcome;
///         }
///         let mut moves = Vec::new();
///         position.legal_moves(&mut moves);
///         let code = seed.pick(moves.into_iter()).expect("a game in play has moves");
///         position.play(code).expect("it is one of the legal moves");
///     }
/// }
///
/// for spec in GameSpec::ALL {
///     let outcome = outcome_of_play(spec.start(), Seed(7));
///     assert_eq!(outcome, outcome_of_play(spec.start(), Seed(7)));
/// }
/// ```
pub trait Game: Clone + PartialEq + Debug {
    /// The side to move, or the one that would be if the game were not over.
    fn turn(&self) -> Side;

    /// The outcome of the game; `None` while it is in play.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves in ascending order. The caller brings the buffer, so that a search
    /// can use one for all its nodes.
    fn legal_moves(&self, moves: &mut Vec<MoveCode>);

    fn is_legal(&self, code: MoveCode) -> bool;

    /// Makes a move for the side to move. A refused move leaves the position as it was.
    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove>;

    /// A hash key for tables. Equal positions of one game have equal keys, and different positions
    /// have different keys or, where the game documents it, almost always.
    fn key(&self) -> u64;

    /// The notation of a move, such as `e5`.
    fn move_text(&self, code: MoveCode) -> String;

    /// Reads a move, legal or not. The output of [`Game::move_text`] for a legal move reads as that
    /// move.
    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError>;

    /// Upper bound on the number of plies of a game from the start.
    fn max_plies(&self) -> u16;

    /// Number of symmetries of the board, including the identity; at least 1.
    fn symmetries(&self) -> u8;

    /// This position seen through a symmetry.
    fn image(&self, symmetry: Symmetry) -> Self;

    /// A move of this position seen through a symmetry.
    fn image_of_move(&self, code: MoveCode, symmetry: Symmetry) -> MoveCode;
}
