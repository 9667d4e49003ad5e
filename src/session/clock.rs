//! How long people may think who play each other: the time controls, and the clock of one game.
//!
//! A clock counts *play time*, which goes on only while somebody is at work and there is no maintenance, so
//! that nobody loses a game because the bot was away. It runs for whoever is to move, from the moment at
//! which both seats are taken, and against an engine there is none. What is asked, offered or said in a game
//! does not touch it: it follows from the moves alone.
//!
//! Who plays by an invitation does not know when somebody comes, so nobody has less than [`FIRST_MOVE_MIN`] for
//! their first move, under any control and also after moves were taken back. Each control gives as much from
//! the start, so whoever has not yet thought is given nothing more.
//!
//! The stored form is five fields with spaces between, `5+3 300000000 251700000 7@90210000 -`: the control,
//! what each side has left in microseconds, for which ply the clock runs and since when (`-` if it stands),
//! and what ended the game: the time (`t`), that it was abandoned (`a`), or neither (`-`). It stands beside
//! the record, so that a program that knows of no clocks plays on: it leaves the ply behind, and the clock
//! stands until somebody moves who knows of it. Such a program reads an end as a resignation.

// A span of time; what tells the time is not in `core`.
use core::time::Duration;

use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, Outcome};

use crate::session::{Beside, Refusal, Seat, Session};

/// No stored form is longer.
const CLOCK_BYTES_MAX: usize =
    "none 18446744073709551615 18446744073709551615 65535@9223372036854775807 a".len();

/// How long each side has for its first move, at the least.
pub const FIRST_MOVE_MIN: Duration = Duration::from_secs(3 * 60);

/// So many moves are somebody's first one.
const FIRST_PLIES: u16 = 2;

/// How long a game of two people that has no clock may be left alone before it is over.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// How long people may think who play in their private chats, unless they choose something else.
pub const TIME_IN_PRIVATE: TimeControl = TimeControl::Day;

/// How long each side may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// As long as they like.
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

/// What ended a game in the place of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockEnd {
    /// Whoever was to move had no time left.
    Time,
    /// Nobody has done anything for [`ABANDONED_AFTER`].
    Abandoned,
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: BySide<Duration>,
    running: Option<Running>,
    end: Option<ClockEnd>,
}

/// That the clock runs for whoever makes the ply after so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    plies: u16,
    since: PlayTime,
}

/// The text is not one of a [`Clock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotClock;

impl TimeControl {
    pub const ALL: [TimeControl; 4] = [
        TimeControl::Unlimited,
        TimeControl::Day,
        TimeControl::ThreeMinutes,
        TimeControl::FiveAndThree,
    ];

    /// Its name in what is stored.
    pub fn name(self) -> &'static str {
        match self {
            TimeControl::Unlimited => "none",
            TimeControl::Day => "day",
            TimeControl::ThreeMinutes => "3m",
            TimeControl::FiveAndThree => "5+3",
        }
    }

    /// The control of that name.
    pub fn from_name(name: &str) -> Option<TimeControl> {
        TimeControl::ALL.into_iter().find(|control| control.name() == name)
    }

    /// What each side has; `None` if as much as they like.
    pub fn allotted(self) -> Option<Duration> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Day => Some(Duration::from_secs(24 * 60 * 60)),
            TimeControl::ThreeMinutes => Some(Duration::from_secs(3 * 60)),
            TimeControl::FiveAndThree => Some(Duration::from_secs(5 * 60)),
        }
    }

    /// What a side is given after each of its moves.
    fn increment(self) -> Duration {
        match self {
            TimeControl::FiveAndThree => Duration::from_secs(3),
            TimeControl::Unlimited | TimeControl::Day | TimeControl::ThreeMinutes => Duration::ZERO,
        }
    }

    /// The one after it, and after the last one the first.
    #[must_use]
    pub fn next(self) -> TimeControl {
        match self {
            TimeControl::Unlimited => TimeControl::Day,
            TimeControl::Day => TimeControl::ThreeMinutes,
            TimeControl::ThreeMinutes => TimeControl::FiveAndThree,
            TimeControl::FiveAndThree => TimeControl::Unlimited,
        }
    }

    /// Whether the time is for each move and not for the game.
    pub fn is_per_move(self) -> bool {
        match self {
            TimeControl::Day | TimeControl::ThreeMinutes => true,
            TimeControl::Unlimited | TimeControl::FiveAndThree => false,
        }
    }
}

