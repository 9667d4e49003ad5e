//! Sets of numbers beside those of the article, with names of their own.
//!
//! They were found by `zerosum analyze strategic --search` under the condition of the article that every
//! node is at a distance of exactly 3 from itself.

use crate::strategic::numbers::FunctionalSet;

/// The shortest average distance that a functional set can have, 22/9: it meets its lower bound.
pub(crate) const SHORT: (&str, &FunctionalSet) =
    ("short", &columns(*b"549621783", *b"317896254", *b"462175938"));

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
