//! Layers that only a board of boards of boards has: a plate for each of the largest boards, frames that are
//! visible although cells are small, and the numbers of the smallest boards as coordinates.

use crate::canvas::Ink;
use crate::glyphs;
use crate::layers::Painter;
use crate::layout::Point;
use crate::marks::{self, Stand};
use crate::scene::{Block, Mark, Spot};

/// The boards within a board.
const NINE: u8 = 9;

/// Height of a label, in gaps.
const LABEL_HEIGHT: f32 = 0.47;

impl Painter<'_> {
    /// Paints the plates under the smallest boards of each of the largest ones.
    pub(super) fn plates(&mut self) {
        let rim = self.layout.gap();
        for number in 0..NINE {
            let area = self.layout.block_area(self.scene, Block::of_path(&[number])).grown(rim);
            self.canvas.rounded(area, rim, self.colours.gap);
        }
    }

    /// Marks in cells, of which there may be hundreds.
    pub(super) fn small_marks(&mut self) {
        let (scene, colours) = (self.scene, self.colours);
        let half = self.layout.side() / 2.0;
        for mark in Mark::ALL {
            let spots = scene.spots().filter(|spot| scene.mark(*spot) == Some(mark));
            self.stamped(spots, |canvas, centre| {
                marks::paint(canvas, mark, Stand { centre, half, opacity: u8::MAX }, colours);
            });
        }
    }

    /// Paints frames around targets and the last move, over any cover.
    pub(super) fn frames_of_small_cells(&mut self) {
        let (scene, layout, colours) = (self.scene, self.layout, self.colours);
        // A single target is drawn wider, so that it stands out.
        let share = if scene.targets().len() == 1 { 5.0 } else { 9.0 };
        let width = (layout.side() / share).round().max(2.0);
        for target in scene.targets() {
            // Half of it lies within, so that it leaves the labels in the gaps alone.
            let area = layout.block_area(scene, *target);
            self.canvas.outline(area, width, width, colours.target);
        }
        let width = (layout.side() / 9.0).round().max(1.0);
        for spot in scene.last_moves() {
            let area = layout.cell_area(*spot);
            self.canvas.outline(area.grown(width), width, width, colours.paper);
            self.canvas.outline(area, width, width, colours.last_edge);
        }
    }

    /// The numbers of the smallest boards: above each of the largest ones those of its upper three,
    /// to the left those of the ones below, as far as there are no numbers of rows.
    pub(super) fn labels_of_boards(&mut self) {
        let (scene, layout) = (self.scene, self.layout);
        let height = LABEL_HEIGHT * layout.wide_gap();
        let away = layout.wide_gap() / 2.0;
        let ink = Ink::from(self.colours.label);
        for large in 0..NINE {
            let board = layout.block_area(scene, Block::of_path(&[large]));
            let has_row_numbers = scene
                .row_numbers()
                .iter()
                .any(|(first, _)| scene.covers(Block::of_path(&[large]), *first));
            for small in [0, 1, 2, 3, 6] {
                let centre = layout.centre(Spot::of_path(&[large, small, 4]));
                let at = match small {
                    0..=2 => Point { y: board.top - away, ..centre },
                    _ if has_row_numbers => continue,
                    _ => Point { x: board.left - away, ..centre },
                };
                let label = format!("{}{}", large + 1, small + 1);
                glyphs::write(self.canvas, &label, at, height, ink);
            }
        }
    }
}
