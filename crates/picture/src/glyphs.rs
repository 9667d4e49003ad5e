//! The letters and digits of coordinates, numbers and titles, as strokes of a round pen. So few are needed that
//! a font would weigh more than they do.

use crate::canvas::{Arc, Canvas, Ink};
use crate::layout::Point;
use crate::letters;

/// A stroke in a box of which 0 is the top and 1 the line that is written on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stroke {
    Line((f32, f32), (f32, f32)),
    /// Centre, radii, where it begins and how far it goes, in degrees clockwise from the right.
    Bow((f32, f32), (f32, f32), f32, f32),
    Dot(f32, f32),
}

use Stroke::{Bow, Dot, Line};

/// Width of the pen, in heights.
const PEN: f32 = 0.13;

/// Between two letters or digits.
const SPACE: f32 = 0.3;

/// The round part of most small letters.
const BOWL: Stroke = Bow((0.3, 0.7), (0.3, 0.3), 0.0, 360.0);

/// Width of a letter or digit, and its strokes.
pub(crate) type Glyph = (f32, &'static [Stroke]);

/// The letters of columns, from a.
const LETTERS: [Glyph; 15] = [
    // a
    (0.6, &[BOWL, Line((0.6, 0.4), (0.6, 1.0))]),
    // b
    (0.6, &[BOWL, Line((0.0, 0.05), (0.0, 1.0))]),
    // c
    (0.52, &[Bow((0.3, 0.7), (0.3, 0.3), 48.0, 264.0)]),
    // d
    (0.6, &[BOWL, Line((0.6, 0.05), (0.6, 1.0))]),
    // e
    (0.6, &[Line((0.0, 0.7), (0.6, 0.7)), Bow((0.3, 0.7), (0.3, 0.3), 0.0, -312.0)]),
    // f
    (
        0.44,
        &[
            Line((0.18, 0.27), (0.18, 1.0)),
            Bow((0.4, 0.27), (0.22, 0.22), 180.0, 95.0),
            Line((0.0, 0.44), (0.42, 0.44)),
        ],
    ),
    // g
    { (0.6, &[BOWL, Line((0.6, 0.4), (0.6, 1.03)), Bow((0.3, 1.03), (0.3, 0.26), 0.0, 145.0)]) },
    // h
    (
        0.54,
        &[
            Line((0.0, 0.05), (0.0, 1.0)),
            Bow((0.27, 0.67), (0.27, 0.27), 180.0, 180.0),
            Line((0.54, 0.67), (0.54, 1.0)),
        ],
    ),
    // i
    (0.0, &[Line((0.0, 0.42), (0.0, 1.0)), Dot(0.0, 0.14)]),
    // j
    (
        0.2,
        &[Line((0.2, 0.42), (0.2, 1.08)), Bow((0.0, 1.08), (0.2, 0.2), 0.0, 95.0), Dot(0.2, 0.14)],
    ),
    // k
    (
        0.5,
        &[
            Line((0.0, 0.05), (0.0, 1.0)),
            Line((0.46, 0.42), (0.0, 0.76)),
            Line((0.18, 0.64), (0.5, 1.0)),
        ],
    ),
    // l
    (0.0, &[Line((0.0, 0.05), (0.0, 1.0))]),
    // m
    (
        0.84,
        &[
            Line((0.0, 0.4), (0.0, 1.0)),
            Bow((0.21, 0.61), (0.21, 0.21), 180.0, 180.0),
            Line((0.42, 0.61), (0.42, 1.0)),
            Bow((0.63, 0.61), (0.21, 0.21), 180.0, 180.0),
            Line((0.84, 0.61), (0.84, 1.0)),
        ],
    ),
    // n
    (
        0.54,
        &[
            Line((0.0, 0.4), (0.0, 1.0)),
            Bow((0.27, 0.67), (0.27, 0.27), 180.0, 180.0),
            Line((0.54, 0.67), (0.54, 1.0)),
        ],
    ),
    // o
    (0.6, &[BOWL]),
];

/// From 0.
const DIGITS: [Glyph; 10] = [
    // 0
    (0.54, &[Bow((0.27, 0.54), (0.27, 0.46), 0.0, 360.0)]),
    // 1
    (0.24, &[Line((0.0, 0.27), (0.24, 0.08)), Line((0.24, 0.08), (0.24, 1.0))]),
    // 2
    (
        0.54,
        &[
            Bow((0.27, 0.35), (0.27, 0.27), 195.0, 200.0),
            Line((0.515, 0.46), (0.0, 1.0)),
            Line((0.0, 1.0), (0.54, 1.0)),
        ],
    ),
    // 3
    (
        0.52,
        &[
            Bow((0.26, 0.31), (0.23, 0.23), 205.0, 245.0),
            Bow((0.26, 0.77), (0.26, 0.23), 270.0, 245.0),
        ],
    ),
    // 4
    (
        0.58,
        &[
            Line((0.42, 0.08), (0.0, 0.74)),
            Line((0.0, 0.74), (0.58, 0.74)),
            Line((0.42, 0.08), (0.42, 1.0)),
        ],
    ),
    // 5
    (
        0.54,
        &[
            Line((0.49, 0.08), (0.09, 0.08)),
            Line((0.09, 0.08), (0.06, 0.5)),
            Bow((0.26, 0.7), (0.28, 0.3), 222.0, 288.0),
        ],
    ),
    // 6
    (0.56, &[Bow((0.28, 0.7), (0.28, 0.3), 0.0, 360.0), Bow((0.5, 0.7), (0.5, 0.64), 180.0, 68.0)]),
    // 7
    (0.54, &[Line((0.0, 0.08), (0.54, 0.08)), Line((0.54, 0.08), (0.18, 1.0))]),
    // 8
    (
        0.56,
        &[Bow((0.28, 0.3), (0.22, 0.22), 0.0, 360.0), Bow((0.28, 0.76), (0.28, 0.24), 0.0, 360.0)],
    ),
    // 9
    (
        0.56,
        &[Bow((0.28, 0.38), (0.28, 0.3), 0.0, 360.0), Bow((0.06, 0.38), (0.5, 0.64), 0.0, 68.0)],
    ),
];

const POINT: Glyph = (0.0, &[Dot(0.0, 0.95)]);

/// Nothing for characters that have no strokes.
fn glyph(character: char) -> Glyph {
    let character = match character {
        'а' => 'a',
        'е' => 'e',
        'о' => 'o',
        'с' => 'c',
        'і' => 'i',
        other => other,
    };
    if character == '.' {
        return POINT;
    }
    let of = |glyphs: &[Glyph], first: u8| {
        let index = u8::try_from(character).ok()?.checked_sub(first)?;
        glyphs.get(usize::from(index)).copied()
    };
    let known = of(&LETTERS, b'a').or_else(|| of(&DIGITS, b'0'));
    known.or_else(|| letters::letter(character)).unwrap_or((0.0, &[]))
}

/// Width of a label, in heights of a digit.
pub(crate) fn width(label: &str) -> f32 {
    let widths: f32 = label.chars().map(|character| glyph(character).0).sum();
    let spaces: f32 = label.chars().skip(1).map(|_| SPACE).sum();
    widths + spaces
}

/// Writes a label around a point. The height is that of a digit.
pub(crate) fn write(canvas: &mut Canvas, label: &str, centre: Point, height: f32, ink: Ink) {
    let mut x = centre.x - width(label) * height / 2.0;
    // Digits stand between 0.08 and 1, and small letters are read by their lower part.
    let top = centre.y - 0.58 * height;
    for character in label.chars() {
        let (width, strokes) = glyph(character);
        let at =
            |(right, down): (f32, f32)| Point { x: x + right * height, y: top + down * height };
        for stroke in strokes {
            match *stroke {
                Line(from, to) => canvas.line(at(from), at(to), PEN * height, ink),
                Bow(middle, (x, y), from, sweep) => {
                    let radius = Point { x: x * height, y: y * height };
                    canvas.arc(Arc { centre: at(middle), radius, from, sweep }, PEN * height, ink);
                }
                Dot(right, down) => canvas.circle(at((right, down)), 0.6 * PEN * height, ink),
            }
        }
        x += (width + SPACE) * height;
    }
}
