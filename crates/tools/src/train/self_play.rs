//! Games of the search with itself, and the examples made of their positions.

use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::ultimate::{Ultimate, UltimateRules};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::searcher::Searcher;
use zerosum_search::ultimate::UltimateSearcher;
use zerosum_search::ultimate::evaluator::{LineEvaluator, UNIT};
use zerosum_search::ultimate::patterns::Classes;

use crate::engine_match::openings::Openings;
use crate::seeds::SeedSequence;
use crate::train::model::{Example, logistic};

/// Memory for the transposition table of a game; a move looks at few positions.
const TABLE_BYTES: usize = 1 << 20;

/// Random plies before the search begins.
const OPENING_PLIES: std::ops::RangeInclusive<u16> = 1..=12;

/// Nodes for a move, so that positions are seen at more than one depth.
const NODES: std::ops::RangeInclusive<u64> = 750..=1_250;

/// One move in this many is random, so that positions come about which the search avoids.
const RANDOM_MOVE_IN: u32 = 25;

/// Share of the game's result in a label; the rest is the search's estimate.
const RESULT_SHARE: f64 = 0.2;

/// The positions of a game, judged by this evaluation, in which nothing was proven yet. Equal seeds
/// give equal games.
pub(super) fn play(
    rules: UltimateRules,
    evaluator: &LineEvaluator,
    classes: &Classes,
    seed: Seed,
) -> Vec<Example> {
    let mut seeds = SeedSequence::new(seed);
    let plies = seeds.next().pick(OPENING_PLIES).expect("there is a choice");
    let mut position = after_opening(rules, plies, seeds.next());
    let mut searcher = searcher_of(rules, evaluator);
    let mut seen = Vec::new();
    let points_of_first = loop {
        if let Some(outcome) = position.outcome() {
            break points(outcome, Side::First);
        }
        let nodes = seeds.next().pick(NODES).expect("there is a choice");
        let found = searcher.search(&position, Limits::of_nodes(nodes), &mut Unwatched);
        if found.is_exact {
            let points = points_of(found.score.verdict());
            break if position.turn() == Side::First { points } else { 1.0 - points };
        }
        let logit = f64::from(found.score.value()) / f64::from(UNIT);
        seen.push((position, logistic(logit)));
        let mut code = found.best.expect("a game in play has a move");
        if seeds.next().pick(0..RANDOM_MOVE_IN) == Some(0) {
            code = random_move(&position, seeds.next());
        }
        position.play(code).expect("the move is legal");
    };
    let label = |position: &Ultimate, seen: f64| {
        let is_first = position.turn() == Side::First;
        let result = if is_first { points_of_first } else { 1.0 - points_of_first };
        RESULT_SHARE * result + (1.0 - RESULT_SHARE) * seen
    };
    let example = |(position, seen)| Example::of(&position, classes, label(&position, seen));
    seen.into_iter().map(example).collect()
}

/// Returns the position after this many random plies.
pub(super) fn after_opening(rules: UltimateRules, plies: u16, seed: Seed) -> Ultimate {
    let mut position = Ultimate::new(rules);
    for code in Openings::new(GameSpec::Ultimate(rules), plies, None).line(seed.mixed()) {
        position.play(code).expect("an opening is legal");
    }
    position
}

/// Creates a searcher that plays by an evaluation.
pub(super) fn searcher_of(rules: UltimateRules, evaluator: &LineEvaluator) -> UltimateSearcher {
    UltimateSearcher::with_evaluator(rules, TABLE_BYTES, evaluator.clone())
}

fn random_move(position: &Ultimate, seed: Seed) -> MoveCode {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    seed.pick(moves.into_iter()).expect("a game in play has a move")
}

fn points_of(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win { .. } => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss { .. } => 0.0,
    }
}

fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}
