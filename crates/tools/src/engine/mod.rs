//! `zerosum engine`: plays for another program, in one of two protocols.
//!
//! [`lines`] reads a stream that is not trusted, [`options`] are the settings of a player, `timing` computes
//! time limits, [`player`] finds moves, `fallback` has one where none is found in time, `thinking` lets the player
//! search on a thread of its own, and `searching` is what every conversation has: its events and its one search. The
//! protocols are [`crate::ugi`] and [`crate::gomocup`].

// The lines between keep the formatter from sorting this reading order.

pub mod lines;
pub mod options;
pub(crate) mod timing;
pub mod player;
pub(crate) mod fallback;
pub(crate) mod thinking;
pub(crate) mod searching;

use std::io::{self, BufReader, Write};

use clap::{Args, ValueEnum};
use thiserror::Error;
use zerosum_games::any::GameSpec;

use crate::engine::options::Options;
use crate::positions::read_game;
use crate::{gomocup, ugi};

/// Plays a game for another program, which speaks on standard input and output
#[derive(Clone, Copy, Debug, Args)]
pub struct Engine {
    /// The game by any name that the bot knows, for example 3x3 or gomoku
    #[arg(value_parser = read_game)]
    pub game: GameSpec,

    /// The protocol; ugi if it is left out, but gomocup if the program is called pbrain-zerosum
    #[arg(long)]
    pub protocol: Option<Protocol>,
}

/// Language between an engine and the program that it plays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// The Universal Game Interface, for every game
    #[default]
    Ugi,
    /// The protocol of Gomocup and Piskvork, for k in a row
    Gomocup,
}

impl Protocol {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Gomocup => "gomocup",
        }
    }
}

/// Reason why an engine does not play, or no longer.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("the protocol of Gomocup is for boards such as 15x15x5, not for {0}")]
    NotOnBoard(String),
    #[error("cannot read or write the protocol")]
    Talk(#[from] io::Error),
}

/// Runs the conversation until the engine is told to quit.
pub fn run(engine: &Engine, out: &mut impl Write) -> Result<(), EngineError> {
    let input = BufReader::new(io::stdin());
    match (engine.protocol.unwrap_or_default(), engine.game) {
        (Protocol::Ugi, game) => ugi::conversation::speak(game, Options::default(), input, out)?,
        (Protocol::Gomocup, GameSpec::Mnk(spec)) => gomocup::conversation::speak(spec, input, out)?,
        (Protocol::Gomocup, game) => return Err(EngineError::NotOnBoard(game.name())),
    }
    Ok(())
}
