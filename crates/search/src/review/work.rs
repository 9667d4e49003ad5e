//! Work on a review, in steps that can be interrupted and repeated: a glance at every move, the last one
//! first, then a look as far as a strong player's, then a deeper one wherever the chance swings. What is left
//! of the positions then goes to all other moves, because a blunder may show only later.
//!
//! The findings of a step depend on the game alone, not on earlier steps or on time. The steps end by
//! themselves after [`NODES_MAX`] positions.

use std::ops::RangeInclusive;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::limits::Limits;
use crate::review::chance::Chance;
use crate::review::{Review, Reviewed, Scope};
use crate::score::Score;
use crate::searcher::{Distance, ScoredMove, SearchResult};

/// Maximum number of positions searched for one review.
pub const NODES_MAX: u64 = 4_000_000;

/// The part of them after which no more moves are looked at for the first time as far as a strong player
/// sees: the rest is for the swings.
const BROAD_NODES_MAX: u64 = NODES_MAX / 5 * 3;

/// Plies and positions of the first glance at a move.
const GLANCE: Limits = Limits { depth_max: 2, nodes_max: 20_000 };

/// Maximum number of positions of the second look at a move: in a long game each gets an equal share.
const LOOK_NODES: RangeInclusive<u64> = 20_000..=100_000;

/// Maximum number of positions of a deeper look, for the position and again for the move played.
const DEEP_NODES_MAX: u64 = 250_000;

/// Maximum number of positions of a deeper look where no swing is seen.
const CALM_NODES_MAX: u64 = 50_000;

/// Plies by which a deeper look goes beyond the one before.
const DEEPER_PLIES: u16 = 2;

/// Maximum number of deeper looks at a move.
const DEEP_LOOKS_MAX: u8 = 4;

/// Minimum swing of the chance, in thousandths, that is looked at more deeply.
const SWING_MIN: u16 = 60;

/// Number of times that a step may be interrupted until it is left out.
const INTERRUPTIONS_MAX: u8 = 3;

/// Maximum number of positions of a look to the end of the game, for the position and again for the move played: no
/// more than a part of a review has time for.
const ENDING_NODES_MAX: u64 = 250_000;

/// Reach of the second look at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) plies: u16,
    /// True if a look to the end of the game is tried before.
    pub(crate) is_to_end: bool,
}

/// Source of the searches that a review needs.
pub(crate) trait Analyst {
    /// The score of every move of a position; `None` if interrupted.
    fn moves(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult>;

    /// The best play of both sides from a position on; `None` if interrupted.
    fn search(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult>;

    /// The same with what the search before has found.
    fn search_on(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult>;
}

/// A review in the making.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewWork {
    spec: GameSpec,
    moves: Vec<MoveCode>,
    /// The side that made each move. Positions are made anew for each step, because they are large.
    sides: Vec<Side>,
    /// Plies to review, the last one first.
    plies: Vec<usize>,
    /// By ply.
    seen: Vec<Option<Seen>>,
    /// Index of the next ply to glance at, to see the end from, and to look at.
    glanced: usize,
    ends_seen: usize,
    looked: usize,
    nodes: u64,
    interruptions: u8,
    is_ended: bool,
}

/// Findings about one move.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    best: ScoredMove,
    played: ScoredMove,
    /// The best move other than the one played.
    other: Option<ScoredMove>,
    deep_looks: u8,
    /// True if a deeper look is of no use.
    is_settled: bool,
}

/// The next thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Glance(usize),
    /// A look to the end of the game.
    End(usize),
    Look(usize),
    /// A deeper look, within so many positions.
    Deepen(usize, u64),
}

impl ReviewWork {
    /// The work on these moves of a game, of which none is done.
    ///
    /// # Panics
    /// If a move is not legal.
    pub fn new((spec, moves): (GameSpec, &[MoveCode]), scope: Scope) -> ReviewWork {
        let mut position = spec.start();
        let turn = |code: &MoveCode| {
            let side = position.turn();
            position.play(*code).expect("the moves of a game are legal");
            side
        };
        let sides: Vec<Side> = moves.iter().map(turn).collect();
        let is_meant = |ply: &usize| *ply >= scope.from && *scope.sides.get(sides[*ply]);
        let plies = (0..moves.len()).rev().filter(is_meant).collect();
        ReviewWork {
            spec,
            moves: moves.to_vec(),
            plies,
            seen: vec![None; moves.len()],
            glanced: 0,
            ends_seen: 0,
            looked: 0,
            nodes: 0,
            interruptions: 0,
            is_ended: false,
            sides,
        }
    }

