//! Evaluation of positions of Connect Four that a search does not read to the end, by the rows that are still possible.

use zerosum_games::connect_four::{ColumnMove, ConnectFour};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::connect_four::bits::{Shape, SizedShape};
use crate::connect_four::position::{directions, has_four, next_cells, winning_cells};
use crate::deepening::evaluation::{Candidate, Evaluation, FromPosition, Prospects};

/// Worth of a possible row with one, two and three pieces.
const ROW_WORTHS: [i32; 3] = [1, 5, 12];

/// Worth of a cell that completes a row once there is a piece below it.
const THREAT: i32 = 20;

/// Added where the side gets that cell if both fill the columns one after the other (Victor Allis, A Knowledge-based
/// Approach of Connect-Four, 1988).
const PARITY: i32 = 40;

/// A position with what is known of it at once.
#[derive(Clone, Debug)]
pub(crate) struct Evaluated {
    game: ConnectFour,
    /// By the side to move.
    seen: Seen,
}

impl FromPosition for Evaluated {
    fn of(position: &ConnectFour) -> Evaluated {
        Evaluated { game: *position, seen: Seen::of(position, position.turn()) }
    }
}

impl Evaluated {
    /// The worth of the rows that are possible for the side that sees the board.
    fn worth_of(seen: Seen, side: Side) -> i32 {
        let count = |set: u128| set.count_ones().cast_signed();
        let counts = seen.open_rows().into_iter().zip(ROW_WORTHS);
        let of_rows: i32 = counts.map(|(count, worth)| count * worth).sum();
        let threats = seen.completing() & !seen.landing();
        let kept = threats & seen.kept_by(side);
        of_rows + THREAT * count(threats) + PARITY * count(kept)
    }

    /// The drops worth looking at: the one that the opponent's threat demands, or else those that do not let the opponent
    /// complete a row on top of them, if there are any.
    fn drops(&self) -> u128 {
        let landing = self.seen.landing();
        if self.game.spec().has_pops() {
            return landing;
        }
        let wins = self.seen.completing() & landing;
        if wins != 0 {
            return wins;
        }
        let threats = self.seen.turned().completing();
        let demanded = threats & landing;
        if demanded != 0 {
            return demanded;
        }
        let safe = landing & !(threats >> 1);
        if safe == 0 { landing } else { safe }
    }
}

impl Evaluation for Evaluated {
    type Game = ConnectFour;

    const STEP: i32 = 24;

    fn position(&self) -> &ConnectFour {
        &self.game
    }

    fn play(&mut self, code: MoveCode) {
        self.game.play(code).expect("only legal moves are tried");
        self.seen = self.seen.later(&self.game, self.game.turn());
    }

    fn evaluate(&self) -> i32 {
        let turn = self.game.turn();
        Evaluated::worth_of(self.seen, turn) - Evaluated::worth_of(self.seen.turned(), !turn)
    }

    fn prospects(&self) -> Prospects {
        let by_rules = Prospects::by_rules(&self.game);
        if self.game.outcome().is_some() || self.game.spec().has_pops() {
            return by_rules;
        }
        let (own, other) = (self.seen, self.seen.turned());
        let landing = own.landing();
        if own.completing() & landing != 0 {
            return Prospects::certain(Verdict::Win { plies: 1 });
        }
        let demanded = (other.completing() & landing).count_ones();
        if demanded > 1 {
            return Prospects::certain(Verdict::Loss { plies: 2 });
        }
        Prospects {
            worst: if other.has_open_row() { Verdict::Loss { plies: 2 } } else { Verdict::Draw },
            best: if own.has_open_row() { Verdict::Win { plies: 3 } } else { Verdict::Draw },
        }
    }

    fn moves(&self, moves: &mut Vec<MoveCode>) {
        let before = moves.len();
        moves.extend(bits(self.drops()).map(|bit| self.game.cell_of_bit(bit)));
        let columns = 0..self.game.spec().columns();
        let pops = columns.filter(|column| self.game.can_pop(*column));
        moves.extend(pops.map(|column| self.game.pop_code(column)));
        moves[before..].sort_unstable();
    }

