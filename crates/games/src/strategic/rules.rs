//! Options of the rules of strategic tic-tac-toe.
//!
//! A *target* is where a move sends the opponent: a tactical cell by the place of the move in its
//! operational field, in a strategic cell by the rule set. The two restrictions are about targets,
//! and each can be switched on for the tactical cell of the target and for its strategic cell.

use crate::strategic::numbers::{NumberSet, RuleSet};
use crate::ultimate::{Closure, Draws};

/// One set of rules. What [`Closure`] and [`Draws`] say of local boards holds on both levels, for
/// tactical and for strategic cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StrategicRules {
    /// The numbers that determine to which strategic cell a move leads. Without numbers it is the
    /// one in the place of the move's tactical cell, which is the tactical rule set.
    pub numbers: Option<NumberSet>,
    pub closure: Closure,
    pub draws: Draws,
    pub tactical: Restrictions,
    pub strategic: Restrictions,
}

/// Restrictions of targets on one of the two levels, all of them off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Restrictions {
    /// True if a decided target, a won or drawn one, sets the player free as a closed one does:
    /// from a tactical cell to every open one of the target's strategic cell, from a strategic cell
    /// to every open tactical cell of all. The decided cell is among them as long as it is open.
    /// Where cells close when they are decided, this is so anyhow.
    pub does_decided_target_free: bool,
    /// True if it is forbidden to send the opponent to the cell in which oneself moved on the
    /// previous turn: to that tactical cell of that strategic cell, or anywhere in that strategic
    /// cell. What counts is where the move points to, whether or not that is still open.
    ///
    /// A level's bar lapses if every other legal move would break it as well; the one for tactical
    /// cells still holds where the one for strategic cells has lapsed.
    pub bars_return: bool,
}

impl StrategicRules {
    /// The usual rules of the rule set.
    pub fn usual(rule_set: RuleSet) -> StrategicRules {
        StrategicRules {
            numbers: NumberSet::usual(rule_set),
            closure: Closure::Filled,
            draws: Draws::Both,
            tactical: Restrictions::default(),
            strategic: Restrictions::default(),
        }
    }

    /// Number of combinations of closure, draws and restrictions.
    pub(crate) const VARIANTS: u8 = 64;

    /// These rules with every choice of closure, draws and restrictions, the usual one first. The
    /// choices count as the bits of the place among them.
    pub fn variants(&self) -> impl Iterator<Item = StrategicRules> {
        let numbers = self.numbers.clone();
        (0..StrategicRules::VARIANTS)
            .map(move |number| StrategicRules::of_variant(numbers.clone(), number))
    }

    /// The rules with these numbers and the choices of the variant of that number.
    pub(crate) fn of_variant(numbers: Option<NumberSet>, number: u8) -> StrategicRules {
        StrategicRules {
            numbers,
            closure: if number & 1 == 0 { Closure::Filled } else { Closure::Decided },
            draws: if number & 2 == 0 { Draws::Both } else { Draws::Neutral },
            tactical: Restrictions::of_bits(number >> 2),
            strategic: Restrictions::of_bits(number >> 4),
        }
    }

    /// The number of their variant.
    pub(crate) fn variant(&self) -> u8 {
        u8::from(self.closure == Closure::Decided)
            | u8::from(self.draws == Draws::Neutral) << 1
            | self.tactical.bits() << 2
            | self.strategic.bits() << 4
    }

    pub fn rule_set(&self) -> RuleSet {
        self.numbers.as_ref().map_or(RuleSet::Tactical, NumberSet::rule_set)
    }

    /// The strategic cell to which a move leads, by the places of the move; all are below 9.
    #[inline]
    pub fn leads_to(&self, strategic: u8, tactical: u8, cell: u8) -> u8 {
        match &self.numbers {
            None => tactical,
            Some(numbers) => {
                let row = tactical / 3 * 3 + cell / 3;
                let column = tactical % 3 * 3 + cell % 3;
                numbers.number(strategic, row, column)
            }
        }
    }
}

impl Restrictions {
    fn of_bits(bits: u8) -> Restrictions {
        Restrictions { does_decided_target_free: bits & 1 != 0, bars_return: bits & 2 != 0 }
    }

    fn bits(self) -> u8 {
        u8::from(self.does_decided_target_free) | u8::from(self.bars_return) << 1
    }
}
