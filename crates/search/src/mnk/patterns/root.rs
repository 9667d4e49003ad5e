//! The choice of a move on a board of patterns: attacks at once, then one depth after another.

use std::sync::Arc;

use zerosum_games::MoveCode;
use zerosum_games::mnk::Mnk;
use zerosum_games::mnk::rule::{FIVE, Rule};
use zerosum_games::side::Side;

use crate::Verdict;
use crate::deepening::table::Bound;
use crate::limits::{Budget, Limits, Stopped, Watch};
use crate::mnk::board::Board;
use crate::mnk::board_entry::NO_CELL;
use crate::mnk::claims::SHORTEST_FOURS_PLIES;
use crate::mnk::patterns::board::{Cell, PatternBoard, cells};
use crate::mnk::patterns::numbers::{COUNT, Numbers, Role, visit_cell};
use crate::mnk::patterns::search::{Path, PatternSearch, Search};
use crate::mnk::patterns::tables::{Tables, Threat};
use crate::mnk::searcher::{FOURS_DEPTH_MIN, distance_of, result_of_win};
use crate::mnk::vcf::{Vcf, VcfResult};
use crate::mnk::vct::{Vct, VctResult};
use crate::score::Score;
use crate::searcher::{SearchResult, Statistics};
use crate::window::Window;

/// Least number of empty cells of a board that is played by patterns: fewer are left to proofs.
const EMPTY_CELLS_MIN: usize = crate::mnk::searcher::PROOF_CELLS_MAX + 1;

/// Maximum number of moves tried at the root, unless all are known to matter.
const MOVES_MAX: usize = 60;

/// Maximum number of positions for the root's attack by fours and by threats. A search by fours is not interrupted.
const FOURS_NODES_MAX: u64 = 20_000;
const THREATS_NODES_MAX: u64 = 4_000;

/// One part in this many of the memory is for searches by threats.
const THREATS_SHARE: usize = 8;

/// Half the width of the first window around the score of the depth before, which widens fourfold.
const WINDOW_REACH: i32 = 60;

/// Depth that stands for the root when fours are searched.
const ROOT_DEPTH: i16 = 64;

/// Plays five in a row.
#[derive(Clone, Debug)]
pub struct PatternPlayer {
    tables: Arc<Tables>,
    memory: PatternSearch,
    vcf: Vcf,
    vct: Vct,
    /// False if wins are found by moves alone, as in tests.
    seeks_attacks: bool,
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
struct RootCell {
    cell: Cell,
    score: Score,
    /// True if the score needs no search.
    is_settled: bool,
}

impl PatternPlayer {
    /// A player of boards with this rule, with tables of at most about `table_bytes` bytes, beside 1.9 MB for numbers
    /// of cells, history and fours, and half as much again in renju.
    pub fn new(numbers: &Numbers, rule: Rule, table_bytes: usize) -> PatternPlayer {
        PatternPlayer::with_tables(Arc::new(Tables::new(numbers, rule)), table_bytes)
    }

    /// The player with fewer moves tried below the root. What it proves stays proven.
    #[cfg(test)]
    pub(crate) fn with_moves_max(mut self, moves_max: usize) -> PatternPlayer {
        self.memory.moves_max = moves_max;
        self
    }

    /// The player without searches for attacks at the root.
    #[cfg(test)]
    pub(crate) fn without_attacks(mut self) -> PatternPlayer {
        self.seeks_attacks = false;
        self
    }

    /// Forgets the game that was played, and takes as much memory from now on.
    pub(crate) fn resize(&mut self, table_bytes: usize) {
        *self = PatternPlayer::with_tables(Arc::clone(&self.tables), table_bytes);
    }

    pub(crate) fn with_tables(tables: Arc<Tables>, table_bytes: usize) -> PatternPlayer {
        PatternPlayer {
            tables,
            memory: PatternSearch::new(table_bytes / 2),
            vcf: Vcf::default(),
            vct: Vct::new(table_bytes / THREATS_SHARE),
            seeks_attacks: true,
        }
    }

    /// Returns whether such a position is played by patterns.
    pub(crate) fn plays(position: &Mnk) -> bool {
        let spec = position.spec();
        spec.k() == FIVE && usize::from(spec.cell_count() - position.plies()) >= EMPTY_CELLS_MIN
    }

