//! What must never be printed.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Telegram takes no longer secret.
const SECRET_BYTES_MAX: usize = 256;

/// What the derived secret is for, so that another use of the token derives another one.
const SECRET_PURPOSE: &[u8] = b"zerosum webhook secret";

/// The same of a seal.
const SEAL_PURPOSE: &[u8] = b"zerosum shared session";

/// So much of a seal is shown. Nobody guesses it.
const SEAL_BYTES: usize = 16;

/// The bot's password at Telegram. It prints as a placeholder wherever it might be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    text: String,
    bot: i64,
}

impl Token {
    /// A bot's number, a colon and a secret without spaces or slashes.
    pub fn parse(text: &str) -> Option<Token> {
        let (number, secret) = text.split_once(':')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_token = is_number && !secret.is_empty() && secret.bytes().all(is_secret);
        let bot = number.parse().ok()?;
        is_token.then(|| Token { text: text.to_owned(), bot })
    }

    /// The number of the bot at Telegram. It is no secret, and a new token of the bot has it too.
    pub fn bot(&self) -> i64 {
        self.bot
    }

    /// The token, and the part of it that is secret by itself.
    pub fn secrets(&self) -> impl Iterator<Item = String> {
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

/// What Telegram shows with every update, so that nobody else can deliver any. It prints as a
/// placeholder wherever it might be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// What Telegram takes: 1 to 256 of `A-Z a-z 0-9 _ -`.
    pub fn parse(text: &str) -> Option<Secret> {
        let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_of_length = (1..=SECRET_BYTES_MAX).contains(&text.len());
        (is_of_length && text.bytes().all(is_secret)).then(|| Secret(text.to_owned()))
    }

    /// A secret that every process with this token derives alike, and from which nobody can tell
    /// the token.
    pub fn derived_from(token: &Token) -> Secret {
        Secret(hexadecimal(&keyed(token, SECRET_PURPOSE).finalize().into_bytes()))
    }

    /// Whether somebody knows the secret. How long the comparison takes does not tell where they
    /// are wrong.
    pub fn is_shown(&self, shown: &[u8]) -> bool {
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

/// Shows that the bot itself has handed out the number of a session: nobody else can make what belongs
/// to a number, and nothing has to be kept. It prints as a placeholder wherever it might be printed.
#[derive(Clone)]
pub struct Seal(Hmac<Sha256>);

impl Seal {
    /// The seal of every process with this token.
    pub fn of(token: &Token) -> Seal {
        Seal(keyed(token, SEAL_PURPOSE))
    }

    /// A key that every process with this token has, for what is named so.
    pub fn key(&self, purpose: &str) -> [u8; 16] {
        let mut mac = self.0.clone();
        mac.update(b"key");
        mac.update(purpose.as_bytes());
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let (key, _) = bytes.split_first_chunk().expect("it is longer");
        *key
    }

    /// What belongs to a number: 32 hexadecimal digits.
    pub fn on(&self, number: u64) -> String {
        let mut mac = self.0.clone();
        mac.update(&number.to_be_bytes());
        hexadecimal(&mac.finalize().into_bytes()[..SEAL_BYTES])
    }

    /// The number as it is passed on, or what was passed on as the number: from either the other one is told
    /// by nobody else. What it is sealed with must be of the number itself.
    pub fn mask(&self, number: u64, sealed: &str) -> u64 {
        let mut mac = self.0.clone();
        mac.update(b"mask");
        mac.update(sealed.as_bytes());
        let bytes = mac.finalize().into_bytes();
        let mask = bytes.iter().take(size_of::<u64>());
        number ^ mask.fold(0, |mask, byte| mask << 8 | u64::from(*byte))
    }

    /// Whether this text belongs to the number. How long the comparison takes does not tell where it
    /// is wrong.
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
