//! Notes in free cells: good in a green disc, bad in a red square, even as a ring, so that they can be told
//! apart without their colours.

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layers::Painter;
use crate::layout::{Area, Point};
use crate::scene::{Note, Spot};
use crate::theme::Colours;

/// Distance of a sign's edge from the middle of its cell, in sides of a cell.
const REACH: f32 = 0.3;

/// Height of a number in a sign, in sides of a cell.
const HEIGHT: f32 = 0.36;

/// Radius of the dot in a cell of which nothing is known, in sides of a cell.
const DOT: f32 = 0.06;

impl Painter<'_> {
    pub(super) fn notes(&mut self) {
        let (notes, side, colours) = (self.scene.notes(), self.layout.side(), self.colours);
        let mut kinds: Vec<Note> = Vec::new();
        for (_, note) in notes {
            if !kinds.contains(note) {
                kinds.push(*note);
            }
        }
        for kind in kinds {
            let spots: Vec<Spot> = notes
                .iter()
                .filter(|(spot, note)| *note == kind && self.scene.mark(*spot).is_none())
                .map(|(spot, _)| *spot)
                .collect();
            self.stamped(spots.into_iter(), |canvas, centre| {
                paint(canvas, kind, centre, side, colours);
            });
        }
    }
}

fn paint(canvas: &mut Canvas, note: Note, centre: Point, side: f32, colours: &Colours) {
    let reach = REACH * side;
    let number = |canvas: &mut Canvas, number: u8| {
        let ink = Ink::from(colours.paper);
        glyphs::write(canvas, &number.to_string(), centre, HEIGHT * side, ink);
    };
    match note {
        Note::Good(moves) => {
            canvas.circle(centre, reach, Ink::from(colours.target));
            number(canvas, moves);
        }
        Note::Bad(moves) => {
            let area = Area {
                left: centre.x - reach,
                top: centre.y - reach,
                right: centre.x + reach,
                bottom: centre.y + reach,
            };
            canvas.rounded(area, reach / 4.0, Ink::from(colours.bad));
            number(canvas, moves);
        }
        Note::Even => {
            canvas.ring(centre, reach * 0.8, reach * 0.3, Ink::from(colours.drawn));
        }
        Note::Best => {
            canvas.circle(centre, reach, Ink::from(colours.target));
            canvas.circle(centre, reach * 0.6, Ink::from(colours.paper));
            canvas.circle(centre, reach * 0.3, Ink::from(colours.target));
        }
        Note::Open => canvas.circle(centre, DOT * side, Ink::from(colours.label)),
    }
}
