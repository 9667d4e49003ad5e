//! Notes in free cells: good in a green disc, bad in a red square, even as a ring, so that they can be told
//! apart without their colours; a mistake is framed. At a piece they are badges in a corner of its cell.

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layers::Painter;
use crate::layout::{Area, Point};
use crate::scene::{Mark, Note, Spot};
use crate::theme::Colours;

/// Distance of a sign's edge from the middle of its cell, in sides of a cell.
const REACH: f32 = 0.3;

/// Height of a number in a sign, in sides of a cell.
const HEIGHT: f32 = 0.36;

/// Radius of the dot in a cell of which nothing is known, in sides of a cell.
const DOT: f32 = 0.06;

/// Size of a badge at a piece, in sizes of a sign in a free cell.
const BADGE: f32 = 0.62;

/// Distance of the middle of a badge from that of its cell, to the right and up, in sides of a cell.
const BADGE_AWAY: f32 = 0.28;

/// Radius of the ground of a badge, in sides of a cell.
const BADGE_EDGE: f32 = 0.21;

/// Width of the frame around a mistake, in sides of a cell.
const FRAME: f32 = 0.1;

/// Reach of the cross on a forbidden cell, and the width of its lines.
const CROSS_ARM: f32 = 0.18;
const CROSS_WIDTH: f32 = 0.07;

impl Painter<'_> {
    pub(super) fn notes(&mut self) {
        let (notes, side, colours) = (self.scene.notes(), self.layout.side(), self.colours);
        let mut kinds: Vec<(Note, bool)> = Vec::new();
        for (spot, note) in notes {
            let kind = (*note, self.is_badge(*spot, *note));
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        for (kind, is_badge) in kinds {
            let spots: Vec<Spot> = notes
                .iter()
                .filter(|(spot, note)| *note == kind && self.is_badge(*spot, *note) == is_badge)
                .filter(|(spot, note)| self.is_note_seen(*spot, *note))
                .map(|(spot, _)| *spot)
                .collect();
            self.stamped(spots.into_iter(), |canvas, centre| match is_badge {
                true => {
                    let away = BADGE_AWAY * side;
                    let centre = Point { x: centre.x + away, y: centre.y - away };
                    canvas.circle(centre, BADGE_EDGE * side, Ink::from(colours.paper));
                    paint(canvas, kind, centre, BADGE * side, colours);
                }
                false => paint(canvas, kind, centre, side, colours),
            });
        }
    }

    fn is_note_seen(&self, spot: Spot, note: Note) -> bool {
        note == Note::Mistake || self.scene.mark(spot).is_none_or(Mark::is_piece)
    }

    fn is_badge(&self, spot: Spot, note: Note) -> bool {
        note != Note::Mistake && self.scene.mark(spot).is_some_and(Mark::is_piece)
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
        Note::Forbidden => {
            let arm = CROSS_ARM * side;
            let corner = |dx: f32, dy: f32| Point { x: centre.x + dx, y: centre.y + dy };
            let arms =
                [(corner(-arm, -arm), corner(arm, arm)), (corner(-arm, arm), corner(arm, -arm))];
            canvas.lines(&arms, CROSS_WIDTH * side, Ink::from(colours.bad));
        }
        Note::Open => canvas.circle(centre, DOT * side, Ink::from(colours.label)),
        Note::Mistake => {
            let width = (FRAME * side).max(2.0);
            canvas.outline(square(side / 2.0 - width / 2.0), width, width, colours.bad);
        }
    }
}
