//! The eight ways to turn and mirror a 3x3, which apply to the global board and to every local one
//! alike.

use crate::Symmetry;
use crate::side::BySide;
use crate::ultimate::{BOARDS, Ultimate};

/// The local boards change places as the cells of each do.
pub(crate) fn image_of_position(position: &Ultimate, symmetry: Symmetry) -> Ultimate {
    // A place of nine fits into anything.
    let image_of_board =
        |board: Option<u8>| board.map(|board| image_of_ninth(u16::from(board), symmetry) as u8);
    let mut image = Ultimate {
        marks: [BySide::default(); BOARDS],
        won: BySide {
            first: image_of_mask(position.won.first, symmetry),
            second: image_of_mask(position.won.second, symmetry),
        },
        full: image_of_mask(position.full, symmetry),
        target: image_of_board(position.target),
        previous: BySide {
            first: image_of_board(position.previous.first),
            second: image_of_board(position.previous.second),
        },
        ..*position
    };
    for (board, marks) in (0..).zip(&position.marks) {
        image.marks[usize::from(image_of_ninth(board, symmetry))] = BySide {
            first: image_of_mask(marks.first, symmetry),
            second: image_of_mask(marks.second, symmetry),
        };
    }
    image.key = image.computed_key();
    image
}

/// One of nine places in a 3x3, seen through a symmetry: bit 0 of its number mirrors columns, bit
/// 1 rows, bit 2 exchanges rows and columns.
pub(crate) const fn image_of_ninth(place: u16, Symmetry(symmetry): Symmetry) -> u16 {
    let (mut row, mut column) = (place / 3, place % 3);
    if symmetry & 1 != 0 {
        column = 2 - column;
    }
    if symmetry & 2 != 0 {
        row = 2 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * 3 + column
}

/// The places of a 3x3, bit `p` for place `p`, seen through a symmetry.
pub fn image_of_mask(mask: u16, symmetry: Symmetry) -> u16 {
    (0..9)
        .filter(|place| mask & (1 << place) != 0)
        .fold(0, |image, place| image | 1 << image_of_ninth(place, symmetry))
}
