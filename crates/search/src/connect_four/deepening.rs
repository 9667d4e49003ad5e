//! Search to a limited depth, for positions that cannot be solved in time.
//!
//! Rounds of growing depth score positions at their ends by threats. Unless the depth is limited, the
//! search for exact values may look at as many nodes after every round, so that a position that is
//! solved soon is solved at any depth. Forced answers do not count as plies of a round.

use crate::Verdict;
use crate::connect_four::bits::{Bits, Shape};
use crate::connect_four::board::Grid;
use crate::connect_four::exact::value_of_win;
use crate::connect_four::position::{
    MOVES_MAX, Position, count, key, next_cells, rank, winning_cells,
};
use crate::connect_four::solver::{Memory, from_middle, position_of, verdict_of};
use crate::connect_four::threats::{estimate, upper_bound};
use crate::deepening::table::{Entry, Table};
use crate::limits::{Budget, Stopped};

/// Values of decided games are so far from 0, plus their value in the search for exact values.
const DECIDED: i32 = 10_000;

/// Nodes of the search for exact values after a round, at least.
const EXACT_NODES_MIN: u64 = 2_000;

/// The worth of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Proven, exact in its plies.
    Exact(Verdict),
    /// Proven to be won or lost. The winner needs no more plies, and perhaps fewer.
    Within(Verdict),
    /// Nothing is proven. Greater is better; the size is below 10,000, and a line of four that is
    /// still possible counts about one.
    Estimate(i32),
}

/// The result of a search to a limited depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub worth: Worth,
    /// Plies of the last round that was finished; plies to the end of the board if the worth is exact.
    pub depth: u32,
    /// The best columns of both sides. It begins with the move to make, is empty if the game is over,
    /// and may break off early.
    pub line: Vec<u32>,
}

impl Finding {
    /// The finding for a game that is over.
    pub(super) fn of_end(verdict: Verdict) -> Finding {
        Finding { worth: Worth::Exact(verdict), depth: 0, line: Vec::new() }
    }
}

/// Memory of a search to a limited depth.
#[derive(Clone, Debug)]
pub(super) struct Deepening {
    table: Table<Bound>,
}

impl Deepening {
    pub(super) fn new(bytes: usize) -> Deepening {
        Deepening { table: Table::new(bytes) }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
    }
}

/// A bound on the value of a position that was searched to this depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    value: i16,
    depth: u8,
    is_lower: bool,
    is_upper: bool,
    best: u8,
}

impl Entry for Bound {
    const PLACES: usize = 2;

    fn packed(self, _generation: u8) -> u64 {
        // The bits of a negative number, without its sign in the upper ones.
        let value = u64::from(self.value.cast_unsigned());
        let kind = u64::from(self.is_lower) | (u64::from(self.is_upper) << 1);
        (value << 32)
            | (u64::from(self.depth) << 16)
            | (u64::from(self.best) << 8)
            | (kind << 1)
            | 1
    }

    fn unpacked(word: u64) -> Bound {
        let [_, _, high, low, _, depth, best, kind] = word.to_be_bytes();
        Bound {
            value: i16::from_be_bytes([high, low]),
            depth,
            best,
            is_lower: kind & 2 != 0,
            is_upper: kind & 4 != 0,
        }
    }

    /// Deeper entries stay in the first place of two; the other is for the latest.
    fn retention_priority(word: u64, place: usize, _generation: u8) -> u32 {
        if place == 0 { u32::from(Bound::unpacked(word).depth) } else { 1 }
    }
}

/// The value of the search for exact values, moved away from all estimates.
fn decided(value: i32) -> i32 {
    value + DECIDED * value.signum()
}

/// The moves that do not lose at once, if there is one.
fn candidates<S: Shape>(shape: S, position: Position<S::Bits>) -> Option<S::Bits> {
    let next = next_cells(shape, position.all);
    let losing = winning_cells(shape, position.theirs(), position.all);
    let forced = next & losing;
    let moves = if forced.is_empty() { next } else { forced } & !(losing >> 1);
    (!forced.has_two() && !moves.is_empty()).then_some(moves)
}

