//! Review of a finished game: the chance of winning before and after each move, and the moves that cost
//! most.
//!
//! A losing move is a proven claim. A move is called losing only if it loses for certain and
//! another one does not as far as was seen, or if it gives away a certain win for a certain draw.
//! In a solved game that is all there is to know; elsewhere a review sees a limited number of plies
//! ahead, given by [`Review::depth`], and estimates the [chance](Chance) of what lies beyond.
//!
//! The [work](work::ReviewWork) is done in steps, each of which leaves a review that can be shown.

mod carry;
pub mod chance;
mod seen;
pub mod work;

use std::cmp::Reverse;

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};

use crate::Verdict;
use crate::review::chance::Chance;
use crate::searcher::{Distance, ScoredMove, SearchResult};

/// Maximum difference in plies at which a sure result counts as equally good.
const SLACK_PLIES: u16 = 2;

/// Maximum number of plies kept of a line that is told, its first move included.
const LINE_PLIES_MAX: usize = 7;

/// Maximum number of findings of a side.
const FINDINGS_MAX: usize = 3;

/// Cost of a move, in thousandths of the chance, from which it is a finding.
pub const FINDING_COST_MIN: u16 = 150;

/// The same for a side that has not won and has no costlier move: at least the step of
/// [`Chance::about_percent`], so that the chances before and after are never told as equal.
const ONLY_FINDING_COST_MIN: u16 = 50;

/// The quality of a move, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quality {
    /// None was better.
    Best,
    /// It kept what there was.
    Good,
    /// It kept the result, but wins later or loses sooner than need be, or misses a win that was certain.
    Inaccurate,
    /// It threw the result away.
    Losing,
}

/// A move looked back on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    pub side: Side,
    pub quality: Quality,
    /// Its line is kept if it is told.
    pub played: ScoredMove,
    /// The best move there was, which may be the same; its line is kept if it is told. A draw is exact if it is
    /// proven that no move wins.
    pub best: ScoredMove,
    /// The chance with the best move, and with the one that was played.
    pub before: Chance,
    pub after: Chance,
}

/// The review of a game: each of its moves compared with the best one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// By ply; `None` for moves that were not searched.
    moves: Vec<Option<Reviewed>>,
}

/// The moves of a game that a review covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The sides whose moves are reviewed.
    pub sides: BySide<bool>,
    /// The first ply that is reviewed, counted from 0.
    pub from: usize,
}

impl Scope {
    /// All of them.
    pub const ALL: Scope = Scope { sides: BySide { first: true, second: true }, from: 0 };
}

/// Resistance of a side that was lost from its first reviewed move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resistance<'a> {
    /// Plies that the first reviewed move could have held out; `None` if not known exactly.
    pub plies: Option<u16>,
    /// The ply that shortened the game most, with the number of plies it cost, as far as these are known exactly.
    pub shortened: Option<(usize, &'a Reviewed, u16)>,
}

impl Review {
    /// The review of a game by its moves, ply by ply; `None` for those that were not searched.
    pub fn new(moves: Vec<Option<Reviewed>>) -> Review {
        Review { moves }
    }

    /// The review of the move of that ply, counted from 0.
    pub fn of_ply(&self, ply: usize) -> Option<&Reviewed> {
        self.moves.get(ply)?.as_ref()
    }

    /// The plies of a side that were looked at, in their order.
    pub fn of_side(&self, side: Side) -> impl DoubleEndedIterator<Item = (usize, &Reviewed)> {
        let reviewed = self.moves.iter().enumerate();
        let reviewed = reviewed.filter_map(|(ply, reviewed)| Some((ply, reviewed.as_ref()?)));
        reviewed.filter(move |(_, reviewed)| reviewed.side == side)
    }

    /// The last move with which a side threw the result away: what came after it was never better again
    /// by its own doing.
    pub fn turning_point(&self, side: Side) -> Option<(usize, &Reviewed)> {
        self.of_side(side).rfind(|(_, reviewed)| reviewed.quality == Quality::Losing)
    }

    /// The moves of a side that cost most, in the order of the game, at most three. For a side
    /// that has not won, a small mistake counts if there is no larger one.
    pub fn findings(&self, side: Side, has_won: bool) -> Vec<(usize, &Reviewed)> {
        let at_least = |cost: u16| -> Vec<(usize, &Reviewed)> {
            let mut found: Vec<_> =
                self.of_side(side).filter(|(_, reviewed)| reviewed.cost() >= cost).collect();
            // Of equally costly moves the later ones decided the game.
            found.sort_by_key(|(ply, reviewed)| Reverse((reviewed.cost(), *ply)));
            found
        };
        let mut found = at_least(FINDING_COST_MIN);
        found.truncate(FINDINGS_MAX);
        if found.is_empty() && !has_won {
            found = at_least(ONLY_FINDING_COST_MIN);
            found.truncate(1);
        }
        found.sort_by_key(|(ply, _)| *ply);
        found
    }

