//! Links that open a game, or a puzzle, in the private chat of whoever follows them.
//!
//! A link carries the game itself where that is short enough, and says nothing else. Of a longer game, or of
//! one whose players are to find their own board by it, it carries the number of its session, masked, because it follows from who began it where, and with a seal, so
//! that nobody comes to a game by guessing. Nothing is stored: the first kind of link works for ever, the
//! second as long as there is the session and the bot has the same token. A link to an invitation carries
//! a code of chance, which is stored.

use zerosum_games::record::Record;

use crate::config::secret::{Seal, Token};
use crate::render::puzzles::tap::LinkedPuzzle;
use crate::session::invitation::InvitationCode;
use crate::session::{Session, SessionId};

/// Telegram takes no more behind `start=`.
const PAYLOAD_CHARS_MAX: usize = 64;

/// What a sealed number begins with, and no game does.
const SEALED: char = 's';

/// What an invitation begins with, and nothing else does.
const INVITATION: char = 'i';

/// Digits of the number of a session.
const ID_DIGITS: usize = 16;

/// See the module.
#[derive(Debug)]
pub struct DeepLinks {
    username: String,
    seal: Seal,
}

/// What a link leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Linked {
    /// A game that is over.
    Game(Box<Record>),
    /// A game of which a link was handed out. It may have gone since.
    Session(SessionId),
    Puzzle(LinkedPuzzle),
    /// It may have been accepted or withdrawn, or be too old.
    Invitation(InvitationCode),
}

impl DeepLinks {
    /// The links of the bot with this user name and this token.
    pub fn new(username: String, token: &Token) -> DeepLinks {
        DeepLinks { username, seal: Seal::of(token) }
    }

    /// The bot's user name, to tell its commands from others' in a group.
    pub fn username(&self) -> &str {
        &self.username
    }

    /// A key that nobody else has, for what is named so.
    pub fn key(&self, purpose: &str) -> [u8; 16] {
        self.seal.key(purpose)
    }

    /// The link to a game that is over.
    pub fn to(&self, session: &Session) -> String {
        let game = session.told().encode_link(PAYLOAD_CHARS_MAX);
        self.with(&game.unwrap_or_else(|| sealed(&self.seal, session.id())))
    }

    /// The link to a puzzle.
    pub fn to_puzzle(&self, puzzle: LinkedPuzzle) -> String {
        self.with(&puzzle.encode())
    }

    /// The link to an invitation.
    pub fn to_invitation(&self, code: InvitationCode) -> String {
        to_invitation(&self.username, code)
    }

    /// What the payload of a link leads to; `None` if no link has it.
    pub fn read(&self, payload: &str) -> Option<Linked> {
        if payload.len() > PAYLOAD_CHARS_MAX {
            return None;
        }
        if let Some(puzzle) = LinkedPuzzle::decode(payload) {
            return Some(Linked::Puzzle(puzzle));
        }
        if let Some(code) = payload.strip_prefix(INVITATION) {
            return InvitationCode::decode(code).map(Linked::Invitation);
        }
        match payload.strip_prefix(SEALED) {
            Some(number) => {
                let (id, seal) = number.split_at_checked(ID_DIGITS)?;
                let masked = u64::from_str_radix(id, 16).ok()?;
                let id = SessionId(self.seal.mask(masked, seal));
                // Numbers have many spellings; only the one that is handed out is taken.
                let is_sealed = self.seal.is_on(id.0, seal) && sealed(&self.seal, id) == payload;
                is_sealed.then_some(Linked::Session(id))
            }
            None => {
                let record = Record::decode_link(payload)?;
                record.outcome().is_some().then(|| Linked::Game(Box::new(record)))
            }
        }
    }

    fn with(&self, payload: &str) -> String {
        link(&self.username, payload)
    }
}

/// The link to a game that is kept, of the bot with this user name and this seal, which also leads those who
/// have played it to their own board.
pub fn to_kept_game(username: &str, seal: &Seal, id: SessionId) -> String {
    link(username, &sealed(seal, id))
}

/// The link to an invitation of the bot with this user name.
pub fn to_invitation(username: &str, code: InvitationCode) -> String {
    link(username, &format!("{INVITATION}{}", code.encode()))
}

fn sealed(seal: &Seal, SessionId(id): SessionId) -> String {
    let text = seal.on(id);
    format!("{SEALED}{:0ID_DIGITS$x}{text}", seal.mask(id, &text))
}

fn link(username: &str, payload: &str) -> String {
    format!("https://t.me/{username}?start={payload}")
}

#[cfg(test)]
mod tests {
    use zerosum_games::Game;
    use zerosum_games::any::GameSpec;
    use zerosum_games::side::Side;

