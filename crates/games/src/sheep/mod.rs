//! Catch the Sheep on 8x8: the first side is the sheep, the second are four wolves.
//!
//! Only the 32 dark squares are used. Every piece steps one square diagonally to a free square, the
//! sheep in all four directions, the wolves only towards greater rows, and nothing is captured. The
//! sheep wins when it has passed the wolves, the wolves win when it cannot move.

pub(crate) mod about;
pub mod square;
pub mod text;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::MoveTextError;
use crate::sheep::square::{
    DOWN, Square, Step, UP, WIDTH, rows_above, squares_of, steps_down_from,
};
use crate::side::Side;
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// Number of wolves.
pub const WOLVES: u32 = 4;

/// Maximum number of plies from the start; see [`Sheep::max_plies`].
const PLIES_MAX: u16 = 54;

/// Bit `s` stands for the dark square `s`: the four of row 0.
const FIRST_ROW: u32 = 0b1111;

/// The column of row 7 in which the sheep starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SheepStart {
    Column0,
    Column2,
    #[default]
    Column4,
    Column6,
}

impl SheepStart {
    pub const ALL: [SheepStart; 4] =
        [SheepStart::Column0, SheepStart::Column2, SheepStart::Column4, SheepStart::Column6];

    /// The column, counted from 0.
    pub fn column(self) -> u8 {
        match self {
            SheepStart::Column0 => 0,
            SheepStart::Column2 => 2,
            SheepStart::Column4 => 4,
            SheepStart::Column6 => 6,
        }
    }

    /// The name in commands, records and file names: the column follows if it is not the usual one.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SheepStart::Column0 => "sheep-0",
            SheepStart::Column2 => "sheep-2",
            SheepStart::Column4 => "sheep",
            SheepStart::Column6 => "sheep-6",
        }
    }
}

