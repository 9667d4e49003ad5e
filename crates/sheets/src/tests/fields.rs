//! Fields: sizes in millimetres, counts of lines, and every number in its place.

use zerosum_games::side::Side;
use zerosum_games::strategic::numbers::{FunctionalSet, HyperSet, NumberSet};

use crate::field::{self, Field, Named};
use crate::full;
use crate::help;
use crate::moves::{Decision, Filling, Moves};
use crate::page::{Ink, Page, Pen, Point};
use crate::paper::Paper;
use crate::tests::support::reading::{Seen, assert_near, count, middle, places};
use crate::tests::support::words::words;

fn named(name: &str) -> NumberSet {
    NumberSet::named(name).expect("it is a set")
}

fn rows(set: &NumberSet) -> Named<'_, FunctionalSet> {
    let NumberSet::Functional(numbers) = set else { panic!("{set} is for rows") };
    Named { name: set.name(), numbers }
}

fn cells(set: &NumberSet) -> Named<'_, HyperSet> {
    let NumberSet::Hyper(numbers) = set else { panic!("{set} is for cells") };
    Named { name: set.name(), numbers }
}

fn printed(field: &Field<'_>, paper: Paper) -> Page {
    let mut document = field::sheet(field, paper, &words(), &Filling::default());
    assert_eq!(document.pages.len(), 1);
    document.pages.remove(0)
}

/// The kinds of fields with the squares from the first line to the last one across, and from one
/// strategic cell to the next.
fn kinds<'a>(row_set: &'a NumberSet, cell_set: &'a NumberSet) -> [(Field<'a>, f32, f32); 4] {
    [
        (Field::Basic, 29.0, 10.0),
        (Field::Numbered, 29.0, 10.0),
        // Two columns of numbers stand before the first line and belong to the 35.
        (Field::Functional(rows(row_set)), 33.0, 12.0),
        (Field::Hyperfunctional(rows(row_set), cells(cell_set)), 33.0, 12.0),
    ]
}

/// The text in a cell of a strategic cell, both counted from 0, and its ink.
fn text_of_cell(
    seen: &Seen<'_>,
    (side, pitch): (f32, f32),
    strategic: u8,
    (row, column): (i8, i8),
) -> Vec<(String, Ink)> {
    let first = seen.first;
    let corner = Point {
        x: first.x + side * (f32::from(strategic % 3) * pitch + f32::from(column)),
        y: first.y + side * (f32::from(strategic / 3) * 10.0 + f32::from(row)),
    };
    seen.texts_in(corner, side).iter().map(|text| (text.text.clone(), text.ink)).collect()
}

#[test]
fn squares_have_exactly_the_size_of_their_paper() {
    let (row_set, cell_set) = (named("map34"), named("hmap2"));
    for (paper, side) in [(Paper::A4, 5.0), (Paper::A5, 4.0)] {
        for (field, across, pitch) in kinds(&row_set, &cell_set) {
            let page = printed(&field, paper);
            for (is_upright, pitch, span) in [(true, pitch, across), (false, 10.0, 29.0)] {
                let lines = places(&page, |_| true, is_upright);
                assert_eq!(lines.len(), 30, "{field:?}");
                assert_near(lines[29] - lines[0], span * side);
                for (index, line) in (0_u8..).zip(&lines) {
                    let squares = f32::from(index / 10) * pitch + f32::from(index % 10);
                    assert_near(line - lines[0], squares * side);
                }
            }
        }
    }
}

#[test]
fn pages_are_a4_and_a5_upright_and_on_their_side_only_for_what_is_wider() {
    let (row_set, cell_set) = (named("map34"), named("hmap2"));
    for (field, across, _) in kinds(&row_set, &cell_set) {
        let page = printed(&field, Paper::A4);
        assert_eq!((page.size.width, page.size.height), (210.0, 297.0));
        let page = printed(&field, Paper::A5);
        let expected = if across > 30.0 { (210.0, 148.0) } else { (148.0, 210.0) };
        assert_eq!((page.size.width, page.size.height), expected);
    }
}

