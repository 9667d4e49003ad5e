//! Records of strategic tic-tac-toe: moves in digits, the continuous form, and the errors of
//! illegal moves.

use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use proptest::sample::select;
use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::record::{RECORD_BYTES_MAX, Record, RecordError};
use zerosum_games::seed::Seed;
use zerosum_games::strategic::Target;

use crate::support::moves::legal_moves;

fn spec(name: &str) -> GameSpec {
    GameSpec::from_name(name).expect("it is a game")
}

/// The record of a list of moves.
fn record(name: &str, moves: &str) -> Record {
    Record::of_moves(spec(name), moves).expect("the moves are legal")
}

fn error(text: &str) -> String {
    Record::decode(text).expect_err("it is no record").to_string()
}

/// Games of the tactical rule set, with and without other options.
fn tactical_games() -> impl Strategy<Value = Record> {
    let names = vec![
        "strategic",
        "strategic-decided",
        "strategic-ta-sa",
        "strategic-decided-neutral-ta-tb-sa-sb",
    ];
    (select(names), any::<u64>(), 0..800_u32).prop_map(|(name, seed, plies_max)| {
        let mut record = Record::new(spec(name));
        for ply in 0..plies_max {
            let moves = legal_moves(record.position());
            let Some(code) = Seed::of_turn(seed, ply).pick(moves.into_iter()) else { break };
            record.play(code).expect("it is one of the legal moves");
        }
        record
    })
}

const PAIRS: &str = "zerosum record 1 strategic\n1. 5 4 1  4 1 2\n2. 1 2 3\n*\n";
const CONTINUOUS: &str = "zerosum record 1 strategic continuous\n5 4 1 2 3\n*\n";

/// Nine moves fill the tactical cell 1 1, and the tenth leads there: the next player chooses.
const TO_A_FULL_CELL: &str = "\
    111 112 121 211 113 131 311 114 141 411 115 151 511 116 161 611 117 171 711 118 181 811 119 191 911";

#[test]
fn a_move_is_three_numbers_and_a_pair_of_them_is_a_line() {
    let record = record("strategic", "541 412 123");
    assert_eq!(record.encode(), PAIRS);
    assert_eq!(record.encode_continuous().as_deref(), Some(CONTINUOUS));
}

#[test]
fn digits_stand_apart_or_together() {
    let expected = Record::decode(PAIRS);
    assert!(expected.is_ok());
    for text in [
        "zerosum record 1 strategic 541 412 123 *",
        "zerosum record 1 27x27: 5,4,1; 4,1,2; 1,2,3 *",
        "zerosum record 1 sttt 1.541 4 1 2\n2) 12 3 *",
        "zerosum record 1 strategic 541412123 *",
        "zerosum record 1 strategic 1. 541 1... 412 2. 123 *",
        "zerosum record 1 strategic 1. 541 2. 412 3. 123 *",
        "zerosum record 1 strategic 1.541 … 412 …123 *",
        CONTINUOUS,
        "ZEROSUM RECORD 1: STRATEGIC, CONTINUOUS: 54123 *",
        "zerosum record 1 strategic continuous 1. 541 2 2. 3 *",
        "zerosum record 1 strategic continuous 541|412|123 *",
    ] {
        assert_eq!(Record::decode(text), expected, "{text:?}");
    }
    let moves = Record::of_moves(spec("strategic"), "continuous 5 4 1 2 3");
    assert_eq!(moves, expected);
}

#[test]
fn a_number_without_a_dot_is_a_part_of_a_move() {
    let told = "zerosum record 1 strategic 1 541 *";
    assert_eq!(error(told), "move 1, O: a move is written like 5 4 1, found \"1\"");
}

#[test]
fn behind_a_bar_a_move_stands_in_full() {
    let record = record("strategic", TO_A_FULL_CELL);
    let AnyGame::Strategic(game) = record.position() else { unreachable!("it is strategic") };
    assert_eq!(game.target(), Target::Strategic(0));
    let mut played = record.clone();
    let code = played.position().read_move("152").expect("it is written as moves are");
    played.play(code).expect("the player may choose in 1");
    let text = played.encode_continuous().expect("it is the tactical rule set");
    assert!(text.ends_with("9 1 1 |\n1 5 2\n*\n") || text.contains("1 1 | 1 5 2"), "{text}");
    assert_eq!(Record::decode(&text), Ok(played));
    // Without the bar it is 1 1 1, which is taken.
    let without = text.replace('|', "");
    assert_eq!(error(&without), "move 13, O: 1 1 1 is taken");
}

