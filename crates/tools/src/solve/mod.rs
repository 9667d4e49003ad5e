//! `zerosum solve`: the value of a position, the moves that keep it, and how minimax finds it.

// The lines between keep the formatter from sorting this reading order.

mod tictactoe;
mod any_game;
mod json;

use std::io::{self, Write};

use clap::Args;
use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_search::tictactoe::solution::TicTacToeSolution;
use zerosum_search::trace::{TooManyCalls, trace};

use crate::analysis::{Effort, Judgement};
use crate::positions::{PositionError, read_game, read_position, read_position_text};
use crate::progress::Progress;
use crate::solve::json::JsonAnswer;

/// Shows what a position is worth, and what every move leads to
///
/// Tic-tac-toe and Catch the Sheep are solved, and so is what is left of other games near their end.
/// Elsewhere the answer is an estimate with the depth of the search.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Solve {
    /// As the game writes it: rows of X, O and . divided by /, for example O.X/X.X/.OO; the side to
    /// move may follow. The first position if only the game is named
    #[arg(required_unless_present = "game", allow_hyphen_values = true, value_parser = read_position_text)]
    pub position: Option<String>,

    /// The game by any name that the bot knows, for example gomoku; 3x3 if it is not named
    #[arg(long, value_parser = read_game)]
    pub game: Option<GameSpec>,

    #[command(flatten)]
    pub effort: Effort,

    /// Also print every call of plain minimax, for positions of 3x3 late in a game
    #[arg(long, conflicts_with = "json")]
    pub trace: bool,

    /// Print one line of JSON instead, for programs
    #[arg(long)]
    pub json: bool,
}

/// Reason why a position cannot be shown.
#[derive(Debug, Error)]
pub enum SolveError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Trace(#[from] TooManyCalls),
    #[error("a trace is written of 3x3 only")]
    NoTrace,
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Solves the position and writes the answer. Nothing is written if the position cannot be read or
/// its trace is refused. With both `trace` and `json`, which the command line does not allow, only
/// the JSON is written.
pub fn run(solve: &Solve, out: &mut impl Write) -> Result<(), SolveError> {
    let spec = solve.game.unwrap_or(GameSpec::TicTacToe);
    let position = read_position(spec, solve.position.as_deref())?;
    if let AnyGame::TicTacToe(position) = position {
        return run_tictactoe(solve, &position, out);
    }
    if solve.trace {
        return Err(SolveError::NoTrace);
    }
    let progress = Progress::start(format!("solving {}", spec.name()));
    let judgement = Judgement::of(spec, &position, solve.effort, &progress);
    drop(progress);
    if solve.json {
        JsonAnswer::of_judgement(spec, &position, &judgement).write(out)?;
    } else {
        any_game::write_text(spec, &position, &judgement, out)?;
    }
    Ok(())
}

fn run_tictactoe(
    solve: &Solve,
    position: &TicTacToe,
    out: &mut impl Write,
) -> Result<(), SolveError> {
    let solution = TicTacToeSolution::compute();
    if solve.json {
        JsonAnswer::of_solution(position, &solution).write(out)?;
        return Ok(());
    }
    let call = if solve.trace { Some(trace(position)?) } else { None };
    tictactoe::write_text(position, &solution, out)?;
    if let Some(call) = call {
        tictactoe::write_trace(position, &call, out)?;
    }
    Ok(())
}