#[test]
fn nine_strategic_cells_have_twenty_lines_each_of_which_eight_are_bold() {
    let (row_set, cell_set) = (named("map67"), named("hmap2"));
    for (field, ..) in kinds(&row_set, &cell_set) {
        let page = printed(&field, Paper::A4);
        assert_eq!((count(&page, Pen::Thin), count(&page, Pen::Bold)), (9 * 12, 9 * 8));
        // The numbers of rows and the places of labels have a box each.
        let boxes = if matches!(field, Field::Basic | Field::Numbered) { 0 } else { 18 };
        assert_eq!(page.rectangles().count(), boxes, "{field:?}");
        for rectangle in page.rectangles() {
            assert_near(rectangle.size.width, 5.0);
            assert_near(rectangle.size.height, 45.0);
        }
    }
}

#[test]
fn a_functional_field_takes_thirty_five_squares_by_thirty_one() {
    let set = named("map34");
    for (paper, side) in [(Paper::A4, 5.0), (Paper::A5, 4.0)] {
        let page = printed(&Field::Functional(rows(&set)), paper);
        let left = page.rectangles().map(|rectangle| rectangle.corner.x).fold(f32::MAX, f32::min);
        let right = page.lines().map(|line| line.to.x).fold(0.0, f32::max);
        assert_near(right - left, 35.0 * side);
        // Above and below, a row of labels each.
        let labels = page.texts().filter(|text| text.text.len() == 2).map(middle);
        let heights: Vec<f32> = labels.map(|label| label.y).collect();
        let top = heights.iter().copied().fold(f32::MAX, f32::min);
        let bottom = heights.iter().copied().fold(0.0, f32::max);
        let lines = places(&page, |_| true, false);
        assert!((0.0..side).contains(&(lines[0] - top)), "{top}");
        assert!((0.0..side).contains(&(bottom - lines[29])), "{bottom}");
    }
}

#[test]
fn every_tactical_cell_but_the_ones_in_the_middle_is_labelled_beside_it() {
    let (row_set, cell_set) = (named("map34"), named("hmap2"));
    for (field, _, pitch) in kinds(&row_set, &cell_set) {
        let side_rows = match field {
            Field::Basic => continue,
            Field::Numbered => (3, 5),
            Field::Functional(_) | Field::Hyperfunctional(..) => (4, 4),
        };
        let page = printed(&field, Paper::A4);
        let seen = Seen::of(&page);
        let at = |strategic, place| text_of_cell(&seen, (5.0, pitch), strategic, place);
        for strategic in 0..9 {
            let beside = [
                (1, (-1, 0)),
                (2, (-1, 3)),
                (3, (-1, 6)),
                (4, (side_rows.0, -1)),
                (6, (side_rows.1, 9)),
                (7, (9, 2)),
                (8, (9, 5)),
                (9, (9, 8)),
            ];
            for (tactical, place) in beside {
                let label = format!("{}{tactical}", strategic + 1);
                assert_eq!(at(strategic, place), [(label, Ink::Black)], "{field:?}");
            }
        }
        assert_eq!(page.texts().filter(|text| text.text.len() == 2).count(), 72);
    }
}

#[test]
fn every_set_of_rows_is_printed_left_of_its_rows() {
    for name in NumberSet::names() {
        let set = named(name);
        let NumberSet::Functional(numbers) = &set else { continue };
        let page = printed(&Field::Functional(rows(&set)), Paper::A4);
        let seen = Seen::of(&page);
        for strategic in 0..9 {
            for row in 0..9 {
                let place = (i8::try_from(row).expect("it is small"), -2);
                let number = (numbers.number(strategic, row) + 1).to_string();
                let found = text_of_cell(&seen, (5.0, 12.0), strategic, place);
                assert_eq!(found, [(number, Ink::Black)], "{name}");
            }
        }
        assert_eq!(page.texts().filter(|text| text.text.len() == 1).count(), 81);
        assert!(page.texts().any(|text| text.text.contains(&format!("rows: {name}"))));
    }
}

