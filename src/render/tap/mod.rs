//! What a button carries: at most 64 bytes of text, versioned, and accepted back only as it was
//! made. Whoever presses may send any bytes; a tap says what is asked for, never that it is
//! allowed.

mod fields;

use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_picture::theme::Theme;

use crate::locales::Language;
use crate::render::agreement::Panel;
use crate::render::group_settings::GroupTap;
use crate::render::lessons::tap::LessonTap;
use crate::render::posted::tap::PostedTap;
use crate::render::puzzles::tap::PuzzleTap;
use crate::render::standings::RatingTap;
use crate::render::tap::fields::{
    action_kind, action_name, counting_name, encode_choice, invitation_order_name, next_name,
    order_name, panel_name, read_action, read_blocked_at, read_choice, read_counting, read_id,
    read_invitation_order, read_next, read_order, read_panel, read_revision, read_seeking_order,
    seeking_order_name,
};
use crate::render::tried::Tried;
use crate::render::way_out::WayOut;
use crate::session::choice::{Choice, Next};
use crate::session::clock::TimeControl;
use crate::session::invitation::InvitationCode;
use crate::session::{Action, Revision, SessionId};
use crate::store::broadcast::BroadcastId;

pub(in crate::render) use crate::render::tap::fields::{
    part_name, part_number, read_part, read_ply, side_number, side_of,
};

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
    /// A game of this side against whoever comes first: in a group whoever taps, in private whoever opens
    /// a link.
    Offer { spec: GameSpec, side: Side },
    /// The first tap on a board that somebody has posted, by which its game begins.
    Posted(PostedTap),
    /// That is no press.
    Leave(WayOut),
    /// What becomes of an invitation.
    Invitation { code: InvitationCode, order: InvitationOrder },
    /// The person who presses wants somebody to play this game with.
    Seek(GameSpec),
    /// What becomes of the wait of whoever presses, in which this game would begin.
    Seeking { id: SessionId, order: SeekingOrder },
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
    /// Whether the person who presses is reminded before their time runs out, in whatever game; asked in this
    /// one.
    Remind { id: SessionId, is_on: bool },
    /// From now on, speak this language to the person who presses.
    Speak(Language),
    /// From now on, show boards of the person who presses like this.
    Paint(Theme),
    /// Whether the games of the person who presses are counted.
    Count(Counting),
    /// Something about ratings between people.
    Rating(RatingTap),
    /// The other one in a game that is over is blocked.
    Block(SessionId),
    /// Somebody is blocked no more.
    Unblock(BlockedAt),
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

/// When somebody was blocked, in microseconds since 1970. It tells one block of a person from the others, and
/// nobody who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockedAt(pub i64);

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
    Invite,
    Opponent,
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
    Top,
    Help,
    Language,
    Theme,
    Privacy,
    MyData,
    DeleteMyData,
}

impl Request {
    pub const ALL: [Request; 21] = [
        Request::New,
        Request::Invite,
        Request::Opponent,
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
        Request::Top,
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
            Request::Invite => "invite",
            Request::Opponent => "opponent",
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
            Request::Top => "top",
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

/// What somebody wants with an invitation of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvitationOrder {
    /// They play this side.
    Play(Side),
    /// Both may think so long.
    Time(TimeControl),
    /// Nobody is to come by it.
    Withdraw,
}

/// What somebody wants who waits for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeekingOrder {
    /// Whether any game will do.
    AnyGame(bool),
    /// They play this side, or either.
    Play(Option<Side>),
    Time(TimeControl),
    /// They do not wait any more.
    Withdraw,
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
        Tap::Act { id, seen, action } => {
            at_board(action_kind(action), id, seen, &action_name(action))
        }
        Tap::Again { id, seen, next } => at_board("a", id, seen, next_name(next)),
        Tap::Start(choice) => format!("{VERSION}:n:{}", encode_choice(choice)),
        Tap::Offer { spec, side } => format!("{VERSION}:w:{}:{}", side_number(side), spec.code()),
        Tap::Invitation { code, order } => {
            format!("{VERSION}:in:{}:{}", code.encode(), invitation_order_name(order))
        }
        Tap::Seek(spec) => format!("{VERSION}:mm:{}", spec.code()),
        Tap::Seeking { id: SessionId(id), order } => {
            format!("{VERSION}:mm:{id:x}:{}", seeking_order_name(order))
        }
        Tap::Leave(WayOut::Post(spec)) => format!("{VERSION}:h:{}", spec.code()),
        Tap::Leave(WayOut::Share(code)) => format!("{VERSION}:in:{}:s", code.encode()),
        Tap::Leave(WayOut::LookBack(SessionId(id))) => format!("{VERSION}:s:{id:x}:l"),
        Tap::Posted(posted) => format!("{VERSION}:h:{}", posted.encode()),
        Tap::Games { page: GamesPage::First } => format!("{VERSION}:g:1"),
        Tap::Games { page: GamesPage::More } => format!("{VERSION}:g:2"),
        Tap::Card { choice, has_variants } => {
            let kind = if has_variants { 'v' } else { 'c' };
            format!("{VERSION}:{kind}:{}", encode_choice(choice))
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
        Tap::Focus { id, seen, part } => at_board("f", id, seen, &part_name(part)),
        Tap::Panel { id, seen, panel } => at_board("pa", id, seen, panel_name(panel)),
        Tap::ResignSurely { id, seen, side } => {
            at_board("pa", id, seen, &format!("x{}", side_number(side)))
        }
        Tap::Clock(SessionId(id)) => format!("{VERSION}:ck:{id:x}"),
        Tap::Remind { id: SessionId(id), is_on } => {
            format!("{VERSION}:rm:{id:x}:{}", u8::from(is_on))
        }
        Tap::Speak(language) => format!("{VERSION}:l:{}", language.code()),
        Tap::Paint(theme) => format!("{VERSION}:t:{}", theme.name()),
        Tap::Count(counting) => format!("{VERSION}:m:{}", counting_name(counting)),
        Tap::Rating(rating) => format!("{VERSION}:rt:{}", rating.encode()),
        Tap::Block(SessionId(id)) => format!("{VERSION}:j:{id:x}"),
        Tap::Unblock(BlockedAt(since)) => format!("{VERSION}:e:{:x}", since.cast_unsigned()),
        Tap::Group(group) => format!("{VERSION}:u:{}", group.encode()),
        Tap::Delete { is_sure } => format!("{VERSION}:d:{}", if is_sure { 'y' } else { 'n' }),
        Tap::Broadcast { id: BroadcastId(id), order } => {
            format!("{VERSION}:b:{id:x}:{}", order_name(order))
        }
    }
}

