//! The score of every move of a position.

use std::cmp::Reverse;

use zerosum_games::mnk::Mnk;
use zerosum_games::{Game, MoveCode};

use crate::limits::{Budget, Limits, Stopped, Watch};
use crate::mnk::alpha_beta::estimate;
use crate::mnk::board::Board;
use crate::mnk::searcher::{MnkSearcher, PROOF_CELLS_MAX, distance_of};
use crate::score::Score;
use crate::searcher::{Distance, ScoredMove, SearchResult, Statistics};
use crate::{Verdict, successors};

/// Maximum number of nodes for the proof of a move, doubled with every ply of depth.
const PROOF_NODES: u64 = 8;

impl MnkSearcher {
    /// The position with every legal move, all searched equally deep.
    pub(crate) fn score_moves(
        &mut self,
        position: &Mnk,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        let mut board = Board::of(position);
        let mut budget = Budget::new(watch, limits.nodes_max);
        let mut moves: Vec<ScoredMove> = successors(position)
            .map(|(code, next)| glance(position, &mut board, code, &next))
            .collect();
        report(&moves, &mut budget);
        let depth_max = limits.depth_max.min(position.max_plies() - position.plies());
        for depth in 1..=depth_max {
            let mut deeper = moves.clone();
            let mut open = deeper.iter_mut().filter(|scored| !scored.is_exact);
            let found =
                open.try_for_each(|scored| self.score(&mut board, scored, depth, &mut budget));
            if found == Err(Stopped) {
                break;
            }
            moves = deeper;
            report(&moves, &mut budget);
            if moves.iter().all(|scored| scored.is_exact) {
                break;
            }
        }
        result_of(moves, &budget)
    }

    /// Searches every legal move to the same depth. The best moves have their scores, the others upper
    /// bounds that are below. Several times faster than [`MnkSearcher::score_moves`] on large boards.
    pub(crate) fn rank_moves(
        &mut self,
        position: &Mnk,
        depth_max: u16,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.spec());
        let mut board = Board::of(position);
        if board.is_monotone() && board.empty().len() <= PROOF_CELLS_MAX {
            return self.score_moves(position, Limits::of_depth(depth_max), watch);
        }
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        let mut budget = Budget::new(watch, u64::MAX);
        let mut moves: Vec<ScoredMove> = successors(position)
            .map(|(code, next)| glance(position, &mut board, code, &next))
            .collect();
        report(&moves, &mut budget);
        let depth_max = depth_max.min(position.max_plies() - position.plies());
        for depth in 1..=depth_max {
            // The best comes first, so that the others only have to be compared with it.
            moves.sort_by_key(|scored| Reverse(scored.score));
            match self.compare(&mut board, &moves, depth, &mut budget) {
                Ok(deeper) => moves = deeper,
                Err(Stopped) => break,
            }
            report(&moves, &mut budget);
            if moves.iter().any(|scored| scored.score.is_won()) {
                break;
            }
        }
        result_of(moves, &budget)
    }

    /// Searches the moves to the given depth and tells whether each is as good as the best so far.
    fn compare(
        &mut self,
        board: &mut Board,
        moves: &[ScoredMove],
        depth: u16,
        budget: &mut Budget,
    ) -> Result<Vec<ScoredMove>, Stopped> {
        let plies = i16::try_from(depth).expect("a board has at most 400 cells");
        let mut best = Score::LOWEST;
        let mut deeper = moves.to_vec();
        for scored in &mut deeper {
            if !scored.is_exact {
                let cell = board.cell_of(scored.code).expect("a legal move is on the board");
                let MnkSearcher { alpha_beta, vcf, .. } = &mut *self;
                scored.score = alpha_beta.score_after(board, (cell, best), plies, vcf, budget)?;
                // A bound is no exact distance.
                scored.is_exact = scored.score.is_decided() && scored.score >= best;
                scored.depth = depth;
            }
            best = best.max(scored.score);
        }
        Ok(deeper)
    }

    /// Searches a move that does not end the game to the given depth.
    fn score(
        &mut self,
        board: &mut Board,
        scored: &mut ScoredMove,
        depth: u16,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let cell = board.cell_of(scored.code).expect("a legal move is on the board");
        let plies = i16::try_from(depth).expect("a board has at most 400 cells");
        let MnkSearcher { alpha_beta, vcf, .. } = &mut *self;
        scored.score = alpha_beta.score_after(board, (cell, Score::LOWEST), plies, vcf, budget)?;
        scored.is_exact = scored.score.is_decided();
        scored.distance = distance_of(self.is_thorough(), scored.score, depth);
        scored.depth = depth;
        scored.line = self.alpha_beta.line(board, cell, scored.score);
        if !scored.is_exact && board.is_monotone() && board.empty().len() <= PROOF_CELLS_MAX {
            let proven = self.value_after(board, cell, depth, budget);
            if proven.is_some() {
                // The rest of the line was found for the estimate, and is not part of the proof.
                scored.line.truncate(1);
            }
            scored.is_exact = proven.is_some();
            scored.score = proven.map_or(scored.score, Score::from);
            scored.distance = Distance::of(scored.score, 0);
        }
        Ok(())
    }

    /// The proven score of a move that does not end the game, within the number of nodes that its
    /// depth allows. A win or a loss is certain within the length of the proof, or within the cells
    /// that are left.
    fn value_after(
        &mut self,
        board: &mut Board,
        cell: usize,
        depth: u16,
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let nodes_max = PROOF_NODES << depth.min(32);
        let me = board.turn();
        let left = u16::try_from(board.empty().len()).expect("a board has few cells");
        board.play(cell);
        let verdict = budget.part(nodes_max, |budget| {
            let MnkSearcher { pn_search, vcf, .. } = self;
            let winner = match pn_search.can_win(board, me, vcf, budget) {
                Ok(true) => me,
                Ok(false) => match pn_search.can_win(board, !me, vcf, budget) {
                    Ok(true) => !me,
                    Ok(false) => return Some(Verdict::Draw),
                    Err(Stopped) => return None,
                },
                Err(Stopped) => return None,
            };
            let length = pn_search.length(board, winner, vcf, budget).ok().flatten();
            let plies = length.map(|plies| plies + 1);
            Some(if winner == me {
                Verdict::Win { plies: plies.unwrap_or(left - u16::from(left.is_multiple_of(2))) }
            } else {
                Verdict::Loss { plies: plies.unwrap_or(left - left % 2) }
            })
        });
        board.take_back(cell);
        verdict
    }
}

/// The result of a search whose budget this is.
fn result_of(moves: Vec<ScoredMove>, budget: &Budget) -> SearchResult {
    let nodes = budget.nodes().max(1);
    SearchResult::of_moves(moves, Statistics { nodes, ..Statistics::default() })
}

/// Reports the scores so far.
fn report(moves: &[ScoredMove], budget: &mut Budget) {
    let result = result_of(moves.to_vec(), budget);
    budget.watch().progress(&result);
}

/// The score of a move without a search, from the value of the position after it.
fn glance(position: &Mnk, board: &mut Board, code: MoveCode, next: &Mnk) -> ScoredMove {
    let score = match next.outcome() {
        Some(outcome) => Score::of_end(outcome, position.turn(), 1),
        None => {
            let cell = board.cell_of(code).expect("a legal move is on the board");
            board.play(cell);
            let score = -estimate(board);
            board.take_back(cell);
            score
        }
    };
    let (is_exact, line) = (next.outcome().is_some(), vec![code]);
    ScoredMove { code, score, is_exact, distance: Distance::Exact, depth: 1, line }
}