    /// Counts how often each weight of the evaluation is part of it, those of the opponent negative;
    /// `None` if the position is not evaluated, because it is over or a five or four is at hand.
    pub fn counts(&self, position: &Mnk) -> Option<[i16; COUNT]> {
        let board = PatternBoard::of(position, &self.tables);
        let (me, other) = (board.turn(), !board.turn());
        let is_loud =
            Side::ALL.iter().any(|side| !board.cells_with(*side, Threat::Five).is_empty());
        if is_loud || !board.cells_with(me, Threat::DoubleFour).is_empty() {
            return None;
        }
        let mut counts = [0; COUNT];
        counts[0] = 1;
        for cell in cells(board.empty()) {
            visit_cell(board.classes(me, cell), Role::ToMove, |index| counts[index] += 1);
            visit_cell(board.classes(other, cell), Role::Waiting, |index| counts[index] -= 1);
        }
        Some(counts)
    }

    /// Searches a position of a board on which five in a row win, by the rule of this player, for the move to make.
    pub fn search(
        &mut self,
        position: &Mnk,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        if position.plies() == 0 {
            return first_move(position);
        }
        self.memory.history.age();
        let mut budget = Budget::new(watch, limits.nodes_max);
        let mut result = match self.find_attack(position, limits, &mut budget) {
            Some(result) => {
                budget.watch().progress(&result);
                result
            }
            None => self.deepen(position, limits, &mut budget),
        };
        result.statistics.nodes = budget.nodes().max(1);
        result
    }

    /// A win by fours or by threats from the root.
    fn find_attack(
        &mut self,
        position: &Mnk,
        limits: Limits,
        budget: &mut Budget,
    ) -> Option<SearchResult> {
        if !self.seeks_attacks {
            return None;
        }
        let mut board = Board::of(position);
        let is_shallow = limits.depth_max < FOURS_DEPTH_MIN;
        let plies_max =
            if is_shallow { limits.depth_max.min(SHORTEST_FOURS_PLIES) } else { u16::MAX };
        let nodes_max = FOURS_NODES_MAX.min(budget.left() / 2).max(1);
        let codes = |cells: Vec<usize>, board: &Board| {
            cells.into_iter().map(|cell| board.code_of(cell)).collect::<Vec<MoveCode>>()
        };
        if let VcfResult::Wins(line) = self.vcf.find(&mut board, plies_max, nodes_max, budget) {
            let plies = u16::try_from(line.len()).expect("a board has at most 400 cells");
            return Some(result_of_win(board.spec(), codes(line, &board), plies));
        }
        if is_shallow || budget.look().is_err() {
            return None;
        }
        let nodes_max = THREATS_NODES_MAX.min(budget.left() / 4);
        match self.vct.find(&mut board, &mut self.vcf, nodes_max, budget) {
            Ok(VctResult::Wins(win)) => {
                Some(result_of_win(board.spec(), codes(win.line, &board), win.plies))
            }
            // If the search is stopped here, the next spender is stopped as well.
            Ok(VctResult::Fails | VctResult::Unknown) | Err(Stopped) => None,
        }
    }

    fn deepen(&mut self, position: &Mnk, limits: Limits, budget: &mut Budget) -> SearchResult {
        let mut board = PatternBoard::of(position, &self.tables);
        let mut root = Root {
            search: Search { memory: &mut self.memory, board: &mut board, budget },
            moves: Vec::new(),
            is_complete: false,
        };
        root.list_moves();
        let mut result = root.result(Score::from(Verdict::Draw), 0);
        let empty = root.search.board.empty().len();
        let depth_max = usize::from(limits.depth_max).clamp(1, empty.max(1));
        for depth in 1..=u16::try_from(depth_max).expect("a board has at most 400 cells") {
            let Ok(score) = root.search_around(&result, depth.cast_signed()) else {
                return root.with_better(result);
            };
            result = root.result(score, depth);
            result.statistics.nodes = root.search.budget.nodes();
            root.search.budget.watch().progress(&result);
            let is_final = match score.verdict() {
                Verdict::Win { .. } => true,
                Verdict::Loss { plies } => plies <= depth,
                Verdict::Draw => false,
            };
            if is_final {
                break;
            }
        }
        result
    }
}

/// One request.
struct Root<'a, 'b> {
    search: Search<'a, 'b>,
    /// The best first.
    moves: Vec<RootCell>,
    /// True if the moves are all that matter.
    is_complete: bool,
}

impl Root<'_, '_> {
    fn list_moves(&mut self) {
        let choice = self.search.choice(ROOT_DEPTH, 0);
        self.is_complete = choice.is_complete;
        // Where no move saves the game, one is made all the same.
        let board = &self.search.board;
        let set = if choice.cells.is_empty() { board.allowed(board.empty()) } else { choice.cells };
        self.search.push_moves(set, NO_CELL, Path::ROOT);
        let mut next = 0;
        let moves_max = if self.is_complete { usize::MAX } else { MOVES_MAX };
        while let Some(cell) = self.search.pick(next)
            && next < moves_max
        {
            self.moves.push(RootCell {
                cell,
                score: Score::from(Verdict::Draw),
                is_settled: false,
            });
            next += 1;
        }
        self.search.clear_moves();
        if choice.floor > Score::LOWEST {
            let board = &self.search.board;
            let other = cells(board.allowed(board.candidates()))
                .find(|cell| !self.moves.iter().any(|known| known.cell == *cell));
            let score = choice.floor;
            self.moves.extend(other.map(|cell| RootCell { cell, score, is_settled: true }));
        }
    }

