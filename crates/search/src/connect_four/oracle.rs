//! Exact verdicts of positions, from the book and by the solver.

use crate::Verdict;
use crate::connect_four::board::Grid;
use crate::connect_four::book::SharedBook;
use crate::connect_four::solver::{Solver, TABLE_BYTES, from_middle};
use crate::limits::{Budget, Stopped};

/// Nodes of the part of a line that is beyond the book: a fraction of a second, and of a line of which all moves of a
/// position have one.
const LINE_NODES_MAX: u64 = 300_000;
const LINE_AT_HAND_NODES_MAX: u64 = 30_000;

/// A solver with the book of its board, if it has one.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    pub(crate) solver: Solver,
    /// `None` on other boards than the one that has a book.
    book: Option<SharedBook>,
}

impl Oracle {
    /// The oracle of a board, with a book that others may use as well; `None` if the board is too small or too large.
    pub(crate) fn new(columns: u32, rows: u32, book: SharedBook) -> Option<Oracle> {
        let solver = Solver::new(columns, rows, TABLE_BYTES)?;
        Some(Oracle { solver, book: ((columns, rows) == (7, 6)).then_some(book) })
    }

    /// The verdict for the side to move, as [`Solver::solve`] gives it.
    pub(crate) fn verdict(&mut self, grid: &Grid, budget: &mut Budget) -> Result<Verdict, Stopped> {
        match self.known(grid) {
            Some(verdict) => Ok(verdict),
            None => self.solver.solve(grid, budget),
        }
    }

    /// Returns whether the best move is in the book, so that no search is needed.
    pub(crate) fn knows_move(&self, grid: &Grid) -> bool {
        self.known(grid).is_some_and(|verdict| self.known_move(grid, verdict).is_some())
    }

    /// The first move of [`Oracle::line`]; `None` if the budget ends before.
    pub(crate) fn best_move(
        &mut self,
        grid: &Grid,
        verdict: Verdict,
        budget: &mut Budget,
    ) -> Option<u32> {
        match self.known_move(grid, verdict) {
            Some((column, _, _)) => Some(column),
            None => self.solver.best_move(grid, verdict, budget),
        }
    }

    /// Best play of both sides from a position of this verdict, in columns: to the end of the game or of the budget. Of
    /// equal moves, the nearest to the middle is played. In the book, all but the first move breaks off some plies after
    /// the edge, because a verdict that was looked up has cost no search.
    pub(crate) fn line(&mut self, grid: &Grid, verdict: Verdict, budget: &mut Budget) -> Vec<u32> {
        if self.known_move(grid, verdict).is_none() {
            return self.solver.line(grid, verdict, budget);
        }
        self.line_from_book(grid, verdict, budget, LINE_NODES_MAX)
    }

    /// Like [`Oracle::line`] and shorter in the book, where it may be empty: for the lines of all moves of a position.
    pub(crate) fn line_at_hand(
        &mut self,
        grid: &Grid,
        verdict: Verdict,
        budget: &mut Budget,
    ) -> Vec<u32> {
        if self.known(grid).is_none() {
            return self.solver.line(grid, verdict, budget);
        }
        self.line_from_book(grid, verdict, budget, LINE_AT_HAND_NODES_MAX)
    }

    /// The part of a line that is in the book, and what this many nodes give beyond it.
    fn line_from_book(
        &mut self,
        grid: &Grid,
        verdict: Verdict,
        budget: &mut Budget,
        nodes_max: u64,
    ) -> Vec<u32> {
        let (mut grid, mut verdict, mut line) = (*grid, verdict, Vec::new());
        while let Some((column, next, after)) = self.known_move(&grid, verdict) {
            line.push(column);
            (grid, verdict) = (next, after);
        }
        line.extend(budget.part(nodes_max, |part| self.solver.line(&grid, verdict, part)));
        line
    }

    fn known(&self, grid: &Grid) -> Option<Verdict> {
        self.book.as_ref()?.verdict(grid)
    }

    /// The first of the best moves, counted from the middle, with the position that it leads to and the verdict of that,
    /// if the book has it. A move that wins at once is found by the solver.
    fn known_move(&self, grid: &Grid, verdict: Verdict) -> Option<(u32, Grid, Verdict)> {
        let mut moves = from_middle(grid.columns()).filter_map(|column| {
            let next = grid.play(column)?;
            Some((column, next, self.known(&next)?))
        });
        moves.find(|(_, _, after)| after.before_move() == verdict)
    }
}
