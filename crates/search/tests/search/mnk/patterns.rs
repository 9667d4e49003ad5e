//! Finding moves by patterns on large boards of five in a row.

use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::{Game, MoveCode};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::patterns::numbers::Numbers;
use zerosum_search::mnk::searcher::MnkSearcher;
use zerosum_search::searcher::Searcher;

use crate::support::mnk_positions::{crowded_position, spec};
use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;

const TABLE_BYTES: usize = 1 << 20;

fn searcher() -> MnkSearcher {
    MnkSearcher::new(MnkSpec::GOMOKU, TABLE_BYTES)
}

#[test]
fn the_first_mark_is_in_the_middle() {
    for (name, middle) in [("15x15x5", "h8"), ("9x12x5", "e7")] {
        let start = Mnk::new(spec(name));
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        let result = searcher.find_move(&start, Limits::of_nodes(1_000), &mut Unwatched);
        assert_eq!(start.move_text(result.best.expect("a move")), middle);
    }
}

#[test]
fn equal_limits_find_equal_moves_and_a_search_afterwards_is_that_of_a_fresh_searcher() {
    let limits = Limits::of_nodes(3_000);
    let position = crowded_position(MnkSpec::GOMOKU, 7, 1, 2).expect("a position in play");
    let found = searcher().find_move(&position, limits, &mut Unwatched);
    let mut used = searcher();
    let other = crowded_position(MnkSpec::GOMOKU, 8, 2, 2).expect("a position in play");
    used.find_move(&other, limits, &mut Unwatched);
    let searched = used.search(&position, limits, &mut Unwatched);
    assert_eq!(searched, searcher().search(&position, limits, &mut Unwatched));
    assert_eq!(used.find_move(&position, limits, &mut Unwatched), found);
    used.forget();
    assert_eq!(used.find_move(&position, limits, &mut Unwatched), found);
}

#[test]
fn boards_of_other_kinds_and_the_end_of_games_are_searched_as_ever() {
    for (name, plies) in [("6x6x5", 7), ("15x15x4", 6), ("9x9x5", 20)] {
        let position = crowded_position(spec(name), plies, 1, 4).expect("a position in play");
        let limits = Limits::of_nodes(2_000);
        let fresh = || MnkSearcher::new(spec(name), TABLE_BYTES);
        assert_eq!(
            fresh().find_move(&position, limits, &mut Unwatched),
            fresh().search(&position, limits, &mut Unwatched),
            "{name}"
        );
    }
}

#[test]
fn wins_at_once_are_made_and_fives_parried() {
    let mut searcher = searcher();
    let (mut wins, mut parries) = (0, 0);
    for number in 0..120 {
        let Some(position) = crowded_position(MnkSpec::GOMOKU, 18, number, 3) else { continue };
        let result = searcher.find_move(&position, Limits::of_nodes(500), &mut Unwatched);
        let best = result.best.expect("a game in play has a move");
        let is_over = |position: &Mnk| position.outcome().is_some();
        let winning = |position: &Mnk| -> Vec<MoveCode> {
            let moves = legal_moves(position).into_iter();
            moves.filter(|code| is_over(&after(position, *code))).collect()
        };
        if !winning(&position).is_empty() {
            assert!(is_over(&after(&position, best)), "{position}");
            wins += 1;
            continue;
        }
        let is_safe = |code: &MoveCode| winning(&after(&position, *code)).is_empty();
        if legal_moves(&position).iter().any(is_safe) {
            assert!(is_safe(&best), "{position}");
            parries += u32::from(!legal_moves(&position).iter().all(is_safe));
        }
    }
    assert!(wins > 5 && parries > 5, "{wins} wins, {parries} parries");
}

#[test]
fn games_are_played_to_their_end_on_boards_of_all_shapes_however_few_positions_are_searched() {
    for (name, nodes) in [
        ("15x15x5", 0),
        ("15x15x5", 200),
        ("5x15x5", 1),
        ("15x5x5", 200),
        ("9x9x5", 1),
        ("12x9x5", 50),
    ] {
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        let mut position = Mnk::new(spec(name));
        while position.outcome().is_none() {
            let result = searcher.find_move(&position, Limits::of_nodes(nodes), &mut Unwatched);
            let mut line = position;
            for code in &result.line {
                assert!(line.play(*code).is_ok(), "{name}: {position}");
            }
            let best = result.best.expect("a game in play has a move");
            position.play(best).expect("it is legal");
        }
    }
}

#[test]
fn a_search_that_is_stopped_ends_soon_and_has_a_move() {
    let position = crowded_position(MnkSpec::GOMOKU, 9, 3, 2).expect("a position in play");
    let result = searcher().find_move(&position, Limits::NONE, &mut Patience(1));
    assert!(position.is_legal(result.best.expect("a move")));
    assert!(result.statistics.nodes < 5_000, "{result:?}");
}

#[test]
fn numbers_are_read_as_they_are_written() {
    let numbers = Numbers::fitted();
    assert_eq!(numbers.to_string().parse(), Ok(numbers));
    assert!("1 2 3".parse::<Numbers>().is_err());
    assert!(Numbers::fitted().to_string().replace('1', "x").parse::<Numbers>().is_err());
}
