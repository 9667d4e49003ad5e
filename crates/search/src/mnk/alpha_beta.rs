//! Alpha-beta with an evaluation of positions that cannot be read to the end.
//!
//! It looks at promising cells only, so most of its scores are estimates. Yet its wins and losses
//! are proven: a position counts as lost only if every move that could save it has been tried, as
//! listed by [`vcf::defences`](crate::mnk::vcf::defences). Where moves were left out, a loss
//! becomes a bad estimate.

use zerosum_games::MoveCode;
use zerosum_games::mnk::bitboard::{BITS, Bitboard};
use zerosum_games::side::{BySide, Side};

use crate::Verdict;
use crate::deepening::table::{Bound, Table};
use crate::limits::{Budget, Stopped};
use crate::mnk::board::{Board, Cell};
use crate::mnk::board_entry::{BoardEntry, NO_CELL};
use crate::mnk::claims::{SHORTEST_FOURS_PLIES, doubted, win_in};
use crate::mnk::pn_search::useful_cells;
use crate::mnk::vcf::{Vcf, VcfResult, defences, length_of};
use crate::mnk::vct::{Vct, VctResult};
use crate::score::Score;
use crate::window::Window;

/// Value of the move to the side that has it, fitted together with the values of windows.
const TEMPO: i32 = 46;

/// Maximum number of moves tried at the root, and below it, where none is forced, unless all are.
const ROOT_MOVES_MAX: usize = 40;
const MOVES_MAX: usize = 14;

/// Depth of a position that is searched for threats as carefully as the root.
const ROOT_DEPTH: i16 = 4;

/// Index of the move from which moves that look no better are first searched one ply less deep.
const LATE_MOVE: usize = 4;

/// Number of positions searched for attacks by fours: at the leaves, and above them by depth.
const LEAF_FOURS_NODES_MAX: u64 = 24;
const FOURS_NODES_PER_DEPTH: u64 = 120;

/// Depth from which wins by threats are looked for, and the number of positions for each ply of it.
const THREATS_DEPTH_MIN: i16 = 4;
const THREATS_NODES_PER_DEPTH: u64 = 30;

/// Number of positions searched at the root for the opponent's win by threats.
const ROOT_THREATS_NODES_MAX: u64 = 5_000;

/// Inverse of the share of the memory that stores knowledge of threats.
const THREATS_SHARE: usize = 4;

/// The search with its memory of one kind of board.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    table: Table<BoardEntry>,
    /// Counts how often a move has refuted others.
    history: BySide<Vec<i32>>,
    vct: Vct,
    /// True if distances have to be the true ones, which only small boards can afford.
    is_thorough: bool,
    /// Maximum number of moves tried below the root where none is forced.
    moves_max: usize,
}

/// A move of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootCell {
    pub cell: Cell,
    pub score: Score,
    /// True if the score needs no search: it is what all moves are worth that are not listed.
    is_settled: bool,
}

/// The moves to try in a position.
struct Choice {
    cells: Vec<Cell>,
    /// True if all other moves are proven to be worth no more than `floor`.
    is_complete: bool,
    floor: Score,
}

impl AlphaBeta {
    /// A search with a table of about `table_bytes` bytes.
    pub fn new(table_bytes: usize, is_thorough: bool) -> AlphaBeta {
        let vct = Vct::new(table_bytes / THREATS_SHARE);
        let history = BySide { first: vec![0; BITS], second: vec![0; BITS] };
        let moves_max = if is_thorough { usize::MAX } else { MOVES_MAX };
        AlphaBeta { table: Table::whole(table_bytes), history, vct, is_thorough, moves_max }
    }

    /// The search with fewer or more moves tried below the root. What it proves stays proven.
    pub fn with_moves_max(self, moves_max: usize) -> AlphaBeta {
        AlphaBeta { moves_max, ..self }
    }

    /// Searches the root, where the side to move has no win at once, to this depth in plies. The moves
    /// are ordered by what was found, the best first; only its score is exact, and the moves of a
    /// search that is stopped are in a good order too.
    pub fn deepen(
        &mut self,
        board: &mut Board,
        moves: &mut [RootCell],
        depth: i16,
        vcf: &mut Vcf,
        budget: &mut Budget,
    ) -> Result<Score, Stopped> {
        let mut search = Search { alpha_beta: self, vcf, budget };
        let mut best = Score::LOWEST;
        for index in 0..moves.len() {
            let RootCell { cell, score, is_settled } = moves[index];
            let score = if is_settled {
                score
            } else {
                board.play(cell);
                let result = search.try_move(
                    board,
                    index,
                    depth - 1,
                    Window { alpha: best, ..Window::FULL },
                    1,
                );
                board.take_back(cell);
                result?
            };
            moves[index].score = score;
            if score > best || index == 0 {
                best = score;
                moves[..=index].rotate_right(1);
            }
        }
        Ok(best)
    }