impl<S: Shape> Memory<S> {
    /// Searches a position that goes on.
    pub(super) fn deepen(&mut self, grid: &Grid, depth_max: u32, budget: &mut Budget) -> Finding {
        let (shape, position) = (self.shape, position_of::<S::Bits>(grid));
        let next = next_cells(shape, position.all);
        let column_of = |cell: S::Bits| cell.lowest() / shape.stride();
        let wins = winning_cells(shape, position.own, position.all) & next;
        if !wins.is_empty() {
            let (worth, line) = (Verdict::Win { plies: 1 }, vec![column_of(wins)]);
            return Finding { worth: Worth::Exact(worth), depth: 1, line };
        }
        let Some(moves) = candidates(shape, position) else {
            let losing = winning_cells(shape, position.theirs(), position.all);
            let forced = next & losing;
            let cell = if forced.is_empty() { next } else { forced };
            let after = position.after(cell ^ cell.without_lowest());
            let reply = winning_cells(shape, after.own, after.all) & next_cells(shape, after.all);
            let line = vec![column_of(cell), column_of(reply)];
            return Finding { worth: Worth::Exact(Verdict::Loss { plies: 2 }), depth: 2, line };
        };
        self.rounds(grid, moves, depth_max.max(1), budget)
    }

    /// Rounds of growing depth over the moves of a position, none of which loses at once.
    fn rounds(
        &mut self,
        grid: &Grid,
        moves: S::Bits,
        depth_max: u32,
        budget: &mut Budget,
    ) -> Finding {
        let position = position_of::<S::Bits>(grid);
        let cells_left = grid.size() - grid.plies();
        let mut order = self.root_order(moves);
        let mut finding = Finding { worth: Worth::Estimate(0), depth: 0, line: Vec::new() };
        self.deepening.table.begin();
        for depth in 1..=depth_max.min(cells_left) {
            let before = budget.nodes();
            let mut round = Round {
                shape: self.shape,
                table: &mut self.deepening.table,
                budget,
                is_free: depth == 1,
            };
            let Ok(value) = round.root(position, &mut order, depth) else { return finding };
            finding.depth = depth;
            finding.line = round.line(position, order[0]);
            let nodes = budget.nodes() - before;
            let is_decided = value.abs() > DECIDED;
            finding.worth = if is_decided {
                Worth::Within(verdict_of(value - DECIDED * value.signum(), grid))
            } else {
                Worth::Estimate(value)
            };
            if depth_max < cells_left && !is_decided {
                continue;
            }
            // Once a game is decided, only its distance is left to find.
            let is_last = is_decided || depth == cells_left;
            let part = if is_last { u64::MAX } else { nodes.max(EXACT_NODES_MIN) };
            let exact = budget.part(part, |budget| {
                let mut search = self.exact(budget);
                let value = search.value(position, i32::MIN / 2, i32::MAX / 2)?;
                Ok::<_, Stopped>((value, search.line(position, value)))
            });
            // Without a line there is no move, and the round has one.
            if let Ok((value, line)) = exact
                && !line.is_empty()
            {
                finding.worth = Worth::Exact(verdict_of(value, grid));
                finding.depth = cells_left;
                finding.line = line;
                return finding;
            }
            if is_last {
                return finding;
            }
        }
        finding
    }

    /// The moves as cells, those nearest to the middle first.
    fn root_order(&self, moves: S::Bits) -> Vec<S::Bits> {
        let shape = self.shape;
        from_middle(shape.columns())
            .map(|column| moves & (shape.first_column() << (column * shape.stride())))
            .filter(|cell| !cell.is_empty())
            .collect()
    }
}

/// A search to one depth.
struct Round<'a, 'b, S: Shape> {
    shape: S,
    table: &'a mut Table<Bound>,
    budget: &'a mut Budget<'b>,
    /// True while the budget counts and does not end the search.
    is_free: bool,
}

impl<S: Shape> Round<'_, '_, S> {
    /// The value of the position. The best move is moved to the front of the list.
    fn root(
        &mut self,
        position: Position<S::Bits>,
        order: &mut [S::Bits],
        depth: u32,
    ) -> Result<i32, Stopped> {
        let plies = count(position.all);
        let mut alpha = i32::MIN / 2;
        for at in 0..order.len() {
            let after = position.after(order[at]);
            let mut value = -self.value(after, plies + 1, depth - 1, -alpha - 1, -alpha)?;
            if value > alpha {
                value = -self.value(after, plies + 1, depth - 1, i32::MIN / 2, -alpha)?;
            }
            if value > alpha {
                alpha = value;
                order[..=at].rotate_right(1);
            }
        }
        Ok(alpha)
    }

