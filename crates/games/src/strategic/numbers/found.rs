//! Sets of numbers besides those of the article, with names of their own.
//!
//! They were found by `zerosum analyze strategic --search` under the condition of the article that every
//! node is at a distance of exactly 3 from itself.

use crate::strategic::numbers::{FunctionalSet, HyperSet};

/// The shortest average distance that a functional set can have, 22/9: it meets its lower bound.
pub(crate) const SHORT: (&str, &FunctionalSet) =
    ("short", &columns(*b"549621783", *b"317896254", *b"462175938"));

/// A short average distance of a hyperfunctional set, 1390/729; no set has a shorter one than 154/81.
///
/// A number depends on its strategic cell and on how many rows and columns of 3x3 its operational cell lies
/// below and right of its tactical one, where the first is below, or right of, the last.
pub(crate) const HSHORT: (&str, &HyperSet) = (
    "hshort",
    &shifts([
        *b"731333933",
        *b"316111711",
        *b"174777377",
        *b"669666296",
        *b"992949699",
        *b"226222922",
        *b"415558854",
        *b"578888488",
        *b"854445545",
    ]),
);

/// A set of three lists of digits from 1 to 9.
const fn columns(left: [u8; 9], middle: [u8; 9], right: [u8; 9]) -> FunctionalSet {
    FunctionalSet::of_checked_columns([numbers(left), numbers(middle), numbers(right)])
}

const fn numbers(digits: [u8; 9]) -> [u8; 9] {
    let mut numbers = [0; 9];
    let mut index = 0;
    while index < 9 {
        assert!(digits[index] >= b'1' && digits[index] <= b'9');
        numbers[index] = digits[index] - b'1';
        index += 1;
    }
    numbers
}

/// A set of digits from 1 to 9, by shift and strategic cell.
const fn shifts(lists: [[u8; 9]; 9]) -> HyperSet {
    let mut shifts = [[0; 9]; 9];
    let mut shift = 0;
    while shift < 9 {
        shifts[shift] = numbers(lists[shift]);
        shift += 1;
    }
    HyperSet::of_checked_shifts(shifts)
}
