//! Makes puzzles out of games that engines of lower levels play with each other.

use std::collections::HashSet;
use std::sync::Arc;

use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};

use crate::level::{Level, Plan};
use crate::limits::{Limits, Unwatched};
use crate::puzzle::solver::PuzzleSolver;
use crate::puzzle::{Puzzle, Theme, common_key};
use crate::solutions::Solutions;

/// The levels of the players. They look ahead and yet go wrong, as people do.
const PLAYERS: [Level; 3] = [Level::Beginner, Level::Casual, Level::Strong];

/// Maximum number of random moves at the beginning of a game, so that not all games are alike.
const OPENING_PLIES_MAX: u64 = 3;

/// Number of plies before which no puzzle is looked for.
const PLIES_MIN: usize = 3;

/// Inverse of the maximum share of the puzzles with one theme and level.
const KIND_SHARE: usize = 3;

/// Plays games of one kind and collects the puzzles in them, no two of which are the same up to turning
/// and mirroring the board. Equal seeds make equal puzzles.
pub struct PuzzleMaker {
    solver: PuzzleSolver,
    spec: GameSpec,
    seed: Seed,
    games: u32,
    seen: HashSet<String>,
    puzzles: Vec<Puzzle>,
}

impl PuzzleMaker {
    pub fn new(solutions: Arc<Solutions>, spec: GameSpec, seed: Seed) -> PuzzleMaker {
        PuzzleMaker {
            solver: PuzzleSolver::new(solutions),
            spec,
            seed,
            games: 0,
            seen: HashSet::new(),
            puzzles: Vec::new(),
        }
    }

    /// Number of puzzles found so far.
    pub fn found(&self) -> usize {
        self.puzzles.len()
    }

    /// Plays one game more. At most one puzzle of each theme is taken from it.
    pub fn play_game(&mut self) {
        let moves = self.moves_of_game();
        self.games += 1;
        let mut themes: Vec<Theme> = Vec::new();
        let mut position = self.spec.start();
        for (ply, code) in moves.iter().enumerate() {
            if ply >= PLIES_MIN
                && self.seen.insert(common_key(self.spec, &position))
                && let Ok(puzzle) = self.solver.solve(self.spec, &moves[..ply])
                && !themes.contains(&puzzle.theme())
            {
                themes.push(puzzle.theme());
                self.puzzles.push(puzzle);
            }
            position.play(*code).expect("the moves of a game are legal");
        }
    }

    /// Selects at most `count` of the puzzles: every theme at every level equally often as far as
    /// possible, and none much more often.
    pub fn mixed(&self, count: usize) -> Vec<Puzzle> {
        let mut kinds: Vec<((Theme, Level), Vec<&Puzzle>)> = Vec::new();
        for puzzle in &self.puzzles {
            let kind = (puzzle.theme(), puzzle.level());
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, puzzles)) => puzzles.push(puzzle),
                None => kinds.push((kind, vec![puzzle])),
            }
        }
        kinds.sort_by_key(|(kind, _)| *kind);
        let most = kinds.iter().map(|(_, puzzles)| puzzles.len()).max().unwrap_or(0);
        let rounds = (0..most.min(count.div_ceil(KIND_SHARE))).flat_map(|round| {
            kinds.iter().filter_map(move |(_, puzzles)| puzzles.get(round).copied())
        });
        rounds.take(count).cloned().collect()
    }

    /// The moves of the next game, from the first to the last.
    fn moves_of_game(&mut self) -> Vec<MoveCode> {
        let game = Seed::of_turn(self.seed.mixed(), self.games).mixed();
        let seed = |turn| Seed::of_turn(game, turn);
        let random_plies = game % (OPENING_PLIES_MAX + 1);
        let levels = [0, 1].map(|number| Seed(game ^ number).pick(PLAYERS.into_iter()));
        let mut position = self.spec.start();
        let mut moves = Vec::new();
        for turn in 0.. {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let level = levels[position.turn().index()].expect("there are players");
            let code = if u64::from(turn) < random_plies {
                seed(turn).pick(legal.into_iter())
            } else {
                let plan = Plan::of(self.spec, level);
                let player = self.solver.player();
                let asked = (self.spec, &position);
                player.choose(asked, plan, seed(turn), Limits::NONE, &mut Unwatched).best
            };
            let Some(code) = code.filter(|_| position.outcome().is_none()) else { break };
            position.play(code).expect("engines make legal moves");
            moves.push(code);
        }
        moves
    }
}
