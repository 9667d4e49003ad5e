//! Lines of play on a board: numbers on faint marks, arrows of pieces, and the same in words.

use zerosum_picture::SIDE_PIXELS;
use zerosum_picture::layout::{Area, Layout};
use zerosum_picture::scene::steps::Step;
use zerosum_picture::scene::{Lattice, Mark, Scene, Spot};
use zerosum_picture::theme::{Colours, Theme};
use zerosum_picture::words;

use crate::pictures::Seen;
use crate::support::scenes;

fn put(number: u8, mark: Mark, (column, row): (u8, u8)) -> Step {
    Step { number, mark, from: None, to: Spot::new(column, row) }
}

#[test]
fn a_move_after_the_first_is_a_number_in_the_colour_of_its_side() {
    for theme in [Theme::Light, Theme::Dark] {
        let scene = Scene::new(Lattice::Cells, 3, 3).in_theme(theme);
        let scene = scene.with_mark(Spot::new(2, 2), Mark::Cross);
        let (layout, colours) = (Layout::of(&scene, SIDE_PIXELS), Colours::of(theme));
        let steps = [put(1, Mark::Nought, (0, 0)), put(2, Mark::Cross, (1, 0))];
        let steps =
            [steps[0], steps[1], put(3, Mark::Nought, (1, 1)), put(4, Mark::Nought, (2, 2))];
        let seen = Seen::of(&steps.into_iter().fold(scene.clone(), Scene::with_step));
        let share =
            |column, row, colour| seen.share(layout.cell_area(Spot::new(column, row)), colour);
        assert!(share(1, 0, colours.cross) > 0.01, "{theme:?}");
        assert!(share(1, 1, colours.nought) > 0.01, "{theme:?}");
        // On a mark the number is a badge.
        assert!(share(2, 2, colours.nought) > 0.005 && share(2, 2, colours.cross) > 0.1);
        // The first move has a note instead, and other cells are as they were.
        let before = Seen::of(&scene);
        for spot in [Spot::new(0, 0), Spot::new(0, 2)] {
            let area: Area = layout.cell_area(spot);
            assert!(before.within(area) == seen.within(area), "{theme:?}: {spot:?}");
        }
    }
}

#[test]
fn the_first_move_of_a_piece_is_a_green_arrow() {
    let step = |number, from, to| Step { number, mark: Mark::Wolf, from: Some(from), to };
    let (from, to) = (Spot::new(2, 1), Spot::new(3, 2));
    let board = scenes::sheep().without_offers();
    let (layout, colours) = (Layout::of(&board, SIDE_PIXELS), Colours::of(Theme::Light));
    let seen = Seen::of(&board.clone().with_step(step(1, from, to)));
    let green = |spot| seen.share(layout.cell_area(spot), colours.target);
    assert!(green(from) > 0.01 && green(to) > 0.01, "{} and {}", green(from), green(to));
    assert_eq!(green(Spot::new(7, 7)), 0.0);
    let later = Seen::of(&board.with_step(step(3, from, to)));
    assert_eq!(later.share(layout.cell_area(to), colours.target), 0.0);
}

#[test]
fn lines_are_told_and_drawn_in_characters() {
    let scene = scenes::three_by_three();
    let scene =
        scene.with_step(put(1, Mark::Nought, (0, 1))).with_step(put(2, Mark::Cross, (0, 2)));
    // Beyond the board, beyond the numbers, and in a cell that is taken by another move.
    let scene =
        scene.with_step(put(3, Mark::Nought, (3, 0))).with_step(put(10, Mark::Cross, (2, 0)));
    let scene = scene.with_step(put(4, Mark::Nought, (0, 2)));
    let told = words::told(&scene, usize::MAX).expect("it fits");
    assert!(told.contains("\n2 ❌ a3\n"), "{told}");
    assert!(words::drawn(&scene).lines().nth(2).is_some_and(|row| row.starts_with("2️⃣")), "{told}");
    let wolf =
        Step { number: 2, mark: Mark::Wolf, from: Some(Spot::new(1, 0)), to: Spot::new(0, 1) };
    let description = words::description(&scenes::sheep().with_step(wolf));
    assert!(description.ends_with("2 🐺 b1–a2."), "{description}");
}
