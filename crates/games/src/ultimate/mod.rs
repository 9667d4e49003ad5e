//! Ultimate tic-tac-toe on 9x9: nine local boards form a global one, and the cell of a move is the
//! local board to which it sends the opponent. The first side is X, the second is O.
//!
//! [`names`] are the names of the rule sets, [`text`] is the position as people write it.

pub(crate) mod about;
pub mod names;
pub mod text;
mod keys;
pub mod symmetry;

use std::cmp::Ordering;

use crate::lines::{FULL_3X3, completed_with_shared_3x3, has_line_3x3};
use crate::notation::{self, MoveTextError};
use crate::side::{BySide, Side};
use crate::ultimate::symmetry::image_of_ninth;
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// Cells in a row or a column of all local boards together.
pub(crate) const WIDTH: u16 = 9;

/// Local boards, and cells of each.
pub const BOARDS: usize = 9;

/// Cells of all local boards together.
pub(crate) const CELLS: usize = 81;

/// The condition that closes a local board to further moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closure {
    /// As soon as it is won or drawn.
    Decided,
    /// When it is full. A won board stays won by the side that had the first line there.
    Filled,
}

/// The sides for which a drawn local board, a full one without a line, counts on the global board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draws {
    /// It counts for neither side.
    Neutral,
    /// It counts for both sides. A line of three drawn boards wins for neither side.
    Both,
}

/// The rule that decides the game when every local board is closed and neither side has a global
/// line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The game is drawn.
    Line,
    /// The number of local boards won; the game is drawn if both sides have as many.
    Count,
}

/// One set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UltimateRules {
    pub closure: Closure,
    pub draws: Draws,
    pub end: End,
    /// True if a player who is sent to a decided board may move in any open board. Where boards
    /// close when they are decided, this is so anyhow.
    pub does_decided_target_free: bool,
    /// True if it is forbidden to send the opponent to the local board in which oneself moved on
    /// the previous turn, unless every legal move does so. What counts is the number of the cell,
    /// whether or not the board of that number is still open.
    pub bars_return: bool,
}

impl UltimateRules {
    /// Decided boards are closed, drawn ones count for neither side, only a line wins.
    pub const STANDARD: UltimateRules = UltimateRules::of_number(0);

    /// Like [`UltimateRules::STANDARD`], but without a line the side that has won more boards wins.
    pub const COUNT: UltimateRules = UltimateRules { end: End::Count, ..UltimateRules::STANDARD };

    /// Won boards are played to the last cell, drawn ones count for both.
    pub const TACTICAL: UltimateRules =
        UltimateRules { closure: Closure::Filled, draws: Draws::Both, ..UltimateRules::STANDARD };

    /// The rule sets people know by name.
    pub const NAMED: [UltimateRules; 3] =
        [UltimateRules::STANDARD, UltimateRules::COUNT, UltimateRules::TACTICAL];

    /// Every rule set, the standard first.
    pub const ALL: [UltimateRules; 32] = UltimateRules::all();

    const fn all() -> [UltimateRules; 32] {
        let mut all = [UltimateRules::STANDARD; 32];
        let mut number = 0;
        while number < all.len() {
            all[number] = UltimateRules::of_number(number);
            number += 1;
        }
        all
    }

    /// One bit of the number for each parameter.
    const fn of_number(number: usize) -> UltimateRules {
        UltimateRules {
            closure: if number & 1 == 0 { Closure::Decided } else { Closure::Filled },
            draws: if number & 2 == 0 { Draws::Neutral } else { Draws::Both },
            end: if number & 4 == 0 { End::Line } else { End::Count },
            does_decided_target_free: number & 8 != 0,
            bars_return: number & 16 != 0,
        }
    }
}

impl Default for UltimateRules {
    fn default() -> UltimateRules {
        UltimateRules::STANDARD
    }
}

