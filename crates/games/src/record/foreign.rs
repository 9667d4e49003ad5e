//! Records of other programs: Piskvork's files and SGF of gomoku. Each move is checked as it is read, so that
//! what is wrong is reported in the words of the file.

use thiserror::Error;

use crate::any::GameSpec;
use crate::mnk::MnkSpec;
use crate::record::{MoveFault, MovePlace, Record, RecordError};
use crate::side::Side;
use crate::{Game, MoveCode};

/// The first word of Piskvork's files.
const PISKVORK: &str = "piskvorky";

/// The beginning of an SGF file, after white space.
const SGF: [char; 2] = ['(', ';'];

/// The first tags of PGN files, in which chess is written.
const PGN: [&str; 2] = ["[event ", "[site "];

/// The tag of files that begin like those of chess and are of another game, such as draughts.
const OTHER_GAME: &str = "[gametype ";

/// SGF's numbers of games.
const SGF_GOMOKU: u32 = 4;
const SGF_CHESS: u32 = 3;

/// The size of an SGF of gomoku that tells none.
const SGF_SIZE: &str = "15";

const FIVE: u16 = 5;

/// Maximum number of characters of a file that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

/// The format of a record written by another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Piskvork,
    Sgf,
    Pgn,
}

/// Error returned when a record of another program cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ForeignFault {
    /// SGF's number of the game; `None` if the file has none.
    #[error("it is not a gomoku game")]
    OtherGame { number: Option<u32> },
    #[error("it does not tell the size of its board")]
    NoSize,
    #[error("it does not begin with an empty board")]
    SetUp,
    #[error("move {at}, {found}, is not a move of the side to move")]
    Turn { at: usize, found: String },
    #[error("move {at}, {found}, is no cell")]
    Move { at: usize, found: String },
    #[error("move {at}, {found}, is beyond {last}")]
    OffBoard { at: usize, found: String, first: String, last: String },
}

impl Format {
    /// The common name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Piskvork => "Piskvork",
            Format::Sgf => "SGF",
            Format::Pgn => "PGN",
        }
    }

    /// Returns the format of another program whose beginning the text has.
    pub(super) fn of_program(text: &str) -> Option<Format> {
        let begins = text.trim_start();
        let head = begins.split_at_checked(PISKVORK.len());
        let is_piskvork = head.is_some_and(|(word, rest)| {
            word.eq_ignore_ascii_case(PISKVORK)
                && !rest.starts_with(|sign: char| !sign.is_whitespace())
        });
        let mut signs = begins.chars().filter(|sign| !sign.is_whitespace());
        let is_pgn = |tag: &&str| {
            begins.get(..tag.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(tag))
        };
        if is_piskvork {
            Some(Format::Piskvork)
        } else if SGF.iter().all(|sign| signs.next() == Some(*sign)) && has_property(signs) {
            Some(Format::Sgf)
        } else if PGN.iter().any(is_pgn) && !begins.to_ascii_lowercase().contains(OTHER_GAME) {
            Some(Format::Pgn)
        } else {
            None
        }
    }
}

/// Returns whether a property of SGF stands at the beginning: letters, and a value in brackets.
fn has_property(signs: impl Iterator<Item = char>) -> bool {
    let mut signs = signs.skip_while(char::is_ascii_alphabetic).peekable();
    signs.next_if_eq(&'[').is_some()
}

/// The game of a text of this kind.
pub(super) fn read(format: Format, text: &str) -> Result<Record, RecordError> {
    match format {
        Format::Piskvork => piskvork(text),
        Format::Sgf => sgf(text),
        Format::Pgn => Err(fault(format, ForeignFault::OtherGame { number: Some(SGF_CHESS) })),
    }
}

fn fault(format: Format, fault: ForeignFault) -> RecordError {
    RecordError::Foreign { format, fault }
}

/// Reads `Piskvorky 15x15, 11:11, 0`, then a line `x,y,time` for each move; the rest is ignored.
fn piskvork(text: &str) -> Result<Record, RecordError> {
    let no_size = || fault(Format::Piskvork, ForeignFault::NoSize);
    let is_quoting = |sign: char| sign == '>' || sign.is_whitespace();
    let lines = text.lines().map(|line| line.trim_start_matches(is_quoting).trim_end());
    let mut lines = lines.filter(|line| !line.is_empty());
    let head = lines.next().ok_or_else(no_size)?;
    let size = head.split([' ', ',', '\t']).filter(|word| !word.is_empty()).nth(1);
    let (columns, rows) =
        size.and_then(|size| size.split_once(['x', 'X', '×'])).ok_or_else(no_size)?;
    let (columns, rows) = number(columns).zip(number(rows)).ok_or_else(no_size)?;
    let mut translation = Translation::new(Format::Piskvork, Some(columns), Some(rows))?;
    for line in lines {
        let fields = line.split([',', ';', ' ', '\t']);
        let fields: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
        let [column, row, ..] = fields[..] else { break };
        if !column.chars().all(|sign| sign.is_ascii_digit()) {
            break;
        }
        let cell = number(column).zip(number(row));
        let place = |number: u16| number.checked_sub(1);
        translation.play(&format!("{column},{row}"), cell.map(|(x, y)| (place(x), place(y))))?;
    }
    Ok(translation.record)
}

