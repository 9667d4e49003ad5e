//! What every move of a position leads to, by any mind: for players who do not always take the best
//! one, and for people who ask what is wrong with the others.

use crate::games::{Game, MoveCode};
use crate::search::score::Score;
use crate::search::successors;
use crate::search::thought::{Distance, Limits, Thinker, Thought, Watch};

/// The first round looks so many plies beyond each move: at the position after it and no further.
const FIRST_DEPTH: u16 = 0;

/// A legal move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    pub code: MoveCode,
    /// For the side that makes the move; distances count from before it.
    pub score: Score,
    /// Whether the score is proven, no estimate having had a part in it.
    pub is_exact: bool,
    /// What the plies of a decided score mean.
    pub distance: Distance,
    /// Plies that were searched to the end, the move included.
    pub depth: u16,
    /// The move and what both sides do after it if they play their best. It may break off early.
    pub line: Vec<MoveCode>,
}

/// Every legal move with its score, in the order of the moves; none if the game is over.
///
/// All moves are looked at equally deep, so that their scores compare, except those whose score is
/// proven earlier. Whatever the limits are and the watch says, each move gets at least a glance.
/// The limits hold for the moves together, the glances aside, and the watch hears of no progress.
pub fn rank<T: Thinker>(
    thinker: &mut T,
    position: &T::Game,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Vec<ScoredMove> {
    let nexts: Vec<(MoveCode, T::Game)> = successors(position).collect();
    let mut nodes = 0;
    let glance = Limits { depth_max: FIRST_DEPTH, nodes_max: limits.nodes_max };
    let mut ranking: Vec<ScoredMove> = nexts
        .iter()
        .map(|(code, next)| score_move(thinker, *code, next, glance, watch, &mut nodes))
        .collect();
    let depth_max = limits.depth_max.saturating_sub(1).min(position.max_plies());
    for depth in FIRST_DEPTH + 1..=depth_max {
        let mut deeper = ranking.clone();
        for (scored, (code, next)) in deeper.iter_mut().zip(&nexts) {
            if scored.is_exact {
                continue;
            }
            let nodes_max = limits.nodes_max.saturating_sub(nodes);
            if nodes_max == 0 || watch.is_over() {
                return ranking;
            }
            let round = Limits { depth_max: depth, nodes_max };
            *scored = score_move(thinker, *code, next, round, watch, &mut nodes);
        }
        // A round that was broken off compares deep scores with shallow ones.
        if nodes >= limits.nodes_max || watch.is_over() {
            return ranking;
        }
        ranking = deeper;
        if ranking.iter().all(|scored| scored.is_exact) {
            return ranking;
        }
    }
    ranking
}

/// What a move leads to, given the position after it.
fn score_move<T: Thinker>(
    thinker: &mut T,
    code: MoveCode,
    next: &T::Game,
    limits: Limits,
    watch: &mut dyn Watch,
    nodes: &mut u64,
) -> ScoredMove {
    if let Some(outcome) = next.outcome() {
        *nodes += 1;
        let score = Score::of_end(outcome, !next.turn(), 1);
        let (distance, line) = (Distance::Exact, vec![code]);
        return ScoredMove { code, score, is_exact: true, distance, depth: 1, line };
    }
    let thought = thinker.think(next, limits, &mut Quiet(watch));
    *nodes += thought.statistics.nodes;
    let mut line = vec![code];
    line.extend(thought.line);
    ScoredMove {
        code,
        score: before_move(thought.score),
        is_exact: thought.is_exact,
        distance: thought.distance,
        depth: thought.depth.saturating_add(1),
        line,
    }
}

/// The score of the side that has just moved, from before its move.
fn before_move(score: Score) -> Score {
    if score.is_decided() { Score::from(score.verdict().before_move()) } else { -score }
}

/// Tells when it is over, and keeps to itself what is thought of the positions after a move.
struct Quiet<'a>(&'a mut dyn Watch);

impl Watch for Quiet<'_> {
    fn is_over(&mut self) -> bool {
        self.0.is_over()
    }

    fn progress(&mut self, _: &Thought) {}
}
