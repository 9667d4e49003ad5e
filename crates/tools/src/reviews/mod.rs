//! `zerosum reviews`: fits the curves that turn estimates into chances, and measures what reviews find.

mod check;
mod fit;
mod games;

use std::io::{self, Write};

use clap::{Args, Subcommand};
use zerosum_games::any::GameSpec;

use crate::positions::read_game;

/// Measures the reviews of games
#[derive(Clone, Debug, Args)]
pub struct Reviews {
    #[command(subcommand)]
    pub command: ReviewsCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub enum ReviewsCommand {
    /// Fits the curve from the estimate of a position to the share of games won
    ///
    /// Engines play each other, with a random move now and then. Two games of three fit the curve, the
    /// third measures it. The same arguments give the same curve.
    Fit(Fit),
    /// Counts the planted blunders that reviews name, and the lost games in which they name nothing
    ///
    /// In each game of the first kind one move of a strong player is replaced by a random bad one: a deeper
    /// search than the review's says that it gave away a quarter of a win. In the second kind one side
    /// plays at random and loses. The same arguments give the same counts.
    Check(Check),
}

#[derive(Clone, Debug, Args)]
pub struct Fit {
    /// A game by any name that the bot knows; may be given several times for games with one curve
    #[arg(long, visible_alias = "games", value_name = "GAME", required = true, value_parser = read_game)]
    pub game: Vec<GameSpec>,

    /// Games that are played, of each kind
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(3..=1_000_000))]
    pub plays: u32,

    /// Chooses the random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
}

#[derive(Clone, Debug, Args)]
pub struct Check {
    /// A game by any name that the bot knows; may be given several times
    #[arg(long, visible_alias = "games", value_name = "GAME", required = true, value_parser = read_game)]
    pub game: Vec<GameSpec>,

    /// Games with a planted blunder, of each kind
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub planted: u32,

    /// Games that a random player loses, of each kind
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub losers: u32,

    /// Chooses the games
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
}

/// Measures and writes the figures.
pub fn run(arguments: &Reviews, out: &mut impl Write) -> io::Result<()> {
    match &arguments.command {
        ReviewsCommand::Fit(fit) => fit::run(fit, out),
        ReviewsCommand::Check(check) => check::run(check, out),
    }
}
