//! Any of the games, for callers that choose one at run time: [`GameSpec`] names the game, and
//! [`AnyGame`] is a position of it.

use std::fmt;

use thiserror::Error;

use crate::connect_four::ConnectFour;
use crate::connect_four::spec::ConnectFourSpec;
use crate::connect_four::text::ConnectFourPositionError;
use crate::family::Family;
use crate::mnk::opening::Opening;
use crate::mnk::text::MnkPositionError;
use crate::mnk::{Mnk, MnkSpec};
use crate::notation::MoveTextError;
use crate::sheep::square::Step;
use crate::sheep::text::SheepPositionError;
use crate::sheep::{Sheep, SheepStart};
use crate::side::Side;
use crate::strategic::Strategic;
use crate::strategic::spec::StrategicSpec;
use crate::strategic::text::StrategicPositionError;
use crate::tictactoe::{self, PositionError, TicTacToe};
use crate::ultimate::text::UltimatePositionError;
use crate::ultimate::{Ultimate, UltimateRules};
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// A game with its parameters: all that is needed to set up its first position.
///
/// ```
/// use zerosum_games::any::GameSpec;
///
/// let gomoku = GameSpec::from_name("15x15x5").expect("it is a game");
/// assert_eq!(gomoku.name(), "15x15x5");
/// assert!(GameSpec::ALL.contains(&gomoku));
/// // A board of free choice is a game like any other.
/// assert!(GameSpec::from_name("10x8x5").is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// The game of 3 columns, 3 rows and 3 in a row, for which [`Mnk`] is never taken.
    TicTacToe,
    Mnk(MnkSpec),
    ConnectFour(ConnectFourSpec),
    Ultimate(UltimateRules),
    Strategic(StrategicSpec),
    Sheep(SheepStart),
}

/// Number of games in [`GameSpec::ALL`].
const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < Family::ALL.len() {
        count += Family::ALL[family].count();
        family += 1;
    }
    count
};

impl GameSpec {
    /// Every game but the boards of free choice. The laws, perft and playthroughs run through this
    /// list.
    pub const ALL: [GameSpec; COUNT] = {
        let mut all = [GameSpec::TicTacToe; COUNT];
        let mut place = 0;
        let mut family = 0;
        while family < Family::ALL.len() {
            let mut index = 0;
            while index < Family::ALL[family].count() {
                all[place] = Family::ALL[family].ready(index);
                place += 1;
                index += 1;
            }
            family += 1;
        }
        all
    };

    /// The family of the game, without its parameters.
    pub fn family(self) -> Family {
        match self {
            GameSpec::TicTacToe => Family::TicTacToe,
            GameSpec::Mnk(_) => Family::Mnk,
            GameSpec::ConnectFour(_) => Family::ConnectFour,
            GameSpec::Ultimate(_) => Family::Ultimate,
            GameSpec::Strategic(_) => Family::Strategic,
            GameSpec::Sheep(_) => Family::Sheep,
        }
    }

    /// The first position.
    pub fn start(self) -> AnyGame {
        match self {
            GameSpec::TicTacToe => AnyGame::TicTacToe(TicTacToe::default()),
            GameSpec::Mnk(spec) => AnyGame::Mnk(Box::new(Mnk::new(spec))),
            GameSpec::ConnectFour(spec) => AnyGame::ConnectFour(Box::new(ConnectFour::new(spec))),
            GameSpec::Ultimate(rules) => AnyGame::Ultimate(Box::new(Ultimate::new(rules))),
            GameSpec::Strategic(spec) => AnyGame::Strategic(Box::new(Strategic::new(spec.rules()))),
            GameSpec::Sheep(start) => AnyGame::Sheep(Sheep::new(start)),
        }
    }

    /// The name in commands, records, test data and file names.
    pub fn name(self) -> String {
        match self {
            GameSpec::TicTacToe => tictactoe::NAME.to_owned(),
            GameSpec::Mnk(spec) => spec.to_string(),
            GameSpec::ConnectFour(spec) => spec.to_string(),
            GameSpec::Ultimate(rules) => rules.to_string(),
            GameSpec::Strategic(spec) => spec.rules().to_string(),
            GameSpec::Sheep(start) => start.to_string(),
        }
    }

    /// The name, or an abbreviation of a long one: at most 48 letters.
    pub fn code(self) -> String {
        match self {
            GameSpec::Strategic(spec) => spec.code(),
            GameSpec::TicTacToe
            | GameSpec::Mnk(_)
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Sheep(_) => self.name(),
        }
    }

