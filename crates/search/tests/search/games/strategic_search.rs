//! The searcher for strategic tic-tac-toe: its exact results are those of plain minimax, and it
//! keeps the guarantees of every searcher under rules of every kind.

use std::collections::HashMap;

use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::ultimate::Draws;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::deepening::evaluation::{Candidate, Evaluation, Prospects};
use zerosum_search::limits::{Limits, NODES_BETWEEN_LOOKS, Unwatched};
use zerosum_search::minimax;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, Searcher};
use zerosum_search::strategic::evaluation::Evaluated;
use zerosum_search::strategic::evaluator::ChanceEvaluator;
use zerosum_search::strategic::{StrategicSearcher, empty_cells};
use zerosum_search::{RankedMove, Verdict};

use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;
use crate::support::strategic_games::{long_game, random_game, some_rules, usual_rules};

const TABLE_BYTES: usize = 1 << 20;

/// Maximum number of empty cells that plain minimax reads to the end in a moment.
const EMPTY_MAX: u32 = 5;

/// Number of games of each rule set whose end is compared with plain minimax.
const GAMES: u64 = 3;

/// Minimum number of moves of a large free choice.
const MANY_MOVES: usize = 200;

/// The late positions of long random games that are still in play.
fn endgames(rules: &StrategicRules) -> Vec<Strategic> {
    (0..GAMES)
        .flat_map(|number| long_game(rules, number))
        .filter(|position| position.outcome().is_none() && empty_cells(position) <= EMPTY_MAX)
        .collect()
}

/// Evaluators for both kinds of draws.
struct Evaluators {
    both: ChanceEvaluator,
    neutral: ChanceEvaluator,
}

impl Evaluators {
    fn new() -> Evaluators {
        Evaluators {
            both: ChanceEvaluator::new(Draws::Both),
            neutral: ChanceEvaluator::new(Draws::Neutral),
        }
    }

    fn of(&self, rules: &StrategicRules) -> &ChanceEvaluator {
        match rules.draws {
            Draws::Both => &self.both,
            Draws::Neutral => &self.neutral,
        }
    }
}

#[test]
fn endgames_have_the_verdict_of_plain_minimax() {
    let mut compared: HashMap<Verdict, u32> = HashMap::new();
    // One searcher for all, so that it is asked about other rules again and again.
    let mut searcher = StrategicSearcher::new(TABLE_BYTES);
    for rules in some_rules() {
        for position in endgames(&rules) {
            let result = searcher.search(&position, Limits::NONE, &mut Unwatched);
            let ranking = minimax::rank(&position).moves;
            let best = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = best.expect("the game is in play");
            assert_eq!(result.score, Score::from(verdict), "{rules}: {position}: {result:?}");
            assert!(result.is_exact, "{rules}: {position}: {result:?}");
            let is_best =
                |ranked: &RankedMove| Some(ranked.code) == result.best && ranked.verdict == verdict;
            assert!(ranking.iter().any(is_best), "{rules}: {position}");
            *compared.entry(verdict).or_default() += 1;
        }
    }
    let sum: u32 = compared.values().sum();
    assert!(sum > 200 && compared.len() > 4, "only {sum} positions: {compared:?}");
}

/// The certain bounds of an evaluation are true.
#[test]
fn no_endgame_is_better_or_worse_than_its_prospects() {
    let evaluators = Evaluators::new();
    let mut certain = 0;
    for rules in some_rules() {
        for position in endgames(&rules) {
            let prospects = Evaluated::new(evaluators.of(&rules), &position).prospects();
            let ranking = minimax::rank(&position).moves;
            let verdict = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = verdict.expect("the game is in play");
            assert!(prospects.worst <= verdict, "{rules}: {position}: {prospects:?}");
            assert!(verdict <= prospects.best, "{rules}: {position}: {prospects:?}");
            certain += u32::from(prospects != Prospects::OPEN);
        }
    }
    assert!(certain > 30, "only {certain} certain positions");
}

/// In every continuation, neither side gets a result that its prospects excluded; and a win by the
/// next move is reported exactly if there is one that also wins a strategic and a tactical cell.
#[test]
fn prospects_hold_to_the_end_of_random_games() {
    let evaluators = Evaluators::new();
    let (mut wins, mut excluded) = (0, 0);
    for rules in some_rules() {
        for number in 0..3 {
            let mut hopes = [true; 2];
            for position in random_game(&rules, number) {
                let prospects = Evaluated::new(evaluators.of(&rules), &position).prospects();
                if let Some(outcome) = position.outcome() {
                    let hope = |side: Side| hopes[usize::from(side == Side::Second)];
                    let is_hoped = |side| outcome != Outcome::Win(side) || hope(side);
                    assert!(is_hoped(Side::First) && is_hoped(Side::Second), "{position}");
                    break;
                }
                let is_said = prospects == Prospects::certain(Verdict::Win { plies: 1 });
                assert_eq!(is_said, has_winning_line(&position), "{rules}: {position}");
                if is_said {
                    // The random game may continue without that move.
                    wins += 1;
                    continue;
                }
                let turn = usize::from(position.turn() == Side::Second);
                hopes[turn] &= prospects.best > Verdict::Draw;
                hopes[1 - turn] &= prospects.worst < Verdict::Draw;
                excluded += u32::from(hopes != [true; 2]);
            }
        }
    }
    assert!(wins > 20 && excluded > 20, "only {wins} wins, {excluded} positions without hope");
}

