//! What a button carries: at most 64 bytes of text, versioned, and accepted back only as it was
//! made. Whoever presses may send any bytes; a tap says what is asked for, never that it is
//! allowed.

use thiserror::Error;
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_picture::theme::Theme;
use zerosum_search::level::Level;

use crate::locales::Language;
use crate::render::agreement::Panel;
use crate::render::group_settings::GroupTap;
use crate::render::lessons::tap::LessonTap;
use crate::render::posted::tap::PostedTap;
use crate::render::puzzles::tap::PuzzleTap;
use crate::render::tried::Tried;
use crate::session::agreement::{Greeting, Offer};
use crate::session::choice::{Choice, Next};
use crate::session::{Action, Revision, SessionId, UserId};
use crate::store::broadcast::BroadcastId;

/// Telegram's limit on the data of a button.
pub const TAP_BYTES_MAX: usize = 64;

const VERSION: &str = "1";

/// What a press of a button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tap {
    /// An action in a session, by somebody who saw it at revision `seen`.
    Act { id: SessionId, seen: Revision, action: Action },
    /// Another game after this one, by somebody who saw its end at revision `seen`.
    Again { id: SessionId, seen: Revision, next: Next },
    /// A new game of the person who presses.
    Start(Choice),
    /// A game of this side against whoever comes first.
    Offer { spec: GameSpec, side: Side },
    /// The first tap on a board that somebody has posted, by which its game begins.
    Posted(PostedTap),
    /// A game is to be posted in the chat where the button is. That is no press: whoever taps is offered
    /// the game in their message field.
    Post(GameSpec),
    /// The games to choose from, in the place of the message that is pressed.
    Games { page: GamesPage },
    /// What can be chosen in one game, in the place of the message that is pressed: the usual, or
    /// its variants.
    Card { choice: Choice, has_variants: bool },
    /// The same as a command.
    Ask(Request),
    /// A board comes down to the end of its chat.
    Bring(SessionId),
    /// A game is given up, by somebody who may not see its board.
    GiveUp(SessionId),
    /// A page on which a game is looked through, in a message of its own.
    LookThrough(SessionId),
    /// That page shows the position after so many plies.
    Step { id: SessionId, ply: Ply },
    /// A game that is over is looked back on, in a message of its own.
    Review(SessionId),
    /// That page shows the position after so many plies.
    ReviewStep { id: SessionId, ply: Ply },
    /// A game that is over is shared, in a message of its own.
    Share(SessionId),
    /// Moves are tried on a copy of a board, in a message of its own.
    TryOut(SessionId),
    /// That copy shows the position after so many plies of the game and these moves, and a part of it.
    Try { id: SessionId, ply: Ply, tried: Tried, part: Option<Part> },
    /// Something is done with a puzzle.
    Puzzle(PuzzleTap),
    /// Something is done with a course.
    Lesson(LessonTap),
    /// A game goes on from the position after so many plies.
    PlayOn { id: SessionId, ply: Ply },
    /// Nothing changes but what the buttons of a board offer: the moves in one part of it, or with
    /// one piece; `None` leads back to all parts.
    Focus { id: SessionId, seen: Revision, part: Option<Part> },
    /// Nothing changes but what stands in the place of the buttons of a board: a panel, or `None` for the
    /// board's own.
    Panel { id: SessionId, seen: Revision, panel: Option<Panel> },
    /// A game is given up by the person on this side, who was asked whether they are sure.
    ResignSurely { id: SessionId, seen: Revision, side: Side },
    /// Nothing changes: whoever presses is told how much time is left in a game.
    Clock(SessionId),
    /// From now on, speak this language to the person who presses.
    Speak(Language),
    /// From now on, show boards of the person who presses like this.
    Paint(Theme),
    /// Whether the games of the person who presses are counted.
    Count(Counting),
    /// The other one in a game that is over is blocked.
    Block(SessionId),
    /// Somebody is blocked no more.
    Unblock(UserId),
    /// Something is chosen for the group in which it is pressed.
    Group(GroupTap),
    /// All that is stored about the person who presses is deleted, or, if they are not sure, kept.
    Delete { is_sure: bool },
    /// What becomes of a broadcast.
    Broadcast { id: BroadcastId, order: BroadcastOrder },
}

