//! Averages as exact fractions.

use std::fmt;

/// A fraction in lowest terms.
///
/// Invariant: the denominator is not 0, and no number above 1 divides both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u32,
    denominator: u32,
}

impl Fraction {
    /// The fraction in lowest terms; `None` if it would be over 0.
    pub fn new(numerator: u32, denominator: u32) -> Option<Fraction> {
        let divisor = common_divisor(numerator, denominator);
        (denominator != 0).then(|| Fraction {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    pub(crate) fn numerator(self) -> u32 {
        self.numerator
    }

    pub(crate) fn denominator(self) -> u32 {
        self.denominator
    }

    /// The nearest number with a point.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> std::cmp::Ordering {
        let crossed =
            |one: Fraction, two: Fraction| u64::from(one.numerator) * u64::from(two.denominator);
        crossed(*self, *other).cmp(&crossed(*other, *self))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

fn common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one.max(1) } else { common_divisor(other, one % other) }
}
