//! Checks the guarantees of every searcher through the list of all of them.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_search::Verdict;
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::{Limits, NODES_BETWEEN_LOOKS, Unwatched, Watch};
use zerosum_search::score::Score;
use zerosum_search::searcher::ScoredMove;
use zerosum_search::searcher::{Distance, SearchResult, Searcher};
use zerosum_search::tictactoe::solution::TicTacToeSolution;

use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;
use crate::support::positions::every_position;

/// Enough for every searcher to remember something.
const TABLE_BYTES: usize = 1 << 20;

/// Number of random games of each kind that are searched.
const GAMES: u64 = 2;

/// Interval between the positions of a game that are searched.
const STRIDE: usize = 5;

/// The positions of a random game; equal numbers give equal games.
fn random_game(spec: GameSpec, number: u64) -> Vec<AnyGame> {
    let mut positions = vec![spec.start()];
    for ply in 0.. {
        let position = positions.last().expect("a game begins with a position");
        let seed = Seed(number << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        let next = after(position, code);
        positions.push(next);
    }
    positions
}

/// Records the progress it is told.
#[derive(Default)]
struct Listener(Vec<SearchResult>);

impl Watch for Listener {
    fn is_over(&mut self) -> bool {
        false
    }

    fn progress(&mut self, result: &SearchResult) {
        self.0.push(result.clone());
    }
}

/// The move is legal, or missing where the game is over, and the line begins with it and is legal.
fn assert_playable(position: &AnyGame, result: &SearchResult) {
    assert_eq!(result.best.is_none(), position.outcome().is_some(), "{position:?}: {result:?}");
    assert_eq!(result.best, result.line.first().copied(), "{position:?}: {result:?}");
    result.line.iter().fold(position.clone(), |position, code| after(&position, *code));
}

#[test]
fn every_searcher_has_a_legal_move_and_line_until_the_game_is_over() {
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        for game in 0..GAMES {
            for position in random_game(spec, game).into_iter().rev().step_by(STRIDE) {
                let limits = Limits { depth_max: 3, nodes_max: 500 };
                assert_playable(&position, &searcher.search(&position, limits, &mut Unwatched));
                let result = searcher.search(&position, Limits::NONE, &mut Patience(1));
                assert_playable(&position, &result);
            }
            searcher.forget();
        }
    }
}

#[test]
fn what_is_said_last_is_what_is_thought() {
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        let mut listener = Listener::default();
        let result = searcher.search(&spec.start(), Limits::of_depth(2), &mut listener);
        let last = listener.0.last().expect("a finished depth is told");
        assert_eq!((last.best, last.score), (result.best, result.score), "{}", spec.name());
        let is_deeper = |one: &SearchResult, other: &SearchResult| one.depth <= other.depth;
        assert!(
            listener.0.is_sorted_by(is_deeper),
            "{}: {listener:?}",
            spec.name(),
            listener = listener.0
        );
    }
}

#[test]
fn a_ranking_has_every_move_and_is_bounded() {
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        for position in random_game(spec, 1).into_iter().rev().step_by(STRIDE) {
            let moves = legal_moves(&position);
            let nodes_max = 1_000;
            let limits = Limits { depth_max: 3, nodes_max };
            for watch in [&mut Unwatched as &mut dyn Watch, &mut Patience(1)] {
                let ranking = searcher.analyze(&position, limits, watch).moves;
                let codes: Vec<MoveCode> = ranking.iter().map(|scored| scored.code).collect();
                assert_eq!(codes, moves, "{position:?}");
                for ScoredMove { code, line, .. } in &ranking {
                    assert_eq!(Some(code), line.first(), "{position:?}");
                    line.iter().fold(position.clone(), |position, code| after(&position, *code));
                }
            }
        }
    }
}

#[test]
fn a_win_on_the_spot_ranks_as_one_and_is_proven() {
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        for game in 0..GAMES {
            let mut positions = random_game(spec, game);
            positions.pop();
            let Some(position) = positions.pop() else { continue };
            for scored in searcher.analyze(&position, Limits::of_depth(1), &mut Unwatched).moves {
                let Some(outcome) = after(&position, scored.code).outcome() else { continue };
                let expected = Score::of_end(outcome, position.turn(), 1);
                assert_eq!((scored.score, scored.is_exact), (expected, true), "{position:?}");
            }
        }
    }
}

