//! Boards as pictures: what is where, how large files are, and that the same is always the same.

use std::io::Cursor;

use png::{ColorType, Decoder, Transformations};
use support::scenes;
use zerosum::picture::layout::{Area, Layout, Point};
use zerosum::picture::scene::{Block, Fate, Lattice, Line, Mark, Scene, Spot};
use zerosum::picture::theme::{Colour, Colours, Theme};
use zerosum::picture::{FILE_BYTES_MAX, SIDE_PIXELS, draw, words};

mod support {
    pub mod scenes;
}

/// A picture as it is seen.
struct Seen {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Seen {
    fn of(scene: &Scene) -> Seen {
        Seen::read(&draw(scene, SIDE_PIXELS).expect("a board can be drawn").file)
    }

    fn read(file: &[u8]) -> Seen {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("the file is a PNG");
        assert_eq!(reader.info().color_type, ColorType::Indexed);
        let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
        let frame = reader.next_frame(&mut bytes).expect("the file is whole");
        let pixels = bytes
            .chunks_exact(3)
            .map(|rgb| Colour { red: rgb[0], green: rgb[1], blue: rgb[2] })
            .collect();
        Seen { width: side(frame.width), height: side(frame.height), pixels }
    }

    fn at(&self, point: Point) -> Colour {
        self.pixels[pixel(point.y) * self.width + pixel(point.x)]
    }

