//! What thinks: the plans of the levels, carried out.

// The lock is held to take one thing or to put it back.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine::levels::Plan;
use crate::engine::pool::{Mind, Order};
use crate::engine::solutions::Solutions;
use crate::games::MoveCode;
use crate::games::any::{AnyGame, GameSpec};
use crate::search::Seed;
use crate::search::any::AnyThinker;
use crate::search::score::Score;
use crate::search::thought::{Distance, Limits, Statistics, Thinker, Thought, Unwatched, Watch};

/// Minds for short searches that are kept for the next one, each a fraction of a megabyte.
const SPARE_MINDS_MAX: usize = 8;

/// All that one thread needs for any game.
pub struct Minds {
    solutions: Arc<Solutions>,
    table_bytes: usize,
    /// The mind for the game that was asked about last. What it remembers is of use for the next
    /// move.
    last: Option<(GameSpec, AnyThinker)>,
}

impl Minds {
    /// Minds that remember no more than so many bytes.
    pub fn new(solutions: Arc<Solutions>, table_bytes: usize) -> Minds {
        Minds { solutions, table_bytes, last: None }
    }

    fn mind_for(&mut self, spec: GameSpec) -> &mut AnyThinker {
        // The table of another game is let go of before a new one is made.
        self.last = self.last.take().filter(|(last, _)| *last == spec);
        let table_bytes = self.table_bytes;
        &mut self.last.get_or_insert_with(|| (spec, AnyThinker::of(spec, table_bytes))).1
    }
}

impl Mind for Minds {
    fn think(&mut self, order: &Order, watch: &mut dyn Watch) -> Thought {
        let Order { spec, position, plan, seed, .. } = order;
        match *plan {
            Plan::Known { horizon } => thought(self.solutions.choose(position, horizon, *seed), 0),
            Plan::Ranked { depth } => {
                let mind = self.mind_for(*spec);
                // The same position is always answered by the same move, whatever came before.
                mind.forget();
                ranked(mind, position, depth, *seed, watch)
            }
            Plan::Timed => self.mind_for(*spec).think(position, Limits::NONE, watch),
        }
    }
}

/// Minds for searches so short that whoever asks makes them on the spot.
pub struct QuickMinds {
    solutions: Arc<Solutions>,
    /// Those that nobody uses now. To make one takes longer than to ask it.
    spare: Mutex<Vec<Minds>>,
}

impl QuickMinds {
    pub fn new(solutions: Arc<Solutions>) -> QuickMinds {
        QuickMinds { solutions, spare: Mutex::default() }
    }

    /// The move that somebody finds who looks no further than is instant.
    pub fn choose(&self, order: &Order) -> Option<MoveCode> {
        if let Plan::Known { horizon } = order.plan {
            return self.solutions.choose(&order.position, horizon, order.seed);
        }
        let mut minds = self.take(order.spec);
        let best = minds.think(order, &mut Unwatched).best;
        let mut spare = self.spare();
        if spare.len() >= SPARE_MINDS_MAX {
            // The one that was not asked for longest.
            spare.remove(0);
        }
        spare.push(minds);
        best
    }

    /// One that has thought about this game before, if there is one.
    fn take(&self, spec: GameSpec) -> Minds {
        let knows = |minds: &Minds| minds.last.as_ref().is_some_and(|(last, _)| *last == spec);
        let mut spare = self.spare();
        match spare.iter().position(knows) {
            Some(place) => spare.remove(place),
            // Without a table: so short a search meets few positions twice.
            None => Minds::new(Arc::clone(&self.solutions), 0),
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Minds>> {
        // Nothing panics while it is held.
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks so many plies ahead, and chooses by the seed among what is best there.
fn ranked(
    mind: &mut AnyThinker,
    position: &AnyGame,
    depth: u16,
    seed: Seed,
    watch: &mut dyn Watch,
) -> Thought {
    let ranking = mind.rank(position, Limits::of_depth(depth), watch);
    let best = ranking.iter().map(|scored| scored.score).max();
    let best_moves = ranking.iter().filter(|scored| Some(scored.score) == best);
    // How much was looked at beside the moves themselves is not told.
    let nodes = u64::try_from(ranking.len()).unwrap_or(u64::MAX);
    thought(seed.pick(best_moves.map(|scored| scored.code)), nodes)
}

/// A choice among moves, without a line of what follows.
fn thought(best: Option<MoveCode>, nodes: u64) -> Thought {
    Thought {
        best,
        score: Score::of_estimate(0),
        is_exact: false,
        distance: Distance::Exact,
        depth: 0,
        line: best.into_iter().collect(),
        statistics: Statistics { nodes, ..Statistics::default() },
    }
}
