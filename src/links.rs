//! Links that open a game, a puzzle or an invitation in the private chat of the user who follows them, or a game on the
//! page.
//!
//! A link contains the game itself where that is short enough. For a longer game, or for one whose
//! players are to reach their own board by it, it contains the session id: masked, because the id is
//! derived from the creator and the chat, and sealed, so that game links cannot be guessed. Nothing is
//! stored: the first kind of link works for ever, the second as long as the session exists and the bot
//! has the same token. On the page such a game has another seal: a link of the chat shows a game without its players,
//! and one of the page names them. A link to an invitation contains a random code, which is stored; for a browser it has a tag besides.

use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher24;
use zerosum_games::Outcome;
use zerosum_games::record::Record;
use zerosum_games::side::Side;
use zerosum_render::tap::ShareToken;
use zerosum_render::tap::puzzles::LinkedPuzzle;
use zerosum_session::choice::Level;
use zerosum_session::game::replay::PlayedEngine;
use zerosum_session::people::invitation::InvitationCode;
use zerosum_session::{Session, SessionId, UserId};

use crate::config::secret::{PAIR_SEAL_BYTES, Seal};

/// Digits of the tag of an invitation's code in a link for a browser.
const BROWSER_TAG_DIGITS: usize = 16;

/// Telegram's maximum length after `start=`.
const PAYLOAD_CHARS_MAX: usize = 64;

/// Purpose of the seal of session ids in links to the chat.
const CHAT: &str = "links to the chat";

/// Prefix of a sealed session id; no game begins with it.
const SEALED: char = 's';

/// Prefix of a game that a user has shared with their name.
const NAMED: char = 'n';

/// Prefix of a game against an engine: before the side of the person, the first letter of the level, and the
/// game.
const PLAYED: char = 'e';

/// Prefix of such a game in which the engine was beaten without help.
const BEATEN: char = 'w';

/// Prefix of an invitation.
const INVITATION: char = 'i';

/// Builds and reads the bot's links.
#[derive(Debug)]
pub struct DeepLinks {
    username: String,
    seal: Seal,
}

/// Target of a link.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Linked {
    /// A game that is over, and how it was played against an engine, if that is known.
    Game {
        record: Box<Record>,
        played: Option<(Side, PlayedEngine)>,
    },
    /// A session, which may have been deleted since.
    Session(SessionId),
    Puzzle(LinkedPuzzle),
    /// A game that this user has shared with their name. It may have been deleted since.
    Named {
        token: ShareToken,
        id: SessionId,
        sharer: UserId,
    },
    /// An invitation, which may have been accepted or withdrawn, or have expired.
    Invitation(InvitationCode),
}

/// Kind of an invalid link, as far as its prefix tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrokenLink {
    Game,
    Invitation,
    Puzzle,
    Unknown,
}

impl BrokenLink {
    /// Detects the kind of a payload that was cut or changed.
    pub(crate) fn of(payload: &str) -> BrokenLink {
        let is_hexadecimal = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_decimal = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
        let Some((kind, rest)) = payload.split_at_checked(1) else { return BrokenLink::Unknown };
        match kind {
            "n" | "s" if is_hexadecimal(rest) => BrokenLink::Game,
            "i" if is_hexadecimal(rest) => BrokenLink::Invitation,
            "d" | "p" if is_decimal(rest) => BrokenLink::Puzzle,
            _ => BrokenLink::Unknown,
        }
    }
}

impl DeepLinks {
    /// Creates the links of the bot with this user name, sealed with this key.
    pub fn new(username: String, seal: Seal) -> DeepLinks {
        DeepLinks { username, seal }
    }

    /// The bot's user name, which tells its commands from other bots' in a group.
    pub(crate) fn username(&self) -> &str {
        &self.username
    }

    /// Returns the link to the chat with the bot.
    pub(crate) fn to_chat(&self) -> String {
        format!("https://t.me/{}", self.username)
    }

