//! What thinks: the plans of the levels, carried out.

use std::sync::Arc;

use crate::engine::levels::Plan;
use crate::engine::pool::{Mind, Order};
use crate::engine::solutions::Solutions;
use crate::games::any::{AnyGame, GameSpec};
use crate::games::{Game, MoveCode};
use crate::search::Seed;
use crate::search::any::AnyThinker;
use crate::search::score::Score;
use crate::search::thought::{Limits, Statistics, Thinker, Thought, Unwatched, Watch};

/// What a search that looks so many plies ahead may remember. It begins with nothing each time, so
/// that the same position is always answered by the same move.
const RANKING_TABLE_BYTES: usize = 1 << 20;

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
            Plan::Known { .. } => {
                let best = at_once(&self.solutions, *spec, position, *plan, *seed);
                thought(best, 0)
            }
            Plan::Ranked { depth } => {
                let table_bytes = RANKING_TABLE_BYTES.min(self.table_bytes);
                let mut mind = AnyThinker::of(*spec, table_bytes);
                ranked(&mut mind, position, depth, *seed, watch)
            }
            Plan::Timed => self.mind_for(*spec).think(position, Limits::NONE, watch),
        }
    }
}

/// The move of a plan that is instant in the position; `None` if it is not, or the game is over.
pub fn at_once(
    solutions: &Solutions,
    spec: GameSpec,
    position: &AnyGame,
    plan: Plan,
    seed: Seed,
) -> Option<MoveCode> {
    match plan {
        Plan::Known { horizon } => solutions.choose(position, horizon, seed),
        Plan::Ranked { depth } => {
            ranked(&mut AnyThinker::of(spec, 0), position, depth, seed, &mut Unwatched).best
        }
        Plan::Timed => None,
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
    let mut nodes = 0;
    let scored: Vec<(MoveCode, Score)> = if depth > 1 {
        let ranking = mind.rank(position, Limits::of_depth(depth), watch);
        ranking.into_iter().map(|scored| (scored.code, scored.score)).collect()
    } else {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().map(|code| (code, glance(mind, position, code, &mut nodes))).collect()
    };
    thought(best_of(scored.into_iter(), seed), nodes)
}

/// What a move leads to at first sight, for the side that makes it.
fn glance(mind: &mut AnyThinker, position: &AnyGame, code: MoveCode, nodes: &mut u64) -> Score {
    let mut next = position.clone();
    next.play(code).expect("every move of `legal_moves` is legal");
    *nodes += 1;
    match next.outcome() {
        Some(outcome) => Score::of_end(outcome, position.turn(), 1),
        None => -mind.think(&next, Limits::of_depth(0), &mut Unwatched).score,
    }
}

fn best_of<S: Ord + Copy>(
    scored: impl Iterator<Item = (MoveCode, S)>,
    seed: Seed,
) -> Option<MoveCode> {
    let scored: Vec<(MoveCode, S)> = scored.collect();
    let best = scored.iter().map(|(_, score)| *score).max()?;
    seed.pick(scored.iter().filter(|(_, score)| *score == best).map(|(code, _)| *code))
}

/// A choice among moves, without a line of what follows.
fn thought(best: Option<MoveCode>, nodes: u64) -> Thought {
    Thought {
        best,
        score: Score::of_estimate(0),
        is_exact: false,
        depth: 0,
        line: best.into_iter().collect(),
        statistics: Statistics { nodes, ..Statistics::default() },
    }
}
