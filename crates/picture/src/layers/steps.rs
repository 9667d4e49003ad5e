//! A line of play that was not played: faint marks with the numbers of their moves, and arrows of pieces.

use crate::canvas::Ink;
use crate::glyphs;
use crate::layers::Painter;
use crate::layout::Point;
use crate::marks::{self, Stand};
use crate::scene::Mark;
use crate::scene::steps::{FIRST_NUMBER, Step};
use crate::theme::{Colour, Colours};

/// Height of a number in a free cell and in a badge on a taken one, in sides of a cell.
const HEIGHT: f32 = 0.42;
const BADGE_HEIGHT: f32 = 0.3;

/// Radius of a badge, in sides of a cell.
const BADGE: f32 = 0.25;

/// Opacity of a mark or stone of which the number is read, and of an arrow after the first.
const MARK_OPACITY: u8 = 60;
const STONE_OPACITY: u8 = 170;
const ARROW_OPACITY: u8 = 200;

/// Width of an arrow, length of its head, and the part of a cell that it leaves free at both ends, in sides
/// of a cell.
const ARROW: f32 = 0.13;
const HEAD: f32 = 0.34;
const FREE: f32 = 0.3;

impl Painter<'_> {
    pub(super) fn steps(&mut self) {
        for step in self.scene.steps() {
            match step.from {
                Some(_) => self.arrow(step),
                None if step.number > FIRST_NUMBER => self.numbered(step),
                // A note marks it.
                None => {}
            }
        }
    }

    fn numbered(&mut self, step: &Step) {
        let (centre, side, colours) =
            (self.layout.centre(step.to), self.layout.side(), self.colours);
        let label = step.number.to_string();
        let is_free = self.scene.mark(step.to).is_none();
        let height = if is_free { HEIGHT } else { BADGE_HEIGHT } * side;
        if !is_free {
            self.canvas.circle(centre, BADGE * side, Ink::from(colours.paper));
        }
        let stand = |opacity| Stand { centre, half: side / 2.0, opacity };
        let ink = match step.mark {
            Mark::BlackStone | Mark::WhiteStone => {
                if is_free {
                    marks::paint(self.canvas, step.mark, stand(STONE_OPACITY), colours);
                }
                match step.mark {
                    Mark::BlackStone if is_free => colours.white_stone,
                    _ => colours.black_stone,
                }
            }
            mark => {
                if is_free {
                    marks::paint_sheer(self.canvas, mark, stand(MARK_OPACITY), colours);
                }
                marks::colour_of(mark, colours)
            }
        };
        glyphs::write(self.canvas, &label, centre, height, Ink::from(ink));
    }

    /// An arrow from cell to cell: green for the first move of the line, and fainter after it.
    fn arrow(&mut self, step: &Step) {
        let Some(from) = step.from else { return };
        let (side, colours) = (self.layout.side(), self.colours);
        let (from, to) = (self.layout.centre(from), self.layout.centre(step.to));
        let (colour, opacity) = match step.number {
            FIRST_NUMBER => (colours.target, u8::MAX),
            _ => (arrow_colour(step.mark, colours), ARROW_OPACITY),
        };
        let length = (to.x - from.x).hypot(to.y - from.y).max(1.0);
        let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
        // Along the arrow from its start, and to its right.
        let at = |along: f32, across: f32| Point {
            x: from.x + along * x - across * y,
            y: from.y + along * y + across * x,
        };
        let (start, tip) = (FREE * side, length - FREE / 2.0 * side);
        let (neck, half) = (tip - HEAD * side, ARROW / 2.0 * side);
        let wing = HEAD / 2.0 * side;
        let corners = [
            at(start, -half),
            at(neck, -half),
            at(neck, -wing),
            at(tip, 0.0),
            at(neck, wing),
            at(neck, half),
            at(start, half),
        ];
        self.canvas.polygon(&corners, 0.0, Ink::faint(colour, opacity));
    }
}

/// Wool is light and fur is dark, so that their arrows are seen on squares of every brightness.
fn arrow_colour(mark: Mark, colours: &Colours) -> Colour {
    match mark {
        Mark::Wolf => colours.wolf_edge,
        mark => marks::colour_of(mark, colours),
    }
}
