//! Invitations to a game: a link that its owner sends to other people, and that seats the first one to open
//! it.
//!
//! The setup is stored as the game, the owner's side and the time control, separated by spaces: `3x3 1 day`.
//! Decoding accepts only text that encoding makes.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::board::MessageId;
use crate::choice::{Opponent, Setup};
use crate::game::clock::TimeControl;
use crate::{SessionId, UserId};

/// Number of hexadecimal digits of a code.
const CODE_DIGITS: usize = 32;

/// Number of digits that tell an invitation from the others of its owner. The other digits stay secret.
const TAG_DIGITS: usize = 8;

/// Secret code of an invitation. It is too long to guess, and can be used once by any person who knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InvitationCode(pub u128);

/// State of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationState {
    /// No person has come yet. The invitation may have expired.
    Waiting,
    /// This person has come.
    Accepted(UserId),
    /// Its owner does not want it any more.
    Withdrawn,
}

/// An invitation and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub code: InvitationCode,
    /// The game that begins when a person comes. Its id follows from the message or press that asks for the
    /// invitation, so that a repeated request makes no second one.
    pub game: SessionId,
    pub owner: UserId,
    /// The setup of the game; its opponent is [`Opponent::Anybody`].
    pub setup: Setup,
    /// Time at which it was made, in microseconds since 1970.
    pub made: i64,
    /// The message in its owner's chat that shows it; `None` until it was sent.
    pub message: Option<MessageId>,
    pub state: InvitationState,
    /// Time at which a person came, in microseconds since 1970.
    pub accepted: Option<i64>,
}

impl InvitationCode {
    /// Returns the code as it is written in links, in buttons and in the store.
    pub fn encode(self) -> String {
        format!("{:0CODE_DIGITS$x}", self.0)
    }

    /// Returns the digits that tell it from the other codes of its owner, which are not secret.
    pub fn tag(self) -> String {
        let mut digits = self.encode();
        digits.split_off(CODE_DIGITS - TAG_DIGITS)
    }

    /// Decodes a written code; `None` if the text is malformed.
    pub fn decode(text: &str) -> Option<InvitationCode> {
        let code = u128::from_str_radix(text, 16).ok().map(InvitationCode)?;
        (code.encode() == text).then_some(code)
    }
}

/// Encodes the setup of an invitation as it is stored.
pub fn encode_setup(setup: Setup) -> String {
    format!("{} {} {}", setup.spec.name(), setup.side.number(), setup.time.name())
}

/// Decodes a stored setup; `None` if the text is malformed.
pub fn decode_setup(text: &str) -> Option<Setup> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [spec, side, time] = fields[..] else { return None };
    let side = Side::read(side)?;
    let (spec, time) = (GameSpec::from_name(spec)?, TimeControl::from_name(time)?);
    let setup = Setup { spec, side, opponent: Opponent::Anybody, time };
    (encode_setup(setup) == text).then_some(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_and_a_setup_come_back_as_they_were_written_and_in_one_spelling() {
        for code in [0, 1, u128::MAX, 0xabc << 64].map(InvitationCode) {
            assert_eq!(InvitationCode::decode(&code.encode()), Some(code));
            assert!(code.tag().len() == TAG_DIGITS && code.encode().ends_with(&code.tag()));
        }
        let good = InvitationCode(0xabc).encode();
        for text in [&good[1..], &good.to_uppercase(), &format!("+{}", &good[1..]), "", "é"] {
            assert_eq!(InvitationCode::decode(text), None, "{text}");
        }
        for spec in GameSpec::ALL {
            for (side, time) in Side::ALL.into_iter().zip(TimeControl::ALL.into_iter().cycle()) {
                let setup = Setup { spec, side, opponent: Opponent::Anybody, time };
                assert_eq!(decode_setup(&encode_setup(setup)), Some(setup));
            }
        }
        for text in ["3x3", "3x3 1", "3x3 0 day", "3x3 1 ", "3X3 1 day", " 1 day", "3x3 1 day "] {
            assert_eq!(decode_setup(text), None, "{text}");
        }
    }
}
