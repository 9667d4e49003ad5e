//! The player behind the protocols: a searcher at its best, or one of the levels that people play against.

use std::sync::Arc;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::MnkSpec;
use zerosum_games::seed::Seed;
use zerosum_search::any::AnySearcher;
use zerosum_search::level::{Level, Plan};
use zerosum_search::limits::{Limits, Unwatched, Watch};
use zerosum_search::mnk::value::is_in_reach;
use zerosum_search::player::Player;
use zerosum_search::searcher::{SearchResult, Searcher};
use zerosum_search::solutions::Solutions;

use crate::engine::options::Strength;

/// Maximum memory for the tables of the lower levels. They forget everything before each move, which takes longer the
/// more memory has been used, and look a few plies ahead only.
const LOWER_TABLE_BYTES_MAX: usize = 1 << 20;

/// A player of one game.
pub struct LevelPlayer {
    spec: GameSpec,
    table_bytes: usize,
    solutions: Arc<Solutions>,
    best: AnySearcher,
    /// For the lower levels; made when one of them is set, or else first asked.
    lower: Option<Player>,
}

impl LevelPlayer {
    /// Creates a player with `table_bytes` of memory. A game that can be solved is solved here.
    pub fn of(spec: GameSpec, table_bytes: usize) -> LevelPlayer {
        LevelPlayer::with_solutions(spec, table_bytes, Arc::new(Solutions::compute()))
    }

    /// Like [`LevelPlayer::of`], with solutions that others use as well.
    pub(crate) fn with_solutions(
        spec: GameSpec,
        table_bytes: usize,
        solutions: Arc<Solutions>,
    ) -> LevelPlayer {
        let mut best = AnySearcher::of(spec, table_bytes);
        let has_tables = match spec {
            GameSpec::Mnk(board) => board.k() == MnkSpec::GOMOKU.k() && !is_in_reach(board),
            GameSpec::ConnectFour(_) => true,
            GameSpec::TicTacToe
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => false,
        };
        if has_tables {
            // The first move needs no search, and asking for it makes the tables and opens the book before any clock
            // runs.
            best.find_move(&spec.start(), Limits::of_nodes(1), &mut Unwatched);
        }
        LevelPlayer { spec, table_bytes, solutions, best, lower: None }
    }

    /// Makes what a search at this strength needs, so that the first one takes no longer than others.
    pub(crate) fn prepare(&mut self, strength: Strength) {
        self.solutions.prepare(self.spec);
        match strength {
            Strength::Level(Level::Best) | Strength::Reference(_) => {}
            Strength::Level(level) => {
                let spec = self.spec;
                self.lower().prepare(spec, Plan::of(spec, level));
            }
        }
    }

    /// Searches a position at a strength. The limits are for the best one; the others search as deep as in a
    /// chat, and choose by the seed among the moves that seem best to them.
    pub fn think(
        &mut self,
        position: &AnyGame,
        strength: Strength,
        seed: Seed,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match strength {
            Strength::Reference(player) => player.answer(position, seed),
            Strength::Level(Level::Best) => self.best.find_move(position, limits, watch),
            Strength::Level(level) => {
                let spec = self.spec;
                let plan = Plan::of(spec, level);
                self.lower().choose((spec, position), plan, seed, limits, watch)
            }
        }
    }

    /// Forgets the game that was played, and takes `table_bytes` of memory from now on.
    pub(crate) fn resize(&mut self, table_bytes: usize) {
        if table_bytes == self.table_bytes {
            return;
        }
        self.table_bytes = table_bytes;
        self.best.resize(table_bytes);
        self.lower = None;
    }

    /// Forgets the game that was played.
    pub(crate) fn forget(&mut self) {
        self.best.forget();
    }

    /// The player of the lower levels.
    fn lower(&mut self) -> &mut Player {
        let (table_bytes, solutions) = (self.table_bytes, &self.solutions);
        let table_bytes = table_bytes.min(LOWER_TABLE_BYTES_MAX);
        self.lower.get_or_insert_with(|| Player::new(Arc::clone(solutions), table_bytes))
    }
}
