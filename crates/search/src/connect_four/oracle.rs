//! Exact verdicts of positions, from the book and by the solver.

use crate::Verdict;
use crate::connect_four::board::Grid;
use crate::connect_four::book::{BOOK_PLIES, Book};
use crate::connect_four::solver::{Solver, TABLE_BYTES, from_middle};
use crate::limits::{Budget, Stopped};

/// A solver with the book of its board, if it has one.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    pub(crate) solver: Solver,
    has_book: bool,
    /// Opened when it is first asked, which takes some milliseconds.
    book: Option<Book>,
}

impl Oracle {
    /// The oracle of a board; `None` if it is too small or too large.
    pub(crate) fn new(columns: u32, rows: u32) -> Option<Oracle> {
        let solver = Solver::new(columns, rows, TABLE_BYTES)?;
        Some(Oracle { solver, has_book: (columns, rows) == (7, 6), book: None })
    }

    /// The verdict for the side to move, as [`Solver::solve`] gives it.
    pub(crate) fn verdict(&mut self, grid: &Grid, budget: &mut Budget) -> Result<Verdict, Stopped> {
        match self.known(grid) {
            Some(verdict) => Ok(verdict),
            None => self.solver.solve(grid, budget),
        }
    }

    /// Best play of both sides from a position of this verdict, in columns: as far as the book goes from a position that
    /// is in it, and else to the end of the game or of the budget.
    pub(crate) fn line(&mut self, grid: &Grid, verdict: Verdict, budget: &mut Budget) -> Vec<u32> {
        let line = self.known_line(grid, verdict);
        if line.is_empty() { self.solver.line(grid, verdict, budget) } else { line }
    }

    /// Like [`Oracle::line`], without a search for the best move of a position that is on the edge of the book.
    pub(crate) fn line_at_hand(
        &mut self,
        grid: &Grid,
        verdict: Verdict,
        budget: &mut Budget,
    ) -> Vec<u32> {
        match self.known(grid) {
            Some(_) => self.known_line(grid, verdict),
            None => self.solver.line(grid, verdict, budget),
        }
    }

    fn known_line(&mut self, grid: &Grid, verdict: Verdict) -> Vec<u32> {
        let (mut grid, mut verdict, mut line) = (*grid, verdict, Vec::new());
        while let Some((column, next, after)) = self.known_move(&grid, verdict) {
            line.push(column);
            (grid, verdict) = (next, after);
        }
        line
    }

    fn known(&mut self, grid: &Grid) -> Option<Verdict> {
        let is_early = self.has_book && grid.plies() <= BOOK_PLIES;
        is_early.then(|| self.book.get_or_insert_with(Book::shipped).verdict(grid)).flatten()
    }

    /// The first of the best moves, counted from the middle, if the book has all positions that they lead to, with that
    /// position and its verdict.
    fn known_move(&mut self, grid: &Grid, verdict: Verdict) -> Option<(u32, Grid, Verdict)> {
        let mut moves = from_middle(grid.columns()).filter_map(|column| {
            let next = grid.play(column)?;
            Some((column, next, self.known(&next)?))
        });
        moves.find(|(_, _, after)| after.before_move() == verdict)
    }
}
