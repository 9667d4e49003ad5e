//! Rules of five in a row: which rows win, and which moves are forbidden.

use std::fmt;

/// The number in a row to which all rules but [`Rule::Free`] apply.
pub const FIVE: u16 = 5;

/// A rule about rows that win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// As many as asked for or more, called freestyle.
    #[default]
    Free,
    /// Exactly five: the standard rule of tournaments.
    Exact,
    /// Exactly five, unless the opponent has marked the cells at both ends of them: the game of Vietnam. The edge of
    /// the board blocks nothing.
    Caro,
    /// Five for the first side, which some moves are [forbidden](crate::mnk::renju); five or more for the second.
    /// Rules of the Renju International Federation, <https://www.renju.net/rules/>.
    Renju,
}

impl Rule {
    /// All rules, the one without a name first.
    pub const ALL: [Rule; 4] = [Rule::Free, Rule::Exact, Rule::Caro, Rule::Renju];

    /// The name after a size, as in `15x15x5-exact`; empty for [`Rule::Free`].
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rule::Free => "",
            Rule::Exact => "exact",
            Rule::Caro => "caro",
            Rule::Renju => "renju",
        }
    }
}

/// The end of the name of a board.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Free => Ok(()),
            Rule::Exact | Rule::Caro | Rule::Renju => write!(f, "-{}", self.name()),
        }
    }
}
