//! The games that are solved to the end.

use std::sync::OnceLock;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};

use crate::connect_four::book::SharedBook;
use crate::mnk::patterns::tables::SharedTables;
use crate::people::flock;
use crate::searcher::SearchResult;
use crate::sheep::solution::SheepSolution;
use crate::tictactoe::solution::TicTacToeSolution;
use crate::{RankedMove, Verdict};

/// A verdict for every position of these games.
///
/// ```
/// use zerosum_games::any::GameSpec;
/// use zerosum_games::seed::Seed;
/// use zerosum_search::solutions::Solutions;
///
/// let solutions = Solutions::compute();
/// let start = GameSpec::TicTacToe.start();
/// assert!(solutions.choose(&start, u16::MAX, Seed(7)).is_some());
/// ```
pub struct Solutions {
    tictactoe: TicTacToeSolution,
    /// Made when it is first asked for: it takes some hundredths of a second.
    sheep: OnceLock<SheepSolution>,
    shared: Shared,
}

/// Book and tables that all searchers of a process share. Each is made when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    pub(crate) book: SharedBook,
    pub(crate) tables: SharedTables,
}

impl Solutions {
    /// Solves what can be solved in milliseconds.
    pub fn compute() -> Solutions {
        Solutions {
            tictactoe: TicTacToeSolution::compute(),
            sheep: OnceLock::new(),
            shared: Shared::default(),
        }
    }

    pub(crate) fn shared(&self) -> Shared {
        self.shared.clone()
    }

    /// Number of positions solved by [`Solutions::compute`].
    pub fn positions(&self) -> usize {
        self.tictactoe.positions()
    }

    /// Solves a game ahead of its first use.
    pub fn prepare(&self, spec: GameSpec) {
        if let GameSpec::Sheep(_) = spec {
            self.sheep();
        }
    }

    /// Solves the remaining games ahead of their first use.
    pub fn complete(&self) {
        self.sheep();
    }

    /// Chooses one of the moves that are best within the horizon: an end of the game beyond it is
    /// not seen, and looks like none. In Catch the Sheep moves that look alike are chosen by sight, too.
    /// `None` if the game is over, or is not solved.
    pub fn choose(&self, position: &AnyGame, horizon: u16, seed: Seed) -> Option<MoveCode> {
        let sees_all = horizon >= position.max_plies();
        match position {
            AnyGame::TicTacToe(game) if sees_all => self.tictactoe.choose(game, seed),
            AnyGame::TicTacToe(game) => {
                seed.pick(best_within(&self.tictactoe.ranking(game), horizon).into_iter())
            }
            AnyGame::Sheep(game) if sees_all => self.sheep().choose(game, seed),
            AnyGame::Sheep(game) => {
                let best = best_within(&self.sheep().ranking(game), horizon);
                seed.pick(flock::likely(game, best, horizon, seed).into_iter())
            }
            AnyGame::Mnk(_)
            | AnyGame::ConnectFour(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_) => None,
        }
    }

    /// The scores of the position and of every legal move; `None` if the game is not solved.
    pub fn analysis(&self, position: &AnyGame) -> Option<SearchResult> {
        match position {
            AnyGame::TicTacToe(game) => Some(self.tictactoe.analysis(game)),
            AnyGame::Sheep(game) => Some(self.sheep().analysis(game)),
            AnyGame::Mnk(_)
            | AnyGame::ConnectFour(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_) => None,
        }
    }

    fn sheep(&self) -> &SheepSolution {
        self.sheep.get_or_init(SheepSolution::compute)
    }
}

fn best_within(ranking: &[RankedMove], horizon: u16) -> Vec<MoveCode> {
    let seen = |verdict: Verdict| match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } if plies > horizon => Verdict::Draw,
        Verdict::Win { .. } | Verdict::Loss { .. } | Verdict::Draw => verdict,
    };
    let best = ranking.iter().map(|ranked| seen(ranked.verdict)).max();
    let best_moves = ranking.iter().filter(|ranked| Some(seen(ranked.verdict)) == best);
    best_moves.map(|ranked| ranked.code).collect()
}
