//! Reads the words after a command, or a private message without one: a game, a side, a level and a clock,
//! all of them optional and in any order, in the bot's own words in any of its languages, or in common
//! synonyms.

mod reading;
mod spelling;
mod synonyms;

use std::collections::HashMap;

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::side::Side;
use zerosum_games::strategic::names::{self, StrategicRulesError};
use zerosum_games::strategic::numbers::NumberSetError;
use zerosum_picture::theme::Theme;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::menus;
use zerosum_render::pages::opponents;
use zerosum_render::tap::Request;
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;

use crate::bot::vocabulary::reading::{
    Meaning, Reader, fault_of_size, is_clock, is_exchange, number_called, size_in_words,
};
use crate::bot::vocabulary::spelling::{joined, nearest, on_other_keyboards, words_of};
use crate::telegram::incoming::command;

/// Maximum length of unknown words quoted in an answer.
const QUOTED_CHARS_MAX: usize = 30;

/// Maximum number of words guessed to be one mistyped name.
const GUESSED_WORDS_MAX: usize = 3;

/// Game a person wants to play, as far as it is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub spec: Option<GameSpec>,
    pub side: Option<Side>,
    pub level: Option<Level>,
    pub time: Option<TimeControl>,
}

/// Everything that words after a command can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    pub wanted: Wanted,
    /// Any game will do.
    pub is_any_game: bool,
    /// Either side will do.
    pub is_any_side: bool,
    pub theme: Option<Theme>,
    pub language: Option<Language>,
}

/// Arguments that a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    Game,
    GameAndLevel,
    /// A game, a side, a level, and between people a clock.
    NewGame,
    /// A game between people: it, a side and a clock.
    GameOfPeople,
    /// Like `GameOfPeople`, or that any game or any side will do.
    Opponent,
    Theme,
    Language,
    /// The form in which a record is wanted.
    RecordForm,
}

impl Takes {
    /// Tells that a command does not take a word, and which words it takes.
    pub(crate) fn refusal<'a>(self, word: &'a str, command: &'a str) -> Phrase<'a> {
        match self {
            // These show the available choices instead.
            Takes::Nothing | Takes::Theme | Takes::Language => {
                Phrase::NotTakenAtAll { word, command }
            }
            Takes::Game => Phrase::NotTakenButGame { word, command },
            Takes::GameAndLevel => Phrase::NotTakenButLevel { word, command },
            Takes::NewGame => Phrase::NotTakenButNew { word, command },
            Takes::GameOfPeople | Takes::Opponent => Phrase::NotTakenButPeople { word, command },
            Takes::RecordForm => Phrase::NotTakenButForm { word, command },
        }
    }

    fn is_taken(self, meaning: Meaning) -> bool {
        let of_people = matches!(self, Takes::NewGame | Takes::GameOfPeople | Takes::Opponent);
        let has_level = matches!(self, Takes::NewGame | Takes::GameAndLevel);
        match meaning {
            Meaning::Game(..) | Meaning::InARow(_) => {
                of_people || matches!(self, Takes::Game | Takes::GameAndLevel)
            }
            Meaning::Side(_) | Meaning::Time(_) => of_people,
            Meaning::Level(_) => has_level,
            Meaning::AnyGame | Meaning::AnySide => self == Takes::Opponent,
            Meaning::Theme(_) => self == Takes::Theme,
            Meaning::Language(_) => self == Takes::Language,
        }
    }
}

/// Reason why words are not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotUnderstood {
    /// The word is unknown.
    Word(String),
    /// The word is unknown, and probably a mistyped name.
    Mistyped { word: String, meant: String, game: Option<GameSpec> },
    /// The word is known, but the command does not take it.
    NotTaken { word: String, takes: Takes },
    /// The word contradicts an earlier one.
    Contradiction { word: String },
    /// There is no such clock.
    Clock { word: String },
    /// The number of columns and rows is out of this range.
    Size { min: u16, max: u16 },
    /// The length of the line to win on such a board is out of this range.
    Length { min: u16, max: u16 },
    /// The numbers of the rules in this word are invalid.
    Numbers { word: String, error: NumberSetError },
}