/// A position. A move is coded as `9 * board + cell`; boards and the cells of each are numbered
/// from 0 row by row.
///
/// Invariant: reached from the start by legal moves, or read by [`Ultimate::read`], which refuses
/// what cannot be reached as far as it can tell. `won`, `full`, `outcome` and `key` follow from
/// the rest, except that `won` remembers who was first where both sides have a line. `target` is an
/// open board, and `previous` is empty unless the rules ask for it, so equal situations are equal
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ultimate {
    key: u64,
    /// Indexed by local board, bit `c` for cell `c`.
    marks: [BySide<u16>; BOARDS],
    /// The local boards each side has won, bit `b` for board `b`.
    won: BySide<u16>,
    /// The local boards without an empty cell.
    full: u16,
    rules: UltimateRules,
    turn: Side,
    /// The board in which the side to move has to move; `None` if it may choose among the open
    /// boards.
    target: Option<u8>,
    /// The local board of each side's latest move.
    previous: BySide<Option<u8>>,
    outcome: Option<Outcome>,
}

/// The status of a local board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocalStatus {
    InPlay,
    Won(Side),
    /// Full, and neither side has a line.
    Drawn,
}

/// A cell by its local board and its place there.
#[derive(Clone, Copy)]
struct Place {
    board: usize,
    cell: usize,
}

impl Ultimate {
    /// Returns whether the same marks stand here and the same side is to move, by any rules.
    pub fn looks_like(&self, other: &Ultimate) -> bool {
        self.marks == other.marks && self.turn == other.turn
    }

    /// The empty board.
    pub fn new(rules: UltimateRules) -> Ultimate {
        Ultimate {
            key: 0,
            marks: [BySide::default(); BOARDS],
            won: BySide::default(),
            full: 0,
            rules,
            turn: Side::First,
            target: None,
            previous: BySide::default(),
            outcome: None,
        }
    }

    pub fn rules(&self) -> UltimateRules {
        self.rules
    }

    /// The side that has marked the cell; `None` if it is empty or off the board.
    pub fn mark(&self, code: MoveCode) -> Option<Side> {
        let Place { board, cell } = Place::of(code)?;
        self.marks[board].find(|marks| marks & (1 << cell) != 0)
    }

    /// The marks of a local board below 9, bit `c` for cell `c`.
    pub fn marks_in(&self, board: u8) -> BySide<u16> {
        self.marks[usize::from(board)]
    }

    /// The status of a local board below 9.
    pub fn status(&self, board: u8) -> LocalStatus {
        let bit = 1 << board;
        match self.won.find(|won| won & bit != 0) {
            Some(winner) => LocalStatus::Won(winner),
            None if self.full & bit != 0 => LocalStatus::Drawn,
            None => LocalStatus::InPlay,
        }
    }

    /// The local boards each side has won, bit `b` for board `b`.
    pub fn won_boards(&self) -> BySide<u16> {
        self.won
    }

    /// The local boards that are drawn, bit `b` for board `b`.
    pub fn drawn_boards(&self) -> u16 {
        self.full & !(self.won.first | self.won.second)
    }

    /// The local boards that are not closed, bit `b` for board `b`.
    pub fn open_boards(&self) -> u16 {
        let closed = match self.rules.closure {
            Closure::Decided => self.full | self.won.first | self.won.second,
            Closure::Filled => self.full,
        };
        FULL_3X3 & !closed
    }

    /// The local boards in which the side to move may move, bit `b` for board `b`; none if the game
    /// is over.
    pub fn playable_boards(&self) -> u16 {
        match (self.outcome, self.target) {
            (Some(_), _) => 0,
            (None, Some(target)) => 1 << target,
            (None, None) => self.open_boards(),
        }
    }

    /// The local board in which the side to move has to move; `None` if it may choose among the
    /// open boards.
    pub fn target(&self) -> Option<u8> {
        self.target
    }

    /// The local boards of the global lines by which the game is won, bit `b` for board `b`; none
    /// if it is not, or not by a line.
    pub fn winning_boards(&self) -> u16 {
        match self.outcome {
            Some(Outcome::Win(winner)) => self.completed_by(winner),
            Some(Outcome::Draw) | None => 0,
        }
    }

