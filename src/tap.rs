//! What a button carries: at most 64 bytes of text, versioned, and accepted back only as it was
//! made. Whoever presses may send any bytes; a tap says what is asked for, never that it is
//! allowed.

use thiserror::Error;

use crate::games::MoveCode;
use crate::games::side::Side;
use crate::locales::Language;
use crate::session::{Action, Revision, SessionId};
use crate::store::broadcast::BroadcastId;

/// Telegram's limit on the data of a button.
pub const TAP_BYTES_MAX: usize = 64;

const VERSION: &str = "1";

/// What a press of a button asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tap {
    /// An action in a session, by somebody who saw it at revision `seen`.
    Act { id: SessionId, seen: Revision, action: Action },
    /// A new game in which the person who presses plays this side.
    Start(Side),
    /// From now on, speak this language to the person who presses.
    Speak(Language),
    /// All that is stored about the person who presses is deleted, or, if they are not sure, kept.
    Delete { is_sure: bool },
    /// What becomes of a broadcast.
    Broadcast { id: BroadcastId, order: Order },
}

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
        Tap::Start(Side::First) => format!("{VERSION}:n:1"),
        Tap::Start(Side::Second) => format!("{VERSION}:n:2"),
        Tap::Speak(language) => format!("{VERSION}:l:{}", language.code()),
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
        [VERSION, "n", "1"] => Some(Tap::Start(Side::First)),
        [VERSION, "n", "2"] => Some(Tap::Start(Side::Second)),
        [VERSION, "l", code] => Language::from_code(code).map(Tap::Speak),
        [VERSION, "d", "y"] => Some(Tap::Delete { is_sure: true }),
        [VERSION, "d", "n"] => Some(Tap::Delete { is_sure: false }),
        [VERSION, "b", id, order] => Some(Tap::Broadcast {
            id: BroadcastId(u64::from_str_radix(id, 16).ok()?),
            order: read_order(order)?,
        }),
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