impl Wanted {
    /// Choice with these wishes. Missing ones are taken from the last choice in the named game, or from the
    /// last game if none is named. A game the person has not played is offered at its lowest level with the
    /// side that can win, and 3×3 as it is offered to all. A level that the game does not have becomes its
    /// lowest one.
    pub(crate) fn instead_of(self, last: Choice, habits: &Habits) -> Choice {
        let before = match self.spec {
            Some(spec) if spec == last.spec => habits.choice_in(spec).unwrap_or(last),
            Some(spec) => habits.choice_in(spec).unwrap_or_else(|| first_choice_in(spec)),
            None => last,
        };
        Choice {
            spec: before.spec,
            side: self.side.unwrap_or(before.side),
            level: self.level.unwrap_or(before.level).max(Level::floor_of(before.spec)),
        }
    }
}

/// Choice in a game that the person has not played.
fn first_choice_in(spec: GameSpec) -> Choice {
    let usual = Choice::default();
    if spec == usual.spec {
        return usual;
    }
    Choice { spec, side: titles::side_offered(spec), level: Level::floor_of(spec) }
}

/// Games that match a text that may be incomplete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Games, the one named in full first, which need not be one that is offered. Empty if no game matches,
    /// or none is named.
    pub games: Vec<GameSpec>,
    pub side: Option<Side>,
}

/// Names of everything a person can ask for, in all languages.
pub struct Vocabulary {
    names: HashMap<String, Meaning>,
    /// The names of offered games, in the order in which they are offered.
    games: Vec<(String, GameSpec)>,
    /// Suffixes after the length of a line in the titles of boards, of which there are too many to list.
    in_a_row: Vec<String>,
    requests: HashMap<String, Request>,
    /// Maximum number of words in a name.
    name_words_max: usize,
}

/// Reads a choice in the opening of a game; `None` if the text says anything else, too.
pub fn opening_choice(text: &str) -> Option<OpeningChoice> {
    let choice_of = |word: &str| {
        let of_word = |(_, words): &&(OpeningChoice, &[&str])| words.contains(&word);
        synonyms::OPENING_CHOICES.iter().find(of_word).map(|(choice, _)| *choice)
    };
    let mut choice = None;
    for word in words_of(text) {
        match choice_of(&word) {
            Some(named) if choice.is_none_or(|choice| choice == named) => choice = Some(named),
            None if synonyms::BESIDE_CHOICE.contains(&word.as_str()) => {}
            Some(_) | None => return None,
        }
    }
    choice
}

impl Vocabulary {
    pub fn of(locales: &Locales) -> Vocabulary {
        let mut vocabulary = Vocabulary {
            names: HashMap::new(),
            games: Vec::new(),
            in_a_row: synonyms::IN_A_ROW.map(str::to_owned).to_vec(),
            requests: HashMap::new(),
            name_words_max: 0,
        };
        let localizers = Language::ALL.map(|language| locales.localizer(language));
        // Connect Four is called by the length of its rows, too, which goes with the size of any board.
        localizers.iter().for_each(|localizer| vocabulary.add_lengths(*localizer));
        vocabulary.add_synonyms();
        for localizer in localizers {
            vocabulary.add_games(localizer);
            vocabulary.add_choices(localizer);
            vocabulary.add_requests(localizer);
        }
        for (request, words) in synonyms::REQUESTS {
            words.iter().for_each(|word| vocabulary.add_request(word, *request));
        }
        let names = vocabulary.names.keys().chain(vocabulary.requests.keys());
        vocabulary.name_words_max = names.map(|name| name.split('-').count()).max().unwrap_or(1);
        vocabulary
    }

