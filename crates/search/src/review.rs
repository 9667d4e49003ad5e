//! Review of a finished game: the quality of each move, and the one that threw the game away.
//!
//! A losing move is a proven claim. A move is called losing only if it loses for certain and
//! another one does not as far as was seen, or if it gives away a certain win for a certain draw.
//! In a solved game that is all there is to know; elsewhere a review sees a limited number of plies
//! ahead, given by [`Review::depth`].

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::searcher::{Distance, ScoredMove, SearchResult};

/// Maximum difference in plies at which a sure result counts as equally good.
const SLACK_PLIES: u16 = 2;

/// Maximum number of plies kept of the line of a losing move, the move included.
const LINE_PLIES_MAX: usize = 7;

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
    /// Its line is kept if it lost.
    pub played: ScoredMove,
    /// The best move there was, which may be the same; without its line.
    pub best: ScoredMove,
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

/// Source of the analyses that a review needs.
pub(crate) trait Analyst {
    /// The score of every move of a position, searched to `depth` plies; `None` ends the review.
    fn moves(&mut self, position: &AnyGame, depth: u16) -> Option<SearchResult>;

    /// The best play of both sides from a position on.
    fn line(&mut self, position: &AnyGame, depth: u16) -> Vec<MoveCode>;
}

impl Review {
    /// Looks back on these moves, the last one first, so that a review which is broken off
    /// knows how the game was decided; so many plies ahead, one depth after the other.
    ///
    /// # Panics
    /// If a move is not legal.
    pub(crate) fn of(
        (spec, moves): (GameSpec, &[MoveCode]),
        scope: Scope,
        depths: &[u16],
        analyst: &mut impl Analyst,
    ) -> Review {
        let positions = positions(spec, moves);
        let mut review = Review { moves: vec![None; moves.len()] };
        for depth in depths {
            for (ply, (position, code)) in positions.iter().zip(moves).enumerate().rev() {
                if ply < scope.from || !scope.sides.get(position.turn()) {
                    continue;
                }
                let Some(analysis) = analyst.moves(position, *depth) else { return review };
                let mut reviewed = reviewed(position.turn(), *code, analysis);
                if let Some(reviewed) = &mut reviewed {
                    reviewed.keep_what_is_told(|| analyst.line(&positions[ply + 1], *depth));
                }
                review.moves[ply] = reviewed;
            }
        }
        review
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

    /// The least depth of a move that is not proven; `None` if all reviewed moves are.
    pub fn depth(&self) -> Option<u16> {
        let reviewed = || self.moves.iter().flatten();
        let is_all_known = reviewed().all(|reviewed| reviewed.is_exact());
        let depths = reviewed().filter(|reviewed| !reviewed.is_exact());
        if is_all_known { None } else { depths.map(|reviewed| reviewed.played.depth).min() }
    }
}

impl Reviewed {
    /// Keeps the line of a losing move, and of other moves only their value.
    fn keep_what_is_told(&mut self, line_after: impl FnOnce() -> Vec<MoveCode>) {
        self.best.line = Vec::new();
        if self.quality != Quality::Losing {
            self.played.line = Vec::new();
            return;
        }
        if self.played.line.len() <= 1 {
            self.played.line = [vec![self.played.code], line_after()].concat();
        }
        self.played.line.truncate(LINE_PLIES_MAX);
        self.played.line.shrink_to_fit();
    }

    /// Returns whether its quality is proven.
    pub fn is_exact(&self) -> bool {
        self.played.is_exact && self.best.is_exact
    }
}

/// The proven verdict of a move, seen from before it; `None` if it is an estimate.
pub fn proven(scored: &ScoredMove) -> Option<Verdict> {
    let is_proven = scored.score.is_decided() || scored.is_exact;
    is_proven.then(|| scored.score.verdict())
}

fn positions(spec: GameSpec, moves: &[MoveCode]) -> Vec<AnyGame> {
    let mut positions = vec![spec.start()];
    for code in moves {
        let mut next = positions[positions.len() - 1].clone();
        next.play(*code).expect("the moves of a game are legal");
        positions.push(next);
    }
    positions
}

fn reviewed(side: Side, code: MoveCode, analysis: SearchResult) -> Option<Reviewed> {
    let played = analysis.moves.iter().find(|scored| scored.code == code)?.clone();
    let best = analysis.moves.into_iter().find(|scored| Some(scored.code) == analysis.best)?;
    Some(Reviewed { side, quality: quality(&best, &played), played, best })
}

fn quality(best: &ScoredMove, played: &ScoredMove) -> Quality {
    use Verdict::{Draw, Loss, Win};
    if played.score == best.score {
        return Quality::Best;
    }
    let is_exact = played.distance == Distance::Exact && best.distance == Distance::Exact;
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
