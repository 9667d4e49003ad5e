//! Every step of plain minimax on a small endgame of tic-tac-toe, in signs that need no language: the move
//! that leads to each position, and what is the greatest or the least of the values below it.

use zerosum_games::Game;
use zerosum_games::any::AnyGame;
use zerosum_games::tictactoe::{self, TicTacToe};
use zerosum_search::trace::{Call, Choice, Step, trace};

use crate::render::games::Appearance;

/// With more free cells there is more to follow than fits into a message.
const FREE_CELLS_MAX: usize = 4;

/// So much further in stands each step.
const INDENT: &str = "\u{2003}";

/// The steps, one on each line; `None` if the game is another one, or the endgame is no small one.
pub(super) fn of(position: &AnyGame) -> Option<String> {
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

/// The greatest or the least of the values below.
fn chosen(function: &str, Choice { calls, .. }: &Choice, value: i32) -> String {
    let values: Vec<String> = calls.iter().map(|call| signed(call.plain_value())).collect();
    format!("{function}({}) = {}", values.join(", "), signed(value))
}

/// Who has made the move so deep below the root.
fn mover(root: &TicTacToe, depth: usize) -> &'static str {
    let turn = root.turn();
    let side = if depth % 2 == 1 { turn } else { !turn };
    root.marks().get(side)
}

/// The value with its sign, except that nought has none.
fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        value if value < 0 => format!("−{}", value.unsigned_abs()),
        value => format!("+{value}"),
    }
}
