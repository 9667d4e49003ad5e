//! Colours of the two sides as seen with and without each kind of colour blindness.
//!
//! Simulated with the matrices for severity 1.0 of Machado, Oliveira, Fernandes: "A Physiologically-based
//! Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics
//! 15 (6), 2009. Distances are Euclidean in CIE L*a*b* for D65 (CIE 1976).

use zerosum_picture::scene::{Block, Fate, Lattice, Line, Mark, Scene, Spot};
use zerosum_picture::theme::{Colour, Colours, Theme};

use crate::pictures::{Seen, layout_of};

type Matrix = [[f64; 3]; 3];

const VISIONS: [(&str, Matrix); 4] = [
    ("trichromacy", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// Minimum distance of two marks, and of their lightness, which goes from 0 to 100.
const MARKS_DISTANCE_MIN: f64 = 50.0;
const MARKS_LIGHTNESS_MIN: f64 = 18.0;

/// Minimum distance of a mark or a frame from what is behind it.
const GROUND_DISTANCE_MIN: f64 = 15.0;

/// Minimum distance of the grounds of two boards with different owners. A difference of 2.3 is just noticeable.
const TINTS_DISTANCE_MIN: f64 = 10.0;

#[derive(Clone, Copy, Debug)]
struct Lab {
    lightness: f64,
    a: f64,
    b: f64,
}

impl Lab {
    fn distance(self, other: Lab) -> f64 {
        let parts =
            [self.lightness - other.lightness, self.a - other.a, self.b - other.b].map(|d| d * d);
        parts.iter().sum::<f64>().sqrt()
    }
}

fn product(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Decodes a part of an sRGB colour.
fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

fn seen_as(matrix: &Matrix, Colour { red, green, blue }: Colour) -> Lab {
    const XYZ_OF_RGB: Matrix = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ];
    let rgb = product(matrix, [red, green, blue].map(linear)).map(|part| part.clamp(0.0, 1.0));
    let [x, y, z] = product(&XYZ_OF_RGB, rgb);
    let root = |part: f64| match part > 216.0 / 24_389.0 {
        true => part.cbrt(),
        false => (24_389.0 / 27.0 * part + 16.0) / 116.0,
    };
    let (x, y, z) = (root(x / 0.95047), root(y), root(z / 1.08883));
    Lab { lightness: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
}

/// Checks pairs of colours in each kind of vision.
fn assert_apart(theme: Theme, pairs: &[(&str, Colour, Colour)], distance_min: f64) {
    for (vision, matrix) in &VISIONS {
        for (name, one, other) in pairs {
            let distance = seen_as(matrix, *one).distance(seen_as(matrix, *other));
            assert!(distance >= distance_min, "{name}, {vision}, {theme:?}: {distance:.1}");
        }
    }
}

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

#[test]
fn a_known_colour_is_converted_as_published() {
    // Pure sRGB red is L* 53.24, a* 80.09, b* 67.20.
    let red = seen_as(&VISIONS[0].1, Colour { red: 255, green: 0, blue: 0 });
    let published = Lab { lightness: 53.24, a: 80.09, b: 67.20 };
    assert!(red.distance(published) < 0.1, "{red:?}");
    // A red and a green are alike to the red-green blind only.
    let (red, green) =
        (Colour { red: 200, green: 60, blue: 40 }, Colour { red: 104, green: 110, blue: 40 });
    let distances =
        VISIONS.map(|(_, matrix)| seen_as(&matrix, red).distance(seen_as(&matrix, green)));
    assert!(distances[0] > 50.0 && distances[2] < 15.0, "{distances:?}");
}

#[test]
fn the_marks_of_both_sides_differ_in_colour_and_in_lightness() {
    for theme in THEMES {
        let colours = Colours::of(theme);
        let marks = [("marks", colours.cross, colours.nought)];
        assert_apart(theme, &marks, MARKS_DISTANCE_MIN);
        for (vision, matrix) in &VISIONS {
            let [cross, nought] =
                [colours.cross, colours.nought].map(|colour| seen_as(matrix, colour).lightness);
            let difference = (cross - nought).abs();
            assert!(difference >= MARKS_LIGHTNESS_MIN, "{vision}, {theme:?}: {difference:.1}");
        }
    }
}

#[test]
fn marks_stand_out_from_every_ground() {
    for theme in THEMES {
        let colours = Colours::of(theme);
        for mark in [colours.cross, colours.nought] {
            let pairs = [
                ("paper", mark, colours.paper),
                ("target", mark, colours.target_paper),
                ("last move", mark, colours.last),
                ("winning line", mark, colours.win),
            ];
            assert_apart(theme, &pairs, GROUND_DISTANCE_MIN);
        }
    }
}

#[test]
fn boards_won_by_different_sides_have_different_grounds() {
    // A cell at the corner, which no large mark reaches.
    for (depth, board, corner) in [(1, &[4][..], &[4, 0][..]), (2, &[4], &[4, 0, 0])] {
        for theme in THEMES {
            for fate in [Fate::Won, Fate::Held] {
                let bare = Scene::nested(depth).in_theme(theme);
                let place = layout_of(&bare).centre(Spot::of_path(corner));
                let ground = |scene: &Scene| Seen::of(scene).at(place);
                let won = |mark| bare.clone().with_fate(Block::of_path(board), fate(mark));
                let [crosses, noughts] = [Mark::Cross, Mark::Nought].map(|mark| ground(&won(mark)));
                let pairs = [
                    ("both sides", crosses, noughts),
                    ("cross, undecided", crosses, ground(&bare)),
                    ("nought, undecided", noughts, ground(&bare)),
                ];
                assert_apart(theme, &pairs, TINTS_DISTANCE_MIN);
            }
        }
    }
}

#[test]
fn the_last_move_and_a_winning_line_are_edged_in_a_strong_colour() {
    for theme in THEMES {
        let colours = Colours::of(theme);
        let pairs = [
            ("last move on paper", colours.last_edge, colours.paper),
            ("last move", colours.last_edge, colours.last),
            ("line on paper", colours.win_edge, colours.paper),
            ("line", colours.win_edge, colours.win),
            ("last move on a light square", colours.last_edge, colours.light_square),
            ("last move on a dark square", colours.last_edge, colours.dark_square),
            ("dot", colours.last_dot, colours.last_dot_edge),
            ("dot on black", colours.last_dot_edge, colours.black_stone),
            ("dot on white", colours.last_dot, colours.white_stone),
        ];
        assert_apart(theme, &pairs, 2.0 * GROUND_DISTANCE_MIN);
        let edge_of = |scene: &Scene, spot: Spot| {
            let cell = layout_of(scene).cell_area(spot);
            Seen::of(scene).share(cell, colours.last_edge)
        };
        let spot = Spot::new(2, 2);
        for bare in [Scene::new(Lattice::Cells, 8, 8), Scene::nested(1)] {
            let bare = bare.in_theme(theme);
            let won = Line::Spots(Spot::new(0, 2), Spot::new(4, 2));
            let scene = bare.with_line(won).with_fate(Block::of_path(&[0]), Fate::Won(Mark::Cross));
            assert!(edge_of(&scene, spot) < 0.01);
            assert!(edge_of(&scene.with_last_move(spot), spot) > 0.08);
        }
    }
}
