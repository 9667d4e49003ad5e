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

/// A player of one game.
pub struct LevelPlayer {
    spec: GameSpec,
    table_bytes: usize,
    best: AnySearcher,
    /// For the lower levels; made when one of them is first asked.
    lower: Option<Player>,
}

impl LevelPlayer {
    /// Creates a player with `table_bytes` of memory. A game that can be solved is solved here.
    pub fn of(spec: GameSpec, table_bytes: usize) -> LevelPlayer {
        let mut best = AnySearcher::of(spec, table_bytes);
        if let GameSpec::Mnk(board) = spec
            && board.k() == MnkSpec::GOMOKU.k()
            && !is_in_reach(board)
        {
            // The first mark needs no search, and asking for it makes the tables before any clock runs.
            best.find_move(&spec.start(), Limits::of_nodes(1), &mut Unwatched);
        }
        LevelPlayer { spec, table_bytes, best, lower: None }
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
                let table_bytes = self.table_bytes;
                let make = || Player::new(Arc::new(Solutions::compute()), table_bytes);
                let player = self.lower.get_or_insert_with(make);
                let plan = Plan::of(self.spec, level);
                player.choose((self.spec, position), plan, seed, limits, watch)
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
    pub fn forget(&mut self) {
        self.best.forget();
    }
}
