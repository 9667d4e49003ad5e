//! Thinking time of people who play each other: the time controls, and the clock of one game.
//!
//! A clock counts *play time*, which passes only while a process is running and there is no maintenance, so
//! that no game is lost because the bot was away. It runs for the side to move once both seats are taken,
//! from the moment at which a message is known to show the board to that side: until then it waits. Games
//! against an engine have no clock. Questions, offers and phrases do not affect it: it follows from the moves
//! and the choices of an opening alone. When moves are taken back, both sides get
//! [the time they had](crate::game::times) at that ply.
//!
//! A person who plays by an invitation does not know when an opponent comes, so each side has at least
//! [`FIRST_MOVE_MIN`] for its first move, under any control and also after moves were taken back. Each
//! control gives at least that from the start, so a side that has not used any time gets nothing extra.
//!
//! The stored form is five fields separated by spaces, `5+3 300000000 251700000 7@90210000 -`: the control;
//! the time that each side has left, in microseconds; the ply for which the clock runs and since when (`-` if
//! it is stopped); and the reason for the end: out of time (`t`), abandoned (`a`), or neither (`-`). It is
//! stored beside the record, so that older versions of the program can still play the game: a move that such
//! a version makes leaves the ply behind, and the clock stops until a newer version starts it again. An
//! older version reads an end as a resignation.

// Only a span of time; clocks are not in `core`.
use core::time::Duration;

use zerosum_games::Outcome;
use zerosum_games::side::{BySide, Side};

use crate::game::opening::exchanged;
use crate::game::record::RecordError;
use crate::game::times::Times;
use crate::{Refusal, Seat, Session};

/// Maximum length of the stored form.
const CLOCK_BYTES_MAX: usize =
    "none 18446744073709551615 18446744073709551615 65535@9223372036854775807 a".len();

/// Minimum time of each side for its first move.
pub const FIRST_MOVE_MIN: Duration = Duration::from_secs(3 * 60);

/// Number of plies that are the first move of a side, in a game without an opening.
const FIRST_PLIES: u16 = 2;

/// Time after which an idle game of two people without a clock is over.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Default time control of people who play in their private chats.
pub const TIME_IN_PRIVATE: TimeControl = TimeControl::Day;

/// Time that each side may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// A day for each move.
    Day,
    /// Three minutes for each move.
    ThreeMinutes,
    /// Five minutes for the game, and three seconds more after each move.
    FiveAndThree,
}

/// A moment of play time, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayTime(pub i64);

/// Reason for which a game ended other than by its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockEnd {
    /// The side to move had no time left.
    Time,
    /// No player has done anything for [`ABANDONED_AFTER`].
    Abandoned,
}

/// Clock of a game, with the time that each side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: BySide<Duration>,
    running: Option<Running>,
    end: Option<ClockEnd>,
}

/// State of a running clock: the number of plies before the one it runs for, and the time it was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    plies: u16,
    since: PlayTime,
}

impl TimeControl {
    pub const ALL: [TimeControl; 4] = [
        TimeControl::Unlimited,
        TimeControl::Day,
        TimeControl::ThreeMinutes,
        TimeControl::FiveAndThree,
    ];

    /// Returns its name in the store.
    pub fn name(self) -> &'static str {
        match self {
            TimeControl::Unlimited => "none",
            TimeControl::Day => "day",
            TimeControl::ThreeMinutes => "3m",
            TimeControl::FiveAndThree => "5+3",
        }
    }

    /// Returns the control with this name.
    pub fn from_name(name: &str) -> Option<TimeControl> {
        TimeControl::ALL.into_iter().find(|control| control.name() == name)
    }

    /// Time of each side; `None` if it is unlimited.
    pub fn allotted(self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Day => Some(Duration::from_secs(24 * 60 * 60)),
            TimeControl::ThreeMinutes => Some(Duration::from_secs(3 * 60)),
            TimeControl::FiveAndThree => Some(Duration::from_secs(5 * 60)),
        }
    }

    /// Time added after each move of a side.
    fn increment(self) -> Duration {
        match self {
            TimeControl::FiveAndThree => Duration::from_secs(3),
            TimeControl::Unlimited | TimeControl::Day | TimeControl::ThreeMinutes => Duration::ZERO,
        }
    }

    /// Returns the control after this one; the first one follows the last.
    #[must_use]
    pub fn next(self) -> TimeControl {
        match self {
            TimeControl::Unlimited => TimeControl::Day,
            TimeControl::Day => TimeControl::ThreeMinutes,
            TimeControl::ThreeMinutes => TimeControl::FiveAndThree,
            TimeControl::FiveAndThree => TimeControl::Unlimited,
        }
    }

    /// Returns whether the time is for each move and not for the game.
    pub fn is_per_move(self) -> bool {
        match self {
            TimeControl::Day | TimeControl::ThreeMinutes => true,
            TimeControl::Unlimited | TimeControl::FiveAndThree => false,
        }
    }
}

