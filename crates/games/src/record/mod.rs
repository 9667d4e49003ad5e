//! A game in text, for people to keep, to pass on and to paste back.
//!
//! ```text
//! zerosum record 1 4x4x3
//! 1. b2 a1
//! 2. c2 a2
//! 3. d2
//! 1-0
//! ```
//!
//! The head names the version of the format and the game with its parameters. The moves of both sides
//! follow in the notation of the game, then how it ended: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is
//! still being played. A side that has not lost by the moves and loses by the result has given up, and a
//! draw to which the moves have not led was agreed.
//!
//! [`Record::encode`] writes a record in this one form. [`Record::decode`] also accepts common
//! variations: line breaks and spaces do not count, nor do commas, colons, semicolons, quotes,
//! brackets, the signs that set code apart in chats, lines before it, comments and annotations of
//! moves; results may have any dash and half a point in any form; letters may be capital, of full
//! width or of another alphabet; moves may stand in one word; the game may have any of its common
//! names; and numbers may be missing. A number that is there has to be right, of a pair of moves or
//! of a single one, so that a piece that is missing in the middle is found. A record without its
//! end has no result.
//!
//! It reads records of other programs as well (see [`foreign`]), and moves alone if they fit one game only.
//!
//! Moves of strategic tic-tac-toe are three numbers of one digit, which may stand apart or together:
//! `5 4 1` or `541`. So a number of a move needs its dot or bracket there. Of the tactical rule set,
//! where a move leads to the cell of its last two numbers, there is a second form
//! ([`Record::encode_continuous`]), named by a word after the name. A move in it begins with the last
//! two numbers of the move before, which are not written twice; a bar stands before a move in full,
//! where the player was sent to more than one tactical cell.
//!
//! ```text
//! zerosum record 1 strategic continuous
//! 5 4 1 2 3 | 7 3 2 5
//! *
//! ```
//!
//! ```
//! use zerosum_games::record::Record;
//!
//! let record = Record::decode("ZEROSUM record 1 3X3: B2, a1, c1, a3, a2, c2, b1 b3 c3 1/2-1/2")?;
//! assert!(record.encode().starts_with("zerosum record 1 3x3\n1. b2 a1\n2. c1 a3\n"));
//! let error = Record::decode("zerosum record 1 3x3 b2 b2 *").expect_err("no cell is taken twice");
//! assert_eq!(error.to_string(), "move 1, O: b2 is taken");
//! # Ok::<(), zerosum_games::record::RecordError>(())
//! ```

mod bare;
mod continuous;
pub mod foreign;
mod link;
mod pasted;
mod reading;

use std::fmt::{self, Write};

use thiserror::Error;

use crate::any::{AnyGame, GameSpec};
use crate::diagram::letter;
use crate::family::Family;
use crate::notation::MoveTextError;
use crate::record::foreign::{ForeignFault, Format};
use crate::record::pasted::Found;
use crate::side::Side;
use crate::strategic::illegality::Illegality;
use crate::strategic::names::StrategicRulesError;
use crate::{Game, IllegalMove, MoveCode, Outcome};

/// Maximum size of a record in bytes. The longest games fill a fraction of it.
pub const RECORD_BYTES_MAX: usize = 64 << 10;

/// The words that every record begins with, before its version.
const HEAD: [&str; 2] = ["zerosum", "record"];

const VERSION: &str = "1";

/// The result of a game that is still in play.
const IN_PLAY: &str = "*";

/// A game so far, checked move by move.
///
/// Invariant: `position` is what `moves` make of the start of `spec`, and no game is settled that the
/// moves have decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    spec: GameSpec,
    moves: Vec<MoveCode>,
    position: AnyGame,
    /// The result if the game ended before the moves decided it: a side gave up, or both agreed to
    /// a draw.
    settled: Option<Outcome>,
}

