//! The commands, their spelling and their order in the menu.

use crate::locales::phrase::Phrase;
use crate::telegram::wanted::{self, Wanted};

/// What a person can ask for with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Start,
    /// A new game, as far as the person says which.
    New(Wanted),
    /// The first word behind `/new` that says nothing.
    NewUnclear(String),
    /// The games there are.
    Games,
    /// The levels of the game the person plays.
    Level,
    /// How to play the game the person plays.
    Rules,
    Board,
    Resign,
    Help,
    Language,
    /// How bright pictures of boards are.
    Theme,
    /// What is stored about people.
    Privacy,
    /// What is stored about this person, as a file.
    MyData,
    DeleteMyData,
    /// For the owners of the instance, in private. To everybody else it is unknown.
    Owner(OwnerCommand),
    /// Some other word behind a slash, meant for this bot.
    Unknown,
}

/// What an owner can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerCommand {
    Stats,
    /// On, off, or just to be told which.
    Maintenance(Option<bool>),
    Broadcast,
}

/// The commands of the menu, by how often they are wanted, each with its description.
pub fn menu() -> [(&'static str, Phrase<'static>); 11] {
    [
        ("new", Phrase::CommandNew),
        ("games", Phrase::CommandGames),
        ("level", Phrase::CommandLevel),
        ("rules", Phrase::CommandRules),
        ("board", Phrase::CommandBoard),
        ("resign", Phrase::CommandResign),
        ("help", Phrase::CommandHelp),
        ("language", Phrase::CommandLanguage),
        ("theme", Phrase::CommandTheme),
        ("privacy", Phrase::CommandPrivacy),
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
        "new" => match wanted::read(argument) {
            Ok(wanted) => Command::New(wanted),
            Err(word) => Command::NewUnclear(word),
        },
        "games" => Command::Games,
        "level" | "levels" => Command::Level,
        "rules" => Command::Rules,
        "board" => Command::Board,
        "resign" => Command::Resign,
        "help" => Command::Help,
        "language" => Command::Language,
        "theme" => Command::Theme,
        "privacy" => Command::Privacy,
        "mydata" => Command::MyData,
        "deletemydata" => Command::DeleteMyData,
        "stats" => Command::Owner(OwnerCommand::Stats),
        "maintenance" => Command::Owner(OwnerCommand::Maintenance(switch_asked(argument))),
        "broadcast" => Command::Owner(OwnerCommand::Broadcast),
        _ => Command::Unknown,
    })
}

/// What stands behind the command in a text; `None` if nothing does.
pub fn argument(text: &str) -> Option<&str> {
    let (_, argument) = text.split_once(char::is_whitespace)?;
    Some(argument.trim()).filter(|argument| !argument.is_empty())
}

fn switch_asked(argument: &str) -> Option<bool> {
    match argument.trim().to_ascii_lowercase().as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}