    /// The moves of the root, the most promising first, and whether they are all that matter. Where
    /// all others lose alike, one of them stands last for them: each of those that might save the
    /// game may lose faster.
    pub fn root_moves(
        &mut self,
        board: &mut Board,
        vcf: &mut Vcf,
        budget: &mut Budget,
    ) -> (Vec<RootCell>, bool) {
        let moves_max = if self.is_thorough { usize::MAX } else { ROOT_MOVES_MAX };
        let mut search = Search { alpha_beta: self, vcf, budget };
        let mut choice = search.choice(board, ROOT_DEPTH, moves_max, 0);
        if choice.cells.is_empty() {
            // Everything loses at once, or nothing matters any more.
            choice.cells.extend(board.empty().bits().filter(|cell| board.is_allowed(*cell)));
            choice.is_complete = true;
        }
        search.order(board, &mut choice.cells, None);
        let parries = search.parries(board);
        choice.cells.sort_by_key(|cell| !parries.contains(*cell));
        let other = if choice.floor > Score::LOWEST { other_move(board, &choice) } else { None };
        let moves = choice.cells.into_iter();
        let moves = moves.map(|cell| RootCell {
            cell,
            score: Score::from(Verdict::Draw),
            is_settled: false,
        });
        (moves.chain(other).collect(), choice.is_complete)
    }

    /// Returns the score of a move that does not end the game, for the side that makes it, searched
    /// to `depth` plies, the move included; of a move that is worth less than `least`, an upper bound
    /// below that.
    pub(crate) fn score_after(
        &mut self,
        board: &mut Board,
        (cell, least): (Cell, Score),
        depth: i16,
        vcf: &mut Vcf,
        budget: &mut Budget,
    ) -> Result<Score, Stopped> {
        let below = least.just_below();
        let mut search = Search { alpha_beta: self, vcf, budget };
        let mut visit = |board: &mut Board, window: Window| {
            search.visit(board, depth - 1, window.for_opponent(), 1)
        };
        board.play(cell);
        let compared = match least {
            Score::LOWEST => Ok(-least),
            _ => visit(board, Window::null_above(below)),
        };
        let result = match compared {
            Ok(score) if -score >= least => visit(board, Window { alpha: below, ..Window::FULL }),
            compared => compared,
        };
        board.take_back(cell);
        Ok(-result?)
    }

    /// A move of that score and what both sides do after it, as far as it is remembered. The board is
    /// the same afterwards.
    pub(crate) fn line(&self, board: &mut Board, first: Cell, score: Score) -> Vec<MoveCode> {
        let mut cells = Vec::new();
        let mut expected = score;
        let mut next = Some(first);
        while let Some(cell) = next.filter(|cell| board.empty().contains(*cell)) {
            let is_over = board.winning_cells(board.turn()).contains(cell);
            cells.push(cell);
            board.play(cell);
            if is_over {
                break;
            }
            expected = -expected.hastened(1);
            let win = board.winning_cells(board.turn()).bits().next();
            let known = self.table.find(key_of(board));
            // An entry left by an earlier search has another score.
            let is_same =
                |known: &BoardEntry| known.bound == Bound::Exact && known.score == expected;
            next = win.or(known.filter(is_same).map(|known| known.cell.into()));
        }
        cells.iter().rev().for_each(|cell| board.take_back(*cell));
        cells.into_iter().map(|cell| board.code_of(cell)).collect()
    }

    /// Looks for a win by threats of the side to move within a number of positions.
    pub(crate) fn find_threats(
        &mut self,
        board: &mut Board,
        nodes_max: u64,
        vcf: &mut Vcf,
        budget: &mut Budget,
    ) -> Result<VctResult, Stopped> {
        self.vct.find(board, vcf, nodes_max, budget)
    }

    /// Halves the histories, so that newer results count more.
    pub(crate) fn age(&mut self) {
        let BySide { first, second } = &mut self.history;
        first.iter_mut().chain(second).for_each(|count| *count /= 2);
    }
}

