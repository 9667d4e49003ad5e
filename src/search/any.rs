//! The closed list of minds, one for each game: for whoever must choose one at run time.

use crate::games::any::{AnyGame, GameSpec};
use crate::search::ranking::{self, ScoredMove};
use crate::search::solved::Solution;
use crate::search::thought::{Limits, Thinker, Thought, Watch};

/// A mind for any of the games.
///
/// It is made for one game and is at its best if it is only asked about that. Asked about another
/// one, it forgets what it knows and goes on as a mind for that.
pub struct AnyThinker {
    mind: Mind,
}

enum Mind {
    TicTacToe(Solution),
}

impl AnyThinker {
    /// A mind for a game, which may take about so much memory for what it has seen. A game that is
    /// solved before the first move is solved here, and its solution is not counted.
    pub fn of(spec: GameSpec, _table_bytes: usize) -> AnyThinker {
        let mind = match spec {
            GameSpec::TicTacToe => Mind::TicTacToe(Solution::compute()),
        };
        AnyThinker { mind }
    }

    /// Every legal move with its score; see [`ranking::rank`].
    pub fn rank(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        ranking::rank(self, position, limits, watch)
    }
}

impl Thinker for AnyThinker {
    type Game = AnyGame;

    fn think(&mut self, position: &AnyGame, limits: Limits, watch: &mut dyn Watch) -> Thought {
        match (&mut self.mind, position) {
            (Mind::TicTacToe(solution), AnyGame::TicTacToe(game)) => {
                solution.think(game, limits, watch)
            }
        }
    }

    fn forget(&mut self) {
        match &mut self.mind {
            Mind::TicTacToe(solution) => solution.forget(),
        }
    }
}
