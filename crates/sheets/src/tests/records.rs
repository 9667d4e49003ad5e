//! Records: read back as a person reads them, they are the moves that were written.

use proptest::prelude::{
    Just, ProptestConfig, Strategy, prop, prop_assert_eq, prop_oneof, proptest,
};

use crate::continuous;
use crate::field::Field;
use crate::full;
use crate::moves::{Filling, MOVES_MAX, Move, Moves, MovesError};
use crate::page::{Document, Page, Pen, Point};
use crate::record::{self, GamesPerPage};
use crate::tests::support::reading::{Seen, assert_near, places};
use crate::tests::support::words::words;

const SIDE: f32 = 5.0;

const CASES: u32 = 24;

fn per_page() -> impl Strategy<Value = GamesPerPage> {
    prop_oneof![Just(GamesPerPage::One), Just(GamesPerPage::Two), Just(GamesPerPage::Four)]
}

/// A list in which most moves follow from the one before, as the tactical rules have it, and some do
/// not.
fn moves(most: usize) -> impl Strategy<Value = Vec<Move>> {
    let step = (0..10_u8, prop::array::uniform3(1..=9_u8));
    prop::collection::vec(step, 0..=most).prop_map(|steps| {
        let mut moves: Vec<Move> = Vec::new();
        for (chance, numbers) in steps {
            let numbers = match moves.last() {
                Some(last) if chance > 0 => [last.numbers()[1], last.numbers()[2], numbers[2]],
                Some(_) | None => numbers,
            };
            moves.push(Move::new(numbers).expect("the numbers are from 1 to 9"));
        }
        moves
    })
}

/// A table with its upper left corner, below the heads, and how many lines it has.
struct Table {
    corner: Point,
    lines: usize,
}

impl Table {
    /// The digit in a square.
    fn digit(&self, seen: &Seen<'_>, line: usize, column: u8) -> Option<u8> {
        let down = f32::from(u8::try_from(line).expect("a page has few lines"));
        let corner =
            Point { x: self.corner.x + SIDE * f32::from(column), y: self.corner.y + SIDE * down };
        let texts = seen.texts_in(corner, SIDE);
        assert!(texts.len() <= 1, "{texts:?}");
        texts.first().map(|text| text.text.parse().expect("it is a number"))
    }
}

/// The tables of a page whose squares are this many across: bold lines of that width are above and
/// below the lines of each.
fn tables(page: &Page, columns: u8) -> Vec<Table> {
    let width = SIDE * f32::from(columns);
    let is_long = |line: &&crate::page::Line| {
        line.pen == Pen::Bold && (line.to.x - line.from.x - width).abs() < 0.001
    };
    let mut bolds: Vec<Point> = page.lines().filter(is_long).map(|line| line.from).collect();
    // A column of tables after the other; the head of the columns of a move has bold lines too.
    bolds.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    bolds.dedup_by(|a, b| (a.x - b.x).abs() < 0.001 && (a.y - b.y).abs() < 0.001);
    let is_table = |pair: &&[Point]| {
        pair[0].x == pair[1].x
            && pair[1].y - pair[0].y > 1.5 * SIDE
            && page.lines().any(|line| {
                (line.from.x - pair[0].x).abs() < 0.001
                    && (line.from.y - pair[0].y).abs() < 0.001
                    && (line.to.y - pair[1].y).abs() < 0.001
            })
    };
    let table = |pair: &[Point]| {
        let lines = ((pair[1].y - pair[0].y) / SIDE).round();
        let lines = (0_u8..=60).find(|count| f32::from(*count) == lines).expect("it fits a page");
        Table { corner: pair[0], lines: usize::from(lines) }
    };
    bolds.windows(2).filter(is_table).map(table).collect()
}

/// The moves in the tables of one game on one page, a line for each pair of them.
fn read_plain(page: &Page, tables: &[Table]) -> Vec<Move> {
    let seen = Seen::of(page);
    let mut moves = Vec::new();
    for table in tables {
        for line in 0..table.lines {
            for half in [0, 3] {
                let numbers: Vec<u8> = (half..half + 3)
                    .filter_map(|column| table.digit(&seen, line, column))
                    .collect();
                match numbers[..] {
                    [] => {}
                    [s, t, o] => moves.push(Move::new([s, t, o]).expect("it is a move")),
                    _ => panic!("a move has three numbers: {numbers:?}"),
                }
            }
        }
    }
    moves
}

