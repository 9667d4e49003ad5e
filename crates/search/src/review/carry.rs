//! Carries what is proven from one ply of a game to its neighbours: a position is worth the same to the move that led
//! there and to the one that follows. Each ply is searched alone, and one search may prove what another one cannot.
//!
//! The result depends on what was found at the plies, and not on the order in which it was.

use std::cmp::Ordering;

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;

use crate::review::seen::{Seen, best_of};
use crate::review::{chance, proven};
use crate::score::Score;
use crate::searcher::{Distance, ScoredMove};

/// Findings about the move of a ply, in view of all other plies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    pub(super) best: ScoredMove,
    pub(super) played: ScoredMove,
    /// The score of the position if it is proven, even if no move is known that has it.
    pub(super) proven: Option<Score>,
}

/// The proven worth of a position for the side to move.
#[derive(Clone, Debug, PartialEq)]
struct Worth {
    score: Score,
    distance: Distance,
    depth: u16,
    /// The best play of both sides; empty if no move is known that has this worth.
    line: Vec<MoveCode>,
}

/// Judges the moves of a game by what was seen of each ply.
pub(super) fn judged(
    (spec, moves): (GameSpec, &[MoveCode]),
    seen: &[Option<Seen>],
) -> Vec<Option<Judged>> {
    let worths = worths(moves, seen);
    let of_ply = |(ply, seen): (usize, &Option<Seen>)| {
        let (here, next) = (worths[ply].as_ref(), worths[ply + 1].as_ref());
        let seen = seen.as_ref()?;
        let played = next.map_or_else(|| seen.played.clone(), |next| next.before(moves[ply]));
        Some(match here {
            Some(worth) => of_proven(spec, seen, worth, played),
            None => Judged { best: best_unproven(seen, &played), played, proven: None },
        })
    };
    seen.iter().enumerate().map(of_ply).collect()
}

/// The worth of each position of a game, the last one included, as far as it is proven.
fn worths(moves: &[MoveCode], seen: &[Option<Seen>]) -> Vec<Option<Worth>> {
    let mut worths: Vec<Option<Worth>> = vec![None; moves.len() + 1];
    for (ply, code) in moves.iter().enumerate() {
        let seen = seen[ply].as_ref();
        let own = seen.and_then(|seen| Worth::of(&seen.best));
        worths[ply] = tighter(worths[ply].take(), own);
        let played = seen.and_then(|seen| Worth::of(&seen.played)?.after(*code));
        let follows = worths[ply].as_ref().and_then(|worth| worth.after(*code));
        worths[ply + 1] = tighter(played, follows);
    }
    for (ply, code) in moves.iter().enumerate().rev() {
        let Some(next) = &worths[ply + 1] else { continue };
        let own = of_all_moves(seen[ply].as_ref(), &next.before(*code));
        worths[ply] = tighter(worths[ply].take(), own);
    }
    worths
}

/// The worth of a position by its moves, of which the one that was played is proven.
fn of_all_moves(seen: Option<&Seen>, played: &ScoredMove) -> Option<Worth> {
    match seen.map(|seen| seen.other.as_ref()) {
        // There is no other move.
        Some(None) => Worth::of(played),
        Some(Some(other)) if proven(other).is_some() && !is_bound(other) => {
            Worth::of(if other.score > played.score { other } else { played })
        }
        // Another move may win faster.
        Some(Some(_)) | None => {
            let won = Worth::of(played).filter(|worth| worth.score.is_won());
            won.map(|worth| Worth { distance: Distance::Within, ..worth })
        }
    }
}

/// Returns whether a move may win faster than is known.
fn is_bound(scored: &ScoredMove) -> bool {
    scored.score.is_won() && scored.distance == Distance::Within
}

/// Judges a move of a position of this worth.
fn of_proven(spec: GameSpec, seen: &Seen, worth: &Worth, mut played: ScoredMove) -> Judged {
    if let Some(best) = best_proven(seen, worth, &played) {
        if proven(&played).is_none() {
            // No move is better than the best one.
            played.score = played.score.min(best.score);
        }
        return Judged { best, played, proven: Some(worth.score) };
    }
    // Estimates that are too low are all raised as much as the best one, and those that are too high lowered.
    let is_proven = proven(&played).is_some();
    let best = match &seen.other {
        Some(other) if is_proven && seen.best.code == played.code => other,
        Some(_) | None => &seen.best,
    };
    let by = chance::nearest_estimate(spec, worth.score).value() - best.score.value();
    let shifted = |scored: &ScoredMove| match proven(scored) {
        Some(_) => scored.clone(),
        None => {
            ScoredMove { score: Score::of_estimate(scored.score.value() + by), ..scored.clone() }
        }
    };
    Judged { best: shifted(best), played: shifted(&played), proven: Some(worth.score) }
}

