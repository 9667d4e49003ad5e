//! K in a row: the fast rules against plain ones, the numbers of lines, and the notation.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use zerosum_games::diagram::DiagramError;
use zerosum_games::mnk::opening::Opening;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::text::MnkPositionError;
use zerosum_games::mnk::{Mnk, MnkSpec, MnkSpecError};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

use crate::support::moves::{after, legal_moves};
use crate::support::naive_mnk::NaiveMnk;

fn spec(name: &str) -> MnkSpec {
    name.parse().expect("the name of a game")
}

/// Boards of every shape, and a few in the middle.
fn specs() -> impl Iterator<Item = MnkSpec> {
    let names = [
        "3x3x3",
        "4x3x3",
        "3x4x4",
        "3x15x15",
        "15x3x5",
        "3x3x3",
        "5x5x5",
        "7x4x3",
        "9x12x6",
        "15x15x15",
        "15x14x3",
        "10x10x7",
        "20x20x5",
        "20x20x15",
        "20x3x15",
        "3x20x4",
        "19x19x5-renju",
        "6x6x5-exact",
        "7x6x5-caro",
        "6x7x5-renju",
    ];
    names.into_iter().map(spec).chain(MnkSpec::READY)
}

/// A random game as long as it goes; equal numbers give equal games.
fn random_moves(spec: MnkSpec, number: u64) -> Vec<MoveCode> {
    let mut position = Mnk::new(spec);
    let mut moves = Vec::new();
    for ply in 0.. {
        let seed = Seed(number << 32 | ply);
        let Some(code) = seed.pick(legal_moves(&position).into_iter()) else { break };
        position.play(code).expect("the move is legal");
        moves.push(code);
    }
    moves
}

#[test]
fn random_games_go_as_the_plain_rules_say() {
    for spec in specs() {
        for number in 0..2 {
            let mut position = Mnk::new(spec);
            let mut plain = NaiveMnk::new(spec);
            for code in random_moves(spec, number) {
                assert_alike(&position, &plain);
                position.play(code).expect("the move is legal");
                plain.play(code.0.into());
            }
            assert_alike(&position, &plain);
            assert!(position.outcome().is_some());
        }
    }
}

fn assert_alike(position: &Mnk, plain: &NaiveMnk) {
    assert_eq!(position.to_string(), plain.text());
    assert_eq!(position.turn(), plain.turn(), "{position}");
    assert_eq!(position.outcome(), plain.outcome(), "{position}");
    let moves: Vec<usize> =
        legal_moves(position).into_iter().map(|MoveCode(cell)| cell.into()).collect();
    assert_eq!(moves, plain.legal_moves(), "{position}");
    for code in position.spec().cells() {
        let is_winning = plain.is_winning_cell(code.0.into());
        assert_eq!(position.is_winning_cell(code), is_winning, "{position}, {code:?}");
    }
}

#[test]
fn every_board_has_the_lines_of_its_data_file() {
    let more = ["4x3x3", "5x3x3", "5x4x4"].map(spec);
    for spec in MnkSpec::READY.into_iter().chain(more) {
        let expected = read_plies(spec);
        let mut counted = vec![[0; 4]; expected.len()];
        count_lines(&Mnk::new(spec), &mut counted);
        assert_eq!(counted, expected, "{spec}");
    }
}

/// The plain rules are some hundred times slower, so they count fewer plies.
#[test]
fn the_plain_rules_count_the_same_lines() {
    for (name, plies) in [("4x3x3", 5), ("5x4x4", 4), ("6x6x5", 3), ("15x15x5", 2)] {
        let mut counted = vec![[0; 4]; plies];
        count_lines_plainly(&NaiveMnk::new(spec(name)), &mut counted);
        assert_eq!(counted, read_plies(spec(name))[..plies], "{name}");
    }
}

/// Of each length: lines, won by the first side, won by the second, drawn.
type Plies = [[u64; 4]];

fn count_lines(position: &Mnk, plies: &mut Plies) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    count(position.outcome(), ply);
    if !deeper.is_empty() {
        for code in legal_moves(position) {
            count_lines(&after(position, code), deeper);
        }
    }
}

fn count_lines_plainly(position: &NaiveMnk, plies: &mut Plies) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    count(position.outcome(), ply);
    if !deeper.is_empty() {
        for cell in position.legal_moves() {
            let mut next = position.clone();
            next.play(cell);
            count_lines_plainly(&next, deeper);
        }
    }
}

fn count(outcome: Option<Outcome>, ply: &mut [u64; 4]) {
    ply[0] += 1;
    match outcome {
        Some(Outcome::Win(Side::First)) => ply[1] += 1,
        Some(Outcome::Win(Side::Second)) => ply[2] += 1,
        Some(Outcome::Draw) => ply[3] += 1,
        None => {}
    }
}

