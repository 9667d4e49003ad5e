//! Boards of boards of boards, and the numbers that lead from one to another.

use zerosum_picture::layout::{Area, Layout, Point};
use zerosum_picture::scene::{Block, Fate, Lattice, Line, Mark, Scene, Spot};
use zerosum_picture::theme::{Colour, Colours, Theme};
use zerosum_picture::words;

use crate::pictures::{Seen, layout_of};
use crate::support::scenes;

const LIGHT: Theme = Theme::Light;

fn block(path: &[u8]) -> Block {
    Block::of_path(path)
}

/// Inside of a cell, without the lines at its edge.
fn inner(layout: &Layout, spot: Spot) -> Area {
    layout.cell_area(spot).grown(-0.15 * layout.side())
}

#[test]
fn a_number_is_seen_in_an_empty_cell_and_not_under_a_mark() {
    for theme in [LIGHT, Theme::Dark] {
        let colours = Colours::of(theme);
        for (depth, path) in [(1, &[5][..]), (2, &[5, 3])] {
            let spot = |cell: u8| Spot::of_path(&[path, &[cell]].concat());
            let bare = Scene::nested(depth).in_theme(theme);
            let numbered =
                (0..9).fold(bare.clone(), |scene, cell| scene.with_number(spot(cell), cell + 1));
            let (empty, seen) = (Seen::of(&bare), Seen::of(&numbered));
            let layout = layout_of(&bare);
            for cell in 0..9 {
                let place = inner(&layout, spot(cell));
                assert_eq!(empty.share(place, colours.paper), 1.0);
                assert!(seen.share(place, colours.paper) < 0.95, "{cell} of {theme:?}");
                assert_eq!(numbered.number(spot(cell)), Some(cell + 1));
            }
            let marked = bare.with_mark(spot(3), Mark::Nought);
            let both = marked.clone().with_number(spot(3), 4);
            assert_eq!(both.number(spot(3)), None);
            assert!(Seen::of(&both).pixels == Seen::of(&marked).pixels);
        }
    }
}

#[test]
fn each_number_looks_different_and_the_last_word_counts() {
    let spot = |number| Spot::of_path(&[4, 4, number - 1]);
    let scene =
        (1..=9).fold(Scene::nested(2), |scene, number| scene.with_number(spot(number), number));
    let (seen, layout) = (Seen::of(&scene), layout_of(&scene));
    let written: Vec<Vec<Colour>> =
        (1..=9).map(|number| seen.within(inner(&layout, spot(number)))).collect();
    for (i, pixels) in written.iter().enumerate() {
        assert!(!written[..i].contains(pixels), "{}", i + 1);
    }
    let again = Scene::nested(2).with_number(spot(5), 3).with_number(spot(5), 8);
    assert_eq!(again, Scene::nested(2).with_number(spot(5), 8));
    let first = Spot::new(9, 4);
    let again = Scene::nested(2).with_row_number(first, 3).with_row_number(first, 8);
    assert_eq!(again, Scene::nested(2).with_row_number(first, 8));
}

#[test]
fn numbers_are_strong_where_the_next_move_can_be_made_and_faint_elsewhere() {
    let colours = Colours::of(LIGHT);
    let (seen, layout) =
        (Seen::of(&scenes::hyperfunctional()), layout_of(&scenes::hyperfunctional()));
    let share = |path: &[u8], colour| seen.share(inner(&layout, Spot::of_path(path)), colour);
    let (inside, outside) = ([4, 4, 4], [3, 0, 0]);
    assert!(share(&inside, colours.number) > 0.02);
    assert_eq!(share(&inside, colours.faint_number), 0.0);
    assert_eq!(share(&outside, colours.number), 0.0);
    assert!(share(&outside, colours.faint_number) > 0.02);
    // A board in the target that is won and closed takes no moves.
    assert_eq!(share(&[4, 1, 0], colours.number), 0.0);
    // One that is won and open does, and its mark hides no number.
    assert!(share(&[4, 3, 1], colours.number) > 0.02);
}

#[test]
fn numbers_that_are_none_or_lie_off_the_board_are_left_out() {
    let (here, first) = (Spot::new(4, 4), Spot::new(0, 4));
    for scene in [Scene::nested(2), Scene::nested(1), Scene::new(Lattice::Cells, 5, 5)] {
        let far = Spot::new(scene.columns(), 0);
        let touched = scene
            .clone()
            .with_number(here, 0)
            .with_number(here, 10)
            .with_number(far, 1)
            .with_row_number(first, 0)
            .with_row_number(first, 10)
            .with_row_number(far, 1)
            .with_row_number(here, 1);
        assert_eq!(touched, scene);
        assert_eq!(scene.number(far), None);
    }
    // Rows begin at the largest boards within a board of boards of boards, and nowhere else.
    let inner = Spot::new(9, 4);
    assert_eq!(Scene::nested(2).with_row_number(inner, 1).row_numbers(), [(inner, 1)]);
    assert!(Scene::nested(2).with_row_number(Spot::new(3, 4), 1).row_numbers().is_empty());
    assert!(Scene::nested(1).with_row_number(Spot::new(3, 4), 1).row_numbers().is_empty());
}

