//! What must never be printed.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Telegram takes no longer secret.
const SECRET_BYTES_MAX: usize = 256;

/// What the derived secret is for, so that another use of the token derives another one.
const SECRET_PURPOSE: &[u8] = b"zerosum webhook secret";

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
        let mut mac = Hmac::<Sha256>::new_from_slice(token.text.as_bytes())
            .expect("a key of any length is taken");
        mac.update(SECRET_PURPOSE);
        let digits = mac.finalize().into_bytes().into_iter().map(|byte| format!("{byte:02x}"));
        Secret(digits.collect())
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