/// The moves of a continuous table with the column in which each begins: every three neighbours with
/// no bar between them.
fn read_continuous(page: &Page, table: &Table) -> Vec<(u8, Move)> {
    let seen = Seen::of(page);
    let mut moves = Vec::new();
    let bars: Vec<Point> =
        page.lines().filter(|line| line.pen == Pen::Bar).map(|line| line.from).collect();
    for line in 0..table.lines {
        let down = f32::from(u8::try_from(line).expect("a page has few lines"));
        let y = table.corner.y + SIDE * down;
        let mut run: Vec<u8> = Vec::new();
        for column in 0..26_u8 {
            let x = table.corner.x + SIDE * f32::from(column);
            let has_bar =
                bars.iter().any(|bar| (bar.x - x).abs() < 0.001 && (bar.y - y).abs() < 0.001);
            if has_bar {
                run.clear();
            }
            let Some(digit) = table.digit(&seen, line, column) else {
                run.clear();
                continue;
            };
            run.push(digit);
            if let [.., s, t, o] = run[..] {
                moves.push((column - 2, Move::new([s, t, o]).expect("it is a move")));
            }
        }
    }
    moves
}

/// The games of a document that has no more of them than a page has places, so that every further page
/// goes on with them. `read` takes what one game has on a page.
fn read_games(
    document: &Document,
    (columns, tables_each): (u8, usize),
    mut read: impl FnMut(&Page, &[Table]) -> Vec<Move>,
) -> Vec<Vec<Move>> {
    let mut games = vec![Vec::new(); 4];
    for page in &document.pages {
        let tables = tables(page, columns);
        for (game, tables) in games.iter_mut().zip(tables.chunks(tables_each)) {
            game.extend(read(page, tables));
        }
    }
    games
}

#[test]
fn an_empty_record_has_a_table_of_six_columns_with_heads_for_each_place() {
    for per_page in GamesPerPage::ALL {
        let document = record::sheet(per_page, &words(), &[]);
        let [page] = &document.pages[..] else { panic!("it is one page") };
        let (tables, seen) = (tables(page, 6), Seen::of(page));
        assert_eq!(tables.len(), 4);
        for table in &tables {
            let heads: String = (0..6_u8)
                .flat_map(|column| {
                    let x = table.corner.x + SIDE * f32::from(column);
                    seen.texts_in(Point { x, y: table.corner.y - SIDE }, SIDE)
                })
                .map(|text| text.text.as_str())
                .collect();
            assert_eq!(heads, "STOSTO");
        }
        let named = page.texts().filter(|text| text.text == "date").count();
        assert_eq!(named, usize::from(per_page.count()));
    }
}

#[test]
fn a_continuous_head_tells_whose_move_begins_in_each_column() {
    for per_page in GamesPerPage::ALL {
        let document = continuous::sheet(per_page, &words(), &[]);
        let [page] = &document.pages[..] else { panic!("it is one page") };
        let (tables, seen) = (tables(page, 26), Seen::of(page));
        assert_eq!(tables.len(), usize::from(per_page.count()));
        for table in &tables {
            for start in 0..24_u8 {
                // In the middle of the three squares of the move, in one of three rows.
                let x = table.corner.x + SIDE * f32::from(start + 1);
                let y = table.corner.y - SIDE * f32::from(start % 3 + 1);
                let marks = seen.texts_in(Point { x, y }, SIDE);
                let expected = if start % 2 == 0 { "X" } else { "O" };
                assert_eq!(marks.len(), 1);
                assert_eq!(marks[0].text, expected, "{start}");
            }
        }
    }
    let page = &continuous::sheet(GamesPerPage::One, &words(), &[]).pages[0];
    let columns = places(page, |line| line.pen != Pen::Bar, true);
    assert_eq!(columns.len(), 27);
    for (index, column) in (0_u8..).zip(&columns) {
        assert_near(column - columns[0], SIDE * f32::from(index));
    }
}

