//! Boards that show what a look does: one that is a picture, and one that is buttons.

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::Scene;
use zerosum_session::people::marks::MarkPair;

use crate::board::buttons::focus::Focus;
use crate::board::marks;
use crate::games;

/// Game whose picture is shown, and its moves.
const GAME: &str = "9x9x5";
const MOVES: [&str; 6] = ["e5", "f5", "e4", "f6", "e6", "e7"];

/// Sides of the cells of a small board, row by row.
const CELLS: [[Option<Side>; 3]; 3] = [
    [Some(Side::First), None, None],
    [None, Some(Side::Second), None],
    [None, None, Some(Side::First)],
];

/// Free cell of a board in characters.
const FREE: &str = "⬜";

/// Returns the picture of a board, whose marks are never exchanged.
pub(super) fn picture() -> Scene {
    let spec = GameSpec::from_name(GAME).expect("it is a game");
    let mut position = spec.start();
    let mut last: Option<MoveCode> = None;
    for text in MOVES {
        let code = position.read_move(text).expect("it is a cell");
        position.play(code).expect("it is free");
        last = Some(code);
    }
    games::of(&position).scene(last, Focus::Suggested)
}

/// Draws a small board with the marks of a pair.
pub(super) fn board(pair: MarkPair) -> String {
    let marks: BySide<&str> = marks::of_pair(pair);
    let sign = |side: &Option<Side>| side.map_or(FREE, |side| *marks.get(side));
    CELLS.map(|row| row.iter().map(sign).collect::<String>()).join("\n")
}