    /// Adds a name. The first meaning of a name counts.
    fn add(&mut self, name: &str, meaning: Meaning) {
        self.names.entry(name.to_owned()).or_insert(meaning);
    }

    fn add_request(&mut self, name: &str, request: Request) {
        self.requests.entry(name.to_owned()).or_insert(request);
    }

    fn add_synonyms(&mut self) {
        for (side, words) in synonyms::SIDES {
            words.iter().for_each(|word| self.add(word, Meaning::Side(side)));
        }
        for (time, words) in synonyms::TIMES {
            words.iter().for_each(|word| self.add(word, Meaning::Time(time)));
            self.add(time.name(), Meaning::Time(time));
        }
        for (level, words) in synonyms::LEVELS {
            words.iter().for_each(|word| self.add(word, Meaning::Level(level)));
            self.add(level.name(), Meaning::Level(level));
        }
        for (language, words) in Language::ALL.into_iter().zip(synonyms::LANGUAGES) {
            words.iter().for_each(|word| self.add(word, Meaning::Language(language)));
            self.add(&joined(language.own_name()), Meaning::Language(language));
            self.add(language.code(), Meaning::Language(language));
        }
        for theme in Theme::ALL {
            self.add(theme.name(), Meaning::Theme(theme));
        }
        for words in Family::ALL.iter().flat_map(|family| family.words()) {
            let meaning = Meaning::Game(words.spec, words.side);
            words.words.iter().for_each(|word| self.add(&joined(word), meaning));
        }
        for (name, forms) in synonyms::FORMS {
            let meaning = self.names[name];
            forms.iter().for_each(|form| self.add(form, meaning));
        }
    }

    fn add_games(&mut self, localizer: Localizer<'_>) {
        for spec in GameSpec::offered() {
            let title = joined(&titles::title(spec, localizer));
            let short = joined(&titles::short(spec, localizer));
            // A size alone may mean another board; see `GameSpec::from_alias`.
            for name in [Some(title), Some(short).filter(|short| !is_size(short))] {
                let Some(name) = name else { continue };
                self.add(&name, Meaning::Game(spec, None));
                self.games.push((name, spec));
            }
        }
        let title = joined(&localizer.say(Phrase::TitleMnk { columns: 5, rows: 7, k: 4 }));
        self.in_a_row.extend(title.strip_prefix("5x7-4").map(str::to_owned));
    }

    fn add_lengths(&mut self, localizer: Localizer<'_>) {
        for (k, phrase) in [(3, Phrase::HowThree), (4, Phrase::HowFour), (5, Phrase::HowFive)] {
            self.add(&joined(&localizer.say(phrase)), Meaning::InARow(k));
        }
    }

    fn add_choices(&mut self, localizer: Localizer<'_>) {
        for level in Level::ALL {
            for spec in GameSpec::offered_first() {
                let name = joined(&titles::level(spec, level, localizer));
                self.add(&name, Meaning::Level(level));
            }
        }
        for (phrase, time) in opponents::CLOCKS {
            self.add(&joined(&localizer.say(phrase)), Meaning::Time(time));
        }
        for theme in Theme::ALL {
            let name = joined(&localizer.say(pages::theme(theme)));
            self.add(&name, Meaning::Theme(theme));
        }
        for (phrase, meaning) in [
            (Phrase::SeekingAnyGame, Meaning::AnyGame),
            (Phrase::SeekingAnySide, Meaning::AnySide),
            (Phrase::SeekingFirst, Meaning::Side(Side::First)),
            (Phrase::SeekingSecond, Meaning::Side(Side::Second)),
        ] {
            self.add(&joined(&localizer.say(phrase)), meaning);
        }
    }

    fn add_requests(&mut self, localizer: Localizer<'_>) {
        for request in Request::ALL {
            self.add_request(request.name(), request);
            let label = joined(&localizer.say(menus::label(request)));
            self.add_request(&label, request);
        }
        for (name, description) in command::menu().into_iter().chain([command::WEB]) {
            if let Some(request) = Request::from_name(name) {
                let description = joined(&localizer.say(description));
                self.add_request(&description, request);
            }
        }
    }

