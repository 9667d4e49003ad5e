//! Ids derived from people, chats and messages that do not reveal them: they are in buttons that other
//! people see. All processes of the bot derive the same ids, and no one else can.

use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher24;
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::tap::posted::{MarkNonce, PosterTag};
use zerosum_session::{Session, SessionId, UserId};

use crate::config::secret::Seal;

/// Bits of the tag in the id of a retry.
const TAG_MASK: u64 = 0xFFFF_FFFF;

/// Derives ids with the keys of the bot.
pub(crate) struct DerivedIds {
    sessions: SipHasher24,
    posters: SipHasher24,
}

impl DerivedIds {
    pub(crate) fn of(seal: &Seal) -> DerivedIds {
        DerivedIds::with(|purpose| seal.key(purpose))
    }

    fn with(key: impl Fn(&str) -> [u8; 16]) -> DerivedIds {
        let keyed = |purpose| SipHasher24::new_with_key(&key(purpose));
        DerivedIds { sessions: keyed("sessions"), posters: keyed("posters") }
    }

    /// Session id derived from an origin; equal origins give equal ids, so that an update delivered twice
    /// creates one session.
    pub(crate) fn session_id(&self, origin: &impl Hash) -> SessionId {
        let mut hasher = self.sessions;
        origin.hash(&mut hasher);
        SessionId(hasher.finish())
    }

    /// Session id of the game after a finished one, so that only the first of several requests begins it.
    pub(crate) fn next_id(&self, session: &Session) -> SessionId {
        self.session_id(&("again", session.id()))
    }

    /// Session id of a retry: a game that this person plays from a position, where they have made this
    /// mistake before. Its lower half is a tag of all that, so that the mistake is known from the id.
    pub(crate) fn retry_id(
        &self,
        origin: &impl Hash,
        user: UserId,
        before: &[MoveCode],
        mistake: MoveCode,
    ) -> SessionId {
        let SessionId(id) = self.session_id(origin);
        self.tagged(id, user, before, mistake)
    }

    /// Mistake that a person has made at a position before, among these moves, if a game is a retry of it.
    pub(crate) fn mistake_of(
        &self,
        id: SessionId,
        user: UserId,
        before: &[MoveCode],
        moves: impl IntoIterator<Item = MoveCode>,
    ) -> Option<MoveCode> {
        moves.into_iter().find(|mistake| self.tagged(id.0, user, before, *mistake) == id)
    }

    /// Id with this upper half and the tag of a retry.
    fn tagged(&self, id: u64, user: UserId, before: &[MoveCode], mistake: MoveCode) -> SessionId {
        let upper = id & !TAG_MASK;
        let mut hasher = self.sessions;
        ("retry", upper, user, before, mistake).hash(&mut hasher);
        SessionId(upper | hasher.finish() & TAG_MASK)
    }

    /// Nonce of the boards offered in answer to this inline query.
    pub(crate) fn nonce_of(&self, query: &str) -> MarkNonce {
        let mut hasher = self.posters;
        ("nonce", query).hash(&mut hasher);
        MarkNonce::new(hasher.finish())
    }

    /// Tag of a board that this person posts to play this side.
    pub(crate) fn poster_mark(
        &self,
        user: UserId,
        spec: GameSpec,
        side: Side,
        nonce: MarkNonce,
    ) -> PosterTag {
        self.mark(user, spec, side, Some(nonce))
    }

    /// Returns whether a board with this tag was posted by this person to play this side.
    pub(crate) fn is_poster(
        &self,
        mark: PosterTag,
        user: UserId,
        spec: GameSpec,
        side: Side,
    ) -> bool {
        self.mark(user, spec, side, mark.nonce()) == mark
    }

    fn mark(
        &self,
        user: UserId,
        spec: GameSpec,
        side: Side,
        nonce: Option<MarkNonce>,
    ) -> PosterTag {
        let mut hasher = self.posters;
        (user, spec.code(), side == Side::First).hash(&mut hasher);
        if let Some(nonce) = nonce {
            nonce.hash(&mut hasher);
        }
        PosterTag::new(nonce, hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_for_every_process_of_a_bot_and_for_no_other_bot() {
        let [one, again, other] = [1, 1, 2].map(|key| DerivedIds::with(|_| [key; 16]));
        let origin = ("command", 1_001_i64);
        let id = one.session_id(&origin);
        assert_eq!(id, again.session_id(&origin));
        assert!(id != other.session_id(&origin) && id != one.session_id(&("command", 1_002_i64)));
        let (anna, side, spec) = (UserId(1_001), Side::First, GameSpec::TicTacToe);
        let nonce = one.nonce_of("query");
        let mark = one.poster_mark(anna, spec, side, nonce);
        assert_eq!(mark, again.poster_mark(anna, spec, side, nonce));
        for different in [
            other.poster_mark(anna, spec, side, nonce),
            one.poster_mark(UserId(1_002), spec, side, nonce),
            one.poster_mark(anna, spec, Side::Second, nonce),
            one.poster_mark(anna, spec, side, one.nonce_of("another")),
        ] {
            assert_ne!(mark, different);
        }
    }

    #[test]
    fn the_mistake_of_a_retry_is_known_from_its_id_alone_and_other_games_are_no_retries() {
        let ids = DerivedIds::with(|_| [1; 16]);
        let all = || (0..9).map(MoveCode);
        let (anna, before, mistake) = (UserId(1_001), [MoveCode(4), MoveCode(0)], MoveCode(7));
        let id = ids.retry_id(&"origin", anna, &before, mistake);
        assert_eq!(ids.mistake_of(id, anna, &before, all()), Some(mistake));
        assert_ne!(id, ids.retry_id(&"another", anna, &before, mistake));
        assert_eq!(ids.mistake_of(id, UserId(1_002), &before, all()), None);
        assert_eq!(ids.mistake_of(id, anna, &before[..1], all()), None);
        let other = DerivedIds::with(|_| [2; 16]);
        assert_eq!(other.mistake_of(id, anna, &before, all()), None);
        let plain = ids.session_id(&"origin");
        assert_eq!(ids.mistake_of(plain, anna, &before, all()), None);
    }

    #[test]
    fn a_poster_is_known_by_each_of_their_marks_and_by_no_other() {
        let ids = DerivedIds::with(|_| [1; 16]);
        let (anna, boris, spec) = (UserId(1_001), UserId(1_002), GameSpec::TicTacToe);
        let nonces = ["a", "b"].map(|query| Some(ids.nonce_of(query)));
        for nonce in [None].into_iter().chain(nonces) {
            let mark = ids.mark(anna, spec, Side::First, nonce);
            assert!(ids.is_poster(mark, anna, spec, Side::First), "{mark:?}");
            assert!(!ids.is_poster(mark, boris, spec, Side::First), "{mark:?}");
            assert!(!ids.is_poster(mark, anna, spec, Side::Second), "{mark:?}");
            // One tag reveals nothing about another one of the same person.
            for other in nonces.into_iter().filter(|other| *other != nonce) {
                let forged = PosterTag::new(other, number_in(mark));
                assert!(!ids.is_poster(forged, anna, spec, Side::First), "{forged:?}");
            }
        }
    }

    /// Everything in a tag but its nonce.
    fn number_in(mark: PosterTag) -> u64 {
        let text = format!("{mark:?}");
        let number = text.split("number: ").nth(1).and_then(|rest| rest.split(' ').next());
        number.expect("it has a number").parse().expect("it is one")
    }
}