/// Returns whether a move of the side to move wins the game by winning a cell on each level.
fn has_winning_line(position: &Strategic) -> bool {
    let side = position.turn();
    let cells_of = |position: &Strategic| {
        let tactical = |strategic| position.won_tactical(strategic).get(side).count_ones();
        let strategic = position.won_strategic().get(side).count_ones();
        (strategic, (0..9).map(tactical).sum::<u32>())
    };
    let (strategic, tactical) = cells_of(position);
    legal_moves(position).into_iter().map(|code| after(position, code)).any(|next| {
        next.outcome() == Some(Outcome::Win(side))
            && cells_of(&next) == (strategic + 1, tactical + 1)
    })
}

/// The output of an evaluation for its position: the certain bounds, the value, and the candidates.
fn said_by(evaluation: &Evaluated<'_>) -> (Prospects, i32, Vec<Candidate>) {
    let mut candidates = Vec::new();
    evaluation.candidates(&mut Vec::new(), |candidate| candidates.push(candidate));
    (evaluation.prospects(), evaluation.evaluate(), candidates)
}

#[test]
fn an_evaluation_that_was_carried_along_is_the_one_that_is_formed_anew() {
    let evaluators = Evaluators::new();
    for (number, rules) in (0..).zip(some_rules()) {
        let evaluator = evaluators.of(&rules);
        let mut evaluation = Evaluated::new(evaluator, &Strategic::new(rules.clone()));
        for ply in 0.. {
            let position = evaluation.position().clone();
            let said = said_by(&evaluation);
            assert_eq!(said, said_by(&Evaluated::new(evaluator, &position)), "{position}");
            let moves = legal_moves(&position);
            let codes: Vec<MoveCode> = said.2.iter().map(|candidate| candidate.code).collect();
            assert_eq!(codes, moves, "{position}");
            let seed = Seed((number + 900) << 32 | ply);
            let Some(code) = seed.pick(moves.into_iter()) else { break };
            evaluation.play(code);
        }
    }
}