/// Error returned when a text is not a record.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecordError {
    #[error("a record has {RECORD_BYTES_MAX} bytes at most")]
    TooLong,
    #[error("a record begins with '{} {} {VERSION}' and the name of its game", HEAD[0], HEAD[1])]
    Head,
    #[error("records of version {VERSION} are read here, found {found:?}")]
    Version { found: String },
    #[error("there is no game {found:?}{}", behind(.fault.as_ref()))]
    Game { found: String, fault: Option<StrategicRulesError> },
    #[error("{place}: {fault}")]
    Move { place: MovePlace, fault: MoveFault },
    #[error("{place}: here a record has the number {expected}, or none, found {found:?}")]
    Number { place: MovePlace, expected: usize, found: String },
    #[error("{place}: the record ends without a result, 1-0, 0-1, 1/2-1/2 or {IN_PLAY}")]
    Cut { place: MovePlace },
    #[error("the result is {found}, and the moves lead to {expected}")]
    Result { expected: &'static str, found: &'static str },
    #[error("nothing follows the result, found {found:?}")]
    Behind { found: String },
    #[error("this is a record of another program, {}: {fault}", .format.name())]
    Foreign { format: Format, fault: ForeignFault },
    /// Moves alone, up to some number of them, and one of the games that they fit.
    #[error("the moves fit several games, {} among them", .spec.name())]
    Several { spec: GameSpec, moves: Vec<String>, is_all: bool },
    #[error("there is no board of this size")]
    Size,
}

/// The error in the parameters of a game, to be appended to its name.
fn behind(fault: Option<&StrategicRulesError>) -> String {
    fault.map_or_else(String::new, |fault| format!(": {fault}"))
}

/// A move by its number in the record: the one a side made, is to make, or would have been to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePlace {
    pub spec: GameSpec,
    /// Counted from 1; both sides' moves of a number make a pair.
    pub number: usize,
    pub side: Side,
}

/// The fault of a move.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MoveFault {
    #[error(transparent)]
    Text(MoveTextError),
    #[error("{text} {}", why_illegal(position, *code))]
    Illegal { position: Box<AnyGame>, code: MoveCode, text: String },
    #[error("the game was over before {found:?}")]
    Over { found: String },
}

impl Record {
    /// A record of a game in which no move has been made.
    pub fn new(spec: GameSpec) -> Record {
        Record { spec, moves: Vec::new(), position: spec.start(), settled: None }
    }