    /// Returns the link to a finished game.
    pub fn to(&self, session: &Session) -> String {
        let played = session.played_engine().map(encode_played).unwrap_or_default();
        let game = session.record().encode_link(PAYLOAD_CHARS_MAX - played.len());
        let game = game.map(|game| format!("{played}{game}"));
        self.with(&game.unwrap_or_else(|| for_chat(&self.seal, session.id())))
    }

    /// Returns the link to a puzzle.
    pub(crate) fn to_puzzle(&self, puzzle: LinkedPuzzle) -> String {
        self.with(&puzzle.encode())
    }

    /// Returns the link to an invitation.
    pub(crate) fn to_invitation(&self, code: InvitationCode) -> String {
        to_invitation(&self.username, code)
    }

    /// Returns the code of an invitation as it stands in its link for a browser, by which guests come without an account.
    /// It has a sealed tag, so that it does not follow from the link to the chat: people who have blocked each other are
    /// known there only.
    pub(crate) fn browser_code(&self, code: InvitationCode) -> String {
        let mut hasher = SipHasher24::new_with_key(&self.seal.key("invitations in browsers"));
        code.hash(&mut hasher);
        format!("{}{:016x}", code.encode(), hasher.finish())
    }

    /// Reads such a code; `None` if the bot has not made it.
    pub(crate) fn read_browser_code(&self, text: &str) -> Option<InvitationCode> {
        let (code, _) = text.split_at_checked(text.len().checked_sub(BROWSER_TAG_DIGITS)?)?;
        InvitationCode::decode(code).filter(|code| self.browser_code(*code) == text)
    }

    /// Returns the token of a stored game and the user who shares it.
    pub(crate) fn token_of(&self, id: SessionId, sharer: UserId) -> ShareToken {
        let numbers = [id.0, sharer.0];
        let seal = self.seal.on_pair(numbers);
        let [first, second] = self.seal.mask_pair(numbers, seal).map(u64::to_be_bytes);
        let bytes = [&first[..], &second, &seal].concat();
        ShareToken(bytes.try_into().expect("two numbers and their seal"))
    }

    /// Returns the link of such a token.
    pub(crate) fn to_token(&self, token: ShareToken) -> String {
        to_shared_by_name(&self.username, token)
    }

    /// Returns the session and the sharer of a token, if the bot has made it.
    pub(crate) fn read_token(&self, token: ShareToken) -> Option<(SessionId, UserId)> {
        let (first, rest) = token.0.split_first_chunk()?;
        let (second, seal) = rest.split_first_chunk()?;
        let seal: [u8; PAIR_SEAL_BYTES] = seal.try_into().ok()?;
        let masked = [first, second].map(|bytes: &[u8; 8]| u64::from_be_bytes(*bytes));
        let numbers = self.seal.mask_pair(masked, seal);
        let [id, sharer] = numbers;
        self.seal.is_on_pair(numbers, seal).then_some((SessionId(id), UserId(sharer)))
    }

    /// Parses the payload of a link; `None` if it is invalid.
    pub(crate) fn read(&self, payload: &str) -> Option<Linked> {
        if payload.len() > PAYLOAD_CHARS_MAX {
            return None;
        }
        if let Some(puzzle) = LinkedPuzzle::decode(payload) {
            return Some(Linked::Puzzle(puzzle));
        }
        if let Some(code) = payload.strip_prefix(INVITATION) {
            return InvitationCode::decode(code).map(Linked::Invitation);
        }
        if let Some(token) = payload.strip_prefix(NAMED).and_then(ShareToken::decode) {
            let (id, sharer) = self.read_token(token)?;
            return Some(Linked::Named { token, id, sharer });
        }
        if payload.starts_with(SEALED) {
            // Links of earlier versions have the page's seal.
            return read_for_chat(&self.seal, payload)
                .or_else(|| read_for_page(&self.seal, payload))
                .map(Linked::Session);
        }
        read_game(payload)
    }

