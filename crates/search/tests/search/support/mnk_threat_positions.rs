//! Threats of k in a row, by the rules alone.

use zerosum_games::mnk::Mnk;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};

use super::moves::{after, legal_moves};

/// The cells where the side to move wins at once.
pub(crate) fn wins_at_once(position: &Mnk) -> Vec<MoveCode> {
    let is_win =
        |code: &MoveCode| after(position, *code).outcome() == Some(Outcome::Win(position.turn()));
    legal_moves(position).into_iter().filter(is_win).collect()
}

/// The cells where the side that has just moved could win if it were to move again.
pub(crate) fn threats(position: &Mnk) -> Vec<MoveCode> {
    let text = position.to_string();
    let (cells, _) = text.split_once(' ').expect("a position names the side to move");
    // The rules know no passing, so the same marks are looked at line by line.
    let rows: Vec<Vec<char>> = cells.split('/').map(|row| row.chars().collect()).collect();
    let mark = if position.turn() == Side::First { 'O' } else { 'X' };
    let wins = |code: &MoveCode| {
        let columns = position.spec().columns();
        let (row, column) = (i32::from(code.0 / columns), i32::from(code.0 % columns));
        let at = |row: i32, column: i32| {
            let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
            row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied()
        };
        let run = |row_step: i32, column_step: i32| {
            (1..)
                .take_while(|i| at(row + i * row_step, column + i * column_step) == Some(mark))
                .count()
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(row_step, column_step)| {
            1 + run(row_step, column_step) + run(-row_step, -column_step)
                >= usize::from(position.spec().k())
        })
    };
    legal_moves(position).into_iter().filter(wins).collect()
}

/// Returns whether the side to move wins within this many plies by moves that threaten to win at
/// once. All answers are considered.
pub(crate) fn wins_by_fours(position: &Mnk, plies: usize) -> bool {
    if !wins_at_once(position).is_empty() {
        return true;
    }
    plies >= 3
        && legal_moves(position).into_iter().any(|code| {
            let next = after(position, code);
            // An answer elsewhere lets the attacker win at once; none at all is no attack.
            let answers = threats(&next);
            next.outcome().is_none()
                && !answers.is_empty()
                && wins_at_once(&next).is_empty()
                && answers.into_iter().all(|answer| {
                    let next = after(&next, answer);
                    next.outcome().is_none() && wins_by_fours(&next, plies - 2)
                })
        })
}
