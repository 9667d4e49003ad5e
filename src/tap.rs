//! What a button carries: at most 64 bytes of text, versioned, and accepted back only as it was
//! made. Whoever presses may send any bytes; a tap says what is asked for, never that it is
//! allowed.

use thiserror::Error;

use crate::games::MoveCode;
use crate::games::any::GameSpec;
use crate::games::side::Side;
use crate::locales::Language;
use crate::picture::theme::Theme;
use crate::session::choice::Choice;
use crate::session::{Action, Level, Revision, SessionId};
use crate::store::broadcast::BroadcastId;

/// Telegram's limit on the data of a button.
pub const TAP_BYTES_MAX: usize = 64;

const VERSION: &str = "1";

/// What a press of a button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tap {
    /// An action in a session, by somebody who saw it at revision `seen`.
    Act { id: SessionId, seen: Revision, action: Action },
    /// A new game of the person who presses.
    Start(Choice),
    /// Nothing changes but what the buttons of a board offer: the moves in one part of it, or with
    /// one piece; `None` leads back to all parts.
    Focus { id: SessionId, seen: Revision, part: Option<Part> },
    /// From now on, speak this language to the person who presses.
    Speak(Language),
    /// From now on, paint boards of the person who presses so bright.
    Paint(Theme),
    /// All that is stored about the person who presses is deleted, or, if they are not sure, kept.
    Delete { is_sure: bool },
    /// What becomes of a broadcast.
    Broadcast { id: BroadcastId, order: Order },
}

/// A part of a board: one of the smaller boards it is divided into, or the square of a piece. What
/// the number means is the business of the game's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part(pub u8);

/// What an owner wants with a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
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
            let action = match action {
                Action::Play(MoveCode(code)) => format!("p{code:x}"),
                Action::Resign => "x".to_owned(),
                Action::Rematch { switch_sides: false } => "r".to_owned(),
                Action::Rematch { switch_sides: true } => "s".to_owned(),
            };
            format!("{VERSION}:a:{id:x}:{seen:x}:{action}")
        }
        Tap::Start(choice) => encode_choice(choice),
        Tap::Focus { id: SessionId(id), seen: Revision(seen), part } => match part {
            Some(Part(part)) => format!("{VERSION}:f:{id:x}:{seen:x}:{part:x}"),
            None => format!("{VERSION}:f:{id:x}:{seen:x}:-"),
        },
        Tap::Speak(language) => format!("{VERSION}:l:{}", language.code()),
        Tap::Paint(theme) => format!("{VERSION}:t:{}", theme.name()),
        Tap::Delete { is_sure: true } => format!("{VERSION}:d:y"),
        Tap::Delete { is_sure: false } => format!("{VERSION}:d:n"),
        Tap::Broadcast { id: BroadcastId(id), order } => {
            let order = match order {
                Order::Send => 's',
                Order::Discard => 'd',
                Order::Stop => 'x',
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
        [VERSION, "a", id, seen, action] => Some(Tap::Act {
            id: SessionId(u64::from_str_radix(id, 16).ok()?),
            seen: Revision(u32::from_str_radix(seen, 16).ok()?),
            action: read_action(action)?,
        }),
        [VERSION, "n", side] => {
            Some(Tap::Start(Choice { side: read_side(side)?, ..Choice::default() }))
        }
        [VERSION, "n", side, level, spec] => {
            let spec = GameSpec::from_name(spec)?;
            let level = Level::from_name(level)?;
            Some(Tap::Start(Choice { spec, side: read_side(side)?, level }))
        }
        [VERSION, "f", id, seen, part] => Some(Tap::Focus {
            id: SessionId(u64::from_str_radix(id, 16).ok()?),
            seen: Revision(u32::from_str_radix(seen, 16).ok()?),
            part: match part {
                "-" => None,
                part => Some(Part(u8::from_str_radix(part, 16).ok()?)),
            },
        }),
        [VERSION, "l", code] => Language::from_code(code).map(Tap::Speak),
        [VERSION, "t", name] => Theme::from_name(name).map(Tap::Paint),
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
    let side = match choice.side {
        Side::First => 1,
        Side::Second => 2,
    };
    if choice == (Choice { side: choice.side, ..Choice::default() }) {
        return format!("{VERSION}:n:{side}");
    }
    format!("{VERSION}:n:{side}:{}:{}", choice.level.name(), choice.spec.name())
}

fn read_side(text: &str) -> Option<Side> {
    match text {
        "1" => Some(Side::First),
        "2" => Some(Side::Second),
        _ => None,
    }
}

fn read_order(text: &str) -> Option<Order> {
    match text {
        "s" => Some(Order::Send),
        "d" => Some(Order::Discard),
        "x" => Some(Order::Stop),
        _ => None,
    }
}

fn read_action(text: &str) -> Option<Action> {
    match text {
        "x" => Some(Action::Resign),
        "r" => Some(Action::Rematch { switch_sides: false }),
        "s" => Some(Action::Rematch { switch_sides: true }),
        _ => {
            let code = u16::from_str_radix(text.strip_prefix('p')?, 16).ok()?;
            Some(Action::Play(MoveCode(code)))
        }
    }
}