struct Search<'a, 'b> {
    alpha_beta: &'a mut AlphaBeta,
    vcf: &'a mut Vcf,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Returns the score of the position after a move for the side that has made it.
    fn try_move(
        &mut self,
        board: &mut Board,
        index: usize,
        depth: i16,
        window: Window,
        plies: u16,
    ) -> Result<Score, Stopped> {
        if index > 0 {
            let null = Window::null_above(window.alpha).for_opponent();
            let is_late = index >= LATE_MOVE && depth >= 2 && !self.alpha_beta.is_thorough;
            if is_late {
                let score = -self.visit(board, depth - 1, null, plies)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
            let score = -self.visit(board, depth, null, plies)?;
            if !window.holds(score) {
                return Ok(score);
            }
        }
        Ok(-self.visit(board, depth, window.for_opponent(), plies)?)
    }

    fn visit(
        &mut self,
        board: &mut Board,
        depth: i16,
        mut window: Window,
        plies: u16,
    ) -> Result<Score, Stopped> {
        self.budget.spend(1)?;
        let me = board.turn();
        if !board.winning_cells(me).is_empty() {
            return Ok(win_in(1, plies));
        }
        let is_dead = board.live_windows(me) == 0 && board.live_windows(!me) == 0;
        if is_dead || !board.has_move() {
            return Ok(Score::from(Verdict::Draw));
        }
        let is_threatened = !board.winning_cells(!me).is_empty();
        if is_threatened && board.parries(!me).is_empty() {
            return Ok(-win_in(2, plies));
        }
        if depth <= 0 && !is_threatened {
            return self.leaf(board, plies);
        }
        let key = key_of(board);
        let entry = self.alpha_beta.table.find(key);
        if let Some(entry) = entry
            && let Some(score) = entry.answer(depth, window, plies)
        {
            return Ok(score);
        }
        if let Some(score) = self.attack(board, depth, plies)? {
            return Ok(score);
        }
        let mut choice = self.choice(board, depth, self.alpha_beta.moves_max, plies);
        self.order(board, &mut choice.cells, entry.map(|entry| entry.cell.into()));
        let alpha_before = window.alpha;
        let (mut best, mut best_cell) = (choice.floor, None);
        // A forced answer costs no depth, so that every attack is seen to its end.
        let depth_below = if is_threatened { depth } else { depth - 1 };
        for (number, cell) in choice.cells.iter().copied().enumerate() {
            board.play(cell);
            let inner = Window { alpha: window.alpha.max(best), ..window };
            let result = self.try_move(board, number, depth_below, inner, plies + 1);
            board.take_back(cell);
            let score = result?;
            if score > best || best_cell.is_none() && score >= best {
                (best, best_cell) = (score, Some(cell));
            }
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                let bonus = i32::from(depth.max(0)) + 1;
                self.alpha_beta.history.get_mut(me)[cell] += bonus * bonus;
                break;
            }
        }
        if !choice.is_complete && best.is_lost() {
            best = doubted(best);
        }
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > alpha_before => Bound::Exact,
            _ => Bound::Upper,
        };
        let cell = best_cell.and_then(|cell| u16::try_from(cell).ok()).unwrap_or(NO_CELL);
        let known = BoardEntry { score: best.hastened(plies), depth, bound, cell };
        self.alpha_beta.table.keep(key, known);
        Ok(best)
    }

    /// The score of a win by fours, or by threats where the depth is worth it, if there is one.
    fn attack(
        &mut self,
        board: &mut Board,
        depth: i16,
        plies: u16,
    ) -> Result<Option<Score>, Stopped> {
        let length_max = if self.alpha_beta.is_thorough { SHORTEST_FOURS_PLIES } else { u16::MAX };
        let nodes_max = self.fours_nodes_max(depth);
        let attack = self.vcf.find(board, length_max, nodes_max, self.budget);
        self.budget.look()?;
        if let VcfResult::Wins(line) = attack {
            return Ok(Some(win_in(length_of(&line), plies)));
        }
        if depth < THREATS_DEPTH_MIN || self.alpha_beta.is_thorough {
            return Ok(None);
        }
        let nodes_max = THREATS_NODES_PER_DEPTH * u64::from(depth.unsigned_abs());
        let nodes_max = nodes_max.min(self.budget.left());
        Ok(match self.alpha_beta.vct.find(board, self.vcf, nodes_max, self.budget)? {
            VctResult::Wins(win) => Some(win_in(win.plies, plies)),
            VctResult::Fails | VctResult::Unknown => None,
        })
    }

    /// The cells that look useful against a win by threats that the opponent has ready; none if there
    /// is no such win.
    fn parries(&mut self, board: &mut Board) -> Bitboard {
        let me = board.turn();
        if self.alpha_beta.is_thorough || !board.winning_cells(!me).is_empty() {
            return Bitboard::EMPTY;
        }
        board.pass();
        let nodes_max = ROOT_THREATS_NODES_MAX.min(self.budget.left() / 4);
        let found = self.alpha_beta.vct.find(board, self.vcf, nodes_max, self.budget);
        board.pass();
        match found {
            Ok(VctResult::Wins(win)) => win.zone | board.four_cells(me) | board.three_cells(me),
            // A search that is stopped here is stopped again at its next node.
            Ok(VctResult::Fails | VctResult::Unknown) | Err(Stopped) => Bitboard::EMPTY,
        }
    }

    /// Maximum number of positions that an attack by fours may take here.
    fn fours_nodes_max(&self, depth: i16) -> u64 {
        let wanted = FOURS_NODES_PER_DEPTH * u64::from(depth.max(1).unsigned_abs());
        wanted.min(self.budget.left())
    }

    fn leaf(&mut self, board: &mut Board, plies: u16) -> Result<Score, Stopped> {
        let me = board.turn();
        if !board.four_cells(me).is_empty() {
            let attack =
                self.vcf.find(board, SHORTEST_FOURS_PLIES, LEAF_FOURS_NODES_MAX, self.budget);
            self.budget.look()?;
            if let VcfResult::Wins(line) = attack {
                return Ok(win_in(length_of(&line), plies));
            }
        }
        Ok(estimate(board))
    }

    /// The moves to try in a position where the side to move neither wins at once nor is lost.
    fn choice(&mut self, board: &mut Board, depth: i16, moves_max: usize, plies: u16) -> Choice {
        let me = board.turn();
        let allowed = |board: &Board, cells: Bitboard| -> Vec<Cell> {
            cells.bits().filter(|cell| board.is_allowed(*cell)).collect()
        };
        if !board.winning_cells(!me).is_empty() {
            let cells = allowed(board, board.parries(!me));
            return Choice { cells, is_complete: true, floor: -win_in(2, plies) };
        }
        let length_max = if self.alpha_beta.is_thorough { SHORTEST_FOURS_PLIES } else { u16::MAX };
        let nodes_max = self.fours_nodes_max(depth);
        board.pass();
        let attack = self.vcf.find(board, length_max, nodes_max, self.budget);
        board.pass();
        if let VcfResult::Wins(line) = attack
            && board.has_firm_attacks(!me)
        {
            let parries = defences(board, &line);
            let cells = allowed(board, parries);
            let floor = -win_in(length_of(&line) + 1, plies);
            return Choice { cells, is_complete: true, floor };
        }
        let useful = useful_cells(board);
        let mut cells = allowed(board, useful);
        let is_complete = cells.len() <= moves_max;
        if !is_complete {
            cells = most_promising(board, cells, moves_max);
        }
        // Where no line needs the other cells, marking one of them is no better than the rest.
        Choice { cells, is_complete, floor: Score::LOWEST }
    }

    /// Puts the most promising moves first.
    fn order(&self, board: &Board, cells: &mut [Cell], first: Option<Cell>) {
        let me = board.turn();
        let history = self.alpha_beta.history.get(me);
        cells.sort_by_cached_key(|cell| {
            let is_first = first == Some(*cell);
            let learnt = history[*cell].min(4_000) / 16;
            (!is_first, -(promise(board, *cell) + learnt))
        });
    }
}

