//! Boards as pictures: positions of their parts, sizes of files, and equal output for equal scenes.

use std::io::Cursor;
use std::ops::RangeInclusive;

use png::{ColorType, Decoder, Transformations};
use zerosum_picture::layout::{Area, Layout, Point};
use zerosum_picture::scene::{Block, Fate, Lattice, Line, Mark, Note, Scene, Spot};
use zerosum_picture::theme::{Colour, Colours, Theme};
use zerosum_picture::{FILE_BYTES_MAX, SIDE_PIXELS, draw, words};

use crate::support::scenes;

/// Decoded picture.
pub(crate) struct Seen {
    width: usize,
    height: usize,
    pub(crate) pixels: Vec<Colour>,
}

impl Seen {
    pub(crate) fn of(scene: &Scene) -> Seen {
        Seen::read(&draw(scene, SIDE_PIXELS).expect("a board can be drawn").file)
    }

    pub(crate) fn read(file: &[u8]) -> Seen {
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

    pub(crate) fn at(&self, point: Point) -> Colour {
        self.pixels[pixel(point.y) * self.width + pixel(point.x)]
    }

    /// The pixels of an area, row by row.
    pub(crate) fn within(&self, area: Area) -> Vec<Colour> {
        let columns = pixel(area.left)..pixel(area.right);
        let rows = pixel(area.top)..pixel(area.bottom);
        rows.flat_map(|row| columns.clone().map(move |column| row * self.width + column))
            .map(|index| self.pixels[index])
            .collect()
    }

    /// Share of the pixels of an area that have a colour.
    pub(crate) fn share(&self, area: Area, colour: Colour) -> f64 {
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

pub(crate) fn layout_of(scene: &Scene) -> Layout {
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
    assert_ne!(seen.at(layout.centre(nought)), colours.nought);
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
    assert!(share(&cells, here, colours.last) > 0.6);
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
    let share = |scene: &Scene, spot: Spot, colour| {
        Seen::of(scene).share(layout_of(scene).cell_area(spot), colour)
    };
    let (side, middle) = (Spot::of_path(&[5, 3]), Spot::of_path(&[5, 4]));
    assert!(share(&scene, side, colours.nought) > 0.08);
    assert!(share(&scene, middle, colours.nought) < 0.001);
    let won = scene.clone().with_fate(board, Fate::Won(Mark::Cross));
    assert!(share(&won, middle, colours.cross) > 0.3);
    // The arms of the large mark touch the cells beside the middle.
    assert!(share(&won, side, colours.cross) < share(&scene, side, colours.nought) / 2.0);
    let drawn = scene.clone().with_fate(board, Fate::Drawn);
    assert!(share(&drawn, middle, colours.drawn) > 0.2);
    assert!(share(&drawn, side, colours.nought) < 0.001);
    let held = scene.with_fate(board, Fate::Held(Mark::Cross));
    assert!(share(&held, middle, colours.cross) < 0.01, "what is held stays readable");
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
        .with_note(far, Note::Even)
        .with_target(deep)
        .with_target(none)
        .with_window(Spot::new(0, 0), far)
        .with_window(Spot::new(5, 5), Spot::new(4, 6))
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
    assert_eq!(lines[..2], [column_letters('a'..='h').as_str(), "⬜🐺⬜🐺⬜🟫⬜🐺 1"]);
    assert_eq!(lines[5], "⬜🟫⬜🟩⬜🟩⬜🟫 5");
    assert_eq!(lines[6], "🟫⬜🟫⬜🐑⬜🟫⬜ 6");
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
}

#[test]
fn a_large_board_in_words_is_cut_to_where_something_is() {
    let gomoku = words::drawn(&scenes::gomoku());
    let lines: Vec<&str> = gomoku.lines().collect();
    // Stones from f4 to l11, with a cell around them.
    assert_eq!((lines.len(), lines[0]), (11, column_letters('e'..='m').as_str()));
    assert_eq!(lines[1], "🟨🟨🟨🟨🟨🟨🟨🟨🟨 3");
    assert_eq!(lines[5], "🟨🟨⚫\u{fe0f}🟨⚫\u{fe0f}⚪\u{fe0f}🟨🟨🟨 7");
    // The cells that are buttons are green, and all of them are there.
    let framed = scenes::gomoku().with_window(Spot::new(0, 12), Spot::new(2, 14));
    let framed = words::drawn(&framed);
    let lines: Vec<&str> = framed.lines().collect();
    assert_eq!(lines[0], column_letters('a'..='m'));
    assert_eq!(lines.last(), Some(&"🟩🟩🟩🟨🟨🟨🟨🟨🟨🟨🟨🟨🟨 15"));
    let empty = words::drawn(&Scene::new(Lattice::Crossings, 15, 15));
    assert_eq!(empty.lines().count(), 15);
}

#[test]
fn a_file_says_what_is_to_be_seen() {
    let scene = Scene::new(Lattice::Cells, 4, 3)
        .with_mark(Spot::new(0, 0), Mark::Cross)
        .with_mark(Spot::new(1, 1), Mark::Cross)
        .with_mark(Spot::new(2, 2), Mark::Nought)
        .with_last_move(Spot::new(2, 2));
    let described = "❌ a1, b2. ⭕ c3. Last: c3.";
    assert_eq!(words::description(&scene), described);
    let board = |number| Block::of_path(&[number]);
    let nested =
        Scene::nested(1).with_fate(board(1), Fate::Won(Mark::Nought)).with_target(board(8));
    assert_eq!(words::description(&nested), "d1–f3: ⭕. 🟩 g7–i9.");
    assert_eq!(words::description(&Scene::nested(1)), "");
    for (name, scene) in scenes::all().into_iter().chain([("a few", scene)]) {
        let file = draw(&scene, SIDE_PIXELS).expect("a board can be drawn").file;
        let reader = Decoder::new(Cursor::new(&file[..])).read_info().expect("the file is a PNG");
        let texts = &reader.info().utf8_text;
        let [text] = &texts[..] else { panic!("{name} says one thing: {texts:?}") };
        assert_eq!(text.keyword, "Description");
        assert_eq!(text.get_text().expect("it is text"), words::description(&scene), "{name}");
        if scene.depth() == 2 {
            continue;
        }
        // Every mark of the scene is named with its cell, and no other.
        for spot in scene.spots() {
            let sign = match scene.mark(spot) {
                Some(Mark::Cross) => "❌ ",
                Some(Mark::Nought) => "⭕ ",
                Some(Mark::BlackStone) => "⚫\u{fe0f} ",
                Some(Mark::WhiteStone) => "⚪\u{fe0f} ",
                Some(Mark::RedPiece) => "🔴 ",
                Some(Mark::YellowPiece) => "🟡 ",
                Some(Mark::Sheep) => "🐑 ",
                Some(Mark::Wolf) => "🐺 ",
                None => continue,
            };
            let described = words::description(&scene);
            let list = described.split(". ").find_map(|part| part.strip_prefix(sign));
            let cell = format!("{}{}", char::from(b'a' + spot.column.min(25)), spot.row + 1);
            let list = list.expect("the mark is listed").trim_end_matches('.');
            assert!(spot.column > 25 || list.split(", ").any(|listed| listed == cell), "{name}");
        }
        let marks = scene.spots().filter(|spot| scene.mark(*spot).is_some()).count();
        let listed = words::description(&scene);
        let listed = listed.split(". ").filter(|part| !part.contains([':', '🟩']));
        let cells: usize = listed.map(|part| part.split(", ").count()).sum();
        assert_eq!(cells, marks, "{name}");
    }
}

#[test]
fn the_cells_that_are_buttons_are_framed() {
    let colours = Colours::of(Theme::Light);
    let bare = Scene::new(Lattice::Crossings, 15, 15);
    let framed = bare.clone().with_window(Spot::new(4, 5), Spot::new(10, 9));
    let (seen, layout) = (Seen::of(&framed), layout_of(&framed));
    let area = layout.area((Spot::new(4, 5), Spot::new(10, 9)));
    let middle = area.centre();
    for point in [
        Point { x: area.left - 1.0, ..middle },
        Point { x: area.right + 1.0, ..middle },
        Point { y: area.top - 1.0, ..middle },
        Point { y: area.bottom + 1.0, ..middle },
    ] {
        assert_eq!(seen.at(point), colours.target, "{point:?}");
    }
    assert_eq!(Seen::of(&bare).share(layout.board_area(&bare), colours.target), 0.0);
    let offers = framed.with_hint(Spot::new(1, 1)).with_chosen(Spot::new(2, 2));
    let offers = offers.with_note(Spot::new(3, 3), Note::Best);
    assert_eq!(offers.without_offers(), bare);
}

#[test]
fn what_is_said_of_cells_is_told_apart_by_shape_and_number_and_in_words() {
    let bare = Scene::new(Lattice::Cells, 5, 1).with_coordinates();
    let notes = [Note::Good(2), Note::Even, Note::Bad(3), Note::Best, Note::Open];
    let noted = (0..)
        .zip(notes)
        .fold(bare.clone(), |scene, (column, note)| scene.with_note(Spot::new(column, 0), note));
    let (seen, layout, colours) = (Seen::of(&noted), layout_of(&noted), Colours::of(Theme::Light));
    let share = |column, colour| {
        let spot = Spot::new(column, 0);
        seen.share(layout.area((spot, spot)), colour)
    };
    // A square has a larger share of its cell than a disc so wide, and a ring has less.
    assert!(share(2, colours.bad) > share(0, colours.target));
    assert!(share(0, colours.target) > share(3, colours.target));
    assert!(share(3, colours.target) > 0.0 && share(1, colours.drawn) > 0.0);
    assert!(share(4, colours.label) > 0.0);
    assert!(words::description(&noted).ends_with("🟢 a1 (2). 🟡 b1. ⭐ d1."));
    assert!(words::drawn(&noted).contains("🟢🟡🔴⭐⬜"), "{}", words::drawn(&noted));
    // A mark takes the place of what was said of its cell, and the last word counts.
    let taken = noted.with_mark(Spot::new(2, 0), Mark::Cross);
    assert!(words::drawn(&taken).contains("🟢🟡❌⭐⬜"));
    let again = taken.with_note(Spot::new(0, 0), Note::Even);
    assert!(words::drawn(&again).contains("🟡🟡❌⭐⬜"));
}

#[test]
fn a_note_at_a_piece_is_a_badge_beside_which_the_piece_is_seen() {
    for theme in [Theme::Light, Theme::Dark] {
        let colours = Colours::of(theme);
        let spot = Spot::new(1, 0);
        let bare = Scene::new(Lattice::Checkered, 2, 2).in_theme(theme);
        for (mark, skin) in [(Mark::Wolf, colours.wolf), (Mark::Sheep, colours.wool)] {
            for (note, colour) in [(Note::Good(3), colours.target), (Note::Bad(3), colours.bad)] {
                let piece = bare.clone().with_mark(spot, mark);
                let share = |scene: &Scene, colour| {
                    Seen::of(scene).share(layout_of(scene).area((spot, spot)), colour)
                };
                let noted = piece.clone().with_note(spot, note);
                let what = format!("{mark:?}, {note:?}, {theme:?}");
                assert!(share(&piece, colour) < 0.001, "{what}");
                assert!(share(&noted, colour) > 0.02, "{what}: {}", share(&noted, colour));
                assert!(share(&noted, skin) > 0.6 * share(&piece, skin), "{what}");
            }
            let noted = bare.clone().with_mark(spot, mark).with_note(spot, Note::Good(3));
            assert!(words::description(&noted).ends_with("🟢 b1 (3)."));
        }
        // A cross or nought has taken the cell, so that nothing is said of a move there.
        let taken = bare.with_mark(spot, Mark::Cross);
        let noted = taken.clone().with_note(spot, Note::Good(3));
        assert!(Seen::of(&noted).pixels == Seen::of(&taken).pixels, "{theme:?}");
    }
}

/// The letters of columns, as emoji that make no flags.
fn column_letters(columns: RangeInclusive<char>) -> String {
    let emoji = |letter: char| u32::from('🇦') + u32::from(letter) - u32::from('a');
    columns
        .filter_map(|letter| char::from_u32(emoji(letter)))
        .flat_map(|sign| [sign, '\u{200c}'])
        .collect()
}
