//! Passes and login codes of the page: only what was issued is read, as what it was issued for, and only while it
//! counts.
//!
//! The input is a pass, a space, and the numbers of a person, of a second and of an epoch, all hexadecimal. Without the
//! last one it is 0.

#![no_main]

use libfuzzer_sys::fuzz_target;
use zerosum::config::secret::{Seal, Token};
use zerosum::passes::Passes;
use zerosum_session::UserId;

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;

/// A time at which no pass counts any more.
const YEAR: i64 = 366 * 86_400 * SECOND;

fuzz_target!(|data: &str| {
    let passes = |token| Passes::new(Seal::of(&Token::parse(token).expect("a token")));
    let (own, other) = (passes("1:a"), passes("1:b"));
    let mut words = data.split(' ');
    let text = words.next().unwrap_or_default();
    let mut number = || words.next().and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let (Some(user), Some(at)) = (number().map(UserId), number()) else { return };
    let epoch = number().unwrap_or(0);
    let Ok(at) = u32::try_from(at) else { return };
    let now = i64::from(at) * SECOND;
    assert_eq!((own.read(text, now), own.read_login(text, now)), (None, None));

    let code = own.login(user, epoch, at);
    let login = own.read_login(&code, now).map(|login| (login.user, login.epoch));
    assert_eq!((login, own.read(&code, now)), (Some((user, epoch)), None));
    let (pass, issued) = own.issue(user, epoch, now);
    assert_eq!((pass.user, pass.epoch), (user, epoch));
    assert_eq!((own.read(&issued, now), own.read_login(&issued, now)), (Some(pass), None));
    let (renewed, text) = own.renewed(pass, now + SECOND);
    assert_eq!(own.read(&text, now + SECOND), Some(renewed));
    for issued in [&code, &issued, &text] {
        assert_eq!((other.read(issued, now), other.read_login(issued, now)), (None, None));
        let late = now + YEAR;
        assert_eq!((own.read(issued, late), own.read_login(issued, late)), (None, None));
        assert_eq!(own.read(&format!("0{issued}"), now), None);
    }
});
