//! Alpha-beta on a board of patterns, as selective as play wants it.
//!
//! Most of its scores are estimates, but its wins and losses are proven, as in
//! [`alpha_beta`](crate::mnk::alpha_beta): a position counts as lost only if every move that could
//! save it has been tried. Where moves were left out, a loss becomes a bad estimate.

use zerosum_games::mnk::bitboard::Bitboard;

use crate::Verdict;
use crate::limits::{Budget, Stopped};
use crate::mnk::board_entry::{BoardEntry, NO_CELL};
use crate::mnk::patterns::board::{Cell, PatternBoard, cells};
use crate::mnk::patterns::fours::Fours;
use crate::mnk::patterns::history::{History, bonus_of};
use crate::mnk::patterns::selectivity::{Late, few_moves, is_hopeless_or_safe, reduction};
use crate::mnk::patterns::tables::Threat;
use crate::score::Score;
use crate::table::{Bound, Table};
use crate::window::Window;

/// Score of a loss that an omitted move may prevent, and the increment for each ply by which it is
/// put off: less than any other estimate.
const DOUBTED_LOSS: i32 = -890_000;
const DOUBTED_PLY: i32 = 100;

/// Number of positions searched for attacks by fours at the leaves, and above them by depth.
const LEAF_FOURS_NODES_MAX: u64 = 8;
const FOURS_NODES_PER_DEPTH: u64 = 8;

/// Least depth at which the other side may move twice to show that a position is good enough, and
/// the plies that this takes off, beside one in four.
const PASS_DEPTH_MIN: i16 = 3;
const PASS_PLIES: i16 = 3;

/// Greatest depth at which quiet moves late in the order are left out.
const FEW_MOVES_DEPTH_MAX: i16 = 7;

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

/// The moves to try in a position.
pub(crate) struct Choice {
    pub(crate) cells: Bitboard,
    /// True if all other moves are proven to be worth no more than `floor`.
    pub(crate) is_complete: bool,
    pub(crate) floor: Score,
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

/// The way to a position.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    pub(crate) plies: u16,
    /// The latest move.
    pub(crate) previous: Cell,
}

