//! Milestones of a person: successes that are told once, such as a first win. They follow from the results
//! of the person's games, and only which of them were told is kept.
//!
//! The stored form is one entry of the [habits](crate::people::habits): whether milestones are told, those
//! that were told or passed before, the session of the latest one and that one, `told on first+row 5f first`.

use zerosum_games::family::Family;
use zerosum_search::level::Level;

use crate::SessionId;
use crate::people::habits::Ending;
use crate::people::results::{GameResult, OpponentKind, Played};

/// First word of the entry. No name of a game begins with it.
const TOLD: &str = "told";

/// Numbers of wins in a row that are told, the greatest first.
const STREAKS: [u8; 3] = [10, 5, 3];

/// The opponent that may play perfectly.
const PERFECT: OpponentKind = OpponentKind::Engine(Level::Best);

/// Number of results that contain the longest streak told, with some games with help between.
pub const STREAK_RESULTS: u32 = 40;

/// Success of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// The first game won.
    FirstWin,
    /// This many games won in a row without help.
    Streak(u8),
    /// The first draw against proven perfect play, without help.
    PerfectDraw,
    /// The first game of this family won.
    FirstWinOf(Family),
}

/// Milestones that were told to a person, and whether they want to be told of any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Milestones {
    is_off: bool,
    /// In the order of [`Milestone::all`].
    told: Vec<Milestone>,
    latest: Option<(SessionId, Milestone)>,
}

/// Milestones that a finished game may have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    pub id: SessionId,
    pub result: GameResult,
    /// Set if the game was played from its start.
    pub is_whole: bool,
    /// Set if the best level of the game plays perfectly, and a draw is the best result against it.
    pub is_perfect_draw: bool,
}

impl Milestone {
    /// Returns all milestones, the greatest first.
    fn all() -> impl Iterator<Item = Milestone> {
        let families = Family::ALL.iter().copied().map(Milestone::FirstWinOf);
        std::iter::once(Milestone::FirstWin)
            .chain(STREAKS.map(Milestone::Streak))
            .chain([Milestone::PerfectDraw])
            .chain(families)
    }

    /// Returns its name in the stored form.
    fn name(self) -> &'static str {
        match self {
            Milestone::FirstWin => "first",
            Milestone::Streak(10) => "ten",
            Milestone::Streak(5) => "five",
            Milestone::Streak(_) => "three",
            Milestone::PerfectDraw => "draw",
            Milestone::FirstWinOf(Family::TicTacToe) => "3x3",
            Milestone::FirstWinOf(Family::Mnk) => "row",
            Milestone::FirstWinOf(Family::ConnectFour) => "connect-four",
            Milestone::FirstWinOf(Family::Ultimate) => "ultimate",
            Milestone::FirstWinOf(Family::Strategic) => "strategic",
            Milestone::FirstWinOf(Family::Sheep) => "sheep",
        }
    }

    fn from_name(name: &str) -> Option<Milestone> {
        Milestone::all().find(|milestone| milestone.name() == name)
    }

    /// Returns whether this game, without help, had been the first of its kind.
    fn is_passed_by(self, result: GameResult, finish: &Finish) -> bool {
        let GameResult { spec, opponent, ending, is_unaided } = result;
        is_unaided
            && ending == finish.result.ending
            && match self {
                Milestone::FirstWin => true,
                Milestone::FirstWinOf(family) => spec.family() == family,
                Milestone::PerfectDraw => (spec, opponent) == (finish.result.spec, PERFECT),
                Milestone::Streak(_) => false,
            }
    }
}

impl Finish {
    /// Returns the milestones that it may pass, the greatest first. Whether it ends a streak is unknown.
    fn candidates(&self) -> Vec<Milestone> {
        let GameResult { spec, opponent, ending, is_unaided } = self.result;
        let is_perfect = self.is_perfect_draw && opponent == PERFECT;
        let is_candidate = |milestone: &Milestone| match milestone {
            Milestone::FirstWin => ending == Ending::Won && self.is_whole,
            Milestone::FirstWinOf(family) => {
                ending == Ending::Won && self.is_whole && spec.family() == *family
            }
            Milestone::Streak(_) => ending == Ending::Won && is_unaided,
            Milestone::PerfectDraw => ending == Ending::Drawn && is_unaided && is_perfect,
        };
        Milestone::all().filter(is_candidate).collect()
    }
}

impl Milestones {
    /// Returns whether milestones are told.
    pub fn are_told(&self) -> bool {
        !self.is_off
    }

