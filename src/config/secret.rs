//! Secrets, which must never be printed.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Maximum length of a secret at Telegram.
const SECRET_BYTES_MAX: usize = 256;

/// Purpose of the derived secret, so that another use of the token derives another one.
const SECRET_PURPOSE: &[u8] = b"zerosum webhook secret";

/// Purpose of the seal's key.
const SEAL_PURPOSE: &[u8] = b"zerosum shared session";

/// Number of bytes of a seal that are shown; too many to guess.
const SEAL_BYTES: usize = 16;

/// Hexadecimal digits of a masked number.
const NUMBER_DIGITS: usize = 16;

/// Number of bytes of the seal of two numbers; a button has room for all three.
pub(crate) const PAIR_SEAL_BYTES: usize = 12;

/// The bot's password at Telegram. Its debug output is a placeholder.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    text: String,
    bot: i64,
}

impl Token {
    /// Parses a bot id, a colon and a secret without spaces or slashes.
    pub fn parse(text: &str) -> Option<Token> {
        let (number, secret) = text.split_once(':')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_token = is_number && !secret.is_empty() && secret.bytes().all(is_secret);
        let bot = number.parse().ok()?;
        is_token.then(|| Token { text: text.to_owned(), bot })
    }

    /// User id of the bot at Telegram. It is not secret, and stays the same when the token is replaced.
    pub(crate) fn bot(&self) -> i64 {
        self.bot
    }

    /// The token, and the part of it that is secret on its own.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = String> {
        let secret = self.text.split_once(':').map(|(_, secret)| secret.to_owned());
        [Some(self.text.clone()), secret].into_iter().flatten()
    }

    /// The token itself, for the client only.
    pub fn reveal(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Secret that Telegram sends with every update, so that no one else can post any. Its debug output is a
/// placeholder.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Parses a secret that Telegram accepts: 1 to 256 of `A-Z a-z 0-9 _ -`.
    pub fn parse(text: &str) -> Option<Secret> {
        let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_of_length = (1..=SECRET_BYTES_MAX).contains(&text.len());
        (is_of_length && text.bytes().all(is_secret)).then(|| Secret(text.to_owned()))
    }

    /// Derives the secret, equal in all processes with this token, from which the token cannot be computed.
    pub fn derived_from(token: &Token) -> Secret {
        Secret(hexadecimal(&keyed(token, SECRET_PURPOSE).finalize().into_bytes()))
    }

    /// Compares a secret in constant time.
    pub(crate) fn is_shown(&self, shown: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(shown).into()
    }

    /// The secret itself, to set it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Proves that the bot itself has issued the number of a session: no one else can compute its seal, and
/// nothing has to be stored. Its debug output is a placeholder.
#[derive(Clone)]
pub struct Seal(Hmac<Sha256>);

impl Seal {
    /// The seal key, equal in all processes with this token.
    pub fn of(token: &Token) -> Seal {
        Seal(keyed(token, SEAL_PURPOSE))
    }

    /// Derives a key for this purpose, equal in all processes with this token.
    pub fn key(&self, purpose: &str) -> [u8; 16] {
        let mut mac = self.0.clone();
        mac.update(b"key");
        mac.update(purpose.as_bytes());
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let (key, _) = bytes.split_first_chunk().expect("it is longer");
        *key
    }

    /// The seal for another purpose: neither opens what the other has closed.
    pub(crate) fn narrowed(&self, purpose: &str) -> Seal {
        let mut mac = self.0.clone();
        mac.update(b"narrowed");
        mac.update(&self.key(purpose));
        Seal(mac)
    }

    /// Seal of a number: 32 hexadecimal digits.
    pub fn on(&self, number: u64) -> String {
        let mut mac = self.0.clone();
        mac.update(&number.to_be_bytes());
        hexadecimal(&mac.finalize().into_bytes()[..SEAL_BYTES])
    }

    /// Masks a number, or unmasks a masked one; without the key neither can be computed from the other.
    /// `sealed` must be the seal of the number itself.
    pub(crate) fn mask(&self, number: u64, sealed: &str) -> u64 {
        let mut mac = self.0.clone();
        mac.update(b"mask");
        mac.update(sealed.as_bytes());
        let bytes = mac.finalize().into_bytes();
        let mask = bytes.iter().take(size_of::<u64>());
        number ^ mask.fold(0, |mask, byte| mask << 8 | u64::from(*byte))
    }

    /// Seal of a text for this purpose: 32 hexadecimal digits.
    pub(crate) fn on_text(&self, purpose: &str, text: &str) -> String {
        let mut mac = self.0.clone();
        mac.update(b"text");
        mac.update(&self.key(purpose));
        mac.update(text.as_bytes());
        hexadecimal(&mac.finalize().into_bytes()[..SEAL_BYTES])
    }

    /// Checks the seal of a text in constant time.
    pub(crate) fn is_on_text(&self, purpose: &str, text: &str, seal: &str) -> bool {
        self.on_text(purpose, text).as_bytes().ct_eq(seal.as_bytes()).into()
    }

    /// A number masked and sealed: 48 hexadecimal digits.
    pub(crate) fn closed(&self, number: u64) -> String {
        let seal = self.on(number);
        format!("{:0NUMBER_DIGITS$x}{seal}", self.mask(number, &seal))
    }

    /// The number that was closed like this; `None` if this seal has not closed it.
    pub(crate) fn opened(&self, closed: &str) -> Option<u64> {
        let (masked, seal) = closed.split_at_checked(NUMBER_DIGITS)?;
        let number = self.mask(u64::from_str_radix(masked, 16).ok()?, seal);
        // A number has many spellings; only the canonical one is accepted.
        (self.is_on(number, seal) && self.closed(number) == closed).then_some(number)
    }

    /// Seal of two numbers.
    pub(crate) fn on_pair(&self, numbers: [u64; 2]) -> [u8; PAIR_SEAL_BYTES] {
        let mut mac = self.0.clone();
        mac.update(b"pair");
        numbers.into_iter().for_each(|number| mac.update(&number.to_be_bytes()));
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let (seal, _) = bytes.split_first_chunk().expect("it is longer");
        *seal
    }

    /// Masks two numbers, or unmasks masked ones; see [`Seal::mask`].
    pub(crate) fn mask_pair(&self, numbers: [u64; 2], seal: [u8; PAIR_SEAL_BYTES]) -> [u64; 2] {
        let mut mac = self.0.clone();
        mac.update(b"mask of a pair");
        mac.update(&seal);
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let mask = |at: usize| {
            let bytes = bytes.iter().skip(at * size_of::<u64>()).take(size_of::<u64>());
            bytes.fold(0, |mask, byte| mask << 8 | u64::from(*byte))
        };
        [numbers[0] ^ mask(0), numbers[1] ^ mask(1)]
    }

    /// Checks the seal of two numbers in constant time.
    pub(crate) fn is_on_pair(&self, numbers: [u64; 2], seal: [u8; PAIR_SEAL_BYTES]) -> bool {
        self.on_pair(numbers).ct_eq(&seal).into()
    }

    /// Checks the seal of a number in constant time.
    pub fn is_on(&self, number: u64, text: &str) -> bool {
        self.on(number).as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal(…)")
    }
}

fn keyed(token: &Token, purpose: &[u8]) -> Hmac<Sha256> {
    let mut mac =
        Hmac::new_from_slice(token.text.as_bytes()).expect("a key of any length is taken");
    mac.update(purpose);
    mac
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
