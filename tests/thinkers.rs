//! What every mind promises, asked through the list of all of them.

use zerosum::games::any::{AnyGame, GameSpec};
use zerosum::games::{Game, MoveCode};
use zerosum::search::Seed;
use zerosum::search::any::AnyThinker;
use zerosum::search::ranking::ScoredMove;
use zerosum::search::score::Score;
use zerosum::search::solved::Solution;
use zerosum::search::thought::{Limits, NODES_BETWEEN_LOOKS, Thinker, Thought, Unwatched, Watch};

use support::moves::{after, legal_moves};
use support::positions::every_position;

mod support {
    pub mod moves;
    pub mod positions;
}

/// Enough for every mind to remember something.
const TABLE_BYTES: usize = 1 << 20;

/// How many random games of each kind are thought about.
const GAMES: u64 = 2;

/// Every so manieth position of a game is thought about.
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

/// Has had enough from the beginning.
struct Impatient;

impl Watch for Impatient {
    fn is_over(&mut self) -> bool {
        true
    }

    fn progress(&mut self, _: &Thought) {}
}

/// Keeps what it hears.
#[derive(Default)]
struct Listener(Vec<Thought>);

impl Watch for Listener {
    fn is_over(&mut self) -> bool {
        false
    }

    fn progress(&mut self, thought: &Thought) {
        self.0.push(thought.clone());
    }
}

/// The move is legal, or missing where the game is over, and the line begins with it and is legal.
fn assert_playable(position: &AnyGame, thought: &Thought) {
    assert_eq!(thought.best.is_none(), position.outcome().is_some(), "{position:?}: {thought:?}");
    assert_eq!(thought.best, thought.line.first().copied(), "{position:?}: {thought:?}");
    thought.line.iter().fold(position.clone(), |position, code| after(&position, *code));
}

#[test]
fn every_mind_has_a_legal_move_and_line_until_the_game_is_over() {
    for spec in GameSpec::ALL {
        let mut thinker = AnyThinker::of(spec, TABLE_BYTES);
        for game in 0..GAMES {
            for position in random_game(spec, game).into_iter().rev().step_by(STRIDE) {
                let limits = Limits { depth_max: 3, nodes_max: 500 };
                assert_playable(&position, &thinker.think(&position, limits, &mut Unwatched));
                let thought = thinker.think(&position, Limits::NONE, &mut Impatient);
                assert_playable(&position, &thought);
            }
            thinker.forget();
        }
    }
}

#[test]
fn what_is_said_last_is_what_is_thought() {
    for spec in GameSpec::ALL {
        let mut thinker = AnyThinker::of(spec, TABLE_BYTES);
        let mut listener = Listener::default();
        let thought = thinker.think(&spec.start(), Limits::of_depth(2), &mut listener);
        let last = listener.0.last().expect("a finished depth is told");
        assert_eq!((last.best, last.score), (thought.best, thought.score), "{}", spec.name());
        let is_deeper = |one: &Thought, other: &Thought| one.depth <= other.depth;
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
        let mut thinker = AnyThinker::of(spec, TABLE_BYTES);
        for position in random_game(spec, 1).into_iter().rev().step_by(STRIDE) {
            let moves = legal_moves(&position);
            let nodes_max = 1_000;
            let limits = Limits { depth_max: 3, nodes_max };
            for watch in [&mut Unwatched as &mut dyn Watch, &mut Impatient] {
                let ranking = thinker.rank(&position, limits, watch);
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
        let mut thinker = AnyThinker::of(spec, TABLE_BYTES);
        for game in 0..GAMES {
            let mut positions = random_game(spec, game);
            positions.pop();
            let Some(position) = positions.pop() else { continue };
            for scored in thinker.rank(&position, Limits::of_depth(1), &mut Unwatched) {
                let Some(outcome) = after(&position, scored.code).outcome() else { continue };
                let expected = Score::of_end(outcome, position.turn(), 1);
                assert_eq!((scored.score, scored.is_exact), (expected, true), "{position:?}");
            }
        }
    }
}

#[test]
fn the_ranking_of_a_solved_game_is_that_of_its_solution() {
    let solution = Solution::compute();
    let mut thinker = AnyThinker::of(GameSpec::TicTacToe, TABLE_BYTES);
    for position in every_position() {
        let ranking =
            thinker.rank(&AnyGame::TicTacToe(position), Limits::of_depth(1), &mut Unwatched);
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
        let mut thinker = AnyThinker::of(spec, TABLE_BYTES);
        for nodes in [1, 1_000, 20_000] {
            let thought = thinker.think(&spec.start(), Limits::of_nodes(nodes), &mut Unwatched);
            assert!(
                thought.statistics.nodes <= nodes + NODES_BETWEEN_LOOKS,
                "{}: {:?}",
                spec.name(),
                thought.statistics
            );
        }
    }
}
