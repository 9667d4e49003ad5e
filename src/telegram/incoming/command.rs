//! The commands, their spelling and their order in the menu.

use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::Request;
use zerosum_session::UserId;
use zerosum_session::board::MessageId;

/// A command of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `/start`, with the truncated payload of the link that the user has followed.
    Start(String),
    /// A new game, with the truncated words after it.
    New(String),
    /// A new game in answer to a message: a challenge to its author, or `None` if no person has written
    /// it.
    Challenge {
        words: String,
        whom: Option<RepliedPerson>,
    },
    /// An invitation of a friend, with the truncated words about the game.
    Invite(String),
    /// A search for an opponent, with the truncated words about the game.
    Opponent(String),
    /// The list of games, or the one that is named.
    Games(String),
    /// The user's open games in this chat.
    MyGames,
    /// The levels of the named game, or of the one that the user plays.
    Level(String),
    /// The rules of the named game, or of the one that the user plays.
    Rules(String),
    Board {
        /// The message that is replied to, if it concerns the bot.
        replied_to: Option<RepliedTo>,
    },
    Resign {
        /// The message that is replied to, if it concerns the bot.
        replied_to: Option<RepliedTo>,
    },
    /// The moves of a game.
    Record {
        form: RecordForm,
        /// The message that is replied to, if it concerns the bot.
        replied_to: Option<RepliedTo>,
    },
    /// A printed sheet of a game.
    Sheet {
        /// The truncated words after it.
        words: String,
        /// The message that is replied to, if it concerns the bot.
        replied_to: Option<RepliedTo>,
    },
    /// A puzzle, with the truncated words after it.
    Puzzle(String),
    /// The courses, or the one on the named game.
    Learn(String),
    /// The user's results.
    Me,
    /// The ranking of players by games against people, of those who want to be listed.
    Top,
    Help,
    /// The languages, or the named one.
    Language(String),
    /// The themes, or the named one.
    Theme(String),
    /// The settings of the group.
    Group,
    /// Blocks the author of the message that is replied to; `None` if it is of no person.
    Block(Option<RepliedPerson>),
    /// The players that the user has blocked.
    Blocked,
    /// The page in a browser.
    Web,
    /// The privacy policy.
    Privacy,
    /// The user's stored data, as a file.
    MyData,
    DeleteMyData,
    /// A command for the owners of the instance, in private. For other users it is unknown.
    Owner(OwnerCommand),
    /// Words after a command that takes none.
    Wordy {
        /// The command without its slash.
        name: &'static str,
        words: String,
    },
    /// Any other word after a slash.
    Unknown(UnknownCommand),
}

/// An unknown command and the words after it, both truncated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnknownCommand {
    pub word: String,
    pub words: String,
    /// True if it names the bot, as in `/word@bot`.
    pub is_addressed: bool,
    pub replied_to: Option<RepliedTo>,
}

impl Command {
    /// The command in answer to a message, if it is about one.
    #[must_use]
    pub(crate) fn in_reply_to(self, replied_to: Option<RepliedTo>) -> Command {
        match self {
            Command::Board { .. } => Command::Board { replied_to },
            Command::Resign { .. } => Command::Resign { replied_to },
            Command::Record { form, .. } => Command::Record { form, replied_to },
            Command::Sheet { words, .. } => Command::Sheet { words, replied_to },
            Command::Unknown(unknown) => Command::Unknown(UnknownCommand { replied_to, ..unknown }),
            command => command,
        }
    }
}

/// Format of a game's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordForm {
    Text,
    File,
    /// As one row of numbers, in games that support it.
    Continuous,
}

/// The message that is replied to, as far as it concerns the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepliedTo {
    /// A message of the bot in the same chat.
    Board {
        message: MessageId,
        /// Data of all its buttons, as Telegram reports it.
        buttons: Vec<String>,
    },
    /// A message that a user has posted via the bot. Telegram does not report its inline message id.
    Posted { buttons: Vec<String>, links: Vec<String> },
    /// A copy of a message of the bot, or any message in another chat or topic.
    Elsewhere,
}

impl RepliedTo {
    /// Data of all buttons of the message.
    pub(crate) fn buttons(&self) -> &[String] {
        match self {
            RepliedTo::Board { buttons, .. } | RepliedTo::Posted { buttons, .. } => buttons,
            RepliedTo::Elsewhere => &[],
        }
    }
}

/// Author of the message that is replied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepliedPerson {
    pub user: UserId,
    pub first_name: String,
}

/// Maximum characters kept of the words after a command. No word is cut in two, unless it is the only one.
const ARGUMENT_CHARS_MAX: usize = 200;

/// A command of an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerCommand {
    Stats,
    /// Switches maintenance on or off; `None` shows the state.
    Maintenance(Option<bool>),
    /// The text to send to all users, if given.
    Broadcast(Option<String>),
}

