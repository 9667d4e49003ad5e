//! The time that both sides had when the last plies began, choices of an opening included, so that taking back a
//! move also restores the clocks.
//!
//! An agreement takes back at most `PLIES_MAX` of the plies that were made since the one before it: a side
//! asks again only after it has moved. If more plies are taken back than are known, the clocks stay as they
//! are.
//!
//! The stored form is the revision of the session and, for each of the last plies, the latest first, the time
//! of the first and the second side in microseconds: `12 300000000/251700000 300000000/300000000`. An older
//! version of the program leaves an old revision behind, with which the times are ignored. At the beginning
//! of a game nothing is stored.

// Only a span of time; clocks are not in `core`.
use core::time::Duration;

use zerosum_games::side::BySide;

use crate::game::opening::exchanged;
use crate::game::record::RecordError;
use crate::{Revision, Session};

/// Number of plies for which the times are kept.
pub(crate) const PLIES_MAX: usize = 3;

/// Maximum length of the stored form.
const TIMES_BYTES_MAX: usize =
    "4294967295".len() + PLIES_MAX * " 18446744073709551615/18446744073709551615".len();

/// The time left of both sides.
type Had = BySide<Duration>;

/// The time left of both sides when each of the last plies began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Times by ply, the latest first; only `None` follows the first `None`.
    plies: [Option<Had>; PLIES_MAX],
}

impl Times {
    /// Creates the times of plies that were all made before any time was used.
    pub(crate) fn all(had: Had) -> Times {
        Times { plies: [Some(had); PLIES_MAX] }
    }

    /// Returns the times after one more ply, at the beginning of which both sides had this time.
    pub(crate) fn and(self, had: Had) -> Times {
        let [first, second, _] = self.plies;
        Times { plies: [Some(had), first, second] }
    }

    /// Returns the times after the players have exchanged their seats.
    pub(crate) fn exchanged(self) -> Times {
        Times { plies: self.plies.map(|had| had.map(exchanged)) }
    }

    /// Returns the time of both sides this number of plies ago, at least one, and the times of the plies
    /// before that.
    pub(crate) fn back(self, plies: usize) -> Option<(Had, Times)> {
        let had = (*self.plies.get(plies.checked_sub(1)?)?)?;
        let mut earlier = [None; PLIES_MAX];
        let known = self.plies.get(plies..).unwrap_or_default();
        earlier.iter_mut().zip(known).for_each(|(to, from)| *to = *from);
        Some((had, Times { plies: earlier }))
    }
}

impl Session {
    /// Returns the time that both sides had when its last plies began, as far as it is kept.
    pub fn times(&self) -> Option<&Times> {
        self.extras.as_deref()?.times.as_deref()
    }

    /// Returns the session with these times.
    #[must_use]
    pub fn with_times(mut self, times: Option<Times>) -> Session {
        let times = times.filter(|times| *times != Times::default());
        if times.is_some() || self.times().is_some() {
            self.change_extras(|extras| extras.times = times.map(Box::new));
        }
        self
    }
}

/// Encodes times as they are stored with a session of this revision.
pub fn encode(times: &Times, Revision(revision): Revision) -> String {
    let micros = |left: Duration| u64::try_from(left.as_micros()).unwrap_or(u64::MAX);
    let plies = times.plies.iter().flatten();
    let plies = plies.map(|had| format!(" {}/{}", micros(had.first), micros(had.second)));
    format!("{revision}{}", plies.collect::<String>())
}

/// Decodes the times of a session of this revision; `None` if they were stored with another one.
pub fn decode(text: &str, revision: Revision) -> Result<Option<Times>, RecordError> {
    if text.len() > TIMES_BYTES_MAX {
        return Err(RecordError::Malformed);
    }
    let (of, times) = read(text).ok_or(RecordError::Malformed)?;
    // Numbers have many spellings; only the one that encoding makes is accepted.
    if encode(&times, of) != text {
        return Err(RecordError::Malformed);
    }
    Ok((of == revision).then_some(times))
}

fn read(text: &str) -> Option<(Revision, Times)> {
    let mut fields = text.split(' ');
    let revision = fields.next()?.parse().ok()?;
    let mut times = Times::default();
    for (index, field) in fields.enumerate() {
        let (first, second) = field.split_once('/')?;
        let left = |text: &str| text.parse().ok().map(Duration::from_micros);
        let had = BySide { first: left(first)?, second: left(second)? };
        *times.plies.get_mut(index)? = Some(had);
    }
    Some((Revision(revision), times))
}