impl PlayTime {
    /// Time since an earlier moment; zero if that one is later.
    fn since(self, earlier: PlayTime) -> Duration {
        let micros = self.0.saturating_sub(earlier.0);
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    }

    /// Returns the moment that is later by a duration.
    pub fn after(self, duration: Duration) -> PlayTime {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        PlayTime(self.0.saturating_add(micros))
    }
}

impl Clock {
    /// Creates a clock that was not started yet.
    fn new(control: TimeControl) -> Clock {
        let allotted = control.allotted().unwrap_or_default();
        let left = BySide { first: allotted, second: allotted };
        Clock { control, left, running: None, end: None }
    }

    /// Stops the clock, if it runs, and takes the time since its start from this side.
    fn stop(&mut self, side: Side, now: PlayTime) {
        let Some(Running { since, .. }) = self.running.take() else { return };
        let left = self.left.get_mut(side);
        *left = left.saturating_sub(now.since(since));
    }

    /// Returns the clock after the players have exchanged their seats.
    pub(crate) fn exchanged(self) -> Clock {
        Clock { left: exchanged(self.left), ..self }
    }

    /// Gives a side its increment after a move.
    fn reward(&mut self, side: Side) {
        let left = self.left.get_mut(side);
        *left = left.saturating_add(self.control.increment());
    }

    /// Gives a side its time for the next ply, after this number of plies.
    fn allot(&mut self, side: Side, plies: u16) {
        let left = self.left.get_mut(side);
        if self.control.is_per_move() {
            *left = self.control.allotted().unwrap_or_default();
        }
        if plies < FIRST_PLIES && self.control != TimeControl::Unlimited {
            *left = (*left).max(FIRST_MOVE_MIN);
        }
    }
}

impl Session {
    /// Returns the session under a time control, which has no effect against an engine.
    #[must_use]
    pub fn under(self, control: TimeControl) -> Session {
        match control {
            TimeControl::Unlimited => self,
            control => self.with_clock(Clock::new(control)),
        }
    }

