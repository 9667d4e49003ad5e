//! The closed list of the supported games, each without its parameters.
//!
//! Every other list follows from it: what is tested, what is offered, which names are understood and
//! how long a record can be. A game joins by one line in `families!`; the compiler then names every
//! question that it has to answer.
//!
//! ```
//! use zerosum_games::any::GameSpec;
//! use zerosum_games::family::Family;
//!
//! let sheep = GameSpec::from_name("sheep-2").expect("it is a game");
//! assert_eq!(sheep.family(), Family::Sheep);
//! assert_eq!(Family::Sheep.longest().plies, 54);
//! ```

use crate::any::GameSpec;
use crate::connect_four::spec::ConnectFourSpec;
use crate::mnk::MnkSpec;
use crate::sheep::SheepStart;
use crate::side::Side;
use crate::strategic::spec::StrategicSpec;
use crate::ultimate::UltimateRules;
use crate::{MoveCode, connect_four, mnk, sheep, strategic, tictactoe, ultimate};

/// Declares the games together with the list of them, so that none can be missing there.
macro_rules! families {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A game without its parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Family {
            $($(#[$doc])* $name),+
        }

        impl Family {
            /// All families, in the order in which they are offered.
            pub const ALL: &[Family] = &[$(Family::$name),+];
        }
    };
}

families! {
    TicTacToe,
    /// K in a row.
    Mnk,
    ConnectFour,
    Ultimate,
    Strategic,
    /// Catch the Sheep.
    Sheep,
}

/// Words that ask for a game, and some of them for one of its sides as well. They are in small
/// letters, with `-` between the parts of a word.
pub struct Words {
    pub spec: GameSpec,
    pub side: Option<Side>,
    pub words: &'static [&'static str],
}

/// Upper limits of the games of a family and of their names, for sizing storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// No game has a longer name.
    pub name_bytes: usize,
    /// No game is longer.
    pub plies: u16,
    /// No move has a greater number.
    pub code: MoveCode,
}

/// Facts about the games of a family besides their rules.
pub(crate) struct About {
    /// Finds a game of the family by its name.
    pub(crate) named: fn(&str) -> Option<GameSpec>,
    /// Finds a game of the family by a free spelling, where the games are too many to be listed.
    pub(crate) spelled: fn(&str) -> Option<GameSpec>,
    /// The words that ask for the games of the family.
    pub(crate) words: &'static [Words],
    /// The games offered first.
    pub(crate) offered_first: &'static [GameSpec],
    /// The games offered to a user who asks for more.
    pub(crate) offered_next: &'static [GameSpec],
    /// The games of the family similar to this one, including itself.
    pub(crate) variants: fn(GameSpec) -> Vec<GameSpec>,
    pub(crate) longest: Longest,
}

impl Family {
    pub(crate) const fn about(self) -> &'static About {
        match self {
            Family::TicTacToe => &tictactoe::about::ABOUT,
            Family::Mnk => &mnk::about::ABOUT,
            Family::ConnectFour => &connect_four::about::ABOUT,
            Family::Ultimate => &ultimate::about::ABOUT,
            Family::Strategic => &strategic::about::ABOUT,
            Family::Sheep => &sheep::about::ABOUT,
        }
    }

    /// Number of games of the family in [`GameSpec::ALL`].
    pub(crate) const fn count(self) -> usize {
        match self {
            Family::TicTacToe => 1,
            Family::Mnk => MnkSpec::READY.len(),
            Family::ConnectFour => ConnectFourSpec::READY.len(),
            Family::Ultimate => UltimateRules::ALL.len(),
            Family::Strategic => StrategicSpec::READY.len(),
            Family::Sheep => SheepStart::ALL.len(),
        }
    }

    /// A game of the family in [`GameSpec::ALL`], by its number below [`Family::count`].
    pub(crate) const fn ready(self, index: usize) -> GameSpec {
        match self {
            Family::TicTacToe => GameSpec::TicTacToe,
            Family::Mnk => GameSpec::Mnk(MnkSpec::READY[index]),
            Family::ConnectFour => GameSpec::ConnectFour(ConnectFourSpec::READY[index]),
            Family::Ultimate => GameSpec::Ultimate(UltimateRules::ALL[index]),
            Family::Strategic => GameSpec::Strategic(StrategicSpec::READY[index]),
            Family::Sheep => GameSpec::Sheep(SheepStart::ALL[index]),
        }
    }

    /// The words that ask for the games of the family.
    pub fn words(self) -> &'static [Words] {
        self.about().words
    }

    /// Upper limits of the games of the family and of their names.
    pub const fn longest(self) -> Longest {
        self.about().longest
    }
}
