//! The closed list of minds, one for each game: for whoever must choose one at run time.

use crate::games::MoveCode;
use crate::games::any::{AnyGame, GameSpec};
use crate::games::mnk::MnkSpec;
use crate::games::ultimate::UltimateRules;
use crate::search::mnk::thinker::MnkThinker;
use crate::search::ranking::{self, ScoredMove};
use crate::search::sheep_solution::SheepSolution;
use crate::search::solved::Solution;
use crate::search::thought::{Limits, Thinker, Thought, Watch};
use crate::search::ultimate::UltimateThinker;
use crate::search::ultimate::judge::LineJudge;

/// A mind for any of the games.
///
/// It is made for one game and is meant to be asked about that. Asked about another one, it makes
/// itself a mind for that as well.
pub struct AnyThinker {
    table_bytes: usize,
    tictactoe: Option<Solution>,
    mnk: Option<MnkThinker>,
    ultimate: Option<UltimateThinker<LineJudge>>,
    sheep: Option<SheepSolution>,
}

impl AnyThinker {
    /// A mind for a game, which may take about so much memory for what it has seen; 0 is none. A
    /// game that is solved before the first move is solved here, and its solution is not counted.
    pub fn of(spec: GameSpec, table_bytes: usize) -> AnyThinker {
        let mut thinker =
            AnyThinker { table_bytes, tictactoe: None, mnk: None, ultimate: None, sheep: None };
        match spec {
            GameSpec::TicTacToe => drop(thinker.tictactoe()),
            GameSpec::Mnk(spec) => drop(thinker.mnk(spec)),
            GameSpec::Ultimate(rules) => drop(thinker.ultimate(rules)),
            GameSpec::Sheep(_) => drop(thinker.sheep()),
        }
        thinker
    }

    /// All the best moves, in the order of the moves, if the game is solved before the first move;
    /// `None` if it is not, and has to be thought about.
    pub fn known_best_moves(&mut self, position: &AnyGame) -> Option<Vec<MoveCode>> {
        match position {
            AnyGame::TicTacToe(game) => Some(self.tictactoe().best_moves(game).collect()),
            AnyGame::Sheep(game) => Some(self.sheep().best_moves(game)),
            AnyGame::Mnk(_) | AnyGame::Ultimate(_) => None,
        }
    }

    /// Every legal move with its score, in the order of the moves; none if the game is over. All are
    /// searched equally deep, the move itself being the first ply, so that the scores compare. The
    /// watch hears of no progress.
    pub fn rank(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        match position {
            AnyGame::TicTacToe(game) => ranking::rank(self.tictactoe(), game, limits, watch),
            AnyGame::Mnk(game) => self.mnk(game.spec()).rank(game, limits, watch),
            AnyGame::Ultimate(game) => self.ultimate(game.rules()).rank(game, limits, watch),
            AnyGame::Sheep(game) => ranking::rank(self.sheep(), game, limits, watch),
        }
    }

    fn tictactoe(&mut self) -> &mut Solution {
        self.tictactoe.get_or_insert_with(Solution::compute)
    }

    fn mnk(&mut self, spec: MnkSpec) -> &mut MnkThinker {
        // Asked about another board, it makes itself a mind for that.
        let table_bytes = self.table_bytes;
        self.mnk.get_or_insert_with(|| MnkThinker::new(spec, table_bytes))
    }

    fn ultimate(&mut self, rules: UltimateRules) -> &mut UltimateThinker<LineJudge> {
        // Asked about other rules, it makes itself a mind for those.
        let table_bytes = self.table_bytes;
        self.ultimate.get_or_insert_with(|| UltimateThinker::new(rules, table_bytes))
    }

    fn sheep(&mut self) -> &mut SheepSolution {
        self.sheep.get_or_insert_with(SheepSolution::compute)
    }
}

impl Thinker for AnyThinker {
    type Game = AnyGame;

    fn think(&mut self, position: &AnyGame, limits: Limits, watch: &mut dyn Watch) -> Thought {
        match position {
            AnyGame::TicTacToe(game) => self.tictactoe().think(game, limits, watch),
            AnyGame::Mnk(game) => self.mnk(game.spec()).think(game, limits, watch),
            AnyGame::Ultimate(game) => self.ultimate(game.rules()).think(game, limits, watch),
            AnyGame::Sheep(game) => self.sheep().think(game, limits, watch),
        }
    }

    /// Solutions know nothing of the games that are played, and stay.
    fn forget(&mut self) {
        if let Some(mind) = &mut self.mnk {
            mind.forget();
        }
        if let Some(mind) = &mut self.ultimate {
            mind.forget();
        }
    }
}
