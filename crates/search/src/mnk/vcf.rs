//! Wins by fours, one after another: each threatens to complete a line with the next move, so the
//! opponent has one answer to each, and the whole attack is a single line of play.
//!
//! The result is a proof. Every defence is either the answer in the line, or the line is completed
//! at once; and the attack never ignores a line that the defender could complete.

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::side::Side;

use crate::deepening::table::{Entry, Table};
use crate::limits::Budget;
use crate::mnk::board::{Board, Cell};

/// Size of the table of positions from which an attack of some length is known to fail.
const TABLE_BYTES: usize = 1 << 18;

/// The attack search, with its memory of one board.
#[derive(Clone, Debug)]
pub struct Vcf {
    /// The plies within which the side to move has no win by fours, by the key of the position.
    failures: Table<Failure>,
    line: Vec<Cell>,
}

/// The plies within which an attack fails, more than none.
#[derive(Clone, Copy, Debug)]
struct Failure(u16);

impl Entry for Failure {
    const PLACES: usize = 1;

    fn packed(self, _: u8) -> u64 {
        self.0.into()
    }

    fn unpacked(word: u64) -> Failure {
        // The cast takes what was packed.
        Failure(word as u16)
    }
}

/// The result of a search for a win by fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VcfResult {
    /// The moves of both sides, from the first four to the completed line. No attack by fours is
    /// shorter.
    Wins(Vec<Cell>),
    /// There is none within the plies of the request.
    Fails,
    /// The nodes did not suffice.
    Unknown,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf { failures: Table::whole(TABLE_BYTES), line: Vec::new() }
    }
}

impl Vcf {
    /// Looks for the shortest win by fours of the side to move within this many plies, the last of
    /// which completes the line, among this many positions. They are counted in the budget, and are so
    /// few that it is not asked meanwhile. The board is the same afterwards.
    pub fn find(
        &mut self,
        board: &mut Board,
        plies_max: u16,
        nodes_max: u64,
        budget: &mut Budget,
    ) -> VcfResult {
        let nodes_end = budget.nodes().saturating_add(nodes_max);
        self.line.clear();
        if board.winning_cells(board.turn()).is_empty() && board.four_cells(board.turn()).is_empty()
        {
            return VcfResult::Fails;
        }
        let mut plies = 1;
        let mut search = Search { vcf: self, nodes_end, budget };
        loop {
            let mut is_cut = false;
            match search.attack(board, plies, &mut is_cut) {
                Some(true) => return VcfResult::Wins(std::mem::take(&mut self.line)),
                Some(false) if !is_cut || plies + 2 > plies_max => return VcfResult::Fails,
                Some(false) => plies += 2,
                None => return VcfResult::Unknown,
            }
        }
    }
}

/// A search under way.
struct Search<'a, 'b> {
    vcf: &'a mut Vcf,
    /// Node count of the budget at which it ends.
    nodes_end: u64,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Returns whether the side to move wins within this many plies; `None` if the nodes run out.
    /// `is_cut` becomes true if more plies might change a failure.
    fn attack(&mut self, board: &mut Board, plies: u16, is_cut: &mut bool) -> Option<bool> {
        if self.budget.nodes() >= self.nodes_end {
            return None;
        }
        self.budget.count(1);
        let attacker = board.turn();
        if let Some(cell) = board.winning_cells(attacker).bits().next() {
            self.vcf.line.push(cell);
            return Some(true);
        }
        let fours = forced_or(board.four_cells(attacker), board, attacker);
        if fours.is_empty() {
            return Some(false);
        }
        if plies < 3 {
            *is_cut = true;
            return Some(false);
        }
        let key = if attacker == Side::First { board.key() } else { !board.key() };
        if let Some(Failure(failed)) = self.vcf.failures.find(key)
            && failed >= plies
        {
            // It may have failed for want of plies.
            *is_cut |= failed != u16::MAX;
            return Some(false);
        }
        let mut is_cut_below = false;
        for four in fours.bits() {
            if self.attack_by(board, four, plies, &mut is_cut_below)? {
                return Some(true);
            }
        }
        let failed = if is_cut_below { plies } else { u16::MAX };
        self.vcf.failures.keep(key, Failure(failed));
        *is_cut |= is_cut_below;
        Some(false)
    }

    fn attack_by(
        &mut self,
        board: &mut Board,
        four: Cell,
        plies: u16,
        is_cut: &mut bool,
    ) -> Option<bool> {
        if !board.is_allowed(four) {
            return Some(false);
        }
        let attacker = board.turn();
        self.vcf.line.push(four);
        board.play(four);
        let wins = board.winning_cells(attacker);
        let parries = board.parries(attacker);
        let is_double = parries.is_empty();
        let answer = if is_double { wins.bits().next() } else { parries.bits().next() };
        // Where blocked rows do not win, more than one answer may do, and then it is no attack.
        let is_forcing = parries.len() <= 1 && board.has_move();
        let result = match answer.filter(|_| is_forcing) {
            // The cell is blocked in the meantime: it was no four.
            None => Some(false),
            Some(answer) => {
                self.vcf.line.push(answer);
                board.play(answer);
                // After a double four the other cell completes the line.
                let result = if is_double {
                    self.vcf.line.extend(board.winning_cells(attacker).bits().next());
                    Some(true)
                } else {
                    self.attack(board, plies - 2, is_cut)
                };
                board.take_back(answer);
                if result != Some(true) {
                    self.vcf.line.pop();
                }
                result
            }
        };
        board.take_back(four);
        if result != Some(true) {
            self.vcf.line.pop();
        }
        result
    }
}

/// The cells that answer the opponent's threats to complete a line: all of them if there is none.
fn forced_or(cells: Bitboard, board: &Board, side: Side) -> Bitboard {
    if board.winning_cells(!side).is_empty() { cells } else { cells & board.parries(!side) }
}

/// The moves that may save the side to move from an attack by fours that the opponent has ready.
/// After any other move the same line wins as it stands.
///
/// A move interferes by standing in the line, or by making a four of its own together with what the
/// defender has or gets in the course of the line. The board is the same afterwards.
pub fn defences(board: &mut Board, line: &[Cell]) -> Bitboard {
    let defender = board.turn();
    let mut defences = board.four_cells(defender) | board.winning_cells(defender);
    board.pass();
    for (index, cell) in line.iter().enumerate() {
        defences.insert(*cell);
        defences = defences | board.ends_that_count(!defender, *cell);
        // The cells that complete the line at the end of the attack, in particular after a double
        // four.
        defences = defences | board.winning_cells(!defender);
        if index + 1 < line.len() {
            board.play(*cell);
            defences = defences | board.four_cells(defender) | board.winning_cells(defender);
        }
    }
    for cell in line.iter().take(line.len().saturating_sub(1)).rev() {
        board.take_back(*cell);
    }
    board.pass();
    defences & board.empty()
}

/// Number of plies a line takes.
pub(crate) fn length_of(line: &[Cell]) -> u16 {
    u16::try_from(line.len()).expect("a line is no longer than the board has cells")
}
