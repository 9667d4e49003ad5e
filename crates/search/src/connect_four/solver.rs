//! The solver: exact values of positions on boards of all sizes.

use crate::Verdict;
use crate::connect_four::bits::{Bits, Shape, SizedShape, UsualShape, board_bits};
use crate::connect_four::board::{Grid, NARROW_BITS_MAX, SIDE_MAX};
use crate::connect_four::deepening::{Deepening, Finding};
use crate::connect_four::exact::{Search, value_of_win};
use crate::connect_four::position::{Position, count};
use crate::connect_four::table::Table;
use crate::limits::{Budget, Stopped};

/// Table bytes that suffice for all positions of the board of 7 columns and 6 rows. Smaller tables
/// fit into the caches of a processor and are faster, although they save fewer nodes.
pub const TABLE_BYTES: usize = 1 << 20;

/// A solver of the positions of one board size. It remembers bounds on values, which are proven and
/// hold for every later position.
#[derive(Clone, Debug)]
pub struct Solver {
    columns: u32,
    rows: u32,
    engine: Engine,
}

/// The memory of a solver, in words of the width of the board.
#[derive(Clone, Debug)]
enum Engine {
    UsualShape(Memory<UsualShape>),
    Narrow(Memory<SizedShape<u64>>),
    Wide(Memory<SizedShape<u128>>),
}

/// A shape and what is known about positions on it.
#[derive(Clone, Debug)]
pub(super) struct Memory<S: Shape> {
    pub shape: S,
    pub table: Table<S::Bits>,
    pub deepening: Deepening,
}

impl<S: Shape> Memory<S> {
    fn new(shape: S, bytes: usize) -> Memory<S> {
        let key_bits = board_bits(shape.columns(), shape.rows());
        Memory { shape, table: Table::new(key_bits, bytes), deepening: Deepening::new(bytes) }
    }

    /// The search of exact values.
    pub(super) fn exact<'a, 'b>(&'a mut self, budget: &'a mut Budget<'b>) -> Search<'a, 'b, S> {
        Search { shape: self.shape, table: &mut self.table, budget }
    }
}

/// Runs the expression with the memory of the engine, of any width.
macro_rules! with_memory {
    ($engine:expr, $memory:ident => $work:expr) => {
        match $engine {
            Engine::UsualShape($memory) => $work,
            Engine::Narrow($memory) => $work,
            Engine::Wide($memory) => $work,
        }
    };
}

impl Solver {
    /// A solver for boards of this size with a table of this many bytes at most, or of the least size
    /// (256 kB, or 512 kB on large boards) if that is more; `None` if [`Grid::new`] gives none.
    /// A search for estimates takes a second table of the same size. Memory is taken as tables fill.
    pub fn new(columns: u32, rows: u32, bytes: usize) -> Option<Solver> {
        Grid::new(columns, rows)?;
        let engine = if (columns, rows) == (7, 6) {
            Engine::UsualShape(Memory::new(UsualShape, bytes))
        } else if board_bits(columns, rows) <= NARROW_BITS_MAX {
            Engine::Narrow(Memory::new(SizedShape::new(columns, rows), bytes))
        } else {
            Engine::Wide(Memory::new(SizedShape::new(columns, rows), bytes))
        };
        Some(Solver { columns, rows, engine })
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        with_memory!(&mut self.engine, memory => {
            memory.table.clear();
            memory.deepening.clear();
        });
    }

    /// The verdict for the side to move with best play, exact in its plies: the winner hurries, the
    /// loser holds out. Fails if the budget ends before. A board of another size is taken for a draw.
    pub fn solve(&mut self, grid: &Grid, budget: &mut Budget) -> Result<Verdict, Stopped> {
        if let Some(verdict) = self.verdict_of_end(grid) {
            return Ok(verdict);
        }
        let value = self.value(grid, i32::MIN / 2, i32::MAX / 2, budget)?;
        Ok(verdict_of(value, grid))
    }