fn read_plies(spec: MnkSpec) -> Vec<[u64; 4]> {
    let file = format!("tests/data/perft/{spec}.txt");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file))
        .unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut plies = Vec::new();
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Result<Vec<u64>, _> = row.split_whitespace().map(str::parse).collect();
        let Ok(&[ply, lines, first, second, drawn]) = numbers.as_deref() else {
            panic!("{file}: {row:?} is not a row of five numbers");
        };
        assert_eq!(usize::try_from(ply), Ok(plies.len()), "{file}: the plies count from 0");
        plies.push([lines, first, second, drawn]);
    }
    assert!(plies.len() > 1, "{file} counts nothing");
    plies
}

#[test]
fn of_all_codes_the_empty_cells_are_played_and_the_others_change_nothing() {
    for spec in specs() {
        let mut position = Mnk::new(spec);
        for code in random_moves(spec, 7) {
            let legal = legal_moves(&position);
            for code in (0..450).chain([u16::MAX]).map(MoveCode) {
                let is_legal = legal.binary_search(&code).is_ok();
                let mut next = position;
                let answer = next.play(code);
                assert_eq!(answer, if is_legal { Ok(()) } else { Err(IllegalMove(code)) });
                assert_eq!(next == position, !is_legal, "{position}, {code:?}");
                assert_eq!(position.is_legal(code), is_legal, "{position}, {code:?}");
            }
            position.play(code).expect("the move is legal");
        }
    }
}

#[test]
fn positions_have_the_keys_of_their_marks_in_any_order() {
    for spec in specs() {
        let moves: Vec<MoveCode> = spec.cells().take(4).collect();
        let played = |order: [usize; 4]| {
            order.into_iter().fold(Mnk::new(spec), |position, index| after(&position, moves[index]))
        };
        let position = played([0, 1, 2, 3]);
        assert_eq!(position, played([2, 3, 0, 1]), "{spec}");
        assert_eq!(position.key(), played([2, 1, 0, 3]).key(), "{spec}");
        assert_ne!(position.key(), played([1, 0, 3, 2]).key(), "{spec}");
    }
    let starts: HashSet<u64> = MnkSpec::READY.map(|spec| Mnk::new(spec).key()).into();
    assert_eq!(starts.len(), MnkSpec::READY.len());
}

#[test]
fn different_positions_of_a_small_board_have_different_keys() {
    let mut positions = HashSet::from([Mnk::new(spec("4x3x3"))]);
    let mut keys = HashSet::new();
    for _ in 0..6 {
        keys.extend(positions.iter().map(Game::key));
        let next = positions.iter().flat_map(|position| {
            legal_moves(position).into_iter().map(|code| after(position, code))
        });
        positions = next.collect();
    }
    // After 0 to 5 plies: so many ways to choose cells for X, times as many for O among the rest.
    assert_eq!(keys.len(), 1 + 12 + 12 * 11 + 66 * 10 + 66 * 45 + 220 * 36);
}

#[test]
fn a_board_has_its_symmetries_and_their_images_are_faithful() {
    for spec in specs() {
        let expected = if spec.columns() == spec.rows() { 8 } else { 4 };
        assert_eq!(Mnk::new(spec).symmetries(), expected, "{spec}");
        let moves = random_moves(spec, 3);
        for symmetry in (0..expected).map(Symmetry) {
            let mut position = Mnk::new(spec);
            let mut image = Mnk::new(spec);
            for code in &moves {
                image.play(position.image_of_move(*code, symmetry)).expect("an image is legal");
                position.play(*code).expect("the move is legal");
                assert_eq!(position.image(symmetry), image, "{position}, {symmetry:?}");
            }
        }
    }
}

#[test]
fn moves_are_written_by_column_and_row() {
    let start = Mnk::new(spec("4x5x3"));
    assert_eq!(start.move_text(MoveCode(0)), "a1");
    assert_eq!(start.move_text(MoveCode(19)), "d5");
    for code in start.spec().cells() {
        assert_eq!(start.read_move(&start.move_text(code)), Ok(code));
    }
    assert!(start.read_move("e1").is_err() && start.read_move("a6").is_err());
}