#[test]
fn the_example_of_the_tactical_rules_is_one_row_of_numbers_with_a_bar() {
    let moves: Moves = "541 412 123, 7 8 9; 898".parse().expect("they are moves");
    let document = continuous::sheet(GamesPerPage::One, &words(), &[moves.0]);
    let page = &document.pages[0];
    let (table, seen) = (&tables(page, 26)[0], Seen::of(page));
    let digits: Vec<Option<u8>> = (0..10).map(|column| table.digit(&seen, 0, column)).collect();
    let expected = [5, 4, 1, 2, 3, 7, 8, 9, 8].map(Some);
    assert_eq!((&digits[..9], digits[9]), (&expected[..], None));
    let bars: Vec<f32> = page
        .lines()
        .filter(|line| line.pen == Pen::Bar)
        .map(|line| line.from.x - table.corner.x)
        .collect();
    assert_eq!(bars.len(), 1);
    assert_near(bars[0], 5.0 * SIDE);
}

#[test]
fn invalid_lists_of_moves_are_refused() {
    let read = |text: &str| text.parse::<Moves>();
    assert_eq!(read("540"), Err(MovesError::NoNumber('0')));
    assert_eq!(read("541 4x2"), Err(MovesError::NoNumber('x')));
    assert_eq!(read("541 41"), Err(MovesError::Unfinished(2)));
    assert_eq!(read(&"111".repeat(MOVES_MAX + 1)), Err(MovesError::TooMany));
    assert_eq!(read(&"111".repeat(MOVES_MAX)).map(|moves| moves.0.len()), Ok(MOVES_MAX));
    assert_eq!(read(" "), Ok(Moves::default()));
}

#[test]
fn further_games_go_to_further_pages() {
    let one: Moves = "541".parse().expect("it is a move");
    for (count, pages) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
        let games = vec![one.0.clone(); count];
        let words = words();
        let documents = [
            record::sheet(GamesPerPage::Two, &words, &games),
            continuous::sheet(GamesPerPage::Two, &words, &games),
        ];
        for document in documents {
            assert_eq!(document.pages.len(), pages, "{count}");
            let fives = document.pages.iter().flat_map(Page::texts);
            assert_eq!(fives.filter(|text| text.text == "5").count(), count);
        }
    }
}

proptest! {
    // Each case draws and reads some pages.
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_record_read_back_is_the_game(
        per_page in per_page(),
        games in prop::collection::vec(moves(729), 4),
    ) {
        let games = &games[..usize::from(per_page.count())];
        let document = record::sheet(per_page, &words(), games);
        let shape = (6, 4 / usize::from(per_page.count()));
        let found = read_games(&document, shape, read_plain);
        prop_assert_eq!(&found[..games.len()], games);
    }

    #[test]
    fn a_continuous_record_read_back_is_the_game(
        per_page in per_page(),
        games in prop::collection::vec(moves(400), 4),
    ) {
        let games = &games[..usize::from(per_page.count())];
        let document = continuous::sheet(per_page, &words(), games);
        let mut starts: Vec<(u8, Move)> = Vec::new();
        let found = read_games(&document, (26, 1), |page, tables| {
            let moves = read_continuous(page, &tables[0]);
            starts.extend(&moves);
            moves.into_iter().map(|(_, played)| played).collect()
        });
        prop_assert_eq!(&found[..games.len()], games);
        if let [game] = games {
            // Each begins in a column of its player.
            for (ply, (start, _)) in starts.iter().enumerate() {
                prop_assert_eq!(usize::from(*start) % 2, ply % 2);
            }
            prop_assert_eq!(starts.len(), game.len());
        }
    }

    #[test]
    fn a_full_sheet_goes_on_in_a_record_and_loses_no_move(game in moves(729)) {
        let filling = Filling::of(&game);
        let document = full::sheet(&Field::Numbered, &words(), &filling, &game);
        let mut found = Vec::new();
        for page in &document.pages {
            found.extend(read_plain(page, &tables(page, 6)));
        }
        prop_assert_eq!(found, game);
    }
}