impl Search<'_, '_> {
    /// Returns the score of the position for the side to move: exactly if it lies inside the window,
    /// otherwise a bound.
    pub(crate) fn visit(
        &mut self,
        depth: i16,
        window: Window,
        path: Path,
    ) -> Result<Score, Stopped> {
        self.budget.spend(1)?;
        if let Some(score) = self.at_once(path.plies) {
            return Ok(score);
        }
        let me = self.board.turn();
        let is_forced = !self.board.cells_with(!me, Threat::Five).is_empty();
        if depth <= 0 && !is_forced {
            return self.leaf(path.plies);
        }
        let entry = self.memory.table.find(self.board.key());
        if let Some(entry) = entry
            && let Some(score) = entry.answer(depth, window, path.plies)
        {
            return Ok(score);
        }
        let mut is_improving = true;
        if !is_forced {
            if let Some(score) = self
                .win_by_fours(FOURS_NODES_PER_DEPTH * u64::from(depth.unsigned_abs()), path.plies)?
            {
                return Ok(score);
            }
            let estimate = self.board.estimate();
            is_improving = self.note_estimate(estimate.value(), path.plies);
            let is_quiet = self.board.cells_with(!me, Threat::DoubleFour).is_empty();
            if window.is_null() && is_quiet {
                if is_hopeless_or_safe(estimate, window, depth) {
                    return Ok(estimate);
                }
                if let Some(score) = self.good_enough(estimate, depth, window, path)? {
                    return Ok(score);
                }
            }
        } else if let Some(slot) = self.memory.estimates.get_mut(usize::from(path.plies)) {
            *slot = NO_ESTIMATE;
        }
        let choice = self.choice(depth, path.plies);
        let begin = self.memory.moves.len();
        self.push_moves(choice.cells, entry.map(|entry| entry.cell), path);
        let result = self.try_moves(depth, window, path, &choice, is_improving, begin);
        self.memory.moves.truncate(begin);
        let (best, best_cell) = result?;
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let cell = best_cell.or(entry.map(|entry| entry.cell)).unwrap_or(NO_CELL);
        let known = BoardEntry { score: best.hastened(path.plies), depth, bound, cell };
        self.memory.table.keep(self.board.key(), known);
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

    fn leaf(&mut self, plies: u16) -> Result<Score, Stopped> {
        if let Some(score) = self.win_by_fours(LEAF_FOURS_NODES_MAX, plies)? {
            return Ok(score);
        }
        Ok(self.board.estimate())
    }

    /// The score of a win by fours of the side to move, if it is found.
    fn win_by_fours(&mut self, nodes_max: u64, plies: u16) -> Result<Option<Score>, Stopped> {
        let me = self.board.turn();
        let has_attack = !self.board.cells_with(me, Threat::FourThree).is_empty()
            || !self.board.cells_with(me, Threat::FourMore).is_empty();
        if !has_attack {
            return Ok(None);
        }
        let nodes_max = nodes_max.min(self.budget.left());
        let win = self.memory.fours.find(self.board, nodes_max, self.budget).map(length_of);
        self.budget.look()?;
        Ok(win.map(|length| win_in(length, plies)))
    }

    /// The score of a position that is good enough even if the other side moves next. Hardly ever is
    /// a move of this game worse than none.
    fn good_enough(
        &mut self,
        estimate: Score,
        depth: i16,
        window: Window,
        path: Path,
    ) -> Result<Option<Score>, Stopped> {
        let may_pass = depth >= PASS_DEPTH_MIN
            && path.previous != NO_CELL
            && estimate >= window.beta
            && !window.beta.is_decided();
        if !may_pass {
            return Ok(None);
        }
        self.board.pass();
        let path = Path { plies: path.plies + 1, previous: NO_CELL };
        let less = 1 + PASS_PLIES + depth / 4;
        let score = self.visit(depth - less, window.for_opponent(), path);
        self.board.pass();
        let score = -score?;
        // A win after a move more has not the distance of one without.
        let score = if score.is_won() { window.beta } else { score };
        Ok(Some(score).filter(|score| *score >= window.beta))
    }

    /// Notes the estimate of a position without a five to parry, and returns whether it is better
    /// than two plies ago.
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
        let me = self.board.turn();
        let fives = self.board.cells_with(!me, Threat::Five);
        if !fives.is_empty() {
            let cells = self.board.allowed(self.board.parries_of_fives(!me));
            return Choice { cells, is_complete: true, floor: -win_in(2, plies) };
        }
        let doubles = self.board.cells_with(!me, Threat::DoubleFour);
        let is_firm = self.board.has_firm_fours(!me) && !self.board.may_run_out();
        if !doubles.is_empty() && is_firm {
            let own = self.board.possible_fours(me);
            let parries = cells(doubles).map(|double| self.board.parries(!me, double) | own);
            let cells = parries.fold(self.board.empty(), |all, parries| all & parries);
            let cells = self.board.allowed(cells);
            return Choice { cells, is_complete: true, floor: -win_in(4, plies) };
        }
        let has_attack = !self.board.cells_with(!me, Threat::FourThree).is_empty()
            || !self.board.cells_with(!me, Threat::FourMore).is_empty();
        if has_attack
            && self.board.has_firm_lines(!me)
            && let Some(choice) = self.parries_of_fours(depth, plies)
        {
            return choice;
        }
        let cells = self.board.allowed(self.board.candidates());
        Choice { cells, is_complete: false, floor: Score::LOWEST }
    }

    /// The moves that may save the side to move from an attack by fours that the opponent has ready,
    /// if one is found. After any other move the same line wins as it stands.
    fn parries_of_fours(&mut self, depth: i16, plies: u16) -> Option<Choice> {
        let nodes_max = FOURS_NODES_PER_DEPTH * u64::from(depth.max(1).unsigned_abs());
        let nodes_max = nodes_max.min(self.budget.left());
        self.board.pass();
        let line = self.memory.fours.find(self.board, nodes_max, self.budget);
        self.board.pass();
        let line = line?;
        let cells = parries_of_line(self.board, line);
        let cells = self.board.allowed(cells);
        Some(Choice { cells, is_complete: true, floor: -win_in(length_of(line) + 1, plies) })
    }