    /// Searches all moves to a depth, at first in a window around the score so far.
    fn search_around(&mut self, result: &SearchResult, depth: i16) -> Result<Score, Stopped> {
        let mut reach = WINDOW_REACH;
        let mut window = if result.depth < 3 { Window::FULL } else { around(result.score, reach) };
        loop {
            let score = self.search_moves(depth, window)?;
            if window.holds(score) || window == Window::FULL {
                return Ok(score);
            }
            reach = reach.saturating_mul(4);
            let wider = around(score, reach);
            if score <= window.alpha {
                window.alpha = wider.alpha;
            } else {
                window.beta = wider.beta;
            }
            if reach > 4_000 {
                window = Window::FULL;
            }
        }
    }

    fn search_moves(&mut self, depth: i16, window: Window) -> Result<Score, Stopped> {
        let mut best = Score::LOWEST;
        for index in 0..self.moves.len() {
            let RootCell { cell, score, is_settled } = self.moves[index];
            let score = if is_settled {
                score
            } else {
                let inner = Window { alpha: window.alpha.max(best), ..window };
                let less = if index >= 4 && depth >= 3 && !self.is_complete { 1 } else { 0 };
                self.search.try_move(cell, index, (depth - 1, less), inner, Path::ROOT)?
            };
            self.moves[index].score = score;
            if score > best || index == 0 {
                best = score;
                if score > window.alpha {
                    self.moves[..=index].rotate_right(1);
                }
            }
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The result with a better move that a depth has found before it was stopped.
    fn with_better(&mut self, result: SearchResult) -> SearchResult {
        let Some(first) = self.moves.first().copied() else { return result };
        let code = self.search.board.code_of(first.cell);
        if result.best == Some(code) || first.score.is_lost() {
            return result;
        }
        self.result(first.score, result.depth)
    }

    fn result(&mut self, score: Score, depth: u16) -> SearchResult {
        let first = self.moves.first().map(|first| first.cell);
        let line = first.map(|cell| self.line(cell, score)).unwrap_or_default();
        let is_unsure = score.is_lost() && !self.is_complete;
        let score = if is_unsure { Score::of_estimate(score.value()) } else { score };
        SearchResult {
            best: line.first().copied(),
            score,
            is_exact: score.is_decided(),
            distance: distance_of(false, score, depth),
            depth,
            line,
            moves: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// A move of that score and what both sides do after it, as far as it is remembered.
    fn line(&mut self, first: Cell, score: Score) -> Vec<MoveCode> {
        let Search { memory, board, .. } = &mut self.search;
        let mut cells = Vec::new();
        let mut expected = score;
        let mut next = Some(first);
        while let Some(cell) = next.filter(|cell| board.empty().contains((*cell).into())) {
            let is_over = board.completes(cell);
            cells.push(cell);
            board.play(cell);
            if is_over {
                break;
            }
            expected = -expected.hastened(1);
            let win = board.winning_cell();
            let known = memory.table.find(board.key());
            let known =
                known.filter(|known| known.bound == Bound::Exact && known.score == expected);
            next = win.or(known.map(|known| known.cell));
        }
        cells.iter().rev().for_each(|cell| board.take_back(*cell));
        cells.into_iter().map(|cell| board.code_of(cell)).collect()
    }
}

/// The cell in the middle, which the first side takes without a search.
fn first_move(position: &Mnk) -> SearchResult {
    let (columns, rows) = (position.spec().columns(), position.spec().rows());
    let middle = MoveCode(rows / 2 * columns + columns / 2);
    SearchResult::of_choice(Some(middle), 1)
}

/// The window that reaches this far around the score; beyond the estimates there is no limit.
fn around(score: Score, reach: i32) -> Window {
    let (low, high) = (score.value().saturating_sub(reach), score.value().saturating_add(reach));
    let is_estimate = |value: i32| !Score::of_value(value).is_decided();
    Window {
        alpha: if is_estimate(low) { Score::of_value(low) } else { Score::LOWEST },
        beta: if is_estimate(high) { Score::of_value(high) } else { Score::HIGHEST },
    }
}