/// A part of a board: one of the smaller boards it is divided into, or the square of a piece. What
/// the number means is the business of the game's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part(pub u8);

/// How many plies of a game have been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply(pub u16);

/// Which of the games are shown as tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamesPage {
    First,
    More,
}

/// What can be asked for by a button as well as by a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    New,
    Games,
    MyGames,
    Level,
    Rules,
    Board,
    Resign,
    Record,
    Sheet,
    Puzzle,
    Learn,
    Me,
    Help,
    Language,
    Theme,
    Privacy,
    MyData,
    DeleteMyData,
}

impl Request {
    pub const ALL: [Request; 18] = [
        Request::New,
        Request::Games,
        Request::MyGames,
        Request::Level,
        Request::Rules,
        Request::Board,
        Request::Resign,
        Request::Record,
        Request::Sheet,
        Request::Puzzle,
        Request::Learn,
        Request::Me,
        Request::Help,
        Request::Language,
        Request::Theme,
        Request::Privacy,
        Request::MyData,
        Request::DeleteMyData,
    ];

    /// What the command of that name asks for.
    pub fn from_name(name: &str) -> Option<Request> {
        Request::ALL.into_iter().find(|request| request.name() == name)
    }

    /// The command that asks for the same.
    pub fn name(self) -> &'static str {
        match self {
            Request::New => "new",
            Request::Games => "games",
            Request::MyGames => "mygames",
            Request::Level => "level",
            Request::Rules => "rules",
            Request::Board => "board",
            Request::Resign => "resign",
            Request::Record => "record",
            Request::Sheet => "sheet",
            Request::Puzzle => "puzzle",
            Request::Learn => "learn",
            Request::Me => "me",
            Request::Help => "help",
            Request::Language => "language",
            Request::Theme => "theme",
            Request::Privacy => "privacy",
            Request::MyData => "mydata",
            Request::DeleteMyData => "deletemydata",
        }
    }
}

/// What a person wants about the counting of their games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// To be asked whether it is to stop.
    AskToStop,
    /// No game counts from now on, and what was counted is forgotten.
    Stop,
    /// It goes on.
    Keep,
    /// Games count from now on.
    Start,
}

/// What an owner wants with a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BroadcastOrder {
    /// The message that is pressed goes to everybody.
    Send,
    /// It does not.
    Discard,
    /// It goes to nobody else.
    Stop,
}

/// The data is not of a button that this version makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("unknown button")]
pub struct UnknownTap;

