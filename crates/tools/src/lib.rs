//! What the command line of zerosum does beside the bot: it shows why moves are good, proves that the
//! play is perfect, and measures searches and evaluations.
//!
//! Each command is a struct of arguments for clap and a function `run`, which writes to whatever it is
//! given and tells on standard error how far it is. A program makes them its subcommands.
//!
//! | module | command | what it is for |
//! |---|---|---|
//! | [`solve`] | `solve` | what a position is worth and what every move leads to |
//! | [`explain`] | `explain` | why a move is best, in words |
//! | [`prove`] | `prove` | plays all that people can play, and counts how it ends |
//! | [`compare`] | `compare` | what each technique of the search saves |
//! | [`ugi`] | `engine` | plays for another program, over the Universal Game Interface |
//! | [`engine_match`] | `match` | two engines play each other, and what that says of their strength |
//! | [`record`] | `record` | checks the record of a game, and makes one of a list of moves |
//! | [`train`] | `train` | fits the evaluation of Ultimate tic-tac-toe to games with itself |
//! | [`sheets`] | `sheets` | prints fields and records of Strategic tic-tac-toe |
//! | [`analyze`] | `analyze` | how far apart the cells of Strategic tic-tac-toe are, and better sets of numbers |
//! | [`puzzles`] | `puzzles` | makes puzzles out of games between engines, and checks them |
//!
//! They share how positions are judged and told ([`analysis`]) and how [`progress`] is.
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
pub mod ugi;
pub mod engine_match;
pub mod record;
pub mod train;
pub mod sheets;
pub mod analyze;
pub mod puzzles;
pub mod analysis;
pub mod progress;
mod positions;
mod side_by_side;
