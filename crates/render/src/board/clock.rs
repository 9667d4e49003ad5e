//! The clock of a game, in words: the time control, the times left when it was last started, and how it
//! has ended the game. It is rendered with the board, so nothing here changes as time passes.

// Only a duration; `core` has no clock.
use core::time::Duration;

use zerosum_games::side::Side;
use zerosum_session::game::clock::{ClockEnd, PlayTime, TimeControl};
use zerosum_session::people::marks::MarkPair;
use zerosum_session::{Action, Session};

use crate::board::sides;
use crate::board::titles;
use crate::board::words::BESIDE;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::tap::Tap;
use crate::view::{Button, View};

/// Sign before the time of the side to move.
const RUNNING: &str = "⏳";

/// Label of the button that shows the time left.
const ASK: &str = "⏱";

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// Returns whether a board shows a clock: that of a game in play with a time control.
pub(crate) fn is_shown(session: &Session) -> bool {
    session.time_control() != TimeControl::Unlimited && session.outcome().is_none()
}

/// Describes a time control; `None` if it is unlimited.
pub(crate) fn rule(control: TimeControl) -> Option<Phrase<'static>> {
    match control {
        TimeControl::Unlimited => None,
        TimeControl::Day => Some(Phrase::ClockDay),
        TimeControl::ThreeMinutes => Some(Phrase::ClockThreeMinutes),
        TimeControl::FiveAndThree => Some(Phrase::ClockFiveAndThree),
    }
}

/// Label of a time control on a button.
pub(crate) fn short(control: TimeControl) -> Phrase<'static> {
    match control {
        TimeControl::Unlimited => Phrase::TimeNone,
        TimeControl::Day => Phrase::TimeDay,
        TimeControl::ThreeMinutes => Phrase::TimeThreeMinutes,
        TimeControl::FiveAndThree => Phrase::TimeFiveAndThree,
    }
}

/// Says how much time the side to move has left to a reader with these marks, or that no clock runs.
pub fn left(session: &Session, now: PlayTime, marks: MarkPair) -> Phrase<'static> {
    let running = session.timed_side();
    let left = running.and_then(|side| Some((side, session.time_left(side, now)?)));
    let Some((side, left)) = left else { return Phrase::ClockStands };
    let mark = match session.stage() {
        Some(_) => sides::mark_before_game(session.spec(), side),
        None => sides::own_mark(session.spec(), side, marks),
    };
    let left = left.as_secs();
    let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    if left >= HOUR {
        let (hours, minutes) = (number(left / HOUR), number(left % HOUR / MINUTE));
        return Phrase::HoursLeft { mark, hours, minutes };
    }
    let (minutes, seconds) = (number(left / MINUTE), number(left % MINUTE));
    Phrase::MinutesLeft { mark, minutes, seconds }
}

/// Renders the reminder for the player to move before their time runs out, with a button that brings
/// their board; `None` if no clock runs.
pub fn reminder(session: &Session, now: PlayTime, localizer: Localizer) -> Option<View> {
    let left = session.time_left(session.timed_side()?, now)?;
    let minutes = u32::try_from(left.as_secs() / MINUTE).unwrap_or(u32::MAX);
    let game = titles::title(session.spec(), localizer);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    let text = localizer.say(Phrase::Reminder { game: &game, hours, minutes });
    let label = localizer.say(Phrase::AskBoard);
    let keyboard = vec![vec![Button { label, tap: Tap::Bring(session.id()) }]];
    Some(View { text, keyboard, picture: None })
}

impl BoardRenderer<'_> {
    pub(crate) fn clock_line(&self) -> Option<String> {
        if !is_shown(self.session) {
            return None;
        }
        let control = self.session.time_control();
        match self.session.timed_side() {
            Some(running) if !control.is_per_move() => Some(self.both_times(running)),
            Some(_) | None => rule(control).map(|phrase| self.say(phrase)),
        }
    }

    /// Button that shows the time left.
    pub(crate) fn clock_button(&self) -> Option<Button> {
        let tap = Tap::Clock(self.session.id());
        is_shown(self.session).then(|| Button { label: ASK.to_owned(), tap })
    }

    /// Button that shows the time control and selects the next one, while it can be chosen.
    pub(crate) fn time_button(&self) -> Option<Button> {
        let control = self.session.time_control();
        let button = || self.action_button(short(control), Action::Time(control.next()));
        self.session.can_choose_time().then(button)
    }

    /// Times of both sides when the clock was last started, in the order of their names.
    fn both_times(&self, running: Side) -> String {
        let times = Side::ALL.map(|side| {
            let time = digits(self.session.time_kept(side).unwrap_or_default());
            if side == running { format!("{RUNNING} {time}") } else { time }
        });
        times.join(BESIDE)
    }

    /// Says who has run out of time or has left, and who wins.
    pub(crate) fn ended_by(&self, end: ClockEnd, loser: Side) -> String {
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

/// Formats minutes and seconds like a clock.
fn digits(left: Duration) -> String {
    let left = left.as_secs();
    format!("{}:{:02}", left / MINUTE, left % MINUTE)
}
