//! The deep search against plain minimax: on every position of tic-tac-toe, and on games that are
//! drawn from a seed, with every technique switched on and off.

use zerosum_games::side::Side;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode};
use zerosum_search::RankedMove;
use zerosum_search::deepening::evaluation::{Evaluation, FromPosition, NoEvaluation};
use zerosum_search::deepening::iterative_deepening::{GenericSearcher, IterativeDeepening};
use zerosum_search::deepening::options::Options;
use zerosum_search::limits::{Limits, NODES_BETWEEN_LOOKS, Unwatched, Watch};
use zerosum_search::score::Score;
use zerosum_search::searcher::ScoredMove;
use zerosum_search::searcher::{Distance, SearchResult, Searcher, Statistics};
use zerosum_search::tictactoe::solution::TicTacToeSolution;

use crate::support::descent::{Descent, Guess, Knowing, Oracle, Rash};
use crate::support::moves::{after, legal_moves};
use crate::support::positions::every_position;

/// A table of 64 places, so that positions drive each other out all the time.
const TINY_TABLE_BYTES: usize = 1_024;

const TABLE_BYTES: usize = 1 << 16;

/// Every technique alone, all of them, and all but one.
fn every_option() -> Vec<Options> {
    let full = Options::full(TABLE_BYTES);
    vec![
        Options::PLAIN,
        Options { table_bytes: TABLE_BYTES, ..Options::PLAIN },
        Options { has_deepening: true, table_bytes: TABLE_BYTES, ..Options::PLAIN },
        Options::ALPHA_BETA,
        Options { table_bytes: TABLE_BYTES, ..Options::ALPHA_BETA },
        Options { has_prospects: true, ..Options::ALPHA_BETA },
        Options { has_null_windows: true, ..Options::ALPHA_BETA },
        Options::ORDERED,
        full,
        Options::full(TINY_TABLE_BYTES),
        Options { has_ordering: false, ..full },
        Options { has_deepening: false, ..full },
        Options { depth_step: 2, ..full },
        Options { depth_step: 0, ..full },
        Options { has_null_windows: false, ..full },
        Options { has_prospects: false, ..full },
        Options { table_bytes: 0, ..full },
    ]
}

fn search<E: FromPosition>(options: Options, position: &E::Game, limits: Limits) -> SearchResult {
    GenericSearcher::<E>::new(options).search(position, limits, &mut Unwatched)
}

/// A game too long for any search here to see its end.
const LONG: Descent = Descent { seed: 1, counter: 20_000 };

/// A watch that is over at its nth call, and records the progress it is told.
#[derive(Default)]
struct Patience {
    asks_max: u64,
    asks: u64,
    reports: Vec<SearchResult>,
}

impl Watch for Patience {
    fn is_over(&mut self) -> bool {
        self.asks += 1;
        self.asks >= self.asks_max
    }

    fn progress(&mut self, result: &SearchResult) {
        self.reports.push(result.clone());
    }
}

/// The textbook to a fixed depth, with nothing but the evaluation's estimates at its end.
fn minimax<E: Evaluation>(evaluation: &E, depth: u16, plies: u16) -> Score {
    let prospects = evaluation.prospects();
    if prospects.worst == prospects.best {
        return Score::from(prospects.best).delayed(plies);
    }
    if depth == 0 {
        return prospects.estimate(evaluation.evaluate());
    }
    let scores = legal_moves(evaluation.position()).into_iter().map(|code| {
        let mut next = evaluation.clone();
        next.play(code);
        -minimax(&next, depth - 1, plies + 1)
    });
    scores.max().expect("a game in play has a legal move")
}

/// The textbook's score of every legal move, in the order of the moves.
fn scores_of_moves<E: FromPosition>(position: &E::Game, depth: u16) -> Vec<(MoveCode, Score)> {
    let evaluation = E::of(position);
    let scored = |code| {
        let mut next = evaluation.clone();
        next.play(code);
        (code, -minimax(&next, depth - 1, 1))
    };
    legal_moves(position).into_iter().map(scored).collect()
}

fn scores_in(ranking: &[ScoredMove]) -> Vec<(MoveCode, Score)> {
    ranking.iter().map(|scored| (scored.code, scored.score)).collect()
}

