//! The commands, their spelling and their order in the menu.

use zerosum_picture::theme::Theme;

use crate::locales::phrase::Phrase;
use crate::render::tap::Request;
use crate::session::UserId;
use crate::session::board::MessageId;

/// What a person can ask for with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A beginning, with what the link has carried by which somebody has come, so much of it as counts.
    Start(String),
    /// A new game, and what is said about it, so much of it as counts.
    New(String),
    /// The same in answer to somebody's message: a game against them, or nobody if a person has not written it.
    Challenge {
        words: String,
        whom: Option<AnsweredPerson>,
    },
    /// An invitation of a friend, and what is said about the game, so much of it as counts.
    Invite(String),
    /// An opponent, and what is said about the game, so much of it as counts.
    Opponent(String),
    /// The games there are.
    Games,
    /// The games the person has open here.
    MyGames,
    /// The levels of the game the person plays.
    Level,
    /// How to play the game the person plays.
    Rules,
    Board,
    Resign,
    /// The moves of a game.
    Record {
        form: RecordForm,
        /// The board it is asked about, if it is an answer to a message of the bot.
        answers: Option<Answered>,
    },
    /// A game to play on paper.
    Sheet {
        /// What is said about it, so much of it as counts.
        words: String,
        /// As for a record.
        answers: Option<Answered>,
    },
    /// A puzzle, and what is said about it, so much of it as counts.
    Puzzle(String),
    /// The courses, or the one on a game that is named.
    Learn(String),
    /// How the games of the person have gone.
    Me,
    /// Who plays best against people, of those who want to be listed.
    Top,
    Help,
    Language,
    /// How boards look, and how they are to, if that is said.
    Theme(Option<Theme>),
    /// What was chosen for the group, and what can be.
    Group,
    /// Somebody is not to be played with; nobody if no message of a person is answered.
    Block(Option<AnsweredPerson>),
    /// Whom the person has blocked.
    Blocked,
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

/// How the moves of a game are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordForm {
    Text,
    File,
    /// As one row of numbers, in a game that has that.
    Continuous,
}

/// A message of the bot that somebody answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub message: MessageId,
    /// The data of all its buttons, as Telegram tells of them.
    pub buttons: Vec<String>,
}

/// The person whose message somebody answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredPerson {
    pub user: UserId,
    pub first_name: String,
}

/// So much of what stands behind a command is read.
const ARGUMENT_CHARS_MAX: usize = 200;

/// What an owner can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerCommand {
    Stats,
    /// On, off, or just to be told which.
    Maintenance(Option<bool>),
    /// What is to be sent to everybody, if it is said.
    Broadcast(Option<String>),
}

/// The commands of the menu, by how often they are wanted, each with its description.
pub fn menu() -> [(&'static str, Phrase<'static>); 20] {
    [
        ("new", Phrase::CommandNew),
        ("invite", Phrase::CommandInvite),
        ("opponent", Phrase::CommandOpponent),
        ("games", Phrase::CommandGames),
        ("mygames", Phrase::CommandMyGames),
        ("puzzle", Phrase::CommandPuzzle),
        ("learn", Phrase::CommandLearn),
        ("level", Phrase::CommandLevel),
        ("rules", Phrase::CommandRules),
        ("board", Phrase::CommandBoard),
        ("resign", Phrase::CommandResign),
        ("record", Phrase::CommandRecord),
        ("sheet", Phrase::CommandSheet),
        ("me", Phrase::CommandMe),
        ("top", Phrase::CommandTop),
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
        "start" => Command::Start(counting(argument.trim())),
        "new" => Command::New(counting(argument)),
        "invite" => Command::Invite(counting(argument)),
        "opponent" => Command::Opponent(counting(argument)),
        "levels" => Command::Level,
        "record" => Command::Record { form: form_asked(argument), answers: None },
        "sheet" | "sheets" => Command::Sheet { words: counting(argument), answers: None },
        "puzzle" | "puzzles" => Command::Puzzle(counting(argument)),
        "learn" => Command::Learn(counting(argument)),
        "theme" => Command::Theme(Theme::from_name(&argument.trim().to_lowercase())),
        "settings" => Command::Group,
        "block" => Command::Block(None),
        "blocked" => Command::Blocked,
        "stats" => Command::Owner(OwnerCommand::Stats),
        "maintenance" => Command::Owner(OwnerCommand::Maintenance(switch_asked(argument))),
        "broadcast" => Command::Owner(OwnerCommand::Broadcast(announced(argument))),
        word => Request::from_name(word).map_or(Command::Unknown, of_request),
    })
}

/// The command that asks for the same as a button.
pub fn of_request(request: Request) -> Command {
    match request {
        Request::New => Command::New(String::new()),
        Request::Invite => Command::Invite(String::new()),
        Request::Opponent => Command::Opponent(String::new()),
        Request::Games => Command::Games,
        Request::MyGames => Command::MyGames,
        Request::Level => Command::Level,
        Request::Rules => Command::Rules,
        Request::Board => Command::Board,
        Request::Resign => Command::Resign,
        Request::Record => Command::Record { form: RecordForm::Text, answers: None },
        Request::Sheet => Command::Sheet { words: String::new(), answers: None },
        Request::Puzzle => Command::Puzzle(String::new()),
        Request::Learn => Command::Learn(String::new()),
        Request::Me => Command::Me,
        Request::Top => Command::Top,
        Request::Help => Command::Help,
        Request::Language => Command::Language,
        Request::Theme => Command::Theme(None),
        Request::Privacy => Command::Privacy,
        Request::MyData => Command::MyData,
        Request::DeleteMyData => Command::DeleteMyData,
    }
}

/// So much of what is said behind a command as counts.
fn counting(argument: &str) -> String {
    argument.chars().take(ARGUMENT_CHARS_MAX).collect()
}

/// In any of the languages.
fn form_asked(argument: &str) -> RecordForm {
    match argument.trim().to_lowercase().as_str() {
        "file" | "файл" | "файлом" => RecordForm::File,
        "continuous"
        | "непрерывно"
        | "непрерывная"
        | "подряд"
        | "безперервно"
        | "безперервний"
        | "підряд" => RecordForm::Continuous,
        _ => RecordForm::Text,
    }
}

fn announced(argument: &str) -> Option<String> {
    Some(argument.trim()).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn switch_asked(argument: &str) -> Option<bool> {
    match argument.trim().to_ascii_lowercase().as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}
