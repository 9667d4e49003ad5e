//! The searcher for the ultimate game: its exact results are those of plain minimax, and it keeps
//! the guarantees of every searcher under all 32 rule sets.

use zerosum_games::seed::Seed;
use zerosum_games::ultimate::{Ultimate, UltimateRules};
use zerosum_games::{Game, MoveCode, Symmetry};
use zerosum_search::deepening::evaluation::{Candidate, Evaluation, Prospects};
use zerosum_search::limits::{Limits, NODES_BETWEEN_LOOKS, Unwatched};
use zerosum_search::minimax;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, Searcher};
use zerosum_search::ultimate::UltimateSearcher;
use zerosum_search::ultimate::evaluation::Evaluated;
use zerosum_search::ultimate::evaluation::{EXACT_EMPTY_MAX, empty_cells};
use zerosum_search::ultimate::evaluator::{Evaluator, LineEvaluator};
use zerosum_search::{RankedMove, Verdict};

use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;

type Searching = UltimateSearcher<LineEvaluator>;

const TABLE_BYTES: usize = 1 << 20;

/// Number of games of each rule set whose end is compared with plain minimax.
const GAMES: u64 = 16;

/// Maximum number of empty cells that plain minimax reads to the end in a moment.
const EMPTY_MAX: u32 = 5;

/// Deep enough for reductions, and soon searched without.
const DEPTH_SEEN: u16 = 5;

