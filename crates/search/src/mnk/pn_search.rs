//! Proof-number search: decides whether one side can force a line against any defence.
//!
//! Each position has two numbers for the side to move: how many open questions have to be answered,
//! at least, to show that it gets its way, and how many to show that it does not. The search always
//! goes where the fewest are left. The attacker gets its way by completing a line first; the defender
//! by anything else.
//!
//! Answers are certain. Moves are left out only where they provably change nothing: cells that no
//! line needs, images of another move, and moves that do not parry a threat that wins by fours.

use std::collections::HashMap;

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::side::Side;

use crate::deepening::table::{Entry, Table};
use crate::limits::{Budget, Stopped};
use crate::mnk::board::{Board, Cell};
use crate::mnk::needs::{Chart, pressure};
use crate::mnk::pairing::drop_pairs;
use crate::mnk::vcf::{Vcf, VcfResult, defences, length_of};

/// Upper bound of the numbers; it stands for a claim that cannot be shown.
const NEVER: u32 = 1 << 28;

/// Maximum number of positions of a search for an attack by fours, small because there are many.
const FOURS_NODES_MAX: u64 = 300;

/// Number of moves that share one step of the initial numbers of unknown positions: the less a move
/// promises, the more work it looks like.
const MOVES_PER_STEP: usize = 3;

/// Extra work estimated for the defender at twice the pressure that it can always stand: with the
/// defender to move, and with the attacker to move. Of the values tried, these took the fewest nodes
/// over 5x4x4, 6x5x4 and 6x6x4.
const ATTACK_STEPS: u64 = 4;
const DEFENCE_STEPS: u64 = 8;

/// Lines are paired off where the pressure is below this many times what the defender can always stand.
/// Of 2, 3, 4, 6 and 12 all gave the same nodes over seven boards, and this took the least time.
const PAIRING_PRESSURE_MAX: u64 = 2;

/// Open questions, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// Open questions to show that the side to move gets its way; 0 if it is shown.
    success: u32,
    /// Open questions to show that it does not.
    failure: u32,
}

impl Numbers {
    const SUCCESS: Numbers = Numbers { success: 0, failure: NEVER };
    const FAILURE: Numbers = Numbers { success: NEVER, failure: 0 };

    fn is_settled(self) -> bool {
        self.success == 0 || self.failure == 0
    }
}

impl Entry for Numbers {
    const PLACES: usize = 2;

    /// Never 0, because one of the numbers is not.
    fn packed(self, _: u8) -> u64 {
        u64::from(self.success) << 32 | u64::from(self.failure)
    }

    fn unpacked(packed: u64) -> Numbers {
        // The casts take one half each.
        Numbers { success: (packed >> 32) as u32, failure: packed as u32 }
    }

    /// Settled entries are kept longest. A new entry is always stored, in the other place if the
    /// first holds a settled one.
    fn retention_priority(word: u64, place: usize, _: u8) -> u32 {
        match place {
            0 if word == 0 || !Numbers::unpacked(word).is_settled() => 0,
            0 => 2,
            _ => 1,
        }
    }
}

/// A move with its result.
#[derive(Clone, Copy, Debug)]
struct Child {
    cell: Cell,
    key: u64,
    /// The numbers for the opponent, who is to move then, by the last search from here.
    known: Numbers,
}

/// The result of looking at a position without a search.
enum QuickResult {
    Settled(Numbers),
    Moves(Bitboard),
}

/// The search with its memory of one kind of board.
#[derive(Clone, Debug)]
pub struct PnSearch {
    table: Table<Numbers>,
}

