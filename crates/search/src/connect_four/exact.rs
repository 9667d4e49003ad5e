//! The search for exact values: null windows from the position to the end of the game.
//!
//! A value counts the pieces that the winner keeps: 1 for a win with the last piece that it has, 2
//! with the one before, and so on; 0 for a draw, negative for a loss. (Pascal Pons defines scores so,
//! <http://blog.gamesolver.org/solving-connect-four/02-test-protocol/>.) It depends on nothing but
//! the end of the game, so all positions on the way have it, with alternating signs.

use crate::connect_four::bits::{Bits, Shape};
use crate::connect_four::position::{
    MOVES_MAX, Position, count, has_four, key, mirrored, next_cells, rank, winning_cells,
};
use crate::connect_four::solver::from_middle;
use crate::connect_four::table::{Entry, Table};
use crate::connect_four::threats;
use crate::limits::{Budget, Stopped};

/// Up to this many pieces, mirror images are one position in the table. Later ones hardly meet.
const PLIES_MIRRORED_MAX: i32 = 14;

/// The value of a win with the piece after this many on a board of this many cells.
#[inline]
pub(super) fn value_of_win(size: i32, plies: i32) -> i32 {
    (size + 1 - plies) / 2
}

/// A search, with all that it needs.
pub(super) struct Search<'a, 'b, S: Shape> {
    pub shape: S,
    pub table: &'a mut Table<S::Bits>,
    pub budget: &'a mut Budget<'b>,
}

/// A column and the position after a piece in it.
type BestMove<B> = (u32, Position<B>);

/// A position with two moves or more that do not lose at once.
#[derive(Clone, Copy)]
struct Open<B> {
    position: Position<B>,
    plies: i32,
    moves: B,
    /// 1 if the side to move is that at whose turn forced moves began, else -1.
    sign: i32,
}

/// The value of a position, or the position to which its forced moves lead.
enum Settled<B> {
    Value(i32),
    Open(Open<B>),
}

/// A move whose position is to be searched.
#[derive(Clone, Copy)]
struct Child<B> {
    cell: B,
    open: Open<B>,
    rank: i32,
    key: B,
    is_mirrored: bool,
    entry: Option<Entry>,
}

impl<S: Shape> Search<'_, '_, S> {
    /// The value of a position that goes on, within bounds that are known: equal to `lower` it may be
    /// less, equal to `upper` more.
    pub(super) fn value(
        &mut self,
        position: Position<S::Bits>,
        mut lower: i32,
        mut upper: i32,
    ) -> Result<i32, Stopped> {
        let (size, plies) = (self.shape.size(), count(position.all));
        let wins = winning_cells(self.shape, position.own, position.all);
        if !(wins & next_cells(self.shape, position.all)).is_empty() {
            return Ok(value_of_win(size, plies));
        }
        lower = lower.max(-value_of_win(size, plies + 1));
        upper = upper.min(value_of_win(size, plies + 2));
        while lower < upper {
            let middle = window(lower, upper);
            let value = self.bound(position, plies, middle)?;
            if value > middle {
                lower = value;
            } else {
                upper = value;
            }
        }
        Ok(lower)
    }

    /// Best play of both sides from a position that goes on and has this value, in columns. It breaks
    /// off if the budget ends. Of equal moves, the nearest to the middle is played.
    pub(super) fn line(&mut self, position: Position<S::Bits>, value: i32) -> Vec<u32> {
        let (shape, mut line) = (self.shape, Vec::new());
        let (mut position, mut value) = (position, value);
        while let Ok(Some((column, after))) = self.best_move(position, value) {
            line.push(column);
            if has_four(shape, after.theirs()) || after.all == shape.cells() {
                break;
            }
            (position, value) = (after, -value);
        }
        line
    }

