//! What people say behind `/new`: a game, a side, a level, a clock, in any order and each if they like, in the
//! words in which the bot itself names them in any of its languages, or in the usual ones.

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::mnk::names::with_plain_x;
use zerosum_games::mnk::{MnkSpec, MnkSpecError, SIZE_MAX, SIZE_MIN};
use zerosum_games::side::Side;
use zerosum_games::strategic::names::{self, StrategicRulesError};
use zerosum_games::strategic::numbers::NumberSetError;
use zerosum_search::level::Level;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::titles;
use crate::session::choice::Choice;
use crate::session::clock::TimeControl;
use crate::session::habits::Habits;

/// So much of a word that says nothing is quoted back.
const QUOTED_CHARS_MAX: usize = 30;

/// Says that a sign is to be shown in colours. Some keyboards add it and some do not.
const EMOJI_PRESENTATION: char = '\u{fe0f}';

/// No name has more words.
const NAME_WORDS_MAX: usize = 6;

/// What somebody wants to play, as far as they say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub spec: Option<GameSpec>,
    pub side: Option<Side>,
    pub level: Option<Level>,
    pub time: Option<TimeControl>,
}

/// Why words ask for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotUnderstood {
    /// This one says nothing.
    Word(String),
    /// There are boards of so many columns and rows only.
    Size { min: u16, max: u16 },
    /// On such a board so many in a row win.
    Length { min: u16, max: u16 },
    /// The numbers of the rules in this word are none.
    Numbers { word: String, error: NumberSetError },
}

impl Wanted {
    /// What is not said stays as it was: in the game that is named, or else in the last one.
    pub fn instead_of(self, last: Choice, habits: &Habits) -> Choice {
        let before = match self.spec {
            Some(spec) => habits.choice_in(spec).unwrap_or(Choice { spec, ..last }),
            None => last,
        };
        Choice {
            spec: before.spec,
            side: self.side.unwrap_or(before.side),
            level: self.level.unwrap_or(before.level),
        }
    }
}

/// What somebody seems to look for who may not have typed all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The game that is named in full comes first, and may be one that is not offered. None if no game
    /// fits, or none is looked for.
    pub games: Vec<GameSpec>,
    pub side: Option<Side>,
}

/// The names of games and levels in all languages.
pub struct Vocabulary {
    games: Vec<(String, GameSpec)>,
    levels: Vec<(String, Level)>,
    /// What stands behind the numbers in the titles of boards, of which there are too many to be listed.
    in_a_row: Vec<String>,
}

impl Vocabulary {
    pub fn of(locales: &Locales) -> Vocabulary {
        let (mut games, mut levels, mut in_a_row) = (Vec::new(), Vec::new(), Vec::new());
        for language in Language::ALL {
            for spec in GameSpec::offered() {
                games.push((joined(&titles::title(spec, locales, language)), spec));
                // A size alone may mean another board; see `GameSpec::from_alias`.
                let short = joined(&titles::short(spec, locales, language));
                if !is_size(&short) {
                    games.push((short, spec));
                }
            }
            for level in Level::ALL {
                for spec in GameSpec::offered_first() {
                    levels.push((joined(&titles::level(spec, level, locales, language)), level));
                }
            }
            let title = Phrase::TitleMnk { columns: 5, rows: 7, k: 4 };
            let title = joined(&locales.say(language, title));
            in_a_row.extend(title.strip_prefix("5x7-4").map(str::to_owned));
        }
        Vocabulary { games, levels, in_a_row }
    }

    /// What the words ask for, or why the first one that asks for nothing does not.
    pub fn read(&self, argument: &str) -> Result<Wanted, NotUnderstood> {
        let words = argument.split_whitespace().map(joined);
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        let mut words: &[String] = &words;
        let mut wanted = Wanted::default();
        while let Some(first) = words.first() {
            // "Tic-tac-toe 3x3" is one name, though "tic-tac-toe" is one as well.
            let lengths = (1..=words.len().min(NAME_WORDS_MAX)).rev();
            let names = lengths.map(|length| (length, words[..length].join("-")));
            let mut meanings = names
                .filter_map(|(length, name)| self.meaning(&name).map(|meaning| (length, meaning)));
            let Some((length, meaning)) = meanings.next() else {
                return Err(unclear(first));
            };
            wanted = Wanted {
                spec: meaning.spec.or(wanted.spec),
                side: meaning.side.or(wanted.side),
                level: meaning.level.or(wanted.level),
                time: meaning.time.or(wanted.time),
            };
            words = &words[length..];
        }
        Ok(wanted)
    }

    /// The games of which a name has a word that begins like what is typed. Levels say nothing here.
    pub fn find(&self, typed: &str) -> Found {
        let words = typed.split_whitespace().map(joined).filter(|word| !word.is_empty());
        let (mut side, mut left) = (None, Vec::new());
        for word in words {
            match self.meaning(&word) {
                Some(Wanted { spec: None, side: said, .. }) => side = said.or(side),
                Some(_) | None => left.push(word),
            }
        }
        let name = left.join("-");
        if name.is_empty() {
            return Found { games: Vec::new(), side };
        }
        let meaning = self.meaning(&name);
        let side = side.or(meaning.and_then(|meaning| meaning.side));
        let named = self.games.iter().filter(|(known, _)| has_word_like(known, &name));
        let words = Family::ALL.iter().flat_map(|family| family.words());
        let called = words.filter(|words| words.words.iter().any(|word| word.starts_with(&name)));
        let found: Vec<GameSpec> =
            named.map(|(_, spec)| *spec).chain(called.map(|words| words.spec)).collect();
        let mut games: Vec<GameSpec> =
            meaning.and_then(|meaning| meaning.spec).into_iter().collect();
        let others = GameSpec::offered().into_iter().filter(|spec| found.contains(spec));
        let others: Vec<GameSpec> = others.filter(|spec| !games.contains(spec)).collect();
        games.extend(others);
        Found { games, side }
    }

