//! The closed list of the games in the house, each without its parameters.
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
use crate::mnk::MnkSpec;
use crate::sheep::SheepStart;
use crate::side::Side;
use crate::strategic::spec::StrategicSpec;
use crate::ultimate::UltimateRules;
use crate::{MoveCode, mnk, sheep, strategic, tictactoe, ultimate};

/// Declares the games together with the list of them, so that none can be missing there.
macro_rules! families {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A game without its parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Family {
            $($(#[$doc])* $name),+
        }

        impl Family {
            /// In the order in which they are offered.
            pub const ALL: &[Family] = &[$(Family::$name),+];
        }
    };
}

families! {
    TicTacToe,
    /// K in a row.
    Mnk,
    Ultimate,
    Strategic,
    /// Catch the Sheep.
    Sheep,
}

/// Words that ask for a game, and for one of its sides where they tell that as well. They are in
/// small letters, with `-` between the parts of a word.
pub struct Words {
    pub spec: GameSpec,
    pub side: Option<Side>,
    pub words: &'static [&'static str],
}

/// How long the games of a family and their names can be, for whoever stores them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// No game has a longer name.
    pub name_bytes: usize,
    /// No game is longer.
    pub plies: u16,
    /// No move has a greater number.
    pub code: MoveCode,
}

/// What the folder of a game tells of it, besides its rules.
pub(crate) struct About {
    /// The game of that name, if it is one of the family.
    pub(crate) named: fn(&str) -> Option<GameSpec>,
    /// The game of the family that is spelled so, where there is more than can be listed.
    pub(crate) spelled: fn(&str) -> Option<GameSpec>,
    /// The words by which people call its games.
    pub(crate) words: &'static [Words],
    /// What somebody is offered who looks at the games.
    pub(crate) offered_first: &'static [GameSpec],
    /// What somebody is offered who wants more.
    pub(crate) offered_next: &'static [GameSpec],
    /// The games of the family that are much the same as this one, itself among them.
    pub(crate) variants: fn(GameSpec) -> Vec<GameSpec>,
    pub(crate) longest: Longest,
}

impl Family {
    pub(crate) const fn about(self) -> &'static About {
        match self {
            Family::TicTacToe => &tictactoe::about::ABOUT,
            Family::Mnk => &mnk::about::ABOUT,
            Family::Ultimate => &ultimate::about::ABOUT,
            Family::Strategic => &strategic::about::ABOUT,
            Family::Sheep => &sheep::about::ABOUT,
        }
    }

    /// How many games of the family are in [`GameSpec::ALL`].
    pub(crate) const fn count(self) -> usize {
        match self {
            Family::TicTacToe => 1,
            Family::Mnk => MnkSpec::READY.len(),
            Family::Ultimate => UltimateRules::ALL.len(),
            Family::Strategic => StrategicSpec::READY.len(),
            Family::Sheep => SheepStart::ALL.len(),
        }
    }

    /// One of them, by its number below [`Family::count`].
    pub(crate) const fn ready(self, index: usize) -> GameSpec {
        match self {
            Family::TicTacToe => GameSpec::TicTacToe,
            Family::Mnk => GameSpec::Mnk(MnkSpec::READY[index]),
            Family::Ultimate => GameSpec::Ultimate(UltimateRules::ALL[index]),
            Family::Strategic => GameSpec::Strategic(StrategicSpec::READY[index]),
            Family::Sheep => GameSpec::Sheep(SheepStart::ALL[index]),
        }
    }

    /// The words by which people call its games.
    pub fn words(self) -> &'static [Words] {
        self.about().words
    }

    /// How long its games and their names can be.
    pub const fn longest(self) -> Longest {
        self.about().longest
    }
}