    /// Returns the session of a link of this bot that contains a session id.
    pub(crate) fn session_behind(&self, link: &str) -> Option<SessionId> {
        match self.read(link.strip_prefix(&self.with(""))?)? {
            Linked::Session(id) | Linked::Named { id, .. } => Some(id),
            Linked::Game { .. } | Linked::Puzzle(_) | Linked::Invitation(_) => None,
        }
    }

    fn with(&self, payload: &str) -> String {
        link(&self.username, payload)
    }
}

/// Returns the link to a stored game, for the bot with this user name and seal. It also leads the game's
/// players to their own boards.
pub(crate) fn to_kept_game(username: &str, seal: &Seal, id: SessionId) -> String {
    link(username, &for_chat(seal, id))
}

/// Returns the link to a game that a user has shared with their name, for the bot with this user name.
pub(crate) fn to_shared_by_name(username: &str, token: ShareToken) -> String {
    link(username, &format!("{NAMED}{}", token.encode()))
}

/// Returns the link to an invitation, for the bot with this user name.
pub(crate) fn to_invitation(username: &str, code: InvitationCode) -> String {
    link(username, &format!("{INVITATION}{}", code.encode()))
}

fn encode_played((side, PlayedEngine { level, is_dare }): (Side, PlayedEngine)) -> String {
    // The names of levels begin differently.
    let level: String = level.name().chars().take(1).collect();
    let prefix = if is_dare { BEATEN } else { PLAYED };
    format!("{prefix}{}{level}", side.number())
}

/// Reads a link that contains a game; `None` of any other text.
fn read_game(payload: &str) -> Option<Linked> {
    let engines = Level::ALL
        .into_iter()
        .flat_map(|level| [false, true].map(|is_dare| PlayedEngine { level, is_dare }));
    let mut ways = engines.flat_map(|engine| Side::ALL.map(|side| (side, engine)));
    let played = ways.find(|way| payload.starts_with(&encode_played(*way)));
    let game = match played {
        Some(way) => payload.strip_prefix(&encode_played(way))?,
        None => payload,
    };
    let record = Record::decode_link(game)?;
    let outcome = record.outcome()?;
    let is_won =
        |(side, engine): (Side, PlayedEngine)| !engine.is_dare || outcome == Outcome::Win(side);
    played.is_none_or(is_won).then(|| Linked::Game { record: Box::new(record), played })
}

/// Returns the link that opens a game in the bot's Mini App.
pub(crate) fn to_app(username: &str, seal: &Seal, id: SessionId) -> String {
    format!("https://t.me/{username}?startapp={}", for_page(seal, id))
}

/// Returns the sealed id of a session in a link to the page, which names its players.
pub(crate) fn for_page(seal: &Seal, id: SessionId) -> String {
    closed(seal, id)
}

/// Decodes a session id that was sealed for the page; `None` if this bot did not seal it so.
pub(crate) fn read_for_page(seal: &Seal, text: &str) -> Option<SessionId> {
    opened(seal, text)
}

/// Returns the sealed id of a session in a link to the chat, which names no player.
pub(crate) fn for_chat(seal: &Seal, id: SessionId) -> String {
    closed(&seal.narrowed(CHAT), id)
}

fn read_for_chat(seal: &Seal, text: &str) -> Option<SessionId> {
    opened(&seal.narrowed(CHAT), text)
}

fn closed(seal: &Seal, SessionId(id): SessionId) -> String {
    format!("{SEALED}{}", seal.closed(id))
}

