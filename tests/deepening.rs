//! The deep search against plain minimax: on every position of tic-tac-toe, and on games that are
//! drawn from a seed, with every technique switched on and off.

use zerosum::games::side::Side;
use zerosum::games::tictactoe::TicTacToe;
use zerosum::games::{Game, MoveCode};
use zerosum::search::RankedMove;
use zerosum::search::deepening::{Deepening, Searcher};
use zerosum::search::opinion::{Blank, Offhand, Opinion};
use zerosum::search::options::Options;
use zerosum::search::ranking::ScoredMove;
use zerosum::search::score::Score;
use zerosum::search::solved::Solution;
use zerosum::search::thought::{
    Distance, Limits, NODES_BETWEEN_LOOKS, Statistics, Thinker, Thought, Unwatched, Watch,
};

use support::descent::{Descent, Guess, Knowing, Oracle};
use support::moves::{after, legal_moves};
use support::positions::every_position;

mod support {
    pub mod descent;
    pub mod moves;
    pub mod positions;
}

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

fn think<O: Offhand>(options: Options, position: &O::Game, limits: Limits) -> Thought {
    Deepening::<O>::new(options).think(position, limits, &mut Unwatched)
}

/// A game of which no search here sees the end.
const LONG: Descent = Descent { seed: 1, counter: 20_000 };

/// Says that it is over when it is asked for the nth time, and keeps what it hears.
#[derive(Default)]
struct Patience {
    asks_max: u64,
    asks: u64,
    reports: Vec<Thought>,
}

impl Watch for Patience {
    fn is_over(&mut self) -> bool {
        self.asks += 1;
        self.asks >= self.asks_max
    }

    fn progress(&mut self, thought: &Thought) {
        self.reports.push(thought.clone());
    }
}

/// The textbook to a fixed depth, with nothing but the opinion's estimates at its end.
fn minimax<O: Opinion>(opinion: &O, depth: u16, plies: u16) -> Score {
    let prospects = opinion.prospects();
    if prospects.worst == prospects.best {
        return Score::from(prospects.best).delayed(plies);
    }
    if depth == 0 {
        return prospects.estimate(opinion.worth());
    }
    let scores = legal_moves(opinion.position()).into_iter().map(|code| {
        let mut next = opinion.clone();
        next.play(code);
        -minimax(&next, depth - 1, plies + 1)
    });
    scores.max().expect("a game in play has a legal move")
}

/// The textbook's score of every legal move, in the order of the moves.
fn scores_of_moves<O: Offhand>(position: &O::Game, depth: u16) -> Vec<(MoveCode, Score)> {
    let opinion = O::of(position);
    let scored = |code| {
        let mut next = opinion.clone();
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
    let solution = Solution::compute();
    for options in every_option() {
        // One thinker for all positions: what it remembers of one must not spoil another. Plain
        // minimax is asked about those positions only that it is done with soon.
        let mut thinker = Deepening::<Blank<TicTacToe>>::new(options);
        let plies_min = if options.has_pruning { 0 } else { 3 };
        for position in every_position() {
            if position.plies() < plies_min {
                continue;
            }
            let thought = thinker.think(&position, Limits::NONE, &mut Unwatched);
            let verdict = solution.verdict(&position);
            assert_eq!(thought.score.verdict(), verdict, "{position} {options:?}");
            assert!(thought.is_exact, "{position} {options:?}");
            let is_best = |code| solution.best_moves(&position).any(|best| best == code);
            assert_eq!(thought.best.is_none(), position.outcome().is_some());
            assert!(thought.best.is_none_or(is_best), "{position} {thought:?} {options:?}");
            assert_line_leads_to_score(&position, &thought);

            let ranking = thinker.rank(&position, Limits::NONE, &mut Unwatched);
            assert!(ranking.iter().all(|scored| scored.is_exact));
            let ranking = ranking
                .iter()
                .map(|scored| RankedMove { code: scored.code, verdict: scored.score.verdict() });
            assert_eq!(ranking.collect::<Vec<_>>(), solution.ranking(&position), "{position}");
        }
    }
}

/// The line is legal, and if it reaches an end, that is the end the score claims.
fn assert_line_leads_to_score<G: Game>(root: &G, thought: &Thought) {
    assert_eq!(thought.line.first(), thought.best.as_ref());
    let mut position = root.clone();
    for code in &thought.line {
        position.play(*code).expect("the line is legal");
    }
    let plies = u16::try_from(thought.line.len()).expect("lines are short");
    if let Some(outcome) = position.outcome() {
        let score = Score::of_end(outcome, root.turn(), plies);
        assert_eq!(thought.score, score, "{thought:?}");
    }
}

#[test]
fn plain_minimax_visits_549946_nodes_and_255168_ends_of_tictactoe() {
    let thought = think::<Blank<TicTacToe>>(Options::PLAIN, &TicTacToe::default(), Limits::NONE);
    let statistics = Statistics { nodes: 549_946, leaves: 255_168, table_hits: 0, cutoffs: 0 };
    assert_eq!(thought.statistics, statistics);
}

#[test]
fn each_technique_saves_leaves() {
    let leaves = |options| {
        let board = TicTacToe::default();
        think::<Blank<TicTacToe>>(options, &board, Limits::NONE).statistics.leaves
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
                assert_agrees_at_every_depth::<Blank<Descent>>(Descent { seed, counter }, options);
            }
        }
    }
}