/// The button's data. Fields are divided by colons; numbers are hexadecimal to be short.
pub fn encode(tap: Tap) -> String {
    match tap {
        Tap::Act { id: SessionId(id), seen: Revision(seen), action } => {
            format!("{VERSION}:a:{id:x}:{seen:x}:{}", action_name(action))
        }
        Tap::Again { id: SessionId(id), seen: Revision(seen), next } => {
            format!("{VERSION}:a:{id:x}:{seen:x}:{}", next_name(next))
        }
        Tap::Start(choice) => {
            format!("{VERSION}:n:{}", encode_choice(choice))
        }
        Tap::Offer { spec, side } => {
            format!("{VERSION}:w:{}:{}", side_number(side), spec.code())
        }
        Tap::Post(spec) => format!("{VERSION}:h:{}", spec.code()),
        Tap::Posted(posted) => format!("{VERSION}:h:{}", posted.encode()),
        Tap::Games { page: GamesPage::First } => format!("{VERSION}:g:1"),
        Tap::Games { page: GamesPage::More } => format!("{VERSION}:g:2"),
        Tap::Card { choice, has_variants: false } => {
            format!("{VERSION}:c:{}", encode_choice(choice))
        }
        Tap::Card { choice, has_variants: true } => {
            format!("{VERSION}:v:{}", encode_choice(choice))
        }
        Tap::Ask(request) => format!("{VERSION}:q:{}", request.name()),
        Tap::Bring(SessionId(id)) => format!("{VERSION}:o:{id:x}"),
        Tap::GiveUp(SessionId(id)) => format!("{VERSION}:x:{id:x}"),
        Tap::LookThrough(SessionId(id)) => format!("{VERSION}:r:{id:x}"),
        Tap::Step { id: SessionId(id), ply: Ply(ply) } => format!("{VERSION}:r:{id:x}:{ply:x}"),
        Tap::Review(SessionId(id)) => format!("{VERSION}:y:{id:x}"),
        Tap::ReviewStep { id: SessionId(id), ply: Ply(ply) } => {
            format!("{VERSION}:y:{id:x}:{ply:x}")
        }
        Tap::Share(SessionId(id)) => format!("{VERSION}:s:{id:x}"),
        Tap::TryOut(SessionId(id)) => format!("{VERSION}:i:{id:x}"),
        Tap::Try { id: SessionId(id), ply: Ply(ply), tried, part } => {
            format!("{VERSION}:i:{id:x}:{ply:x}:{}:{}", tried.encode(), part_name(part))
        }
        Tap::Puzzle(puzzle) => format!("{VERSION}:z:{}", puzzle.encode()),
        Tap::Lesson(lesson) => format!("{VERSION}:k:{}", lesson.encode()),
        Tap::PlayOn { id: SessionId(id), ply: Ply(ply) } => format!("{VERSION}:p:{id:x}:{ply:x}"),
        Tap::Focus { id: SessionId(id), seen: Revision(seen), part } => {
            format!("{VERSION}:f:{id:x}:{seen:x}:{}", part_name(part))
        }
        Tap::Panel { id: SessionId(id), seen: Revision(seen), panel } => {
            format!("{VERSION}:pa:{id:x}:{seen:x}:{}", panel_name(panel))
        }
        Tap::ResignSurely { id: SessionId(id), seen: Revision(seen), side } => {
            format!("{VERSION}:pa:{id:x}:{seen:x}:x{}", side_number(side))
        }
        Tap::Clock(SessionId(id)) => format!("{VERSION}:ck:{id:x}"),
        Tap::Speak(language) => format!("{VERSION}:l:{}", language.code()),
        Tap::Paint(theme) => format!("{VERSION}:t:{}", theme.name()),
        Tap::Count(counting) => format!("{VERSION}:m:{}", counting_name(counting)),
        Tap::Block(SessionId(id)) => format!("{VERSION}:j:{id:x}"),
        Tap::Unblock(UserId(user)) => format!("{VERSION}:e:{user:x}"),
        Tap::Group(group) => format!("{VERSION}:u:{}", group.encode()),
        Tap::Delete { is_sure } => format!("{VERSION}:d:{}", if is_sure { 'y' } else { 'n' }),
        Tap::Broadcast { id: BroadcastId(id), order } => {
            let order = match order {
                BroadcastOrder::Send => 's',
                BroadcastOrder::Discard => 'd',
                BroadcastOrder::Stop => 'x',
            };
            format!("{VERSION}:b:{id:x}:{order}")
        }
    }
}

/// What a button's data asks for.
pub fn decode(data: &str) -> Result<Tap, UnknownTap> {
    if data.len() > TAP_BYTES_MAX {
        return Err(UnknownTap);
    }
    let tap = read(data).ok_or(UnknownTap)?;
    // Numbers have many spellings ("0A", "+a"); only the one that encoding makes is accepted.
    if encode(tap) == data { Ok(tap) } else { Err(UnknownTap) }
}

