//! A board of the rules as one of its sides sees it, for the evaluation and for reasons.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::side::Side;

use crate::connect_four::bits::{Shape, SizedShape};
use crate::connect_four::position::{directions, has_four, next_cells, winning_cells};

/// The pieces of a side and those of the other one. Bits are those of [`ConnectFour::pieces`].
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
