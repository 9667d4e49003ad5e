//! Crosses, noughts, stones and animals.

use crate::canvas::{Arc, Canvas, Ink};
use crate::layout::Point;
use crate::scene::Mark;
use crate::theme::{Colour, Colours};

/// Factor by which the inside of a nought is fainter than its ring.
const NOUGHT_TINT: u8 = 6;

/// Factor by which the inside of a nought is fainter than its ring, if something shows through it.
const SHEER_TINT: u8 = 4;

/// Position and size of a mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub centre: Point,
    /// Half of the side of its cell.
    pub half: f32,
    /// From 0 to 255.
    pub opacity: u8,
}

impl Stand {
    /// A point by its distance from the centre, in halves of the cell.
    fn at(&self, x: f32, y: f32) -> Point {
        Point { x: self.centre.x + x * self.half, y: self.centre.y + y * self.half }
    }

    fn ink(&self, colour: Colour) -> Ink {
        Ink::faint(colour, self.opacity)
    }
}

impl Mark {
    /// Returns whether it is moved from cell to cell.
    pub(crate) fn is_piece(self) -> bool {
        match self {
            Mark::Cross
            | Mark::Nought
            | Mark::BlackStone
            | Mark::WhiteStone
            | Mark::RedPiece
            | Mark::YellowPiece => false,
            Mark::Sheep | Mark::Wolf => true,
        }
    }
}

pub(crate) fn paint(canvas: &mut Canvas, mark: Mark, stand: Stand, colours: &Colours) {
    match mark {
        Mark::Cross => cross(canvas, stand, colours.cross),
        Mark::Nought => {
            // Tinted within, so that it is not taken for a cross at a glance.
            let tint = Ink::faint(colours.nought, stand.opacity / NOUGHT_TINT);
            canvas.circle(stand.centre, 0.56 * stand.half, tint);
            let width = 0.28 * stand.half;
            canvas.ring(stand.centre, 0.56 * stand.half, width, stand.ink(colours.nought));
        }
        Mark::BlackStone => {
            stone(canvas, stand, colours.black_stone, colours.black_edge);
            shine(canvas, stand);
        }
        Mark::WhiteStone => stone(canvas, stand, colours.white_stone, colours.white_edge),
        Mark::RedPiece => stone(canvas, stand, colours.red_piece, colours.red_edge),
        Mark::YellowPiece => stone(canvas, stand, colours.yellow_piece, colours.yellow_edge),
        Mark::Sheep => sheep(canvas, stand, colours),
        Mark::Wolf => wolf(canvas, stand, colours),
    }
}

/// Paints a mark in one even tone, through which the mark of its board is seen. Marks that occur on no
/// nested board are painted as usual.
pub(crate) fn paint_sheer(canvas: &mut Canvas, mark: Mark, stand: Stand, colours: &Colours) {
    match mark {
        Mark::Cross => {
            let strokes = [
                (stand.at(-0.55, -0.55), stand.at(0.55, 0.55)),
                (stand.at(-0.55, 0.55), stand.at(0.55, -0.55)),
            ];
            canvas.lines(&strokes, 0.34 * stand.half, stand.ink(colours.cross));
        }
        Mark::Nought => {
            let (radius, width) = (0.58 * stand.half, 0.3 * stand.half);
            let tint = Ink::faint(colours.nought, stand.opacity / SHEER_TINT);
            canvas.circle(stand.centre, radius - width / 2.0, tint);
            canvas.ring(stand.centre, radius, width, stand.ink(colours.nought));
        }
        Mark::BlackStone
        | Mark::WhiteStone
        | Mark::RedPiece
        | Mark::YellowPiece
        | Mark::Sheep
        | Mark::Wolf => {
            paint(canvas, mark, stand, colours);
        }
    }
}

/// Colour of the owner of a mark.
pub(crate) fn colour_of(mark: Mark, colours: &Colours) -> Colour {
    match mark {
        Mark::Cross => colours.cross,
        Mark::Nought => colours.nought,
        Mark::BlackStone => colours.black_stone,
        Mark::WhiteStone => colours.white_stone,
        Mark::RedPiece => colours.red_piece,
        Mark::YellowPiece => colours.yellow_piece,
        Mark::Sheep => colours.wool,
        Mark::Wolf => colours.wolf,
    }
}

/// One polygon, so that the strokes do not darken each other where they cross.
fn cross(canvas: &mut Canvas, stand: Stand, colour: Colour) {
    let (reach, thick) = (0.5, 0.16);
    // Along and across a diagonal, which is turned into right and down.
    let corner = |along: f32, across: f32| {
        stand.at((along - across) / 2_f32.sqrt(), (along + across) / 2_f32.sqrt())
    };
    let long = reach * 2_f32.sqrt();
    let corners = [
        corner(long, -thick),
        corner(long, thick),
        corner(thick, thick),
        corner(thick, long),
        corner(-thick, long),
        corner(-thick, thick),
        corner(-long, thick),
        corner(-long, -thick),
        corner(-thick, -thick),
        corner(-thick, -long),
        corner(thick, -long),
        corner(thick, -thick),
    ];
    canvas.polygon(&corners, 0.0, stand.ink(colour));
    for (along, across) in [(long, 0.0), (-long, 0.0), (0.0, long), (0.0, -long)] {
        canvas.circle(corner(along, across), thick * stand.half, stand.ink(colour));
    }
}