    /// Returns the session with this clock, or without one if an engine plays.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Session {
        let has_engine = self.seats.find(|seat| matches!(seat, Seat::Engine(_))).is_some();
        self.set_clock((!has_engine).then_some(clock));
        self
    }

    /// Returns whether its starter can still choose the time control: no opponent has come.
    pub fn can_choose_time(&self) -> bool {
        self.open_side().is_some() && self.outcome().is_none()
    }

    /// Returns its clock, if it has one or was ended by one.
    pub fn clock(&self) -> Option<&Clock> {
        self.extras.as_deref()?.clock.as_ref()
    }

    /// Time control of the game.
    pub fn time_control(&self) -> TimeControl {
        self.clock().map(|clock| clock.control).unwrap_or_default()
    }

    /// Returns the reason for which it ended other than by its players.
    pub fn clock_end(&self) -> Option<ClockEnd> {
        self.clock()?.end
    }

    /// Returns the side whose clock runs, or waits for a message that shows the board.
    pub fn timed_side(&self) -> Option<Side> {
        let is_timed = self.time_control() != TimeControl::Unlimited;
        (is_timed && self.is_in_play_of_people()).then(|| self.turn())
    }

    /// Returns whether its clock is to start as soon as the side to move is known to see the board.
    pub fn is_clock_waiting(&self) -> bool {
        self.timed_side().is_some() && self.running().is_none()
    }

    /// Returns the session with its waiting clock started now, under the same revision.
    #[must_use]
    pub fn with_clock_started(self, now: PlayTime) -> Session {
        let Some(mut clock) = self.clock().copied().filter(|_| self.is_clock_waiting()) else {
            return self;
        };
        clock.allot(self.turn(), self.plies());
        clock.running = Some(Running { plies: self.plies(), since: now });
        self.with_clock(clock)
    }

    /// Time that a side had left when the clock was last started or stopped, in a game with a clock.
    pub fn time_kept(&self, side: Side) -> Option<Duration> {
        let clock = self.clock().filter(|clock| clock.control != TimeControl::Unlimited)?;
        Some(*clock.left.get(side))
    }

    /// Time that a side has left now.
    pub fn time_left(&self, side: Side, now: PlayTime) -> Option<Duration> {
        let kept = self.time_kept(side)?;
        let spent = self.running().filter(|_| self.turn() == side);
        Some(spent.map_or(kept, |running| kept.saturating_sub(now.since(running.since))))
    }

    /// Moment at which the side to move has no time left, or the votes on the next move are counted; `None`
    /// while no clock runs.
    pub fn due(&self) -> Option<PlayTime> {
        if self.is_voted() {
            return self.vote_due();
        }
        let Running { since, .. } = self.running()?;
        Some(since.after(self.time_kept(self.turn())?))
    }

    /// Returns whether the side to move has no time left.
    pub fn is_out_of_time(&self, now: PlayTime) -> bool {
        self.due().is_some_and(|due| due <= now)
    }

    /// Returns the session with its clock brought up to date after the transition from the session `before`,
    /// `None` if the game begins. If there is no new move or choice, the clock runs or waits as before.
    #[must_use]
    pub fn timed(self, before: Option<&Session>, now: PlayTime) -> Session {
        let Some(clock) = self.clock().copied() else { return self.with_vote_begun(now) };
        let mut clock = Clock { running: before.and_then(Session::running), ..clock };
        let is_in_play = self.is_in_play_of_people();
        let has_come = before.is_some_and(|before| !before.has_only_people());
        let before = before.filter(|before| before.is_in_play_of_people());
        let plies = Session::step_count;
        if is_in_play && before.is_some_and(|before| plies(before) == plies(&self)) {
            return self.with_clock(clock);
        }
        let mut times = self.times().copied().or(has_come.then_some(Times::all(clock.left)));
        if let Some(before) = before {
            let has_swapped = self.has_swapped_since(before);
            let side = if has_swapped { !before.turn() } else { before.turn() };
            let had = clock.left;
            clock.stop(side, now);
            if plies(&self) > plies(before) {
                clock.reward(side);
                times = Some(times.unwrap_or_default().and(had));
            } else if plies(&self) < plies(before) {
                let back = times.unwrap_or_default().back(plies(before) - plies(&self));
                clock.left = back.map_or(clock.left, |(had, _)| had);
                times = back.map(|(_, earlier)| earlier);
            }
        }
        if is_in_play {
            clock.allot(self.turn(), self.plies());
        }
        self.with_clock(clock).with_times(times.filter(|_| is_in_play))
    }

    /// Returns the session with its clock as if no time had passed between these two moments; `None` if it
    /// does not run.
    pub fn without_time_between(&self, from: PlayTime, to: PlayTime) -> Option<Session> {
        let Running { plies, since } = self.running()?;
        let since = since.after(to.since(from.max(since)));
        let clock = Clock { running: Some(Running { plies, since }), ..*self.clock()? };
        Some(self.clone().with_clock(clock))
    }

    /// Returns the session after the bot was away from its chat between these two moments; `None` if its
    /// clock does not run.
    pub fn clock_resumed(&self, away_since: PlayTime, now: PlayTime) -> Option<Session> {
        let session = self.without_time_between(away_since, now)?;
        Some(Session { revision: self.revision.next(), ..session })
    }

    /// Returns the session with the time for this move given back, and its clock waiting until the side to move sees the
    /// board; `None` if its clock does not run.
    pub fn with_clock_waiting(&self) -> Option<Session> {
        self.running()?;
        let clock = Clock { running: None, ..*self.clock()? };
        Some(Session { revision: self.revision.next(), ..self.clone().with_clock(clock) })
    }

    /// Returns whether people have both seats, be it one person.
    fn has_only_people(&self) -> bool {
        let is_person = |seat: &Seat| matches!(seat, Seat::Human(_));
        is_person(&self.seats.first) && is_person(&self.seats.second)
    }

    fn is_in_play_of_people(&self) -> bool {
        self.outcome().is_none() && self.has_only_people()
    }

    /// Returns the session after it was ended other than by its players; the side to move loses. `None` if it
    /// is over or not played by two people.
    pub fn ended_by(&self, end: ClockEnd, now: PlayTime) -> Option<Session> {
        if !self.is_in_play_of_people() {
            return None;
        }
        let loser = self.turn();
        let mut clock = self.clock().copied().unwrap_or(Clock::new(TimeControl::Unlimited));
        clock.stop(loser, now);
        let clock = Clock { running: None, end: Some(end), ..clock };
        let revision = self.revision.next();
        let next = Session { revision, settled: Some(Outcome::Win(!loser)), ..self.clone() };
        Some(next.with_clock(clock))
    }

    /// Sets the time control, if it can still be chosen.
    pub(crate) fn choose_time(&mut self, control: TimeControl) -> Result<(), Refusal> {
        if !self.can_choose_time() {
            return Err(Refusal::Begun);
        }
        self.set_clock(match control {
            TimeControl::Unlimited => None,
            control => Some(Clock::new(control)),
        });
        Ok(())
    }

    pub(crate) fn set_clock(&mut self, clock: Option<Clock>) {
        self.change_extras(|extras| extras.clock = clock);
    }

    /// Returns the state of the running clock; `None` if it is stopped, or if an older version of the
    /// program has moved without it.
    fn running(&self) -> Option<Running> {
        let running = self.clock()?.running?;
        let is_current = usize::from(running.plies) == self.moves.len();
        let is_in_play = self.is_in_play_of_people();
        Some(running).filter(|_| is_current && is_in_play)
    }
}