    pub(crate) fn spec(&self) -> GameSpec {
        self.spec
    }

    /// Returns whether there is nothing left to do.
    pub fn is_done(&self) -> bool {
        self.is_ended
    }

    /// Returns whether every move had a glance, so that a first finding can be told.
    pub fn is_glanced(&self) -> bool {
        self.is_ended || self.glanced == self.plies.len()
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Leaves the rest out.
    pub fn end(&mut self) {
        self.is_ended = true;
    }

    /// The review as far as it is done.
    pub fn review(&self) -> Review {
        let mut moves: Vec<Option<Reviewed>> = vec![None; self.seen.len()];
        let mut later: [Option<ScoredMove>; 2] = [None, None];
        for ply in &self.plies {
            let side = self.sides[*ply];
            let next = &mut later[usize::from(side == Side::Second)];
            let Some(seen) = &self.seen[*ply] else {
                // Later turns say nothing about the one before this.
                *next = None;
                continue;
            };
            let reply = self.moves.get(ply + 1).copied();
            let (best, played) = seen.bounded_by(next.take(), reply);
            *next = Some(best.clone());
            moves[*ply] = Some(Reviewed::of((self.spec, side), played, best));
        }
        Review::new(moves)
    }

    /// Does the next step, unless there is none. Returns whether it was done, and not interrupted.
    pub(crate) fn go_on(&mut self, reach: Reach, analyst: &mut impl Analyst) -> bool {
        let Some(step) = self.next(reach) else {
            self.is_ended = true;
            return false;
        };
        let is_done = match step {
            Step::Glance(ply) => self.look(ply, GLANCE, analyst),
            Step::End(ply) => self.see_end(ply, analyst),
            Step::Look(ply) => {
                let share = BROAD_NODES_MAX / u64::try_from(self.plies.len()).unwrap_or(u64::MAX);
                let nodes_max = share.clamp(*LOOK_NODES.start(), *LOOK_NODES.end());
                let limits = Limits { depth_max: reach.plies, nodes_max };
                self.look(ply, limits, analyst)
            }
            Step::Deepen(ply, nodes_max) => self.deepen(ply, nodes_max, analyst),
        };
        self.interruptions = if is_done { 0 } else { self.interruptions + 1 };
        if is_done || self.interruptions > INTERRUPTIONS_MAX {
            self.pass(step);
        }
        is_done
    }

    /// Notes that a step is behind.
    fn pass(&mut self, step: Step) {
        match step {
            Step::Glance(_) => self.glanced += 1,
            Step::End(_) => self.ends_seen += 1,
            Step::Look(_) => self.looked += 1,
            Step::Deepen(ply, _) => {
                if let Some(seen) = &mut self.seen[ply] {
                    seen.deep_looks += 1;
                }
            }
        }
        self.interruptions = 0;
    }

    fn next(&self, reach: Reach) -> Option<Step> {
        if self.is_ended {
            return None;
        }
        if let Some(ply) = self.plies.get(self.glanced) {
            return Some(Step::Glance(*ply));
        }
        let is_broad = self.nodes < BROAD_NODES_MAX;
        if let Some(ply) = self.plies.get(self.ends_seen).filter(|_| reach.is_to_end && is_broad) {
            return Some(Step::End(*ply));
        }
        if let Some(ply) = self.plies.get(self.looked).filter(|_| is_broad) {
            return Some(Step::Look(*ply));
        }
        if self.nodes >= NODES_MAX {
            return None;
        }
        let swings = self.swings();
        let largest =
            swings.iter().filter(|(swing, _)| *swing >= SWING_MIN).max_by_key(|(swing, ply)| {
                let looks = self.deep_looks(*ply);
                (swing / (1 + u16::from(looks)), *ply)
            });
        let step = largest.map(|(_, ply)| Step::Deepen(*ply, DEEP_NODES_MAX));
        step.or_else(|| {
            let calm = swings.into_iter().filter(|(_, ply)| self.deep_looks(*ply) == 0).max();
            calm.map(|(_, ply)| Step::Deepen(ply, CALM_NODES_MAX))
        })
    }

    fn deep_looks(&self, ply: usize) -> u8 {
        self.seen[ply].as_ref().map_or(0, |seen| seen.deep_looks)
    }

    /// The position after this many plies.
    fn position(&self, plies: usize) -> AnyGame {
        let mut position = self.spec.start();
        for code in &self.moves[..plies] {
            position.play(*code).expect("the moves of a game are legal");
        }
        position
    }

    /// The swing of the chance at each ply that a deeper look may tell more about.
    fn swings(&self) -> Vec<(u16, usize)> {
        let review = self.review();
        let mut later: [Option<Chance>; 2] = [None, None];
        let mut swings = Vec::new();
        for ply in &self.plies {
            let next = &mut later[usize::from(self.sides[*ply] == Side::Second)];
            let (Some(seen), Some(reviewed)) = (&self.seen[*ply], review.of_ply(*ply)) else {
                *next = None;
                continue;
            };
            // A fall that no move has caused lay beyond the horizon.
            let fall = next.map_or(0, |next| reviewed.before.above(next));
            *next = Some(reviewed.before);
            if !seen.is_settled && seen.deep_looks < DEEP_LOOKS_MAX {
                swings.push((reviewed.cost().max(fall), *ply));
            }
        }
        swings
    }

    /// Scores every move of a position, and keeps what concerns the one played.
    fn look(&mut self, ply: usize, limits: Limits, analyst: &mut impl Analyst) -> bool {
        if self.seen[ply].as_ref().is_some_and(|seen| seen.is_settled) {
            return true;
        }
        let Some(analysis) = analyst.moves(&self.position(ply), limits) else { return false };
        // Of interrupted steps nothing counts, so that the rest of the work does not depend on them.
        let mut nodes = analysis.statistics.nodes;
        let Some(mut seen) = Seen::of(self.moves[ply], analysis) else { return true };
        if seen.is_worse() {
            let after = Limits { depth_max: limits.depth_max.saturating_sub(1), ..limits };
            for scored in [&mut seen.played, &mut seen.best] {
                if scored.line.len() > 1 {
                    continue;
                }
                let mut next = self.position(ply);
                next.play(scored.code).expect("it is one of the legal moves");
                let Some(found) = analyst.search(&next, after) else { return false };
                nodes += found.statistics.nodes;
                // A guess does not follow a proof.
                if found.is_exact || !scored.is_exact {
                    scored.line = [vec![scored.code], found.line].concat();
                }
            }
        }
        self.nodes += nodes;
        self.seen[ply] = Some(seen);
        true
    }

    /// Sees the end of the game from the position and after the move that was made, or learns nothing.
    fn see_end(&mut self, ply: usize, analyst: &mut impl Analyst) -> bool {
        if self.seen[ply].as_ref().is_none_or(|seen| seen.is_settled) {
            return true;
        }
        let (limits, code) = (Limits::of_nodes(ENDING_NODES_MAX), self.moves[ply]);
        let Some(found) = analyst.search(&self.position(ply), limits) else { return false };
        let mut nodes = found.statistics.nodes;
        let best = found.into_best().filter(|best| best.is_exact);
        let mut played = best.clone().filter(|best| best.code == code);
        if best.is_some() && played.is_none() {
            // An exact value does not depend on what the search before has found.
            let after = analyst.search_on(&self.position(ply + 1), limits);
            let Some(after) = after else { return false };
            nodes += after.statistics.nodes;
            played = Some(scored_after(code, after)).filter(|played| played.is_exact);
        }
        self.nodes += nodes;
        if let (Some(seen), Some(best), Some(played)) = (&mut self.seen[ply], best, played) {
            seen.deepen(best, played, true);
        }
        true
    }

    /// Searches the best play and the move that was made equally deep, and deeper than before.
    fn deepen(&mut self, ply: usize, nodes_max: u64, analyst: &mut impl Analyst) -> bool {
        let Some(seen) = &self.seen[ply] else { return true };
        let depth_max = seen.played.depth.max(seen.best.depth) + DEEPER_PLIES;
        let limits = Limits { depth_max, nodes_max };
        let Some(found) = analyst.search(&self.position(ply), limits) else { return false };
        let mut nodes = found.statistics.nodes;
        let Some(best) = found.into_best() else { return true };
        let code = self.moves[ply];
        let played = if best.code == code {
            best.clone()
        } else {
            let depth_max = best.depth.saturating_sub(1);
            let limits = Limits { depth_max, nodes_max };
            let after = analyst.search(&self.position(ply + 1), limits);
            let Some(after) = after else { return false };
            nodes += after.statistics.nodes;
            scored_after(code, after)
        };
        self.nodes += nodes;
        if let Some(seen) = &mut self.seen[ply] {
            seen.deepen(best, played, nodes_max == DEEP_NODES_MAX);
        }
        true
    }
}

impl Seen {
    fn of(code: MoveCode, analysis: SearchResult) -> Option<Seen> {
        let is_exact = analysis.is_exact;
        let played = analysis.moves.iter().find(|scored| scored.code == code)?.clone();
        let best = analysis.moves.iter().find(|scored| Some(scored.code) == analysis.best)?.clone();
        let best = best_of(best, is_exact);
        let others = || analysis.moves.iter().filter(move |scored| scored.code != code);
        let are_others_exact = others().all(|scored| scored.is_exact);
        // Of equals, the first.
        let other = others().rev().max_by_key(|scored| scored.score).cloned();
        let other = other.map(|other| best_of(other, are_others_exact));
        let is_settled = is_exact && played.is_exact;
        Some(Seen { best, played, other, deep_looks: 0, is_settled })
    }

