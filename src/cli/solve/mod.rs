//! `zerosum solve`: what a position is worth, which moves keep that, and how minimax finds out.

pub mod any_game;

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use thiserror::Error;

use crate::cli::analysis::{Effort, Judgement, outcome_text};
use crate::cli::positions::read_game;
use crate::games::any::{AnyGame, AnyPositionError, GameSpec};
use crate::games::diagram::letter;
use crate::games::tictactoe::{TicTacToe, WIDTH, cells};
use crate::games::{Game, MoveCode};
use crate::search::solved::Solution;
use crate::search::trace::{Call, TooManyCalls, trace};
use crate::search::{RankedMove, Verdict};

/// Shows what a position is worth, and what every move leads to
///
/// Tic-tac-toe and Catch the Sheep are solved, and so is what is left of other games near their end.
/// Elsewhere the answer is an estimate, and the depth of the search is said.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Solve {
    /// As the game writes it: rows of X, O and . divided by /, for example O.X/X.X/.OO; the side to
    /// move may follow. The first position if only the game is named
    #[arg(required_unless_present = "game")]
    pub position: Option<String>,

    /// The game; 3x3 if it is not named
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

/// Why a position cannot be shown.
#[derive(Debug, Error)]
pub enum SolveError {
    #[error(transparent)]
    Position(#[from] AnyPositionError),
    #[error("the game is already over: {0}")]
    Over(String),
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
    let position = match &solve.position {
        Some(text) => spec.read(text)?,
        None => spec.start(),
    };
    if let AnyGame::TicTacToe(position) = position {
        return run_tictactoe(solve, position, out);
    }
    if solve.trace {
        return Err(SolveError::NoTrace);
    }
    if let Some(outcome) = position.outcome() {
        return Err(SolveError::Over(outcome_text(spec, outcome)));
    }
    let judgement = Judgement::of(spec, &position, solve.effort);
    if solve.json {
        any_game::write_json(spec, &position, &judgement, out)?;
    } else {
        any_game::write_text(spec, &position, &judgement, out)?;
    }
    Ok(())
}

fn run_tictactoe(
    solve: &Solve,
    position: TicTacToe,
    out: &mut impl Write,
) -> Result<(), SolveError> {
    let solution = Solution::compute();
    if solve.json {
        write_json(&position, &solution, out)?;
        return Ok(());
    }
    let call = if solve.trace { Some(trace(&position)?) } else { None };
    write_text(&position, &solution, out)?;
    if let Some(call) = call {
        write_trace(&position, &call, out)?;
    }
    Ok(())
}

fn write_text(
    position: &TicTacToe,
    solution: &Solution,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    let ranking = solution.ranking(position);
    let left = board(position, |MoveCode(cell)| cell.to_string());
    let right = board(position, |code| {
        let ranked = ranking.iter().find(|ranked| ranked.code == code);
        ranked.map_or(String::new(), |ranked| short(ranked.verdict))
    });
    let best: Vec<String> =
        solution.best_moves(position).map(|MoveCode(cell)| cell.to_string()).collect();

    writeln!(out, "{position}")?;
    writeln!(out, "{} to move: {}", letter(position.turn()), solution.verdict(position))?;
    writeln!(out)?;
    for (left, right) in left.iter().zip(&right) {
        writeln!(out, " {left}     {}", right.trim_end())?;
    }
    writeln!(out)?;
    writeln!(out, "Left: the number of each free cell. Right: what a move there leads to.")?;
    writeln!(out, "+n: win in n plies, =: draw, -n: loss in n plies, the move itself included.")?;
    writeln!(out)?;
    writeln!(out, "Best: {}", best.join(" "))
}

/// The lines of a drawn board, with the marks in the occupied cells and a text in each free one.
fn board(position: &TicTacToe, text: impl Fn(MoveCode) -> String) -> Vec<String> {
    let cells: Vec<String> = cells()
        .map(|cell| match position.mark(cell) {
            Some(side) => format!("{:>3} ", letter(side)),
            None => format!("{:>3} ", text(cell)),
        })
        .collect();
    let mut lines: Vec<String> = Vec::new();
    for row in cells.chunks(WIDTH) {
        if !lines.is_empty() {
            lines.push(["----"; WIDTH].join("+"));
        }
        lines.push(row.join("|"));
    }
    lines
}

/// A verdict that fits into a cell.
fn short(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { plies } => format!("+{plies}"),
        Verdict::Draw => "=".to_owned(),
        Verdict::Loss { plies } => format!("-{plies}"),
    }
}

fn write_trace(position: &TicTacToe, call: &Call, out: &mut impl Write) -> Result<(), io::Error> {
    let (max, min) = (letter(position.turn()), letter(!position.turn()));
    writeln!(out)?;
    writeln!(out, "Minimax, call by call. {max} takes the max, {min} the min; a win for {max} is")?;
    writeln!(out, "+10, a draw 0, a loss -10. Plies count from the position above.")?;
    writeln!(out)?;
    write!(out, "{call}")
}

/// Counts the changes of the JSON that break its readers.
pub const JSON_VERSION: u32 = 1;

/// The answer as JSON: `result` is `win`, `draw` or `loss` for the side to move, and `plies`, which
/// a draw has not, is the distance to the end of the game.
#[derive(Serialize)]
struct JsonAnswer {
    version: u32,
    position: String,
    to_move: &'static str,
    #[serde(flatten)]
    verdict: JsonVerdict,
    moves: Vec<JsonMove>,
    best: Vec<u16>,
}

#[derive(Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
pub enum JsonVerdict {
    Win { plies: u16 },
    Draw,
    Loss { plies: u16 },
}

#[derive(Serialize)]
struct JsonMove {
    cell: u16,
    #[serde(flatten)]
    verdict: JsonVerdict,
}

fn write_json(
    position: &TicTacToe,
    solution: &Solution,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    let answer = JsonAnswer {
        version: JSON_VERSION,
        position: position.to_string(),
        to_move: letter(position.turn()),
        verdict: solution.verdict(position).into(),
        moves: solution.ranking(position).into_iter().map(JsonMove::from).collect(),
        best: solution.best_moves(position).map(|MoveCode(cell)| cell).collect(),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    writeln!(out)
}

impl From<RankedMove> for JsonMove {
    fn from(RankedMove { code: MoveCode(cell), verdict }: RankedMove) -> JsonMove {
        JsonMove { cell, verdict: verdict.into() }
    }
}

impl From<Verdict> for JsonVerdict {
    fn from(verdict: Verdict) -> JsonVerdict {
        match verdict {
            Verdict::Win { plies } => JsonVerdict::Win { plies },
            Verdict::Draw => JsonVerdict::Draw,
            Verdict::Loss { plies } => JsonVerdict::Loss { plies },
        }
    }
}
