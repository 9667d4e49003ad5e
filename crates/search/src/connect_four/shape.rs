//! Rows of four on a board of Connect Four, as bits.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::side::Side;

/// Cells of a row that wins.
const FOUR: u32 = 4;

/// The pieces on a board and the cells where rows of four are still possible. Bits are those of
/// [`ConnectFour::pieces`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) own: u128,
    pub(crate) other: u128,
    /// Every cell of the board.
    pub(crate) board: u128,
    /// The bottom row.
    bottom: u128,
    /// Distances between the bits of neighbours in each direction: up, and to the right falling, level and rising.
    steps: [u32; 4],
}

/// The stretches of four cells without a piece of the other side, by their own pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenRows {
    /// Number of stretches with one, two and three own pieces.
    pub(crate) counts: [u32; 3],
    /// The empty cells that complete a stretch.
    pub(crate) completing: u128,
    pub(crate) is_any: bool,
}

impl Shape {
    /// The board seen by a side.
    pub(crate) fn of(game: &ConnectFour, side: Side) -> Shape {
        let (columns, rows) = (u32::from(game.spec().columns()), u32::from(game.spec().rows()));
        let bottom = (0..columns).fold(0_u128, |bits, column| bits | 1 << (column * (rows + 1)));
        Shape {
            own: game.pieces(side),
            other: game.pieces(!side),
            board: bottom * ((1 << rows) - 1),
            bottom,
            steps: [1, rows, rows + 1, rows + 2],
        }
    }

    /// Another position of the same game, seen by a side.
    pub(crate) fn of_later(self, game: &ConnectFour, side: Side) -> Shape {
        Shape { own: game.pieces(side), other: game.pieces(!side), ..self }
    }

    /// The same board seen by the other side.
    pub(crate) fn turned(self) -> Shape {
        Shape { own: self.other, other: self.own, ..self }
    }

    /// The board with one more own piece.
    pub(crate) fn with(self, piece: u128) -> Shape {
        Shape { own: self.own | piece, ..self }
    }

    pub(crate) fn occupied(self) -> u128 {
        self.own | self.other
    }

    /// The cells where a piece dropped now comes to rest.
    pub(crate) fn landing(self) -> u128 {
        (self.occupied() + self.bottom) & self.board
    }

    /// The cells that a side gets if pieces fall into all other columns first and then into that of the cell: those with
    /// an even number of cells before them for the first side.
    pub(crate) fn kept_by(self, side: Side) -> u128 {
        let rows = self.steps[1];
        let even_heights =
            (0..rows).step_by(2).fold(0, |bits, height| bits | self.bottom << height);
        let others = (self.bottom.count_ones() - 1) * rows;
        let is_even = others.is_multiple_of(2) == (side == Side::First);
        if is_even { even_heights } else { self.board & !even_heights }
    }

    /// The cells that complete a row of the side.
    pub(crate) fn completing(self) -> u128 {
        self.open_rows().completing
    }

    pub(crate) fn open_rows(self) -> OpenRows {
        let open = self.board & !self.other;
        let mut rows = OpenRows::default();
        for step in self.steps {
            let starts = (0..FOUR).fold(open, |starts, count| starts & open >> (count * step));
            let at = |count: u32| self.own >> (count * step) & starts;
            let pieces = [at(0), at(1), at(2), at(3)];
            // Bits of the number of pieces in each stretch, by two half adders and a full one.
            let (low, low_carry) = (pieces[0] ^ pieces[1], pieces[0] & pieces[1]);
            let (high, high_carry) = (pieces[2] ^ pieces[3], pieces[2] & pieces[3]);
            let (ones, carry) = (low ^ high, low & high);
            let twos = low_carry ^ high_carry ^ carry;
            let three = ones & twos;
            for (count, stretches) in
                rows.counts.iter_mut().zip([ones & !twos, twos & !ones, three])
            {
                *count += stretches.count_ones();
            }
            for (count, piece) in (0..FOUR).zip(pieces) {
                rows.completing |= (three & !piece) << (count * step);
            }
            rows.is_any |= starts != 0;
        }
        rows
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
