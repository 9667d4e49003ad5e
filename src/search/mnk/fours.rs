//! Wins by fours, one after another: each threatens to complete a line with the next move, so the
//! opponent has one answer to each, and the whole attack is a single line of play.
//!
//! What is found is a proof. Whatever the defender does, it is the answer in the line, or the line
//! is completed at once; and the attack never leaves alone a line that the defender could complete.

use crate::games::bitboard::Bitboard;
use crate::games::side::Side;
use crate::search::mnk::board::{Board, Cell};

/// Positions from which an attack of some length is known to fail: two to the power of this many.
const TABLE_BITS: u32 = 14;

/// The attack search, with what it remembers of one board.
#[derive(Clone, Debug)]
pub struct Fours {
    /// By the key of the position: the plies within which the side to move has no win by fours.
    failures: Vec<Failure>,
    /// Positions looked at since the search was made.
    nodes: u64,
    nodes_max: u64,
    line: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Failure {
    key: u64,
    plies: u16,
}

/// What came of a search for a win by fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// The moves of both sides, from the first four to the completed line. No attack by fours is
    /// shorter.
    Wins(Vec<Cell>),
    /// There is none within the plies that were asked for.
    Fails,
    /// The nodes did not suffice.
    Unknown,
}

impl Default for Fours {
    fn default() -> Fours {
        Fours {
            failures: vec![Failure::default(); 1 << TABLE_BITS],
            nodes: 0,
            nodes_max: 0,
            line: Vec::new(),
        }
    }
}

impl Fours {
    /// How many positions have been looked at in all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for the shortest win by fours of the side to move within so many plies, the last of
    /// which completes the line. The board is the same afterwards.
    pub fn find(&mut self, board: &mut Board, plies_max: u16, nodes_max: u64) -> Attack {
        self.nodes_max = self.nodes.saturating_add(nodes_max);
        self.line.clear();
        if board.winning_cells(board.turn()).is_empty() && board.four_cells(board.turn()).is_empty()
        {
            return Attack::Fails;
        }
        let mut plies = 1;
        loop {
            let mut is_cut = false;
            match self.attack(board, plies, &mut is_cut) {
                Some(true) => return Attack::Wins(std::mem::take(&mut self.line)),
                Some(false) if !is_cut || plies + 2 > plies_max => return Attack::Fails,
                Some(false) => plies += 2,
                None => return Attack::Unknown,
            }
        }
    }

    /// Whether the side to move wins within so many plies; `None` if the nodes run out. `is_cut`
    /// becomes true if more plies might change a failure.
    fn attack(&mut self, board: &mut Board, plies: u16, is_cut: &mut bool) -> Option<bool> {
        if self.nodes >= self.nodes_max {
            return None;
        }
        self.nodes += 1;
        let attacker = board.turn();
        if let Some(cell) = board.winning_cells(attacker).bits().next() {
            self.line.push(cell);
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
        // The cast keeps the low bits, and of those as many as the table has.
        let index = key as usize & (self.failures.len() - 1);
        let known = self.failures[index];
        if known.key == key && known.plies >= plies {
            // It may have failed for want of plies.
            *is_cut |= known.plies != u16::MAX;
            return Some(false);
        }
        let mut is_cut_below = false;
        for four in fours.bits() {
            if self.attack_by(board, four, plies, &mut is_cut_below)? {
                return Some(true);
            }
        }
        let failed = if is_cut_below { plies } else { u16::MAX };
        self.failures[index] = Failure { key, plies: failed };
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
        let attacker = board.turn();
        self.line.push(four);
        board.play(four);
        let mut wins = board.winning_cells(attacker).bits();
        let answer = wins.next();
        let is_double = wins.next().is_some();
        let result = match answer {
            // The cell is blocked in the meantime: it was no four.
            None => Some(false),
            Some(answer) => {
                self.line.push(answer);
                board.play(answer);
                // After a double four the other cell completes the line.
                let result = if is_double {
                    self.line.extend(board.winning_cells(attacker).bits().next());
                    Some(true)
                } else {
                    self.attack(board, plies - 2, is_cut)
                };
                board.take_back(answer);
                if result != Some(true) {
                    self.line.pop();
                }
                result
            }
        };
        board.take_back(four);
        if result != Some(true) {
            self.line.pop();
        }
        result
    }
}

/// The cells that answer the opponent's threats to complete a line: all of them if there is none.
fn forced_or(cells: Bitboard, board: &Board, side: Side) -> Bitboard {
    let threats = board.winning_cells(!side);
    match threats.len() {
        0 => cells,
        1 => cells & threats,
        _ => Bitboard::EMPTY,
    }
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
        // What completes the line at the end of the attack, a double four in particular.
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