/// The textbook to a fixed depth. Everything is evaluated from scratch, and nothing is carried along.
fn score_by_textbook(
    evaluator: &ChanceEvaluator,
    position: &Strategic,
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
fn rankings_have_all_moves_with_the_scores_of_plain_minimax() {
    let evaluators = Evaluators::new();
    let mut old = StrategicSearcher::new(TABLE_BYTES);
    let mut without_table = StrategicSearcher::new(0);
    for (number, rules) in (0..).zip(some_rules()) {
        let evaluator = evaluators.of(&rules);
        for position in random_game(&rules, number).into_iter().skip(1).step_by(131) {
            if position.outcome().is_some() {
                break;
            }
            old.search(&position, Limits::of_nodes(1_000), &mut Unwatched);
            let depth = if legal_moves(&position).len() > 9 { 1 } else { 2 };
            let expected: Vec<(MoveCode, Score)> = legal_moves(&position)
                .into_iter()
                .map(|code| {
                    let next = after(&position, code);
                    (code, -score_by_textbook(evaluator, &next, depth - 1, 1))
                })
                .collect();
            for searcher in [&mut old, &mut without_table] {
                let ranking =
                    searcher.analyze(&position, Limits::of_depth(depth), &mut Unwatched).moves;
                let found: Vec<(MoveCode, Score)> =
                    ranking.iter().map(|scored| (scored.code, scored.score)).collect();
                assert_eq!(found, expected, "{rules}: {position}");
            }
        }
    }
}

/// Forced win or loss of the side to move within `plies` plies, by the rules alone; `None` if there
/// is none.
fn forced_end(position: &Strategic, plies: u16) -> Option<Verdict> {
    if let Some(outcome) = position.outcome() {
        return match Prospects::by_rules(position).best {
            Verdict::Draw => None,
            verdict => Some(verdict).filter(|_| outcome != Outcome::Draw),
        };
    }
    if plies == 0 {
        return None;
    }
    // Of a position that is not decided nothing is known, so it is between wins and losses.
    let score = |code| {
        let end = forced_end(&after(position, code), plies - 1);
        end.map_or(Score::of_estimate(0), |verdict| Score::from(verdict.before_move()))
    };
    let best = legal_moves(position).into_iter().map(score).max().expect("the game is in play");
    best.is_decided().then(|| best.verdict())
}

/// A line of strategic cells that is forced within few plies is found, with its true distance.
#[test]
fn forced_lines_are_found_and_said_to_be_exact() {
    const PLIES: u16 = 3;
    let mut found: HashMap<Verdict, u32> = HashMap::new();
    let mut searcher = StrategicSearcher::new(TABLE_BYTES);
    for rules in some_rules() {
        for number in 10..14 {
            for position in random_game(&rules, number).into_iter().rev().skip(1).take(8) {
                if legal_moves(&position).len() > 9 {
                    continue;
                }
                let Some(verdict) = forced_end(&position, PLIES) else { continue };
                for limits in [Limits::of_depth(PLIES), Limits::of_depth(PLIES + 2)] {
                    let result = searcher.search(&position, limits, &mut Unwatched);
                    assert_eq!(result.score, Score::from(verdict), "{rules}: {position}");
                    assert!(result.is_exact, "{rules}: {position}: {result:?}");
                    let is_seen = result.score.is_decided_within(result.depth);
                    assert_eq!(is_seen, result.distance == Distance::Exact, "{position}");
                }
                *found.entry(verdict).or_default() += 1;
            }
        }
    }
    let of = |verdict| found.get(&verdict).copied().unwrap_or(0);
    assert!(of(Verdict::Win { plies: 1 }) > 20, "{found:?}");
    assert!(of(Verdict::Win { plies: 3 }) > 5, "{found:?}");
    assert!(of(Verdict::Loss { plies: 2 }) > 5, "{found:?}");
}

/// Also where the choice is free among hundreds of moves.
#[test]
fn within_any_limits_there_is_a_legal_move_and_line() {
    let mut free = 0;
    let mut searcher = StrategicSearcher::new(TABLE_BYTES);
    for (number, rules) in (0..).zip(some_rules()) {
        let game = random_game(&rules, number);
        let is_wide = |position: &&Strategic| legal_moves(*position).len() > MANY_MOVES;
        let wide = game.iter().filter(is_wide).take(2);
        free += wide.clone().filter(|position| position.target() == Target::Anywhere).count();
        let last = game.last().into_iter();
        for position in wide.chain(game.iter().step_by(233)).chain(last) {
            for (limits, looks) in [
                (Limits::NONE, 1),
                (Limits::NONE, 2),
                (Limits::of_nodes(1), 100),
                (Limits::of_nodes(700), 100),
                (Limits::of_depth(2), 100),
                (Limits::of_depth(0), 100),
            ] {
                let result = searcher.search(position, limits, &mut Patience(looks));
                assert_eq!(result.best, result.line.first().copied(), "{position}");
                assert_eq!(result.best.is_none(), position.outcome().is_some(), "{position}");
                let line = result.line.iter();
                line.fold(position.clone(), |position, code| after(&position, *code));
                let nodes_max = limits.nodes_max.saturating_add(NODES_BETWEEN_LOOKS);
                assert!(result.statistics.nodes <= nodes_max, "{position}: {result:?}");
            }
        }
    }
    assert!(free > 40, "only {free} positions with a free choice");
}

#[test]
fn equal_limits_make_equal_results() {
    let limits = Limits::of_nodes(2_000);
    for rules in usual_rules() {
        let mut searcher = StrategicSearcher::new(TABLE_BYTES);
        for position in random_game(&rules, 4).into_iter().step_by(151) {
            let fresh =
                || StrategicSearcher::new(TABLE_BYTES).search(&position, limits, &mut Unwatched);
            assert_eq!(fresh(), fresh(), "{position}");
            searcher.search(&position, limits, &mut Unwatched);
            searcher.forget();
            let again = searcher.search(&position, limits, &mut Unwatched);
            assert_eq!(again, fresh(), "{position}");
        }
    }
}

/// The key of a position says nothing of its rules, so a searcher that has been asked about others
/// must not answer from memory.
#[test]
fn a_searcher_that_is_asked_about_other_rules_begins_anew() {
    let limits = Limits::of_nodes(1_000);
    let mut searcher = StrategicSearcher::new(TABLE_BYTES);
    for rules in some_rules() {
        let start = Strategic::new(rules.clone());
        let position = after(&start, MoveCode(4 * 81 + 4 * 9 + 4));
        let result = searcher.search(&position, limits, &mut Unwatched);
        let alone = StrategicSearcher::new(TABLE_BYTES).search(&position, limits, &mut Unwatched);
        assert_eq!(result, alone, "{rules}");
    }
}