impl PlayTime {
    /// How long after another one it is: no time if it is before.
    fn since(self, earlier: PlayTime) -> Duration {
        let micros = self.0.saturating_sub(earlier.0);
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    }

    /// The moment so much later.
    pub fn after(self, duration: Duration) -> PlayTime {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        PlayTime(self.0.saturating_add(micros))
    }
}

impl Clock {
    /// A clock that nobody has started.
    fn new(control: TimeControl) -> Clock {
        let allotted = control.allotted().unwrap_or_default();
        let left = BySide { first: allotted, second: allotted };
        Clock { control, left, running: None, end: None }
    }

    /// Stops it for the side for which it runs, which has made a move or not.
    fn stop(&mut self, side: Side, now: PlayTime, has_moved: bool) {
        let Some(Running { since, .. }) = self.running.take() else { return };
        let left = self.left.get_mut(side);
        *left = left.saturating_sub(now.since(since));
        if has_moved {
            *left = left.saturating_add(self.control.increment());
        }
    }

    /// Has it run for the side that makes the ply after so many.
    fn start(&mut self, side: Side, plies: u16, now: PlayTime) {
        let left = self.left.get_mut(side);
        if self.control.is_per_move() {
            *left = self.control.allotted().unwrap_or_default();
        }
        if plies < FIRST_PLIES && self.control != TimeControl::Unlimited {
            *left = (*left).max(FIRST_MOVE_MIN);
        }
        self.running = Some(Running { plies, since: now });
    }
}

impl Session {
    /// The same session, whose sides may think so long. Against an engine they always may.
    #[must_use]
    pub fn under(self, control: TimeControl) -> Session {
        match control {
            TimeControl::Unlimited => self,
            control => self.with_clock(Clock::new(control)),
        }
    }

