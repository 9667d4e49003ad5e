//! Passes, by which a browser shows for which person it acts.
//!
//! A person gets a login code in a link of their private chat, or Telegram vouches for them. The page exchanges
//! either for a pass, which is renewed while it is used. Nothing is stored: both are sealed with the bot's key, so
//! every process can read them, and both expire. They are valid for the person as they are stored: after a deletion
//! of their data they have another [`created_epoch`](zerosum_store::Person::created_epoch).

use zerosum_session::UserId;

use crate::config::secret::Seal;

/// Time for which a login code is valid, in seconds.
const LOGIN_SECONDS: u64 = 10 * 60;

/// A pass issued no more than this many seconds later than now was issued by a clock that was ahead.
const AHEAD_SECONDS_MAX: u64 = 60;

/// Time for which a pass is valid, in seconds.
const PASS_SECONDS: u64 = 12 * 60 * 60;

/// Time for which the pass of a guest is valid, in seconds. It is of use as long as their game is kept.
const GUEST_PASS_SECONDS: u64 = 60 * 24 * 60 * 60;

/// Time for which passes are renewed after a login, in seconds.
const RENEWED_SECONDS: u64 = 7 * 24 * 60 * 60;

/// Maximum length of a code or a pass.
const TEXT_BYTES_MAX: usize = 128;

const LOGIN: &str = "login";
const PASS: &str = "pass";

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;

/// Issues and reads passes.
pub struct Passes(Seal);

/// A valid pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    pub user: UserId,
    /// Number of people deleted before that person was stored.
    pub epoch: u64,
    /// Time of the login, in seconds since 1970.
    since: u64,
    /// End, in seconds since 1970.
    pub until: u64,
}

impl Pass {
    /// Returns whether it has expired at this time, in microseconds since 1970.
    pub(crate) fn is_over(&self, now: i64) -> bool {
        seconds(now) >= self.until
    }
}

impl Passes {
    pub fn new(seal: Seal) -> Passes {
        Passes(seal)
    }

    /// Issues a login code for a person stored in this epoch, at this time in seconds since 1970.
    pub fn login(&self, user: UserId, epoch: u64, at: u32) -> String {
        let since = u64::from(at);
        self.sealed(LOGIN, Pass { user, epoch, since, until: since + LOGIN_SECONDS })
    }

    /// Reads a valid login code, as a pass for the same time.
    pub fn read_login(&self, code: &str, now: i64) -> Option<Pass> {
        self.opened(LOGIN, code, now)
    }

    /// Issues a pass for a person who has just logged in, or for a guest.
    pub fn issue(&self, user: UserId, epoch: u64, now: i64) -> (Pass, String) {
        let since = seconds(now);
        let valid_for = if user.is_guest() { GUEST_PASS_SECONDS } else { PASS_SECONDS };
        let pass = Pass { user, epoch, since, until: since + valid_for };
        (pass, self.sealed(PASS, pass))
    }

    /// Reads a valid pass.
    pub fn read(&self, text: &str, now: i64) -> Option<Pass> {
        self.opened(PASS, text, now)
    }

    /// Issues a pass in place of a valid one, which ends no later than the login allows.
    pub fn renewed(&self, pass: Pass, now: i64) -> (Pass, String) {
        let until = (seconds(now) + PASS_SECONDS).min(pass.since + RENEWED_SECONDS);
        let pass = Pass { until: until.max(pass.until), ..pass };
        (pass, self.sealed(PASS, pass))
    }

    fn sealed(&self, purpose: &str, pass: Pass) -> String {
        let text = written(pass);
        format!("{text}.{}", self.0.on_text(purpose, &text))
    }

