//! Games between two evaluations by the same search with the same number of nodes.

use zerosum_games::seed::Seed;
use zerosum_games::side::BySide;
use zerosum_games::ultimate::{Ultimate, UltimateRules};
use zerosum_games::{Game, Outcome};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::searcher::Searcher;
use zerosum_search::ultimate::evaluator::LineEvaluator;

use crate::train::self_play::{after_opening, searcher_of};

/// Nodes for a move.
pub(super) const NODES: u64 = 1_000;

/// Random plies before the search begins.
const OPENING_PLIES: u16 = 4;

/// Plays an opening twice: in the first game the first evaluator begins, in the second the other. Equal
/// seeds give equal games.
pub(super) fn play_pair(
    rules: UltimateRules,
    evaluators: [&LineEvaluator; 2],
    seed: Seed,
) -> [Outcome; 2] {
    let start = after_opening(rules, OPENING_PLIES, seed);
    let [a, b] = evaluators;
    let begun_by_a = play(start, BySide { first: a, second: b });
    let begun_by_b = play(start, BySide { first: b, second: a });
    [begun_by_a, begun_by_b]
}

fn play(mut position: Ultimate, evaluators: BySide<&LineEvaluator>) -> Outcome {
    let rules = position.rules();
    let mut searchers = BySide {
        first: searcher_of(rules, evaluators.first),
        second: searcher_of(rules, evaluators.second),
    };
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let searcher = searchers.get_mut(position.turn());
        let found = searcher.search(&position, Limits::of_nodes(NODES), &mut Unwatched);
        position.play(found.best.expect("a game in play has a move")).expect("it is legal");
    }
}
