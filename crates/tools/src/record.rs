//! `zerosum record`: checks the record of a game, and makes one of a list of moves.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::record::{Record, RecordError};

use crate::engine_match::record::FIRST_HEADER;
use crate::positions::read_game;

/// May stand before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Maximum size of a file in bytes. One record has fewer; a match writes one for each game.
const FILE_BYTES_MAX: usize = 16 << 20;

/// Stands for standard input, as it does for other programs.
const STANDARD_INPUT: &str = "-";

/// Checks the record of a game move by move and prints it as every reader knows it
///
/// A record is what the bot sends for /record: a line with the game, the moves, the result. Numbers,
/// line breaks and commas may be as people write them. Of a file that match has written, each game is
/// printed.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct RecordArguments {
    /// The file with the record; standard input if there is none or it is -
    pub file: Option<PathBuf>,

    /// The text is only the moves, of this game, by any name that the bot knows; a result may follow
    #[arg(long, value_parser = read_game)]
    pub game: Option<GameSpec>,

    /// Print the position after the last move instead
    #[arg(long)]
    pub position: bool,

    /// Print the record as one row of numbers, for the tactical rules of Strategic tic-tac-toe: numbers
    /// shared with the move before are not written twice, and a bar stands before a move in full
    #[arg(long, conflicts_with = "position")]
    pub continuous: bool,
}

/// Reason why no record is printed.
#[derive(Debug, Error)]
pub enum RecordCommandError {
    #[error("cannot read {file}: {reason}")]
    Read { file: String, reason: io::Error },
    #[error("a file of games has {FILE_BYTES_MAX} bytes at most")]
    TooLong,
    #[error("the text is not UTF-8")]
    NotText,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("game {number}: {reason}")]
    Game { number: usize, reason: RecordError },
    #[error("only 'strategic', with the tactical rules, has continuous records, and this is {0}")]
    NotContinuous(String),
    #[error("cannot write the record")]
    Write(#[from] io::Error),
}

/// Reads a record or a list of moves, and writes the requested form. Writes nothing unless the input is valid
/// to its end.
pub fn run(arguments: &RecordArguments, out: &mut impl Write) -> Result<(), RecordCommandError> {
    let text = read_text(arguments.file.as_deref())?;
    let records = match arguments.game {
        Some(spec) => vec![Record::of_moves(spec, &text)?],
        None => read_records(&text)?,
    };
    let forms: Vec<String> =
        records.iter().map(|record| form_of(record, arguments)).collect::<Result<_, _>>()?;
    write!(out, "{}", forms.join("\n"))?;
    Ok(())
}

/// Reads a record, or all games of a match.
fn read_records(text: &str) -> Result<Vec<Record>, RecordCommandError> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let is_first_header =
        |(at, _): &(usize, &str)| text[..*at].is_empty() || text[..*at].ends_with('\n');
    let mut starts: Vec<usize> =
        text.match_indices(FIRST_HEADER).filter(is_first_header).map(|(at, _)| at).collect();
    let is_of_match = starts.first().is_some_and(|first| text[..*first].trim().is_empty());
    if !is_of_match {
        return Ok(vec![Record::decode(text)?]);
    }
    if starts.len() == 1 {
        return Ok(vec![read_match_game(text)?]);
    }
    starts.push(text.len());
    let games = starts.windows(2).map(|ends| &text[ends[0]..ends[1]]);
    let games = games.zip(1..).map(|(game, number)| {
        read_match_game(game).map_err(|reason| RecordCommandError::Game { number, reason })
    });
    games.collect()
}

/// Reads a game below its headers. Files of earlier versions have only the moves there, of the game that is named.
fn read_match_game(text: &str) -> Result<Record, RecordError> {
    let name = text.trim_start().strip_prefix(FIRST_HEADER).and_then(|rest| rest.split_once("\"]"));
    let spec = name.and_then(|(name, _)| GameSpec::from_name(name));
    let is_header = |line: &&str| line.trim().is_empty() || line.starts_with('[');
    let below = text.lines().skip_while(is_header).collect::<Vec<&str>>().join("\n");
    match spec {
        Some(_) if below.starts_with("zerosum ") => Record::decode(&below),
        Some(spec) => Record::decode(&format!("zerosum record 1 {}\n{below}", spec.name())),
        None => Record::decode(text),
    }
}

/// The requested form of a record, with a line feed at its end.
fn form_of(record: &Record, arguments: &RecordArguments) -> Result<String, RecordCommandError> {
    if arguments.position {
        Ok(format!("{}\n", record.position()))
    } else if arguments.continuous {
        let none = || RecordCommandError::NotContinuous(record.spec().name());
        record.encode_continuous().ok_or_else(none)
    } else {
        Ok(record.encode())
    }
}

/// Reads a file, or standard input if the name stands for it or is missing.
pub(crate) fn read_text(file: Option<&Path>) -> Result<String, RecordCommandError> {
    let file = file.filter(|file| *file != Path::new(STANDARD_INPUT));
    let read = match file {
        Some(file) => File::open(file).and_then(read_bounded),
        None => read_bounded(io::stdin().lock()),
    };
    let name = || file.map_or("standard input".to_owned(), |file| file.display().to_string());
    let bytes = read.map_err(|reason| RecordCommandError::Read { file: name(), reason })?;
    if bytes.len() > FILE_BYTES_MAX {
        return Err(RecordCommandError::TooLong);
    }
    String::from_utf8(bytes).map_err(|_| RecordCommandError::NotText)
}

/// Reads the text up to one byte beyond the limit; the rest is not read.
fn read_bounded(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A number of this size fits into 64 bits everywhere.
    input.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
