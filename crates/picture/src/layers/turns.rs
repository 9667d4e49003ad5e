//! Numbers of moves on stones, as records of games are printed.

use crate::canvas::Ink;
use crate::glyphs;
use crate::layers::Painter;
use crate::scene::{Line, Mark, Spot};

/// Maximum height and width of a number, in sides of a cell.
const HEIGHT_MAX: f32 = 0.46;
const WIDTH_MAX: f32 = 0.66;

/// Radius of the disc that keeps a winning line off a number, in sides of a cell.
const DISC: f32 = 0.36;

impl Painter<'_> {
    pub(super) fn turns(&mut self, turns: &[Spot]) {
        let (scene, side, colours) = (self.scene, self.layout.side(), self.colours);
        for (place, spot) in turns.iter().enumerate() {
            let (stone, on_stone) = match scene.mark(*spot) {
                Some(Mark::BlackStone) => (colours.black_stone, colours.white_stone),
                Some(Mark::WhiteStone) => (colours.white_stone, colours.black_stone),
                _ => continue,
            };
            let centre = self.layout.centre(*spot);
            if scene.lines().iter().any(|line| crosses(*line, *spot)) {
                self.canvas.circle(centre, DISC * side, Ink::from(stone));
            }
            let is_last = scene.last_moves().contains(spot);
            let colour = if is_last { colours.last_dot } else { on_stone };
            let label = (place + 1).to_string();
            let height = HEIGHT_MAX.min(WIDTH_MAX / glyphs::width(&label)) * side;
            glyphs::write(self.canvas, &label, centre, height, Ink::from(colour));
        }
    }
}

/// Returns whether a line goes through a cell.
fn crosses(line: Line, spot: Spot) -> bool {
    let Line::Spots(from, to) = line else { return false };
    let vector = |end: Spot| {
        let across = i32::from(end.column) - i32::from(from.column);
        (across, i32::from(end.row) - i32::from(from.row))
    };
    let ((x, y), (along_x, along_y)) = (vector(spot), vector(to));
    let along = x * along_x + y * along_y;
    x * along_y == y * along_x && (0..=along_x * along_x + along_y * along_y).contains(&along)
}