fn assert_agrees_at_every_depth<O: Offhand<Game = Descent>>(root: Descent, options: Options) {
    if root.outcome().is_some() {
        return;
    }
    // One that remembers other depths, and one that starts afresh.
    let mut old = Deepening::<O>::new(options);
    for depth in [6, 1, 2, 3, 4, 5, 7] {
        let limits = Limits::of_depth(depth);
        let scores = scores_of_moves::<O>(&root, depth);
        let best = scores.iter().map(|(_, score)| *score).max().expect("there is a move");
        let mut fresh = Deepening::<O>::new(options);
        for thinker in [&mut old, &mut fresh] {
            let thought = thinker.think(&root, limits, &mut Unwatched);
            assert_eq!(thought.score, best, "{root:?} to {depth} with {options:?}: {thought:?}");
            let code = thought.best.expect("the game is in play");
            assert!(scores.contains(&(code, best)), "{root:?} to {depth}: {thought:?}");
            assert_line_leads_to_score(&root, &thought);
            let ranking = thinker.rank(&root, limits, &mut Unwatched);
            assert_eq!(scores_in(&ranking), scores, "{root:?} to {depth} with {options:?}");
        }
    }
}

/// Whatever the estimates were, the score would be the same.
#[test]
fn an_exact_score_depends_on_no_estimate() {
    let mut exact = 0;
    for seed in 0..200 {
        let root = Descent { seed, counter: 45 };
        for depth in 1..=6 {
            for options in [Options::full(TABLE_BYTES), Options::ALPHA_BETA] {
                let thought = think::<Guess>(options, &root, Limits::of_depth(depth));
                if thought.is_exact {
                    let dreams = [-1, 1].map(|sign| daydream(&root, sign, depth, 0));
                    assert_eq!(dreams, [thought.score; 2], "{root:?} to {depth}");
                    exact += 1;
                }
            }
        }
    }
    assert!(exact > 100, "only {exact} exact scores");
}

/// With reductions too, what is decided is the truth, though perhaps not the fastest; and what such a
/// search leaves behind in the table spoils no exact one.
#[test]
fn reductions_change_no_verdict_and_no_later_exact_search() {
    let mut decided = 0;
    for seed in 0..150 {
        let root = Descent { seed, counter: 45 };
        if root.outcome().is_some() {
            continue;
        }
        let truth = minimax(&Blank::of(&root), u16::MAX, 0);
        let opinion = Guess::of(&root);
        let mut searcher = Searcher::new(Options::full(TABLE_BYTES));
        for depth in [3, 4, 5, 6, 8, 45] {
            searcher.options.has_reductions = true;
            let thought = searcher.think(&opinion, Limits::of_depth(depth), &mut Unwatched);
            assert_line_leads_to_score(&root, &thought);
            assert!(thought.is_exact || depth < 45, "{root:?}: {thought:?}");
            if thought.is_exact {
                let signs = [thought.score, truth].map(|score| score.value().signum());
                assert_eq!(signs[0], signs[1], "{root:?} to {depth}: {thought:?}, {truth:?}");
                let is_no_better = thought.score.value().abs() <= truth.value().abs();
                assert!(is_no_better || signs[0] < 0, "{root:?} to {depth}: {thought:?}");
                if thought.distance == Distance::Exact {
                    assert_eq!(thought.score, truth, "{root:?} to {depth}: {thought:?}");
                }
                decided += u32::from(thought.score.is_decided());
            }
            searcher.options.has_reductions = false;
            let depth = depth.min(6);
            let ranking = searcher.rank(&opinion, Limits::of_depth(depth), &mut Unwatched);
            assert_eq!(scores_in(&ranking), scores_of_moves::<Guess>(&root, depth), "{root:?}");
        }
    }
    assert!(decided > 100, "only {decided} decided scores");
}

/// They save nodes; otherwise it would be no reductions that are tested.
#[test]
fn reductions_save_nodes() {
    let nodes = |has_reductions| {
        let options = Options { has_reductions, ..Options::full(TABLE_BYTES) };
        think::<Guess>(options, &LONG, Limits::of_depth(9)).statistics.nodes
    };
    assert!(nodes(true) < nodes(false), "{} and {}", nodes(true), nodes(false));
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
        let thought = think::<Guess>(Options::full(TABLE_BYTES), &root, Limits::NONE);
        assert!(thought.is_exact && thought.depth <= root.max_plies(), "{thought:?}");
        assert_eq!(thought.score, minimax(&Blank::of(&root), u16::MAX, 0));
    }
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    for board in every_position() {
        if let Some(outcome) = board.outcome() {
            let thought =
                think::<Blank<TicTacToe>>(Options::full(TABLE_BYTES), &board, Limits::NONE);
            assert_eq!(thought.score, Score::of_end(outcome, board.turn(), 0));
            assert!(thought.is_exact && thought.best.is_none() && thought.line.is_empty());
            assert!(
                Deepening::<Blank<TicTacToe>>::new(Options::PLAIN)
                    .rank(&board, Limits::NONE, &mut Unwatched)
                    .is_empty()
            );
        }
    }
}

