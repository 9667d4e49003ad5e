//! Numbers that follow from people, chats and messages, and from which nobody learns those: they stand in
//! buttons that others see. Every process of the bot derives the same ones, and nobody else does.

use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher24;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::render::posted::tap::PosterMark;
use crate::session::{SessionId, UserId};
use crate::telegram::deep_links::DeepLinks;

/// See the module.
pub(crate) struct KeyedNumbers {
    sessions: SipHasher24,
    posters: SipHasher24,
}

impl KeyedNumbers {
    pub(crate) fn of(links: &DeepLinks) -> KeyedNumbers {
        KeyedNumbers::with(|purpose| links.key(purpose))
    }

    fn with(key: impl Fn(&str) -> [u8; 16]) -> KeyedNumbers {
        let keyed = |purpose| SipHasher24::new_with_key(&key(purpose));
        KeyedNumbers { sessions: keyed("sessions"), posters: keyed("posters") }
    }

    /// The id of the session that something asks for: the same for the same, so that what is delivered twice
    /// creates once.
    pub(crate) fn session_id(&self, origin: &impl Hash) -> SessionId {
        let mut hasher = self.sessions;
        origin.hash(&mut hasher);
        SessionId(hasher.finish())
    }

    /// What the buttons of a board say of whoever has posted it to play this side.
    pub(crate) fn poster_mark(&self, user: UserId, spec: GameSpec, side: Side) -> PosterMark {
        let mut hasher = self.posters;
        (user, spec.code(), side == Side::First).hash(&mut hasher);
        PosterMark::new(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_for_every_process_of_a_bot_and_for_nobody_else() {
        let [one, again, other] = [1, 1, 2].map(|key| KeyedNumbers::with(|_| [key; 16]));
        let origin = ("command", 1_001_i64);
        let id = one.session_id(&origin);
        assert_eq!(id, again.session_id(&origin));
        assert!(id != other.session_id(&origin) && id != one.session_id(&("command", 1_002_i64)));
        let (anna, side) = (UserId(1_001), Side::First);
        let spec = GameSpec::TicTacToe;
        let mark = one.poster_mark(anna, spec, side);
        assert_eq!(mark, again.poster_mark(anna, spec, side));
        for different in [
            other.poster_mark(anna, spec, side),
            one.poster_mark(UserId(1_002), spec, side),
            one.poster_mark(anna, spec, Side::Second),
        ] {
            assert_ne!(mark, different);
        }
    }
}
