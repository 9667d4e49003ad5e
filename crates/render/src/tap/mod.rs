//! Data of a button: at most 64 bytes of text, versioned, and accepted only in the form in which it was
//! made. A client may send any bytes; a tap says what is asked for, never that it is allowed.

pub mod lessons;
pub mod posted;
pub mod puzzles;

mod fields;
mod group;
mod orders;
mod panel;
mod part;
mod rating;
mod request;
mod share_token;
mod trial_moves;

use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_picture::theme::Theme;
use zerosum_session::broadcast::BroadcastId;
use zerosum_session::choice::{Choice, Next};
use zerosum_session::language::Language;
use zerosum_session::people::invitation::InvitationCode;
use zerosum_session::people::marks::MarkPair;
use zerosum_session::{Action, Revision, SessionId};

use crate::pages::link_button::{LinkButton, PageLink};
use crate::tap::fields::{
    action_kind, action_name, counting_name, encode_choice, encode_seeker_card,
    invitation_order_name, next_name, order_name, panel_name, read_action, read_blocked_at,
    read_choice, read_counting, read_id, read_invitation_order, read_next, read_order, read_panel,
    read_revision, read_seeker_card, read_seeking_order, seeking_order_name,
};
use crate::tap::lessons::LessonTap;
use crate::tap::part::{part_name, read_part, read_ply};
use crate::tap::posted::PostedTap;
use crate::tap::puzzles::PuzzleTap;

pub use group::GroupTap;
pub use orders::{BlockedAt, BroadcastOrder, Counting, InvitationOrder, SeekerCard, SeekingOrder};
pub use panel::Panel;
pub use part::{Part, Ply};
pub use rating::RatingTap;
pub use request::Request;
pub use share_token::{ShareToken, TOKEN_BYTES};
pub use trial_moves::{TRIAL_MOVES_MAX, TrialMoves};

/// Telegram's limit on the data of a button.
pub const TAP_BYTES_MAX: usize = 64;

const VERSION: &str = "1";