    /// Best play of both sides to the end of the game from a position of this verdict, in columns. Of equal moves, the
    /// nearest to the middle is played. It breaks off if the budget ends.
    pub(crate) fn line(&mut self, grid: &Grid, verdict: Verdict, budget: &mut Budget) -> Vec<u32> {
        if self.verdict_of_end(grid).is_some() {
            return Vec::new();
        }
        let value = value_of(verdict, grid);
        with_memory!(&mut self.engine, memory => {
            memory.exact(budget).line(position_of(grid), value)
        })
    }

    /// The first move of [`Solver::line`]; `None` if the budget ends before.
    pub(crate) fn best_move(
        &mut self,
        grid: &Grid,
        verdict: Verdict,
        budget: &mut Budget,
    ) -> Option<u32> {
        if self.verdict_of_end(grid).is_some() {
            return None;
        }
        let value = value_of(verdict, grid);
        with_memory!(&mut self.engine, memory => {
            let best = memory.exact(budget).best_move(position_of(grid), value);
            best.ok().flatten().map(|(column, _)| column)
        })
    }

    /// Searches as deep as the depth and the budget allow, for boards that are too large to be
    /// solved: an estimate unless the finding says that it is proven. Never fails: the shallowest
    /// search costs a handful of nodes, and is made in any case.
    pub(crate) fn search(&mut self, grid: &Grid, depth_max: u32, budget: &mut Budget) -> Finding {
        if let Some(verdict) = self.verdict_of_end(grid) {
            return Finding::of_end(verdict);
        }
        with_memory!(&mut self.engine, memory => memory.deepen(grid, depth_max, budget))
    }

    /// The verdict of a game that is over, or on a board of another size.
    fn verdict_of_end(&self, grid: &Grid) -> Option<Verdict> {
        if grid.is_win() {
            Some(Verdict::Loss { plies: 0 })
        } else if grid.is_over() || (grid.columns(), grid.rows()) != (self.columns, self.rows) {
            Some(Verdict::Draw)
        } else {
            None
        }
    }

    fn value(
        &mut self,
        grid: &Grid,
        lower: i32,
        upper: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        with_memory!(&mut self.engine, memory => {
            memory.exact(budget).value(position_of(grid), lower, upper)
        })
    }
}

/// The position of a board in words of its width.
pub(super) fn position_of<B: Bits>(grid: &Grid) -> Position<B> {
    Position { own: B::of(grid.own()), all: B::of(grid.all()) }
}

/// The verdict of a value of [`Search`] for the side to move.
pub(super) fn verdict_of(value: i32, grid: &Grid) -> Verdict {
    let (size, plies) =
        (count(SizedShape::<u128>::new(grid.columns(), grid.rows()).cells()), count(grid.all()));
    // The winner's piece that ends the game has an odd distance for the side to move.
    let ends_at = |worth: i32, parity: i32| {
        let last = size + 2 - 2 * worth;
        last - (last - plies - parity).rem_euclid(2)
    };
    let distance = |end: i32| u16::try_from(end - plies).unwrap_or(0);
    match value {
        0 => Verdict::Draw,
        1.. => Verdict::Win { plies: distance(ends_at(value, 1)) },
        ..0 => Verdict::Loss { plies: distance(ends_at(-value, 0)) },
    }
}

/// The value of a verdict of a position: the opposite of [`verdict_of`].
pub(super) fn value_of(verdict: Verdict, grid: &Grid) -> i32 {
    let cells = i32::try_from(grid.columns() * grid.rows()).expect("at most 81");
    let pieces = i32::try_from(grid.plies()).expect("at most 81");
    match verdict {
        Verdict::Draw => 0,
        Verdict::Win { plies } => value_of_win(cells, pieces + i32::from(plies) - 1),
        Verdict::Loss { plies } => -value_of_win(cells, pieces + i32::from(plies) - 1),
    }
}

/// The columns, those nearest to the middle first; of two equally near ones, the left.
pub(super) fn from_middle(columns: u32) -> impl Iterator<Item = u32> {
    let mut order: Vec<u32> = (0..columns.min(SIDE_MAX)).collect();
    order.sort_by_key(|column| (2 * column + 1).abs_diff(columns));
    order.into_iter()
}
