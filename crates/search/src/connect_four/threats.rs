//! Bounds and estimates from threats and the parity of rows, without a search.
//!
//! The side that is not to move can answer in the column in which its opponent has moved, as long as
//! the cells that are left in the columns are even in number. Counted from the top, each column then
//! falls into pairs: the opponent enters a pair below, and the answer is the cell above. (Victor Allis
//! calls it follow-up and claimeven, "A Knowledge-based Approach of Connect-Four", 1988.) In columns
//! with an odd number of cells left, the next cell is in no pair. Two of these cells make a pair of
//! their own: who plays one leaves the other. So the cells that the side to move can get are known,
//! and if they hold no line of four, it cannot win.

use crate::connect_four::bits::{Bits, Shape};
use crate::connect_four::exact::value_of_win;
use crate::connect_four::position::{Position, count_fours, has_four, winning_cells};

/// An upper bound on the value for the side to move, by answers of its opponent to every move.
/// `next` are the cells within reach, `losing` those that complete four pieces of the opponent.
#[inline]
pub(super) fn upper_bound<S: Shape>(
    shape: S,
    position: Position<S::Bits>,
    next: S::Bits,
    losing: S::Bits,
) -> i32 {
    let empty = shape.cells() ^ position.all;
    if empty.count().is_multiple_of(2) {
        bound_by_answers(shape, position, next, losing)
    } else {
        bound_by_zugzwang(shape, position, next, losing)
    }
}

/// The bound if the opponent can answer every move, as the number of empty cells is even.
#[inline]
fn bound_by_answers<S: Shape>(
    shape: S,
    position: Position<S::Bits>,
    next: S::Bits,
    losing: S::Bits,
) -> i32 {
    let empty = shape.cells() ^ position.all;
    let answers = empty & !shape.entries() & !next;
    let reach = position.own | (empty & shape.entries()) | next;
    let mut bound = i32::MAX;
    let mut threats = losing & answers;
    while !threats.is_empty() {
        let above = cells_above(shape, threats);
        if !has_four(shape, reach & !above) {
            bound = bound.min(-value_of_last(shape, above));
        }
        threats = threats.without_lowest();
    }
    if bound < 0 {
        bound
    } else if has_four(shape, reach) {
        i32::MAX
    } else if has_four(shape, position.theirs() | answers) {
        -1
    } else {
        0
    }
}

/// The bound if the number of empty cells is odd. Then the opponent can answer every move only if
/// there is a column whose entry it wants: one with an odd number of cells left, in which the cell
/// above some entry completes its four pieces.
#[inline]
fn bound_by_zugzwang<S: Shape>(
    shape: S,
    position: Position<S::Bits>,
    next: S::Bits,
    losing: S::Bits,
) -> i32 {
    let empty = shape.cells() ^ position.all;
    let entries = empty & shape.entries();
    let mut bound = i32::MAX;
    let mut threats = losing & entries;
    while !threats.is_empty() {
        let column = column_of(shape, threats);
        if (next & column & entries).is_empty() {
            let above = cells_above(shape, threats);
            let reach = ((entries | next) & !column) | (empty & column & !entries & !above);
            if !has_four(shape, position.own | reach) {
                bound = bound.min(-value_of_last(shape, above));
            }
        }
        threats = threats.without_lowest();
    }
    if bound < 0 || has_four(shape, position.own | empty) { bound } else { 0 }
}

/// The value for the side that gets the cell below these at last, when all others are full.
#[inline]
fn value_of_last<S: Shape>(shape: S, above: S::Bits) -> i32 {
    // At most 8 cells.
    value_of_win(shape.size(), shape.size() - 1 - above.count() as i32)
}

/// Worth of a cell that completes four pieces and that its side gets if no other is left to play.
const WORTH_OF_GOOD: i32 = 30;

/// Worth of any other cell that completes four pieces.
const WORTH_OF_OTHER: i32 = 10;

/// Worth of a line of four that is still possible.
const WORTH_OF_LINE: i32 = 1;

/// An estimate for the side to move, of a size below 3,000.
///
/// If the number of cells is even, the second side can answer to the end and gets the upper cells of
/// the pairs, so its good cells are those, and the first side's are the lower ones. If the number is
/// odd, the sides change roles.
pub(super) fn estimate<S: Shape>(shape: S, position: Position<S::Bits>) -> i32 {
    let empty = shape.cells() ^ position.all;
    // With an even number of empty cells, the other side answers.
    let (own_good, their_good) = if empty.count().is_multiple_of(2) {
        (shape.entries(), !shape.entries())
    } else {
        (!shape.entries(), shape.entries())
    };
    worth_of(shape, position.own, position.all, own_good)
        - worth_of(shape, position.theirs(), position.all, their_good)
}

fn worth_of<S: Shape>(shape: S, pieces: S::Bits, all: S::Bits, good: S::Bits) -> i32 {
    let winning = winning_cells(shape, pieces, all);
    let lines = count_fours(shape, pieces | (shape.cells() ^ all));
    // A board has few cells and lines.
    let number = |count: u32| count as i32;
    WORTH_OF_GOOD * number((winning & good).count())
        + WORTH_OF_OTHER * number((winning & !good).count())
        + WORTH_OF_LINE * number(lines)
}

/// All cells of the column of the lowest cell of the set.
#[inline]
fn column_of<S: Shape>(shape: S, set: S::Bits) -> S::Bits {
    let column = set.lowest() / shape.stride();
    shape.cells() & (shape.first_column() << (column * shape.stride()))
}

/// The cells above the lowest cell of the set, in its column.
#[inline]
fn cells_above<S: Shape>(shape: S, set: S::Bits) -> S::Bits {
    let lowest = set ^ set.without_lowest();
    column_of(shape, set) & !(lowest | lowest.below())
}