    /// Number of plies played.
    pub fn plies(&self) -> u32 {
        self.marks.iter().map(|marks| occupied(*marks).count_ones()).sum()
    }

    /// All local boards of the global lines of a side: of three boards that count for it, not all
    /// of them drawn.
    fn completed_by(&self, side: Side) -> u16 {
        let shared = match self.rules.draws {
            Draws::Neutral => 0,
            Draws::Both => self.drawn_boards(),
        };
        completed_with_shared_3x3(*self.won.get(side), shared)
    }

    #[inline]
    fn has_global_line(&self, side: Side) -> bool {
        let won = *self.won.get(side);
        match self.rules.draws {
            Draws::Neutral => has_line_3x3(won),
            Draws::Both => self.completed_by(side) != 0,
        }
    }

    /// The outcome of the game if the side has just moved. If one move has completed lines of both
    /// sides, the mover wins.
    fn outcome_after_move_of(&self, mover: Side) -> Option<Outcome> {
        if self.has_global_line(mover) {
            return Some(Outcome::Win(mover));
        }
        if self.has_global_line(!mover) {
            return Some(Outcome::Win(!mover));
        }
        if self.open_boards() != 0 {
            return None;
        }
        let BySide { first, second } = self.won;
        Some(match (self.rules.end, first.count_ones().cmp(&second.count_ones())) {
            (End::Count, Ordering::Greater) => Outcome::Win(Side::First),
            (End::Count, Ordering::Less) => Outcome::Win(Side::Second),
            (End::Count, Ordering::Equal) | (End::Line, _) => Outcome::Draw,
        })
    }

    /// The local board to which a move in such a cell sends the opponent; `None` if the opponent
    /// may choose.
    #[inline]
    fn target_after_move_in(&self, cell: usize) -> Option<u8> {
        // A cell is below 9.
        (self.binding_boards() & (1 << cell) != 0).then_some(cell as u8)
    }

    /// The local boards that bind a player who is sent there, bit `b` for board `b`. A player who
    /// is sent to any other board chooses among the open boards.
    #[inline]
    pub fn binding_boards(&self) -> u16 {
        let open = self.open_boards();
        if self.rules.does_decided_target_free {
            open & !(self.won.first | self.won.second)
        } else {
            open
        }
    }

    /// The cell of every local board that may not be marked because it sends the opponent back, as
    /// a bit; nothing where no other move is left.
    #[inline]
    pub fn barred_cell(&self) -> u16 {
        let Some(previous) = *self.previous.get(self.turn) else { return 0 };
        let barred = 1 << previous;
        let has_other_move = self.moves_by_board(barred).next().is_some();
        if has_other_move { barred } else { 0 }
    }

    /// The playable boards that have an empty cell besides the barred one, with those cells.
    #[inline]
    pub fn moves_by_board(&self, barred: u16) -> impl Iterator<Item = (usize, u16)> {
        let mut playable = self.playable_boards();
        let boards = std::iter::from_fn(move || {
            let board = playable.trailing_zeros() as usize;
            playable &= playable.wrapping_sub(1);
            (board < BOARDS).then_some(board)
        });
        boards
            .map(move |board| (board, FULL_3X3 & !occupied(self.marks[board]) & !barred))
            .filter(|(_, cells)| *cells != 0)
    }

    /// Makes a move that is known to be legal; [`Game::play`] is for those that may not be.
    #[inline]
    pub fn make(&mut self, MoveCode(code): MoveCode) {
        let code = usize::from(code);
        self.place(Place { board: code / 9, cell: code % 9 });
    }

    /// The key from nothing but the other fields.
    fn computed_key(&self) -> u64 {
        let mut key = keys::of_target(self.target);
        for side in Side::ALL {
            key ^= keys::of_previous(side, *self.previous.get(side));
            for board in 0..BOARDS {
                if self.won.get(side) & (1 << board) != 0 {
                    key ^= keys::of_win(side, board);
                }
                let marks = *self.marks[board].get(side);
                key = (0..BOARDS)
                    .filter(|cell| marks & (1 << cell) != 0)
                    .fold(key, |key, cell| key ^ keys::of_mark(side, board * 9 + cell));
            }
        }
        key
    }

