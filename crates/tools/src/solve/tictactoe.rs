//! The answer of `zerosum solve` for 3x3: boards that show each move where it is made.

use std::io::{self, Write};

use zerosum_games::diagram::letter;
use zerosum_games::tictactoe::{TicTacToe, WIDTH, cells};
use zerosum_games::{Game, MoveCode};
use zerosum_search::Verdict;
use zerosum_search::tictactoe::solution::TicTacToeSolution;
use zerosum_search::trace::Call;

/// Draws the board twice: with the names of the free cells, and with the results of moves there.
pub(super) fn write_text(
    position: &TicTacToe,
    solution: &TicTacToeSolution,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    let ranking = solution.ranking(position);
    let left = board(position, |code| position.move_text(code));
    let right = board(position, |code| {
        let ranked = ranking.iter().find(|ranked| ranked.code == code);
        ranked.map_or(String::new(), |ranked| short(ranked.verdict))
    });
    let best: Vec<String> =
        solution.best_moves(position).map(|code| position.move_text(code)).collect();

    writeln!(out, "{position}")?;
    writeln!(out, "{} to move: {}", letter(position.turn()), solution.verdict(position))?;
    writeln!(out)?;
    for (left, right) in left.iter().zip(&right) {
        writeln!(out, " {left}     {}", right.trim_end())?;
    }
    writeln!(out)?;
    writeln!(out, "Left: the name of each free cell. Right: what a move there leads to.")?;
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

/// Writes every call of plain minimax.
pub(super) fn write_trace(
    position: &TicTacToe,
    call: &Call,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    let (max, min) = (letter(position.turn()), letter(!position.turn()));
    writeln!(out)?;
    writeln!(out, "Minimax, call by call. {max} takes the max, {min} the min; a win for {max} is")?;
    writeln!(out, "+10, a draw 0, a loss -10. Plies count from the position above.")?;
    writeln!(out)?;
    write!(out, "{}", call.told(position))
}
