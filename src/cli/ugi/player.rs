//! Who plays over UGI: a mind at its best, or one of the levels that people play against.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::levels::Plan;
use crate::engine::minds::Minds;
use crate::engine::pool::{Mind, Order};
use crate::engine::solutions::Solutions;
use crate::games::any::{AnyGame, GameSpec};
use crate::search::Seed;
use crate::search::any::AnyThinker;
use crate::search::thought::{Limits, Thinker, Thought, Watch};
use crate::session::{Level, UserId};

/// A player of one game.
pub struct Player {
    spec: GameSpec,
    table_bytes: usize,
    thinker: AnyThinker,
    /// For the lower levels; made when one of them is first asked.
    minds: Option<Minds>,
}

impl Player {
    /// A player who may remember in so many bytes. A game that can be solved is solved here.
    pub fn of(spec: GameSpec, table_bytes: usize) -> Player {
        let thinker = AnyThinker::of(spec, table_bytes);
        Player { spec, table_bytes, thinker, minds: None }
    }

    /// What a level thinks of a position. The limits are for the best one; the others look as far
    /// as they look in a chat, and choose by the seed among what seems best to them.
    pub fn think(
        &mut self,
        position: &AnyGame,
        level: Level,
        seed: Seed,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Thought {
        match level {
            Level::Best => self.thinker.think(position, limits, watch),
            Level::Beginner | Level::Casual | Level::Strong => {
                self.order(position, level, seed, watch)
            }
        }
    }

    /// Forgets the game that was played.
    pub fn forget(&mut self) {
        self.thinker.forget();
    }

    fn order(
        &mut self,
        position: &AnyGame,
        level: Level,
        seed: Seed,
        watch: &mut dyn Watch,
    ) -> Thought {
        let table_bytes = self.table_bytes;
        let make = || Minds::new(Arc::new(Solutions::compute()), table_bytes);
        let order = Order {
            person: NOBODY,
            spec: self.spec,
            position: position.clone(),
            plan: Plan::of(self.spec, level),
            seed,
            time: Duration::MAX,
        };
        self.minds.get_or_insert_with(make).think(&order, watch)
    }
}

/// Nobody waits in a line here.
const NOBODY: UserId = UserId(0);