    /// The costliest finding of a side.
    pub fn costliest(&self, side: Side, has_won: bool) -> Option<(usize, &Reviewed)> {
        let findings = self.findings(side, has_won);
        findings.into_iter().max_by_key(|(ply, reviewed)| (reviewed.cost(), *ply))
    }

    /// Time for which a side could have held out that was lost at every reviewed move.
    pub fn resistance(&self, side: Side) -> Option<Resistance<'_>> {
        let is_lost = |(_, reviewed): (usize, &Reviewed)| reviewed.best.score.is_lost();
        if !self.of_side(side).all(is_lost) {
            return None;
        }
        let (_, first) = self.of_side(side).next()?;
        let is_known = |reviewed: &Reviewed| {
            reviewed.best.distance == Distance::Exact && reviewed.played.distance == Distance::Exact
        };
        let are_all_known = self.of_side(side).all(|(_, reviewed)| is_known(reviewed));
        let known = self.of_side(side).filter(|(_, reviewed)| is_known(reviewed));
        let shortened = known.filter_map(|(ply, reviewed)| {
            let lost = loss(&reviewed.best)?.saturating_sub(loss(&reviewed.played)?);
            (lost > 0).then_some((ply, reviewed, lost))
        });
        let shortened = shortened.max_by_key(|(ply, _, lost)| (*lost, Reverse(*ply)));
        Some(Resistance { plies: loss(&first.best).filter(|_| are_all_known), shortened })
    }

    /// The least depth of what is not proven; `None` if all reviewed moves are.
    pub fn depth(&self) -> Option<u16> {
        let scored = self.moves.iter().flatten().flat_map(|seen| [&seen.played, &seen.best]);
        scored.filter(|scored| !scored.is_exact).map(|scored| scored.depth).min()
    }
}

impl Reviewed {
    pub(crate) fn of(
        (spec, side): (GameSpec, Side),
        mut played: ScoredMove,
        mut best: ScoredMove,
    ) -> Reviewed {
        let quality = quality(&best, &played);
        let (before, after) = (Chance::of(spec, &best), Chance::of(spec, &played));
        let is_told = quality == Quality::Losing || before.above(after) >= ONLY_FINDING_COST_MIN;
        for scored in [&mut played, &mut best] {
            scored.line.truncate(if is_told { LINE_PLIES_MAX } else { 0 });
            scored.line.shrink_to_fit();
        }
        Reviewed { side, quality, played, best, before, after }
    }

    /// The chance that the move gave away, in thousandths.
    pub fn cost(&self) -> u16 {
        self.before.above(self.after)
    }
}

/// Result that a move keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Win,
    Draw,
    /// Nothing notably better was seen, and nothing is certain.
    Chances,
}

/// Returns the result that a move keeps, by the value of every move of its position; `None` if it gives
/// something away or loses, or if its value is not known.
pub fn kept(spec: GameSpec, code: MoveCode, analysis: &SearchResult) -> Option<Kept> {
    let played = analysis.moves.iter().find(|scored| scored.code == code)?;
    let best = analysis.moves.iter().map(|scored| Chance::of(spec, scored)).max()?;
    if best.above(Chance::of(spec, played)) >= ONLY_FINDING_COST_MIN {
        return None;
    }
    match proven(played) {
        Some(Verdict::Win { .. }) => Some(Kept::Win),
        Some(Verdict::Draw) => Some(Kept::Draw),
        Some(Verdict::Loss { .. }) => None,
        None => Some(Kept::Chances),
    }
}

/// The proven verdict of a move, seen from before it; `None` if it is an estimate.
pub fn proven(scored: &ScoredMove) -> Option<Verdict> {
    let is_proven = scored.score.is_decided() || scored.is_exact;
    is_proven.then(|| scored.score.verdict())
}

/// The plies to a proven loss.
fn loss(scored: &ScoredMove) -> Option<u16> {
    match proven(scored) {
        Some(Verdict::Loss { plies }) => Some(plies),
        _ => None,
    }
}

fn quality(best: &ScoredMove, played: &ScoredMove) -> Quality {
    use Verdict::{Draw, Loss, Win};
    let is_exact = played.distance == Distance::Exact && best.distance == Distance::Exact;
    // Of two bounds on the time that is left it is not known which move holds out longer.
    let is_known = is_exact || played.code == best.code || !best.score.is_lost();
    if played.score == best.score && is_known {
        return Quality::Best;
    }
    let is_slack = |one: u16, other: u16| !is_exact || one.abs_diff(other) <= SLACK_PLIES;
    match (proven(best), proven(played)) {
        (Some(Win { .. }), None) => Quality::Inaccurate,
        (Some(Win { .. }), Some(Draw)) => Quality::Losing,
        (Some(Win { plies: best }), Some(Win { plies })) if !is_slack(best, plies) => {
            Quality::Inaccurate
        }
        (Some(Loss { plies: best }), Some(Loss { plies })) if !is_slack(best, plies) => {
            Quality::Inaccurate
        }
        (Some(Loss { .. }), Some(Loss { .. })) => Quality::Good,
        (_, Some(Loss { .. })) => Quality::Losing,
        _ => Quality::Good,
    }
}

#[cfg(test)]
mod tests;