/// Number of plies the textbook looks ahead where this many moves are legal.
fn textbook_plies(moves: usize) -> u16 {
    if moves > 30 { 2 } else { 4 }
}

/// The textbook within a number of plies: positions beyond are even.
fn textbook(position: &AnyGame, me: Side, plies: u16, plies_max: u16) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_end(outcome, me, plies);
    }
    if plies == plies_max {
        return Score::from(Verdict::Draw);
    }
    let codes = legal_moves(position).into_iter();
    let scores = codes.map(|code| textbook(&after(position, code), me, plies + 1, plies_max));
    let best = if position.turn() == me { scores.max() } else { scores.min() };
    best.expect("a game in play has a legal move")
}

#[test]
fn every_move_has_the_score_of_plain_minimax_as_far_as_that_looks() {
    let mut decided = [0; 2];
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        for position in (0..6).flat_map(|game| random_game(spec, game).into_iter().rev().take(4)) {
            let plies = textbook_plies(legal_moves(&position).len());
            let result = searcher.analyze(&position, Limits::of_depth(plies), &mut Unwatched);
            for scored in &result.moves {
                let next = after(&position, scored.code);
                let truth = textbook(&next, position.turn(), 1, plies);
                if truth.is_decided() || scored.score.is_decided_within(plies) {
                    assert_eq!(scored.score, truth, "{position:?}: {scored:?}");
                    assert!(scored.is_exact, "{position:?}: {scored:?}");
                    let is_seen = scored.score.is_decided_within(scored.depth);
                    assert!(!is_seen || scored.distance == Distance::Exact, "{scored:?}");
                    decided[usize::from(truth.is_won())] += 1;
                }
            }
        }
    }
    assert!(decided.iter().all(|count| *count > 100), "losses and wins: {decided:?}");
}

#[test]
fn an_analysis_is_worth_what_its_best_move_is() {
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        for position in random_game(spec, 2).into_iter().rev().step_by(STRIDE) {
            let limits = Limits { depth_max: 3, nodes_max: 2_000 };
            let result = searcher.analyze(&position, limits, &mut Unwatched);
            assert_playable(&position, &result);
            let best = result.moves.iter().find(|scored| Some(scored.code) == result.best);
            assert_eq!(best.map(|best| best.score), result.best.map(|_| result.score));
            assert!(result.moves.iter().all(|scored| scored.score <= result.score));
            assert!(result.statistics.nodes > 0, "{position:?}");
            let are_exact = result.moves.iter().all(|scored| scored.is_exact);
            assert_eq!(result.is_exact, are_exact || result.score.is_won(), "{position:?}");
            assert!(searcher.search(&position, limits, &mut Unwatched).moves.is_empty());
        }
    }
}

#[test]
fn the_ranking_of_a_solved_game_is_that_of_its_solution() {
    let solution = TicTacToeSolution::compute();
    let mut searcher = AnySearcher::of(GameSpec::TicTacToe, TABLE_BYTES);
    for position in every_position() {
        let ranking = searcher
            .analyze(&AnyGame::TicTacToe(position), Limits::of_depth(1), &mut Unwatched)
            .moves;
        let expected: Vec<(MoveCode, Score, bool)> = solution
            .ranking(&position)
            .into_iter()
            .map(|ranked| (ranked.code, Score::from(ranked.verdict), true))
            .collect();
        let found: Vec<(MoveCode, Score, bool)> =
            ranking.iter().map(|scored| (scored.code, scored.score, scored.is_exact)).collect();
        assert_eq!(found, expected, "{position}");
    }
}

#[test]
fn a_limit_of_nodes_is_kept() {
    for spec in GameSpec::ALL {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        for nodes in [1, 1_000, 20_000] {
            let result = searcher.search(&spec.start(), Limits::of_nodes(nodes), &mut Unwatched);
            assert!(
                result.statistics.nodes <= nodes + NODES_BETWEEN_LOOKS,
                "{}: {:?}",
                spec.name(),
                result.statistics
            );
        }
    }
}