/// The best move of a position of this worth; `None` if none is proven to have it.
fn best_proven(seen: &Seen, worth: &Worth, played: &ScoredMove) -> Option<ScoredMove> {
    let is_own = seen.best.code == played.code;
    let is_lost = worth.score.is_lost();
    // Where every move loses, a bound is not the worth of the move that holds out longest.
    let is_known = !is_lost || is_own || played.distance == Distance::Exact;
    let is_as_good = proven(played).is_some() && played.score >= worth.score;
    match worth.line.first() {
        Some(code) if *code == played.code => {
            // Another move may hold out longer.
            let is_bound = is_lost && played.score < worth.score;
            let distance = if is_bound { Distance::Within } else { played.distance };
            return Some(ScoredMove { distance, ..played.clone() });
        }
        _ if is_as_good && is_known => return Some(played.clone()),
        Some(code) => return Some(worth.by(*code)),
        None => {}
    }
    if is_lost {
        let best = if is_own { seen.other.as_ref()? } else { &seen.best };
        return Some(ScoredMove { distance: Distance::Within, ..worth.by(best.code) });
    }
    // It wins as well, and perhaps later.
    let won = [&seen.best, played].into_iter().filter(|scored| scored.score.is_won());
    won.max_by_key(|scored| scored.score).cloned()
}

/// The best move of a position that is not proven.
fn best_unproven(seen: &Seen, played: &ScoredMove) -> ScoredMove {
    if played.score == seen.played.score {
        return seen.best.clone();
    }
    let is_own = seen.best.code == played.code;
    let best = if is_own { seen.other.as_ref() } else { Some(&seen.best) };
    let best = best.filter(|best| best.score > played.score);
    best.cloned().unwrap_or_else(|| best_of(played.clone(), false))
}

/// Joins two proofs of the worth of a position.
fn tighter(one: Option<Worth>, other: Option<Worth>) -> Option<Worth> {
    let (one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    // The end is no further off than the nearer one of two bounds.
    let nearness = |worth: &Worth| worth.score.value().abs();
    match nearness(&one).cmp(&nearness(&other)) {
        Ordering::Greater => Some(one),
        Ordering::Less => Some(other),
        Ordering::Equal => {
            let is_exact =
                [&one, &other].into_iter().any(|worth| worth.distance == Distance::Exact);
            let distance = if is_exact { Distance::Exact } else { Distance::Within };
            // In a lost position the line of a bound may not be the one that holds out longest.
            let is_told = |worth: &Worth| {
                let is_sure = worth.distance == Distance::Exact || !worth.score.is_lost();
                (is_sure && !worth.line.is_empty(), worth.line.len())
            };
            let told = if is_told(&other) > is_told(&one) { other } else { one };
            Some(Worth { distance, ..told })
        }
    }
}

impl Worth {
    /// The worth of a position with this best move, if that is proven.
    fn of(best: &ScoredMove) -> Option<Worth> {
        proven(best)?;
        let ScoredMove { code, score, distance, depth, .. } = *best;
        let line = if best.line.is_empty() { vec![code] } else { best.line.clone() };
        Some(Worth { score, distance, depth, line })
    }

    /// The worth of the position after this move, as far as it follows from this one.
    fn after(&self, code: MoveCode) -> Option<Worth> {
        let (score, depth) = (-self.score.hastened(1), self.depth.saturating_sub(1));
        match self.line.split_first() {
            Some((best, line)) if *best == code => {
                Some(Worth { score, distance: self.distance, depth, line: line.to_vec() })
            }
            // Every move loses, and none holds out longer.
            Some(_) | None => self.score.is_lost().then(|| Worth {
                score,
                distance: Distance::Within,
                depth,
                line: Vec::new(),
            }),
        }
    }

    /// The move that led to the position.
    fn before(&self, code: MoveCode) -> ScoredMove {
        let score = (-self.score).delayed(1);
        let line = [&[code], self.line.as_slice()].concat();
        let depth = self.depth.saturating_add(1);
        ScoredMove { code, score, is_exact: true, distance: self.distance, depth, line }
    }

    /// A move that has this worth.
    fn by(&self, code: MoveCode) -> ScoredMove {
        let Worth { score, distance, depth, ref line } = *self;
        let line = if line.is_empty() { vec![code] } else { line.clone() };
        ScoredMove { code, score, is_exact: true, distance, depth, line }
    }
}