/// The data of a button of a board, as it was seen at a revision.
fn at_board(
    kind: &str,
    SessionId(id): SessionId,
    Revision(seen): Revision,
    wanted: &str,
) -> String {
    format!("{VERSION}:{kind}:{id:x}:{seen:x}:{wanted}")
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
        [VERSION, kind @ ("a" | "ch" | "f" | "pa"), id, seen, wanted] => {
            read_at_board(kind, read_id(id)?, read_revision(seen)?, wanted)
        }
        [VERSION, "n", ref choice @ ..] => read_choice(choice).map(Tap::Start),
        [VERSION, kind @ ("c" | "v"), ref choice @ ..] => {
            Some(Tap::Card { choice: read_choice(choice)?, has_variants: kind == "v" })
        }
        [VERSION, "w", side, spec] => {
            Some(Tap::Offer { spec: GameSpec::from_code(spec)?, side: side_of(side)? })
        }
        [VERSION, "in", code, "s"] => {
            InvitationCode::decode(code).map(|code| Tap::Leave(WayOut::Share(code)))
        }
        [VERSION, "in", code, order] => {
            let code = InvitationCode::decode(code)?;
            Some(Tap::Invitation { code, order: read_invitation_order(order)? })
        }
        [VERSION, "mm", spec] => GameSpec::from_code(spec).map(Tap::Seek),
        [VERSION, "mm", id, order] => {
            Some(Tap::Seeking { id: read_id(id)?, order: read_seeking_order(order)? })
        }
        [VERSION, "h", spec] => {
            GameSpec::from_code(spec).map(|spec| Tap::Leave(WayOut::Post(spec)))
        }
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
        [VERSION, "s", id, "l"] => read_id(id).map(|id| Tap::Leave(WayOut::LookBack(id))),
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
        [VERSION, "ck", id] => read_id(id).map(Tap::Clock),
        [VERSION, "rm", id, "0"] => Some(Tap::Remind { id: read_id(id)?, is_on: false }),
        [VERSION, "rm", id, "1"] => Some(Tap::Remind { id: read_id(id)?, is_on: true }),
        [VERSION, "l", code] => Language::from_code(code).map(Tap::Speak),
        [VERSION, "t", name] => Theme::from_name(name).map(Tap::Paint),
        [VERSION, "m", name] => read_counting(name).map(Tap::Count),
        [VERSION, "rt", ref rating @ ..] => RatingTap::decode(rating).map(Tap::Rating),
        [VERSION, "j", id] => read_id(id).map(Tap::Block),
        [VERSION, "e", since] => read_blocked_at(since).map(Tap::Unblock),
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

fn read_at_board(kind: &str, id: SessionId, seen: Revision, wanted: &str) -> Option<Tap> {
    Some(match kind {
        "a" => match read_next(wanted) {
            Some(next) => Tap::Again { id, seen, next },
            None => Tap::Act { id, seen, action: read_action(wanted)? },
        },
        "ch" => Tap::Act { id, seen, action: read_action(wanted)? },
        "f" => Tap::Focus { id, seen, part: read_part(wanted)? },
        _ => match wanted.strip_prefix('x') {
            Some(side) => Tap::ResignSurely { id, seen, side: side_of(side)? },
            None => Tap::Panel { id, seen, panel: read_panel(wanted)? },
        },
    })
}
