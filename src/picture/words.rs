//! The same board in characters, for chats in which no picture may be sent.

use crate::picture::scene::{Fate, Lattice, Mark, NESTED_SIDE, Scene, Spot};

/// The board as rows of emoji, which are all of one width.
pub fn drawn(scene: &Scene) -> String {
    let mut lines = Vec::new();
    for row in 0..scene.rows() {
        if is_after_gap(scene, row) {
            lines.push(String::new());
        }
        let mut line = String::new();
        for column in 0..scene.columns() {
            if is_after_gap(scene, column) {
                line.push(' ');
            }
            line.push_str(character(scene, Spot::new(column, row)));
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Whether one of the boards within the board begins with this column or row.
fn is_after_gap(scene: &Scene, index: u8) -> bool {
    scene.depth() > 0 && index > 0 && index.is_multiple_of(NESTED_SIDE)
}

fn character(scene: &Scene, spot: Spot) -> &'static str {
    match scene.mark(spot) {
        Some(Mark::Cross) => "❌",
        Some(Mark::Nought) => "⭕",
        Some(Mark::BlackStone) => "⚫",
        Some(Mark::WhiteStone) => "⚪",
        Some(Mark::Sheep) => "🐑",
        Some(Mark::Wolf) => "🐺",
        None => empty(scene, spot),
    }
}

/// A free cell: green if something can be put there, dark if its board is closed.
fn empty(scene: &Scene, spot: Spot) -> &'static str {
    let is_target = scene.targets().iter().any(|block| scene.covers(*block, spot));
    let is_closed = scene.fates().iter().any(|(block, fate)| match fate {
        Fate::Won(_) | Fate::Drawn => scene.covers(*block, spot),
        Fate::Held(_) => false,
    });
    match scene.lattice() {
        _ if is_closed => "⬛",
        _ if is_target || scene.hints().contains(&spot) => "🟩",
        Lattice::Checkered if spot.is_dark() => "🟫",
        Lattice::Cells | Lattice::Checkered => "⬜",
        Lattice::Crossings => "🟨",
    }
}