    use super::*;
    use crate::session::UserId;
    use crate::session::choice::Choice;

    fn links(token: &str) -> DeepLinks {
        DeepLinks::new("a_bot".to_owned(), &Token::parse(token).expect("it is a token"))
    }

    /// A game of gomoku of so many moves, which its first side then gives up.
    fn game(plies: u8) -> Record {
        let mut record = Record::new(GameSpec::from_name("15x15x5").expect("it is a game"));
        for ply in 0..plies {
            let text = format!("{}{}", char::from(b'a' + ply % 15), 1 + 2 * (ply / 15));
            let code = record.position().read_move(&text).expect("it is a cell");
            record.play(code).expect("it is free");
        }
        record.give_up(Side::First);
        record
    }

    fn session(id: u64, record: &Record) -> Session {
        Session::retold(SessionId(id), UserId(7), record, Choice::default().level)
    }

    fn payload(link: &str) -> &str {
        link.strip_prefix("https://t.me/a_bot?start=").expect("it leads to the bot")
    }

    #[test]
    fn a_short_game_travels_in_its_link_and_a_long_one_as_a_sealed_number() {
        let links = links("42:secret");
        for plies in 0..60 {
            let record = game(plies);
            let link = links.to(&session(5, &record));
            let linked = links.read(payload(&link));
            let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            assert!(payload(&link).len() <= 64 && payload(&link).bytes().all(is_sign), "{link}");
            match linked.expect("it leads somewhere") {
                Linked::Game(linked) => assert_eq!(*linked, record),
                Linked::Puzzle(_) | Linked::Invitation(_) => panic!("{link} is no game"),
                Linked::Session(id) => {
                    assert!(plies > 30, "{plies} moves have room");
                    assert_eq!((id, payload(&link).len()), (SessionId(5), 49));
                }
            }
        }
        let number = |id| payload(&links.to(&session(id, &game(59))))[1..17].to_owned();
        assert_ne!(number(5), "0000000000000005", "it tells nothing of who has begun the game");
        assert_ne!(number(5).as_bytes()[15] ^ number(4).as_bytes()[15], b'5' ^ b'4');
    }

    #[test]
    fn a_number_without_its_seal_leads_nowhere() {
        let links = links("42:secret");
        let link = links.to(&session(0xabc, &game(59)));
        let good = payload(&link);
        assert_eq!(links.read(good), Some(Linked::Session(SessionId(0xabc))));
        assert_eq!(self::links("42:other").read(good), None);
        for place in 0..good.len() {
            let mut forged = good.as_bytes().to_vec();
            forged[place] ^= 1;
            let forged = String::from_utf8(forged).expect("it is ASCII");
            assert_eq!(links.read(&forged), None, "{forged}");
            assert_eq!(links.read(&good[..place]), None);
        }
        for text in [format!("{good}0"), format!("{good} "), good.to_uppercase()] {
            assert_eq!(links.read(&text), None, "{text}");
        }
        assert_eq!(links.read("séééééééééééééééééééééééé"), None);
    }

    #[test]
    fn a_puzzle_is_named_by_its_day_or_by_its_number() {
        let links = links("42:secret");
        for word in ["d0", "d20780", "p0", "p17"] {
            let puzzle = LinkedPuzzle::decode(word).expect("it is a puzzle");
            assert_eq!(payload(&links.to_puzzle(puzzle)), word);
            assert_eq!(links.read(word), Some(Linked::Puzzle(puzzle)));
        }
        for text in ["d", "p", "d-1", "d+1", "d01", "p007", "p65536", "d4294967296", "D1", "p1 "] {
            assert_eq!(links.read(text), None, "{text}");
        }
    }

    #[test]
    fn an_invitation_is_named_by_its_code_in_one_spelling() {
        let links = links("42:secret");
        let code = InvitationCode(0xabc << 100);
        let link = links.to_invitation(code);
        assert_eq!(links.read(payload(&link)), Some(Linked::Invitation(code)));
        for text in [&payload(&link)[1..], &payload(&link)[..32], &payload(&link).to_uppercase()] {
            assert_eq!(links.read(text), None, "{text}");
        }
    }

    #[test]
    fn a_game_in_play_has_no_link() {
        let links = links("42:secret");
        let mut record = Record::new(GameSpec::TicTacToe);
        let payload = record.encode_link(64).expect("it is short");
        assert_eq!(links.read(&payload), None);
        record.give_up(Side::First);
        let payload = record.encode_link(64).expect("it is short");
        assert_eq!(links.read(&payload), Some(Linked::Game(Box::new(record))));
    }
}