    /// Appends the moves of a position with their order.
    pub(crate) fn push_moves(&mut self, set: Bitboard, first: Option<Cell>, path: Path) {
        let me = self.board.turn();
        let PatternSearch { history, moves, .. } = &mut *self.memory;
        let killers = history.killers(path.plies);
        for cell in cells(set) {
            let mut order = if first == Some(cell) { FIRST } else { 0 };
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
        depth: i16,
        mut window: Window,
        path: Path,
        choice: &Choice,
        is_improving: bool,
        begin: usize,
    ) -> Result<(Score, Option<Cell>), Stopped> {
        let me = self.board.turn();
        let is_forced = !self.board.cells_with(!me, Threat::Five).is_empty();
        let is_complete = choice.is_complete;
        let (mut best, mut best_cell) = (choice.floor, None);
        let is_null = window.is_null();
        let mut tried = 0;
        let mut next = begin;
        while let Some(cell) = self.pick(next) {
            next += 1;
            let own = self.board.numbers(me, cell).threat;
            let other = self.board.numbers(!me, cell).threat;
            let is_quiet = own == Threat::None && other == Threat::None;
            if !is_complete && tried > 0 {
                let is_late = is_null
                    && is_quiet
                    && depth <= FEW_MOVES_DEPTH_MAX
                    && tried >= few_moves(depth, is_improving);
                if is_late || tried >= self.memory.moves_max {
                    break;
                }
            }
            // A forced answer costs no depth, so that every attack is seen to its end.
            let depth_below = if is_forced { depth } else { depth - 1 };
            let less = if is_complete || tried == 0 {
                0
            } else {
                reduction(&Late { depth, tried, is_null, is_improving, own, other })
            };
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
        if !is_complete && best.is_lost() {
            best = doubted(best);
        }
        Ok((best, best_cell))
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
        let path = Path { plies: path.plies + 1, previous: cell };
        let result = self.search_move(tried, (depth, less), window, path);
        self.board.take_back(cell);
        result
    }

    fn search_move(
        &mut self,
        tried: usize,
        (depth, less): (i16, i16),
        window: Window,
        path: Path,
    ) -> Result<Score, Stopped> {
        if tried > 0 {
            let null = Window::null_above(window.alpha).for_opponent();
            if less > 0 {
                let score = -self.visit(depth - less, null, path)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
            let score = -self.visit(depth, null, path)?;
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

/// The cells that may interfere with a line of fours that the opponent of the side to move has
/// ready: those of the line, those that complete five in its course, and own fours in its course. The board is the
/// same afterwards.
fn parries_of_line(board: &mut PatternBoard, line: &[Cell]) -> Bitboard {
    let defender = board.turn();
    let mut parries = board.possible_fours(defender) | board.cells_with(defender, Threat::Five);
    board.pass();
    for (index, cell) in line.iter().enumerate() {
        parries.insert((*cell).into());
        parries = parries | board.cells_with(!defender, Threat::Five);
        if index + 1 < line.len() {
            board.play(*cell);
            parries =
                parries | board.possible_fours(defender) | board.cells_with(defender, Threat::Five);
        }
    }
    for cell in line.iter().take(line.len().saturating_sub(1)).rev() {
        board.take_back(*cell);
    }
    board.pass();
    parries & board.empty()
}

/// The cell of a move with its order.
fn cell_of(order: i32) -> Cell {
    // Below 512.
    order.rem_euclid(CELLS) as Cell
}

fn length_of(line: &[Cell]) -> u16 {
    u16::try_from(line.len()).expect("a line is no longer than the board has cells")
}

/// The score of a win after `length` plies more.
pub(crate) fn win_in(length: u16, plies: u16) -> Score {
    Score::from(Verdict::Win { plies: length + plies })
}

/// The bad estimate that a loss becomes where moves were left out.
fn doubted(loss: Score) -> Score {
    let plies = loss.value() - Score::LOWEST.value();
    Score::of_estimate(DOUBTED_LOSS + DOUBTED_PLY * plies)
}
