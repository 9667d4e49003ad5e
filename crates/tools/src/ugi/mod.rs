//! `zerosum engine`: the searchers for programs that play, by the Universal Game Interface.
//!
//! [`protocol`] parses commands, `timing` computes time limits, `thinking` runs a search on a thread of its
//! own, and [`conversation`] holds them together.

// The lines between keep the formatter from sorting this reading order.

pub mod protocol;
pub mod lines;
pub mod options;
mod timing;
pub mod player;
mod thinking;
pub mod conversation;

use std::io::{self, BufReader, Write};

use clap::Args;
use zerosum_games::any::GameSpec;

use crate::positions::read_game;
use crate::ugi::conversation::speak;
use crate::ugi::options::Options;

/// Plays a game for another program, which speaks UGI on standard input and output
#[derive(Clone, Copy, Debug, Args)]
pub struct Engine {
    /// The game by any name that the bot knows, for example 3x3 or gomoku
    #[arg(value_parser = read_game)]
    pub game: GameSpec,
}

/// Runs the conversation until the engine is told to quit.
pub fn run(engine: &Engine, out: &mut impl Write) -> io::Result<()> {
    speak(engine.game, Options::default(), BufReader::new(io::stdin()), out)
}