    /// The game with this code.
    pub fn from_code(code: &str) -> Option<GameSpec> {
        let strategic = StrategicSpec::from_code(code).map(GameSpec::Strategic);
        strategic.or_else(|| GameSpec::from_name(code).filter(|spec| spec.code() == code))
    }

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<GameSpec> {
        let mut named = Family::ALL.iter().filter_map(|family| (family.about().named)(name));
        named.find(|spec| spec.canonical() == *spec)
    }

    /// Finds a game by its name, its size or one of its common names, together with the side to
    /// play if the word implies one.
    ///
    /// Case does not matter, and neither does which sign for "times" stands in a size: `x`, the
    /// Cyrillic `х`, `×` or `*`. A size alone is the ready board of that size that is hardest to win,
    /// or else one on which as many in a row win as fit, five at most.
    ///
    /// ```
    /// use zerosum_games::any::GameSpec;
    /// use zerosum_games::side::Side;
    ///
    /// let called = |word| GameSpec::from_alias(word).map(|(spec, side)| (spec.name(), side));
    /// assert_eq!(called("5×5"), Some(("5x5x4".to_owned(), None)));
    /// assert_eq!(called("Гомоку"), Some(("15x15x5".to_owned(), None)));
    /// assert_eq!(called("wolves"), Some(("sheep".to_owned(), Some(Side::Second))));
    /// assert_eq!(called("chess"), None);
    /// ```
    pub fn from_alias(word: &str) -> Option<(GameSpec, Option<Side>)> {
        let word = word.to_lowercase().replace([' ', '_'], "-");
        let families = || Family::ALL.iter();
        let mut words = families().flat_map(|family| family.words());
        if let Some(words) = words.find(|words| words.words.contains(&word.as_str())) {
            return Some((words.spec, words.side));
        }
        let spelled = || families().find_map(|family| (family.about().spelled)(&word));
        GameSpec::from_name(&word).or_else(spelled).map(|spec| (spec, None))
    }

    /// The games that are offered at first.
    pub fn offered_first() -> Vec<GameSpec> {
        Family::ALL.iter().flat_map(|family| family.about().offered_first).copied().collect()
    }

    /// The games offered to a user who asks for more.
    pub fn offered_next() -> Vec<GameSpec> {
        Family::ALL.iter().flat_map(|family| family.about().offered_next).copied().collect()
    }

    /// The games similar to this one, including itself: boards of its size, or the named rule sets.
    /// Empty if there are no others.
    pub fn variants(self) -> Vec<GameSpec> {
        let variants = (self.family().about().variants)(self);
        if variants.len() > 1 { variants } else { Vec::new() }
    }

    /// Every game that is offered, including the variants of others.
    pub fn offered() -> Vec<GameSpec> {
        let mut games = [GameSpec::offered_first(), GameSpec::offered_next()].concat();
        for spec in games.clone() {
            let missing = spec.variants().into_iter().filter(|variant| !games.contains(variant));
            let missing: Vec<GameSpec> = missing.collect();
            games.extend(missing);
        }
        games
    }

    /// Returns this game under its canonical name: tic-tac-toe can be spelled in two ways.
    #[must_use]
    pub fn canonical(self) -> GameSpec {
        match self {
            GameSpec::Mnk(spec) if (spec.columns(), spec.rows(), spec.k()) == (3, 3, 3) => {
                GameSpec::TicTacToe
            }
            GameSpec::TicTacToe
            | GameSpec::Mnk(_)
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => self,
        }
    }

    /// The way in which the players of this game choose sides.
    pub fn opening(self) -> Opening {
        match self {
            GameSpec::Mnk(spec) => spec.opening(),
            GameSpec::TicTacToe
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => Opening::Plain,
        }
    }

    /// The same game, in which each side makes its own moves from the first one on.
    #[must_use]
    pub fn without_opening(self) -> GameSpec {
        match self {
            GameSpec::Mnk(spec) => GameSpec::Mnk(spec.without_opening()),
            GameSpec::TicTacToe
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => self,
        }
    }