fn read(data: &str) -> Option<Tap> {
    let fields: Vec<&str> = data.split(':').collect();
    match fields[..] {
        [VERSION, "a", id, seen, action] => {
            let (id, seen) = (read_id(id)?, read_revision(seen)?);
            Some(match read_next(action) {
                Some(next) => Tap::Again { id, seen, next },
                None => Tap::Act { id, seen, action: read_action(action)? },
            })
        }
        [VERSION, kind @ ("n" | "c" | "v"), ref choice @ ..] => {
            let choice = read_choice(choice)?;
            Some(match kind {
                "n" => Tap::Start(choice),
                kind => Tap::Card { choice, has_variants: kind == "v" },
            })
        }
        [VERSION, "w", side, spec] => {
            Some(Tap::Offer { spec: GameSpec::from_code(spec)?, side: side_of(side)? })
        }
        [VERSION, "h", spec] => GameSpec::from_code(spec).map(Tap::Post),
        [VERSION, "h", ref posted @ ..] => PostedTap::decode(posted).map(Tap::Posted),
        [VERSION, "g", "1"] => Some(Tap::Games { page: GamesPage::First }),
        [VERSION, "g", "2"] => Some(Tap::Games { page: GamesPage::More }),
        [VERSION, "q", name] => Request::from_name(name).map(Tap::Ask),
        [VERSION, "o", id] => read_id(id).map(Tap::Bring),
        [VERSION, "x", id] => read_id(id).map(Tap::GiveUp),
        [VERSION, "r", id] => read_id(id).map(Tap::LookThrough),
        [VERSION, "r", id, ply] => Some(Tap::Step { id: read_id(id)?, ply: read_ply(ply)? }),
        [VERSION, "y", id] => read_id(id).map(Tap::Review),
        [VERSION, "y", id, ply] => Some(Tap::ReviewStep { id: read_id(id)?, ply: read_ply(ply)? }),
        [VERSION, "s", id] => read_id(id).map(Tap::Share),
        [VERSION, "i", id] => read_id(id).map(Tap::TryOut),
        [VERSION, "i", id, ply, tried, part] => Some(Tap::Try {
            id: read_id(id)?,
            ply: read_ply(ply)?,
            tried: Tried::decode(tried)?,
            part: read_part(part)?,
        }),
        [VERSION, "z", ref puzzle @ ..] => PuzzleTap::decode(puzzle).map(Tap::Puzzle),
        [VERSION, "k", ref lesson @ ..] => LessonTap::decode(lesson).map(Tap::Lesson),
        [VERSION, "p", id, ply] => Some(Tap::PlayOn { id: read_id(id)?, ply: read_ply(ply)? }),
        [VERSION, "f", id, seen, part] => Some(Tap::Focus {
            id: read_id(id)?,
            seen: read_revision(seen)?,
            part: read_part(part)?,
        }),
        [VERSION, "pa", id, seen, what] => {
            let (id, seen) = (read_id(id)?, read_revision(seen)?);
            Some(match what.strip_prefix('x') {
                Some(side) => Tap::ResignSurely { id, seen, side: side_of(side)? },
                None => Tap::Panel { id, seen, panel: read_panel(what)? },
            })
        }
        [VERSION, "ck", id] => read_id(id).map(Tap::Clock),
        [VERSION, "l", code] => Language::from_code(code).map(Tap::Speak),
        [VERSION, "t", name] => Theme::from_name(name).map(Tap::Paint),
        [VERSION, "m", name] => read_counting(name).map(Tap::Count),
        [VERSION, "j", id] => read_id(id).map(Tap::Block),
        [VERSION, "e", user] => {
            u64::from_str_radix(user, 16).ok().map(|user| Tap::Unblock(UserId(user)))
        }
        [VERSION, "u", ref group @ ..] => GroupTap::decode(group).map(Tap::Group),
        [VERSION, "d", "y"] => Some(Tap::Delete { is_sure: true }),
        [VERSION, "d", "n"] => Some(Tap::Delete { is_sure: false }),
        [VERSION, "b", id, order] => Some(Tap::Broadcast {
            id: BroadcastId(u64::from_str_radix(id, 16).ok()?),
            order: read_order(order)?,
        }),
        _ => None,
    }
}

/// The game and the level are left out where they are those of somebody who has not chosen.
fn encode_choice(choice: Choice) -> String {
    let side = side_number(choice.side);
    if choice == (Choice { side: choice.side, ..Choice::default() }) {
        return side.to_string();
    }
    format!("{side}:{}:{}", choice.level.name(), choice.spec.code())
}