impl PnSearch {
    /// A search with a table of about `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> PnSearch {
        PnSearch { table: Table::whole(table_bytes) }
    }

    /// Returns whether the attacker can force a line from here, with either side to move. The game
    /// is in play. Results found before the budget ends are kept, so asking again goes on from
    /// there. The search stops at once if more than [`CELLS_MAX`](crate::mnk::needs::CELLS_MAX)
    /// cells are empty.
    pub fn can_win(
        &mut self,
        board: &mut Board,
        attacker: Side,
        vcf: &mut Vcf,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let is_attackers = board.turn() == attacker;
        let chart = Chart::of(board).ok_or(Stopped)?;
        let mut search = Search { pn_search: self, chart: &chart, attacker, vcf, budget };
        let limit = Numbers { success: NEVER, failure: NEVER };
        let numbers = search.visit(board, limit)?;
        Ok((numbers.success == 0) == is_attackers)
    }

    /// Number of plies within which the attacker, which is known to win, completes a line by the
    /// remembered proof, with either side to move; `None` if a part of the proof is forgotten. A
    /// faster win may exist.
    pub fn length(
        &mut self,
        board: &mut Board,
        attacker: Side,
        vcf: &mut Vcf,
        budget: &mut Budget,
    ) -> Result<Option<u16>, Stopped> {
        let chart = Chart::of(board).ok_or(Stopped)?;
        let mut search = Search { pn_search: self, chart: &chart, attacker, vcf, budget };
        search.length(board, &mut HashMap::new())
    }
}

struct Search<'a, 'b> {
    pn_search: &'a mut PnSearch,
    chart: &'a Chart,
    attacker: Side,
    vcf: &'a mut Vcf,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Searches until one of the numbers reaches its limit or the position is settled.
    fn visit(&mut self, board: &mut Board, limit: Numbers) -> Result<Numbers, Stopped> {
        let glance = self.glance(board);
        self.budget.spend(1)?;
        let key = self.salted(board.common_key());
        let moves = match glance {
            QuickResult::Settled(numbers) => {
                self.pn_search.table.keep(key, numbers);
                return Ok(numbers);
            }
            QuickResult::Moves(moves) => moves,
        };
        let mut children = self.children(board, moves);
        loop {
            let (numbers, best, second) = self.sum_up(&children);
            if numbers.success >= limit.success || numbers.failure >= limit.failure {
                self.pn_search.table.keep(key, numbers);
                return Ok(numbers);
            }
            let child = children[best];
            let known = self.numbers_of(&child);
            let others = numbers.failure - known.success;
            // A quarter more than the next best spares going back and forth between two moves.
            let patience = second.saturating_add(second / 4).saturating_add(1);
            let child_limit = Numbers {
                success: limit.failure.saturating_sub(others),
                failure: limit.success.min(patience),
            };
            board.play(child.cell);
            let result = self.visit(board, child_limit);
            board.take_back(child.cell);
            // The table may have no room for it, and the search has to come on all the same.
            children[best].known = result?;
        }
    }

    /// The length of the proof from a position that the attacker wins. Those that are known are kept.
    fn length(
        &mut self,
        board: &mut Board,
        lengths: &mut HashMap<u64, u16>,
    ) -> Result<Option<u16>, Stopped> {
        let key = board.common_key();
        if let Some(length) = lengths.get(&key) {
            return Ok(Some(*length));
        }
        self.budget.spend(1)?;
        let is_attackers = board.turn() == self.attacker;
        let length = match is_attackers {
            true => self.length_of_attack(board, lengths)?,
            false => self.length_of_defence(board, lengths)?,
        };
        if let Some(length) = length {
            lengths.insert(key, length);
        }
        Ok(length)
    }

    /// The attacker follows the move that is proven to win.
    fn length_of_attack(
        &mut self,
        board: &mut Board,
        lengths: &mut HashMap<u64, u16>,
    ) -> Result<Option<u16>, Stopped> {
        if let VcfResult::Wins(line) = self.find_fours(board) {
            return Ok(Some(length_of(&line)));
        }
        let nodes = self.budget.nodes();
        let glance = self.glance(board);
        // The search has looked at that when it found the proof.
        self.budget.count_again_from(nodes);
        let QuickResult::Moves(moves) = glance else { return Ok(None) };
        for child in self.children(board, moves) {
            if self.numbers_of(&child) == Numbers::FAILURE {
                board.play(child.cell);
                let length = self.length(board, lengths);
                board.take_back(child.cell);
                return Ok(length?.map(|plies| plies + 1));
            }
        }
        Ok(None)
    }