#[test]
fn a_rule_set_with_numbers_has_no_continuous_record() {
    for spec in GameSpec::ALL {
        let has_one = Record::new(spec).encode_continuous().is_some();
        let name = spec.name();
        assert_eq!(has_one, name == "strategic" || name.starts_with("strategic-decided"), "{name}");
    }
    assert_eq!(
        error("zerosum record 1 strategic-functional continuous 5 4 1 *"),
        "move 1, X: a move is written like 5 4 1, found \"continuous\"",
    );
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, message) in [
        ("zerosum record 1 strategic 541 352 *", "move 1, O: 3 5 2 is not in the target 4 1"),
        ("zerosum record 1 strategic 1. 111 111 *", "move 1, O: 1 1 1 is taken"),
        (
            "zerosum record 1 strategic 1. 541 4 1 *",
            "move 1, O: a move is written like 5 4 1, found \"4 1\"",
        ),
        (
            "zerosum record 1 strategic 1. 541 4 2. 412 *",
            "move 1, O: a move is written like 5 4 1, found \"4\"",
        ),
        (
            "zerosum record 1 strategic 541 40",
            "move 1, O: a move is written like 5 4 1, found \"4 0\"",
        ),
        ("zerosum record 1 strategic 541 410 *", "move 1, O: 4 1 0 is off the board"),
        (
            "zerosum record 1 strategic 541 4x1 *",
            "move 1, O: a move is written like 5 4 1, found \"4x1\"",
        ),
        (
            "zerosum record 1 strategic 541 | 412 *",
            "move 1, O: a move is written like 5 4 1, found \"|\"",
        ),
        (
            "zerosum record 1 strategic 541 412",
            "move 2, X: the record ends without a result, 1-0, 0-1, 1/2-1/2 or *",
        ),
        (
            "zerosum record 1 strategic 541 412 3. 123 *",
            "move 2, X: here a record has the number 2, or none, found \"3\"",
        ),
        (
            "zerosum record 1 strategic continuous 5 4 *",
            "move 1, X: a move is written like 5 4 1, found \"5 4\"",
        ),
        (
            "zerosum record 1 strategic continuous 5 4 1 | *",
            "move 1, O: a move is written like 5 4 1, found \"|\"",
        ),
        (
            "zerosum record 1 strategic continuous 5 4 1 | | 412 *",
            "move 1, O: a move is written like 5 4 1, found \"|\"",
        ),
        (
            "zerosum record 1 strategic continuous 5 4 1 | 4 1 *",
            "move 1, O: a move is written like 5 4 1, found \"4 1\"",
        ),
        (
            "zerosum record 1 strategic continuous 5 4 1 | 352 *",
            "move 1, O: 3 5 2 is not in the target 4 1",
        ),
        (
            "zerosum record 1 strategic continuous continuous 5 4 1 *",
            "move 1, X: a move is written like 5 4 1, found \"continuous\"",
        ),
    ] {
        assert_eq!(error(text), message, "{text:?}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_told_with_the_rule_it_breaks() {
    let full = format!("zerosum record 1 strategic {TO_A_FULL_CELL}");
    let from_nine = TO_A_FULL_CELL.replace("191 911", "199 991 911");
    for (text, message) in [
        // 1 1 is full: anywhere else in 1 one may move.
        (format!("{full} 212 *"), "move 13, O: 2 1 2 is not in the target 1"),
        (
            "zerosum record 1 strategic-decided 111 119 191 911 112 121 211 114 141 411 113 131 311 115 *".to_owned(),
            "move 7, O: 1 1 5 is in tactical cell 1 1, which is closed",
        ),
        (
            "zerosum record 1 strategic-tb 541 415 154 *".to_owned(),
            "move 2, X: 1 5 4 sends O back to tactical cell 5 4, where X moved last",
        ),
        (
            format!("zerosum record 1 strategic-sb {from_nine} 192 *"),
            "move 14, X: 1 9 2 sends O back to strategic cell 9, where X moved last",
        ),
    ] {
        assert_eq!(error(&text), message, "{text:?}");
    }
}

#[test]
fn ten_megabytes_are_refused_unread() {
    let text = format!("zerosum record 1 strategic {}", "5 4 1 ".repeat((10 << 20) / 6));
    assert_eq!(Record::decode(&text), Err(RecordError::TooLong));
    assert!(text.len() > RECORD_BYTES_MAX);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_continuous_record_is_read_as_it_is_written(record in tactical_games()) {
        let text = record.encode_continuous().expect("it is the tactical rule set");
        assert!(text.lines().all(|line| line.len() < 80));
        assert_eq!(Record::decode(&text).as_ref(), Ok(&record), "{text}");
        let run: String = text.lines().skip(1).flat_map(|line| [line, " "]).collect();
        let run = format!("{} {}", text.lines().next().expect("it has a head"), run.replace("| ", "|"));
        assert_eq!(Record::decode(&run), Ok(record), "{run}");
    }

    #[test]
    fn a_continuous_record_that_is_cut_is_refused(record in tactical_games(), cut in any::<usize>()) {
        let text = record.encode_continuous().expect("it is the tactical rule set");
        let cut = cut % (text.len() - 1);
        assert!(Record::decode(&text[..cut]).is_err(), "{}", &text[..cut]);
    }

    #[test]
    fn bars_stand_where_players_may_choose(record in tactical_games()) {
        let text = record.encode_continuous().expect("it is the tactical rule set");
        let mut position = record.spec().start();
        let mut choices = 0;
        for (ply, code) in record.moves().iter().enumerate() {
            let AnyGame::Strategic(game) = &position else { unreachable!("it is strategic") };
            choices += usize::from(ply > 0 && !matches!(game.target(), Target::Tactical(..)));
            position.play(*code).expect("it was played");
        }
        assert_eq!(text.matches('|').count(), choices, "{text}");
    }

    #[test]
    fn a_move_that_is_not_legal_is_refused_with_its_reason(
        record in tactical_games(),
        code in 0..729_u16,
    ) {
        let code = zerosum_games::MoveCode(code);
        let position = record.position();
        let AnyGame::Strategic(game) = position else { unreachable!("it is strategic") };
        let is_refused = position.outcome().is_none() && !position.is_legal(code);
        assert_eq!(game.illegality(code).is_some(), is_refused);
    }
}