/// The place to the left of a cell, as wide as a cell.
fn left_of(layout: &Layout, spot: Spot) -> Area {
    let cell = layout.cell_area(spot);
    Area { left: cell.left - layout.side(), right: cell.left - 0.15 * layout.side(), ..cell }
}

/// The place above a cell.
fn above(layout: &Layout, spot: Spot) -> Area {
    let cell = layout.cell_area(spot);
    Area { top: cell.top - layout.side(), bottom: cell.top - 0.15 * layout.side(), ..cell }
}

#[test]
fn the_smallest_boards_are_numbered_above_and_to_the_left_of_the_largest() {
    let colours = Colours::of(LIGHT);
    let bare = Scene::nested(2).with_coordinates();
    let second =
        (9..18).fold(bare.clone(), |scene, row| scene.with_row_number(Spot::new(9, row), row - 8));
    let layout = layout_of(&bare);
    assert_eq!(layout_of(&second), layout);
    let (seen, numbered) = (Seen::of(&bare), Seen::of(&second));
    for large in 0..9 {
        for small in 0..9 {
            let spot = Spot::of_path(&[large, small, 4]);
            if small < 3 {
                let place = above(&layout, Spot { row: spot.row - 1, ..spot });
                assert!(seen.share(place, colours.label) > 0.03, "above {large} {small}");
                assert!(numbered.share(place, colours.label) > 0.03, "above {large} {small}");
            }
            if small % 3 == 0 {
                let place = left_of(&layout, Spot { column: spot.column - 1, ..spot });
                let has_label = seen.share(place, colours.label) > 0.03;
                assert_eq!(has_label, small > 0, "left of {large} {small}");
                // Where rows have numbers, there is one beside each.
                let has_label = numbered.share(place, colours.label) > 0.015;
                assert_eq!(has_label, small > 0 || large == 4, "left of {large} {small}");
            }
        }
    }
    // Nothing else is there, beside those numbers.
    let rows = (9..18)
        .fold(Scene::nested(2), |scene, row| scene.with_row_number(Spot::new(9, row), row - 8));
    let board = layout.block_area(&bare, block(&[4]));
    let beside = Area { left: board.left - 25.0, right: board.left - 5.0, ..board };
    let pairs = numbered.within(beside).into_iter().zip(Seen::of(&rows).within(beside));
    // Shades may differ, because two pictures have two palettes.
    assert!(pairs.into_iter().all(|(one, other)| contrast(one, other) < 90));
    let everywhere = Area { left: 0.0, top: 0.0, right: 900.0, bottom: 900.0 };
    assert_eq!(Seen::of(&Scene::nested(2)).share(everywhere, colours.label), 0.0);
}

#[test]
fn a_row_number_stands_beside_its_row_on_any_board() {
    let colours = Colours::of(LIGHT);
    let cases = [
        (Scene::nested(1), Spot::new(0, 4)),
        (Scene::nested(1).with_coordinates(), Spot::new(0, 4)),
        (Scene::nested(2), Spot::new(18, 20)),
        (Scene::new(Lattice::Cells, 6, 6), Spot::new(0, 4)),
    ];
    for (bare, first) in cases {
        let scene = bare.with_row_number(first, 2);
        let (seen, layout) = (Seen::of(&scene), layout_of(&scene));
        let all = left_of(&layout, first);
        let place = Area { left: all.left.max(0.0), ..all };
        assert!(seen.share(place, colours.label) > 0.005, "{first:?}");
    }
}

#[test]
fn the_target_is_framed_and_tinted_at_every_depth() {
    for theme in [LIGHT, Theme::Dark] {
        let colours = Colours::of(theme);
        let bare = Scene::nested(2).with_coordinates().in_theme(theme);
        let empty = Seen::of(&bare);
        for target in [block(&[4]), block(&[4, 5]), block(&[0, 0])] {
            let scene = bare.clone().with_target(target);
            let (seen, layout) = (Seen::of(&scene), layout_of(&scene));
            let area = layout.block_area(&scene, target);
            let middle = area.centre();
            for point in [
                Point { x: area.left - 1.0, ..middle },
                Point { x: area.right + 1.0, ..middle },
                Point { y: area.top - 1.0, ..middle },
                Point { y: area.bottom + 1.0, ..middle },
            ] {
                assert_eq!(seen.at(point), colours.target, "{target:?} of {theme:?}");
                assert_ne!(empty.at(point), colours.target);
            }
            assert!(seen.share(area, colours.target_paper) > 0.6);
            // It is visible over the mark of the board around it.
            let held = scene.with_fate(block(&[0]), Fate::Held(Mark::Cross));
            let held = held.with_fate(block(&[4]), Fate::Held(Mark::Cross));
            let edge = Point { x: area.left - 1.0, ..middle };
            assert_eq!(Seen::of(&held).at(edge), colours.target);
        }
    }
}