/// Encodes a clock as it is stored.
pub fn encode(clock: &Clock) -> String {
    let Clock { control, left, running, end } = clock;
    let micros = |left: &Duration| u64::try_from(left.as_micros()).unwrap_or(u64::MAX);
    let running = match running {
        Some(Running { plies, since: PlayTime(since) }) => format!("{plies}@{since}"),
        None => "-".to_owned(),
    };
    let end = end_name(*end);
    let (first, second) = (micros(&left.first), micros(&left.second));
    format!("{} {first} {second} {running} {end}", control.name())
}

/// Decodes a stored clock.
pub fn decode(text: &str) -> Result<Clock, RecordError> {
    if text.len() > CLOCK_BYTES_MAX {
        return Err(RecordError::Malformed);
    }
    let clock = read(text).ok_or(RecordError::Malformed)?;
    // Numbers have many spellings ("07", "+7"); only the one that encoding makes is accepted.
    if encode(&clock) == text { Ok(clock) } else { Err(RecordError::Malformed) }
}

fn read(text: &str) -> Option<Clock> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [control, first, second, running, end] = fields[..] else { return None };
    let left = |text: &str| text.parse().ok().map(Duration::from_micros);
    let running = match running {
        "-" => None,
        running => {
            let (plies, since) = running.split_once('@')?;
            Some(Running { plies: plies.parse().ok()?, since: PlayTime(since.parse().ok()?) })
        }
    };
    let ends = [None, Some(ClockEnd::Time), Some(ClockEnd::Abandoned)];
    Some(Clock {
        control: TimeControl::from_name(control)?,
        left: BySide { first: left(first)?, second: left(second)? },
        running,
        end: ends.into_iter().find(|known| end_name(*known) == end)?,
    })
}

fn end_name(end: Option<ClockEnd>) -> &'static str {
    match end {
        None => "-",
        Some(ClockEnd::Time) => "t",
        Some(ClockEnd::Abandoned) => "a",
    }
}