#[test]
fn every_position_of_tictactoe_has_the_verdict_and_the_moves_of_the_textbook() {
    let solution = TicTacToeSolution::compute();
    for options in every_option() {
        // One searcher for all positions: the results of one must not spoil another. Plain minimax
        // is asked only about positions that it searches quickly.
        let mut searcher = GenericSearcher::<NoEvaluation<TicTacToe>>::new(options);
        let plies_min = if options.has_pruning { 0 } else { 3 };
        for position in every_position() {
            if position.plies() < plies_min {
                continue;
            }
            let result = searcher.search(&position, Limits::NONE, &mut Unwatched);
            let verdict = solution.verdict(&position);
            assert_eq!(result.score.verdict(), verdict, "{position} {options:?}");
            assert!(result.is_exact, "{position} {options:?}");
            let is_best = |code| solution.best_moves(&position).any(|best| best == code);
            assert_eq!(result.best.is_none(), position.outcome().is_some());
            assert!(result.best.is_none_or(is_best), "{position} {result:?} {options:?}");
            assert_line_leads_to_score(&position, &result);

            let ranking = searcher.analyze(&position, Limits::NONE, &mut Unwatched).moves;
            assert!(ranking.iter().all(|scored| scored.is_exact));
            let ranking = ranking
                .iter()
                .map(|scored| RankedMove { code: scored.code, verdict: scored.score.verdict() });
            assert_eq!(ranking.collect::<Vec<_>>(), solution.ranking(&position), "{position}");
        }
    }
}

/// The line is legal, and if it reaches an end, that is the end the score claims.
fn assert_line_leads_to_score<G: Game>(root: &G, result: &SearchResult) {
    assert_eq!(result.line.first(), result.best.as_ref());
    let mut position = root.clone();
    for code in &result.line {
        position.play(*code).expect("the line is legal");
    }
    let plies = u16::try_from(result.line.len()).expect("lines are short");
    if let Some(outcome) = position.outcome() {
        let score = Score::of_end(outcome, root.turn(), plies);
        assert_eq!(result.score, score, "{result:?}");
    }
}

#[test]
fn plain_minimax_visits_549946_nodes_and_255168_ends_of_tictactoe() {
    let result =
        search::<NoEvaluation<TicTacToe>>(Options::PLAIN, &TicTacToe::default(), Limits::NONE);
    let statistics = Statistics { nodes: 549_946, leaves: 255_168, table_hits: 0, cutoffs: 0 };
    assert_eq!(result.statistics, statistics);
}

#[test]
fn each_technique_saves_leaves() {
    let leaves = |options| {
        let board = TicTacToe::default();
        search::<NoEvaluation<TicTacToe>>(options, &board, Limits::NONE).statistics.leaves
    };
    let full = Options::full(TABLE_BYTES);
    let leaves = [Options::PLAIN, Options::ALPHA_BETA, Options::ORDERED, full].map(leaves);
    assert!(leaves.is_sorted_by(|more, fewer| more > fewer), "{leaves:?}");
}

#[test]
fn made_up_games_have_the_scores_of_the_textbook_at_every_depth() {
    for seed in 0..60 {
        for options in every_option() {
            for counter in [31, 40] {
                assert_agrees_at_every_depth::<Guess>(Descent { seed, counter }, options);
                assert_agrees_at_every_depth::<Knowing>(Descent { seed, counter }, options);
                assert_agrees_at_every_depth::<Oracle>(Descent { seed, counter }, options);
                assert_agrees_at_every_depth::<NoEvaluation<Descent>>(
                    Descent { seed, counter },
                    options,
                );
            }
        }
    }
}

fn assert_agrees_at_every_depth<E: FromPosition<Game = Descent>>(root: Descent, options: Options) {
    if root.outcome().is_some() {
        return;
    }
    // One that remembers other depths, and one that starts afresh.
    let mut old = GenericSearcher::<E>::new(options);
    for depth in [6, 1, 2, 3, 4, 5, 7] {
        let limits = Limits::of_depth(depth);
        let scores = scores_of_moves::<E>(&root, depth);
        let best = scores.iter().map(|(_, score)| *score).max().expect("there is a move");
        let mut fresh = GenericSearcher::<E>::new(options);
        for searcher in [&mut old, &mut fresh] {
            let result = searcher.search(&root, limits, &mut Unwatched);
            assert_eq!(result.score, best, "{root:?} to {depth} with {options:?}: {result:?}");
            let code = result.best.expect("the game is in play");
            assert!(scores.contains(&(code, best)), "{root:?} to {depth}: {result:?}");
            assert_line_leads_to_score(&root, &result);
            let ranking = searcher.analyze(&root, limits, &mut Unwatched).moves;
            assert_eq!(scores_in(&ranking), scores, "{root:?} to {depth} with {options:?}");
        }
    }
}

