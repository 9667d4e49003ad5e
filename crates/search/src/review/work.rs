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
use crate::review::carry::{self, Judged};
use crate::review::chance::Chance;
use crate::review::seen::{Seen, scored_after};
use crate::review::{Review, Reviewed, Scope, proven};
use crate::score::Score;
use crate::searcher::SearchResult;

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

/// The same for the best move of a position that is proven in part. There are few of these in a game.
const SEEKING_NODES_MAX: u64 = 2 * ENDING_NODES_MAX;

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

    /// A move that wins, fast or not, of a position that is won; `None` if interrupted.
    fn find_win(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult>;

    /// The best play of both sides with what the search before has found; `None` if interrupted.
    fn search_on(&mut self, position: &AnyGame, limits: Limits) -> Option<SearchResult>;
}

/// A review in the making.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewWork {
    spec: GameSpec,
    moves: Vec<MoveCode>,
    /// The side that made each move. Positions are rebuilt for each step, because they are large.
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

/// The next thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Glance(usize),
    /// A look to the end of the game.
    End(usize),
    Look(usize),
    /// A longer look to the end, for the best move of a position that is proven in part.
    SeekBest(usize, Best),
    /// A look to the end after every move, for the worth of the one that was played.
    SeekPlayed(usize),
    /// A deeper look, within this many positions.
    Deepen(usize, u64),
}

/// The best move that is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Best {
    Any,
    /// One that wins, of a position that is won.
    Win,
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
        let moves = self.judged().into_iter().zip(&self.sides).map(|(judged, side)| {
            let Judged { best, played, .. } = judged?;
            Some(Reviewed::of((self.spec, *side), played, best))
        });
        Review::new(moves.collect())
    }

    /// Does the next step, unless there is none. Returns whether it was done, and not interrupted.
    pub(crate) fn go_on(&mut self, reach: Reach, analyst: &mut impl Analyst) -> bool {
        let Some(step) = self.next(reach) else {
            self.is_ended = true;
            return false;
        };
        let is_done = match step {
            Step::Glance(ply) => self.look(ply, GLANCE, analyst),
            Step::End(ply) => self.see_end(ply, None, analyst),
            Step::Look(ply) => {
                let share = BROAD_NODES_MAX / u64::try_from(self.plies.len()).unwrap_or(u64::MAX);
                let nodes_max = share.clamp(*LOOK_NODES.start(), *LOOK_NODES.end());
                let limits = Limits { depth_max: reach.plies, nodes_max };
                self.look(ply, limits, analyst)
            }
            Step::SeekBest(ply, best) => self.see_end(ply, Some(best), analyst),
            Step::SeekPlayed(ply) => self.see_all_ends(ply, analyst),
            Step::Deepen(ply, nodes_max) => self.deepen(ply, nodes_max, analyst),
        };
        self.interruptions = if is_done { 0 } else { self.interruptions + 1 };
        if is_done || self.interruptions > INTERRUPTIONS_MAX {
            self.pass(step);
        }
        is_done
    }

    /// Records that a step is behind.
    fn pass(&mut self, step: Step) {
        match step {
            Step::Glance(_) => self.glanced += 1,
            Step::End(_) => self.ends_seen += 1,
            Step::Look(_) => self.looked += 1,
            Step::SeekBest(ply, _) => self.note(ply, |seen| seen.is_best_sought = true),
            Step::SeekPlayed(ply) => self.note(ply, |seen| seen.is_played_sought = true),
            Step::Deepen(ply, _) => self.note(ply, |seen| seen.deep_looks += 1),
        }
        self.interruptions = 0;
    }

    fn note(&mut self, ply: usize, change: impl FnOnce(&mut Seen)) {
        if let Some(seen) = &mut self.seen[ply] {
            change(seen);
        }
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
        if let Some(step) = reach.is_to_end.then(|| self.missing_part()).flatten() {
            return Some(step);
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

    fn judged(&self) -> Vec<Option<Judged>> {
        carry::judged((self.spec, &self.moves), &self.seen)
    }

    /// The search for what is missing of a ply that is proven in part.
    fn missing_part(&self) -> Option<Step> {
        let judged = self.judged();
        self.plies.iter().find_map(|ply| {
            let (seen, judged) = (self.seen[*ply].as_ref()?, judged[*ply].as_ref()?);
            let [best, played] =
                [&judged.best, &judged.played].map(|scored| proven(scored).is_some());
            match (best, played || judged.proven.is_some()) {
                (true, _) if !played && !seen.is_played_sought => Some(Step::SeekPlayed(*ply)),
                (false, true) if !seen.is_best_sought => {
                    let is_won = judged.proven.is_some_and(Score::is_won);
                    Some(Step::SeekBest(*ply, if is_won { Best::Win } else { Best::Any }))
                }
                _ => None,
            }
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
            let is_proven = proven(&reviewed.best).and(proven(&reviewed.played)).is_some();
            if !is_proven && !seen.is_settled && seen.deep_looks < DEEP_LOOKS_MAX {
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
    /// A best move that is sought is kept in any case.
    fn see_end(&mut self, ply: usize, sought: Option<Best>, analyst: &mut impl Analyst) -> bool {
        let is_behind = |seen: &Seen| seen.is_settled && sought.is_none();
        if self.seen[ply].as_ref().is_none_or(is_behind) {
            return true;
        }
        let (position, code) = (self.position(ply), self.moves[ply]);
        let [limits, longer] = [ENDING_NODES_MAX, SEEKING_NODES_MAX].map(Limits::of_nodes);
        let found = match sought {
            None => analyst.search(&position, limits),
            Some(Best::Any) => analyst.search(&position, longer),
            Some(Best::Win) => analyst.find_win(&position, longer),
        };
        let Some(found) = found else { return false };
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
        if let (Some(seen), Some(best)) = (&mut self.seen[ply], best) {
            match played {
                Some(played) => seen.deepen(best, played, true),
                None if sought.is_some() => {
                    seen.other = Some(best.clone());
                    seen.best = best;
                }
                // A proof would make the move that was played look worse than it may be.
                None => {}
            }
        }
        true
    }

    /// Sees the end of the game after every move, or learns nothing.
    fn see_all_ends(&mut self, ply: usize, analyst: &mut impl Analyst) -> bool {
        let limits = Limits::of_nodes(ENDING_NODES_MAX);
        let Some(analysis) = analyst.moves(&self.position(ply), limits) else { return false };
        self.nodes += analysis.statistics.nodes;
        let found = Seen::of(self.moves[ply], analysis).filter(|found| found.is_settled);
        let known = self.seen[ply].take();
        self.seen[ply] = match (found, known) {
            (Some(found), Some(known)) => Some(found.with_lines_of(known)),
            (found, known) => found.or(known),
        };
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