#[test]
fn the_watch_is_asked_often_enough_and_obeyed_at_once() {
    for asks_max in 1..50 {
        let mut watch = Patience { asks_max, ..Patience::default() };
        let mut thinker = Deepening::<Guess>::new(Options::full(TABLE_BYTES));
        let thought = thinker.think(&LONG, Limits::NONE, &mut watch);
        assert_eq!(watch.asks, asks_max);
        assert_eq!(thought.statistics.nodes, asks_max * NODES_BETWEEN_LOOKS);
        assert!(LONG.is_legal(thought.best.expect("the game is in play")));
        assert!(!thought.is_exact);
        assert_line_leads_to_score(&LONG, &thought);
    }
}

#[test]
fn no_search_oversteps_its_nodes_and_all_have_a_move() {
    for options in every_option() {
        for nodes_max in (0..100).chain([1_023, 1_024, 1_025, 5_000]) {
            let thought = think::<Guess>(options, &LONG, Limits::of_nodes(nodes_max));
            assert!(thought.statistics.nodes <= nodes_max, "{thought:?}");
            assert!(LONG.is_legal(thought.best.expect("the game is in play")));
            assert_line_leads_to_score(&LONG, &thought);
            let mut thinker = Deepening::<Guess>::new(options);
            let ranking = thinker.rank(&LONG, Limits::of_nodes(nodes_max), &mut Unwatched);
            assert_eq!(ranking.len(), legal_moves(&LONG).len());
            assert!(ranking.iter().all(|scored| scored.depth == ranking[0].depth));
        }
    }
}

/// What a broken-off depth has found out is used: more nodes never take back a win. A loss that is
/// found there is none before the other moves have been tried.
#[test]
fn a_search_that_is_stopped_keeps_a_win_and_claims_no_loss_too_early() {
    for seed in 0..150 {
        let root = Descent { seed, counter: 60 };
        let mut has_win = false;
        for nodes_max in (0..400).step_by(3).chain((400..4_000).step_by(370)) {
            let limits = Limits::of_nodes(nodes_max);
            let thought = think::<Guess>(Options::full(TABLE_BYTES), &root, limits);
            let is_win = thought.score.is_decided() && thought.score.value() > 0;
            assert!(is_win || !has_win, "{root:?} with {nodes_max} nodes: {thought:?}");
            assert!(thought.is_exact || !thought.score.is_decided());
            has_win = is_win;
        }
    }
}

#[test]
fn equal_limits_make_equal_thoughts() {
    for limits in [Limits::of_depth(9), Limits::of_nodes(20_000)] {
        let mut thinker = Deepening::<Guess>::new(Options::full(TABLE_BYTES));
        let first = thinker.think(&LONG, limits, &mut Unwatched);
        thinker.think(&Descent { seed: 1, counter: 90 }, limits, &mut Unwatched);
        thinker.forget();
        assert_eq!(thinker.think(&LONG, limits, &mut Unwatched), first);
        assert_eq!(think::<Guess>(Options::full(TABLE_BYTES), &LONG, limits), first);
        let scored = || {
            let mut thinker = Deepening::<Guess>::new(Options::full(TABLE_BYTES));
            thinker.rank(&LONG, limits, &mut Unwatched)
        };
        assert_eq!(scored(), scored());
    }
}

#[test]
fn every_depth_that_is_finished_is_reported() {
    let mut watch = Patience { asks_max: u64::MAX, ..Patience::default() };
    let mut thinker = Deepening::<Guess>::new(Options::full(TABLE_BYTES));
    let thought = thinker.think(&LONG, Limits::of_depth(7), &mut watch);
    let depths: Vec<u16> = watch.reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(watch.reports.last(), Some(&thought));
    for (depth_step, expected) in [(2, vec![1, 3, 5, 7]), (3, vec![1, 4, 7]), (4, vec![3, 7])] {
        let options = Options { depth_step, ..Options::full(TABLE_BYTES) };
        assert_eq!(options.depths(7).collect::<Vec<u8>>(), expected);
    }
    assert_eq!(Options::PLAIN.depths(7).collect::<Vec<u8>>(), [7]);
    for report in watch.reports {
        let limits = Limits::of_depth(report.depth);
        assert_eq!(report, think::<Guess>(Options::full(TABLE_BYTES), &LONG, limits));
    }
}