impl fmt::Display for SheepStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is none of the names of a [`SheepStart`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected sheep, sheep-0, sheep-2 or sheep-6")]
pub struct UnknownStart;

impl FromStr for SheepStart {
    type Err = UnknownStart;

    fn from_str(text: &str) -> Result<SheepStart, UnknownStart> {
        SheepStart::ALL.into_iter().find(|start| start.name() == text).ok_or(UnknownStart)
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    Sheep,
    Wolf,
}

impl Piece {
    pub fn side(self) -> Side {
        match self {
            Piece::Sheep => Side::First,
            Piece::Wolf => Side::Second,
        }
    }

    /// The letter in a position, which for the side to move stands for all its pieces.
    pub fn letter(self) -> char {
        match self {
            Piece::Sheep => 's',
            Piece::Wolf => 'w',
        }
    }
}

/// A position, in eight bytes. [`Display`](fmt::Display) prints it as `1w1w1w1w/8/8/8/8/8/8/4s3 s`:
/// rows from the top, digits for that many squares without a piece, then the side to move. Its
/// alternate form draws the board with a dot for each such square, and leaves out the side.
///
/// A position is read, and can be composed, whether or not a game gets there.
///
/// Invariant: four wolves and the sheep stand on five squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheep {
    /// Bit `s` stands for the dark square `s`.
    wolves: u32,
    sheep: Square,
    turn: Side,
}

impl Sheep {
    /// The first position: the wolves on row 0, the sheep on row 7 and to move.
    pub fn new(start: SheepStart) -> Sheep {
        let sheep = Square::at(WIDTH - 1, start.column()).expect("even columns of row 7 are dark");
        Sheep { wolves: FIRST_ROW, sheep, turn: Side::First }
    }

    /// A position of these wolves, as a bit mask of squares; `None` if they are not four or one
    /// stands where the sheep does.
    pub fn composed(wolves: u32, sheep: Square, turn: Side) -> Option<Sheep> {
        let is_whole = wolves.count_ones() == WOLVES && wolves & sheep.bit() == 0;
        is_whole.then_some(Sheep { wolves, sheep, turn })
    }

    /// The square of the sheep.
    pub fn sheep(&self) -> Square {
        self.sheep
    }

    /// The squares of the wolves: bit `s` stands for the dark square `s`.
    pub fn wolves(&self) -> u32 {
        self.wolves
    }

    pub fn piece(&self, square: Square) -> Option<Piece> {
        if square == self.sheep {
            Some(Piece::Sheep)
        } else {
            (self.wolves & square.bit() != 0).then_some(Piece::Wolf)
        }
    }

    /// The squares to which the piece on `square` may move, in ascending order. There are none if
    /// the square is empty, it is not that piece's turn, or the game is over.
    pub fn targets(&self, square: Square) -> impl Iterator<Item = Square> + Clone {
        let is_in_play = self.outcome().is_none();
        squares_of(if is_in_play { self.free_steps(square) } else { 0 })
    }

    /// Returns whether no wolf stands on a smaller row than the sheep, so that none can ever catch
    /// it. This is always true on row 0.
    pub fn has_passed(&self) -> bool {
        self.wolves & rows_above(self.sheep.row()) == 0
    }

    /// The free squares a step away from a square of the side to move, as a bit mask.
    fn free_steps(&self, square: Square) -> u32 {
        let steps = match (self.piece(square), self.turn) {
            (Some(Piece::Sheep), Side::First) => self.steps_of_sheep(),
            (Some(Piece::Wolf), Side::Second) => DOWN[usize::from(square.number())],
            (Some(Piece::Sheep), Side::Second) | (Some(Piece::Wolf), Side::First) | (None, _) => 0,
        };
        steps & self.free()
    }

    /// The squares a step away from the sheep, free or not.
    fn steps_of_sheep(&self) -> u32 {
        let index = usize::from(self.sheep.number());
        UP[index] | DOWN[index]
    }

    /// The squares without a piece.
    fn free(&self) -> u32 {
        !(self.wolves | self.sheep.bit())
    }

    /// The squares of the side to move, as a bit mask.
    fn own(&self) -> u32 {
        match self.turn {
            Side::First => self.sheep.bit(),
            Side::Second => self.wolves,
        }
    }
}

impl Game for Sheep {
    fn turn(&self) -> Side {
        self.turn
    }

    /// A sheep that has passed is never one that cannot move: row 0 apart, a wolf would have to
    /// stand a row above it. So the order of the rules does not matter.
    fn outcome(&self) -> Option<Outcome> {
        if self.has_passed() {
            return Some(Outcome::Win(Side::First));
        }
        let steps = match self.turn {
            Side::First => self.steps_of_sheep(),
            Side::Second => steps_down_from(self.wolves),
        };
        (steps & self.free() == 0).then_some(Outcome::Win(!self.turn))
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        if self.outcome().is_some() {
            return;
        }
        for from in squares_of(self.own()) {
            moves.extend(squares_of(self.free_steps(from)).map(|to| Step { from, to }.code()));
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        Step::of(code).is_some_and(|Step { from, to }| self.free_steps(from) & to.bit() != 0)
            && self.outcome().is_none()
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        let step = Step::of(code).filter(|_| self.is_legal(code));
        let Step { from, to } = step.ok_or(IllegalMove(code))?;
        match self.turn {
            Side::First => self.sheep = to,
            Side::Second => self.wolves ^= from.bit() | to.bit(),
        }
        self.turn = !self.turn;
        Ok(())
    }

    /// Different positions have different keys.
    fn key(&self) -> u64 {
        let turn = match self.turn {
            Side::First => 0,
            Side::Second => 1,
        };
        u64::from(self.wolves) | u64::from(self.sheep.number()) << 32 | turn << 37
    }

    fn move_text(&self, code: MoveCode) -> String {
        // A number that names no squares is no move of this board, so its text need not be read.
        Step::of(code).map_or_else(String::new, |Step { from, to }| format!("{from}{to}"))
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        let form = || MoveTextError::form("e8d7", text);
        let is_letter = |(_, letter): &(usize, char)| letter.is_ascii_alphabetic();
        let (middle, _) = text.char_indices().skip(1).find(is_letter).ok_or_else(form)?;
        let read = |square| match Square::read(square) {
            Err(MoveTextError::Form { .. }) => Err(form()),
            read => read,
        };
        Ok(Step { from: read(&text[..middle])?, to: read(&text[middle..])? }.code())
    }

    /// Every move of a wolf adds one to the sum of the wolves' rows, which begins at 0, and every
    /// move of the sheep takes it from an odd row to an even one or back; it begins on row 7. After
    /// 27 moves of each side the sum is 27, so that no wolf is above row 6, and the sheep is on an
    /// even row: it has passed them all. A game of 54 plies there is.
    fn max_plies(&self) -> u16 {
        PLIES_MAX
    }

    /// Only the identity: mirroring the columns takes dark squares to light ones, and any symmetry
    /// that exchanges rows reverses the direction of the wolves.
    fn symmetries(&self) -> u8 {
        1
    }

    fn image(&self, _: Symmetry) -> Sheep {
        *self
    }

    fn image_of_move(&self, code: MoveCode, _: Symmetry) -> MoveCode {
        code
    }
}
