//! Parser for the lines that a manager sends to an engine. Nothing here answers, waits or remembers.
//!
//! Words may be written in capitals or not. Numbers that are too large are taken as the largest ones, which
//! no board and no limit reaches.

use std::fmt;

use thiserror::Error;

/// Maximum length of a quoted line, in characters.
const QUOTED_CHARS_MAX: usize = 24;

/// Parsed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a board of this size.
    Start {
        columns: u16,
        rows: u16,
    },
    /// A new game on a board of the same size.
    Restart,
    /// The engine makes the first move.
    Begin,
    /// The opponent has moved.
    Turn(Cell),
    /// The engine moves here.
    Play(Cell),
    /// The last move is undone.
    TakeBack(Cell),
    /// A position follows, a line for each stone.
    Board,
    /// The first stones by the rule Swap2 follow, a line for each.
    Swap2Board,
    /// The end of such a list.
    Done,
    /// Line of a position.
    Stone {
        cell: Cell,
        owner: Owner,
    },
    /// Line of an opening.
    Opening(Cell),
    Info(Info),
    About,
    /// The engine answers now; of Yixin's extension, as `YXSTOP`.
    Stop,
    /// Asks for the forbidden moves; of Yixin's extension, as `YXSHOWFORBID`.
    ShowForbidden,
    End,
}

/// A cell by its column and row, from 0; it may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub x: u16,
    pub y: u16,
}

/// Owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Engine,
    Opponent,
    /// Part of a line in a continuous game, or forbidden, or a number that means nothing.
    Other,
}

/// A piece of information from the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds for a move; 0 for as fast as possible.
    TimeoutTurn(i64),
    /// Milliseconds for a game; 0 without a limit.
    TimeoutMatch(i64),
    /// Milliseconds left for the game; they may have run out.
    TimeLeft(i64),
    /// Bytes; 0 without a limit.
    MaxMemory(i64),
    /// Sum of 1 (exactly five), 2 (continuous), 4 (renju) and 8 (caro).
    Rule(i64),
    /// Nodes for a move; 0 without a limit. Of Yixin's extension.
    MaxNode(i64),
    /// Plies that are searched; 0 without a limit. Of Yixin's extension.
    MaxDepth(i64),
    /// Anything else, which is passed over.
    Other,
}

/// Reason why a line cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("there is no command {0:?}")]
    Unknown(String),
    #[error("the form is {form}, found {found:?}")]
    Form { form: &'static str, found: String },
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Parses a line. An empty one is no command.
pub fn read_command(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let of_cell = |form: &'static str, command: fn(Cell) -> Command| {
        read_cell(rest).map(command).ok_or_else(|| form_error(form, line))
    };
    let alone = |form: &'static str, command: Command| {
        if rest.is_empty() { Ok(command) } else { Err(form_error(form, line)) }
    };
    let command = match word.to_ascii_uppercase().as_str() {
        "" => return Ok(None),
        "START" => {
            let size = read_number(rest).ok_or_else(|| form_error("START size", line))?;
            Command::Start { columns: size, rows: size }
        }
        "RECTSTART" => {
            let Cell { x: columns, y: rows } =
                read_cell(rest).ok_or_else(|| form_error("RECTSTART width,height", line))?;
            Command::Start { columns, rows }
        }
        "RESTART" => alone("RESTART", Command::Restart)?,
        "BEGIN" => alone("BEGIN", Command::Begin)?,
        "TURN" => of_cell("TURN x,y", Command::Turn)?,
        "PLAY" => of_cell("PLAY x,y", Command::Play)?,
        "TAKEBACK" => of_cell("TAKEBACK x,y", Command::TakeBack)?,
        "BOARD" => alone("BOARD", Command::Board)?,
        "SWAP2BOARD" => alone("SWAP2BOARD", Command::Swap2Board)?,
        "DONE" => alone("DONE", Command::Done)?,
        "INFO" => Command::Info(read_info(rest)),
        "ABOUT" => alone("ABOUT", Command::About)?,
        "STOP" | "YXSTOP" => alone("YXSTOP", Command::Stop)?,
        "YXSHOWFORBID" => alone("YXSHOWFORBID", Command::ShowForbidden)?,
        "END" => alone("END", Command::End)?,
        _ => read_stone(line).ok_or_else(|| CommandError::Unknown(quoted(line)))?,
    };
    Ok(Some(command))
}

/// Parses a line of a list: two numbers, or three.
fn read_stone(line: &str) -> Option<Command> {
    let Some((cell, owner)) = line.rsplit_once(',').filter(|(cell, _)| cell.contains(',')) else {
        return read_cell(line).map(Command::Opening);
    };
    let owner = match read_number(owner)? {
        1 => Owner::Engine,
        2 => Owner::Opponent,
        _ => Owner::Other,
    };
    Some(Command::Stone { cell: read_cell(cell)?, owner })
}

/// Anything that is not understood is passed over, as the protocol demands.
fn read_info(text: &str) -> Info {
    let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some(value) = read_signed(value.trim()) else { return Info::Other };
    match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Info::TimeoutTurn(value),
        "timeout_match" => Info::TimeoutMatch(value),
        "time_left" => Info::TimeLeft(value),
        "max_memory" => Info::MaxMemory(value),
        "rule" => Info::Rule(value),
        "max_node" => Info::MaxNode(value),
        "max_depth" => Info::MaxDepth(value),
        _ => Info::Other,
    }
}

/// Parses two numbers with a comma between.
pub(crate) fn read_cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(Cell { x: read_number(x.trim())?, y: read_number(y.trim())? })
}

fn read_number(text: &str) -> Option<u16> {
    let number = read_signed(text.trim()).filter(|_| !text.contains('-'))?;
    Some(u16::try_from(number).unwrap_or(u16::MAX))
}

/// Parses a whole number; one that is too large is taken as the largest.
fn read_signed(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let largest = if digits.len() < text.len() { i64::MIN } else { i64::MAX };
    is_number.then(|| text.parse().unwrap_or(largest))
}

fn form_error(form: &'static str, line: &str) -> CommandError {
    CommandError::Form { form, found: quoted(line) }
}

fn quoted(line: &str) -> String {
    line.chars().take(QUOTED_CHARS_MAX).collect()
}
