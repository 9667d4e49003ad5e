//! The games that are solved to the end.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::games::any::{AnyGame, GameSpec};
use crate::games::{Game, MoveCode};
use crate::search::sheep_solution::SheepSolution;
use crate::search::solved::Solution;
use crate::search::{RankedMove, Seed, Verdict};

/// A verdict for every position of these games.
pub struct Solutions {
    tictactoe: Solution,
    /// Made when it is first asked for: it takes some hundredths of a second.
    sheep: OnceLock<SheepSolution>,
    preparation: Preparation,
}

/// What it took to solve a game before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    pub spec: GameSpec,
    pub took: Duration,
    pub positions: usize,
}

impl Solutions {
    /// Solves what can be solved in milliseconds.
    pub fn compute() -> Solutions {
        let began = Instant::now();
        let tictactoe = Solution::compute();
        let (spec, took) = (GameSpec::TicTacToe, began.elapsed());
        let preparation = Preparation { spec, took, positions: tictactoe.positions() };
        Solutions { tictactoe, sheep: OnceLock::new(), preparation }
    }

    pub fn preparation(&self) -> Preparation {
        self.preparation
    }

    /// Solves the rest, so that nobody has to wait for it later.
    pub fn complete(&self) {
        self.sheep();
    }

    /// One of the moves that are best as far as the horizon: an end of the game that is further
    /// off than so many plies is not seen, and looks like none. `None` if the game is over, or is
    /// not solved.
    pub fn choose(&self, position: &AnyGame, horizon: u16, seed: Seed) -> Option<MoveCode> {
        let sees_all = horizon >= position.max_plies();
        match position {
            AnyGame::TicTacToe(game) if sees_all => self.tictactoe.choose(game, seed),
            AnyGame::TicTacToe(game) => best_within(&self.tictactoe.ranking(game), horizon, seed),
            AnyGame::Sheep(game) if sees_all => self.sheep().choose(game, seed),
            AnyGame::Sheep(game) => best_within(&self.sheep().ranking(game), horizon, seed),
            AnyGame::Mnk(_) | AnyGame::Ultimate(_) => None,
        }
    }

    fn sheep(&self) -> &SheepSolution {
        self.sheep.get_or_init(SheepSolution::compute)
    }
}

fn best_within(ranking: &[RankedMove], horizon: u16, seed: Seed) -> Option<MoveCode> {
    let seen = |verdict: Verdict| match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } if plies > horizon => Verdict::Draw,
        Verdict::Win { .. } | Verdict::Loss { .. } | Verdict::Draw => verdict,
    };
    let best = ranking.iter().map(|ranked| seen(ranked.verdict)).max()?;
    let best_moves = ranking.iter().filter(|ranked| seen(ranked.verdict) == best);
    seed.pick(best_moves.map(|ranked| ranked.code))
}