    fn meaning(&self, name: &str) -> Option<Wanted> {
        let nothing = Wanted::default();
        if let Some(side) = side_called(name) {
            return Some(Wanted { side: Some(side), ..nothing });
        }
        if let Some(time) = time_called(name) {
            return Some(Wanted { time: Some(time), ..nothing });
        }
        let level = self.levels.iter().find(|(known, _)| known == name).map(|(_, level)| *level);
        if let Some(level) = level.or_else(|| level_called(name)) {
            return Some(Wanted { level: Some(level), ..nothing });
        }
        if let Some((_, spec)) = self.games.iter().find(|(known, _)| known == name) {
            return Some(Wanted { spec: Some(*spec), ..nothing });
        }
        let numbers = self.in_a_row.iter().find_map(|tail| name.strip_suffix(tail.as_str()));
        let name = numbers.map_or(name.to_owned(), |numbers| numbers.replace('-', "x"));
        let (spec, side) = GameSpec::from_alias(&name)?;
        Some(Wanted { spec: Some(spec), side, ..nothing })
    }
}

/// A name as it is looked up: in small letters, without punctuation, and `-` between its words.
fn joined(name: &str) -> String {
    let is_mark = |sign: char| matches!(sign, ',' | '.' | '!' | '?' | '"' | '“' | '”' | '«' | '»');
    let name = name.replace(EMOJI_PRESENTATION, "");
    let words = name.split_whitespace().map(|word| word.trim_matches(is_mark).to_lowercase());
    let words: Vec<String> = words.map(|word| plain_size(&word)).collect();
    words.join("-")
}

/// Whether a word of a name begins so.
fn has_word_like(name: &str, beginning: &str) -> bool {
    let is_word = |(at, _)| !name[..at].ends_with(char::is_alphanumeric);
    name.match_indices(beginning).any(is_word)
}

/// Whether a name is nothing but columns and rows.
fn is_size(name: &str) -> bool {
    name.split('x').all(|number| number.parse::<u16>().is_ok())
}

/// A size in its usual spelling; any other word as it is.
fn plain_size(word: &str) -> String {
    if word.starts_with(|sign: char| sign.is_ascii_digit()) {
        with_plain_x(word)
    } else {
        word.to_owned()
    }
}

/// "x" and "o" are the same letters in Latin and in Cyrillic, for those who look.
fn side_called(word: &str) -> Option<Side> {
    match word {
        "x" | "х" | "❌" | "⚫" | "first" | "black" | "первым" | "первый" | "первая" | "черные"
        | "чёрные" | "першим" | "перший" | "першою" | "чорні" => {
            Some(Side::First)
        }
        "o" | "о" | "0" | "⭕" | "⚪" | "second" | "white" | "вторым" | "второй" | "вторая"
        | "белые" | "другим" | "другий" | "другою" | "білі" => {
            Some(Side::Second)
        }
        _ => None,
    }
}

/// What is written like a size has got a plain "x" by now.
fn time_called(word: &str) -> Option<TimeControl> {
    match word {
        "day" | "daily" | "день" | "сутки" | "доба" => Some(TimeControl::Day),
        "3min" | "3м" | "3мин" | "3xв" => Some(TimeControl::ThreeMinutes),
        "blitz" | "блиц" | "бліц" => Some(TimeControl::FiveAndThree),
        name => TimeControl::from_name(name).filter(|control| control.allotted().is_some()),
    }
}

fn level_called(word: &str) -> Option<Level> {
    match word {
        "easy" | "easiest" | "novice" | "легко" | "лёгкий" | "легкий" | "простой" | "простий" => {
            Some(Level::Beginner)
        }
        "medium" | "normal" | "средний" | "середній" => Some(Level::Casual),
        "hard" | "сложный" | "трудный" | "тяжёлый" | "складний" | "важкий" => {
            Some(Level::Strong)
        }
        "best" | "hardest" | "unbeatable" | "максимум" | "непобедимый" | "непереможний" => {
            Some(Level::Best)
        }
        name => Level::from_name(name),
    }
}

/// Why a word says nothing: it may be a board that there is not, or rules with wrong numbers.
fn unclear(word: &str) -> NotUnderstood {
    let quoted = || word.chars().take(QUOTED_CHARS_MAX).collect();
    if let Some(StrategicRulesError::Numbers(error)) = names::fault_of(word) {
        return NotUnderstood::Numbers { word: quoted(), error };
    }
    let number = |digits: &str| {
        let number: u64 = digits.parse().ok()?;
        Some(u16::try_from(number).unwrap_or(u16::MAX))
    };
    let numbers: Option<Vec<u16>> = word.split('x').map(number).collect();
    let error = match numbers.as_deref() {
        Some([columns, rows]) => MnkSpec::new(*columns, *rows, SIZE_MIN).err(),
        Some([columns, rows, k]) => MnkSpec::new(*columns, *rows, *k).err(),
        _ => None,
    };
    match error {
        Some(MnkSpecError::Columns { .. } | MnkSpecError::Rows { .. }) => {
            NotUnderstood::Size { min: SIZE_MIN, max: SIZE_MAX }
        }
        Some(MnkSpecError::Length { max, .. }) => NotUnderstood::Length { min: SIZE_MIN, max },
        Some(MnkSpecError::Form { .. }) | None => NotUnderstood::Word(quoted()),
    }
}
