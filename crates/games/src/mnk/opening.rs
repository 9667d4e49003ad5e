//! Openings of five in a row in which the players choose colours after the first stones, so that the first side has no
//! advantage.
//!
//! The stones alternate in colour as always, so a position knows nothing of an opening: who puts the first stones, and
//! who plays which colour afterwards, is up to the game in play.

use std::fmt;

use crate::MoveCode;
use crate::mnk::MnkSpec;

/// A rule about the first stones and the choice of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Each side puts its own stones from the first one on.
    #[default]
    Plain,
    /// One player puts three stones: black, white and black. The other one chooses a colour.
    Swap,
    /// Like [`Opening::Swap`], but the other player may put two more stones, white and black, and leave the choice to
    /// the first one. The rule of Gomocup and of the Renju International Federation,
    /// <https://gomocup.org/detail-information/>.
    Swap2,
}

/// Number of stones before the first choice.
pub const STONES: u16 = 3;

/// Number of stones before the last choice, if more are put.
pub const STONES_WITH_MORE: u16 = 5;

/// A choice of a player in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningChoice {
    /// To play black, the first side.
    Black,
    /// To play white, the second side, which is to move.
    White,
    /// To put two more stones and leave the choice to the other player.
    More,
}

impl Opening {
    pub const ALL: [Opening; 3] = [Opening::Plain, Opening::Swap, Opening::Swap2];

    /// The name after a board, as in `15x15x5-swap2`; empty for [`Opening::Plain`].
    pub(crate) fn name(self) -> &'static str {
        match self {
            Opening::Plain => "",
            Opening::Swap => "swap",
            Opening::Swap2 => "swap2",
        }
    }

    /// Number of stones at most that are put before colours are chosen.
    pub fn stones_max(self) -> u16 {
        match self {
            Opening::Plain => 0,
            Opening::Swap => STONES,
            Opening::Swap2 => STONES_WITH_MORE,
        }
    }
}

/// The end of the name of a board.
impl MnkSpec {
    /// The same board and rule, on which each side puts its own stones from the first one on.
    #[must_use]
    pub fn without_opening(self) -> MnkSpec {
        MnkSpec { opening: Opening::Plain, ..self }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opening::Plain => Ok(()),
            Opening::Swap | Opening::Swap2 => write!(f, "-{}", self.name()),
        }
    }
}

impl OpeningChoice {
    pub const ALL: [OpeningChoice; 3] =
        [OpeningChoice::Black, OpeningChoice::White, OpeningChoice::More];

    /// The number of the choice among moves. No move of a board has it.
    pub fn code(self) -> MoveCode {
        MoveCode(match self {
            OpeningChoice::Black => u16::MAX - 2,
            OpeningChoice::White => u16::MAX - 1,
            OpeningChoice::More => u16::MAX,
        })
    }

    /// The choice with this number among moves; `None` for a move of a board.
    pub fn of_code(code: MoveCode) -> Option<OpeningChoice> {
        OpeningChoice::ALL.into_iter().find(|choice| choice.code() == code)
    }
}
