//! Alpha-beta on a board of patterns, as selective as play wants it.
//!
//! Most of its scores are estimates, but its wins and losses are proven, as in
//! [`alpha_beta`](crate::mnk::alpha_beta): a position counts as lost only if every move that could
//! save it has been tried. Where moves were left out, a loss becomes a bad estimate.

use zerosum_games::mnk::bitboard::Bitboard;

use crate::Verdict;
use crate::deepening::table::{Bound, Table};
use crate::limits::{Budget, Stopped};
use crate::mnk::board_entry::{BoardEntry, NO_CELL};
use crate::mnk::claims::{doubted, win_in};
use crate::mnk::patterns::board::{Cell, PatternBoard, cells};
use crate::mnk::patterns::choice::Choice;
use crate::mnk::patterns::fours::{Fours, NODES_PER_DEPTH, length_of};
use crate::mnk::patterns::history::{History, bonus_of};
use crate::mnk::patterns::selectivity::{Late, is_high, is_hopeless, is_plain, is_safe, reduction};
use crate::mnk::patterns::tables::Threat;
use crate::score::Score;
use crate::window::Window;

/// Number of positions searched for an attack by fours at the leaves.
const LEAF_FOURS_NODES_MAX: u64 = 8;

/// Least depth at which a position is searched without its known move.
const SINGULAR_DEPTH_MIN: i16 = 6;

/// Maximum number of plies by which the search behind the known move may be less deep.
const SINGULAR_DEPTH_BEHIND_MAX: i16 = 3;

/// Distance below the score of the known move at which others fall behind it, for ten plies of depth.
const SINGULAR_PER_TEN_PLIES: i32 = 6;

/// Maximum number of moves tried below the root, unless all are.
const MOVES_MAX: usize = 40;

/// More than the cells of any board: an order is multiplied by it to make room for the cell.
const CELLS: i32 = 512;

/// Order of the moves: above all promises, and the share of history.
const FIRST: i32 = 1 << 20;
const KILLER: i32 = 24;
const HISTORY_PER_PROMISE: i32 = 64;

/// Plies that the array of estimates has room for.
const PLIES: usize = 256;

/// Stands for the estimate of a position with a five to parry.
const NO_ESTIMATE: i32 = i32::MAX;

/// The search with its memory of one board.
#[derive(Clone, Debug)]
pub(crate) struct PatternSearch {
    pub(crate) table: Table<BoardEntry>,
    pub(crate) history: History,
    pub(crate) fours: Fours,
    /// Maximum number of moves tried below the root, unless all are known to matter.
    pub(crate) moves_max: usize,
    /// The estimates between the root and the position that is looked at.
    estimates: Vec<i32>,
    /// The moves of the positions between the root and the one that is looked at: the order above
    /// the cell.
    moves: Vec<i32>,
}

impl PatternSearch {
    /// A search with a table of about `table_bytes` bytes.
    pub(crate) fn new(table_bytes: usize) -> PatternSearch {
        PatternSearch {
            table: Table::whole(table_bytes),
            history: History::new(),
            fours: Fours::new(),
            moves_max: MOVES_MAX,
            estimates: vec![0; PLIES],
            moves: Vec::new(),
        }
    }
}

/// One request to the search.
pub(crate) struct Search<'a, 'b> {
    pub(crate) memory: &'a mut PatternSearch,
    pub(crate) board: &'a mut PatternBoard,
    pub(crate) budget: &'a mut Budget<'b>,
}

/// The way to a position, and the expectation of it.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    plies: u16,
    /// The latest move.
    previous: Cell,
    /// True if one of the first moves is expected to reach beta.
    is_cut: bool,
    /// A move that is not tried, so that the value of all others is found; [`NO_CELL`] for none.
    excluded: Cell,
}

impl Path {
    pub(crate) const ROOT: Path =
        Path { plies: 0, previous: NO_CELL, is_cut: false, excluded: NO_CELL };
}

/// A position whose moves are about to be tried.
struct Node {
    depth: i16,
    window: Window,
    path: Path,
    /// True if there is a five to parry.
    is_forced: bool,
    /// True if the estimate is better than two plies ago.
    is_improving: bool,
    /// True if the estimate is so far above the window that moves may be searched less deep.
    is_high: bool,
    /// The move that the table has; [`NO_CELL`] for none.
    known: Cell,
    /// Plies by which that move is searched deeper; negative for less deep.
    extension: i16,
}