    /// Columns near the middle are part of more rows.
    fn candidates(&self, room: &mut Vec<MoveCode>, mut see: impl FnMut(Candidate)) {
        room.clear();
        self.moves(room);
        let columns = i32::from(self.game.spec().columns());
        for code in room.iter() {
            let hint = match self.game.column_move(*code) {
                Some(ColumnMove::Drop { column }) => {
                    columns - (2 * i32::from(column) + 1 - columns).abs()
                }
                Some(ColumnMove::Pop { .. }) | None => 0,
            };
            see(Candidate { code: *code, hint, is_quiet: true });
        }
    }
}

/// A board of the rules as one of its sides sees it, for the evaluation and for reasons. Bits are those of
/// [`ConnectFour::pieces`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    own: u128,
    other: u128,
    shape: SizedShape<u128>,
}

impl Seen {
    /// The board seen by a side.
    pub(crate) fn of(game: &ConnectFour, side: Side) -> Seen {
        let shape = SizedShape::new(game.spec().columns().into(), game.spec().rows().into());
        Seen { own: game.pieces(side), other: game.pieces(!side), shape }
    }

    /// A later position of the same game, seen by a side.
    pub(crate) fn later(self, game: &ConnectFour, side: Side) -> Seen {
        Seen { own: game.pieces(side), other: game.pieces(!side), ..self }
    }

    /// The same board seen by the other side.
    pub(crate) fn turned(self) -> Seen {
        Seen { own: self.other, other: self.own, ..self }
    }

    /// The board with one more own piece.
    pub(crate) fn with(self, piece: u128) -> Seen {
        Seen { own: self.own | piece, ..self }
    }

    /// The cells where a piece dropped now comes to rest.
    pub(crate) fn landing(self) -> u128 {
        next_cells(self.shape, self.own | self.other)
    }

    /// The empty cells that complete a row of the side.
    pub(crate) fn completing(self) -> u128 {
        winning_cells(self.shape, self.own, self.own | self.other)
    }

    /// The cells that a side gets if pieces fall into all other columns first and then into that of the cell: those with
    /// an even number of cells before them for the first side.
    pub(crate) fn kept_by(self, side: Side) -> u128 {
        let rows = self.shape.rows();
        let floor = self.shape.floor();
        let even_heights = (0..rows).step_by(2).fold(0, |cells, height| cells | floor << height);
        let others = (self.shape.columns() - 1) * rows;
        let is_even = others.is_multiple_of(2) == (side == Side::First);
        if is_even { even_heights } else { self.shape.cells() & !even_heights }
    }

    /// Returns whether some row of four has no piece of the other side.
    pub(crate) fn has_open_row(self) -> bool {
        has_four(self.shape, self.shape.cells() & !self.other)
    }

    /// Number of rows of four without a piece of the other side that have one, two and three own pieces.
    pub(crate) fn open_rows(self) -> [i32; 3] {
        let open = self.shape.cells() & !self.other;
        let mut counts = [0; 3];
        for step in directions(self.shape) {
            let starts = open & open >> step & open >> (2 * step) & open >> (3 * step);
            let pieces = [0, 1, 2, 3].map(|count| self.own >> (count * step) & starts);
            // Bits of the number of pieces in each row, by two half adders and a full one.
            let (low, low_carry) = (pieces[0] ^ pieces[1], pieces[0] & pieces[1]);
            let (high, high_carry) = (pieces[2] ^ pieces[3], pieces[2] & pieces[3]);
            let (ones, carry) = (low ^ high, low & high);
            let twos = low_carry ^ high_carry ^ carry;
            for (count, rows) in counts.iter_mut().zip([ones & !twos, twos & !ones, ones & twos]) {
                *count += rows.count_ones().cast_signed();
            }
        }
        counts
    }
}

/// The bits of a set, in ascending order.
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(bit)
    })
}
