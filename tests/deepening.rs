//! The deep search against plain minimax: on every position of tic-tac-toe, and on games that are
//! drawn from a seed, with every technique switched on and off.

use zerosum::games::tictactoe::TicTacToe;
use zerosum::games::{Game, MoveCode};
use zerosum::search::RankedMove;
use zerosum::search::deepening::Deepening;
use zerosum::search::opinion::{Blank, Opinion};
use zerosum::search::options::Options;
use zerosum::search::ranking::ScoredMove;
use zerosum::search::score::Score;
use zerosum::search::solved::Solution;
use zerosum::search::thought::{Limits, Statistics, Thinker, Thought, Unwatched};

use support::descent::{Descent, Guess, Knowing};
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
        Options { has_null_windows: false, ..full },
        Options { has_prospects: false, ..full },
        Options { table_bytes: 0, ..full },
    ]
}

fn think<O: Opinion>(options: Options, position: &O::Game, limits: Limits) -> Thought {
    Deepening::<O>::new(options).think(position, limits, &mut Unwatched)
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
fn scores_of_moves<O: Opinion>(position: &O::Game, depth: u16) -> Vec<(MoveCode, Score)> {
    let scored = |code| (code, -minimax(&O::of(&after(position, code)), depth - 1, 1));
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
                assert_agrees_at_every_depth::<Blank<Descent>>(Descent { seed, counter }, options);
            }
        }
    }
}

fn assert_agrees_at_every_depth<O: Opinion<Game = Descent>>(root: Descent, options: Options) {
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