impl Search<'_, '_> {
    /// Returns the score of the position for the side to move: exactly if it lies inside the window,
    /// otherwise a bound.
    fn visit(&mut self, depth: i16, window: Window, path: Path) -> Result<Score, Stopped> {
        self.budget.spend(1)?;
        if let Some(score) = self.at_once(path.plies) {
            return Ok(score);
        }
        let other = !self.board.turn();
        let is_forced = !self.board.cells_with(other, Threat::Five).is_empty();
        if depth <= 0 && !is_forced {
            return self.leaf(window, path.plies);
        }
        let entry = self.memory.table.find(self.board.key());
        if path.excluded == NO_CELL
            && let Some(score) = entry.and_then(|entry| entry.answer(depth, window, path.plies))
        {
            return Ok(score);
        }
        let known = entry.map_or(NO_CELL, |entry| entry.cell);
        let (is_improving, is_high, extension) = (true, false, 0);
        let mut node =
            Node { depth, window, path, is_forced, is_improving, is_high, known, extension };
        if is_forced {
            self.note_estimate(NO_ESTIMATE, path.plies);
        } else if let Some(score) = self.judge(&mut node, entry)? {
            return Ok(score);
        }
        self.expand(&node)
    }

    /// Tries the moves of a position.
    fn expand(&mut self, node: &Node) -> Result<Score, Stopped> {
        let Node { depth, window, path, known, .. } = *node;
        let mut choice = self.choice(depth, path.plies);
        if path.excluded != NO_CELL {
            choice.cells.remove(path.excluded.into());
            choice.is_complete = false;
        }
        let begin = self.memory.moves.len();
        self.push_moves(choice.cells, known, path);
        let result = self.try_moves(node, &choice, begin);
        self.memory.moves.truncate(begin);
        let (best, best_cell) = result?;
        if path.excluded != NO_CELL {
            return Ok(best);
        }
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let cell = best_cell.unwrap_or(known);
        let entry = BoardEntry { score: best.hastened(path.plies), depth, bound, cell };
        self.memory.table.keep(self.board.key(), entry);
        Ok(best)
    }

    /// The score of a position that is decided by what lies on the board.
    fn at_once(&self, plies: u16) -> Option<Score> {
        let board = &*self.board;
        let me = board.turn();
        if !board.cells_with(me, Threat::Five).is_empty() {
            return Some(win_in(1, plies));
        }
        let is_threatened = !board.cells_with(!me, Threat::Five).is_empty();
        let has_double = !board.cells_with(me, Threat::DoubleFour).is_empty();
        if !board.has_move() {
            Some(Score::from(Verdict::Draw))
        } else if is_threatened {
            board.parries_of_fives(!me).is_empty().then(|| -win_in(2, plies))
        } else {
            (has_double && !board.may_run_out()).then(|| win_in(3, plies))
        }
    }

    fn leaf(&mut self, window: Window, plies: u16) -> Result<Score, Stopped> {
        let estimate = self.board.estimate();
        // A win by fours would change nothing.
        let is_enough = window.is_null() && estimate >= window.beta && is_plain(window.beta);
        if !is_enough && let Some(score) = self.win_by_fours(LEAF_FOURS_NODES_MAX, plies)? {
            return Ok(score);
        }
        Ok(estimate)
    }

    /// Looks at a position without a five to parry before its moves are tried. Returns its score if
    /// they need not be, and else sets how deep they are searched.
    fn judge(
        &mut self,
        node: &mut Node,
        entry: Option<BoardEntry>,
    ) -> Result<Option<Score>, Stopped> {
        let Node { depth, window, path, .. } = *node;
        let estimate = self.board.estimate();
        node.is_improving = self.note_estimate(estimate.value(), path.plies);
        let other = !self.board.turn();
        let is_quiet =
            window.is_null() && self.board.cells_with(other, Threat::DoubleFour).is_empty();
        if is_quiet && is_safe(estimate, window, depth, node.is_improving) {
            return Ok(Some(estimate));
        }
        let fours_nodes_max = NODES_PER_DEPTH * u64::from(depth.unsigned_abs());
        if let Some(score) = self.win_by_fours(fours_nodes_max, path.plies)? {
            return Ok(Some(score));
        }
        if is_quiet && is_hopeless(estimate, window, depth) {
            return Ok(Some(estimate));
        }
        node.is_high = window.is_null() && path.is_cut && is_high(estimate, window, depth);
        match entry {
            Some(entry) if path.excluded == NO_CELL => self.try_without(node, entry),
            _ => Ok(None),
        }
    }

