//! Numbers of people.

/// A person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub u64);

/// Bit of the numbers of guests. Telegram's numbers of people are smaller.
const GUEST: u64 = 1 << 62;

/// Number of the guests that names tell apart.
const GUESTS_TOLD: u64 = 10_000;

impl UserId {
    /// Returns the guest of the page with this number, of which 62 bits count.
    pub fn guest(number: u64) -> UserId {
        UserId(number & (GUEST - 1) | GUEST)
    }

    /// Returns whether they play by an invitation on the page, without an account at Telegram.
    pub fn is_guest(self) -> bool {
        self.0 & GUEST != 0 && self.0 < GUEST << 1
    }

    /// Returns the number in the name of a guest; `None` of other people.
    pub fn guest_number(self) -> Option<u32> {
        self.is_guest().then(|| u32::try_from(self.0 % GUESTS_TOLD).unwrap_or_default())
    }
}