/// Request of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tap {
    /// An action in a session that the user saw at revision `seen`.
    Act { id: SessionId, seen: Revision, action: Action },
    /// Another game after this one, whose end the user saw at revision `seen`.
    Again { id: SessionId, seen: Revision, next: Next },
    /// A new game of the user.
    Start(Choice),
    /// A game with this side against the first player to come: in a group the first to tap, in private
    /// the first to open a link.
    Offer { spec: GameSpec, side: Side },
    /// The first tap on a posted board, which begins its game.
    Posted(PostedTap),
    /// A link, which is not a press.
    Link(LinkButton),
    /// A change of an invitation.
    Invitation { code: InvitationCode, order: InvitationOrder },
    /// A search for an opponent in this game.
    Seek(GameSpec),
    /// An option chosen before the search.
    Seeker(SeekerCard),
    /// A change of the user's search, which would begin this game.
    Seeking { id: SessionId, order: SeekingOrder },
    /// The list of games, in place of the message.
    Games { page: GamesPage },
    /// The card of a game, in place of the message: with the usual options, or with its variants.
    Card { choice: Choice, has_variants: bool },
    /// A command.
    Ask(Request),
    /// Shows the rules of a game, in a new message.
    Rules(GameSpec),
    /// Sends the record of a game, in a new message.
    Record(SessionId),
    /// Brings a board down to the end of its chat.
    Bring(SessionId),
    /// Resigns a game from elsewhere than its board, for the player who began on this side.
    GiveUp { id: SessionId, side: Side },
    /// Opens a game to step through, in a new message.
    LookThrough(SessionId),
    /// Shows the position after this many plies on that page.
    Step { id: SessionId, ply: Ply },
    /// Opens the review of a finished game, in a new message.
    Review(SessionId),
    /// Shows the position after this many plies in the review.
    ReviewStep { id: SessionId, ply: Ply },
    /// Shares a finished game, in a new message.
    Share(SessionId),
    /// Like `Share`, but with the user's name, so that others may challenge them.
    ShareNamed(SessionId),
    /// Challenges the user who has shared a game with their name.
    Challenge(ShareToken),
    /// Opens a copy of a board to try moves on, in a new message.
    TryOut(SessionId),
    /// Shows the position after this many plies of the game and these moves on that copy, and a part of
    /// it.
    Try { id: SessionId, ply: Ply, tried: TrialMoves, part: Option<Part> },
    /// Like `Try`, with the X-ray of the game turned on, which tells the worth of what is tried.
    TrySeen { id: SessionId, ply: Ply, tried: TrialMoves },
    /// An action on a puzzle.
    Puzzle(PuzzleTap),
    /// An action in a course.
    Lesson(LessonTap),
    /// Continues a game from the position after this many plies.
    PlayOn { id: SessionId, ply: Ply },
    /// Like `PlayOn`, but tells whether the first move makes good the mistake that was made there.
    TryAgain { id: SessionId, ply: Ply },
    /// Changes only the view of a board: shows the moves in one part of it, or with one piece; `None`
    /// returns to all parts.
    Focus { id: SessionId, seen: Revision, part: Option<Part> },
    /// Changes only the buttons of a board: shows a panel, or `None` for the board's own.
    Panel { id: SessionId, seen: Revision, panel: Option<Panel> },
    /// Resigns the game for the player on this side, who has confirmed it.
    ResignSurely { id: SessionId, seen: Revision, side: Side },
    /// Shows the user how much time is left in a game, and changes nothing.
    Clock(SessionId),
    /// Turns the user's reminders before their time runs out on or off, for all games; asked in this
    /// one.
    Remind { id: SessionId, is_on: bool },
    /// Sets the user's language.
    Speak(Language),
    /// Sets the theme of the user's boards.
    Paint(Theme),
    /// Sets the marks in which the user sees boards of buttons.
    Mark(MarkPair),
    /// Changes whether the user's games are counted.
    Count(Counting),
    /// An action on ratings between people.
    Rating(RatingTap),
    /// Blocks the opponent of a finished game.
    Block(SessionId),
    /// Unblocks a player.
    Unblock(BlockedAt),
    /// Changes a setting of the group in which it is pressed.
    Group(GroupTap),
    /// Deletes all stored data of the user, or keeps it if they are not sure.
    Delete { is_sure: bool },
    /// A decision on a broadcast.
    Broadcast { id: BroadcastId, order: BroadcastOrder },
}

impl Tap {
    /// Session and revision that a board with this button shows; `None` for a button that is not part of a board.
    pub fn shown_board(&self) -> Option<(SessionId, Revision)> {
        match *self {
            Tap::Act { id, seen, .. }
            | Tap::Again { id, seen, .. }
            | Tap::Focus { id, seen, .. }
            | Tap::Panel { id, seen, .. }
            | Tap::ResignSurely { id, seen, .. } => Some((id, seen)),
            Tap::Start(_) | Tap::Offer { .. } | Tap::Posted(_) | Tap::Link(_) => None,
            Tap::Invitation { .. } | Tap::Seek(_) | Tap::Seeker(_) | Tap::Seeking { .. } => None,
            Tap::Games { .. } | Tap::Card { .. } | Tap::Ask(_) | Tap::Rules(_) => None,
            Tap::Record(_) | Tap::Bring(_) | Tap::GiveUp { .. } => None,
            Tap::LookThrough(_) | Tap::Step { .. } => None,
            Tap::Review(_) | Tap::ReviewStep { .. } => None,
            Tap::Share(_) | Tap::ShareNamed(_) | Tap::Challenge(_) => None,
            Tap::TryOut(_) | Tap::Try { .. } | Tap::TrySeen { .. } => None,
            Tap::Puzzle(_) | Tap::Lesson(_) | Tap::PlayOn { .. } | Tap::TryAgain { .. } => None,
            Tap::Clock(_) | Tap::Remind { .. } => None,
            Tap::Speak(_) | Tap::Paint(_) | Tap::Mark(_) | Tap::Count(_) | Tap::Rating(_) => None,
            Tap::Block(_) | Tap::Unblock(_) | Tap::Group(_) | Tap::Delete { .. } => None,
            Tap::Broadcast { .. } => None,
        }
    }
}

/// Page of the games shown as tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamesPage {
    First,
    More,
}