    #[inline]
    fn place(&mut self, Place { board, cell }: Place) {
        let side = self.turn;
        let marks = self.marks[board].get_mut(side);
        *marks |= 1 << cell;
        self.key ^= keys::of_mark(side, board * 9 + cell);
        let is_decided = (self.won.first | self.won.second) & (1 << board) != 0;
        let is_won = !is_decided && has_line_3x3(*marks);
        let is_full = occupied(self.marks[board]) == FULL_3X3;
        if is_won {
            *self.won.get_mut(side) |= 1 << board;
            self.key ^= keys::of_win(side, board);
        }
        if is_full {
            self.full |= 1 << board;
        }
        if self.rules.bars_return {
            // A board is below 9.
            let latest = Some(board as u8);
            let previous = std::mem::replace(self.previous.get_mut(side), latest);
            self.key ^= keys::of_previous(side, previous) ^ keys::of_previous(side, latest);
        }
        let target = self.target_after_move_in(cell);
        self.key ^= keys::of_target(self.target) ^ keys::of_target(target);
        self.target = target;
        self.turn = !side;
        // A game ends only when a local board is won or full.
        if is_won || is_full {
            self.outcome = self.outcome_after_move_of(side);
        }
    }
}

impl Game for Ultimate {
    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        for (board, cells) in self.moves_by_board(self.barred_cell()) {
            let mut left = cells;
            while left != 0 {
                let cell = left.trailing_zeros() as usize;
                left &= left - 1;
                moves.push(Place { board, cell }.code());
            }
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        Place::of(code).is_some_and(|Place { board, cell }| {
            let is_playable = self.playable_boards() & (1 << board) != 0;
            let taken = occupied(self.marks[board]) | self.barred_cell();
            is_playable && taken & (1 << cell) == 0
        })
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        match Place::of(code) {
            Some(place) if self.is_legal(code) => {
                self.place(place);
                Ok(())
            }
            _ => Err(IllegalMove(code)),
        }
    }

    /// Different positions have different keys almost always: nothing but chance keeps the 64 bits
    /// of two of them apart.
    fn key(&self) -> u64 {
        self.key
    }

    fn move_text(&self, code: MoveCode) -> String {
        let MoveCode(number) = code;
        let (board, cell) = (number / 9, number % 9);
        notation::cell_text(board % 3 * 3 + cell % 3, board / 3 * 3 + cell / 3)
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        let (column, row) = notation::read_cell(WIDTH, WIDTH, text)?;
        Ok(code_of_square(column, row))
    }

    fn max_plies(&self) -> u16 {
        81
    }

    fn symmetries(&self) -> u8 {
        8
    }

    fn image(&self, symmetry: Symmetry) -> Ultimate {
        symmetry::image_of_position(self, symmetry)
    }

    fn image_of_move(&self, MoveCode(code): MoveCode, symmetry: Symmetry) -> MoveCode {
        let (board, cell) = (code / 9, code % 9);
        MoveCode(image_of_ninth(board, symmetry) * 9 + image_of_ninth(cell, symmetry))
    }
}

impl Place {
    fn of(MoveCode(code): MoveCode) -> Option<Place> {
        let code = usize::from(code);
        (code < CELLS).then_some(Place { board: code / 9, cell: code % 9 })
    }

    fn code(self) -> MoveCode {
        // A place is one of 81.
        MoveCode((self.board * 9 + self.cell) as u16)
    }
}

/// The code of a move by column and row of the whole board, both counted from 0 and below 9.
pub fn code_of_square(column: u16, row: u16) -> MoveCode {
    let board = row / 3 * 3 + column / 3;
    let cell = row % 3 * 3 + column % 3;
    MoveCode(board * 9 + cell)
}

fn occupied(marks: BySide<u16>) -> u16 {
    marks.first | marks.second
}