    /// A position of this game, from its notation, in which a position also prints itself.
    ///
    /// ```
    /// use zerosum_games::Game;
    /// use zerosum_games::any::GameSpec;
    ///
    /// let board = GameSpec::from_name("4x4x3").expect("it is a game");
    /// let position = board.read("XX../OO../..../.... x")?;
    /// assert!(position.is_legal(position.read_move("c1").expect("it is a cell")));
    /// assert_eq!(position.to_string(), "XX../OO../..../.... x");
    /// # Ok::<(), zerosum_games::any::AnyPositionError>(())
    /// ```
    pub fn read(self, text: &str) -> Result<AnyGame, AnyPositionError> {
        Ok(match self {
            GameSpec::TicTacToe => AnyGame::TicTacToe(text.parse()?),
            GameSpec::Mnk(spec) => AnyGame::Mnk(Box::new(Mnk::read(spec, text)?)),
            GameSpec::ConnectFour(spec) => {
                AnyGame::ConnectFour(Box::new(ConnectFour::read(spec, text)?))
            }
            GameSpec::Ultimate(rules) => AnyGame::Ultimate(Box::new(Ultimate::read(rules, text)?)),
            GameSpec::Strategic(spec) => {
                AnyGame::Strategic(Box::new(Strategic::read(spec.rules(), text)?))
            }
            GameSpec::Sheep(_) => AnyGame::Sheep(text.parse()?),
        })
    }
}

/// Error returned when a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnyPositionError {
    #[error(transparent)]
    TicTacToe(#[from] PositionError),
    #[error(transparent)]
    Mnk(#[from] MnkPositionError),
    #[error(transparent)]
    ConnectFour(#[from] ConnectFourPositionError),
    #[error(transparent)]
    Ultimate(#[from] UltimatePositionError),
    #[error(transparent)]
    Strategic(#[from] StrategicPositionError),
    #[error(transparent)]
    Sheep(#[from] SheepPositionError),
}

/// A position of any of the games. The larger ones are boxed, so that the many live games of the
/// smallest take no more than they need.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame {
    TicTacToe(TicTacToe),
    Mnk(Box<Mnk>),
    ConnectFour(Box<ConnectFour>),
    Ultimate(Box<Ultimate>),
    Strategic(Box<Strategic>),
    Sheep(Sheep),
}

/// Forwards a call to the position inside, for every kind of game.
macro_rules! of_each {
    ($position:expr, $game:ident => $answer:expr) => {
        match $position {
            AnyGame::TicTacToe($game) => $answer,
            AnyGame::Mnk($game) => $answer,
            AnyGame::ConnectFour($game) => $answer,
            AnyGame::Ultimate($game) => $answer,
            AnyGame::Strategic($game) => $answer,
            AnyGame::Sheep($game) => $answer,
        }
    };
}

impl AnyGame {
    /// Returns whether a mark or a piece is where the move leads.
    pub fn is_taken(&self, code: MoveCode) -> bool {
        match self {
            AnyGame::TicTacToe(game) => game.mark(code).is_some(),
            AnyGame::Mnk(game) => game.mark(code).is_some(),
            AnyGame::ConnectFour(game) => game.mark(code).is_some(),
            AnyGame::Ultimate(game) => game.mark(code).is_some(),
            AnyGame::Strategic(game) => game.mark(code).is_some(),
            AnyGame::Sheep(game) => {
                Step::of(code).is_some_and(|step| game.piece(step.to).is_some())
            }
        }
    }
}

impl Game for AnyGame {
    fn turn(&self) -> Side {
        of_each!(self, game => game.turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        of_each!(self, game => game.outcome())
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        of_each!(self, game => game.legal_moves(moves))
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        of_each!(self, game => game.is_legal(code))
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        of_each!(self, game => game.play(code))
    }

    fn key(&self) -> u64 {
        of_each!(self, game => game.key())
    }

    fn move_text(&self, code: MoveCode) -> String {
        of_each!(self, game => game.move_text(code))
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        of_each!(self, game => game.read_move(text))
    }

    fn max_plies(&self) -> u16 {
        of_each!(self, game => game.max_plies())
    }

    fn symmetries(&self) -> u8 {
        of_each!(self, game => game.symmetries())
    }

    fn image(&self, symmetry: Symmetry) -> AnyGame {
        match self {
            AnyGame::TicTacToe(game) => AnyGame::TicTacToe(game.image(symmetry)),
            AnyGame::Mnk(game) => AnyGame::Mnk(Box::new(game.image(symmetry))),
            AnyGame::ConnectFour(game) => AnyGame::ConnectFour(Box::new(game.image(symmetry))),
            AnyGame::Ultimate(game) => AnyGame::Ultimate(Box::new(game.image(symmetry))),
            AnyGame::Strategic(game) => AnyGame::Strategic(Box::new(game.image(symmetry))),
            AnyGame::Sheep(game) => AnyGame::Sheep(game.image(symmetry)),
        }
    }

    fn image_of_move(&self, code: MoveCode, symmetry: Symmetry) -> MoveCode {
        of_each!(self, game => game.image_of_move(code, symmetry))
    }
}

/// The position in the notation of its game.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        of_each!(self, game => game.fmt(f))
    }
}
