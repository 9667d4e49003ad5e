//! Lines of play on a board: numbers on faint marks, arrows of pieces, and the same in words.

use zerosum_picture::SIDE_PIXELS;
use zerosum_picture::layout::{Area, Layout};
use zerosum_picture::scene::steps::Step;
use zerosum_picture::scene::{Lattice, Line, Mark, Scene, Spot};
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
    let told = words::text_alternative(&scene, usize::MAX).expect("it fits");
    assert!(told.contains("\n2 ❌ a3\n"), "{told}");
    assert!(words::drawn(&scene).lines().nth(2).is_some_and(|row| row.starts_with("2️⃣")), "{told}");
    let wolf =
        Step { number: 2, mark: Mark::Wolf, from: Some(Spot::new(1, 0)), to: Spot::new(0, 1) };
    let description = words::description(&scenes::sheep().with_step(wolf));
    assert!(description.ends_with("2 🐺 b1–a2."), "{description}");
}

#[test]
fn a_stone_shows_the_number_of_its_move_and_the_last_one_stands_out() {
    for theme in [Theme::Light, Theme::Dark] {
        let spots = [(2, 2), (3, 2), (2, 3)].map(|(column, row)| Spot::new(column, row));
        let marks = [Mark::BlackStone, Mark::WhiteStone, Mark::BlackStone];
        let scene = Scene::new(Lattice::Crossings, 9, 9).in_theme(theme);
        let scene = spots
            .into_iter()
            .zip(marks)
            .fold(scene, |scene, (spot, mark)| scene.with_mark(spot, mark));
        let scene = scene.with_last_move(spots[2]);
        let (layout, colours) = (Layout::of(&scene, SIDE_PIXELS), Colours::of(theme));
        let before = Seen::of(&scene);
        let seen = Seen::of(&scene.clone().with_turns(spots));
        let more = |spot: Spot, colour| {
            let area = layout.cell_area(spot);
            seen.share(area, colour) - before.share(area, colour)
        };
        assert!(more(spots[0], colours.white_stone) > 0.005, "{theme:?}");
        assert!(more(spots[1], colours.black_stone) > 0.005, "{theme:?}");
        // A number takes the place of the dot.
        let dot = |seen: &Seen, colour| seen.share(layout.cell_area(spots[2]), colour);
        assert_eq!(dot(&seen, colours.last_dot_edge), 0.0, "{theme:?}");
        assert!(dot(&seen, colours.last_dot) > 0.005, "{theme:?}");
        // Two moves have two different numbers.
        let swapped = Seen::of(&scene.with_turns([spots[1], spots[0], spots[2]]));
        for spot in &spots[..2] {
            let area: Area = layout.cell_area(*spot);
            assert!(swapped.within(area) != seen.within(area), "{theme:?}: {spot:?}");
        }
    }
}

#[test]
fn marks_that_are_no_stones_show_no_numbers() {
    let scene = scenes::three_by_three();
    let numbered = scene.clone().with_turns(scene.spots());
    assert!(Seen::of(&scene).pixels == Seen::of(&numbered).pixels);
}

#[test]
fn a_winning_line_leaves_the_numbers_of_its_stones_free() {
    let row: Vec<Spot> = (2..7).map(|column| Spot::new(column, 4)).collect();
    let scene = Scene::new(Lattice::Crossings, 9, 9);
    let scene = row.iter().fold(scene, |scene, spot| scene.with_mark(*spot, Mark::WhiteStone));
    // In the same row, beyond the line.
    let beyond = Spot::new(8, 4);
    let scene = scene.with_mark(beyond, Mark::WhiteStone);
    let (layout, turns) = (Layout::of(&scene, SIDE_PIXELS), row.iter().copied().chain([beyond]));
    let plain = Seen::of(&scene.clone().with_turns(turns.clone()));
    let won = Seen::of(&scene.with_line(Line::Spots(row[0], row[4])).with_turns(turns));
    let inner = |spot: Spot| layout.cell_area(spot).grown(-0.3 * layout.side());
    for spot in row.iter().chain([&beyond]) {
        assert!(won.within(inner(*spot)) == plain.within(inner(*spot)), "{spot:?}");
    }
}
