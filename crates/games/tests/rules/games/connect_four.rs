//! Connect Four, held against a second reading of its rules and against its notation.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use proptest::prelude::proptest;
use zerosum_games::any::GameSpec;
use zerosum_games::connect_four::spec::{ConnectFourSpec, ConnectFourSpecError};
use zerosum_games::connect_four::text::ConnectFourPositionError;
use zerosum_games::connect_four::values::{known_outcome, proven_outcome};
use zerosum_games::connect_four::{ColumnMove, ConnectFour};
use zerosum_games::notation::MoveTextError;
use zerosum_games::record::Record;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};

use crate::support::moves::{after, legal_moves};
use crate::support::naive_connect_four::{NaiveConnectFour, NaiveMove, count_plainly};

/// Number of random games on each board.
const GAMES: u64 = 100;

/// Every size, without pops and with them.
fn all_specs() -> impl Iterator<Item = ConnectFourSpec> {
    let sizes = (5..=9).flat_map(|columns| (4..=9).map(move |rows| (columns, rows)));
    let specs = sizes.map(|(columns, rows)| ConnectFourSpec::new(columns, rows).expect("a size"));
    specs.flat_map(|spec| [spec, spec.with_pops()])
}

fn naive(spec: ConnectFourSpec) -> NaiveConnectFour {
    NaiveConnectFour::new(spec.columns().into(), spec.rows().into(), spec.has_pops())
}

fn naive_move(position: &ConnectFour, code: MoveCode) -> NaiveMove {
    match position.column_move(code).expect("a legal move is of a column") {
        ColumnMove::Drop { column } => NaiveMove { column: column.into(), is_pop: false },
        ColumnMove::Pop { column } => NaiveMove { column: column.into(), is_pop: true },
    }
}

fn result(position: &ConnectFour) -> char {
    match position.outcome() {
        None => '.',
        Some(Outcome::Win(Side::First)) => 'X',
        Some(Outcome::Win(Side::Second)) => 'O',
        Some(Outcome::Draw) => '=',
    }
}

#[test]
fn random_games_go_as_the_second_reading_of_the_rules_says() {
    let mut ends = HashSet::new();
    for spec in all_specs() {
        for number in 0..GAMES {
            let (mut position, mut plain) = (ConnectFour::new(spec), naive(spec));
            for ply in 0.. {
                assert_eq!(position.to_string(), plain.text());
                assert_eq!(result(&position), plain.result, "{position}");
                assert_eq!(ConnectFour::read(spec, &plain.text()), Ok(position), "{position}");
                let moves = legal_moves(&position);
                let mut expected = plain.moves();
                for code in &moves {
                    let played = naive_move(&position, *code);
                    let at = expected.iter().position(|plain| *plain == played);
                    expected.remove(at.expect("the move is legal there, too"));
                    let text = position.move_text(*code);
                    assert_eq!(position.read_move(&text), Ok(*code), "{position}: {text}");
                }
                assert_eq!(expected, [], "{position}");
                let seed = Seed(number << 32 | ply);
                let Some(code) = seed.pick(moves.into_iter()) else { break };
                plain.play(naive_move(&position, code));
                position = after(&position, code);
            }
            ends.insert((spec.has_pops(), plain.result));
        }
    }
    // Random games with pops are hardly ever drawn.
    let all = [(false, 'X'), (false, 'O'), (false, '='), (true, 'X'), (true, 'O')];
    assert!(all.iter().all(|end| ends.contains(end)), "{ends:?}");
}

#[test]
fn the_second_reading_has_the_lines_of_the_data_files() {
    for spec in ConnectFourSpec::READY {
        let file = format!("tests/data/perft/{spec}.txt");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = |row: &str| -> Vec<u64> {
            row.split_whitespace().skip(1).map(|word| word.parse().expect("a number")).collect()
        };
        let expected: Vec<Vec<u64>> = rows.map(numbers).collect();
        let mut counted = vec![[0; 4]; expected.len()];
        count_plainly(&naive(spec), &mut counted);
        assert_eq!(counted.iter().map(|ply| ply.to_vec()).collect::<Vec<_>>(), expected, "{spec}");
    }
}

/// Number of positions after this many plies, by <https://oeis.org/A212693>.
const POSITIONS: [usize; 9] = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];

#[test]
fn positions_of_the_usual_board_are_as_many_as_published() {
    let mut positions = vec![ConnectFour::new(ConnectFourSpec::USUAL)];
    for expected in POSITIONS {
        assert_eq!(positions.len(), expected);
        let mut keys = HashSet::new();
        let in_play = positions.iter().filter(|position| position.outcome().is_none());
        let next = in_play.flat_map(|at| legal_moves(at).into_iter().map(|code| after(at, code)));
        positions = next.filter(|position| keys.insert(position.to_string())).collect();
        let numbers: HashSet<u64> = positions.iter().map(Game::key).collect();
        assert_eq!(numbers.len(), positions.len());
    }
}