/// Error for data that this version does not make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("unknown button")]
pub struct UnknownTap;

/// Encodes a button's data. Fields are divided by colons; numbers are hexadecimal to be short.
pub fn encode(tap: Tap) -> String {
    match tap {
        Tap::Act { id, seen, action } => {
            at_board(action_kind(action), id, seen, &action_name(action))
        }
        Tap::Again { id, seen, next } => at_board("a", id, seen, next_name(next)),
        Tap::Start(choice) => format!("{VERSION}:n:{}", encode_choice(choice)),
        Tap::Offer { spec, side } => format!("{VERSION}:w:{}:{}", side.number(), spec.code()),
        Tap::Invitation { code, order } => {
            format!("{VERSION}:in:{}:{}", code.encode(), invitation_order_name(order))
        }
        Tap::Seek(spec) => format!("{VERSION}:mm:{}", spec.code()),
        Tap::Seeker(card) => format!("{VERSION}:{}", encode_seeker_card(card)),
        Tap::Seeking { id: SessionId(id), order } => {
            format!("{VERSION}:mm:{id:x}:{}", seeking_order_name(order))
        }
        Tap::Link(link) => link_name(link),
        Tap::Posted(posted) => format!("{VERSION}:h:{}", posted.encode()),
        Tap::Games { page } => format!("{VERSION}:g:{}", games_page_number(page)),
        Tap::Card { choice, has_variants } => {
            let kind = if has_variants { 'v' } else { 'c' };
            format!("{VERSION}:{kind}:{}", encode_choice(choice))
        }
        Tap::Ask(request) => format!("{VERSION}:q:{}", request.name()),
        Tap::Rules(spec) => format!("{VERSION}:ru:{}", spec.code()),
        Tap::Record(SessionId(id)) => format!("{VERSION}:rc:{id:x}"),
        Tap::Bring(SessionId(id)) => format!("{VERSION}:o:{id:x}"),
        Tap::GiveUp { id: SessionId(id), side } => format!("{VERSION}:x:{id:x}:{}", side.number()),
        Tap::LookThrough(SessionId(id)) => format!("{VERSION}:r:{id:x}"),
        Tap::Step { id: SessionId(id), ply: Ply(ply) } => format!("{VERSION}:r:{id:x}:{ply:x}"),
        Tap::Review(SessionId(id)) => format!("{VERSION}:y:{id:x}"),
        Tap::ReviewStep { id: SessionId(id), ply: Ply(ply) } => {
            format!("{VERSION}:y:{id:x}:{ply:x}")
        }
        Tap::Share(SessionId(id)) => format!("{VERSION}:s:{id:x}"),
        Tap::ShareNamed(SessionId(id)) => format!("{VERSION}:s:{id:x}:n"),
        Tap::Challenge(token) => format!("{VERSION}:sc:{}", token.encode()),
        Tap::TryOut(SessionId(id)) => format!("{VERSION}:i:{id:x}"),
        Tap::Try { id: SessionId(id), ply: Ply(ply), tried, part } => {
            format!("{VERSION}:i:{id:x}:{ply:x}:{}:{}", tried.encode(), part_name(part))
        }
        Tap::TrySeen { id, ply, tried } => seen_trial_name(id, ply, tried),
        Tap::Puzzle(puzzle) => format!("{VERSION}:z:{}", puzzle.encode()),
        Tap::Lesson(lesson) => format!("{VERSION}:k:{}", lesson.encode()),
        Tap::PlayOn { id: SessionId(id), ply: Ply(ply) } => format!("{VERSION}:p:{id:x}:{ply:x}"),
        Tap::TryAgain { id, ply } => format!("{}:t", encode(Tap::PlayOn { id, ply })),
        Tap::Focus { id, seen, part } => at_board("f", id, seen, &part_name(part)),
        Tap::Panel { id, seen, panel } => at_board("pa", id, seen, panel_name(panel)),
        Tap::ResignSurely { id, seen, side } => {
            at_board("pa", id, seen, &format!("x{}", side.number()))
        }
        Tap::Clock(SessionId(id)) => format!("{VERSION}:ck:{id:x}"),
        Tap::Remind { id: SessionId(id), is_on } => {
            format!("{VERSION}:rm:{id:x}:{}", u8::from(is_on))
        }
        Tap::Speak(language) => format!("{VERSION}:l:{}", language.code()),
        Tap::Paint(theme) => format!("{VERSION}:t:{}", theme.name()),
        Tap::Mark(pair) => format!("{VERSION}:tm:{}", pair.name()),
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

fn link_name(link: LinkButton) -> String {
    match link {
        LinkButton::Post(spec) => format!("{VERSION}:h:{}", spec.code()),
        LinkButton::Share(code) => format!("{VERSION}:in:{}:s", code.encode()),
        LinkButton::LookBack(SessionId(id)) => format!("{VERSION}:s:{id:x}:l"),
        LinkButton::Send(SessionId(id)) => format!("{VERSION}:s:{id:x}:o"),
        LinkButton::SendNamed(token) => format!("{VERSION}:so:{}", token.encode()),
        LinkButton::Page(link) => format!("{VERSION}:pg:{}", link.encode()),
    }
}

fn seen_trial_name(SessionId(id): SessionId, Ply(ply): Ply, tried: TrialMoves) -> String {
    format!("{VERSION}:ix:{id:x}:{ply:x}:{}", tried.encode())
}

fn read_page(page: &[&str]) -> Option<Tap> {
    PageLink::decode(page).map(|link| Tap::Link(LinkButton::Page(link)))
}

fn read_play_on(id: &str, ply: &str, purpose: &[&str]) -> Option<Tap> {
    let (id, ply) = (read_id(id)?, read_ply(ply)?);
    match purpose {
        [] => Some(Tap::PlayOn { id, ply }),
        ["t"] => Some(Tap::TryAgain { id, ply }),
        _ => None,
    }
}

fn read_seen_trial(id: &str, ply: &str, tried: &str) -> Option<Tap> {
    let (id, ply) = (read_id(id)?, read_ply(ply)?);
    Some(Tap::TrySeen { id, ply, tried: TrialMoves::decode(tried)? })
}

fn games_page_number(page: GamesPage) -> u8 {
    match page {
        GamesPage::First => 1,
        GamesPage::More => 2,
    }
}

/// Encodes a button of a board that was seen at a revision.
fn at_board(
    kind: &str,
    SessionId(id): SessionId,
    Revision(seen): Revision,
    wanted: &str,
) -> String {
    format!("{VERSION}:{kind}:{id:x}:{seen:x}:{wanted}")
}

/// Decodes a button's data.
pub fn decode(data: &str) -> Result<Tap, UnknownTap> {
    if data.len() > TAP_BYTES_MAX {
        return Err(UnknownTap);
    }
    let tap = read(data).ok_or(UnknownTap)?;
    // A number has many spellings ("0A", "+a"); only the canonical one is accepted.
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
            Some(Tap::Offer { spec: GameSpec::from_code(spec)?, side: Side::read(side)? })
        }
        [VERSION, "in", code, "s"] => {
            InvitationCode::decode(code).map(|code| Tap::Link(LinkButton::Share(code)))
        }
        [VERSION, "in", code, order] => {
            let code = InvitationCode::decode(code)?;
            Some(Tap::Invitation { code, order: read_invitation_order(order)? })
        }
        [VERSION, kind @ ("mm" | "mc" | "mg"), ref seeking @ ..] => read_seeking(kind, seeking),
        [VERSION, "h", spec] => {
            GameSpec::from_code(spec).map(|spec| Tap::Link(LinkButton::Post(spec)))
        }
        [VERSION, "h", ref posted @ ..] => PostedTap::decode(posted).map(Tap::Posted),
        [VERSION, "g", "1"] => Some(Tap::Games { page: GamesPage::First }),
        [VERSION, "g", "2"] => Some(Tap::Games { page: GamesPage::More }),
        [VERSION, "q", name] => Request::from_name(name).map(Tap::Ask),
        [VERSION, "ru", spec] => GameSpec::from_code(spec).map(Tap::Rules),
        [VERSION, "rc", id] => read_id(id).map(Tap::Record),
        [VERSION, "o", id] => read_id(id).map(Tap::Bring),
        [VERSION, "x", id, side] => Some(Tap::GiveUp { id: read_id(id)?, side: Side::read(side)? }),
        [VERSION, "r", id] => read_id(id).map(Tap::LookThrough),
        [VERSION, "r", id, ply] => Some(Tap::Step { id: read_id(id)?, ply: read_ply(ply)? }),
        [VERSION, "y", id] => read_id(id).map(Tap::Review),
        [VERSION, "y", id, ply] => Some(Tap::ReviewStep { id: read_id(id)?, ply: read_ply(ply)? }),
        [VERSION, kind @ ("s" | "sc" | "so"), ref shared @ ..] => read_shared(kind, shared),
        [VERSION, "i", id] => read_id(id).map(Tap::TryOut),
        [VERSION, "i", id, ply, tried, part] => Some(Tap::Try {
            id: read_id(id)?,
            ply: read_ply(ply)?,
            tried: TrialMoves::decode(tried)?,
            part: read_part(part)?,
        }),
        [VERSION, "ix", id, ply, tried] => read_seen_trial(id, ply, tried),
        [VERSION, "z", ref puzzle @ ..] => PuzzleTap::decode(puzzle).map(Tap::Puzzle),
        [VERSION, "k", ref lesson @ ..] => LessonTap::decode(lesson).map(Tap::Lesson),
        [VERSION, "p", id, ply, ref purpose @ ..] => read_play_on(id, ply, purpose),
        [VERSION, "ck", id] => read_id(id).map(Tap::Clock),
        [VERSION, "rm", id, is_on @ ("0" | "1")] => {
            Some(Tap::Remind { id: read_id(id)?, is_on: is_on == "1" })
        }
        [VERSION, "l", code] => Language::from_code(code).map(Tap::Speak),
        [VERSION, "t", name] => Theme::from_name(name).map(Tap::Paint),
        [VERSION, "tm", name] => MarkPair::from_name(name).map(Tap::Mark),
        [VERSION, "m", name] => read_counting(name).map(Tap::Count),
        [VERSION, "rt", ref rating @ ..] => RatingTap::decode(rating).map(Tap::Rating),
        [VERSION, "j", id] => read_id(id).map(Tap::Block),
        [VERSION, "e", since] => read_blocked_at(since).map(Tap::Unblock),
        [VERSION, "u", ref group @ ..] => GroupTap::decode(group).map(Tap::Group),
        [VERSION, "d", sure @ ("y" | "n")] => Some(Tap::Delete { is_sure: sure == "y" }),
        [VERSION, "pg", ref page @ ..] => read_page(page),
        [VERSION, "b", id, order] => Some(Tap::Broadcast {
            id: BroadcastId(u64::from_str_radix(id, 16).ok()?),
            order: read_order(order)?,
        }),
        _ => None,
    }
}