    /// The first move, counted from the middle, with this value.
    pub(super) fn best_move(
        &mut self,
        position: Position<S::Bits>,
        value: i32,
    ) -> Result<Option<BestMove<S::Bits>>, Stopped> {
        let shape = self.shape;
        let (plies, next) = (count(position.all), next_cells(shape, position.all));
        for column in from_middle(shape.columns()) {
            let cell = next & (shape.first_column() << (column * shape.stride()));
            if cell.is_empty() {
                continue;
            }
            let after = position.after(cell);
            let is_best = if has_four(shape, after.theirs()) {
                true
            } else {
                let wins = winning_cells(shape, after.own, after.all);
                let loses = !(wins & next_cells(shape, after.all)).is_empty();
                let worth = if loses {
                    -value_of_win(shape.size(), plies + 1)
                } else {
                    -self.bound(after, plies + 1, -value)?
                };
                worth >= value
            };
            if is_best {
                return Ok(Some((column, after)));
            }
        }
        Ok(None)
    }

    /// A bound on the value of a position in which the side to move has no immediate win: a lower one
    /// if it is greater than `alpha`, else an upper one.
    pub(super) fn bound(
        &mut self,
        position: Position<S::Bits>,
        plies: i32,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        match self.settle(position, plies, alpha) {
            Settled::Value(value) => Ok(value),
            Settled::Open(open) => {
                let (key, is_mirrored) = self.key(open.position, open.plies);
                let entry = self.table.find(key);
                let alpha = if open.sign > 0 { alpha } else { -alpha - 1 };
                if let Some(value) = entry.and_then(|entry| entry.bound(alpha)) {
                    return Ok(open.sign * value);
                }
                let child = Child { cell: S::Bits::NONE, open, rank: 0, key, is_mirrored, entry };
                Ok(open.sign * self.search(&child, alpha)?)
            }
        }
    }

    /// Follows forced answers, and looks whether the position is decided for the window without a
    /// search.
    #[inline]
    fn settle(
        &self,
        mut position: Position<S::Bits>,
        mut plies: i32,
        mut alpha: i32,
    ) -> Settled<S::Bits> {
        let mut sign = 1;
        loop {
            match self.glance(position, plies, alpha) {
                Ok(value) => return Settled::Value(sign * value),
                Err(moves) if moves.has_two() => {
                    return Settled::Open(Open { position, plies, moves, sign });
                }
                Err(only) => {
                    position = position.after(only);
                    plies += 1;
                    alpha = -alpha - 1;
                    sign = -sign;
                }
            }
        }
    }

    /// A bound that is enough for the window, or else the moves that do not lose at once.
    #[inline]
    fn glance(&self, position: Position<S::Bits>, plies: i32, alpha: i32) -> Result<i32, S::Bits> {
        let (shape, size) = (self.shape, self.shape.size());
        let next = next_cells(shape, position.all);
        let losing = winning_cells(shape, position.theirs(), position.all);
        let forced = next & losing;
        let moves = if forced.is_empty() { next } else { forced };
        let moves = moves & !(losing >> 1);
        if forced.has_two() || moves.is_empty() {
            // Without any move the board is full, and the game drawn.
            let is_full = next.is_empty();
            return Ok(if is_full { 0 } else { -value_of_win(size, plies + 1) });
        }
        if plies + 2 >= size {
            return Ok(0);
        }
        // Neither side wins within two plies.
        let (lower, upper) = (-value_of_win(size, plies + 3), value_of_win(size, plies + 2));
        if lower > alpha {
            return Ok(lower);
        }
        let upper = upper.min(threats::upper_bound(shape, position, next, losing));
        if upper <= alpha {
            return Ok(upper);
        }
        Err(moves)
    }

