//! Estimates where the next move on a wide board is made: a cell counts by the lines that it extends or
//! stops, and by its distance from the last two moves.

use zerosum_games::MoveCode;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::side::Side;

/// Steps to the right and down, in the four directions of lines.
const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Factor by which a line with one more mark counts more.
const GROWTH: u64 = 6;

/// Maximum marks of a line that are counted, which bounds the numbers.
const MARKS_MAX: u32 = 7;

/// Weight of nearness to a move, and the largest distance that counts.
const NEARNESS: u64 = 12;
const NEAR_MAX: u16 = 3;

/// Returns the columns and rows of the last two moves, the last one first.
pub(super) fn latest(spec: MnkSpec, moves: &[MoveCode]) -> Vec<(u16, u16)> {
    let place = |MoveCode(cell): MoveCode| (cell % spec.columns(), cell / spec.columns());
    moves.iter().rev().take(2).copied().map(place).collect()
}

/// Returns the likelihood of the next move in each cell, on an arbitrary scale.
pub(super) fn likelihoods(game: &Mnk, latest: &[(u16, u16)]) -> Vec<u64> {
    let spec = game.spec();
    let urgencies = urgencies(game);
    let likelihood = |MoveCode(cell): MoveCode| {
        if game.mark(MoveCode(cell)).is_some() {
            return 0;
        }
        let (column, row) = (cell % spec.columns(), cell / spec.columns());
        let nearness = |(other, below): &(u16, u16)| {
            let distance = column.abs_diff(*other).max(row.abs_diff(*below));
            if distance <= NEAR_MAX { NEARNESS / u64::from(1 + distance) } else { 0 }
        };
        let near: u64 = NEARNESS + latest.iter().map(nearness).sum::<u64>();
        // Squared, because players choose the most urgent cells. Where no line is possible any more,
        // only nearness counts.
        (16 * urgencies[usize::from(cell)].pow(2) + 1) * near
    };
    spec.cells().map(likelihood).collect()
}

/// Returns the urgency of each free cell, by the lines through it that one side can still complete.
fn urgencies(game: &Mnk) -> Vec<u64> {
    let mut urgencies = vec![0; usize::from(game.spec().cell_count())];
    for line in lines(game.spec()) {
        let count = |side| line.iter().filter(|code| game.mark(**code) == Some(side)).count();
        let marks = match (count(Side::First), count(Side::Second)) {
            (0, 0) => continue,
            (marks, 0) | (0, marks) => u32::try_from(marks).unwrap_or(MARKS_MAX),
            (_, _) => continue,
        };
        for code in line.iter().filter(|code| game.mark(**code).is_none()) {
            urgencies[usize::from(code.0)] += GROWTH.pow(marks.min(MARKS_MAX) - 1);
        }
    }
    urgencies
}

/// Returns all winning lines.
fn lines(spec: MnkSpec) -> impl Iterator<Item = Vec<MoveCode>> {
    let step = move |MoveCode(cell): MoveCode, (right, down): (i16, i16), steps: i16| {
        let column = (cell % spec.columns()).checked_add_signed(right * steps)?;
        let row = (cell / spec.columns()).checked_add_signed(down * steps)?;
        let is_here = column < spec.columns() && row < spec.rows();
        is_here.then(|| MoveCode(row * spec.columns() + column))
    };
    let length = i16::try_from(spec.k()).unwrap_or(i16::MAX);
    let line =
        move |from, direction| (0..length).map(|steps| step(from, direction, steps)).collect();
    spec.cells().flat_map(move |from| {
        DIRECTIONS.into_iter().filter_map(move |direction| line(from, direction))
    })
}
