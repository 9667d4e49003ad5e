//! Numbers in cells and beside rows, which say where a move leads.

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layers::Painter;
use crate::layout::Point;
use crate::scene::{NUMBERS, Spot};
use crate::theme::Colour;

/// Height of a number, in sides of a cell.
const HEIGHT: f32 = 0.5;

/// Height of a number beside a row, in widths of the gap or margin.
const HEIGHT_BESIDE: f32 = 0.5;

impl Painter<'_> {
    /// The numbers in cells to which no next move leads; they are covered together with their boards.
    pub(super) fn faint_numbers(&mut self) {
        self.numbers(false, self.colours.faint_number);
    }

    /// The numbers in all other cells; nothing covers them.
    pub(super) fn strong_numbers(&mut self) {
        self.numbers(true, self.colours.number);
    }

    fn numbers(&mut self, is_strong: bool, colour: Colour) {
        let (scene, side) = (self.scene, self.layout.side());
        for number in NUMBERS {
            let spots = scene.spots().filter(|spot| scene.number(*spot) == Some(number));
            let spots = spots.filter(|spot| scene.is_in_target(*spot) == is_strong);
            self.stamped(spots, |canvas, centre| {
                let label = number.to_string();
                glyphs::write(canvas, &label, centre, HEIGHT * side, Ink::from(colour));
            });
        }
    }

    /// Paints the same content in many cells.
    pub(super) fn stamped(
        &mut self,
        spots: impl Iterator<Item = Spot>,
        paint: impl FnOnce(&mut Canvas, Point),
    ) {
        let mut spots = spots.peekable();
        if spots.peek().is_none() {
            return;
        }
        let half = self.layout.side() / 2.0;
        let Some(mut stamp) = Canvas::new(self.layout.cell, self.layout.cell) else {
            return;
        };
        paint(&mut stamp, Point { x: half, y: half });
        for spot in spots {
            let cell = self.layout.cell_area(spot);
            self.canvas.stamp(&stamp, cell.left, cell.top);
        }
    }

    pub(super) fn row_numbers(&mut self) {
        let (scene, layout, colours) = (self.scene, self.layout, self.colours);
        let (room, rim) = match self.is_deep() {
            true => (layout.wide_gap(), 0.0),
            false => (layout.margin() - layout.rim(), layout.rim()),
        };
        let height = (HEIGHT_BESIDE * room).min(HEIGHT * layout.side());
        for (first, number) in scene.row_numbers() {
            let is_strong = scene.row_from(*first).any(|spot| scene.is_in_target(spot));
            let colour = if is_strong { colours.number } else { colours.label };
            let cell = layout.cell_area(*first);
            let at = Point { x: cell.left - rim - room / 2.0, y: cell.centre().y };
            glyphs::write(self.canvas, &number.to_string(), at, height, Ink::from(colour));
        }
    }
}