    /// Reads the game the words ask for, or returns why the first unrecognized word is not understood.
    pub fn read(&self, argument: &str) -> Result<Wanted, NotUnderstood> {
        self.read_for(argument, Takes::NewGame).map(|said| said.wanted)
    }

    /// Reads the words after a command that takes these arguments, or returns why the first unrecognized word
    /// is not understood.
    pub fn read_for(&self, argument: &str, takes: Takes) -> Result<Understood, NotUnderstood> {
        let words = words_of(argument);
        let mut words: &[String] = &words;
        let mut reader = Reader::default();
        while let Some(first) = words.first() {
            let word = || first.chars().take(QUOTED_CHARS_MAX).collect();
            // "Tic-tac-toe 3x3" is one name, though "tic-tac-toe" is one as well.
            let Some((length, meaning)) = self.longest(words, |name| self.meaning(name)) else {
                if !synonyms::FILLERS.contains(&first.as_str()) {
                    return Err(self.unclear(words, takes));
                }
                reader.pass(first);
                words = &words[1..];
                continue;
            };
            let meaning = reader.meaning_here(&words[..length], meaning, takes);
            if !takes.is_taken(meaning) {
                let word = words[..length].join(" ").chars().take(QUOTED_CHARS_MAX).collect();
                return Err(NotUnderstood::NotTaken { word, takes });
            }
            if !reader.take(meaning) {
                return Err(NotUnderstood::Contradiction { word: word() });
            }
            words = &words[length..];
        }
        reader.said()
    }

    /// The command a text begins with, by its name, its button or a synonym, and the words after it.
    pub fn request(&self, text: &str) -> Option<(Request, String)> {
        let words = words_of(text);
        let (length, request) = self.longest(&words, |name| self.requests.get(name).copied())?;
        Some((request, words[length..].join(" ")))
    }

    /// The command whose name is most like an unknown word.
    pub fn request_like(&self, word: &str) -> Option<Request> {
        let requests = |word: &str| self.requests.get(word).copied();
        let name = joined(word);
        let typed_else = || on_other_keyboards(word).find_map(|word| requests(&joined(&word)));
        let names = || Request::ALL.iter().map(|request| request.name());
        let near = || nearest(&name, names().chain(self.requests.keys().map(String::as_str)));
        // In a word of three letters only an exchange of two counts as a slip.
        let exchanged = || names().find(|known| known.len() == 3 && is_exchange(&name, known));
        requests(&name).or_else(typed_else).or_else(|| requests(near().or_else(exchanged)?))
    }

    /// The longest name at the beginning of the words that has a meaning: its number of words, and the
    /// meaning.
    fn longest<T>(
        &self,
        words: &[String],
        meaning: impl Fn(&str) -> Option<T>,
    ) -> Option<(usize, T)> {
        let lengths = (1..=words.len().min(self.name_words_max)).rev();
        let mut meanings = lengths.filter_map(|length| {
            meaning(&words[..length].join("-")).map(|meaning| (length, meaning))
        });
        meanings.next()
    }

