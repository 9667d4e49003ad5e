//! Launch data of a Mini App, in which Telegram vouches for the person who has opened it.
//!
//! The check is that of <https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app>.

use std::collections::BTreeMap;

use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;
use url::form_urlencoded;
use zerosum_session::UserId;
use zerosum_session::language::Language;

use crate::config::secret::Token;

/// Time for which launch data is valid, in seconds.
const FRESH_SECONDS: i64 = 60 * 60;

/// Time by which Telegram's clock may be ahead, in seconds.
const AHEAD_SECONDS: i64 = 60;

/// Maximum length of launch data.
const BYTES_MAX: usize = 4 * 1_024;

const MICROS: i64 = 1_000_000;

/// Person who has opened a Mini App.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub user: UserId,
    pub first_name: String,
    /// The language of their app, if the bot speaks it.
    pub language: Option<Language>,
    /// Payload of the link that has opened it.
    pub start: Option<String>,
    /// True if the bot may write to them.
    pub may_be_written: bool,
}

/// Reason why launch data is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchError {
    /// Telegram has not signed it for this bot.
    Forged,
    Expired,
    /// It is signed later than now, so the clock of this machine is behind.
    FromFuture,
}

/// Reads launch data at this time, in microseconds since 1970.
pub fn read(text: &str, token: &Token, now: i64) -> Result<Launch, LaunchError> {
    let (launch, signed_at) = read_signed(text, token).ok_or(LaunchError::Forged)?;
    let age = (now / MICROS).saturating_sub(signed_at);
    if age > FRESH_SECONDS {
        return Err(LaunchError::Expired);
    }
    if age < -AHEAD_SECONDS { Err(LaunchError::FromFuture) } else { Ok(launch) }
}

/// Reads launch data, and when it was signed, in seconds since 1970; `None` if it is forged.
fn read_signed(text: &str, token: &Token) -> Option<(Launch, i64)> {
    #[derive(Deserialize)]
    struct User {
        id: u64,
        #[serde(default)]
        first_name: String,
        #[serde(default)]
        language_code: Option<String>,
        #[serde(default)]
        allows_write_to_pm: bool,
    }
    if text.len() > BYTES_MAX {
        return None;
    }
    let mut fields = BTreeMap::new();
    for (key, value) in form_urlencoded::parse(text.as_bytes()) {
        if fields.insert(key, value).is_some() {
            return None;
        }
    }
    let hash = fields.remove("hash")?;
    let lines: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let mut key = keyed(b"WebAppData")?;
    key.update(token.reveal().as_bytes());
    let mut check = keyed(&key.finalize().into_bytes())?;
    check.update(lines.join("\n").as_bytes());
    check.verify_slice(&bytes_of(&hash)?).ok()?;
    let signed_at = fields.get("auth_date")?.parse().ok()?;
    let User { id, first_name, language_code, allows_write_to_pm: may_be_written } =
        serde_json::from_str(fields.get("user")?).ok()?;
    let language = language_code.as_deref().and_then(Language::from_code);
    let start = fields.get("start_param").map(|start| start.to_string());
    // Telegram's numbers of people are positive and of 52 bits.
    let is_person = id > 0 && id < 1 << 52;
    let launch = Launch { user: UserId(id), first_name, language, start, may_be_written };
    is_person.then_some((launch, signed_at))
}

fn keyed(key: &[u8]) -> Option<Hmac<Sha256>> {
    Hmac::new_from_slice(key).ok()
}

/// The bytes of 64 hexadecimal digits.
fn bytes_of(hash: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if hash.len() != 2 * bytes.len() || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(hash.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "1234567:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8";
    const NOW: i64 = 1_800_000_000;

    fn token() -> Token {
        Token::parse(TOKEN).expect("it is a token")
    }

    /// Signs fields as Telegram does, in the given order.
    fn signed(fields: &[(&str, &str)], token: &str) -> String {
        let mut lines: Vec<String> =
            fields.iter().map(|(key, value)| format!("{key}={value}")).collect();
        lines.sort();
        let mac = |key: &[u8], text: &str| {
            let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any key is taken");
            mac.update(text.as_bytes());
            mac.finalize().into_bytes()
        };
        let hash = mac(&mac(b"WebAppData", token), &lines.join("\n"));
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut written = form_urlencoded::Serializer::new(String::new());
        written.extend_pairs(fields).append_pair("hash", &hash);
        written.finish()
    }

    fn fields(auth_date: &str) -> Vec<(&str, &str)> {
        vec![
            ("query_id", "AAH"),
            (
                "user",
                r#"{"id":279058397,"first_name":"Anna + & =","language_code":"uk","allows_write_to_pm":true}"#,
            ),
            ("auth_date", auth_date),
            ("signature", "abc_-"),
            ("start_param", "s0f"),
        ]
    }

    fn read_at(text: &str, seconds: i64) -> Option<UserId> {
        read(text, &token(), seconds * MICROS).ok().map(|launch| launch.user)
    }

    #[test]
    fn data_that_telegram_has_signed_counts_for_an_hour() {
        let auth_date = NOW.to_string();
        let text = signed(&fields(&auth_date), TOKEN);
        let launch = read(&text, &token(), NOW * MICROS);
        let (first_name, start) = ("Anna + & =".to_owned(), Some("s0f".to_owned()));
        let may_be_written = true;
        let language = Some(Language::Ukrainian);
        let user = UserId(279_058_397);
        let told = Launch { user, first_name, language, start, may_be_written };
        assert_eq!(launch, Ok(told.clone()));
        for (seconds, counts) in [
            (-61, Err(LaunchError::FromFuture)),
            (-60, Ok(told.clone())),
            (FRESH_SECONDS, Ok(told)),
            (FRESH_SECONDS + 1, Err(LaunchError::Expired)),
        ] {
            assert_eq!(read(&text, &token(), (NOW + seconds) * MICROS), counts, "{seconds}");
        }
    }

    #[test]
    fn forged_data_does_not_count() {
        let auth_date = NOW.to_string();
        let own = fields(&auth_date);
        let text = signed(&own, TOKEN);
        let of_other_bot = signed(&own, "7654321:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8");
        let without_user: Vec<_> = own.iter().copied().filter(|(key, _)| *key != "user").collect();
        let no_person = [("user", r#"{"id":0}"#), ("auth_date", auth_date.as_str())];
        let forgeries = [
            String::new(),
            "hash=".to_owned(),
            text.replace("279058397", "279058398"),
            text.replace("Anna", "Boris"),
            text.replace("s0f", "s0e"),
            text.replace("query_id=AAH&", ""),
            format!("{text}&user=%7B%22id%22%3A1%7D"),
            format!("user=%7B%22id%22%3A1%7D&{text}"),
            format!("{text}&more=1"),
            text.split("&hash=").next().unwrap_or_default().to_owned(),
            text.replace("hash=", "hash=0"),
            of_other_bot,
            signed(&without_user, TOKEN),
            signed(&no_person, TOKEN),
            signed(&fields("yesterday"), TOKEN),
            format!("{text}{}", "&".repeat(BYTES_MAX)),
        ];
        for forged in forgeries {
            assert_eq!(read_at(&forged, NOW), None, "{forged}");
        }
        assert!(read_at(&text, NOW).is_some());
    }
}
