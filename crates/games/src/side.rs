//! The two sides, and a pair of anything with one for each.

use std::ops::Not;

/// A player by the order of moving: crosses or noughts, black or white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// Its place in [`Side::ALL`], for tables.
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    /// Its number as formats and people count: 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Side::First => 1,
            Side::Second => 2,
        }
    }

    /// Reads its number in the one spelling that formats have.
    pub fn read(text: &str) -> Option<Side> {
        match text {
            "1" => Some(Side::First),
            "2" => Some(Side::Second),
            _ => None,
        }
    }

    /// The side of a number; `None` unless it is 1 or 2.
    pub fn from_number(number: u8) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.number() == number)
    }
}

impl Not for Side {
    type Output = Side;

    /// The opponent.
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    pub first: T,
    pub second: T,
}

impl<T> BySide<T> {
    pub fn get(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    pub fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// The side whose value this is, the first one if both are.
    pub fn find(&self, mut is_wanted: impl FnMut(&T) -> bool) -> Option<Side> {
        Side::ALL.into_iter().find(|side| is_wanted(self.get(*side)))
    }

    /// Returns the two values with the sides exchanged.
    #[must_use]
    pub fn swapped(self) -> BySide<T> {
        BySide { first: self.second, second: self.first }
    }
}
