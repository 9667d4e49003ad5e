//! `zerosum engine`: plays for another program.
//!
//! [`lines`] reads a stream that is not trusted, [`options`] are the settings of a player, `timing` computes
//! time limits, [`player`] finds moves, `thinking` lets it do so on a thread of its own, and `searching` is
//! what every conversation has: its events and its one search. The protocol is [`crate::ugi`].

// The lines between keep the formatter from sorting this reading order.

pub mod lines;
pub mod options;
pub(crate) mod timing;
pub mod player;
pub(crate) mod thinking;
pub(crate) mod searching;

use std::io::{self, BufReader, Write};

use clap::Args;
use zerosum_games::any::GameSpec;

use crate::engine::options::Options;
use crate::positions::read_game;
use crate::ugi;

/// Plays a game for another program, which speaks UGI on standard input and output
#[derive(Clone, Copy, Debug, Args)]
pub struct Engine {
    /// The game by any name that the bot knows, for example 3x3 or gomoku
    #[arg(value_parser = read_game)]
    pub game: GameSpec,
}

/// Runs the conversation until the engine is told to quit.
pub fn run(engine: &Engine, out: &mut impl Write) -> io::Result<()> {
    let input = BufReader::new(io::stdin());
    ugi::conversation::speak(engine.game, Options::default(), input, out)
}
