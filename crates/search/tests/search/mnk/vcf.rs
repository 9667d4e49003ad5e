//! Wins by fours: each of them, and nothing else, against a plain search over the rules alone.

use zerosum_games::mnk::Mnk;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::limits::{Budget, Unwatched};
use zerosum_search::mnk::board::Board;
use zerosum_search::mnk::vcf::{Vcf, VcfResult, defences};

use crate::support::mnk_positions::{crowded_position, random_position, spec};
use crate::support::mnk_threat_positions::{threats, wins_at_once, wins_by_fours};
use crate::support::moves::after;

/// Positions of many kinds, most of them crowded.
fn positions(count: u64) -> impl Iterator<Item = Mnk> {
    let kinds: [(&str, u64, u16); 7] = [
        ("4x4x3", 4, 9),
        ("5x5x4", 9, 9),
        ("6x6x4", 10, 2),
        ("7x7x5", 20, 2),
        ("9x9x5", 24, 3),
        ("9x9x5", 29, 3),
        ("15x15x5", 30, 3),
    ];
    kinds.into_iter().flat_map(move |(name, plies, reach)| {
        let both = (plies..plies + 2).flat_map(move |plies| (0..count).map(move |at| (plies, at)));
        both.filter_map(move |(plies, number)| crowded_position(spec(name), plies, number, reach))
    })
}

/// The search with a budget that does not end.
fn find(vcf: &mut Vcf, board: &mut Board, plies_max: u16, nodes_max: u64) -> VcfResult {
    let mut watch = Unwatched;
    vcf.find(board, plies_max, nodes_max, &mut Budget::new(&mut watch, u64::MAX))
}

#[test]
fn every_win_by_fours_is_found_and_no_other() {
    let mut vcf = Vcf::default();
    let mut seen = [0; 4];
    for position in positions(14) {
        let mut shortest = [1, 3, 5].into_iter().filter(|plies| wins_by_fours(&position, *plies));
        let expected = shortest.next();
        let mut board = Board::of(&position);
        match (find(&mut vcf, &mut board, 5, u64::MAX), expected) {
            (VcfResult::Wins(line), Some(plies)) => {
                assert_eq!(line.len(), plies, "{position}, {line:?}");
                assert_is_win(&position, &board, &line);
                seen[plies / 2] += 1;
            }
            (VcfResult::Fails, None) => seen[3] += 1,
            (found, expected) => panic!("{position}: {found:?} instead of {expected:?}"),
        }
    }
    assert!(seen.iter().all(|count| *count >= 5), "too few of some kind: {seen:?}");
}

/// Plays a line: every move of the attacker threatens to win, every answer is one that is forced,
/// the defender never wins, and at last the attacker has.
fn assert_is_win(position: &Mnk, board: &Board, line: &[usize]) {
    let mut position = *position;
    let attacker = position.turn();
    for (index, cell) in line.iter().enumerate() {
        if index % 2 == 1 {
            assert!(wins_at_once(&position).is_empty(), "{position}, {line:?}");
            assert!(threats(&position).contains(&board.code_of(*cell)), "{position}, {line:?}");
        }
        position = after(&position, board.code_of(*cell));
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(attacker)), "{line:?}");
}

#[test]
fn long_wins_by_fours_are_wins() {
    let mut vcf = Vcf::default();
    let mut lengths = Vec::new();
    for number in 0..400 {
        let Some(position) = crowded_position(spec("15x15x5"), 30, number, 4) else { continue };
        let mut board = Board::of(&position);
        let before = board.key();
        if let VcfResult::Wins(line) = find(&mut vcf, &mut board, u16::MAX, 20_000) {
            assert_eq!(board.key(), before);
            assert_is_win(&position, &board, &line);
            lengths.push(line.len());
        }
    }
    assert!(lengths.iter().filter(|length| **length >= 7).count() >= 5, "{lengths:?}");
}

#[test]
fn a_search_that_runs_out_of_nodes_says_so() {
    let text = "......./......./..XXX../......./.OO..../O....../.......";
    let position = Mnk::read(spec("7x7x5"), text).expect("a position in play");
    let mut board = Board::of(&position);
    assert_eq!(find(&mut Vcf::default(), &mut board, u16::MAX, 1), VcfResult::Unknown);
    let VcfResult::Wins(line) = find(&mut Vcf::default(), &mut board, u16::MAX, 100) else {
        panic!("an open three wins by fours")
    };
    assert_eq!(line.len(), 3);
}

#[test]
fn every_move_that_is_no_defence_loses_to_fours() {
    let mut vcf = Vcf::default();
    let mut attacks = 0;
    let more = (0..400).filter_map(|number| random_position(spec("9x9x5"), 40, number));
    for position in positions(14).chain(more) {
        let mut board = Board::of(&position);
        if !wins_at_once(&position).is_empty() {
            continue;
        }
        board.pass();
        let attack = find(&mut vcf, &mut board, u16::MAX, 5_000);
        board.pass();
        let VcfResult::Wins(line) = attack else { continue };
        attacks += 1;
        let key = board.key();
        let defences = defences(&mut board, &line);
        assert_eq!(board.key(), key);
        for cell in board.empty().bits().filter(|cell| !defences.contains(*cell)) {
            board.play(cell);
            // By another line it might be longer; this line must still be there.
            let length = u16::try_from(line.len()).expect("a short line");
            let attack = find(&mut vcf, &mut board, length, u64::MAX);
            assert!(matches!(attack, VcfResult::Wins(_)), "{position}: {cell} is a defence");
            board.take_back(cell);
        }
    }
    assert!(attacks >= 40, "only {attacks} attacks");
}

#[test]
fn a_board_knows_after_any_moves_what_a_fresh_one_does() {
    for position in positions(6) {
        let mut board = Board::of(&position);
        let moves: Vec<usize> = board.empty().bits().step_by(5).take(6).collect();
        let mut played = position;
        let mut kept = Vec::new();
        for cell in &moves {
            let after_key = board.common_key_after(board.turn(), *cell);
            if played.play(board.code_of(*cell)).is_err() {
                break;
            }
            board.play(*cell);
            kept.push(*cell);
            assert_eq!(board.common_key(), after_key);
            assert_same(&board, &Board::of(&played));
        }
        kept.iter().rev().for_each(|cell| board.take_back(*cell));
        assert_same(&board, &Board::of(&position));
        for symmetry in (0..position.symmetries()).map(zerosum_games::Symmetry) {
            let image = Board::of(&position.image(symmetry));
            assert_eq!(image.common_key(), board.common_key());
            assert_eq!(image.worth(Side::First), board.worth(Side::First));
        }
    }
}

fn assert_same(board: &Board, fresh: &Board) {
    assert_eq!((board.turn(), board.empty()), (fresh.turn(), fresh.empty()));
    assert_eq!(board.key(), fresh.key());
    for side in Side::ALL {
        assert_eq!(board.winning_cells(side), fresh.winning_cells(side));
        assert_eq!(board.four_cells(side), fresh.four_cells(side));
        assert_eq!(board.three_cells(side), fresh.three_cells(side));
        assert_eq!(board.worth(side), fresh.worth(side));
        assert_eq!(board.pressure(side), fresh.pressure(side));
        assert_eq!(board.live_windows(side), fresh.live_windows(side));
        for cell in board.empty().bits() {
            assert_eq!(board.promise(side, cell), fresh.promise(side, cell));
            assert_eq!(board.is_alive(side, cell), fresh.is_alive(side, cell));
        }
    }
}
