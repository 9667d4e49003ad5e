//! Commands of zerosum other than the bot: they show why moves are good, prove that the play is perfect, and
//! measure searches and evaluations.
//!
//! Each command is a struct of arguments for clap and a function `run`, which writes to the given output and
//! reports its progress on standard error. A program makes them its subcommands.
//!
//! | module | command | purpose |
//! |---|---|---|
//! | [`solve`] | `solve` | the value of a position and of every move in it |
//! | [`explain`] | `explain` | explains in words why a move is best |
//! | [`prove`] | `prove` | plays all lines that people can play, and counts how they end |
//! | [`compare`] | `compare` | the savings of each technique of the search |
//! | [`engine`] | `engine` | plays for another program, by UGI ([`ugi`]) or Gomocup's protocol ([`gomocup`]) |
//! | [`engine_match`] | `match` | plays two engines against each other, and compares their strength |
//! | [`record`] | `record` | checks the record of a game, and makes one of a list of moves |
//! | [`train`] | `train` | fits the evaluation of Ultimate tic-tac-toe or five in a row to games with itself |
//! | [`book`] | `book` | makes the opening book of Connect Four |
//! | [`sheets`] | `sheets` | prints fields and records of Strategic tic-tac-toe |
//! | [`analyze`] | `analyze` | distances between cells of Strategic tic-tac-toe, better number sets |
//! | [`puzzles`] | `puzzles` | makes puzzles out of games between engines, and checks them |
//! | [`reviews`] | `reviews` | fits chances to games, and measures what reviews find |
//!
//! They share the analysis of positions ([`analysis`]) and the display of [`progress`].
//!
//! ```
//! use zerosum_tools::analysis::Effort;
//! use zerosum_tools::solve::{self, Solve};
//!
//! let arguments = Solve {
//!     position: Some("O.X/X.X/.OO".to_owned()),
//!     game: None,
//!     effort: Effort { depth: None, movetime: None },
//!     trace: false,
//!     json: false,
//! };
//! let mut answer = Vec::new();
//! solve::run(&arguments, &mut answer)?;
//! let answer = String::from_utf8(answer)?;
//! assert!(answer.contains("X to move: win in 1"));
//! assert!(answer.ends_with("Best: b2\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// The lines between keep the formatter from sorting this reading order.

pub mod solve;
pub mod explain;
pub mod prove;
pub mod compare;
pub mod engine;
pub mod ugi;
pub mod gomocup;
pub mod engine_match;
pub mod record;
pub mod train;
pub mod book;
pub mod sheets;
pub mod analyze;
pub mod puzzles;
pub mod reviews;
pub mod analysis;
pub mod progress;
mod positions;
mod seeds;
mod side_by_side;
