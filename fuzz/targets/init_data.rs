//! Launch data of a Mini App: what Telegram has not signed is refused, and so is signed data that is old, that is
//! for another bot, or that has a field twice.
//!
//! The input is the fields without their signature.

#![no_main]

use hmac::{Hmac, KeyInit, Mac};
use libfuzzer_sys::fuzz_target;
use sha2::Sha256;
use url::form_urlencoded;
use zerosum::config::secret::Token;
use zerosum::page::live::init_data::{Launch, LaunchError, read};
use zerosum_session::UserId;

const TOKEN: &str = "1234567:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8";

/// The present, in microseconds since 1970.
const NOW: i64 = 1_800_000_000_000_000;

const DAY: i64 = 86_400_000_000;

fuzz_target!(|text: &str| {
    let [own, other] = [TOKEN, "7:other"].map(|token| Token::parse(token).expect("a token"));
    assert!(read(text, &own, NOW).is_err());
    let mut fields: Vec<(String, String)> =
        form_urlencoded::parse(text.as_bytes()).into_owned().collect();
    fields.retain(|(key, _)| key != "hash");
    // Equal keys stay in their order.
    fields.sort_by(|(one, _), (next, _)| one.cmp(next));
    let signed = signed(&fields);
    let Ok(Launch { user: UserId(user), start, .. }) = read(&signed, &own, NOW) else { return };
    assert!(user > 0 && user < 1 << 52);
    assert!(fields.windows(2).all(|pair| pair[0].0 != pair[1].0));
    let carried = fields.iter().find(|(key, _)| key == "start_param").map(|(_, value)| value);
    assert_eq!(start.as_ref(), carried);
    assert_eq!(read(&signed, &other, NOW), Err(LaunchError::Forged));
    assert_eq!(read(&signed, &own, NOW - DAY), Err(LaunchError::FromFuture));
    assert_eq!(read(&signed, &own, NOW + DAY), Err(LaunchError::Expired));
    assert_eq!(read(&format!("{signed}&more="), &own, NOW), Err(LaunchError::Forged));
});

/// Signs fields as Telegram does.
fn signed(fields: &[(String, String)]) -> String {
    let mac = |key: &[u8], text: &str| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any key is taken");
        mac.update(text.as_bytes());
        mac.finalize().into_bytes()
    };
    let lines: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let hash = mac(&mac(b"WebAppData", TOKEN), &lines.join("\n"));
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .append_pair("hash", &hash)
        .finish()
}