    /// Finds the games with a name that has a word beginning like the text. Levels are ignored.
    pub(crate) fn find(&self, typed: &str) -> Found {
        let (mut side, mut left) = (None, Vec::new());
        for word in words_of(typed) {
            match self.meaning(&word) {
                Some(Meaning::Game(..) | Meaning::InARow(_)) | None => left.push(word),
                Some(Meaning::Side(said)) => side = Some(said),
                Some(_) => {}
            }
        }
        let name = left.join("-");
        if name.is_empty() {
            return Found { games: Vec::new(), side };
        }
        let meant = self.read(&name.replace('-', " ")).or_else(|_| self.read(&name));
        let meant = meant.unwrap_or_default();
        let side = side.or(meant.side);
        let named = self.games.iter().filter(|(known, _)| has_word_like(known, &name));
        let words = Family::ALL.iter().flat_map(|family| family.words());
        let called = words.filter(|words| words.words.iter().any(|word| word.starts_with(&name)));
        let found: Vec<GameSpec> =
            named.map(|(_, spec)| *spec).chain(called.map(|words| words.spec)).collect();
        let mut games: Vec<GameSpec> = meant.spec.into_iter().collect();
        let others = GameSpec::offered().into_iter().filter(|spec| found.contains(spec));
        let others: Vec<GameSpec> = others.filter(|spec| !games.contains(spec)).collect();
        games.extend(others);
        Found { games, side }
    }

    fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some(meaning) = self.names.get(name) {
            return Some(*meaning);
        }
        let numbers = self.in_a_row.iter().find_map(|tail| name.strip_suffix(tail.as_str()));
        if let Some(k) = numbers.and_then(number_called) {
            return Some(Meaning::InARow(k));
        }
        let name = numbers.map_or(name.to_owned(), |numbers| numbers.replace('-', "x"));
        let name = size_in_words(&name).unwrap_or(name);
        let (spec, side) = GameSpec::from_alias(&name)?;
        Some(Meaning::Game(spec, side))
    }

    /// Reason why the first of these words is not understood: it may be an unsupported board, rules with
    /// invalid numbers, or mistyped.
    fn unclear(&self, words: &[String], takes: Takes) -> NotUnderstood {
        let word = &words[0];
        let quoted = || word.chars().take(QUOTED_CHARS_MAX).collect();
        if let Some(StrategicRulesError::Numbers(error)) = names::fault_of(word) {
            return NotUnderstood::Numbers { word: quoted(), error };
        }
        if let Some(error) = fault_of_size(word) {
            return error;
        }
        let second = words.get(1).map_or("", String::as_str);
        if is_clock(word, second) {
            let word = if is_clock(word, "") { quoted() } else { format!("{word} {second}") };
            return NotUnderstood::Clock { word };
        }
        match self.meant(words, takes) {
            Some((meant, meaning)) => {
                let game = match meaning {
                    Meaning::Game(spec, _) => Some(spec),
                    _ => None,
                };
                NotUnderstood::Mistyped { word: quoted(), meant: meant.replace('-', " "), game }
            }
            None => NotUnderstood::Word(quoted()),
        }
    }

    /// The name that was probably meant by the first of these words, and its meaning.
    fn meant(&self, words: &[String], takes: Takes) -> Option<(String, Meaning)> {
        let is_taken = |meaning: &Meaning| takes.is_taken(*meaning);
        let lengths = || 1..=words.len().min(GUESSED_WORDS_MAX);
        let known = || self.names.iter().filter(|(_, meaning)| is_taken(meaning));
        for name in lengths().rev().map(|length| words[..length].join("-")) {
            let typed_else = on_other_keyboards(&name).find_map(|name| {
                let meaning = self.meaning(&name).filter(is_taken)?;
                Some((name, meaning))
            });
            if typed_else.is_some() {
                return typed_else;
            }
        }
        let near = |length| {
            // Sorted, so that the result is always the same.
            let mut names: Vec<&str> = known().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            nearest(&words[..length].join("-"), names.into_iter()).map(str::to_owned)
        };
        let name = lengths().rev().find_map(near)?;
        let meaning = *self.names.get(&name)?;
        Some((name, meaning))
    }
}

/// Returns whether a word of a name begins with this text.
fn has_word_like(name: &str, beginning: &str) -> bool {
    let is_word = |(at, _)| !name[..at].ends_with(char::is_alphanumeric);
    name.match_indices(beginning).any(is_word)
}

/// Returns whether a name consists only of columns and rows.
fn is_size(name: &str) -> bool {
    name.split('x').all(|number| number.parse::<u16>().is_ok())
}
