//! Wins by fours on a board of patterns, as [`vcf`](crate::mnk::vcf) finds them, but not the
//! shortest. A win found is a proof.

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::side::Side;

use crate::deepening::table::{Entry, Table};
use crate::limits::Budget;
use crate::mnk::patterns::board::{Cell, PatternBoard, cells};
use crate::mnk::patterns::tables::Threat;

/// Number of positions searched for an attack by fours, for each ply of depth.
pub(crate) const NODES_PER_DEPTH: u64 = 8;

/// Size of the table of positions from which attacks by fours fail.
const TABLE_BYTES: usize = 1 << 18;

/// The attack search, with its memory of one board.
#[derive(Clone, Debug)]
pub(crate) struct Fours {
    failures: Table<Failure>,
    /// The moves of both sides of the latest win, up to the completed five.
    line: Vec<Cell>,
}

/// A search from here for a win by fours of the side to move has failed within this many positions;
/// [`NEVER`] if there is none.
#[derive(Clone, Copy, Debug)]
struct Failure(u64);

const NEVER: u64 = u64::MAX;

impl Entry for Failure {
    const PLACES: usize = 1;

    fn packed(self, _: u8) -> u64 {
        self.0
    }

    fn unpacked(word: u64) -> Failure {
        Failure(word)
    }
}

impl Fours {
    pub(crate) fn new() -> Fours {
        Fours { failures: Table::whole(TABLE_BYTES), line: Vec::new() }
    }

    /// Looks among this many positions for a win by fours of the side to move, which has no five at
    /// hand, and returns its moves. The positions are counted in the budget, and are so few that it
    /// is not asked meanwhile. The board is the same afterwards.
    pub(crate) fn find(
        &mut self,
        board: &mut PatternBoard,
        nodes_max: u64,
        budget: &mut Budget,
    ) -> Option<&[Cell]> {
        self.line.clear();
        let nodes_end = budget.nodes().saturating_add(nodes_max);
        let key = board.key();
        if self.failures.find(key).is_some_and(|Failure(nodes)| nodes >= nodes_max) {
            return None;
        }
        let mut search = Search { fours: self, nodes_end, budget };
        match search.attack(board) {
            Some(true) => Some(&self.line),
            Some(false) => None,
            None => {
                self.failures.keep(key, Failure(nodes_max.max(1)));
                None
            }
        }
    }
}

/// A search under way.
struct Search<'a, 'b> {
    fours: &'a mut Fours,
    /// Node count of the budget at which it ends.
    nodes_end: u64,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Returns whether the side to move, which has no five at hand, wins; `None` if the nodes run
    /// out.
    fn attack(&mut self, board: &mut PatternBoard) -> Option<bool> {
        let me = board.turn();
        if board.may_run_out() {
            return Some(false);
        }
        let is_threatened = !board.cells_with(!me, Threat::Five).is_empty();
        let parries = board.parries_of_fives(!me);
        let is_allowed = |set: Bitboard| if is_threatened { set & parries } else { set };
        if let Some(double) = cells(is_allowed(board.cells_with(me, Threat::DoubleFour))).next() {
            self.win_by_double(board, double);
            return Some(true);
        }
        let with_threes = is_allowed(board.cells_with(me, Threat::FourThree));
        let more = is_allowed(board.cells_with(me, Threat::FourMore));
        // Alone a four leads nowhere, unless it parries one.
        let alone = board.cells_with(me, Threat::Four) & parries;
        if with_threes.is_empty() && alone.is_empty() && more.is_empty() {
            return Some(false);
        }
        if self.budget.nodes() >= self.nodes_end {
            return None;
        }
        let key = board.key();
        if self.fours.failures.find(key).is_some_and(|Failure(nodes)| nodes == NEVER) {
            return Some(false);
        }
        for four in cells(with_threes).chain(cells(more)).chain(cells(alone)) {
            if self.attack_by(board, four)? {
                return Some(true);
            }
        }
        self.fours.failures.keep(key, Failure(NEVER));
        Some(false)
    }

    fn attack_by(&mut self, board: &mut PatternBoard, four: Cell) -> Option<bool> {
        self.budget.count(1);
        let me = board.turn();
        board.play(four);
        let mut answers = cells(board.parries_of_fives(me));
        let result = match (answers.next(), answers.next()) {
            (None, _) | (Some(_), Some(_)) => Some(false),
            (Some(answer), None) if !leads_on(board, me, answer) => Some(false),
            (Some(answer), None) => {
                self.fours.line.extend([four, answer]);
                board.play(answer);
                let result = self.attack(board);
                board.take_back(answer);
                if result != Some(true) {
                    self.fours.line.truncate(self.fours.line.len() - 2);
                }
                result
            }
        };
        board.take_back(four);
        result
    }

    /// Records a mark after which more than one cell completes five.
    fn win_by_double(&mut self, board: &mut PatternBoard, double: Cell) {
        let me = board.turn();
        board.play(double);
        self.fours.line.push(double);
        self.fours.line.extend(cells(board.cells_with(me, Threat::Five)).take(2));
        board.take_back(double);
    }
}

/// Returns whether a side has fours to go on with after this answer to one. The answer takes some from it; what renju
/// allows only then is not seen.
fn leads_on(board: &PatternBoard, side: Side, answer: Cell) -> bool {
    let has = |threat| !board.cells_with(side, threat).is_empty();
    has(Threat::FourMore)
        || has(Threat::FourThree)
        || has(Threat::DoubleFour)
        || has(Threat::Four) && board.numbers(!side, answer).threat >= Threat::Four
}

pub(crate) fn length_of(line: &[Cell]) -> u16 {
    u16::try_from(line.len()).expect("a line is no longer than the board has cells")
}
