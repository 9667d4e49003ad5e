//! Parts of pictures that games share: marks, the last move and winning lines.

pub mod pictures;

use zerosum_games::MoveCode;
use zerosum_games::side::Side;
use zerosum_picture::scene::{Line, Mark, Scene, Spot};

/// Returns the mark of a side in games with crosses and noughts.
pub(crate) fn cross_or_nought(side: Side) -> Mark {
    match side {
        Side::First => Mark::Cross,
        Side::Second => Mark::Nought,
    }
}

/// Returns the place of a cell on a board whose cells are numbered row by row.
pub(crate) fn spot_of(columns: u16, MoveCode(cell): MoveCode) -> Spot {
    Spot::new(small(cell % columns), small(cell / columns))
}

/// Converts a column or row. No board has more than 27.
pub(crate) fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Marks the last move in a scene, if there is one.
pub(crate) fn with_last(scene: Scene, last: Option<Spot>) -> Scene {
    match last {
        Some(spot) => scene.with_last_move(spot),
        None => scene,
    }
}

/// Adds lines of `k` or more through the winning cells: for every cell and direction, the run that
/// begins there.
pub(crate) fn with_lines(scene: Scene, k: u16, winning: impl Iterator<Item = Spot>) -> Scene {
    let cells: Vec<Spot> = winning.collect();
    let step = |spot: Spot, (right, down): (i8, i8)| {
        let column = spot.column.checked_add_signed(right)?;
        Some(Spot::new(column, spot.row.checked_add_signed(down)?))
            .filter(|next| cells.contains(next))
    };
    let mut lines = Vec::new();
    for direction in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        let (right, down): (i8, i8) = direction;
        for start in &cells {
            if step(*start, (-right, -down)).is_some() {
                continue;
            }
            let mut end = *start;
            let mut length = 1_u16;
            while let Some(next) = step(end, direction) {
                end = next;
                length += 1;
            }
            // Crossing lines also form short runs.
            if length >= k {
                lines.push(Line::Spots(*start, end));
            }
        }
    }
    lines.into_iter().fold(scene, Scene::with_line)
}
