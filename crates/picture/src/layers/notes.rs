//! Notes in free cells: good in a green disc, bad in a red square, even as a ring, so that they can be told
//! apart without their colours; a mistake is framed.

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

/// Width of the frame around a mistake, in sides of a cell.
const FRAME: f32 = 0.1;

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
                .filter(|(spot, note)| *note == kind && self.is_note_seen(*spot, *note))
                .map(|(spot, _)| *spot)
                .collect();
            self.stamped(spots.into_iter(), |canvas, centre| {
                paint(canvas, kind, centre, side, colours);
            });
        }
    }

    fn is_note_seen(&self, spot: Spot, note: Note) -> bool {
        note == Note::Mistake || self.scene.mark(spot).is_none()
    }
}

fn paint(canvas: &mut Canvas, note: Note, centre: Point, side: f32, colours: &Colours) {
    let reach = REACH * side;
    let square = |reach: f32| Area {
        left: centre.x - reach,
        top: centre.y - reach,
        right: centre.x + reach,
        bottom: centre.y + reach,
    };
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
            canvas.rounded(square(reach), reach / 4.0, Ink::from(colours.bad));
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
        Note::Mistake => {
            let width = (FRAME * side).max(2.0);
            canvas.outline(square(side / 2.0 - width / 2.0), width, width, colours.bad);
        }
    }
}