/// Commands of the menu, the most used first, each with its description.
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

/// Command of the menu of a bot with a page in a browser.
pub const WEB: (&str, Phrase<'static>) = ("web", Phrase::CommandWeb);

/// Parses the command that a text begins with, if it is meant for the bot of this user name: `/new`,
/// `/New@zerosum_bot o`.
pub fn parse(text: &str, username: &str) -> Option<Command> {
    let text = text.strip_prefix('/')?;
    let (word, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, is_addressed) = match word.split_once('@') {
        Some((word, addressee)) if addressee.eq_ignore_ascii_case(username) => (word, true),
        Some(_) => return None,
        None => (word, false),
    };
    let name = word.to_ascii_lowercase();
    Some(match name.as_str() {
        "start" => Command::Start(counting(argument.trim())),
        "levels" => Command::Level(counting(argument)),
        "sheets" => of_request_in_words(Request::Sheet, argument),
        "puzzles" => of_request_in_words(Request::Puzzle, argument),
        "block" => alone("block", argument, Command::Block(None)),
        "stats" => Command::Owner(OwnerCommand::Stats),
        "maintenance" => Command::Owner(OwnerCommand::Maintenance(switch_asked(argument))),
        "broadcast" => Command::Owner(OwnerCommand::Broadcast(announced(argument))),
        name => match Request::from_name(name) {
            Some(request) => of_request_in_words(request, argument),
            None => {
                let (word, words) = (counting(word), counting(argument));
                Command::Unknown(UnknownCommand { word, words, is_addressed, replied_to: None })
            }
        },
    })
}

/// Returns the command for the request of a button.
pub fn of_request(request: Request) -> Command {
    of_request_in_words(request, "")
}

/// Like [`of_request`], but with the words after the command.
pub(crate) fn of_request_in_words(request: Request, argument: &str) -> Command {
    let words = || counting(argument);
    let alone = |command| alone(request.name(), argument, command);
    match request {
        Request::New => Command::New(words()),
        Request::Invite => Command::Invite(words()),
        Request::Opponent => Command::Opponent(words()),
        Request::Games => Command::Games(words()),
        Request::MyGames => alone(Command::MyGames),
        Request::Level => Command::Level(words()),
        Request::Rules => Command::Rules(words()),
        Request::Board => alone(Command::Board { replied_to: None }),
        Request::Resign => alone(Command::Resign { replied_to: None }),
        Request::Record => match form_asked(argument) {
            Some(form) => Command::Record { form, replied_to: None },
            None => Command::Wordy { name: request.name(), words: words() },
        },
        Request::Sheet => Command::Sheet { words: words(), replied_to: None },
        Request::Puzzle => Command::Puzzle(words()),
        Request::Learn => Command::Learn(words()),
        Request::Me => alone(Command::Me),
        Request::Top => alone(Command::Top),
        // Any words after it are ignored.
        Request::Help => Command::Help,
        // Words after the command itself are those of a link.
        Request::Start => alone(Command::Start(String::new())),
        Request::Settings => alone(Command::Group),
        Request::Web => alone(Command::Web),
        Request::Blocked => alone(Command::Blocked),
        Request::Language => Command::Language(words()),
        Request::Theme => Command::Theme(words()),
        Request::Privacy => alone(Command::Privacy),
        Request::MyData => alone(Command::MyData),
        Request::DeleteMyData => alone(Command::DeleteMyData),
    }
}

/// Returns a command that takes no words, or [`Command::Wordy`] if it is given any.
fn alone(name: &'static str, argument: &str, command: Command) -> Command {
    match argument.trim() {
        "" => command,
        words => Command::Wordy { name, words: counting(words) },
    }
}

/// Truncates the words after a command, between two of them if possible.
fn counting(argument: &str) -> String {
    let Some((end, next)) = argument.char_indices().nth(ARGUMENT_CHARS_MAX) else {
        return argument.to_owned();
    };
    let kept = &argument[..end];
    let last_space = if next.is_whitespace() { None } else { kept.rfind(char::is_whitespace) };
    let whole = last_space.map(|space| &kept[..space]).filter(|words| !words.trim().is_empty());
    whole.unwrap_or(kept).to_owned()
}

/// Parses a format in any of the languages; `None` if the words name none.
fn form_asked(argument: &str) -> Option<RecordForm> {
    Some(match argument.trim().to_lowercase().as_str() {
        "" | "text" | "текст" | "текстом" => RecordForm::Text,
        "file" | "файл" | "файлом" => RecordForm::File,
        "continuous"
        | "непрерывно"
        | "непрерывная"
        | "подряд"
        | "безперервно"
        | "безперервний"
        | "підряд" => RecordForm::Continuous,
        _ => return None,
    })
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