    /// Searches a position without the move that the table has, if that is good. Extends that move if all others fall
    /// behind, and shortens it if only its score reaches beta. Returns a score if others reach beta as well; the
    /// estimate counts for them where it is enough.
    fn try_without(
        &mut self,
        node: &mut Node,
        entry: BoardEntry,
    ) -> Result<Option<Score>, Stopped> {
        let Node { depth, window, path, known, .. } = *node;
        let is_good = known != NO_CELL
            && entry.bound != Bound::Upper
            && entry.depth >= depth - SINGULAR_DEPTH_BEHIND_MAX
            && is_plain(entry.score);
        if depth < SINGULAR_DEPTH_MIN || !is_good {
            return Ok(None);
        }
        let limit = entry.score.value() - i32::from(depth) * SINGULAR_PER_TEN_PLIES / 10;
        let window_of_others = Window::null_above(Score::of_estimate(limit - 1));
        let others = self.visit(depth / 2, window_of_others, Path { excluded: known, ..path })?;
        let limit = Score::of_estimate(limit);
        if others < limit {
            node.extension = 1;
        } else if limit >= window.beta && window.is_null() && !others.is_decided() {
            return Ok(Some(limit));
        } else if entry.score >= window.beta {
            node.extension = -1;
        }
        Ok(None)
    }

    /// The score of a win by fours of the side to move, if it is found.
    fn win_by_fours(&mut self, nodes_max: u64, plies: u16) -> Result<Option<Score>, Stopped> {
        let me = self.board.turn();
        if !self.board.has_attack(me) {
            return Ok(None);
        }
        let nodes_max = nodes_max.min(self.budget.left());
        let win = self.memory.fours.find(self.board, nodes_max, self.budget).map(length_of);
        self.budget.look()?;
        Ok(win.map(|length| win_in(length, plies)))
    }

    /// Records the estimate of a position, [`NO_ESTIMATE`] if there is a five to parry, and returns whether it is
    /// better than two plies ago.
    fn note_estimate(&mut self, estimate: i32, plies: u16) -> bool {
        let plies = usize::from(plies);
        let before = plies.checked_sub(2).and_then(|plies| self.memory.estimates.get(plies));
        let is_improving = before.is_none_or(|before| *before == NO_ESTIMATE || estimate > *before);
        if let Some(slot) = self.memory.estimates.get_mut(plies) {
            *slot = estimate;
        }
        is_improving
    }

    /// The moves to try in a position where the side to move neither wins at once nor is lost.
    pub(crate) fn choice(&mut self, depth: i16, plies: u16) -> Choice {
        Choice::of(self.board, &mut self.memory.fours, self.budget, depth, plies)
    }

    /// Appends the moves of a position with their order, the known one first; [`NO_CELL`] for none.
    pub(crate) fn push_moves(&mut self, set: Bitboard, first: Cell, path: Path) {
        let me = self.board.turn();
        let PatternSearch { history, moves, .. } = &mut *self.memory;
        let killers = history.killers(path.plies);
        for cell in cells(set) {
            let mut order = if cell == first { FIRST } else { 0 };
            let (own, other) = (self.board.numbers(me, cell), self.board.numbers(!me, cell));
            order += i32::from(own.promise) + i32::from(other.promise) / 2;
            order += history.of_cell(me, path.previous, cell) / HISTORY_PER_PROMISE;
            order += if killers.contains(&cell) { KILLER } else { 0 };
            moves.push(order * CELLS + i32::from(cell));
        }
    }

    /// Drops all moves.
    pub(crate) fn clear_moves(&mut self) {
        self.memory.moves.clear();
    }

    /// Takes the most promising of the moves from an index on to that index.
    pub(crate) fn pick(&mut self, index: usize) -> Option<Cell> {
        let left = self.memory.moves.get_mut(index..)?;
        let (at, best) = left.iter().copied().enumerate().max_by_key(|(_, order)| *order)?;
        left.swap(0, at);
        Some(cell_of(best))
    }

