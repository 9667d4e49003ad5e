//! Animations: at every moment the scene of that moment is seen, and files are small.

use gif::{ColorOutput, DecodeOptions};
use zerosum_picture::draw;
use zerosum_picture::gif::{ANIMATION_BYTES_MAX, ANIMATION_SIDE_PIXELS, Shot, animate};
use zerosum_picture::scene::{Lattice, Mark, Scene, Spot};
use zerosum_picture::theme::Colour;

use crate::pictures::Seen;

/// Maximum distance of the colour of a pixel from the one it has in a picture: the sum of the squares of the
/// differences of red, green and blue. Shades stand for others that are near.
const DISTANCE_MAX: u32 = 1_200;

/// A game in which this many marks are put on the board, one after the other, and then nothing.
fn shots(board: &Scene, marks: usize) -> Vec<Shot> {
    let mut scene = board.clone();
    let mut shots = vec![Shot { scene: scene.clone(), hundredths: 100 }];
    for (number, spot) in board.spots().enumerate().take(marks) {
        let mark = if number % 2 == 0 { Mark::Cross } else { Mark::Nought };
        scene = scene.with_mark(spot, mark);
        let hundredths = 50 + u16::try_from(number).expect("it is small");
        shots.push(Shot { scene: scene.clone().with_last_move(spot), hundredths });
    }
    shots.push(shots.last().expect("there is one").clone());
    shots
}

/// Returns the picture after each frame, and the time it is shown.
fn played(file: &[u8]) -> Vec<(Vec<Colour>, u16)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("the file is a GIF");
    let width = usize::from(decoder.width());
    let nothing = Colour { red: 0, green: 0, blue: 0 };
    let mut seen = vec![nothing; width * usize::from(decoder.height())];
    let mut moments = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("the file is whole") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (number, rgba) in frame.buffer.chunks_exact(4).enumerate() {
            let (row, column) =
                (number / usize::from(frame.width), number % usize::from(frame.width));
            if rgba[3] > 0 {
                let colour = Colour { red: rgba[0], green: rgba[1], blue: rgba[2] };
                seen[(top + row) * width + left + column] = colour;
            }
        }
        moments.push((seen.clone(), frame.delay));
    }
    moments
}

fn distance(one: Colour, two: Colour) -> u32 {
    let square = |one: u8, two: u8| u32::from(one.abs_diff(two)).pow(2);
    square(one.red, two.red) + square(one.green, two.green) + square(one.blue, two.blue)
}

#[test]
fn at_every_moment_the_scene_of_that_moment_is_seen() {
    for (board, marks) in [
        (Scene::new(Lattice::Cells, 3, 3), 9),
        (Scene::new(Lattice::Cells, 4, 3).with_coordinates(), 5),
        (Scene::nested(1).with_coordinates(), 12),
        (Scene::nested(2).with_coordinates(), 4),
    ] {
        let shots = shots(&board, marks);
        let file = animate(&[], shots.clone(), ANIMATION_SIDE_PIXELS).expect("it can be drawn");
        let file = file.expect("it is small");
        let moments = played(&file);
        assert_eq!(moments.len(), shots.len());
        for ((pixels, delay), shot) in moments.iter().zip(&shots) {
            let picture = draw(&shot.scene, ANIMATION_SIDE_PIXELS).expect("it can be drawn");
            let expected = Seen::read(&picture.file).pixels;
            assert_eq!((pixels.len(), *delay), (expected.len(), shot.hundredths));
            let pairs = pixels.iter().zip(&expected);
            let far = pairs.filter(|(one, two)| distance(**one, **two) > DISTANCE_MAX).count();
            assert_eq!(far, 0, "pixels of another colour");
        }
        assert_eq!(
            animate(&[], shots, ANIMATION_SIDE_PIXELS).expect("it can be drawn"),
            Some(file)
        );
    }
}

#[test]
fn a_title_stands_above_every_scene() {
    let shots = shots(&Scene::new(Lattice::Cells, 3, 3), 9);
    let lines = ["Ultimate".to_owned(), "п’ять у ряд · сильний · @zerosum_bot".to_owned()];
    let moments = |title: &[String]| {
        let file = animate(title, shots.clone(), ANIMATION_SIDE_PIXELS).expect("it can be drawn");
        played(&file.expect("it is small"))
    };
    let (plain, titled) = (moments(&[]), moments(&lines));
    let above = titled[0].0.len() - plain[0].0.len();
    let bar = &titled[0].0[..above];
    assert!(bar.iter().any(|pixel| distance(*pixel, bar[0]) > DISTANCE_MAX), "it is written on");
    assert_eq!(plain.len(), titled.len());
    for ((pixels, delay), (seen, delayed)) in plain.iter().zip(&titled) {
        assert_eq!((delay, &seen[..above]), (delayed, bar));
        let pairs = pixels.iter().zip(&seen[above..]);
        assert!(pairs.into_iter().all(|(one, two)| distance(*one, *two) <= DISTANCE_MAX));
    }
}

#[test]
fn every_letter_of_a_title_is_drawn() {
    let scene = Scene::new(Lattice::Cells, 3, 3);
    let bar = |text: String| {
        let shot = Shot { scene: scene.clone(), hundredths: 1 };
        let file = animate(&[text], [shot], ANIMATION_SIDE_PIXELS).expect("it can be drawn");
        played(&file.expect("it is small")).remove(0).0
    };
    let nothing = bar(String::new());
    let others = "ёґєії0123456789×·,.:’-–_()@".chars();
    for letter in ('a'..='z').chain('а'..='я').chain(others) {
        assert_ne!(bar(letter.to_string()), nothing, "{letter}");
    }
}

#[test]
fn a_long_game_is_a_small_file() {
    let shots = shots(&Scene::new(Lattice::Cells, 15, 15).with_coordinates(), 60);
    let file =
        animate(&[], shots, ANIMATION_SIDE_PIXELS).expect("it can be drawn").expect("it is small");
    println!("{} bytes", file.len());
    assert!(file.len() < ANIMATION_BYTES_MAX / 2, "{} bytes", file.len());
}

#[test]
fn what_would_be_too_large_or_has_no_size_is_no_animation() {
    assert!(animate(&[], [], ANIMATION_SIDE_PIXELS).expect("it can be drawn").is_none());
    let one = |scene: &Scene| Shot { scene: scene.clone(), hundredths: 1 };
    let (small, wide) = (Scene::new(Lattice::Cells, 3, 3), Scene::new(Lattice::Cells, 4, 3));
    assert!(animate(&[], [one(&small), one(&wide)], 900).expect("it can be drawn").is_none());
    // Everything changes in each of these.
    let full = small.with_mark(Spot::new(1, 1), Mark::Cross);
    let themes = zerosum_picture::theme::Theme::ALL.into_iter().cycle().take(400);
    let flicker = themes.map(|theme| one(&full.clone().in_theme(theme)));
    assert!(animate(&[], flicker, 900).expect("it can be drawn").is_none());
}
