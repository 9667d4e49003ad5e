//! The commands, their spelling and their order in the menu.

use crate::games::side::Side;
use crate::locales::phrase::Phrase;

/// What a person can ask for with a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Start,
    /// A new game in which the person plays this side.
    New(Side),
    Board,
    Resign,
    Help,
    Language,
    /// Some other word behind a slash, meant for this bot.
    Unknown,
}

/// The commands of the menu, by how often they are wanted, each with its description.
pub fn menu() -> [(&'static str, Phrase<'static>); 6] {
    [
        ("new", Phrase::CommandNew),
        ("board", Phrase::CommandBoard),
        ("resign", Phrase::CommandResign),
        ("help", Phrase::CommandHelp),
        ("language", Phrase::CommandLanguage),
        ("start", Phrase::CommandStart),
    ]
}

/// The command a text begins with, if it does and is meant for the bot of this user name:
/// `/new`, `/New@zerosum_bot o`.
pub fn parse(text: &str, username: &str) -> Option<Command> {
    let text = text.strip_prefix('/')?;
    let (word, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let word = match word.split_once('@') {
        Some((word, addressee)) if addressee.eq_ignore_ascii_case(username) => word,
        Some(_) => return None,
        None => word,
    };
    Some(match word.to_ascii_lowercase().as_str() {
        "start" => Command::Start,
        "new" => Command::New(side_asked(argument)),
        "board" => Command::Board,
        "resign" => Command::Resign,
        "help" => Command::Help,
        "language" => Command::Language,
        _ => Command::Unknown,
    })
}

/// The side a person wants behind `/new`: "o" in Latin or Cyrillic, "0" and ⭕ all mean noughts.
fn side_asked(argument: &str) -> Side {
    match argument.trim().to_lowercase().as_str() {
        "o" | "о" | "0" | "⭕" => Side::Second,
        _ => Side::First,
    }
}