/// The score would be the same for any estimates.
#[test]
fn an_exact_score_depends_on_no_estimate() {
    let mut exact = 0;
    for seed in 0..200 {
        let root = Descent { seed, counter: 45 };
        for depth in 1..=6 {
            for options in [Options::full(TABLE_BYTES), Options::ALPHA_BETA] {
                let result = search::<Guess>(options, &root, Limits::of_depth(depth));
                if result.is_exact {
                    let dreams = [-1, 1].map(|sign| daydream(&root, sign, depth, 0));
                    assert_eq!(dreams, [result.score; 2], "{root:?} to {depth}");
                    exact += 1;
                }
            }
        }
    }
    assert!(exact > 100, "only {exact} exact scores");
}

/// With reductions too, decided scores are true, though perhaps not the fastest; and the entries
/// that such a search leaves in the table spoil no exact one.
#[test]
fn reductions_change_no_verdict_and_no_later_exact_search() {
    assert_reductions_are_true::<Guess>(true);
    assert_reductions_are_true::<Rash>(false);
}

fn assert_reductions_are_true<E: FromPosition<Game = Descent>>(reaches_ends: bool) {
    let mut decided = 0;
    for seed in 0..150 {
        let root = Descent { seed, counter: 45 };
        if root.outcome().is_some() {
            continue;
        }
        let truth = minimax(&NoEvaluation::of(&root), u16::MAX, 0);
        let evaluation = E::of(&root);
        let mut searcher = IterativeDeepening::new(Options::full(TABLE_BYTES));
        for depth in [3, 4, 5, 6, 8, 45] {
            searcher.options.has_reductions = true;
            let result = searcher.search(&evaluation, Limits::of_depth(depth), &mut Unwatched);
            assert_line_leads_to_score(&root, &result);
            assert!(result.is_exact || depth < 45 || !reaches_ends, "{root:?}: {result:?}");
            if result.is_exact {
                let signs = [result.score, truth].map(|score| score.value().signum());
                assert_eq!(signs[0], signs[1], "{root:?} to {depth}: {result:?}, {truth:?}");
                let is_no_better = result.score.value().abs() <= truth.value().abs();
                assert!(is_no_better || signs[0] < 0, "{root:?} to {depth}: {result:?}");
                if result.distance == Distance::Exact {
                    assert_eq!(result.score, truth, "{root:?} to {depth}: {result:?}");
                }
                decided += u32::from(result.score.is_decided());
            }
            searcher.options.has_reductions = false;
            let depth = depth.min(6);
            let ranking =
                searcher.analyze(&evaluation, Limits::of_depth(depth), &mut Unwatched).moves;
            assert_eq!(scores_in(&ranking), scores_of_moves::<E>(&root, depth), "{root:?}");
        }
    }
    assert!(decided > 100, "only {decided} decided scores");
}

/// They save nodes; otherwise it would be no reductions that are tested.
#[test]
fn reductions_save_nodes() {
    fn nodes<E: FromPosition<Game = Descent>>(has_reductions: bool) -> u64 {
        let options = Options { has_reductions, ..Options::full(TABLE_BYTES) };
        let games = (0..50).map(|seed| Descent { seed, ..LONG });
        games.map(|root| search::<E>(options, &root, Limits::of_depth(9)).statistics.nodes).sum()
    }
    let (all, reduced, given_up) =
        (nodes::<Guess>(false), nodes::<Guess>(true), nodes::<Rash>(true));
    assert!(given_up < reduced && reduced < all, "{given_up}, {reduced} and {all}");
}

/// The textbook's score if everything beyond the depth were as good as won for one of the sides.
fn daydream(position: &Descent, sign: i32, depth: u16, plies: u16) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_end(outcome, position.turn(), plies);
    }
    if depth == 0 {
        let for_mover = if position.turn() == Side::First { sign } else { -sign };
        return Score::of_estimate(for_mover * i32::MAX);
    }
    let scores = legal_moves(position)
        .into_iter()
        .map(|code| -daydream(&after(position, code), sign, depth - 1, plies + 1));
    scores.max().expect("a game in play has a legal move")
}

#[test]
fn a_search_that_sees_the_end_of_the_game_is_exact_and_goes_no_deeper() {
    for seed in 0..30 {
        let root = Descent { seed, counter: 35 };
        let result = search::<Guess>(Options::full(TABLE_BYTES), &root, Limits::NONE);
        assert!(result.is_exact && result.depth <= root.max_plies(), "{result:?}");
        assert_eq!(result.score, minimax(&NoEvaluation::of(&root), u16::MAX, 0));
    }
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    for board in every_position() {
        if let Some(outcome) = board.outcome() {
            let result =
                search::<NoEvaluation<TicTacToe>>(Options::full(TABLE_BYTES), &board, Limits::NONE);
            assert_eq!(result.score, Score::of_end(outcome, board.turn(), 0));
            assert!(result.is_exact && result.best.is_none() && result.line.is_empty());
            assert!(
                GenericSearcher::<NoEvaluation<TicTacToe>>::new(Options::PLAIN)
                    .analyze(&board, Limits::NONE, &mut Unwatched)
                    .moves
                    .is_empty()
            );
        }
    }
}