    /// The same session with this clock, which is of no account where an engine plays.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Session {
        let has_engine = self.seats.find(|seat| matches!(seat, Seat::Engine(_))).is_some();
        self.set_clock((!has_engine).then_some(clock));
        self
    }

    /// Whether its starter can still choose how long both may think: nobody has come.
    pub fn can_choose_time(&self) -> bool {
        self.open_side().is_some() && self.outcome().is_none()
    }

    /// Its clock, if it has one or was ended by one.
    pub fn clock(&self) -> Option<&Clock> {
        self.beside.as_deref()?.clock.as_ref()
    }

    /// How long its sides may think.
    pub fn time_control(&self) -> TimeControl {
        self.clock().map(|clock| clock.control).unwrap_or_default()
    }

    /// What ended it in the place of its players.
    pub fn clock_end(&self) -> Option<ClockEnd> {
        self.clock()?.end
    }

    /// The side whose clock runs.
    pub fn running_side(&self) -> Option<Side> {
        self.running().map(|_| self.position.turn())
    }

    /// What a side had left when the clock was last started or stopped, of a game with a clock.
    pub fn time_kept(&self, side: Side) -> Option<Duration> {
        let clock = self.clock().filter(|clock| clock.control != TimeControl::Unlimited)?;
        Some(*clock.left.get(side))
    }

    /// What a side has left now.
    pub fn time_left(&self, side: Side, now: PlayTime) -> Option<Duration> {
        let kept = self.time_kept(side)?;
        let spent = self.running().filter(|_| self.position.turn() == side);
        Some(spent.map_or(kept, |running| kept.saturating_sub(now.since(running.since))))
    }

    /// When whoever is to move has no time left, or the votes on the next move are counted; `None` while no
    /// clock runs.
    pub fn due(&self) -> Option<PlayTime> {
        if self.is_voted() {
            return self.vote_due();
        }
        let Running { since, .. } = self.running()?;
        Some(since.after(self.time_kept(self.position.turn())?))
    }

    /// Whether whoever is to move has no time left.
    pub fn is_out_of_time(&self, now: PlayTime) -> bool {
        self.due().is_some_and(|due| due <= now)
    }

    /// The same session with its clock as it goes on after what has just been done to the session before, or
    /// after nothing if the game begins. Where no other ply is to be made than before, it runs as it did.
    #[must_use]
    pub fn timed(self, before: Option<&Session>, now: PlayTime) -> Session {
        let Some(clock) = self.clock().copied() else { return self.with_vote_begun(now) };
        let mut clock = Clock { running: before.and_then(Session::running), ..clock };
        let plies = u16::try_from(self.moves.len()).unwrap_or(u16::MAX);
        let is_in_play = self.is_in_play_between_people();
        let is_same_ply = clock.running.is_some_and(|running| running.plies == plies);
        if !is_in_play || !is_same_ply {
            if let Some(before) = before {
                let has_moved = self.moves.len() > before.moves.len();
                clock.stop(before.position.turn(), now, has_moved);
            }
            if is_in_play {
                clock.start(self.position.turn(), plies, now);
            }
        }
        self.with_clock(clock)
    }

    /// Whether two people sit there.
    pub fn is_between_people(&self) -> bool {
        let is_person = |seat: &Seat| matches!(seat, Seat::Human(_));
        is_person(&self.seats.first) && is_person(&self.seats.second)
    }

    /// Whether two people are at it who think for themselves until it is over.
    pub fn is_in_play_between_people(&self) -> bool {
        self.outcome().is_none() && self.is_between_people()
    }

    /// The session after it was ended in the place of its players, which whoever is to move loses. `None` if
    /// it is over or not played by two people.
    pub fn ended_by(&self, end: ClockEnd, now: PlayTime) -> Option<Session> {
        if !self.is_in_play_between_people() {
            return None;
        }
        let loser = self.position.turn();
        let mut clock = self.clock().copied().unwrap_or(Clock::new(TimeControl::Unlimited));
        clock.stop(loser, now, false);
        let clock = Clock { running: None, end: Some(end), ..clock };
        let revision = self.revision.next();
        let next = Session { revision, settled: Some(Outcome::Win(!loser)), ..self.clone() };
        Some(next.with_clock(clock))
    }

    /// Has both sides think so long, if that can still be chosen.
    pub(super) fn choose_time(&mut self, control: TimeControl) -> Result<(), Refusal> {
        if !self.can_choose_time() {
            return Err(Refusal::Begun);
        }
        self.set_clock(match control {
            TimeControl::Unlimited => None,
            control => Some(Clock::new(control)),
        });
        Ok(())
    }

    pub(super) fn set_clock(&mut self, clock: Option<Clock>) {
        let beside = Beside { clock, ..self.beside.as_deref().cloned().unwrap_or_default() };
        self.beside = (beside != Beside::default()).then(|| Box::new(beside));
    }

    /// For which ply the clock runs. It stands where a program has moved that knows of no clocks.
    fn running(&self) -> Option<Running> {
        let running = self.clock()?.running?;
        let is_current = usize::from(running.plies) == self.moves.len();
        let is_in_play = self.is_in_play_between_people();
        Some(running).filter(|_| is_current && is_in_play)
    }
}

/// The clock as it is stored.
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

/// The clock that is stored so.
pub fn decode(text: &str) -> Result<Clock, NotClock> {
    if text.len() > CLOCK_BYTES_MAX {
        return Err(NotClock);
    }
    let clock = read(text).ok_or(NotClock)?;
    // Numbers have many spellings ("07", "+7"); only the one that encoding makes is accepted.
    if encode(&clock) == text { Ok(clock) } else { Err(NotClock) }
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
