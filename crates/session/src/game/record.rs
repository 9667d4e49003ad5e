//! The stored form of a session: one short line of text.
//!
//! `1 3x3 u1001 e:perfect - 4.0.8` is, in this order: the version of the format; the game; the seats of both
//! sides (`u` and a person's id, `e:` and a level, `o` if it is open, or `gone`); the side that resigned (`1`
//! or `2`, `=` if both have agreed to a draw, `-` for none); and the moves (`-` if there are none). Before the
//! moves stands what was chosen in an [opening](crate::game::opening), `mc.112.97`: `m` for two more stones, `c`
//! for colours with which the seats stayed and `x` for those by which they were exchanged, and `e` if the moves
//! that the game goes on from were made elsewhere. The id and the revision are stored beside it. Decoding accepts
//! only text that encoding makes.
//!
//! Versions of the program without draws by agreement cannot read a record with `=`. They skip such a game,
//! which is over, and read all others. Those without the level `novice`, or without openings, cannot read a
//! record of a game with one either; such a game stays as it is until a newer version goes on with it.

use std::fmt::Write;

use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::family::{Family, Longest};
use zerosum_games::mnk::opening::Opening;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;

use crate::game::opening::Choices;
use crate::{Revision, Seat, Session, SessionId, UserId};

/// Maximum length of a record: the most moves of any game, each with the digits of its longest code.
pub const RECORD_BYTES_MAX: usize = {
    let mut max = 0;
    let mut family = 0;
    while family < Family::ALL.len() {
        let Longest { name_bytes, plies, code: MoveCode(code) } = Family::ALL[family].longest();
        // The digits of a move, and the dot before the next one. The casts of small numbers are lossless.
        let move_bytes = code.ilog10() as usize + 2;
        let bytes = VERSION.len() + name_bytes + 2 * SEAT_BYTES_MAX + SETTLED_BYTES + SPACES;
        let bytes = bytes + CHOICES_BYTES_MAX + plies as usize * move_bytes - 1;
        max = if bytes > max { bytes } else { max };
        family += 1;
    }
    max
};

const VERSION: &str = "1";

/// An open seat.
const OPEN: &str = "o";

/// The seat of a person whose data was deleted. The store writes it into records in place of the person.
const GONE: &str = "gone";

/// The seat of another person in a record that is given to one person. Stored records never have it.
const SOMEBODY: &str = "somebody";

/// Length of the longest seat, that of the person with the greatest id; every level is shorter.
const SEAT_BYTES_MAX: usize = "u18446744073709551615".len();
const SETTLED_BYTES: usize = "-".len();
const SPACES: usize = 5;
const CHOICES_BYTES_MAX: usize = "mc.".len();

/// Error of decoding a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    #[error("the record has {0} bytes, more than any game makes")]
    TooLong(usize),
    #[error("the record is of another version")]
    Version,
    #[error("the record is malformed")]
    Malformed,
    #[error("the record holds a move that its game does not allow")]
    Illegal,
}

/// Encodes a session as a line of text.
pub fn encode(session: &Session) -> String {
    let mut text = format!(
        "{VERSION} {} {} {} {} ",
        session.spec.name(),
        seat_text(session.seats.first),
        seat_text(session.seats.second),
        match session.settled {
            None => "-",
            Some(Outcome::Win(Side::Second)) => "1",
            Some(Outcome::Win(Side::First)) => "2",
            Some(Outcome::Draw) => "=",
        }
    );
    let choices = session.choices().word();
    text.push_str(if session.moves.is_empty() && choices.is_empty() { "-" } else { choices });
    for (index, MoveCode(code)) in session.moves.iter().enumerate() {
        let dot = if index == 0 && choices.is_empty() { "" } else { "." };
        write!(text, "{dot}{code}").expect("writing to a string does not fail");
    }
    text
}

/// Decodes a session from its record, by playing the moves.
pub fn decode(id: SessionId, revision: Revision, text: &str) -> Result<Session, RecordError> {
    if text.len() > RECORD_BYTES_MAX {
        return Err(RecordError::TooLong(text.len()));
    }
    let fields: Vec<&str> = text.split(' ').collect();
    if fields[0] != VERSION {
        return Err(RecordError::Version);
    }
    let [_, spec, first, second, settled, moves] = fields[..] else {
        return Err(RecordError::Malformed);
    };
    let spec = GameSpec::from_name(spec).ok_or(RecordError::Malformed)?;
    let first = seat_of(first).ok_or(RecordError::Malformed)?;
    let second = seat_of(second).ok_or(RecordError::Malformed)?;
    let mut session = Session::new(id, spec, BySide { first, second });
    session.revision = revision;
    replay(&mut session, moves)?;
    if !session.are_choices_possible() {
        return Err(RecordError::Malformed);
    }
    session.settled = match settled {
        "-" => None,
        "1" => Some(Outcome::Win(Side::Second)),
        "2" => Some(Outcome::Win(Side::First)),
        "=" => Some(Outcome::Draw),
        _ => return Err(RecordError::Malformed),
    };
    if session.settled.is_some() && session.position.outcome().is_some() {
        return Err(RecordError::Malformed);
    }
    // Numbers have many spellings ("07", "+7"); only the one that encoding makes is accepted.
    if encode(&session) == text { Ok(session) } else { Err(RecordError::Malformed) }
}

/// Returns a record without the ids of people other than this user. It need not be one that this version can
/// decode.
pub fn of_one_person(text: &str, user: UserId) -> String {
    let own = seat_text(Seat::Human(user));
    let is_another = |field: &str| {
        let number = field.strip_prefix('u').unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && field != own
    };
    let told = |field| if is_another(field) { SOMEBODY } else { field };
    text.split(' ').map(told).collect::<Vec<_>>().join(" ")
}

fn replay(session: &mut Session, moves: &str) -> Result<(), RecordError> {
    if moves == "-" {
        return Ok(());
    }
    let has_opening = session.spec.opening() != Opening::Plain;
    let (choices, codes) = moves.split_once('.').unwrap_or((moves, ""));
    let codes = match Choices::of_word(choices).filter(|_| has_opening) {
        Some(choices) => {
            session.keep_choices(choices);
            Some(codes).filter(|codes| !codes.is_empty())
        }
        None => Some(moves),
    };
    for code in codes.into_iter().flat_map(|codes| codes.split('.')) {
        let code = MoveCode(code.parse().map_err(|_| RecordError::Malformed)?);
        session.position.play(code).map_err(|_| RecordError::Illegal)?;
        session.moves.push(code);
    }
    Ok(())
}

fn seat_text(seat: Seat) -> String {
    match seat {
        Seat::Human(UserId(user)) => format!("u{user}"),
        Seat::Engine(level) => format!("e:{}", level.name()),
        Seat::Open => OPEN.to_owned(),
        Seat::Gone => GONE.to_owned(),
    }
}

fn seat_of(text: &str) -> Option<Seat> {
    match text {
        OPEN => return Some(Seat::Open),
        GONE => return Some(Seat::Gone),
        _ => {}
    }
    match text.strip_prefix("e:") {
        Some(level) => Level::from_name(level).map(Seat::Engine),
        None => Some(Seat::Human(UserId(text.strip_prefix('u')?.parse().ok()?))),
    }
}