    /// Returns the milestones told or not from now on. Those that were told stay so.
    #[must_use]
    pub fn switched(self, are_told: bool) -> Milestones {
        Milestones { is_off: !are_told, ..self }
    }

    /// Returns the state without what has been told, for a person whose games are no longer counted.
    #[must_use]
    pub fn forgotten(&self) -> Milestones {
        Milestones { is_off: self.is_off, ..Milestones::default() }
    }

    /// Returns the milestone told at the end of this session.
    pub fn told_at(&self, id: SessionId) -> Option<Milestone> {
        let is_here = |(session, _): &(SessionId, Milestone)| *session == id && !self.is_off;
        self.latest.filter(is_here).map(|(_, milestone)| milestone)
    }

    /// Returns how many of the person's latest results decide what a finished game passes; `None` if it
    /// passes nothing.
    pub fn results_needed(&self, finish: &Finish, all: u32) -> Option<u32> {
        let mut open = self.open(finish).peekable();
        if self.is_off || self.told_at(finish.id).is_some() {
            return None;
        }
        open.peek()?;
        let is_of_latest = |milestone| matches!(milestone, Milestone::Streak(_));
        Some(if open.all(is_of_latest) { STREAK_RESULTS } else { all })
    }

    /// Returns the milestones after a finished game, given the person's latest results with that of this
    /// game, the latest first. Of several that it passes, the greatest is told.
    #[must_use]
    pub fn after(&self, finish: &Finish, games: &[Played]) -> Milestones {
        let Some(at) = games.iter().position(|played| played.id == finish.id) else {
            return self.clone();
        };
        let run = run_of(&games[at..]);
        let earlier = &games[at + 1..];
        let is_reached = |milestone: &Milestone| match *milestone {
            Milestone::Streak(length) => run == usize::from(length),
            Milestone::FirstWin | Milestone::FirstWinOf(_) | Milestone::PerfectDraw => true,
        };
        let passed: Vec<Milestone> = self.open(finish).filter(is_reached).collect();
        let is_new = |milestone: &Milestone| {
            !earlier.iter().any(|played| milestone.is_passed_by(played.result, finish))
        };
        let new = passed.iter().copied().find(is_new);
        let is_told =
            |milestone: &Milestone| self.told.contains(milestone) || passed.contains(milestone);
        Milestones {
            is_off: self.is_off,
            told: Milestone::all().filter(is_told).collect(),
            latest: new.map(|milestone| (finish.id, milestone)).or(self.latest),
        }
    }

    fn open(&self, finish: &Finish) -> impl Iterator<Item = Milestone> {
        finish.candidates().into_iter().filter(|milestone| !self.told.contains(milestone))
    }
}

/// Returns the number of games won in a row up to the latest one, not counting games with help.
fn run_of(games: &[Played]) -> usize {
    let unaided = games.iter().filter(|played| played.result.is_unaided);
    unaided.take_while(|played| played.result.ending == Ending::Won).count()
}

/// Returns whether an entry is about milestones, also if this version cannot read it.
pub(crate) fn is_named_in(entry: &str) -> bool {
    entry.split(' ').next() == Some(TOLD)
}

pub(crate) fn encode(milestones: &Milestones) -> String {
    let Milestones { is_off, told, latest } = milestones;
    let state = if *is_off { "off" } else { "on" };
    let names: Vec<&str> = told.iter().map(|milestone| milestone.name()).collect();
    let names = if names.is_empty() { "-".to_owned() } else { names.join("+") };
    let latest = match latest {
        Some((SessionId(id), milestone)) => format!("{id:x} {}", milestone.name()),
        None => "- -".to_owned(),
    };
    format!("{TOLD} {state} {names} {latest}")
}

/// Decodes an entry; `None` if encoding does not give the same text.
pub(crate) fn decode(text: &str) -> Option<Milestones> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [TOLD, state, names, id, milestone] = fields[..] else { return None };
    let told = match names {
        "-" => Vec::new(),
        names => names.split('+').map(Milestone::from_name).collect::<Option<_>>()?,
    };
    let latest = match (id, milestone) {
        ("-", "-") => None,
        (id, milestone) => {
            let id = SessionId(u64::from_str_radix(id, 16).ok()?);
            Some((id, Milestone::from_name(milestone)?))
        }
    };
    let milestones = Milestones { is_off: state == "off", told, latest };
    (encode(&milestones) == text).then_some(milestones)
}
