//! What a mind that looks so many plies ahead sees of a position: every legal move with its score.
//!
//! A search for the best move leaves the others alone as soon as they are refuted. A level that
//! errs now and then, and an analysis that shows people what their move was worth, need them all.

use crate::games::{Game, MoveCode};
use crate::search::deepening::{Searcher, depth_max};
use crate::search::negamax::{Found, Search, Stopped, Window};
use crate::search::opinion::Opinion;
use crate::search::ranking::ScoredMove;
use crate::search::thought::{Distance, Limits, Watch};

impl Searcher {
    /// Every legal move with its score, in the order of the moves; none if the game is over.
    ///
    /// The scores are those of plain minimax at the depth of the limits, the move itself being the
    /// first ply. If the search has to stop before that, they are those of the last depth that
    /// was finished; the first one always is. The watch hears of no progress.
    pub fn rank<O: Opinion>(
        &mut self,
        opinion: &O,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        let position = opinion.position();
        let mut codes = Vec::new();
        position.legal_moves(&mut codes);
        let nexts: Vec<(MoveCode, O)> = codes
            .into_iter()
            .map(|code| {
                let mut next = opinion.clone();
                next.play(code);
                (code, next)
            })
            .collect();
        let depth_max = depth_max(position, limits);
        let depths = self.options.depths(depth_max).filter(|depth| *depth > 1);
        let mut search = self.search(depth_max, limits, watch);
        let mut scored: Vec<ScoredMove> =
            nexts.iter().map(|(code, next)| search.glance(*code, next)).collect();
        let mut are_proven = scored.iter().all(|scored| scored.is_exact);
        for depth in depths {
            if are_proven {
                break;
            }
            let Ok(deeper) = search.score_all(&nexts, depth) else { break };
            (scored, are_proven) = deeper;
        }
        scored
    }
}

impl Search<'_> {
    /// A move by what is thought of the position after it.
    fn glance<O: Opinion>(&mut self, code: MoveCode, next: &O) -> ScoredMove {
        let Found { score, is_proven } = self.estimate(next, 1).for_opponent();
        let distance = Distance::of(score, 1);
        ScoredMove { code, score, is_exact: is_proven, distance, depth: 1, line: vec![code] }
    }

    /// Scores the moves at this depth, and tells whether no greater depth changes any score.
    fn score_all<O: Opinion>(
        &mut self,
        nexts: &[(MoveCode, O)],
        depth: u8,
    ) -> Result<(Vec<ScoredMove>, bool), Stopped> {
        self.count_node()?;
        let mut are_proven = true;
        let mut scored = Vec::new();
        for (code, next) in nexts {
            let Found { score, is_proven } =
                self.try_move(next, Window::FULL, true, 0, depth, 0)?;
            self.memory.lines.extend(0, *code);
            let line = self.memory.lines.of_root().to_vec();
            let is_exact = is_proven || score.is_decided();
            are_proven &= is_proven;
            let depth = u16::from(depth);
            let distance = Distance::of(score, depth);
            scored.push(ScoredMove { code: *code, score, is_exact, distance, depth, line });
        }
        Ok((scored, are_proven))
    }
}