/// A position with pops on the usual board, from the letters of each column from below.
fn popping(columns: &[&str], plies: usize) -> ConnectFour {
    let spec = ConnectFourSpec::POP_OUT;
    let mut plain = naive(spec);
    for (column, letters) in columns.iter().enumerate() {
        plain.columns[column] = letters.chars().collect();
    }
    plain.plies = plies;
    ConnectFour::read(spec, &plain.text()).expect("it is a position")
}

#[test]
fn a_pop_that_makes_rows_for_both_wins_and_one_that_makes_a_row_for_the_other_loses() {
    let both = popping(&["XOX", "OX", "OX", "OX", "", "O"], 10);
    let popped = after(&both, both.pop_code(0));
    assert_eq!(popped.to_string(), "......./......./......./......./XXXX.../OOOO.O. o 11");
    assert_eq!(popped.outcome(), Some(Outcome::Win(Side::First)));
    let theirs = popping(&["XO", "O", "O", "O", "", "XX", "X"], 8);
    assert_eq!(after(&theirs, theirs.pop_code(0)).outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn a_game_with_pops_is_drawn_after_twice_as_many_plies_as_cells() {
    let mut position = ConnectFour::new(ConnectFourSpec::POP_OUT);
    while position.outcome().is_none() {
        // Each side drops a piece and takes it out again.
        let column = if position.turn() == Side::First { 0 } else { 6 };
        let pop = position.pop_code(column);
        let drop = position.landing_cell(column).expect("the column is nearly empty");
        let code = if position.can_pop(column) { pop } else { drop };
        position = after(&position, code);
    }
    assert_eq!((position.outcome(), position.plies()), (Some(Outcome::Draw), 84));
}

#[test]
fn the_cells_of_the_row_are_those_that_have_won() {
    let spec = ConnectFourSpec::USUAL;
    let over = Record::of_moves(GameSpec::ConnectFour(spec), "4 4 3 3 2 3 5").expect("a game");
    let end = "......./......./......./..O..../..OO.../.XXXX.. o";
    assert_eq!(over.position().to_string(), end);
    let position = ConnectFour::read(spec, end).expect("it is a position");
    let cells = (0..42).map(MoveCode).filter(|code| position.is_winning_cell(*code));
    assert_eq!(cells.collect::<Vec<_>>(), [36, 37, 38, 39].map(MoveCode));
    let longer = Record::of_moves(GameSpec::ConnectFour(spec), "4 4 3 3 2 3 5 1");
    assert!(longer.is_err(), "the game was over before: {longer:?}");
}

#[test]
fn moves_are_columns_and_pops_have_a_letter() {
    let position = ConnectFour::new(ConnectFourSpec::USUAL);
    assert_eq!(position.read_move("4"), Ok(MoveCode(38)));
    for text in ["", "0", "04", "p4", "d", "4 ", "-4", "４"] {
        let error = position.read_move(text).expect_err("it is no move");
        assert!(matches!(error, MoveTextError::Form { example: "4", .. }), "{text}: {error}");
    }
    for text in ["8", "10", "99999999999"] {
        let error = position.read_move(text).expect_err("it is no column");
        assert!(matches!(error, MoveTextError::OffBoard { .. }), "{text}: {error}");
    }
    let popping = ConnectFour::new(ConnectFourSpec::POP_OUT);
    assert_eq!(popping.read_move("P7"), Ok(MoveCode(48)));
    assert_eq!(popping.move_text(MoveCode(48)), "p7");
    assert!(!popping.is_legal(MoveCode(48)));
}

#[test]
fn a_full_column_takes_no_piece() {
    let record = Record::of_moves(GameSpec::ConnectFour(ConnectFourSpec::USUAL), "1 1 1 1 1 1");
    let record = record.expect("the moves are legal");
    let position = record.position();
    let code = position.read_move("1").expect("it is a column");
    assert!(!position.is_legal(code) && position.is_taken(code));
}

#[test]
fn records_have_columns_for_moves_apart_or_together() {
    let spec = GameSpec::ConnectFour(ConnectFourSpec::USUAL);
    let record = Record::of_moves(spec, "44325").expect("the moves are legal");
    let text = "zerosum record 1 connect-four\n1. 4 4\n2. 3 2\n3. 5\n*\n";
    assert_eq!(record.encode(), text);
    for same in
        [text, "zerosum record 1 connect4 1.4 4 2.3 2 3. 5 *", "zerosum record 1 c4 44325 *"]
    {
        assert_eq!(Record::decode(same), Ok(record.clone()), "{same}");
    }
    let link = record.encode_link(64).expect("it is short");
    assert_eq!(Record::decode_link(&link), Some(record));
    let error = Record::decode("zerosum record 1 connect-four 1 1 1 1 1 1 1 *").expect_err("full");
    assert_eq!(error.to_string(), "move 4, X: 1 is full");
    let pops = "zerosum record 1 connect-four-pop\n1. 4 4\n2. p4\n*\n";
    assert_eq!(Record::decode(pops).map(|record| record.encode()).as_deref(), Ok(pops));
}

#[test]
fn boards_have_names_and_common_spellings() {
    let called = |word| GameSpec::from_alias(word).map(|(spec, _)| spec.name());
    for (word, name) in [
        ("Connect Four", "connect-four"),
        ("connect4", "connect-four"),
        ("четыре в ряд", "connect-four"),
        ("чотири в ряд 8×7", "connect-four-8x7"),
        ("connect 4 9x9 pop", "connect-four-9x9-pop"),
        ("pop out", "connect-four-pop"),
    ] {
        assert_eq!(called(word).as_deref(), Some(name), "{word}");
    }
    for word in
        ["connect-four-7x6", "connect-four-8x7-pop-pop", "connect-four-", "connect-four-pop-8x7"]
    {
        let error = word.parse::<ConnectFourSpec>();
        assert_eq!(error, Err(ConnectFourSpecError::Form), "{word}");
    }
    let errors =
        ["connect-four-4x4", "connect-four-5x10"].map(|word| word.parse::<ConnectFourSpec>());
    let expected = [
        Err(ConnectFourSpecError::Columns { found: 4 }),
        Err(ConnectFourSpecError::Rows { found: 10 }),
    ];
    assert_eq!(errors, expected);
    for spec in all_specs() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
}

/// The winners of boards of 5 to 9 columns, a line for each number of rows from 4 on: the first side, the second or none
/// (<https://github.com/ChristopheSteininger/c4>).
const OUTCOMES: [&str; 6] = ["=2=22", "===11", "=2122", "=1=11", "=212?", "=1=1?"];

#[test]
fn boards_have_the_outcomes_that_are_published() {
    for (rows, outcomes) in (4..).zip(OUTCOMES) {
        for (columns, outcome) in (5..).zip(outcomes.chars()) {
            let spec = ConnectFourSpec::new(columns, rows).expect("a size");
            let published = match outcome {
                '1' => Some(Outcome::Win(Side::First)),
                '2' => Some(Outcome::Win(Side::Second)),
                '=' => Some(Outcome::Draw),
                _ => None,
            };
            assert_eq!(known_outcome(spec), published, "{spec}");
            assert!(proven_outcome(spec).is_none_or(|proven| Some(proven) == published), "{spec}");
            assert_eq!(known_outcome(spec.with_pops()), None);
        }
    }
}

/// Texts that are no positions of the usual board, with the words of the error.
const CAUSES: [(&str, &str); 7] = [
    (
        "......./......./......./......./X....../.......",
        "row 5, column 1: a piece stands above an empty cell",
    ),
    ("......./......./.......", "a position has 6 rows divided by '/', found 3"),
    (
        "......./......./......./......./......./XX.....",
        "no game gets there: 2 X and 0 O, but X begins and turns alternate",
    ),
    (
        "......./......./......./......./OOOO.../XXXX...",
        "no game gets there: both sides have four in a row",
    ),
    (
        "......./......./......./......./OOO..../XXXXO..",
        "no game gets there: X has four in a row, but did not move last",
    ),
    (
        "......./......./......./......./......./...X... x",
        "it is O's turn by the count of pieces, not X's",
    ),
    (
        "......./......./XX...../XXOO.../XXOO.../XXOOO..",
        "no game gets there: no move of X completes all of its rows at once",
    ),
];

#[test]
fn texts_that_are_no_positions_are_refused_with_the_reason() {
    for (text, expected) in CAUSES {
        let error = ConnectFour::read(ConnectFourSpec::USUAL, text).expect_err("no position");
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let pops = ConnectFourSpec::POP_OUT;
    let board = "......./......./......./......./......./...X...";
    let read = |rest: &str| ConnectFour::read(pops, &format!("{board} {rest}"));
    assert_eq!(
        read("o 3").map(|position| position.plies()),
        Err(ConnectFourPositionError::Unreachable { plies: 3 })
    );
    assert_eq!(read("o 5").map(|position| position.plies()), Ok(5));
    assert!(matches!(read("o"), Err(ConnectFourPositionError::Plies { .. })));
    assert!(matches!(read("o 85"), Err(ConnectFourPositionError::Plies { .. })));
    assert_eq!(read("x 5"), Err(ConnectFourPositionError::NotTheirTurn(Side::First)));
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "[XO./xo 0-9]{0,80}") {
        for spec in ConnectFourSpec::READY {
            if let Ok(position) = ConnectFour::read(spec, &text) {
                assert_eq!(ConnectFour::read(spec, &position.to_string()), Ok(position));
            }
        }
    }
}