fn opened(seal: &Seal, text: &str) -> Option<SessionId> {
    seal.opened(text.strip_prefix(SEALED)?).map(SessionId)
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
    use crate::config::secret::Token;

    fn links(token: &str) -> DeepLinks {
        DeepLinks::new("a_bot".to_owned(), Seal::of(&Token::parse(token).expect("it is a token")))
    }

    /// Plays a game of gomoku with this many moves, which the first side then resigns.
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
        let engine = PlayedEngine { level: Level::Best, is_dare: false };
        Session::replay(SessionId(id), UserId(7), record, (Side::First, Some(engine)))
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
                Linked::Game { record: linked, played } => {
                    let engine = PlayedEngine { level: Level::Best, is_dare: false };
                    assert_eq!((*linked, played), (record, Some((Side::First, engine))));
                }
                Linked::Named { .. } | Linked::Puzzle(_) | Linked::Invitation(_) => {
                    panic!("{link} is no game")
                }
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
    fn a_link_to_the_chat_opens_nothing_on_the_page_and_one_of_the_page_opens_the_chat_as_well() {
        let links = links("42:secret");
        let link = links.to(&session(5, &game(59)));
        assert_eq!(read_for_page(&links.seal, payload(&link)), None);
        let page = for_page(&links.seal, SessionId(5));
        assert_eq!(read_for_page(&links.seal, &page), Some(SessionId(5)));
        assert_eq!(links.read(&page), Some(Linked::Session(SessionId(5))));
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
    fn a_guest_comes_by_the_link_for_a_browser_only() {
        let [own, others] = ["42:secret", "42:other"].map(links);
        let code = InvitationCode(0xabc << 100);
        let text = own.browser_code(code);
        assert_eq!(own.read_browser_code(&text), Some(code));
        let other = others.browser_code(code);
        for text in [&code.encode(), &other, "", "é", &text.to_uppercase(), &format!("{text}0")] {
            assert_eq!(own.read_browser_code(text), None, "{text}");
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
        let told = Linked::Game { record: Box::new(record), played: None };
        assert_eq!(links.read(&payload), Some(told));
    }

    #[test]
    fn a_link_with_a_name_is_made_and_read_by_the_bot_alone() {
        let (own, others) = (links("42:secret"), links("43:secret"));
        let link = own.to_token(own.token_of(SessionId(5), UserId(7)));
        let Some(Linked::Named { token, id, sharer }) = own.read(payload(&link)) else {
            panic!("{link} leads nowhere");
        };
        assert!(payload(&link).len() <= PAYLOAD_CHARS_MAX, "{link}");
        assert_eq!((id, sharer), (SessionId(5), UserId(7)));
        assert_eq!(others.read(payload(&link)), None);
        for at in 0..token.0.len() {
            let mut bytes = token.0;
            bytes[at] ^= 1;
            assert_eq!(own.read_token(ShareToken(bytes)), None, "byte {at}");
        }
        // Links to two games of one user share nothing that would reveal it.
        let second = own.to_token(own.token_of(SessionId(6), UserId(7)));
        let [first, second] = [&link, &second].map(|link| payload(link).as_bytes()[1..].to_vec());
        let is_same = |at: &usize| first[2 * at..2 * at + 8] == second[2 * at..2 * at + 8];
        assert_eq!((0..24).find(is_same), None);
    }

    #[test]
    fn a_link_tells_the_side_and_the_level_of_a_game_against_an_engine_and_an_older_one_neither() {
        let links = links("42:secret");
        // The first side has given up, so only the second one can have beaten an engine.
        let record = game(3);
        let ways = Level::ALL.into_iter().flat_map(|level| {
            [(Side::First, false), (Side::Second, false), (Side::Second, true)]
                .map(|(side, is_dare)| (side, PlayedEngine { level, is_dare }))
        });
        for played in ways {
            let (side, engine) = played;
            let session = Session::replay(SessionId(5), UserId(7), &record, (side, Some(engine)));
            let link = links.to(&session);
            let told = Linked::Game { record: Box::new(record.clone()), played: Some(played) };
            assert_eq!(links.read(payload(&link)), Some(told), "{link}");
            let older = &payload(&link)[3..];
            let told = Linked::Game { record: Box::new(record.clone()), played: None };
            assert_eq!(links.read(older), Some(told), "{older}");
            let lost = format!("w1p{older}");
            for text in [format!("e{older}"), format!("e1{older}"), format!("e3n{older}"), lost] {
                assert_eq!(links.read(&text), None, "{text}");
            }
        }
    }
}
