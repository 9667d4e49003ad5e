//! Findings about one move of a game, by searches of the positions before and after it.

use zerosum_games::MoveCode;

use crate::score::Score;
use crate::searcher::{ScoredMove, SearchResult};

/// Findings about one move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) best: ScoredMove,
    pub(super) played: ScoredMove,
    /// The best move other than the one played.
    pub(super) other: Option<ScoredMove>,
    pub(super) deep_looks: u8,
    /// True if a deeper look is of no use.
    pub(super) is_settled: bool,
    /// True if the rest of what is proven in part was sought: the best move, and the worth of the one played.
    pub(super) is_best_sought: bool,
    pub(super) is_played_sought: bool,
}

impl Seen {
    pub(super) fn of(code: MoveCode, analysis: SearchResult) -> Option<Seen> {
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
        Some(Seen {
            best,
            played,
            other,
            deep_looks: 0,
            is_settled,
            is_best_sought: false,
            is_played_sought: false,
        })
    }

    pub(super) fn is_worse(&self) -> bool {
        self.played.score < self.best.score
    }

    /// Takes the longer lines of the same moves with the same scores.
    pub(super) fn with_lines_of(mut self, known: Seen) -> Seen {
        for (scored, known) in [(&mut self.best, known.best), (&mut self.played, known.played)] {
            let is_same = scored.code == known.code && scored.score == known.score;
            if is_same && known.line.len() > scored.line.len() {
                scored.line = known.line;
            }
        }
        self
    }

    pub(super) fn deepen(&mut self, best: ScoredMove, played: ScoredMove, is_thorough: bool) {
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
}

/// The best of some moves, whose proven draw is their worth only if it is known that none of them wins.
pub(super) fn best_of(best: ScoredMove, is_exact: bool) -> ScoredMove {
    let is_exact = best.is_exact && (is_exact || best.score.is_decided());
    ScoredMove { is_exact, ..best }
}

/// A move by the search of the position after it.
pub(super) fn scored_after(code: MoveCode, after: SearchResult) -> ScoredMove {
    let SearchResult { score, is_exact, distance, depth, line, .. } = after;
    let score: Score = (-score).delayed(1);
    let line = [vec![code], line].concat();
    ScoredMove { code, score, is_exact, distance, depth: depth.saturating_add(1), line }
}
