//! The trace is the search: it records exactly the calls of minimax.

use zerosum_games::MoveCode;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_search::trace::{Call, MAX_CALLS, Step, TooManyCalls, trace};
use zerosum_search::{RankedMove, minimax};

use crate::support::positions::every_position;

const WORKED_EXAMPLE: &str = "\
call 1: max(-10, +10, -10) = +10 by b2, win in 1
  call 2, move b1: min(-10, -10) = -10 by b2, loss in 2
    call 3, move b2: -10, loss in 2
    call 4, move a3: -10, loss in 2
  call 5, move b2: +10, win in 1
  call 6, move a3: min(+10, -10) = -10 by b2, loss in 2
    call 7, move b1: max(+10) = +10 by b2, win in 3
      call 8, move b2: +10, win in 3
    call 9, move b2: -10, loss in 2
";

#[test]
fn the_worked_example_takes_nine_calls_and_chooses_the_middle() {
    let position: TicTacToe = "O.X/X.X/.OO x".parse().expect("a position in play");
    let root = trace(&position).expect("a small game");
    assert_eq!(root.told(&position).to_string(), WORKED_EXAMPLE);

    let Step::Max(choice) = &root.step else { panic!("X is to move and searches") };
    let values: Vec<(Option<MoveCode>, i32)> =
        choice.calls.iter().map(|call| (call.code, call.plain_value())).collect();
    let expected = [(1, -10), (4, 10), (6, -10)];
    assert_eq!(values, expected.map(|(cell, value)| (Some(MoveCode(cell)), value)));
    assert_eq!(choice.code, MoveCode(4));
    assert_eq!(minimax::rank(&position).nodes, 9);
}

#[test]
fn a_trace_has_the_nodes_and_verdicts_of_minimax_or_is_refused() {
    let mut refused = 0;
    for position in every_position() {
        let ranking = minimax::rank(&position);
        match trace(&position) {
            Ok(root) => {
                assert!(ranking.nodes <= u64::from(MAX_CALLS), "{position}");
                assert_eq!(numbers(&root), (1..=ranking.nodes).collect::<Vec<_>>(), "{position}");
                assert_eq!(root_moves(&root), ranking.moves, "{position}");
            }
            Err(TooManyCalls) => {
                assert!(ranking.nodes > u64::from(MAX_CALLS), "{position}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

/// The numbers of the calls, in the order in which the tree lists them.
fn numbers(call: &Call) -> Vec<u64> {
    let below = calls(call).iter().flat_map(numbers);
    [u64::from(call.number)].into_iter().chain(below).collect()
}

fn root_moves(root: &Call) -> Vec<RankedMove> {
    let ranked = |call: &Call| {
        let code = call.code.expect("a call below the root has a move");
        RankedMove { code, verdict: call.verdict }
    };
    calls(root).iter().map(ranked).collect()
}

fn calls(call: &Call) -> &[Call] {
    match &call.step {
        Step::Leaf => &[],
        Step::Max(choice) | Step::Min(choice) => &choice.calls,
    }
}

#[test]
fn every_choice_is_the_first_of_the_best_for_the_side_that_chooses() {
    for position in every_position() {
        if let Ok(root) = trace(&position) {
            assert_choices(&root);
        }
    }
}

fn assert_choices(call: &Call) {
    let verdicts = || calls(call).iter().map(|below| below.verdict);
    let (code, best) = match &call.step {
        Step::Leaf => return,
        Step::Max(choice) => (choice.code, verdicts().max()),
        Step::Min(choice) => (choice.code, verdicts().min()),
    };
    assert_eq!(best, Some(call.verdict));
    let first = calls(call).iter().find(|below| Some(below.verdict) == best);
    assert_eq!(first.and_then(|below| below.code), Some(code));
    calls(call).iter().for_each(assert_choices);
}

#[test]
fn the_empty_board_is_refused() {
    assert_eq!(trace(&TicTacToe::default()), Err(TooManyCalls));
}