    /// The defender may try all that does not lose by the attack that is ready.
    fn length_of_defence(
        &mut self,
        board: &mut Board,
        lengths: &mut HashMap<u64, u16>,
    ) -> Result<Option<u16>, Stopped> {
        let threats = board.winning_cells(self.attacker);
        if threats.len() > 1 {
            return Ok(Some(2));
        }
        board.pass();
        let attack = self.find_fours(board);
        board.pass();
        let (moves, mut longest) = match attack {
            _ if !threats.is_empty() => (threats, 0),
            VcfResult::Wins(line) => (defences(board, &line), length_of(&line) + 1),
            VcfResult::Fails | VcfResult::Unknown => (useful_cells(board), 0),
        };
        for child in self.children(board, moves) {
            board.play(child.cell);
            let length = self.length(board, lengths);
            board.take_back(child.cell);
            let Some(plies) = length? else { return Ok(None) };
            longest = longest.max(plies + 1);
        }
        Ok(Some(longest))
    }

    fn find_fours(&mut self, board: &mut Board) -> VcfResult {
        let nodes_max = FOURS_NODES_MAX.min(self.budget.left());
        self.vcf.find(board, u16::MAX, nodes_max, self.budget)
    }

    /// The numbers of a position by those of its moves, which move to search next, and the number by
    /// which the next best of them stays behind.
    fn sum_up(&self, children: &[Child]) -> (Numbers, usize, u32) {
        let mut numbers = Numbers { success: NEVER, failure: 0 };
        let (mut best, mut second) = (0, NEVER);
        for (index, child) in children.iter().enumerate() {
            let known = self.numbers_of(child);
            if known.failure < numbers.success {
                second = numbers.success;
                numbers.success = known.failure;
                best = index;
            } else {
                second = second.min(known.failure);
            }
            // Each child adds NEVER at most, and then the sum is held there.
            numbers.failure = numbers.failure.saturating_add(known.success).min(NEVER);
        }
        if numbers.success == 0 {
            return (Numbers::SUCCESS, best, second);
        }
        if numbers.failure == 0 {
            return (Numbers::FAILURE, best, second);
        }
        // Sums that were held at NEVER are not settled, only out of reach.
        let hold = |number: u32| number.min(NEVER - 1);
        (Numbers { success: hold(numbers.success), failure: hold(numbers.failure) }, best, second)
    }

    fn numbers_of(&self, child: &Child) -> Numbers {
        self.pn_search.table.find(child.key).unwrap_or(child.known)
    }

    /// The moves, the most promising first, each position they lead to once.
    fn children(&self, board: &Board, moves: Bitboard) -> Vec<Child> {
        let me = board.turn();
        let promise = |cell: Cell| 5 * board.promise(me, cell) + 4 * board.promise(!me, cell);
        let mut ordered: Vec<(i32, Cell)> =
            moves.bits().map(|cell| (promise(cell), cell)).collect();
        ordered.sort_unstable_by_key(|(promise, cell)| (-promise, *cell));
        let mut children: Vec<Child> = Vec::with_capacity(ordered.len());
        for (_, cell) in ordered {
            let key = self.salted(board.common_key_after(me, cell));
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            let known = self.first_numbers(board, cell, children.len());
            children.push(Child { cell, key, known });
        }
        children
    }

