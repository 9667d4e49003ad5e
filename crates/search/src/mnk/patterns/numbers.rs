//! The numbers of the evaluation, which games can teach, and the text that holds them.
//!
//! The evaluation is a sum over all empty cells: for each side, a weight for the class of each of
//! the four lines and one for each pair of them, for the side to move and with a minus for its
//! opponent. Weights of pairs tell a double three from two threes. `Class::Low` and
//! `Class::Forbidden` have none.
//!
//! In the text, a line that begins with `#` is a comment; the rest are [`COUNT`] whole numbers, [`UNIT`] to a factor of
//! e in the odds of winning.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::mnk::patterns::classes::Class;

/// Number of units per factor of e in the odds of winning.
pub const UNIT: f32 = 128.0;

/// Number of classes that have weights, and of unordered pairs of them, equal ones included.
const WEIGHED: usize = Class::Five as usize;
const PAIRS: usize = WEIGHED * (WEIGHED + 1) / 2;

/// Number of weights for a role.
const BY_ROLE: usize = WEIGHED + PAIRS;

/// Number of weights: the value of the move, then those for the side to move and for its opponent.
pub const COUNT: usize = 1 + 2 * BY_ROLE;

/// Numbers fitted to games of the search with itself on 15x15, in four rounds, each by the numbers of
/// the one before: 3,000 games with thought-out numbers, then 9,000, 14,000 and 18,000, of which
/// 186,029 positions were fitted at last. Half of the target was the result and half the chance that
/// the search saw, 450 to 750 nodes a move. The loss on 9,791 positions held out went from 0.5749 to
/// 0.5682 in the last round. The positions were not kept, nor was the program that fitted them;
/// `zerosum train gomoku` is a round by the same recipe.
const FITTED: &str = include_str!("fitted.txt");

/// The part that a side has in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    ToMove,
    Waiting,
}

/// The weights of the evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// By `visit_cell`, in units of [`UNIT`]; the first is the value of the move.
    pub weights: [f32; COUNT],
}

/// Error returned when a text does not hold the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{COUNT} whole numbers are expected")]
pub struct NumbersError;

/// Calls for the index of every weight that a cell of these classes adds for a side of that role.
pub(crate) fn visit_cell(classes: [Class; 4], role: Role, mut add: impl FnMut(usize)) {
    let base = match role {
        Role::ToMove => 1,
        Role::Waiting => 1 + BY_ROLE,
    };
    let weighed =
        classes.map(|class| (class as usize).checked_sub(1).filter(|index| *index < WEIGHED));
    for (at, one) in weighed.iter().enumerate() {
        let Some(one) = *one else { continue };
        add(base + one);
        for other in weighed[..at].iter().flatten() {
            let (high, low) = (one.max(*other), one.min(*other));
            add(base + WEIGHED + high * (high + 1) / 2 + low);
        }
    }
}

impl Numbers {
    /// Numbers that are thought out.
    #[cfg(test)]
    pub(crate) fn thought_out() -> Numbers {
        const TO_MOVE: [f32; Class::ALL.len()] =
            [0.0, 6.0, 14.0, 17.0, 20.0, 18.0, 48.0, 56.0, 60.0, 300.0, 600.0, 0.0];
        const WAITING: [f32; Class::ALL.len()] =
            [0.0, 5.0, 10.0, 13.0, 15.0, 13.0, 32.0, 38.0, 36.0, 110.0, 200.0, 0.0];
        let mut weights = [0.0; COUNT];
        weights[0] = 40.0;
        for (role, lines, pairs) in
            [(Role::ToMove, TO_MOVE, [120.0, 500.0]), (Role::Waiting, WAITING, [40.0, 120.0])]
        {
            for class in Class::ALL {
                let alone = [class, Class::Low, Class::Low, Class::Low];
                visit_cell(alone, role, |index| weights[index] = lines[class as usize]);
            }
            for one in [Class::OpenThree, Class::OpenThreeOfMany] {
                for (other, value) in [
                    (Class::OpenThree, pairs[0]),
                    (Class::OpenThreeOfMany, pairs[0]),
                    (Class::Four, pairs[1]),
                ] {
                    let mut last = 0;
                    visit_cell([one, other, Class::Low, Class::Low], role, |index| last = index);
                    weights[last] = value;
                }
            }
        }
        Numbers { weights }
    }

    /// The numbers of the program, fitted to games.
    pub fn fitted() -> Numbers {
        FITTED.parse().expect("the text holds all numbers")
    }

    /// The value of a cell of these classes to a side of that role.
    pub(crate) fn of_cell(&self, classes: [Class; 4], role: Role) -> i16 {
        let mut sum = 0.0;
        visit_cell(classes, role, |index| sum += self.weights[index]);
        // A cast of a float stays within the limits of the integer.
        sum.round() as i16
    }

    /// The value of the move.
    pub(crate) fn tempo(&self) -> i32 {
        // A cast of a float stays within the limits of the integer.
        self.weights[0].round() as i32
    }
}

impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Numbers, NumbersError> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let words = lines.flat_map(str::split_ascii_whitespace);
        let numbers: Option<Vec<f32>> =
            words.map(|word| word.parse::<i16>().ok().map(f32::from)).collect();
        let weights = numbers.unwrap_or_default().try_into().map_err(|_| NumbersError)?;
        Ok(Numbers { weights })
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.weights.chunks(12) {
            // A cast of a float stays within the limits of the integer.
            let words: Vec<String> =
                row.iter().map(|weight| (weight.round() as i16).to_string()).collect();
            writeln!(f, "{}", words.join(" "))?;
        }
        Ok(())
    }
}
