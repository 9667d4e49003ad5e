//! What games and levels are called, and what a word says of each.

use crate::games::Outcome;
use crate::games::any::GameSpec;
use crate::games::mnk::MnkSpec;
use crate::games::mnk_values::proven_outcome;
use crate::games::ultimate::{Closure, End, UltimateRules};
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::session::Level;

/// The games that are offered as buttons, in their order.
pub fn offered() -> Vec<GameSpec> {
    let boards = MnkSpec::READY.map(GameSpec::Mnk);
    let ultimate = UltimateRules::NAMED.map(GameSpec::Ultimate);
    let mut games = vec![GameSpec::TicTacToe];
    games.extend(boards);
    games.extend(ultimate);
    games.push(GameSpec::Sheep(Default::default()));
    games
}

/// The name of a game.
pub fn title(spec: GameSpec, locales: &Locales, language: Language) -> String {
    let say = |phrase| locales.say(language, phrase);
    match spec {
        GameSpec::TicTacToe => say(Phrase::TitleTicTacToe),
        GameSpec::Mnk(board) if is_gomoku(board) => say(Phrase::TitleGomoku),
        GameSpec::Mnk(board) => say(Phrase::TitleMnk {
            columns: u32::from(board.columns()),
            rows: u32::from(board.rows()),
            k: u32::from(board.k()),
        }),
        GameSpec::Ultimate(UltimateRules::STANDARD) => say(Phrase::TitleUltimate),
        GameSpec::Ultimate(UltimateRules::COUNT) => say(Phrase::TitleUltimateCount),
        GameSpec::Ultimate(UltimateRules::TACTICAL) => say(Phrase::TitleTactical),
        GameSpec::Ultimate(rules) => {
            let rules = rules.to_string();
            say(Phrase::TitleUltimateOther { rules: &rules })
        }
        GameSpec::Sheep(_) => say(Phrase::TitleSheep),
    }
}

/// A word on a game, for somebody who chooses one. What is not proven here is stated in the list of
/// solved games at <https://en.wikipedia.org/wiki/M,n,k-game>.
pub fn word(spec: GameSpec, locales: &Locales, language: Language) -> String {
    let phrase = match spec {
        GameSpec::TicTacToe => Phrase::WordTicTacToe,
        GameSpec::Mnk(board) if is_gomoku(board) => Phrase::WordGomoku,
        GameSpec::Mnk(board) => match proven_outcome(board) {
            Some(Outcome::Win(_)) => Phrase::WordFirstWins,
            Some(Outcome::Draw) => Phrase::WordDraw,
            None => Phrase::WordLikelyDraw,
        },
        GameSpec::Ultimate(UltimateRules { end: End::Count, .. }) => Phrase::WordUltimateCount,
        GameSpec::Ultimate(UltimateRules { closure: Closure::Filled, .. }) => Phrase::WordTactical,
        GameSpec::Ultimate(_) => Phrase::WordUltimate,
        GameSpec::Sheep(_) => Phrase::WordSheep,
    };
    locales.say(language, phrase)
}

fn is_gomoku(board: MnkSpec) -> bool {
    (board.columns(), board.rows(), board.k()) == (15, 15, 5)
}

/// Whether the best level of a game is proven to be perfect.
pub fn is_solved(spec: GameSpec) -> bool {
    match spec {
        GameSpec::TicTacToe | GameSpec::Sheep(_) => true,
        GameSpec::Mnk(_) | GameSpec::Ultimate(_) => false,
    }
}

/// The name of a level.
pub fn level(spec: GameSpec, level: Level, locales: &Locales, language: Language) -> String {
    locales.say(
        language,
        match level {
            Level::Beginner => Phrase::LevelBeginner,
            Level::Casual => Phrase::LevelCasual,
            Level::Strong => Phrase::LevelStrong,
            Level::Best if is_solved(spec) => Phrase::LevelPerfect,
            Level::Best => Phrase::LevelBest,
        },
    )
}

/// What a level can and cannot see, in one line.
pub fn sight(spec: GameSpec, level: Level, locales: &Locales, language: Language) -> String {
    let phrase = match level.horizon(spec) {
        Some(plies) => Phrase::Sight { plies: plies.into() },
        None if is_solved(spec) => Phrase::SightPerfect,
        None => Phrase::SightBest,
    };
    locales.say(language, phrase)
}