pub(super) fn side_number(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

fn read_choice(fields: &[&str]) -> Option<Choice> {
    match *fields {
        [side] => Some(Choice { side: side_of(side)?, ..Choice::default() }),
        [side, level, spec] => {
            let spec = GameSpec::from_code(spec)?;
            Some(Choice { spec, side: side_of(side)?, level: Level::from_name(level)? })
        }
        _ => None,
    }
}

fn read_id(text: &str) -> Option<SessionId> {
    u64::from_str_radix(text, 16).ok().map(SessionId)
}

fn read_revision(text: &str) -> Option<Revision> {
    u32::from_str_radix(text, 16).ok().map(Revision)
}

pub(super) fn read_ply(text: &str) -> Option<Ply> {
    u16::from_str_radix(text, 16).ok().map(Ply)
}

pub(super) fn part_name(part: Option<Part>) -> String {
    part.map_or("-".to_owned(), |Part(part)| format!("{part:x}"))
}

/// The inner one is `None` if no part is named.
pub(super) fn read_part(text: &str) -> Option<Option<Part>> {
    match text {
        "-" => Some(None),
        part => part_number(part).map(Some),
    }
}

pub(super) fn part_number(text: &str) -> Option<Part> {
    u8::from_str_radix(text, 16).ok().map(Part)
}

fn panel_name(panel: Option<Panel>) -> &'static str {
    match panel {
        None => "-",
        Some(Panel::Greetings) => "g",
        Some(Panel::Resignation) => "r",
    }
}

/// The inner one is `None` if the board's own buttons are asked for.
fn read_panel(text: &str) -> Option<Option<Panel>> {
    let all = [None, Some(Panel::Greetings), Some(Panel::Resignation)];
    all.into_iter().find(|panel| panel_name(*panel) == text)
}

pub(super) fn side_of(text: &str) -> Option<Side> {
    match text {
        "1" => Some(Side::First),
        "2" => Some(Side::Second),
        _ => None,
    }
}

fn read_order(text: &str) -> Option<BroadcastOrder> {
    match text {
        "s" => Some(BroadcastOrder::Send),
        "d" => Some(BroadcastOrder::Discard),
        "x" => Some(BroadcastOrder::Stop),
        _ => None,
    }
}

fn counting_name(counting: Counting) -> &'static str {
    match counting {
        Counting::AskToStop => "a",
        Counting::Stop => "x",
        Counting::Keep => "k",
        Counting::Start => "s",
    }
}

fn read_counting(text: &str) -> Option<Counting> {
    let all = [Counting::AskToStop, Counting::Stop, Counting::Keep, Counting::Start];
    all.into_iter().find(|counting| counting_name(*counting) == text)
}

fn next_name(next: Next) -> &'static str {
    match next {
        Next::Same => "r",
        Next::OtherSide => "s",
        Next::Easier => "e",
        Next::Harder => "h",
    }
}

fn read_next(text: &str) -> Option<Next> {
    let all = [Next::Same, Next::OtherSide, Next::Easier, Next::Harder];
    all.into_iter().find(|next| next_name(*next) == text)
}

fn action_name(action: Action) -> String {
    match action {
        Action::Play(MoveCode(code)) => format!("p{code:x}"),
        Action::Resign => "x".to_owned(),
        Action::Join => "j".to_owned(),
        Action::PlayEngine(level) => format!("e{}", level.name()),
        Action::Hint => "i".to_owned(),
        Action::Explain => "w".to_owned(),
        Action::Xray { is_on: true } => "v1".to_owned(),
        Action::Xray { is_on: false } => "v0".to_owned(),
        Action::TakeBack => "u".to_owned(),
        Action::Offer(offer) => format!("o{}", offer.letter()),
        Action::Accept(offer) => format!("y{}", offer.letter()),
        Action::Greet(greeting) => format!("g{}", greeting.letter()),
    }
}

fn read_action(text: &str) -> Option<Action> {
    match text {
        "x" => Some(Action::Resign),
        "j" => Some(Action::Join),
        "i" => Some(Action::Hint),
        "w" => Some(Action::Explain),
        "v1" => Some(Action::Xray { is_on: true }),
        "v0" => Some(Action::Xray { is_on: false }),
        "u" => Some(Action::TakeBack),
        _ if text.starts_with('o') => Offer::of_letter(&text[1..]).map(Action::Offer),
        _ if text.starts_with('y') => Offer::of_letter(&text[1..]).map(Action::Accept),
        _ if text.starts_with('g') => Greeting::of_letter(&text[1..]).map(Action::Greet),
        _ if text.starts_with('e') => Level::from_name(&text[1..]).map(Action::PlayEngine),
        _ => {
            let code = u16::from_str_radix(text.strip_prefix('p')?, 16).ok()?;
            Some(Action::Play(MoveCode(code)))
        }
    }
}