    /// Initial numbers of a move for the opponent, before anything is known. The less pressure is
    /// left, the sooner the attack is shown to fail, and often it is shown at once.
    fn first_numbers(&self, board: &Board, cell: Cell, rank: usize) -> Numbers {
        let by_rank = 1 + u32::try_from(rank / MOVES_PER_STEP).unwrap_or(NEVER);
        let pressure = board.pressure(self.attacker);
        let through = board.pressure_through(self.attacker, cell);
        let full = 1_u64 << board.k();
        let steps = |pressure: u64, per_full: u64| {
            u32::try_from(pressure * per_full / full).unwrap_or(NEVER).min(NEVER / 2)
        };
        if board.turn() == self.attacker {
            // Each line through the cell presses twice as much as before.
            let Some(excess) = (pressure + through).checked_sub(full) else {
                return Numbers::SUCCESS;
            };
            Numbers { success: 1 + steps(excess, ATTACK_STEPS), failure: by_rank }
        } else {
            let Some(excess) = (pressure - through).checked_sub(full / 2) else {
                return Numbers::FAILURE;
            };
            Numbers { success: 1, failure: by_rank + steps(excess, DEFENCE_STEPS) }
        }
    }

    fn glance(&mut self, board: &mut Board) -> QuickResult {
        let me = board.turn();
        if !board.winning_cells(me).is_empty() {
            return QuickResult::Settled(Numbers::SUCCESS);
        }
        let threats = board.winning_cells(!me);
        if threats.len() > 1 {
            return QuickResult::Settled(Numbers::FAILURE);
        }
        if self.is_harmless(board) {
            let is_mine = me == self.attacker;
            return QuickResult::Settled(if is_mine { Numbers::FAILURE } else { Numbers::SUCCESS });
        }
        let nodes_max = FOURS_NODES_MAX.min(self.budget.left());
        if let VcfResult::Wins(_) = self.vcf.find(board, u16::MAX, nodes_max, self.budget) {
            return QuickResult::Settled(Numbers::SUCCESS);
        }
        if !threats.is_empty() {
            return QuickResult::Moves(threats);
        }
        board.pass();
        let attack = self.vcf.find(board, u16::MAX, nodes_max, self.budget);
        board.pass();
        match attack {
            VcfResult::Wins(line) => {
                let moves = defences(board, &line);
                let is_lost = moves.is_empty();
                if is_lost {
                    QuickResult::Settled(Numbers::FAILURE)
                } else {
                    QuickResult::Moves(moves)
                }
            }
            VcfResult::Fails | VcfResult::Unknown => QuickResult::Moves(useful_cells(board)),
        }
    }

    /// Returns whether the attacker can complete no line any more if the defender only cares.
    fn is_harmless(&self, board: &Board) -> bool {
        // Erdős and Selfridge: a defender who always takes the cell of the greatest pressure keeps
        // every line from being completed if the sum is small enough. See J. Beck, "Combinatorial
        // Games: Tic-Tac-Toe Theory", theorem 1.4.
        let is_attackers = board.turn() == self.attacker;
        let harmless_below = 1_u64 << (board.k() - usize::from(is_attackers));
        let full = board.pressure(self.attacker);
        if full < harmless_below || full >= PAIRING_PRESSURE_MAX << board.k() {
            return full < harmless_below;
        }
        // Lines that can be paired off exert no pressure.
        let mut needs = self.chart.needs(board, self.attacker);
        drop_pairs(&mut needs);
        pressure(&needs, board.k()) < harmless_below
    }

    /// The key of a position in the question at hand.
    fn salted(&self, key: u64) -> u64 {
        match self.attacker {
            Side::First => key,
            Side::Second => !key,
        }
    }
}

/// The empty cells that a line of either side may still need. A mark elsewhere is as good as none,
/// and no mark is better for its side than none; so if there is any such cell, the others need not
/// be tried. Where a mark may be worse than none, all cells.
pub(crate) fn useful_cells(board: &Board) -> Bitboard {
    if !board.is_monotone() {
        return board.empty();
    }
    let mut cells = Bitboard::EMPTY;
    let is_useful =
        |cell: &Cell| board.is_alive(Side::First, *cell) || board.is_alive(Side::Second, *cell);
    board.empty().bits().filter(is_useful).for_each(|cell| cells.insert(cell));
    cells
}