/// The positions of a random game.
fn random_game(rules: UltimateRules, number: u64) -> Vec<Ultimate> {
    let mut positions = vec![Ultimate::new(rules)];
    for ply in 0.. {
        let position = positions.last().expect("a game begins with a position");
        let seed = Seed((number + 500) << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        positions.push(after(position, code));
    }
    positions
}

/// The late positions of random games that are still in play.
fn endgames(rules: UltimateRules) -> impl Iterator<Item = Ultimate> {
    (0..GAMES)
        .flat_map(move |number| random_game(rules, number))
        .filter(|position| position.outcome().is_none() && empty_cells(position) <= EMPTY_MAX)
}

#[test]
fn endgames_of_all_32_rule_sets_have_the_verdict_of_plain_minimax() {
    let mut compared = 0;
    for rules in UltimateRules::ALL {
        let mut searcher = Searching::new(rules, TABLE_BYTES);
        for position in endgames(rules) {
            let result = searcher.search(&position, Limits::NONE, &mut Unwatched);
            let ranking = minimax::rank(&position).moves;
            let best = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = best.expect("the game is in play");
            assert_eq!(result.score, Score::from(verdict), "{rules}: {position}: {result:?}");
            assert!(result.is_exact, "{rules}: {position}: {result:?}");
            let is_best =
                |ranked: &RankedMove| Some(ranked.code) == result.best && ranked.verdict == verdict;
            assert!(ranking.into_iter().any(|ranked| is_best(&ranked)), "{rules}: {position}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} positions");
}

/// The textbook to a fixed depth. Everything is evaluated from scratch, and nothing is carried along.
fn score_by_textbook(
    evaluator: &LineEvaluator,
    position: &Ultimate,
    depth: u16,
    plies: u16,
) -> Score {
    let evaluation = Evaluated::new(evaluator, position);
    let prospects = evaluation.prospects();
    if prospects.worst == prospects.best {
        return Score::from(prospects.best).delayed(plies);
    }
    if depth == 0 {
        return prospects.estimate(evaluation.evaluate());
    }
    let score = |code| -score_by_textbook(evaluator, &after(position, code), depth - 1, plies + 1);
    legal_moves(position).into_iter().map(score).max().expect("the game is in play")
}

/// A ranking to the depth of a level equals plain minimax to that depth, regardless of what the
/// searcher remembers.
#[test]
fn rankings_of_all_32_rule_sets_are_those_of_plain_minimax() {
    for (number, rules) in (0..).zip(UltimateRules::ALL) {
        let evaluator = LineEvaluator::of(rules);
        let mut old = Searching::new(rules, TABLE_BYTES);
        for position in random_game(rules, number).into_iter().skip(1).step_by(5) {
            old.search(&position, Limits::of_nodes(5_000), &mut Unwatched);
            let depth = if position.target().is_some() { 4 } else { 2 };
            let expected: Vec<(MoveCode, Score)> = legal_moves(&position)
                .into_iter()
                .map(|code| {
                    let next = after(&position, code);
                    (code, -score_by_textbook(&evaluator, &next, depth - 1, 1))
                })
                .collect();
            let mut fresh = Searching::new(rules, 0);
            for searcher in [&mut old, &mut fresh] {
                let ranking =
                    searcher.analyze(&position, Limits::of_depth(depth), &mut Unwatched).moves;
                let found: Vec<(MoveCode, Score)> =
                    ranking.iter().map(|scored| (scored.code, scored.score)).collect();
                assert_eq!(found, expected, "{rules}: {position}");
            }
        }
    }
}

/// The output of an evaluation for its position: the certain bounds, the value, and the candidates.
fn said_by(evaluation: &Evaluated<'_, LineEvaluator>) -> (Prospects, i32, Vec<Candidate>) {
    let mut candidates = Vec::new();
    evaluation.candidates(&mut Vec::new(), |candidate| candidates.push(candidate));
    (evaluation.prospects(), evaluation.evaluate(), candidates)
}

#[test]
fn an_evaluation_that_was_carried_along_is_the_one_that_is_formed_anew() {
    for rules in UltimateRules::ALL {
        let evaluator = LineEvaluator::of(rules);
        for number in 0..8 {
            let start = Ultimate::new(rules);
            let mut evaluation = Evaluated::new(&evaluator, &start);
            for ply in 0.. {
                let position = *evaluation.position();
                assert_eq!(
                    said_by(&evaluation),
                    said_by(&Evaluated::new(&evaluator, &position)),
                    "{position}"
                );
                let moves = legal_moves(&position);
                let (_, _, candidates) = said_by(&evaluation);
                let codes: Vec<MoveCode> =
                    candidates.iter().map(|candidate| candidate.code).collect();
                assert_eq!(codes, moves, "{position}");
                let seed = Seed((number + 900) << 32 | ply);
                let Some(code) = seed.pick(moves.into_iter()) else { break };
                evaluation.play(code);
            }
        }
    }
}

/// The certain bounds of an evaluation are true.
#[test]
fn no_endgame_is_better_or_worse_than_its_prospects() {
    let mut certain = 0;
    for rules in UltimateRules::ALL {
        let evaluator = LineEvaluator::of(rules);
        for position in endgames(rules) {
            let prospects = Evaluated::new(&evaluator, &position).prospects();
            let ranking = minimax::rank(&position).moves;
            let verdict = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = verdict.expect("the game is in play");
            assert!(prospects.worst <= verdict, "{rules}: {position}: {prospects:?}");
            assert!(verdict <= prospects.best, "{rules}: {position}: {prospects:?}");
            certain += u32::from(prospects.worst == prospects.best);
        }
    }
    assert!(certain > 30, "only {certain} certain positions");
}

/// If a search with reductions has found the end, the searcher goes on to the true distance.
#[test]
fn wins_are_the_fastest_and_defences_the_longest_if_there_is_time() {
    let (mut wins, mut losses) = (0, 0);
    for rules in UltimateRules::NAMED {
        let mut searcher = Searching::new(rules, TABLE_BYTES / 16);
        let ends = (0..400).flat_map(|number| random_game(rules, number).into_iter().rev().take(8));
        for position in ends {
            if position.outcome().is_some() || empty_cells(&position) <= EXACT_EMPTY_MAX {
                continue;
            }
            searcher.forget();
            let limits = Limits::of_depth(DEPTH_SEEN);
            let result = searcher.search(&position, limits, &mut Unwatched);
            if !result.score.is_decided() {
                continue;
            }
            let ranking = Searching::new(rules, 0).analyze(&position, limits, &mut Unwatched).moves;
            let best = ranking.iter().map(|scored| scored.score).max();
            assert_eq!(Some(result.score), best, "{rules}: {position}: {result:?}");
            let is_seen = result.score.is_decided_within(DEPTH_SEEN);
            assert_eq!(is_seen, result.distance == Distance::Exact, "{position}: {result:?}");
            match result.score.verdict() {
                Verdict::Win { plies } if plies > 2 => wins += 1,
                Verdict::Loss { plies } if plies > 2 => losses += 1,
                Verdict::Win { .. } | Verdict::Loss { .. } | Verdict::Draw => {}
            }
        }
    }
    assert!(wins > 8 && losses > 8, "only {wins} wins and {losses} losses");
}

#[test]
fn within_any_limits_there_is_a_legal_move_and_line() {
    for rules in UltimateRules::ALL {
        let mut searcher = Searching::new(rules, TABLE_BYTES);
        for position in random_game(rules, 3).into_iter().step_by(7) {
            for (limits, looks) in [
                (Limits::NONE, 1),
                (Limits::NONE, 2),
                (Limits::of_nodes(1), 100),
                (Limits::of_nodes(700), 100),
                (Limits::of_depth(2), 100),
                (Limits::of_depth(0), 100),
            ] {
                let result = searcher.search(&position, limits, &mut Patience(looks));
                assert_eq!(result.best, result.line.first().copied(), "{position}");
                assert_eq!(result.best.is_none(), position.outcome().is_some(), "{position}");
                result.line.iter().fold(position, |position, code| after(&position, *code));
                let nodes_max = limits.nodes_max.saturating_add(NODES_BETWEEN_LOOKS);
                assert!(result.statistics.nodes <= nodes_max, "{position}");
            }
        }
    }
}

#[test]
fn equal_limits_make_equal_results() {
    for rules in UltimateRules::NAMED {
        for position in random_game(rules, 4).into_iter().step_by(9) {
            let search = || {
                Searching::new(rules, TABLE_BYTES).search(
                    &position,
                    Limits::of_nodes(5_000),
                    &mut Unwatched,
                )
            };
            assert_eq!(search(), search(), "{position}");
            let mut searcher = Searching::new(rules, TABLE_BYTES);
            let result = searcher.search(&position, Limits::of_nodes(5_000), &mut Unwatched);
            searcher.forget();
            let again = searcher.search(&position, Limits::of_nodes(5_000), &mut Unwatched);
            assert_eq!(result, again, "{position}");
        }
    }
}

#[test]
fn a_searcher_may_be_asked_about_other_rules() {
    let mut searcher = Searching::new(UltimateRules::STANDARD, TABLE_BYTES);
    for rules in UltimateRules::ALL {
        for position in endgames(rules).take(3) {
            let result = searcher.search(&position, Limits::NONE, &mut Unwatched);
            let alone =
                Searching::new(rules, TABLE_BYTES).search(&position, Limits::NONE, &mut Unwatched);
            assert_eq!(result.score, alone.score, "{rules}: {position}");
        }
    }
}

#[test]
fn mirrored_endgames_have_the_same_score() {
    for rules in UltimateRules::NAMED {
        let mut searcher = Searching::new(rules, TABLE_BYTES);
        for position in endgames(rules).take(10) {
            let score = searcher.search(&position, Limits::NONE, &mut Unwatched).score;
            for symmetry in (0..position.symmetries()).map(Symmetry) {
                let image = position.image(symmetry);
                let result = searcher.search(&image, Limits::NONE, &mut Unwatched);
                assert_eq!(result.score, score, "{position}, {symmetry:?}");
            }
        }
    }
}
