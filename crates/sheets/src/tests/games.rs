//! The sheet of a game shows the marks and results of its moves.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::record::Record;
use zerosum_games::side::Side;

use crate::game;
use crate::moves::{Decision, Filling, Moves};
use crate::page::Ink;
use crate::tests::support::words::words;

/// X wins the tactical cell 1 1 with the eleventh move.
const MOVES: &str = "111 119 191 911 112 121 211 114 141 411 113";

fn played(name: &str, moves: &str) -> Record {
    let spec = GameSpec::from_name(name).expect("it is a game");
    Record::of_moves(spec, moves).expect("the moves are legal")
}

#[test]
fn a_position_fills_in_its_marks_and_what_they_have_decided() {
    let record = played("strategic", MOVES);
    let AnyGame::Strategic(position) = record.position() else { unreachable!("it is strategic") };
    let moves: Moves = MOVES.parse().expect("they are moves");
    assert_eq!(game::moves_of(record.moves()), moves.0);
    let filling = game::filling(position);
    assert_eq!(filling.tactical[0][0], Some(Decision::Won(Side::First)));
    let mut undecided = filling;
    undecided.tactical[0][0] = None;
    assert_eq!(undecided, Filling::of(&moves.0));
}

#[test]
fn a_full_sheet_has_the_numbers_of_the_rules_the_marks_and_the_moves() {
    for (name, details) in [
        ("strategic", vec![]),
        ("strategic-functional-map67", vec!["rows: map67"]),
        ("strategic-hyper-decided", vec!["rows: map34", "cells: hmap2"]),
    ] {
        let record = played(name, "541");
        let AnyGame::Strategic(position) = record.position() else {
            unreachable!("it is strategic")
        };
        let sheet = game::full_sheet(&words(), position, record.moves());
        let texts: Vec<&str> = sheet.pages[0].texts().map(|text| text.text.as_str()).collect();
        for detail in details {
            assert!(texts.iter().any(|text| text.contains(detail)), "{name}: {detail}");
        }
        let numbers = texts.iter().filter(|text| ["5", "4", "1"].contains(text)).count();
        let empty = game::full_sheet(&words(), position, &[]);
        let before = empty.pages[0].texts().filter(|text| ["5", "4", "1"].contains(&&*text.text));
        assert_eq!(numbers, before.count() + 3, "{name}");
    }
}

#[test]
fn what_is_won_stands_behind_the_field() {
    let count = |moves: &str| {
        let record = played("strategic", moves);
        let AnyGame::Strategic(position) = record.position() else {
            unreachable!("it is strategic")
        };
        let sheet = game::full_sheet(&words(), position, record.moves());
        sheet.pages[0].texts().filter(|text| text.ink == Ink::Light).count()
    };
    assert_eq!(count(MOVES), 1);
    assert_eq!(count(&MOVES[..MOVES.len() - 4]), 0);
}