    /// A bound by a search of the moves.
    fn search(&mut self, node: &Child<S::Bits>, alpha: i32) -> Result<i32, Stopped> {
        self.budget.spend(1)?;
        let (shape, size) = (self.shape, self.shape.size());
        let Open { plies, .. } = node.open;
        let nodes = self.budget.nodes();
        let mut children = [*node; MOVES_MAX];
        let (mut best, length) = self.expand(node, alpha, &mut children);
        if best.0 <= alpha {
            for child in &children[..length] {
                let sign = -child.open.sign;
                let child_alpha = if sign > 0 { alpha } else { -alpha - 1 };
                let value = sign * self.search(child, child_alpha)?;
                if value > best.0 {
                    best = (value, child.cell);
                }
                if value > alpha {
                    break;
                }
            }
        }
        let (value, cell) = best;
        let (mut lower, mut upper) = match node.entry {
            Some(entry) => (entry.lower, entry.upper),
            None => (-value_of_win(size, plies + 3), value_of_win(size, plies + 2)),
        };
        if value > alpha {
            lower = lower.max(value);
        } else {
            upper = upper.min(value);
        }
        let column = cell.lowest() / shape.stride();
        let best = if node.is_mirrored { shape.columns() - 1 - column } else { column };
        self.table.keep(node.key, Entry { lower, upper, best }, self.budget.nodes() - nodes);
        Ok(value)
    }

    /// Settles the moves of a position as far as can be without a search: the best value so far with
    /// its move, and the number of moves to search, which are listed in order.
    #[inline]
    fn expand(
        &self,
        node: &Child<S::Bits>,
        alpha: i32,
        children: &mut [Child<S::Bits>; MOVES_MAX],
    ) -> ((i32, S::Bits), usize) {
        let (shape, Open { position, plies, moves, .. }) = (self.shape, node.open);
        let first = node.entry.map(|entry| {
            if node.is_mirrored { shape.columns() - 1 - entry.best } else { entry.best }
        });
        let mut best = (i32::MIN, S::Bits::NONE);
        let (mut length, mut rest) = (0, moves);
        while !rest.is_empty() {
            let others = rest.without_lowest();
            let cell = rest ^ others;
            rest = others;
            match self.settle(position.after(cell), plies + 1, -alpha - 1) {
                Settled::Value(value) => {
                    best = best.max((-value, cell));
                    if best.0 > alpha {
                        return (best, 0);
                    }
                }
                Settled::Open(open) => {
                    let (key, is_mirrored) = self.key(open.position, open.plies);
                    let rank = rank(shape, position, cell, first);
                    children[length] = Child { cell, open, rank, key, is_mirrored, entry: None };
                    length += 1;
                }
            }
        }
        // All lines of the table are asked for at once: memory answers in parallel.
        let mut lines = [[S::Bits::NONE; 2]; MOVES_MAX];
        for (line, child) in lines.iter_mut().zip(&children[..length]) {
            *line = self.table.line(child.key);
        }
        let mut kept = 0;
        for at in 0..length {
            let mut child = children[at];
            child.entry = self.table.find_in(lines[at], child.key);
            let sign = -child.open.sign;
            let child_alpha = if sign > 0 { alpha } else { -alpha - 1 };
            if let Some(value) = child.entry.and_then(|entry| entry.bound(child_alpha)) {
                best = best.max((sign * value, child.cell));
                if best.0 > alpha {
                    return (best, 0);
                }
                continue;
            }
            // Insertion: lists are short.
            let mut place = kept;
            while place > 0 && children[place - 1].rank < child.rank {
                children[place] = children[place - 1];
                place -= 1;
            }
            children[place] = child;
            kept += 1;
        }
        (best, kept)
    }

    /// The key of the position in the table, and whether it is that of its mirror image.
    #[inline]
    fn key(&self, position: Position<S::Bits>, plies: i32) -> (S::Bits, bool) {
        let key = key(self.shape, position);
        if plies > PLIES_MIRRORED_MAX {
            return (key, false);
        }
        let image = mirrored(self.shape, key);
        if image < key { (image, true) } else { (key, false) }
    }
}

/// The next value to compare with: whether the position is won comes first, then whether it is lost,
/// then the slowest ends, because short ones are rare.
fn window(lower: i32, upper: i32) -> i32 {
    if lower >= 0 {
        lower
    } else if upper > 0 {
        0
    } else {
        upper - 1
    }
}
