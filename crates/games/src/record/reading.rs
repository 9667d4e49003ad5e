//! Reads a record word by word in a single pass.

use crate::any::GameSpec;
use crate::family::Family;
use crate::notation::MoveTextError;
use crate::record::continuous::{self, BAR};
use crate::record::{
    HEAD, IN_PLAY, MoveFault, MovePlace, RECORD_BYTES_MAX, Record, RecordError, VERSION, bare,
    pasted, result_text,
};
use crate::side::Side;
use crate::strategic::names;
use crate::strategic::place::Place;
use crate::{Game, MoveCode, Outcome, typing};

/// Maximum number of characters of an unknown word that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

/// The words of a text, without what may stand between them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |sign: char| {
        sign.is_whitespace() || matches!(sign, ',' | ';' | ':' | '`' | '\u{feff}' | '\u{200b}')
    };
    text.split(is_between).filter(|word| !word.is_empty())
}

pub(super) fn record(text: &str) -> Result<Record, RecordError> {
    let mut words = words(text);
    for word in HEAD {
        let is_said = words.next().is_some_and(|found| pasted::is_same(found, word));
        is_said.then_some(()).ok_or(RecordError::Head)?;
    }
    let version = words.next().ok_or(RecordError::Head)?;
    if version != VERSION {
        return Err(RecordError::Version { found: quoted(version) });
    }
    let name = words.next().ok_or(RecordError::Head)?;
    let unknown = || RecordError::Game { found: quoted(name), fault: names::fault_of(name) };
    let (spec, _) = GameSpec::from_alias(name).ok_or_else(unknown)?;
    // Titles have the size after the name.
    let mut words = words.peekable();
    words.next_if(|word| GameSpec::from_alias(word).is_some_and(|(same, _)| same == spec));
    let reader = Reader::of(spec, words)?;
    match reader.has_result {
        true => Ok(reader.record),
        false => Err(RecordError::Cut { place: reader.place() }),
    }
}

pub(super) fn moves(spec: GameSpec, text: &str) -> Result<Record, RecordError> {
    Ok(Reader::of(spec, words(text))?.record)
}

pub(super) fn check_length(text: &str) -> Result<(), RecordError> {
    if text.len() > RECORD_BYTES_MAX { Err(RecordError::TooLong) } else { Ok(()) }
}

/// State of reading a record after its head.
struct Reader {
    record: Record,
    has_result: bool,
    /// The last number of a move, and how many moves were before it.
    numbered: Option<(usize, usize)>,
    begun: Begun,
}