    fn is_worse(&self) -> bool {
        self.played.score < self.best.score
    }

    fn deepen(&mut self, best: ScoredMove, played: ScoredMove, is_thorough: bool) {
        // A search that got less far knows less, and a thorough one would again.
        let is_less = best.depth < self.best.depth && !best.score.is_decided();
        if is_less || played.depth < best.depth && !played.score.is_decided() {
            self.is_settled = is_thorough;
            return;
        }
        self.is_settled = best.is_exact && played.is_exact;
        if best.code != played.code {
            self.other = Some(best.clone());
        }
        // The move played may turn out to be no worse than the one that looked best.
        self.best = match played.score >= best.score {
            true => best_of(played.clone(), best.is_exact),
            false => best,
        };
        self.played = played;
    }

    /// The best move and the one played, in view of what was found later: a move after which the game was
    /// lost for certain at the next turn has lost it.
    fn bounded_by(
        &self,
        later: Option<ScoredMove>,
        reply: Option<MoveCode>,
    ) -> (ScoredMove, ScoredMove) {
        let bound = later.filter(|later| later.score.is_lost());
        let bound = bound.filter(|later| later.score.delayed(2) < self.played.score);
        let Some(later) = bound.filter(|_| !self.played.score.is_lost()) else {
            return (self.best.clone(), self.played.clone());
        };
        let played = ScoredMove {
            code: self.played.code,
            score: later.score.delayed(2),
            is_exact: true,
            distance: Distance::Within,
            depth: later.depth.saturating_add(2),
            line: [self.played.code].into_iter().chain(reply).chain(later.line).collect(),
        };
        let best = if self.best.code == played.code {
            self.other.clone()
        } else {
            Some(self.best.clone())
        };
        let best = best.filter(|best| best.score > played.score);
        (best.unwrap_or_else(|| played.clone()), played)
    }
}

/// The best of some moves, whose proven draw is their worth only if it is known that none of them wins.
fn best_of(best: ScoredMove, is_exact: bool) -> ScoredMove {
    let is_exact = best.is_exact && (is_exact || best.score.is_decided());
    ScoredMove { is_exact, ..best }
}

/// A move by the search of the position after it.
fn scored_after(code: MoveCode, after: SearchResult) -> ScoredMove {
    let SearchResult { score, is_exact, distance, depth, line, .. } = after;
    let score: Score = (-score).delayed(1);
    let line = [vec![code], line].concat();
    ScoredMove { code, score, is_exact, distance, depth: depth.saturating_add(1), line }
}