/// The main line of the first game: `(;GM[4]SZ[15];B[hh];W[ii])`.
fn sgf(text: &str) -> Result<Record, RecordError> {
    let properties = properties(text);
    let value = |name: &str| {
        let property = properties.iter().find(|(known, _)| known == name);
        property.map(|(_, value)| value.trim())
    };
    let game: Option<u32> = value("GM").and_then(|number| number.parse().ok());
    if game != Some(SGF_GOMOKU) {
        return Err(fault(Format::Sgf, ForeignFault::OtherGame { number: game }));
    }
    let size = value("SZ").unwrap_or(SGF_SIZE);
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let mut translation =
        Translation::new(Format::Sgf, number(columns.trim()), number(rows.trim()))?;
    for (name, value) in &properties {
        match name.as_str() {
            "AB" | "AW" => return Err(fault(Format::Sgf, ForeignFault::SetUp)),
            "B" | "W" => {
                let found = format!("{name}[{value}]");
                let side = if name == "B" { Side::First } else { Side::Second };
                translation.check_turn(side, &found)?;
                translation.play(&found, cell_of_sgf(value))?;
            }
            _ => {}
        }
    }
    let mut record = translation.record;
    match value("RE").unwrap_or_default() {
        result if result.starts_with("B+") => record.give_up(Side::Second),
        result if result.starts_with("W+") => record.give_up(Side::First),
        "0" | "Draw" | "draw" => record.agree_to_draw(),
        _ => {}
    }
    Ok(record)
}

/// The column and the row of `hh`, or of `h8`.
fn cell_of_sgf(value: &str) -> Option<(Option<u16>, Option<u16>)> {
    let signs: Vec<char> = value.trim().to_ascii_lowercase().chars().collect();
    match signs[..] {
        [column, row] if column.is_ascii_lowercase() && row.is_ascii_lowercase() => {
            Some((place(column), place(row)))
        }
        [column, ref row @ ..] if column.is_ascii_lowercase() && !row.is_empty() => {
            let row: String = row.iter().collect();
            Some((place(column), number(&row)?.checked_sub(1)))
        }
        _ => None,
    }
}

/// A game of five in a row as far as a file was read.
struct Translation {
    format: Format,
    columns: u16,
    rows: u16,
    record: Record,
}

impl Translation {
    fn new(
        format: Format,
        columns: Option<u16>,
        rows: Option<u16>,
    ) -> Result<Translation, RecordError> {
        let (columns, rows) = columns.zip(rows).ok_or(RecordError::Size)?;
        let spec = MnkSpec::new(columns, rows, FIVE).map_err(|_| RecordError::Size)?;
        let record = Record::new(GameSpec::Mnk(spec));
        Ok(Translation { format, columns, rows, record })
    }

    /// The number of the next move, counted by single moves as in these files.
    fn at(&self) -> usize {
        self.record.moves().len() + 1
    }

    fn check_turn(&self, side: Side, found: &str) -> Result<(), RecordError> {
        if self.record.position().turn() == side || self.record.outcome().is_some() {
            return Ok(());
        }
        let turn = ForeignFault::Turn { at: self.at(), found: quoted(found) };
        Err(fault(self.format, turn))
    }

    /// Plays a move of a file: its column and row counted from 0, each `None` if it is beyond every board;
    /// `None` if the text is no cell.
    fn play(
        &mut self,
        found: &str,
        cell: Option<(Option<u16>, Option<u16>)>,
    ) -> Result<(), RecordError> {
        let (at, text) = (self.at(), quoted(found));
        let wrong = |wrong| fault(self.format, wrong);
        let (column, row) =
            cell.ok_or_else(|| wrong(ForeignFault::Move { at, found: text.clone() }))?;
        let (column, row) = (column.filter(|x| *x < self.columns), row.filter(|y| *y < self.rows));
        let Some((column, row)) = column.zip(row) else {
            let (first, last) = self.corners();
            return Err(wrong(ForeignFault::OffBoard { at, found: text, first, last }));
        };
        let code = MoveCode(row * self.columns + column);
        let position = self.record.position().clone();
        let place =
            MovePlace { spec: self.record.spec(), number: at.div_ceil(2), side: position.turn() };
        let move_fault = |fault| Err(RecordError::Move { place, fault });
        if self.record.outcome().is_some() {
            return move_fault(MoveFault::Over { found: text });
        }
        match self.record.play(code) {
            Ok(()) => Ok(()),
            Err(_) => move_fault(MoveFault::Illegal { position: Box::new(position), code, text }),
        }
    }

    /// The first and the last cell as the file writes them.
    fn corners(&self) -> (String, String) {
        let letter = |number: u16| {
            let letter = u8::try_from(number).ok().and_then(|number| b'a'.checked_add(number));
            letter.map_or('z', char::from)
        };
        match self.format {
            Format::Piskvork => ("1,1".to_owned(), format!("{},{}", self.columns, self.rows)),
            Format::Sgf | Format::Pgn => {
                let last = [letter(self.columns - 1), letter(self.rows - 1)];
                ("aa".to_owned(), last.iter().collect())
            }
        }
    }
}

/// The properties of the main line, each with its first value.
fn properties(text: &str) -> Vec<(String, String)> {
    let (mut properties, mut name, mut is_named) = (Vec::new(), String::new(), false);
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            ')' => break,
            '[' => {
                let mut value = String::new();
                while let Some(sign) = signs.next() {
                    match sign {
                        ']' => break,
                        '\\' => value.extend(signs.next()),
                        sign => value.push(sign),
                    }
                }
                if !name.is_empty() {
                    properties.push((std::mem::take(&mut name), value));
                }
                is_named = false;
            }
            sign if sign.is_ascii_uppercase() => {
                if !is_named {
                    name.clear();
                }
                is_named = true;
                name.push(sign);
            }
            sign if sign.is_ascii_lowercase() => {}
            _ => is_named = false,
        }
    }
    properties
}

/// The number of a letter, from 0.
fn place(letter: char) -> Option<u16> {
    u16::try_from(u32::from(letter).checked_sub(u32::from('a'))?).ok()
}

fn number(text: &str) -> Option<u16> {
    text.parse().ok()
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED_CHARS_MAX).collect()
}