impl Reader {
    /// Reads the words that follow the name of the game.
    fn of<'a>(spec: GameSpec, words: impl Iterator<Item = &'a str>) -> Result<Reader, RecordError> {
        let mut words = words.peekable();
        let is_form = |word: &&str| word.eq_ignore_ascii_case(continuous::WORD);
        let is_continuous = continuous::is_of(spec) && words.next_if(is_form).is_some();
        let begun = Begun { is_continuous, ..Begun::default() };
        let mut reader =
            Reader { record: Record::new(spec), has_result: false, numbered: None, begun };
        for word in words {
            reader.read(word)?;
        }
        reader.check_whole()?;
        Ok(reader)
    }

    /// One word: a number, a move, a number with a move right after it, or the result. A word of
    /// digits can be more than a move there, or less.
    fn read(&mut self, word: &str) -> Result<(), RecordError> {
        if self.has_result {
            return Err(RecordError::Behind { found: quoted(word) });
        }
        // A dash between moves.
        if word.chars().all(|sign| sign == '-') {
            return Ok(());
        }
        if let Some(outcome) = result(word) {
            self.check_whole()?;
            return self.end(outcome);
        }
        let is_of_digits = self.digits_of_move() > 0;
        let (digits, rest) = split_number(word);
        let is_marked = digits.len() + rest.len() < word.len();
        if is_of_digits && !is_marked {
            return self.read_digits(word);
        }
        if !digits.is_empty() {
            self.check_whole()?;
            self.check_number(digits)?;
        }
        match rest {
            "" => Ok(()),
            rest if is_of_digits => self.read_digits(rest),
            rest => self.play_word(rest),
        }
    }

    /// Number of digits that make a move; 0 in games whose moves begin with a letter.
    fn digits_of_move(&self) -> usize {
        match self.record.spec().family() {
            Family::Strategic => STRATEGIC_DIGITS,
            Family::ConnectFour => 1,
            Family::TicTacToe | Family::Mnk | Family::Ultimate | Family::Sheep => 0,
        }
    }

    fn read_digits(&mut self, word: &str) -> Result<(), RecordError> {
        let is_bar = |sign: char| self.begun.is_continuous && sign == BAR;
        if !word.chars().all(|sign| sign.is_ascii_digit() || sign == '-' || is_bar(sign)) {
            return match self.record.spec().family() {
                Family::Strategic => Err(self.no_move(word)),
                _ => self.play_word(word),
            };
        }
        for sign in word.chars().filter(|sign| *sign != '-') {
            if sign == BAR {
                self.check_whole()?;
                self.begun.announce_in_full();
                continue;
            }
            self.begun.digits.push(sign);
            if self.begun.digits.len() == self.digits_of_move() {
                self.play(&self.begun.text())?;
                self.begun.end();
            }
        }
        Ok(())
    }

    /// Checks that no move in digits is incomplete.
    fn check_whole(&self) -> Result<(), RecordError> {
        if self.begun.is_nothing() { Ok(()) } else { Err(self.no_move(&self.begun.text())) }
    }

    fn no_move(&self, word: &str) -> RecordError {
        let fault = MoveFault::Text(MoveTextError::form(Place::EXAMPLE, word));
        RecordError::Move { place: self.place(), fault }
    }

    /// A word of one move, or of several.
    fn play_word(&mut self, word: &str) -> Result<(), RecordError> {
        let is_one = self.read_move(word).is_ok();
        let several = || bare::moves_of_word(word, self.record.spec());
        match (!is_one).then(several).flatten() {
            Some(moves) => moves.iter().try_for_each(|word| self.play(word)),
            None => self.play(word),
        }
    }

    fn read_move(&self, word: &str) -> Result<MoveCode, MoveTextError> {
        let position = self.record.position();
        let read = position.read_move(&word.to_lowercase());
        // Typed by hand, letters may be of another alphabet.
        let read = match (read, typing::move_typed(word)) {
            (Err(MoveTextError::Form { .. }), Some(typed)) => position.read_move(&typed),
            (read, _) => read,
        };
        read.map_err(|error| match error {
            MoveTextError::Form { example, .. } => MoveTextError::form(example, word),
            error => error,
        })
    }

    fn play(&mut self, word: &str) -> Result<(), RecordError> {
        let place = self.place();
        let wrong = |fault| RecordError::Move { place, fault };
        if self.record.outcome().is_some() {
            return Err(wrong(MoveFault::Over { found: quoted(word) }));
        }
        let code = self.read_move(word).map_err(|error| wrong(MoveFault::Text(error)))?;
        if self.record.play(code).is_err() {
            let position = Box::new(self.record.position().clone());
            let text = position.move_text(code);
            return Err(wrong(MoveFault::Illegal { position, code, text }));
        }
        Ok(())
    }

    /// Pairs of moves have numbers, or the moves themselves. Those follow each other, so that a number
    /// which skips something is wrong either way.
    fn check_number(&mut self, digits: &str) -> Result<(), RecordError> {
        let plies = self.record.moves().len();
        let expected = plies / 2 + 1;
        let number: Option<usize> = digits.parse().ok();
        let counts_moves =
            number == Some(plies + 1) && (plies == 0 || self.numbered == Some((plies, plies - 1)));
        if number != Some(expected) && !counts_moves {
            let (place, found) = (self.place(), quoted(digits));
            return Err(RecordError::Number { place, expected, found });
        }
        self.numbered = number.map(|number| (number, plies));
        Ok(())
    }

    /// Records how the game has ended, if it can have ended so.
    fn end(&mut self, outcome: Option<Outcome>) -> Result<(), RecordError> {
        match (self.record.outcome(), outcome) {
            (None, Some(Outcome::Win(side))) => self.record.give_up(!side),
            (None, Some(Outcome::Draw)) => self.record.agree_to_draw(),
            (played, said) if played == said => {}
            (played, said) => {
                let (expected, found) = (result_text(played), result_text(said));
                return Err(RecordError::Result { expected, found });
            }
        }
        self.has_result = true;
        Ok(())
    }

    /// The place of the next move.
    fn place(&self) -> MovePlace {
        let Record { spec, moves, position, .. } = &self.record;
        MovePlace { spec: *spec, number: moves.len() / 2 + 1, side: position.turn() }
    }
}

/// Digits of a move of strategic tic-tac-toe.
const STRATEGIC_DIGITS: usize = 3;

/// A move in digits that is not complete yet.
#[derive(Default)]
struct Begun {
    is_continuous: bool,
    digits: String,
    /// Number of the digits that also belong to the previous move.
    shared: usize,
    /// True if there was a bar before it.
    is_in_full: bool,
}

impl Begun {
    fn is_nothing(&self) -> bool {
        self.digits.len() == self.shared && !self.is_in_full
    }

    /// Begins a move in full.
    fn announce_in_full(&mut self) {
        self.digits.clear();
        self.shared = 0;
        self.is_in_full = true;
    }

    /// The move has got its last digit. In a continuous record the next one begins within it.
    fn end(&mut self) {
        if self.is_continuous {
            self.digits.remove(0);
        } else {
            self.digits.clear();
        }
        self.shared = self.digits.len();
        self.is_in_full = false;
    }

    /// The digits as moves are written, or the bar if there are none.
    fn text(&self) -> String {
        if self.digits.is_empty() {
            return BAR.to_string();
        }
        let digits: Vec<String> = self.digits.chars().map(String::from).collect();
        digits.join(" ")
    }
}

/// The result that a word stands for; `None` if it stands for none.
pub(super) fn result(word: &str) -> Option<Option<Outcome>> {
    Some(match word {
        IN_PLAY => None,
        "1-0" => Some(Outcome::Win(Side::First)),
        "0-1" => Some(Outcome::Win(Side::Second)),
        "1/2-1/2" | "½-½" => Some(Outcome::Draw),
        _ => return None,
    })
}

/// Splits a word into the digits at its beginning, which may be empty, and the rest after the dots
/// or the bracket that follow them.
fn split_number(word: &str) -> (&str, &str) {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let digits = &word[..word.len() - rest.len()];
    (digits, rest.trim_start_matches(['.', '…', ')', ']']))
}

fn quoted(word: &str) -> String {
    word.chars().take(QUOTED_CHARS_MAX).collect()
}
