//! The sets of numbers that have names.
//!
//! All but those of [`found`](super::found) are from "STTT" by M. Demchenko and A. Shashkov, licensed CC BY 4.0.

use crate::strategic::numbers::found::{HSHORT, SHORT};
use crate::strategic::numbers::{FunctionalSet, HyperSet};

/// The set of the functional rule set where none is asked for.
pub(crate) const USUAL_FUNCTIONAL: &str = "map34";

/// The set of the hyperfunctional rule set where none is asked for.
pub(crate) const USUAL_HYPER: &str = "hmap2";

pub(crate) fn functional() -> impl Iterator<Item = (&'static str, &'static FunctionalSet)> {
    FUNCTIONAL_NAMES.iter().copied().zip(FUNCTIONAL).chain([SHORT])
}

pub(crate) fn hyper() -> impl Iterator<Item = (&'static str, &'static HyperSet)> {
    [(USUAL_HYPER, HMAP2), HSHORT].into_iter()
}

#[rustfmt::skip]
const FUNCTIONAL_NAMES: [&str; 64] = [
    "map11", "map12", "map13", "map14", "map15", "map16", "map17", "map18",
    "map21", "map22", "map23", "map24", "map25", "map26", "map27", "map28",
    "map31", "map32", "map33", "map34", "map35", "map36", "map37", "map38",
    "map41", "map42", "map43", "map44", "map45", "map46", "map47", "map48",
    "map51", "map52", "map53", "map54", "map55", "map56", "map57", "map58",
    "map61", "map62", "map63", "map64", "map65", "map66", "map67", "map68",
    "map71", "map72", "map73", "map74", "map75", "map76", "map77", "map78",
    "map81", "map82", "map83", "map84", "map85", "map86", "map87", "map88",
];

/// The named functional sets, in the order of their names.
const FUNCTIONAL: &[FunctionalSet; 64] = &{
    let mut sets = [const { FunctionalSet::of_checked_columns([[0; 9]; 3]) }; 64];
    let mut index = 0;
    while index < sets.len() {
        sets[index] = functional_set(index / 8, index % 8);
        index += 1;
    }
    sets
};

/// The strategic cell that is found in the cell of row `r`, column `c` of strategic cell `s`:
/// the larger of `r` and `c`, plus `s`, less one, modulo nine.
const HMAP2: &HyperSet = &{
    let mut numbers = [[[0; 9]; 9]; 9];
    let mut index = 0;
    while index < 729 {
        let (strategic, row, column) = (index / 81, index / 9 % 9, index % 9);
        let larger = if row > column { row } else { column };
        // A remainder of a division by nine fits into any integer.
        numbers[strategic][row][column] = ((larger + strategic + 8) % 9) as u8;
        index += 1;
    }
    HyperSet::of_checked(numbers)
};

/// The first column of strategic cells, three rows at a time: how its three numbers are arranged,
/// by the bit of the first digit of the name and by that of the second.
const UPPER: [[[u8; 3]; 2]; 2] = [[[1, 0, 2], [2, 0, 1]], [[1, 2, 0], [2, 1, 0]]];
const MIDDLE: [[[u8; 3]; 2]; 2] = [[[3, 4, 5], [3, 5, 4]], [[4, 5, 3], [5, 4, 3]]];
const LOWER: [[[u8; 3]; 2]; 2] = [[[6, 7, 8], [6, 8, 7]], [[7, 6, 8], [8, 6, 7]]];

/// The set by the digits of its name, both counted from 0. The high bit of a digit chooses among
/// the arrangements of the upper three rows, the next one of the middle and the low one of the
/// lower. From one column of strategic cells to the next each number gives way to its successor
/// among its three.
const fn functional_set(first: usize, second: usize) -> FunctionalSet {
    let bands = [
        UPPER[first / 4][second / 4],
        MIDDLE[first / 2 % 2][second / 2 % 2],
        LOWER[first % 2][second % 2],
    ];
    let mut columns = [[0; 9]; 3];
    let mut index = 0;
    while index < 27 {
        let (column, row) = (index / 9, index % 9);
        let number = bands[row / 3][row % 3];
        // A column is below 3 and fits into anything.
        columns[column][row] = number / 3 * 3 + (number + column as u8) % 3;
        index += 1;
    }
    FunctionalSet::of_checked_columns(columns)
}