/// The number of a position for the side to move.
fn key_of(board: &Board) -> u64 {
    match board.turn() {
        Side::First => board.key(),
        Side::Second => !board.key(),
    }
}

/// The value of the position by its windows, for the side to move.
pub(crate) fn estimate(board: &Board) -> Score {
    let me = board.turn();
    Score::of_estimate(board.worth(me) - board.worth(!me) + TEMPO)
}

/// The value of a cell to both sides, weighted slightly towards the side to move.
fn promise(board: &Board, cell: Cell) -> i32 {
    let me = board.turn();
    (5 * board.promise(me, cell) + 4 * board.promise(!me, cell)) / 4
}

/// The most promising of the moves that are not listed, with what they are worth.
fn other_move(board: &Board, choice: &Choice) -> Option<RootCell> {
    let is_other = |cell: &Cell| !choice.cells.contains(cell) && board.is_allowed(*cell);
    let others = board.empty().bits().filter(is_other);
    let cell = others.max_by_key(|cell| promise(board, *cell))?;
    Some(RootCell { cell, score: choice.floor, is_settled: true })
}

fn most_promising(board: &Board, cells: Vec<Cell>, count: usize) -> Vec<Cell> {
    let mut ranked: Vec<(i32, Cell)> =
        cells.into_iter().map(|cell| (-promise(board, cell), cell)).collect();
    ranked.select_nth_unstable(count);
    ranked.truncate(count);
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, cell)| cell).collect()
}