#[test]
fn all_729_numbers_of_hmap2_stand_in_their_cells() {
    let (row_set, cell_set) = (named("map34"), named("hmap2"));
    let field = Field::Hyperfunctional(rows(&row_set), cells(&cell_set));
    for (paper, side) in [(Paper::A4, 5.0), (Paper::A5, 4.0)] {
        let page = printed(&field, paper);
        let seen = Seen::of(&page);
        let mut greys = 0;
        for strategic in 0..9_u8 {
            for row in 0..9_i8 {
                for column in 0..9_i8 {
                    // The source: the larger of row and column, counted on from the strategic cell.
                    let larger = u8::try_from(row.max(column)).expect("it is not negative");
                    let number = (larger + strategic + 8) % 9 + 1;
                    let found = text_of_cell(&seen, (side, 12.0), strategic, (row, column));
                    assert_eq!(found, [(number.to_string(), Ink::Grey)]);
                    greys += 1;
                }
            }
        }
        assert_eq!(greys, page.texts().filter(|text| text.ink == Ink::Grey).count());
    }
}

#[test]
fn the_first_and_the_last_rows_are_those_of_the_sheets_of_the_authors() {
    let (row_set, cell_set) = (named("map34"), named("hmap2"));
    let page = printed(&Field::Hyperfunctional(rows(&row_set), cells(&cell_set)), Paper::A4);
    let seen = Seen::of(&page);
    let row = |strategic, row, columns: std::ops::Range<i8>| -> String {
        let at = |column| text_of_cell(&seen, (5.0, 12.0), strategic, (row, column));
        columns.flat_map(at).map(|(text, _)| text).collect()
    };
    assert_eq!(row(0, 0, 0..9), "912345678");
    assert_eq!(row(4, 8, 0..9), "333333333");
    assert_eq!(row(8, 8, 0..9), "777777777");
    let down = |strategic| (0..9).map(|index| row(strategic, index, -2..-1)).collect::<String>();
    assert_eq!([down(0), down(4), down(8)], ["213654798", "321465879", "132546987"]);
}

#[test]
fn a_set_of_ones_own_is_printed_without_a_name() {
    let digits: String = "1234567".chars().cycle().take(729).collect();
    let (row_set, cell_set) = ("5".repeat(81).parse(), digits.parse());
    let row_set: NumberSet = row_set.expect("it is a set");
    let cell_set: NumberSet = cell_set.expect("it is a set");
    let page = printed(&Field::Hyperfunctional(rows(&row_set), cells(&cell_set)), Paper::A4);
    let printed: usize = page.texts().filter(|text| text.ink == Ink::Grey).count();
    assert_eq!(printed, 729);
    let found = text_of_cell(&Seen::of(&page), (5.0, 12.0), 8, (8, 8));
    // 728 is a multiple of seven.
    assert_eq!(found, [("1".to_owned(), Ink::Grey)]);
    assert!(!page.texts().any(|text| text.text.contains("rows:") || text.text.contains("cells:")));
}

#[test]
fn marks_stand_in_the_cells_of_their_moves() {
    let moves: Moves = "541 412 999 119".parse().expect("they are moves");
    let document = field::sheet(&Field::Basic, Paper::A4, &words(), &Filling::of(&moves.0));
    let page = &document.pages[0];
    let marks: Vec<_> = page.texts().filter(|text| text.text == "X" || text.text == "O").collect();
    assert_eq!(marks.len(), 4);
    let expected = [("X", 4, (3, 0)), ("O", 3, (0, 1)), ("X", 8, (8, 8)), ("O", 0, (2, 2))];
    for (mark, strategic, place) in expected {
        let found = text_of_cell(&Seen::of(page), (5.0, 10.0), strategic, place);
        assert_eq!(found, [(mark.to_owned(), Ink::Black)]);
    }
}