    fn try_moves(
        &mut self,
        node: &Node,
        choice: &Choice,
        begin: usize,
    ) -> Result<(Score, Option<Cell>), Stopped> {
        let Node { depth, mut window, path, .. } = *node;
        let (mut best, mut best_cell) = (choice.floor, None);
        let killers = self.memory.history.killers(path.plies);
        let mut tried = 0;
        let mut next = begin;
        while let Some(cell) = self.pick(next) {
            next += 1;
            let late = self.late(node, cell, tried, killers.contains(&cell));
            if tried > 0 {
                if !choice.is_complete && (late.is_left_out() || tried >= self.memory.moves_max) {
                    break;
                }
                let may_skip = choice.is_complete && !node.is_forced && late.is_null;
                if may_skip && late.puts_off() && is_plain(best) {
                    // It has not failed, so it is not blamed.
                    next -= 1;
                    self.memory.moves.swap_remove(next);
                    continue;
                }
            }
            // A forced answer costs no depth, so that every attack is seen to its end.
            let mut depth_below = if node.is_forced { depth } else { depth - 1 };
            depth_below += if cell == node.known { node.extension } else { 0 };
            depth_below -= if node.is_high && late.own < Threat::Four { 1 } else { 0 };
            let less = if choice.is_complete || tried == 0 { 0 } else { reduction(&late) };
            let inner = Window { alpha: window.alpha.max(best), ..window };
            let score = self.try_move(cell, tried, (depth_below, less), inner, path)?;
            tried += 1;
            if score > best || best_cell.is_none() && score >= best {
                (best, best_cell) = (score, Some(cell));
            }
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                self.learn(depth, path, begin, next, cell);
                break;
            }
        }
        if !choice.is_complete && best.is_lost() {
            best = doubted(best);
        }
        Ok((best, best_cell))
    }

    /// Collects what cuts and reductions ask about a move.
    fn late(&self, node: &Node, cell: Cell, tried: usize, is_killer: bool) -> Late {
        let me = self.board.turn();
        Late {
            depth: node.depth,
            tried,
            is_null: node.window.is_null(),
            is_improving: node.is_improving,
            is_cut: node.path.is_cut && !is_killer,
            own: self.board.numbers(me, cell).threat,
            other: self.board.numbers(!me, cell).threat,
        }
    }

    /// Returns the score of a move for the side that makes it, searched to the first depth below it,
    /// or first that much less deep.
    pub(crate) fn try_move(
        &mut self,
        cell: Cell,
        tried: usize,
        (depth, less): (i16, i16),
        window: Window,
        path: Path,
    ) -> Result<Score, Stopped> {
        self.board.play(cell);
        let below = Path { plies: path.plies + 1, previous: cell, ..Path::ROOT };
        let result = self.search_move(tried, (depth, less), window, below, path.is_cut);
        self.board.take_back(cell);
        result
    }

    /// Searches the position after a move; `is_cut` is that of the position before it.
    fn search_move(
        &mut self,
        tried: usize,
        (depth, less): (i16, i16),
        window: Window,
        path: Path,
        is_cut: bool,
    ) -> Result<Score, Stopped> {
        if tried > 0 || window.is_null() {
            let null = Window::null_above(window.alpha).for_opponent();
            if less > 0 {
                let score = -self.visit(depth - less, null, Path { is_cut: true, ..path })?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
            let score = -self.visit(depth, null, Path { is_cut: !is_cut, ..path })?;
            if !window.holds(score) {
                return Ok(score);
            }
        }
        Ok(-self.visit(depth, window.for_opponent(), path)?)
    }

    /// Rewards the move that has refuted the position and blames those tried before.
    fn learn(&mut self, depth: i16, path: Path, begin: usize, next: usize, cell: Cell) {
        let me = self.board.turn();
        let PatternSearch { history, moves, .. } = &mut *self.memory;
        let bonus = bonus_of(depth);
        history.reward(me, path.previous, cell, path.plies, bonus);
        for order in &moves[begin..next.saturating_sub(1).max(begin)] {
            history.adjust(me, path.previous, cell_of(*order), -bonus);
        }
    }
}

/// The cell of a move with its order.
fn cell_of(order: i32) -> Cell {
    // Below 512.
    order.rem_euclid(CELLS) as Cell
}
