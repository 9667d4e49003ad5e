//! The clock of a game, in words: how long people may think, what they had left when it was last started, and
//! what came of it. It is drawn when the board is, so nothing here changes as time passes.

// A span of time; what tells the time is not in `core`.
use core::time::Duration;

use zerosum_games::side::Side;

use crate::locales::phrase::Phrase;
use crate::render::Button;
use crate::render::games;
use crate::render::tap::Tap;
use crate::render::words::{BESIDE, Speaker};
use crate::session::Session;
use crate::session::clock::{ClockEnd, PlayTime, TimeControl};

/// Stands before the time of whoever is to move.
const RUNNING: &str = "⏳";

/// The button that tells how much time is left.
const ASK: &str = "⏱";

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// Whether a board has a clock: one that was chosen, of a game in play.
pub fn is_shown(session: &Session) -> bool {
    session.time_control() != TimeControl::Unlimited && session.outcome().is_none()
}

/// How much time whoever is to move has left, or that no clock runs.
pub fn left(session: &Session, now: PlayTime) -> Phrase<'static> {
    let running = session.running_side();
    let left = running.and_then(|side| Some((side, session.time_left(side, now)?)));
    let Some((side, left)) = left else { return Phrase::ClockStands };
    let mark = *games::of(session.position()).marks().get(side);
    let left = left.as_secs();
    let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    if left >= HOUR {
        let (hours, minutes) = (number(left / HOUR), number(left % HOUR / MINUTE));
        return Phrase::HoursLeft { mark, hours, minutes };
    }
    let (minutes, seconds) = (number(left / MINUTE), number(left % MINUTE));
    Phrase::MinutesLeft { mark, minutes, seconds }
}

impl Speaker<'_> {
    pub(super) fn clock_line(&self) -> Option<String> {
        if !is_shown(self.session) {
            return None;
        }
        let phrase = match self.session.time_control() {
            TimeControl::Unlimited => return None,
            TimeControl::Day => Phrase::ClockDay,
            TimeControl::ThreeMinutes => Phrase::ClockThreeMinutes,
            TimeControl::FiveAndThree => match self.session.running_side() {
                Some(running) => return Some(self.both_times(running)),
                None => Phrase::ClockFiveAndThree,
            },
        };
        Some(self.say(phrase))
    }

    /// The button that tells how much time is left.
    pub(super) fn clock_button(&self) -> Option<Button> {
        let tap = Tap::Clock(self.session.id());
        is_shown(self.session).then(|| Button { label: ASK.to_owned(), tap })
    }

    /// What both had left when the clock was last started, in the order in which they are named.
    fn both_times(&self, running: Side) -> String {
        let times = Side::ALL.map(|side| {
            let time = digits(self.session.time_kept(side).unwrap_or_default());
            if side == running { format!("{RUNNING} {time}") } else { time }
        });
        times.join(BESIDE)
    }

    /// Who had no time left or did not come back, and who wins by that.
    pub(super) fn ended_by(&self, end: ClockEnd, loser: Side) -> String {
        let (name, winner) = (&self.name(loser), &self.name(!loser));
        self.say(match (end, self.is_you(loser), self.is_you(!loser)) {
            (ClockEnd::Time, true, _) => Phrase::YourTimeIsUp { winner },
            (ClockEnd::Time, false, true) => Phrase::TimeIsUpForYou { name },
            (ClockEnd::Time, false, false) => Phrase::TimeIsUp { winner },
            (ClockEnd::Abandoned, true, _) => Phrase::YouAbandoned { winner },
            (ClockEnd::Abandoned, false, true) => Phrase::AbandonedToYou { name },
            (ClockEnd::Abandoned, false, false) => Phrase::Abandoned { name, winner },
        })
    }
}

/// Minutes and seconds, as clocks show them.
fn digits(left: Duration) -> String {
    let left = left.as_secs();
    format!("{}:{:02}", left / MINUTE, left % MINUTE)
}
