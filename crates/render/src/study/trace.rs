//! Trace of plain minimax on a small endgame of tic-tac-toe, in a notation that needs no translation:
//! the move to each position, and the maximum or minimum of the values below it.

use zerosum_games::Game;
use zerosum_games::any::AnyGame;
use zerosum_games::tictactoe::{self, TicTacToe};
use zerosum_search::trace::{Call, Choice, Step, trace};

use crate::games::appearance::Appearance;

/// Maximum free cells, so that the trace fits into a message.
const FREE_CELLS_MAX: usize = 4;

/// Indentation per level.
const INDENT: &str = "\u{2003}";

/// Returns the steps, one per line; `None` for other games and larger endgames.
pub(crate) fn of(position: &AnyGame) -> Option<String> {
    let AnyGame::TicTacToe(game) = position else { return None };
    let free = tictactoe::cells().filter(|code| game.mark(*code).is_none()).count();
    if free > FREE_CELLS_MAX {
        return None;
    }
    let root = trace(game).ok()?;
    let mut lines = Vec::new();
    tell(game, &root, 0, &mut lines);
    Some(lines.join("\n"))
}

fn tell(root: &TicTacToe, call: &Call, depth: usize, lines: &mut Vec<String>) {
    let step = match &call.step {
        Step::Leaf => signed(call.plain_value()),
        Step::Max(choice) => chosen("max", choice, call.plain_value()),
        Step::Min(choice) => chosen("min", choice, call.plain_value()),
    };
    let line = match call.code {
        Some(code) => format!("{} {}: {step}", mover(root, depth), root.move_text(code)),
        None => step,
    };
    lines.push(format!("{}{line}", INDENT.repeat(depth)));
    let below = match &call.step {
        Step::Leaf => &[][..],
        Step::Max(Choice { calls, .. }) | Step::Min(Choice { calls, .. }) => calls,
    };
    for call in below {
        tell(root, call, depth + 1, lines);
    }
}

/// Formats the maximum or minimum of the values below.
fn chosen(function: &str, Choice { calls, .. }: &Choice, value: i32) -> String {
    let values: Vec<String> = calls.iter().map(|call| signed(call.plain_value())).collect();
    format!("{function}({}) = {}", values.join(", "), signed(value))
}

/// Mark of the side that has made the move at this depth.
fn mover(root: &TicTacToe, depth: usize) -> &'static str {
    let turn = root.turn();
    let side = if depth % 2 == 1 { turn } else { !turn };
    root.marks().get(side)
}

/// Formats the value with its sign; zero has none.
fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        value if value < 0 => format!("−{}", value.unsigned_abs()),
        value => format!("+{value}"),
    }
}
