//! Ranking of every legal move of a position by a search to a fixed depth.
//!
//! A search for the best move leaves the others alone as soon as they are refuted. A level that
//! errs now and then, and an analysis that shows people what their move was worth, need them all.

use zerosum_games::{Game, MoveCode};

use crate::deepening::evaluation::Evaluation;
use crate::deepening::iterative_deepening::{IterativeDeepening, depth_max};
use crate::deepening::negamax::{Found, Search};
use crate::limits::{Limits, Stopped, Watch};
use crate::searcher::{Distance, ScoredMove, SearchResult};
use crate::window::Window;

impl IterativeDeepening {
    /// Searches a position as [`Searcher::analyze`](crate::searcher::Searcher::analyze) does.
    ///
    /// The scores are those of plain minimax at the depth of the limits, the move itself being the
    /// first ply. If the search has to stop before that, they are those of the last depth that
    /// was finished; the first one always is.
    pub fn analyze<E: Evaluation>(
        &mut self,
        evaluation: &E,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        let position = evaluation.position();
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        let mut codes = Vec::new();
        position.legal_moves(&mut codes);
        let nexts: Vec<(MoveCode, E)> = codes
            .into_iter()
            .map(|code| {
                let mut next = evaluation.clone();
                next.play(code);
                (code, next)
            })
            .collect();
        let depth_max = depth_max(position, limits);
        let depths = self.options.depths(depth_max).filter(|depth| *depth > 1);
        let mut search = self.begin(depth_max, limits, watch);
        let mut scored: Vec<ScoredMove> =
            nexts.iter().map(|(code, next)| search.glance(*code, next)).collect();
        let mut are_proven = scored.iter().all(|scored| scored.is_exact);
        search.report(&scored);
        for depth in depths {
            if are_proven {
                break;
            }
            let Ok(deeper) = search.score_all(&nexts, depth) else { break };
            (scored, are_proven) = deeper;
            search.report(&scored);
        }
        SearchResult::of_moves(scored, search.statistics())
    }
}

impl Search<'_> {
    /// Reports the scores so far.
    fn report(&mut self, scored: &[ScoredMove]) {
        let result = SearchResult::of_moves(scored.to_vec(), self.statistics());
        self.budget.watch().progress(&result);
    }

    /// Scores a move by the value of the position after it.
    fn glance<E: Evaluation>(&mut self, code: MoveCode, next: &E) -> ScoredMove {
        let Found { score, is_proven } = self.estimate(next, 1).for_opponent();
        let distance = Distance::of(score, 1);
        ScoredMove { code, score, is_exact: is_proven, distance, depth: 1, line: vec![code] }
    }

    /// Scores the moves at this depth, and tells whether no greater depth changes any score.
    fn score_all<E: Evaluation>(
        &mut self,
        nexts: &[(MoveCode, E)],
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