    fn opened(&self, purpose: &str, sealed: &str, now: i64) -> Option<Pass> {
        if sealed.len() > TEXT_BYTES_MAX {
            return None;
        }
        let (text, seal) = sealed.rsplit_once('.')?;
        if !self.0.is_on_text(purpose, text, seal) {
            return None;
        }
        let mut numbers = text.split('.').map(|digits| u64::from_str_radix(digits, 16).ok());
        let mut number = || numbers.next().flatten();
        let (user, since, until) = (UserId(number()?), number()?, number()?);
        let pass = Pass { user, epoch: number().unwrap_or(0), since, until };
        let is_valid = !pass.is_over(now) && since <= seconds(now) + AHEAD_SECONDS_MAX;
        (written(pass) == text && is_valid).then_some(pass)
    }
}

/// Writes a pass; of a person stored before any deletion as versions write it that do not count deletions.
fn written(Pass { user: UserId(user), epoch, since, until }: Pass) -> String {
    match epoch {
        0 => format!("{user:x}.{since:x}.{until:x}"),
        epoch => format!("{user:x}.{since:x}.{until:x}.{epoch:x}"),
    }
}

fn seconds(micros: i64) -> u64 {
    u64::try_from(micros.div_euclid(SECOND)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::secret::Token;

    const ANNA: UserId = UserId(7);
    const NOW: i64 = 1_800_000_000 * SECOND;

    fn passes(token: &str) -> Passes {
        Passes::new(Seal::of(&Token::parse(token).expect("it is a token")))
    }

    fn after(seconds: u64) -> i64 {
        NOW + i64::try_from(seconds).expect("it is small") * SECOND
    }

    #[test]
    fn a_login_code_counts_for_ten_minutes_and_is_no_pass() {
        let passes = passes("1:a");
        let at = u32::try_from(seconds(NOW)).expect("it is in this century");
        let code = passes.login(ANNA, 3, at);
        let read = passes.read_login(&code, after(LOGIN_SECONDS - 1));
        assert_eq!(read.map(|login| (login.user, login.epoch)), Some((ANNA, 3)));
        assert_eq!(passes.read_login(&code, after(LOGIN_SECONDS)), None);
        assert_eq!(passes.read(&code, NOW), None);
        let (_, pass) = passes.issue(ANNA, 0, NOW);
        assert_eq!(passes.read_login(&pass, NOW), None);
    }

    #[test]
    fn a_pass_of_a_clock_that_was_ahead_counts_no_more() {
        let passes = passes("1:a");
        let (ahead, text) = passes.issue(ANNA, 0, after(AHEAD_SECONDS_MAX));
        assert_eq!(passes.read(&text, NOW), Some(ahead), "clocks of processes differ a little");
        let (_, text) = passes.issue(ANNA, 0, after(AHEAD_SECONDS_MAX + 1));
        assert_eq!(passes.read(&text, NOW), None);
    }

    #[test]
    fn a_pass_is_renewed_for_a_week_at_most() {
        let passes = passes("1:a");
        let (first, text) = passes.issue(ANNA, 0, NOW);
        assert_eq!(passes.read(&text, after(PASS_SECONDS - 1)), Some(first));
        assert_eq!(passes.read(&text, after(PASS_SECONDS)), None);
        let mut pass = first;
        let mut at = 0;
        while at + 1 < pass.until - pass.since {
            at = (pass.until - pass.since) - 1;
            let (next, text) = passes.renewed(pass, after(at));
            assert_eq!(passes.read(&text, after(at)), Some(next));
            if next == pass {
                break;
            }
            pass = next;
        }
        assert_eq!(pass.until - pass.since, RENEWED_SECONDS);
    }

    #[test]
    fn what_the_bot_has_not_sealed_is_no_pass() {
        let own = passes("1:a");
        let (_, text) = own.issue(ANNA, 3, NOW);
        assert_eq!(passes("1:b").read(&text, NOW), None);
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(changed).expect("it is ASCII");
            assert_eq!(own.read(&changed, NOW), None, "{changed}");
        }
        for text in ["", ".", "...", "....", "7.1.ffffffffff", &"a".repeat(1_000)] {
            assert_eq!(own.read(text, NOW), None, "{text}");
        }
    }
}
