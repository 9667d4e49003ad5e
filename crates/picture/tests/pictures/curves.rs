//! Curves below boards: a picture stays as large as it is, mistakes are red, and files are small.

use zerosum_picture::charts::curve::Curve;
use zerosum_picture::layout::Area;
use zerosum_picture::scene::Mark;
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::{Colour, Colours, Theme};
use zerosum_picture::{FILE_BYTES_MAX, SIDE_PIXELS, draw, draw_reviewed};

use crate::pictures::Seen;
use crate::support::scenes;

/// Maximum number of pixels for which memory is planned: `capacity::PAINTING_BYTES` is 5 MiB.
const PIXELS_MAX: usize = (5 << 20) / 5;

/// Height of a curve in hundredths of the width of its picture.
const HEIGHT_PERCENT: u32 = 18;

/// Pixels at the bottom of a board where its curve may begin.
const MARGIN: f32 = 4.0;

/// A game in which a mistake is made after two plies.
fn curve() -> Curve {
    let points = vec![(0, 500), (1, 500), (2, 800), (3, 360), (4, 200), (5, 0)];
    let marks = (Mark::Cross, Mark::Nought);
    Curve { marks, points, mistakes: vec![2], plies: 5, shown: 3 }
}

/// A long game that swings as much as one can.
fn wild() -> Curve {
    let points = (0..=729).map(|ply| (ply, if ply % 2 == 0 { 0 } else { 1_000 })).collect();
    let marks = (Mark::BlackStone, Mark::WhiteStone);
    Curve { marks, points, mistakes: (0..729).collect(), plies: 729, shown: 729 }
}

#[test]
fn a_picture_with_a_curve_is_as_large_as_its_board_alone_unless_that_is_wide() {
    for (name, scene) in scenes::all() {
        let alone = draw(&scene, SIDE_PIXELS).expect("a board can be drawn");
        let both = draw_reviewed(&scene, &curve(), SIDE_PIXELS).expect("both can be drawn");
        let below = u16::try_from(u32::from(alone.width) * HEIGHT_PERCENT / 100).expect("small");
        let height = (alone.height + below).min(SIDE_PIXELS);
        assert_eq!((both.width, both.height), (alone.width, height), "{name}");
        // The board is that of a smaller picture.
        let side = u32::from(SIDE_PIXELS) * u32::from(height - below) / u32::from(alone.height);
        let board = draw(&scene, u16::try_from(side).expect("small")).expect("it can be drawn");
        assert!(board.height.abs_diff(height - below) <= 2, "{name}: {}", board.height);
        let (left, [right, bottom]) = (0.0, [board.width, board.height].map(f32::from));
        let whole = Area { left, top: 0.0, right, bottom: bottom - MARGIN };
        let shift = f32::from((both.width - board.width) / 2);
        let shifted = Area { left: shift, right: right + shift, ..whole };
        let board = Seen::read(&board.file).within(whole);
        let both = Seen::read(&both.file).within(shifted);
        // A few shades at the edges of marks are replaced, as there are only so many in a file.
        let differ = board.iter().zip(&both).filter(|(one, other)| distance(**one, **other) > 60);
        let count = differ.count();
        assert!(count * 1_000 < board.len(), "{name}: {count}");
    }
}

fn distance(one: Colour, other: Colour) -> u16 {
    let parts = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)];
    parts.into_iter().map(|(one, other)| u16::from(one.abs_diff(other))).sum()
}

#[test]
fn mistakes_are_red_on_a_curve_and_nothing_else_is() {
    let scene = scenes::eight_by_eight();
    let top = f32::from(SIDE_PIXELS) * (1.0 - HEIGHT_PERCENT as f32 / 100.0);
    for theme in [Theme::Light, Theme::Dark] {
        let (scene, colours) = (scene.clone().in_theme(theme), Colours::of(theme));
        let red = |curve: &Curve| {
            let picture = draw_reviewed(&scene, curve, SIDE_PIXELS).expect("both can be drawn");
            // To the right of the marks.
            let (right, bottom) = (f32::from(picture.width), f32::from(picture.height));
            let panel = Area { left: 0.09 * right, top, right, bottom };
            Seen::read(&picture.file).share(panel, colours.bad)
        };
        let marked = red(&Curve { shown: 5, ..curve() });
        assert!((0.001..0.05).contains(&marked), "{marked}");
        assert_eq!(red(&Curve { mistakes: Vec::new(), ..curve() }), 0.0);
    }
}

#[test]
fn curves_make_small_files_in_the_memory_that_is_planned() {
    let nothing = Curve { points: Vec::new(), mistakes: vec![u16::MAX], plies: 0, ..curve() };
    let beyond = Curve { points: vec![(9, 2_000), (3, 7)], shown: u16::MAX, ..curve() };
    for (name, scene) in scenes::all() {
        for curve in [curve(), wild(), nothing.clone(), beyond.clone()] {
            let subject = Subject::Reviewed(scene.clone(), curve);
            for theme in [Theme::Light, Theme::Dark] {
                let picture = subject.clone().in_theme(theme).draw(SIDE_PIXELS);
                let picture = picture.expect("both can be drawn");
                let size = picture.file.len();
                assert!(size <= FILE_BYTES_MAX, "{name}: {size} bytes");
                let pixels = usize::from(picture.width) * usize::from(picture.height);
                assert!(pixels <= PIXELS_MAX, "{name}: {pixels} pixels");
            }
        }
    }
}

#[test]
fn a_curve_is_told_by_its_ends_and_its_mistakes() {
    assert_eq!(curve().text_alternative(), "📈 50 → 80 → 35 → 0 %");
    let subject = Subject::Reviewed(scenes::three_by_three(), curve());
    let board = Subject::Board(scenes::three_by_three());
    let alone = board.text_alternative(usize::MAX).expect("it fits");
    let both = subject.text_alternative(usize::MAX).expect("it fits");
    assert_eq!(both, format!("📈 50 → 80 → 35 → 0 %\n\n{alone}"));
    let units = alone.encode_utf16().count();
    assert_eq!(subject.text_alternative(units), Some(alone), "the board alone fits");
}

#[test]
fn boards_that_differ_in_their_curves_are_different_subjects() {
    let subject = |curve| Subject::Reviewed(scenes::three_by_three(), curve);
    let other = Curve { shown: 4, ..curve() };
    let file = |curve| subject(curve).draw(SIDE_PIXELS).expect("both can be drawn").file;
    assert_ne!(subject(curve()), subject(other.clone()));
    assert_ne!(file(curve()), file(other));
}