fn read_shared(kind: &str, fields: &[&str]) -> Option<Tap> {
    Some(match (kind, fields) {
        ("s", [id]) => Tap::Share(read_id(id)?),
        ("s", [id, "n"]) => Tap::ShareNamed(read_id(id)?),
        ("s", [id, "o"]) => Tap::Link(LinkButton::Send(read_id(id)?)),
        ("s", [id, "l"]) => Tap::Link(LinkButton::LookBack(read_id(id)?)),
        ("sc", [token]) => Tap::Challenge(ShareToken::decode(token)?),
        ("so", [token]) => Tap::Link(LinkButton::SendNamed(ShareToken::decode(token)?)),
        _ => return None,
    })
}

fn read_seeking(kind: &str, fields: &[&str]) -> Option<Tap> {
    Some(match (kind, fields) {
        ("mm", [spec]) => Tap::Seek(GameSpec::from_code(spec)?),
        ("mm", [id, order]) => Tap::Seeking { id: read_id(id)?, order: read_seeking_order(order)? },
        ("mc" | "mg", fields) => Tap::Seeker(read_seeker_card(kind, fields)?),
        _ => return None,
    })
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
            Some(side) => Tap::ResignSurely { id, seen, side: Side::read(side)? },
            None => Tap::Panel { id, seen, panel: read_panel(wanted)? },
        },
    })
}