#[test]
fn the_watch_is_asked_often_enough_and_obeyed_at_once() {
    for asks_max in 1..50 {
        let mut watch = Patience { asks_max, ..Patience::default() };
        let mut searcher = GenericSearcher::<Guess>::new(Options::full(TABLE_BYTES));
        let result = searcher.search(&LONG, Limits::NONE, &mut watch);
        assert_eq!(watch.asks, asks_max);
        assert_eq!(result.statistics.nodes, asks_max * NODES_BETWEEN_LOOKS);
        assert!(LONG.is_legal(result.best.expect("the game is in play")));
        assert!(!result.is_exact);
        assert_line_leads_to_score(&LONG, &result);
    }
}

#[test]
fn no_search_oversteps_its_nodes_and_all_have_a_move() {
    for options in every_option() {
        for nodes_max in (0..100).chain([1_023, 1_024, 1_025, 5_000]) {
            let result = search::<Guess>(options, &LONG, Limits::of_nodes(nodes_max));
            assert!(result.statistics.nodes <= nodes_max, "{result:?}");
            assert!(LONG.is_legal(result.best.expect("the game is in play")));
            assert_line_leads_to_score(&LONG, &result);
            let mut searcher = GenericSearcher::<Guess>::new(options);
            let ranking =
                searcher.analyze(&LONG, Limits::of_nodes(nodes_max), &mut Unwatched).moves;
            assert_eq!(ranking.len(), legal_moves(&LONG).len());
            assert!(ranking.iter().all(|scored| scored.depth == ranking[0].depth));
        }
    }
}

/// The result of an unfinished depth is used: more nodes never take back a win. A loss that is
/// found there counts only after the other moves have been tried.
#[test]
fn a_search_that_is_stopped_keeps_a_win_and_claims_no_loss_too_early() {
    for seed in 0..150 {
        let root = Descent { seed, counter: 60 };
        let mut has_win = false;
        for nodes_max in (0..400).step_by(3).chain((400..4_000).step_by(370)) {
            let limits = Limits::of_nodes(nodes_max);
            let result = search::<Guess>(Options::full(TABLE_BYTES), &root, limits);
            let is_win = result.score.is_decided() && result.score.value() > 0;
            assert!(is_win || !has_win, "{root:?} with {nodes_max} nodes: {result:?}");
            assert!(result.is_exact || !result.score.is_decided());
            has_win = is_win;
        }
    }
}

#[test]
fn equal_limits_make_equal_results() {
    for limits in [Limits::of_depth(9), Limits::of_nodes(20_000)] {
        let mut searcher = GenericSearcher::<Guess>::new(Options::full(TABLE_BYTES));
        let first = searcher.search(&LONG, limits, &mut Unwatched);
        searcher.search(&Descent { seed: 1, counter: 90 }, limits, &mut Unwatched);
        searcher.forget();
        assert_eq!(searcher.search(&LONG, limits, &mut Unwatched), first);
        assert_eq!(search::<Guess>(Options::full(TABLE_BYTES), &LONG, limits), first);
        let scored = || {
            let mut searcher = GenericSearcher::<Guess>::new(Options::full(TABLE_BYTES));
            searcher.analyze(&LONG, limits, &mut Unwatched).moves
        };
        assert_eq!(scored(), scored());
    }
}

#[test]
fn every_depth_that_is_finished_is_reported() {
    let mut watch = Patience { asks_max: u64::MAX, ..Patience::default() };
    let mut searcher = GenericSearcher::<Guess>::new(Options::full(TABLE_BYTES));
    let result = searcher.search(&LONG, Limits::of_depth(7), &mut watch);
    let depths: Vec<u16> = watch.reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(watch.reports.last(), Some(&result));
    for (depth_step, expected) in [(2, vec![1, 3, 5, 7]), (3, vec![1, 4, 7]), (4, vec![3, 7])] {
        let options = Options { depth_step, ..Options::full(TABLE_BYTES) };
        assert_eq!(options.depths(7).collect::<Vec<u8>>(), expected);
    }
    assert_eq!(Options::PLAIN.depths(7).collect::<Vec<u8>>(), [7]);
    for report in watch.reports {
        let limits = Limits::of_depth(report.depth);
        assert_eq!(report, search::<Guess>(Options::full(TABLE_BYTES), &LONG, limits));
    }
}