#[test]
fn decided_cells_are_marked_behind_their_cells_and_on_the_help_field() {
    let mut filling = Filling::default();
    filling.tactical[4][3] = Some(Decision::Won(Side::First));
    filling.tactical[8][8] = Some(Decision::Drawn);
    filling.strategic[1] = Some(Decision::Won(Side::Second));
    let words = words();
    let field = &field::sheet(&Field::Basic, Paper::A4, &words, &filling).pages[0];
    let signs: Vec<(&str, Ink)> = field
        .texts()
        .filter(|text| ["X", "O", "–"].contains(&text.text.as_str()))
        .map(|text| (text.text.as_str(), text.ink))
        .collect();
    assert_eq!(signs, [("O", Ink::Pale), ("X", Ink::Light), ("–", Ink::Light)]);
    let first = Seen::of(field).first;
    let cross = field.texts().find(|text| text.text == "X").expect("it is there");
    // The middle of the tactical cell: 11.5 squares right of the first cell and 14.5 below it.
    assert_near(middle(cross).x - first.x, 5.0 * 11.5);
    assert_near(middle(cross).y - first.y, 5.0 * 14.5);

    let help = &help::sheet(Paper::A4, &words, &filling).pages[0];
    let seen = Seen::of(help);
    let first = seen.first;
    let at = |column: f32, row: f32| {
        let corner = Point { x: first.x + 5.0 * column, y: first.y + 5.0 * row };
        let texts = seen.texts_in(corner, 5.0);
        texts.iter().map(|text| text.text.clone()).collect::<String>()
    };
    assert_eq!([at(4.0, 5.0), at(10.0, 10.0), at(5.0, 12.0)], ["X", "–", "O"]);
}

#[test]
fn the_help_field_is_ten_times_nine_squares_on_eleven_by_fifteen() {
    for (paper, side) in [(Paper::A4, 5.0), (Paper::A5, 4.0)] {
        let document = help::sheet(paper, &words(), &Filling::default());
        let page = &document.pages[0];
        assert_eq!((count(page, Pen::Thin), count(page, Pen::Bold)), (10 * 4, 10 * 4));
        let (columns, rows) = (places(page, |_| true, true), places(page, |_| true, false));
        assert_near(columns[11] - columns[0], 11.0 * side);
        assert_near(rows[15] - rows[0], 15.0 * side);
        assert_eq!((columns.len(), rows.len()), (12, 16));
    }
}

#[test]
fn a_full_sheet_has_field_help_field_and_four_tables_on_one_page() {
    let (row_set, cell_set) = (named("map34"), named("hmap2"));
    for (field, ..) in kinds(&row_set, &cell_set) {
        let document = full::sheet(&field, &words(), &Filling::default(), &[]);
        let [page] = &document.pages[..] else { panic!("it is one page") };
        assert_eq!((page.size.width, page.size.height), (210.0, 297.0));
        let ends = |line: &crate::page::Line| [line.from, line.to];
        let points: Vec<Point> = page.lines().flat_map(ends).collect();
        let span = |of: fn(&Point) -> f32| {
            let least = points.iter().map(of).fold(f32::MAX, f32::min);
            (least, points.iter().map(of).fold(0.0, f32::max) - least)
        };
        let ((left, width), (top, height)) = (span(|point| point.x), span(|point| point.y));
        assert_near(width, 39.0 * 5.0);
        assert!(left >= 7.0 && top >= 7.0 && top + height <= 290.0, "{left} {top} {height}");
        // 9 strategic cells, 10 small fields, 4 tables of two heads and 21 lines, and two names.
        let table_heads = 4 * (2 + 7);
        let tables = 4 * (22 + 7);
        assert_eq!(page.lines().count(), 9 * 20 + 10 * 8 + table_heads + tables + 2);
        for word in ["tactical", "strategic"] {
            assert_eq!(page.texts().filter(|text| text.text == word).count(), 1);
        }
    }
}