    /// Appends a move.
    pub fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        if self.settled.is_some() {
            return Err(IllegalMove(code));
        }
        self.position.play(code)?;
        self.moves.push(code);
        Ok(())
    }

    /// A side loses the game that is still being played. A game that is over stays as it is.
    pub fn give_up(&mut self, side: Side) {
        self.settle(Outcome::Win(!side));
    }

    /// The game that is still being played is a draw, because both sides want it to be. A game that is over
    /// stays as it is.
    pub fn agree_to_draw(&mut self) {
        self.settle(Outcome::Draw);
    }

    fn settle(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.settled = Some(outcome);
        }
    }

    pub fn spec(&self) -> GameSpec {
        self.spec
    }

    pub fn moves(&self) -> &[MoveCode] {
        &self.moves
    }

    /// The position after the last move.
    pub fn position(&self) -> &AnyGame {
        &self.position
    }

    /// The outcome of the game: by its rules, because a side has given up, or by agreement.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or(self.settled)
    }

    /// The result at the end of the record, also for a game in play.
    pub fn result(&self) -> &'static str {
        result_text(self.outcome())
    }

    /// Returns whether a text is meant to be a record, right or wrong.
    pub fn is_meant(text: &str) -> bool {
        pasted::find(text).is_some()
    }

    /// Reads a record. One that is wrong anywhere is refused as a whole.
    pub fn decode(text: &str) -> Result<Record, RecordError> {
        reading::check_length(text)?;
        match pasted::find(text) {
            Some(Found::Program(format, text)) => foreign::read(format, text),
            Some(Found::Own(text)) => reading::record(&text),
            Some(Found::Moves(text)) => bare::read(&text),
            None => Err(RecordError::Head),
        }
    }

    /// The game of a list of moves, with a result after them or without.
    pub fn of_moves(spec: GameSpec, text: &str) -> Result<Record, RecordError> {
        reading::check_length(text)?;
        reading::moves(spec, &pasted::plain(text))
    }

    /// The record in the form that every reader knows.
    pub fn encode(&self) -> String {
        let mut text = format!("{} {VERSION} {}", HEAD.join(" "), self.spec.name());
        // Moves that have spaces in them stand further apart.
        let between = if self.spec.family() == Family::Strategic { "  " } else { " " };
        let mut position = self.spec.start();
        for (ply, code) in self.moves.iter().enumerate() {
            let written = match ply % 2 {
                0 => write!(text, "\n{}. {}", ply / 2 + 1, position.move_text(*code)),
                _ => write!(text, "{between}{}", position.move_text(*code)),
            };
            written.expect("writing to a string does not fail");
            position.play(*code).expect("the moves of a record are legal");
        }
        text.push('\n');
        text.push_str(self.result());
        text.push('\n');
        text
    }

    /// Encodes the game as one row of numbers, for which moves have to follow from each other as
    /// they do in the tactical rule set of strategic tic-tac-toe; `None` in other games.
    pub fn encode_continuous(&self) -> Option<String> {
        continuous::encode(self)
    }

    /// The record as one word of letters, digits, `-` and `_`, for a link; `None` if that has more than
    /// this many letters.
    ///
    /// ```
    /// use zerosum_games::record::Record;
    ///
    /// let record = Record::decode("zerosum record 1 3x3 b2 b1 a1 c3 a3 c1 a2 1-0")?;
    /// let link = record.encode_link(64).expect("it is short");
    /// assert_eq!(link, "1D3x3cAUQHA");
    /// assert_eq!(Record::decode_link(&link), Some(record));
    /// # Ok::<(), zerosum_games::record::RecordError>(())
    /// ```
    pub fn encode_link(&self, letters_max: usize) -> Option<String> {
        link::encode(self).filter(|link| link.len() <= letters_max)
    }

    /// The game of such a word; `None` of any other text.
    pub fn decode_link(text: &str) -> Option<Record> {
        link::decode(text)
    }
}

impl fmt::Display for MovePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match (self.spec, self.side) {
            (GameSpec::Sheep(_), Side::First) => "the sheep",
            (GameSpec::Sheep(_), Side::Second) => "a wolf",
            (
                GameSpec::TicTacToe
                | GameSpec::Mnk(_)
                | GameSpec::ConnectFour(_)
                | GameSpec::Ultimate(_)
                | GameSpec::Strategic(_),
                side,
            ) => letter(side),
        };
        write!(f, "move {}, {side}", self.number)
    }
}

/// The explanation of an illegal move, to be appended to an error.
fn why_illegal(position: &AnyGame, code: MoveCode) -> String {
    let illegality = match position {
        AnyGame::Strategic(game) => game.illegality(code),
        AnyGame::TicTacToe(_)
        | AnyGame::Mnk(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_)
        | AnyGame::Sheep(_) => position.is_taken(code).then_some(Illegality::Taken),
    };
    match illegality {
        Some(Illegality::Taken) if matches!(position, AnyGame::ConnectFour(_)) => {
            "is full".to_owned()
        }
        Some(Illegality::Taken) => "is taken".to_owned(),
        Some(Illegality::OutsideTarget(cell)) => format!("is not in the target {}", cell.numbers()),
        Some(Illegality::Closed(cell)) => format!("is in {cell}, which is closed"),
        Some(Illegality::SendsBack(cell)) => {
            let (mover, sent) = (letter(position.turn()), letter(!position.turn()));
            format!("sends {sent} back to {cell}, where {mover} moved last")
        }
        None => "is not legal here".to_owned(),
    }
}

/// The result of a game in chess notation.
fn result_text(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => IN_PLAY,
    }
}