/// Distance of two colours, in red, green and blue together.
fn contrast(one: Colour, other: Colour) -> u32 {
    let parts = |colour: Colour| [colour.red, colour.green, colour.blue];
    parts(one).into_iter().zip(parts(other)).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
}

#[test]
fn cells_shine_through_boards_of_any_fate() {
    let marks = [Mark::Cross, Mark::Nought];
    for board in [block(&[4]), block(&[4, 4])] {
        let fates = marks.into_iter().flat_map(|mark| [Fate::Won(mark), Fate::Held(mark)]);
        for fate in fates.chain([Fate::Drawn]) {
            let decided = |scene: Scene| Seen::of(&scene.with_fate(board, fate));
            let cells = (0..9).map(|cell| Spot::of_path(&[4, 4, cell]));
            let full = cells
                .clone()
                .fold(Scene::nested(2), |scene, spot| scene.with_mark(spot, Mark::Nought));
            let (with, without) = (decided(full), decided(Scene::nested(2)));
            let layout = layout_of(&Scene::nested(2));
            for spot in cells {
                let centre = layout.centre(spot);
                let ring = Point { y: centre.y - 0.28 * layout.side(), ..centre };
                let contrast = contrast(with.at(ring), without.at(ring));
                assert!(contrast >= 20, "{contrast} at {spot:?} of {board:?}, {fate:?}");
            }
        }
    }
}

#[test]
fn every_fate_looks_different() {
    for board in [block(&[4]), block(&[4, 4])] {
        let fates = [
            Fate::Won(Mark::Cross),
            Fate::Won(Mark::Nought),
            Fate::Held(Mark::Cross),
            Fate::Held(Mark::Nought),
            Fate::Drawn,
        ];
        let seen: Vec<_> = fates
            .into_iter()
            .map(|fate| Seen::of(&Scene::nested(2).with_fate(board, fate)).pixels)
            .collect();
        for (i, pixels) in seen.iter().enumerate() {
            assert!(!seen[..i].contains(pixels), "{:?}", fates[i]);
        }
    }
}

#[test]
fn the_last_move_is_framed_even_under_the_mark_of_a_won_board() {
    let spot = Spot::of_path(&[4, 4, 4]);
    for theme in [LIGHT, Theme::Dark] {
        let colours = Colours::of(theme);
        let scene = Scene::nested(2).in_theme(theme).with_last_move(spot);
        for scene in [scene.clone(), scene.with_fate(block(&[4]), Fate::Won(Mark::Cross))] {
            let cell = layout_of(&scene).cell_area(spot);
            let edge = Point { y: cell.top + 0.5, ..cell.centre() };
            assert_eq!(Seen::of(&scene).at(edge), colours.last_edge);
        }
    }
}

#[test]
fn a_line_over_the_largest_boards_is_seen_between_them() {
    let scene = Scene::nested(2).with_coordinates();
    let (first, second) = (scene.clone(), block(&[1]));
    let won = scene.with_line(Line::Blocks(block(&[0]), block(&[2])));
    let area = layout_of(&won).block_area(&won, second);
    let gap = Point { x: area.left - 10.0, ..area.centre() };
    assert_ne!(Seen::of(&won).at(gap), Seen::of(&first).at(gap));
}

#[test]
fn a_board_of_boards_of_boards_is_told_by_its_numbers_and_in_short() {
    let scene = Scene::nested(2)
        .with_mark(Spot::of_path(&[4, 3, 0]), Mark::Cross)
        .with_mark(Spot::of_path(&[4, 3, 1]), Mark::Nought)
        .with_mark(Spot::of_path(&[8, 4, 3]), Mark::Cross)
        .with_mark(Spot::of_path(&[7, 4, 3]), Mark::Cross)
        .with_last_move(Spot::of_path(&[8, 4, 3]))
        .with_fate(block(&[1]), Fate::Won(Mark::Cross))
        .with_fate(block(&[1, 2]), Fate::Won(Mark::Nought))
        .with_fate(block(&[3, 0]), Fate::Drawn)
        .with_number(Spot::of_path(&[4, 3, 2]), 7)
        .with_target(block(&[4, 3]));
    let told = "❌ 5 4 1, 2 ×. ⭕ 5 4 2. Last: 9 5 4. 2: ❌. 4 1: ➖. 🟩 5 4.";
    assert_eq!(words::description(&scene), told);
    let whole = scene.without_offers().with_target(block(&[4]));
    assert!(words::description(&whole).ends_with("🟩 5."));
    assert_eq!(words::description(&Scene::nested(2)), "");
    for (name, scene) in scenes::all() {
        let length = words::description(&scene).chars().count();
        assert!(length <= 1_000, "{name}: {length} characters");
    }
}