#[test]
fn a_specification_is_read_as_it_is_written() {
    let mut count = 0;
    for columns in 0..25 {
        for rows in 0..25 {
            for k in 0..25 {
                let is_legal = (3..=20).contains(&columns)
                    && (3..=20).contains(&rows)
                    && (3..=columns.max(rows).min(15)).contains(&k);
                let made = MnkSpec::new(columns, rows, k);
                assert_eq!(made.is_ok(), is_legal, "{columns}x{rows}x{k}");
                assert_eq!(format!("{columns}x{rows}x{k}").parse(), made);
                count += u32::from(is_legal);
            }
        }
    }
    // For each greater side M from 3 to 20, 2M - 5 shapes with M - 2 lengths, 13 at most.
    assert_eq!(count, 3_562);
    for text in ["", "4x4", "4x4x4x4", "04x4x4", "4x4x4 ", "+4x4x4", "4X4x4", "4x4x", "70000x4x4"] {
        let found = text.to_owned();
        assert_eq!(text.parse::<MnkSpec>(), Err(MnkSpecError::Form { found }), "{text:?}");
    }
    for rule in Rule::ALL {
        let board = spec("9x5x5").with_rule(rule).expect("five in a row has every rule");
        assert_eq!((board.rule(), board.to_string().parse()), (rule, Ok(board)));
        let is_free = spec("9x5x4").with_rule(rule).is_ok();
        assert_eq!(is_free, rule == Rule::Free, "{rule:?}");
        for opening in Opening::ALL {
            let board = board.with_opening(opening).expect("five in a row has every opening");
            assert_eq!((board.opening(), board.to_string().parse()), (opening, Ok(board)));
            assert_eq!(board.without_opening().to_string(), format!("9x5x5{rule}"));
            let is_plain = spec("9x5x4").with_opening(opening).is_ok();
            assert_eq!(is_plain, opening == Opening::Plain, "{opening:?}");
        }
    }
    let said = |name: &str| name.parse::<MnkSpec>().map_err(|error| error.to_string());
    assert_eq!(said("2x4x3"), Err("a board has 3 to 20 columns, not 2".to_owned()));
    assert_eq!(said("4x21x3"), Err("a board has 3 to 20 rows, not 21".to_owned()));
    assert_eq!(said("20x4x16"), Err("on this board 3 to 15 in a row win, not 16".to_owned()));
    assert_eq!(said("4x5x6"), Err("on this board 3 to 5 in a row win, not 6".to_owned()));
    let of_rule = "only five in a row is played by this rule or opening, not 4".to_owned();
    for name in ["4x5x4-caro", "4x5x4-swap2"] {
        assert_eq!(said(name), Err(of_rule.clone()));
    }
    for name in ["9x9x5-swap2-caro", "9x9x5-swap-swap2", "9x9x5-caro-caro", "9x9x5-plain"] {
        assert!(said(name).is_err(), "{name}");
    }
    assert!(said("4x5x5-").is_err() && said("4x5x5-free").is_err() && said("4x5x5-renju").is_ok());
}

#[test]
fn every_position_of_a_game_is_read_as_it_is_written() {
    for spec in specs() {
        for number in 0..3 {
            let mut position = Mnk::new(spec);
            for code in random_moves(spec, number) {
                position.play(code).expect("the move is legal");
                assert_eq!(Mnk::read(spec, &position.to_string()), Ok(position));
            }
        }
    }
}

#[test]
fn absurd_positions_are_refused_with_a_reason() {
    let causes = [
        (".../.../...", "a position has 4 rows divided by '/', found 3"),
        ("..../..../.../....", "row 3 must have 4 cells, found 3"),
        ("..../..../..../.....o", "row 4 must have 4 cells, found 6"),
        ("..../...w/..../....", "row 2, column 4: a cell is 'X', 'O' or '.', found 'w'"),
        ("..../..../..../....w", "the side to move is 'x' or 'o', found 'w'"),
        (
            "..../O.../..../....",
            "no game gets there: 0 X and 1 O, but X begins and turns alternate",
        ),
        ("XXX./OOO./..../....", "no game gets there: both sides have 3 in a row"),
        ("XXX./OO.O/..../....", "no game gets there: X has 3 in a row, but did not move last"),
        ("OOO./XX.X/X.../....", "no game gets there: O has 3 in a row, but did not move last"),
        (
            "XXX./OO.O/XXX./OO..",
            "no game gets there: no move of X completes all of its lines at once",
        ),
        ("X.../..../..../.... x", "it is O's turn by the count of marks, not X's"),
    ];
    for (text, message) in causes {
        let error = Mnk::read(spec("4x4x3"), text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    let error = MnkPositionError::Diagram(DiagramError::RowCount { rows: 3, found: 1 });
    assert_eq!(Mnk::read(spec("3x3x3"), ""), Err(error));
}

#[test]
fn a_line_longer_than_needed_and_two_lines_at_once_win() {
    let long = Mnk::read(spec("7x3x3"), "XX.XXOO/OO...../....... x").expect("a position in play");
    let long = after(&long, MoveCode(2));
    assert_eq!(long.outcome(), Some(Outcome::Win(Side::First)));
    let winning = (0..21).map(MoveCode).filter(|code| long.is_winning_cell(*code)).count();
    assert_eq!(winning, 5);
    let two = Mnk::read(spec("5x5x3"), "XX.../..X../O.X../OO.O./..... x").expect("in play");
    let two = after(&two, MoveCode(2));
    let winning: Vec<u16> = (0..25).filter(|cell| two.is_winning_cell(MoveCode(*cell))).collect();
    assert_eq!(winning, [0, 1, 2, 7, 12]);
    assert_eq!(Mnk::read(two.spec(), &two.to_string()), Ok(two));
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[XOxo./ ]{0,20}",
        "[XO.]{4}/[XO.]{4}/[XO.]{4}( [xo])?",
        "[XO.]{3,5}/[XO.é\u{2028}]{4}/[xo.]{3,5} ?[xoz]?"
    ]
}

proptest! {
    #[test]
    fn any_text_is_a_position_that_prints_to_itself_or_an_error(text in texts()) {
        let spec = spec("4x3x3");
        if let Ok(position) = Mnk::read(spec, &text) {
            assert_eq!(Mnk::read(spec, &position.to_string()), Ok(position));
        }
    }
}