fn stone(canvas: &mut Canvas, stand: Stand, colour: Colour, edge: Colour) {
    canvas.circle(stand.centre, 0.9 * stand.half, stand.ink(edge));
    canvas.circle(stand.centre, 0.9 * stand.half - (0.05 * stand.half).max(1.0), stand.ink(colour));
}

/// The light falls from the top left. It is not seen on white.
fn shine(canvas: &mut Canvas, stand: Stand) {
    let shine = Ink::faint(Colour { red: 255, green: 255, blue: 255 }, stand.opacity / 5);
    canvas.ellipse(
        stand.at(-0.28, -0.36),
        Point { x: 0.32 * stand.half, y: 0.22 * stand.half },
        shine,
    );
}

fn sheep(canvas: &mut Canvas, stand: Stand, colours: &Colours) {
    let curls = [
        (0.0, -0.56),
        (0.38, -0.46),
        (0.62, -0.14),
        (0.58, 0.26),
        (0.32, 0.54),
        (-0.04, 0.62),
        (-0.36, 0.52),
        (-0.6, 0.24),
        (-0.62, -0.16),
        (-0.38, -0.46),
    ];
    let edge = (0.07 * stand.half).max(1.0);
    for (more, colour) in [(edge, colours.wool_edge), (0.0, colours.wool)] {
        for (x, y) in curls {
            canvas.circle(stand.at(x, y), 0.26 * stand.half + more, stand.ink(colour));
        }
    }
    canvas.circle(stand.centre, 0.62 * stand.half, stand.ink(colours.wool));
    let face = stand.ink(colours.sheep_face);
    for side in [-1.0, 1.0] {
        let ear =
            [stand.at(side * 0.24, -0.1), stand.at(side * 0.56, -0.02), stand.at(side * 0.3, 0.1)];
        canvas.polygon(&ear, 0.12 * stand.half, face);
    }
    canvas.ellipse(stand.at(0.0, 0.14), Point { x: 0.31 * stand.half, y: 0.4 * stand.half }, face);
    for x in [-0.12, 0.12] {
        canvas.circle(stand.at(x, 0.04), 0.075 * stand.half, stand.ink(colours.wool));
    }
    // A tuft over the forehead.
    for (x, y) in [(-0.16, -0.27), (0.0, -0.32), (0.16, -0.27)] {
        canvas.circle(stand.at(x, y), 0.15 * stand.half, stand.ink(colours.wool));
    }
    let mouth = Arc {
        centre: stand.at(0.0, 0.28),
        radius: Point { x: 0.1 * stand.half, y: 0.08 * stand.half },
        from: 20.0,
        sweep: 140.0,
    };
    canvas.arc(mouth, (0.05 * stand.half).max(1.0), stand.ink(colours.wool_edge));
}

fn wolf(canvas: &mut Canvas, stand: Stand, colours: &Colours) {
    let head = [
        (-0.58, -0.78),
        (-0.2, -0.42),
        (0.2, -0.42),
        (0.58, -0.78),
        (0.68, 0.1),
        (0.42, 0.36),
        (0.18, 0.7),
        (-0.18, 0.7),
        (-0.42, 0.36),
        (-0.68, 0.1),
    ]
    .map(|(x, y)| stand.at(x, y));
    let edge = (0.14 * stand.half).max(2.0);
    canvas.polygon(&head, edge, stand.ink(colours.wolf_edge));
    canvas.polygon(&head, 0.0, stand.ink(colours.wolf));
    let muzzle = [(-0.3, 0.16), (0.0, -0.02), (0.3, 0.16), (0.15, 0.62), (-0.15, 0.62)]
        .map(|(x, y)| stand.at(x, y));
    canvas.polygon(&muzzle, 0.06 * stand.half, stand.ink(colours.wolf_muzzle));
    for side in [-1.0, 1.0] {
        let ear = [(0.5, -0.56), (0.34, -0.4), (0.56, -0.22)].map(|(x, y)| stand.at(side * x, y));
        canvas.polygon(&ear, 0.03 * stand.half, stand.ink(colours.wolf_edge));
        let eye = [(0.14, -0.02), (0.4, -0.18), (0.36, 0.02)].map(|(x, y)| stand.at(side * x, y));
        canvas.polygon(&eye, 0.03 * stand.half, stand.ink(colours.wolf_eye));
    }
    canvas.ellipse(
        stand.at(0.0, 0.54),
        Point { x: 0.15 * stand.half, y: 0.1 * stand.half },
        stand.ink(colours.wolf_edge),
    );
}
