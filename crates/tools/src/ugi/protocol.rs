//! Parser for the commands that a program sends to an engine, line by line. Nothing here answers, waits or
//! remembers.
//! UGI is UCI, the protocol of chess engines, without the chess: `startpos` and `fen` stand for the start and
//! the position notation of the game, players are `p1` and `p2` instead of white and black, and a program
//! that does not know the rules may `query` the side to move and the result of the game.

use std::time::Duration;

use thiserror::Error;
use zerosum_games::side::BySide;

/// Maximum length of a quoted unknown word, in characters.
const QUOTED_CHARS_MAX: usize = 24;

/// Parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Asks for the engine's name and options.
    Ugi,
    /// Asks for an answer once all earlier commands are done.
    IsReady,
    /// Starts a new game: the engine can forget the last one.
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    /// A position that is not written as one.
    UnreadPosition,
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

impl Command {
    /// Returns whether the command changes the subject of a search, and so cannot be obeyed during one.
    pub(crate) fn needs_quiet(&self) -> bool {
        match self {
            Command::NewGame
            | Command::SetOption { .. }
            | Command::Position { .. }
            | Command::UnreadPosition
            | Command::Go(_) => true,
            Command::Ugi | Command::IsReady | Command::Stop | Command::Query(_) | Command::Quit => {
                false
            }
        }
    }
}

/// Start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The usual start.
    Startpos,
    /// At a position as the game writes it.
    Fen(String),
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    IsFirstToMove,
    IsOver,
    Result,
}

/// Limits of a search. All given limits hold at once; without any, it runs until told to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub move_time: Option<Duration>,
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    /// Time left on the clock of each player.
    pub clock: BySide<Option<Duration>>,
    /// Time added for every move of each player.
    pub increment: BySide<Duration>,
    /// Number of moves until more time is added.
    pub moves_to_go: Option<u32>,
}

/// Reason why a line cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("unknown command {0:?}")]
    UnknownCommand(String),
    #[error("{command} takes no {found:?}")]
    Unexpected { command: &'static str, found: String },
    #[error("{word:?} is followed by a number, found {found:?}")]
    NotANumber { word: String, found: String },
    #[error("{0:?} is given twice")]
    Twice(String),
    #[error("setoption is followed by name, a name, value, and a value")]
    SetOptionForm,
    #[error("query is followed by p1turn, gameover or result")]
    QueryForm,
}

/// Parses a line. An empty one is no command.
pub fn read_command(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let rest: Vec<&str> = words.collect();
    let command = match first {
        "ugi" => alone("ugi", &rest, Command::Ugi)?,
        "isready" => alone("isready", &rest, Command::IsReady)?,
        "uginewgame" => alone("uginewgame", &rest, Command::NewGame)?,
        "stop" => alone("stop", &rest, Command::Stop)?,
        "quit" => alone("quit", &rest, Command::Quit)?,
        "setoption" => read_option(&rest)?,
        "position" => read_position(&rest),
        "go" => Command::Go(read_go(&rest)?),
        "query" => read_query(&rest)?,
        _ => return Err(CommandError::UnknownCommand(quoted(first))),
    };
    Ok(Some(command))
}

/// Parses a command without arguments.
fn alone(name: &'static str, rest: &[&str], command: Command) -> Result<Command, CommandError> {
    match rest.first() {
        None => Ok(command),
        Some(found) => Err(CommandError::Unexpected { command: name, found: quoted(found) }),
    }
}

/// Names and values may have several words.
fn read_option(rest: &[&str]) -> Result<Command, CommandError> {
    let value_at = rest.iter().position(|word| *word == "value");
    match (rest.first(), value_at) {
        (Some(&"name"), Some(value_at)) if value_at > 1 && value_at + 1 < rest.len() => {
            let name = rest[1..value_at].join(" ");
            let value = rest[value_at + 1..].join(" ");
            Ok(Command::SetOption { name, value })
        }
        _ => Err(CommandError::SetOptionForm),
    }
}

fn read_position(rest: &[&str]) -> Command {
    let moves_at = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let (start, moves) = rest.split_at(moves_at);
    let start = match start {
        ["startpos"] => Start::Startpos,
        ["fen", position @ ..] if !position.is_empty() => Start::Fen(position.join(" ")),
        _ => return Command::UnreadPosition,
    };
    let moves = moves.iter().skip(1).map(|text| (*text).to_owned()).collect();
    Command::Position { start, moves }
}

fn read_query(rest: &[&str]) -> Result<Command, CommandError> {
    match rest {
        ["p1turn"] => Ok(Command::Query(Query::IsFirstToMove)),
        ["gameover"] => Ok(Command::Query(Query::IsOver)),
        ["result"] => Ok(Command::Query(Query::Result)),
        _ => Err(CommandError::QueryForm),
    }
}

/// `wtime` and its like, which programs made for chess say, mean the same as `p1time`.
fn read_go(rest: &[&str]) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut seen: Vec<&str> = Vec::new();
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        if seen.contains(word) {
            return Err(CommandError::Twice(quoted(word)));
        }
        seen.push(word);
        if *word == "infinite" {
            continue;
        }
        let is_known = matches!(
            *word,
            "movetime"
                | "depth"
                | "nodes"
                | "movestogo"
                | "p1time"
                | "p2time"
                | "p1inc"
                | "p2inc"
                | "wtime"
                | "btime"
                | "winc"
                | "binc"
        );
        if !is_known {
            return Err(CommandError::Unexpected { command: "go", found: quoted(word) });
        }
        let number = read_number(word, words.next())?;
        let time = Duration::from_millis(number);
        match *word {
            "movetime" => go.move_time = Some(time),
            "depth" => go.depth = Some(u16::try_from(number).unwrap_or(u16::MAX)),
            "nodes" => go.nodes = Some(number),
            "movestogo" => go.moves_to_go = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "p1time" | "wtime" => go.clock.first = Some(time),
            "p2time" | "btime" => go.clock.second = Some(time),
            "p1inc" | "winc" => go.increment.first = time,
            _ => go.increment.second = time,
        }
    }
    Ok(go)
}

/// Parses a number; a negative one counts as 0, because clocks that have run out may be sent so.
fn read_number(word: &str, text: Option<&&str>) -> Result<u64, CommandError> {
    let text = text.copied().unwrap_or_default();
    let number: Option<i128> = text.parse().ok();
    number
        .and_then(|number| u64::try_from(number.max(0)).ok())
        .ok_or_else(|| CommandError::NotANumber { word: quoted(word), found: quoted(text) })
}

fn quoted(word: &str) -> String {
    word.chars().take(QUOTED_CHARS_MAX).collect()
}