    /// Which share of the pixels of an area has a colour.
    fn share(&self, area: Area, colour: Colour) -> f64 {
        let rows = pixel(area.top)..pixel(area.bottom);
        let columns = pixel(area.left)..pixel(area.right);
        let all = rows.len() * columns.len();
        let is_of = |row: usize, column: usize| self.pixels[row * self.width + column] == colour;
        let count =
            rows.map(|row| columns.clone().filter(|column| is_of(row, *column)).count()).sum();
        let count: usize = count;
        f64::from(u32::try_from(count).expect("a small picture"))
            / f64::from(u32::try_from(all).expect("a small picture"))
    }
}

fn side(pixels: u32) -> usize {
    usize::try_from(pixels).expect("a small picture")
}

/// A coordinate, which is never negative, as a whole pixel.
fn pixel(at: f32) -> usize {
    at as usize
}

fn layout_of(scene: &Scene) -> Layout {
    Layout::of(scene, SIDE_PIXELS)
}

/// The mark that a cell shows, as far as its colours tell.
fn mark_in(seen: &Seen, area: Area, colours: &Colours) -> Option<Mark> {
    let marks = [
        (Mark::Cross, colours.cross),
        (Mark::Nought, colours.nought),
        (Mark::BlackStone, colours.black_stone),
        (Mark::WhiteStone, colours.white_stone),
        (Mark::Wolf, colours.wolf),
        (Mark::Sheep, colours.wool),
    ];
    let shares = marks.map(|(mark, colour)| (mark, seen.share(area, colour)));
    let (mark, share) = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("six");
    (share > 0.08).then_some(mark)
}

#[test]
fn every_mark_is_read_back_from_where_it_was_put() {
    let plain = [scenes::wide(), scenes::eight_by_eight(), scenes::gomoku(), scenes::sheep()];
    for scene in plain.into_iter().chain([scenes::three_by_three(), scenes::full_gomoku()]) {
        for theme in [Theme::Light, Theme::Dark] {
            let scene = scene.clone().in_theme(theme);
            let (seen, layout) = (Seen::of(&scene), layout_of(&scene));
            for spot in scene.spots() {
                let found = mark_in(&seen, layout.cell_area(spot), &Colours::of(theme));
                assert_eq!(found, scene.mark(spot), "{spot:?} of {theme:?}");
            }
        }
    }
}

#[test]
fn a_cross_is_full_in_its_middle_and_a_nought_is_empty_there() {
    let (cross, nought) = (Spot::new(1, 1), Spot::new(2, 1));
    let scene = Scene::new(Lattice::Cells, 4, 3)
        .with_mark(cross, Mark::Cross)
        .with_mark(nought, Mark::Nought);
    let (seen, layout, colours) = (Seen::of(&scene), layout_of(&scene), Colours::of(Theme::Light));
    assert_eq!(seen.at(layout.centre(cross)), colours.cross);
    assert_eq!(seen.at(layout.centre(nought)), colours.paper);
    let Point { x, y } = layout.centre(nought);
    let reach = 0.56 * layout.side() / 2.0;
    for (right, down) in [(reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)] {
        assert_eq!(seen.at(Point { x: x + right, y: y + down }), colours.nought);
    }
}

#[test]
fn the_last_move_is_seen_on_every_kind_of_board() {
    let colours = Colours::of(Theme::Light);
    let share = |scene: &Scene, spot: Spot, colour: Colour| {
        Seen::of(scene).share(layout_of(scene).cell_area(spot), colour)
    };
    let here = Spot::new(2, 2);
    let there = Spot::new(1, 2);
    let cells = Scene::new(Lattice::Cells, 5, 5).with_last_move(here);
    assert!(share(&cells, here, colours.last) > 0.9);
    assert!(share(&cells, there, colours.last) < 0.01);
    let crossings = Scene::new(Lattice::Crossings, 5, 5).with_mark(here, Mark::BlackStone);
    assert!(share(&crossings, here, colours.last_dot) < 0.01);
    let crossings = crossings.with_last_move(here);
    assert!(share(&crossings, here, colours.last_dot) > 0.04);
    let checkered = Scene::new(Lattice::Checkered, 8, 8);
    assert!(share(&checkered, there, colours.dark_square) > 0.9);
    assert!(share(&checkered.with_last_move(there), there, colours.dark_square) < 0.01);
}

#[test]
fn the_board_to_move_in_is_framed_and_tinted_and_no_other() {
    let colours = Colours::of(Theme::Light);
    for number in 0..9 {
        let scene = Scene::nested(1).with_target(Block::of_path(&[number]));
        let (seen, layout) = (Seen::of(&scene), layout_of(&scene));
        for other in 0..9 {
            let area = layout.block_area(&scene, Block::of_path(&[other]));
            let is_tinted = seen.share(area, colours.target_paper) > 0.8;
            assert_eq!(is_tinted, other == number, "board {other} of {number}");
            let edge = Point { x: area.centre().x, y: area.top - 2.0 };
            assert_eq!(seen.at(edge) == colours.target, other == number);
        }
    }
}

#[test]
fn a_decided_board_shows_its_winner_and_hides_its_cells() {
    let colours = Colours::of(Theme::Light);
    let board = Block::of_path(&[5]);
    let mut scene = Scene::nested(1);
    for cell in [0, 2, 3, 5, 6, 8] {
        scene = scene.with_mark(Spot::of_path(&[5, cell]), Mark::Nought);
    }
    let share = |scene: &Scene, colour| {
        Seen::of(scene).share(layout_of(scene).block_area(scene, board), colour)
    };
    assert!(share(&scene, colours.nought) > 0.08);
    let won = scene.clone().with_fate(board, Fate::Won(Mark::Cross));
    assert!(share(&won, colours.cross) > 0.1);
    assert!(share(&won, colours.nought) < 0.001);
    let drawn = scene.clone().with_fate(board, Fate::Drawn);
    assert!(share(&drawn, colours.drawn) > 0.03);
    assert!(share(&drawn, colours.nought) < 0.001);
    let held = scene.with_fate(board, Fate::Held(Mark::Cross));
    assert!(share(&held, colours.cross) < 0.01, "what is held stays readable");
    assert_eq!(held.with_fate(board, Fate::Drawn), drawn, "the last word counts");
}

#[test]
fn a_line_that_has_won_is_seen() {
    let colours = Colours::of(Theme::Light);
    let all =
        |scene: &Scene, colour| Seen::of(scene).share(layout_of(scene).board_area(scene), colour);
    let (from, to) = (Spot::new(0, 0), Spot::new(2, 2));
    let cells = Scene::new(Lattice::Cells, 3, 3);
    assert!(all(&cells.with_line(Line::Spots(from, to)), colours.win) > 0.05);
    let stones = Scene::new(Lattice::Crossings, 15, 15).with_line(Line::Spots(from, to));
    assert!(all(&stones, colours.win_stroke) > 0.001);
    let boards = Line::Blocks(Block::of_path(&[0]), Block::of_path(&[8]));
    assert!(all(&Scene::nested(1).with_line(boards), colours.win) > 0.05);
}

#[test]
fn columns_have_letters_and_rows_have_numbers_on_both_sides() {
    let bare = scenes::gomoku();
    let (layout, colours) = (layout_of(&bare), Colours::of(Theme::Light));
    let seen = Seen::of(&bare);
    let board = layout.board_area(&bare);
    for index in 0..15 {
        let cell = layout.cell_area(Spot::new(index, index));
        let above = Area { top: 0.0, bottom: board.top, ..cell };
        let below = Area { top: board.bottom, bottom: board.bottom + layout.margin(), ..cell };
        let left = Area { left: 0.0, right: board.left, ..cell };
        let right = Area { left: board.right, right: board.right + layout.margin(), ..cell };
        for (name, place) in [("above", above), ("below", below), ("left", left), ("right", right)]
        {
            let share = seen.share(place, colours.label);
            assert!((0.01..0.2).contains(&share), "{name} of {index}: {share}");
        }
    }
    let bare = Scene::new(Lattice::Crossings, 15, 15);
    let everywhere = Area { left: 0.0, top: 0.0, right: 900.0, bottom: 900.0 };
    assert!(Seen::of(&bare).share(everywhere, colours.label) < 0.000_1);
}

#[test]
fn pictures_have_the_size_that_is_asked_for_and_small_files() {
    for (name, scene) in scenes::all() {
        for theme in [Theme::Light, Theme::Dark] {
            let scene = scene.clone().in_theme(theme);
            let picture = draw(&scene, SIDE_PIXELS).expect("a board can be drawn");
            assert_eq!(picture.width.max(picture.height), SIDE_PIXELS, "{name}");
            let size = picture.file.len();
            assert!(size <= FILE_BYTES_MAX, "{name}: {size} bytes");
            let seen = Seen::read(&picture.file);
            assert_eq!(seen.width, usize::from(picture.width));
            assert_eq!(seen.height, usize::from(picture.height));
        }
    }
}

#[test]
fn every_size_of_board_can_be_drawn_at_every_size() {
    for lattice in [Lattice::Cells, Lattice::Checkered, Lattice::Crossings] {
        for columns in [0, 1, 3, 15, 27, 255] {
            for rows in [0, 1, 4, 15, 27, 255] {
                for side in [0, 64, 101] {
                    let scene = Scene::new(lattice, columns, rows).with_coordinates();
                    let picture = draw(&scene, side).expect("a board can be drawn");
                    assert_eq!(picture.width.max(picture.height), side.max(64));
                }
            }
        }
    }
    for depth in [0, 1, 2, 3, 255] {
        draw(&Scene::nested(depth), 100).expect("a board can be drawn");
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes_and_another_one_does_not() {
    let files: Vec<Vec<u8>> = scenes::all()
        .into_iter()
        .map(|(_, scene)| {
            let file = draw(&scene, SIDE_PIXELS).expect("a board can be drawn").file;
            assert_eq!(draw(&scene.clone(), SIDE_PIXELS).expect("again").file, file);
            let other = scene.in_theme(Theme::Dark);
            assert_ne!(draw(&other, SIDE_PIXELS).expect("in the dark").file, file);
            file
        })
        .collect();
    for (i, file) in files.iter().enumerate() {
        assert!(!files[..i].contains(file));
    }
}

#[test]
fn what_lies_off_the_board_is_left_out() {
    let scene = Scene::nested(1);
    let (far, deep) = (Spot::new(9, 0), Block::of_path(&[0, 0]));
    let none = Block::of_path(&[]);
    let touched = scene
        .clone()
        .with_mark(far, Mark::Cross)
        .with_last_move(far)
        .with_chosen(far)
        .with_hint(far)
        .with_target(deep)
        .with_target(none)
        .with_fate(Block::of_path(&[9]), Fate::Drawn)
        .with_fate(deep, Fate::Drawn)
        .with_line(Line::Spots(Spot::new(0, 0), far))
        .with_line(Line::Blocks(Block::of_path(&[0]), deep));
    assert_eq!(touched, scene);
    assert_eq!(scene.mark(far), None);
}

#[test]
fn nested_boards_are_numbered_from_the_largest_to_the_smallest() {
    assert_eq!(Spot::of_path(&[5, 3]), Spot::new(6, 4));
    assert_eq!(Spot::of_path(&[4, 0, 8]), Spot::new(11, 11));
    let scene = Scene::nested(2);
    let corners = (Spot::new(9, 9), Spot::new(17, 17));
    assert_eq!(scene.corners(Block::of_path(&[4])), corners);
    let corners = (Spot::new(12, 9), Spot::new(14, 11));
    assert_eq!(scene.corners(Block::of_path(&[4, 1])), corners);
    assert!(scene.covers(Block::of_path(&[4, 1]), Spot::of_path(&[4, 1, 8])));
    assert!(!scene.covers(Block::of_path(&[4, 1]), Spot::of_path(&[4, 2, 0])));
}

#[test]
fn a_board_is_put_into_words_where_no_picture_can_be_sent() {
    assert_eq!(words::drawn(&scenes::three_by_three()), "❌⭕⬜\n⬜❌⭕\n⬜⬜❌");
    let sheep = words::drawn(&scenes::sheep());
    let lines: Vec<&str> = sheep.lines().collect();
    assert_eq!(lines[0], "⬜🐺⬜🐺⬜🟫⬜🐺");
    assert_eq!(lines[4], "⬜🟫⬜🟩⬜🟩⬜🟫");
    assert_eq!(lines[5], "🟫⬜🟫⬜🐑⬜🟫⬜");
    let board = |number| Block::of_path(&[number]);
    let ultimate = Scene::nested(1)
        .with_fate(board(0), Fate::Won(Mark::Cross))
        .with_fate(board(1), Fate::Held(Mark::Cross))
        .with_target(board(3))
        .with_mark(Spot::new(0, 3), Mark::Nought);
    let ultimate = words::drawn(&ultimate);
    let lines: Vec<&str> = ultimate.lines().collect();
    assert_eq!((lines.len(), lines[0]), (11, "⬛⬛⬛ ⬜⬜⬜ ⬜⬜⬜"));
    assert_eq!((lines[3], lines[4]), ("", "⭕🟩🟩 ⬜⬜⬜ ⬜⬜⬜"));
    assert!(words::drawn(&scenes::gomoku()).lines().all(|line| line.chars().count() == 15));
}