    fn spend(&mut self) -> Result<(), Stopped> {
        if self.is_free {
            self.budget.count(1);
            return Ok(());
        }
        self.budget.spend(1)
    }

    /// The value of a position in which the side to move has no immediate win: exact between the
    /// bounds of the window, a bound outside.
    fn value(
        &mut self,
        position: Position<S::Bits>,
        plies: i32,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.spend()?;
        let (shape, size) = (self.shape, self.shape.size());
        let next = next_cells(shape, position.all);
        if next.is_empty() {
            return Ok(0);
        }
        let Some(moves) = candidates(shape, position) else {
            return Ok(decided(-value_of_win(size, plies + 1)));
        };
        let losing = winning_cells(shape, position.theirs(), position.all);
        let upper = upper_bound(shape, position, next, losing).min(value_of_win(size, plies + 2));
        if plies + 2 >= size || decided(upper) <= alpha {
            return Ok(decided(if plies + 2 >= size { 0 } else { upper }));
        }
        if !moves.has_two() {
            let value = self.value(position.after(moves), plies + 1, depth, -beta, -alpha)?;
            return Ok(-value);
        }
        if depth == 0 {
            return Ok(estimate(shape, position).min(decided(upper)));
        }
        self.search(position, plies, depth, (alpha, beta), moves)
    }

    /// The value by a search of the moves.
    fn search(
        &mut self,
        position: Position<S::Bits>,
        plies: i32,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        moves: S::Bits,
    ) -> Result<i32, Stopped> {
        let shape = self.shape;
        let code = key(shape, position).hashed();
        let entry = self.table.find(code);
        if let Some(entry) = entry.filter(|entry| u32::from(entry.depth) >= depth) {
            let value = i32::from(entry.value);
            if entry.is_lower {
                alpha = alpha.max(value);
            }
            if entry.is_upper {
                beta = beta.min(value);
            }
            if alpha >= beta {
                return Ok(value);
            }
        }
        let (floor, list) = (alpha, self.ordered(position, moves, entry));
        let mut best = (i32::MIN, S::Bits::NONE);
        for (at, &cell) in list.iter().enumerate() {
            let after = position.after(cell);
            let mut value = i32::MAX;
            if at > 0 {
                value = -self.value(after, plies + 1, depth - 1, -alpha - 1, -alpha)?;
            }
            if value > alpha && (at == 0 || value < beta) {
                value = -self.value(after, plies + 1, depth - 1, -beta, -alpha)?;
            }
            if value > best.0 {
                best = (value, cell);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let (value, cell) = best;
        let bound = Bound {
            value: i16::try_from(value).unwrap_or(0),
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            is_lower: value > floor,
            is_upper: value < beta,
            best: u8::try_from(cell.lowest() / shape.stride()).unwrap_or(0),
        };
        self.table.keep(code, bound);
        Ok(value)
    }

    /// The moves, the best guesses first.
    fn ordered(
        &self,
        position: Position<S::Bits>,
        mut moves: S::Bits,
        entry: Option<Bound>,
    ) -> Vec<S::Bits> {
        let first = entry.map(|entry| u32::from(entry.best));
        let mut list = Vec::with_capacity(MOVES_MAX);
        while !moves.is_empty() {
            let others = moves.without_lowest();
            list.push(moves ^ others);
            moves = others;
        }
        list.sort_by_key(|cell| -rank(self.shape, position, *cell, first));
        list
    }

    /// The move and what the table has about the best play after it.
    fn line(&self, position: Position<S::Bits>, first: S::Bits) -> Vec<u32> {
        let shape = self.shape;
        let column_of = |cell: S::Bits| cell.lowest() / shape.stride();
        let (mut position, mut cell, mut line) = (position, first, Vec::new());
        loop {
            line.push(column_of(cell));
            position = position.after(cell);
            let next = next_cells(shape, position.all);
            let wins = winning_cells(shape, position.own, position.all) & next;
            if !wins.is_empty() {
                line.push(column_of(wins));
                return line;
            }
            let Some(moves) = candidates(shape, position) else { return line };
            cell = if moves.has_two() {
                let Some(entry) = self.table.find(key(shape, position).hashed()) else {
                    return line;
                };
                let column = u32::from(entry.best) * shape.stride();
                moves & (shape.first_column() << column)
            } else {
                moves
            };
            if cell.is_empty() {
                return line;
            }
        }
    }
}
