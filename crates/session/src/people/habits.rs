//! A person's last choice in each game, and the results of their last games: they decide with which choice a
//! game is offered, and when a harder or easier level is.
//!
//! The stored form has one entry for each game, the latest first, separated by commas. An entry is a choice,
//! the number of wins or losses in a row, the offers made so far, and the session at the end of which a level
//! is on offer: `3x3 1 beginner w2 08 5f`. The entries for [`puzzles`], for [`courses`], for [`milestones`], for
//! [`marks`] and for the clock of the last search for an opponent, `clock 5+3`, stand before all of these. Entries
//! of a newer version of the program are kept unchanged; those of puzzles, courses, milestones, marks and clocks
//! are recognized by their first word, so that they can be deleted or replaced.

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_search::course::{Course, Step};
use zerosum_search::level::Level;

use crate::SessionId;
use crate::choice::{self, Choice, Next};
use crate::game::clock::TimeControl;
use crate::people::courses::{self, Passed};
use crate::people::marks::{self, MarkPair};
use crate::people::milestones::{self, Milestones};
use crate::people::puzzles::{self, PuzzleTally};

/// Maximum number of games whose habits are kept.
pub const HABITS_MAX: usize = 16;

/// First word of the entry of a clock. No name of a game begins with it.
const CLOCK: &str = "clock";

/// Number of games won or lost in a row after which another level is offered.
const STREAK_OFFERED: u8 = 2;

/// Result of a game for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Won,
    Lost,
    Drawn,
}

impl Ending {
    pub const ALL: [Ending; 3] = [Ending::Won, Ending::Drawn, Ending::Lost];

    /// Returns its name in stored results.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Won => "won",
            Ending::Drawn => "drawn",
            Ending::Lost => "lost",
        }
    }
}

/// Games of one choice that ended alike, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Streak {
    #[default]
    None,
    Won(u8),
    Lost(u8),
}

/// Habits of a person in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Habit {
    choice: Choice,
    streak: Streak,
    /// The levels after which a harder or an easier one was offered: two bits for each level.
    offered: u8,
    /// The session at the end of which another level is on offer.
    offer: Option<SessionId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Puzzles(PuzzleTally),
    Course(Course, Passed),
    Milestones(Milestones),
    Marks(MarkPair),
    Clock(TimeControl),
    Known(Habit),
    Unknown(String),
}

/// Habits of a person in all games, with their progress in puzzles and courses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    entries: Vec<Entry>,
}

impl Habits {
    /// Returns the person's last choice in a game.
    pub fn choice_in(&self, spec: GameSpec) -> Option<Choice> {
        self.habit(spec).map(|habit| habit.choice)
    }

    /// Returns the person's last choice in the games of a family.
    pub fn latest_of(&self, family: Family) -> Option<Choice> {
        let mut choices = self.known().map(|habit| habit.choice);
        choices.find(|choice| choice.spec.family() == family)
    }

    /// Returns the games that the person has played, the latest first.
    pub fn games(&self) -> impl Iterator<Item = GameSpec> {
        self.known().map(|habit| habit.choice.spec)
    }

    /// Returns whether another level is on offer at the end of this session.
    pub fn is_offered_at(&self, id: SessionId) -> bool {
        self.known().any(|habit| habit.offer == Some(id))
    }

    /// Returns the person's results in puzzles, if they have solved one or given up the puzzle of a day.
    pub fn puzzles(&self) -> Option<&PuzzleTally> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Puzzles(tally) => Some(tally),
            _ => None,
        })
    }

    /// Returns the habits with these results in puzzles.
    #[must_use]
    pub fn with_puzzles(&self, tally: PuzzleTally) -> Habits {
        let others = self.without_puzzles().entries;
        Habits { entries: std::iter::once(Entry::Puzzles(tally)).chain(others).collect() }
    }

    /// Returns the habits after this change of the results in puzzles; `None` if that changes nothing.
    pub fn after_puzzle(&self, change: impl Fn(&PuzzleTally) -> PuzzleTally) -> Option<Habits> {
        let tally = self.puzzles().cloned().unwrap_or_default();
        let next = change(&tally);
        (next != tally).then(|| self.with_puzzles(next))
    }

    /// Returns the habits without any results in puzzles.
    #[must_use]
    pub fn without_puzzles(&self) -> Habits {
        let is_removed = |entry: &Entry| match entry {
            Entry::Puzzles(_) => true,
            Entry::Unknown(text) => puzzles::is_named_in(text),
            _ => false,
        };
        Habits { entries: self.without(is_removed).collect() }
    }

    /// Returns the steps of a course that the person has passed.
    pub fn passed(&self, course: Course) -> Passed {
        self.begun(course).unwrap_or_default()
    }

    /// Returns the habits with this step passed too.
    #[must_use]
    pub fn with_step(&self, course: Course, step: Step) -> Habits {
        let passed = Entry::Course(course, self.passed(course).with(step));
        let is_replaced = |entry: &Entry| match entry {
            Entry::Course(other, _) => *other == course,
            Entry::Unknown(text) => courses::is_named_in(text, Some(course)),
            _ => false,
        };
        Habits { entries: std::iter::once(passed).chain(self.without(is_replaced)).collect() }
    }

    /// Returns the habits after this step was passed; `None` if it was passed before.
    pub fn after_step(&self, course: Course, step: Step) -> Option<Habits> {
        (!self.passed(course).has(step)).then(|| self.with_step(course, step))
    }

    /// Returns the habits without any progress in courses.
    #[must_use]
    pub fn without_courses(&self) -> Habits {
        let is_removed = |entry: &Entry| match entry {
            Entry::Course(..) => true,
            Entry::Unknown(text) => courses::is_named_in(text, None),
            _ => false,
        };
        Habits { entries: self.without(is_removed).collect() }
    }

    /// Returns the habits with the person's choices, and without what followed from how their games have ended.
    #[must_use]
    pub fn without_endings(&self) -> Habits {
        let without = |entry: &Entry| match entry {
            Entry::Known(habit) => Entry::Known(Habit::of(habit.choice)),
            other => other.clone(),
        };
        Habits { entries: self.entries.iter().map(without).collect() }
    }

    /// Returns the milestones told to the person. Those that this version cannot read count as not to be told.
    pub fn milestones(&self) -> Milestones {
        let is_unreadable = |entry: &Entry| match entry {
            Entry::Unknown(text) => milestones::is_named_in(text),
            _ => false,
        };
        let are_told = !self.entries.iter().any(is_unreadable);
        self.told().cloned().unwrap_or_else(|| Milestones::default().switched(are_told))
    }

    /// Returns the habits with these milestones told.
    #[must_use]
    pub fn with_milestones(&self, milestones: Milestones) -> Habits {
        let is_replaced = |entry: &Entry| match entry {
            Entry::Milestones(_) => true,
            Entry::Unknown(text) => milestones::is_named_in(text),
            _ => false,
        };
        let told = Some(Entry::Milestones(milestones.clone()));
        let told = told.filter(|_| milestones != Milestones::default());
        Habits { entries: told.into_iter().chain(self.without(is_replaced)).collect() }
    }

    /// Returns the marks in which the person sees boards that are buttons.
    pub fn marks(&self) -> MarkPair {
        self.chosen_marks().unwrap_or_default()
    }

    /// Returns the habits with these marks.
    #[must_use]
    pub fn with_marks(&self, pair: MarkPair) -> Habits {
        let is_replaced = |entry: &Entry| match entry {
            Entry::Marks(_) => true,
            Entry::Unknown(text) => marks::is_named_in(text),
            _ => false,
        };
        let chosen = Some(Entry::Marks(pair)).filter(|_| pair != MarkPair::default());
        Habits { entries: chosen.into_iter().chain(self.without(is_replaced)).collect() }
    }

    /// Returns the clock of the person's last search for an opponent.
    pub fn clock(&self) -> Option<TimeControl> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Clock(time) => Some(*time),
            _ => None,
        })
    }

    /// Returns the habits with this as the clock of the last search for an opponent.
    #[must_use]
    pub fn with_clock(&self, time: TimeControl) -> Habits {
        let is_replaced = |entry: &Entry| match entry {
            Entry::Clock(_) => true,
            Entry::Unknown(text) => text.split(' ').next() == Some(CLOCK),
            _ => false,
        };
        let clock = std::iter::once(Entry::Clock(time));
        Habits { entries: clock.chain(self.without(is_replaced)).collect() }
    }

    /// Returns the habits after the person has made this choice.
    #[must_use]
    pub fn with_choice(&self, choice: Choice) -> Habits {
        let habit = match self.habit(choice.spec) {
            Some(habit) if habit.choice.level == choice.level => Habit { choice, ..*habit },
            Some(habit) => Habit { choice, streak: Streak::None, ..*habit },
            None => Habit::of(choice),
        };
        self.with(habit)
    }

    /// Returns the habits after a game of this choice has ended. At the second win, or loss, in a row
    /// another level is on offer, if there is one, once for each level.
    #[must_use]
    pub fn with_ending(&self, choice: Choice, ending: Ending, id: SessionId) -> Habits {
        let habit = self.habit(choice.spec).copied();
        let mut habit =
            habit.filter(|habit| habit.choice.level == choice.level).unwrap_or_else(|| Habit {
                offered: habit.map_or(0, |habit| habit.offered),
                ..Habit::of(choice)
            });
        habit.choice = choice;
        habit.offer = None;
        let next = match ending {
            Ending::Won => Next::Harder,
            Ending::Lost => Next::Easier,
            Ending::Drawn => {
                habit.streak = Streak::None;
                return self.with(habit);
            }
        };
        let bit = offer_bit(choice.level, next);
        // There is no level to offer, or it was offered before.
        if habit.offered & bit != 0 || choice.after(next).is_none() {
            habit.streak = Streak::None;
            return self.with(habit);
        }
        habit.streak = habit.streak.after(ending);
        if habit.streak.length() >= STREAK_OFFERED {
            habit.streak = Streak::None;
            habit.offered |= bit;
            habit.offer = Some(id);
        }
        self.with(habit)
    }

    fn known(&self) -> impl Iterator<Item = &Habit> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Known(habit) => Some(habit),
            _ => None,
        })
    }

    fn told(&self) -> Option<&Milestones> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Milestones(milestones) => Some(milestones),
            _ => None,
        })
    }

    fn chosen_marks(&self) -> Option<MarkPair> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Marks(pair) => Some(*pair),
            _ => None,
        })
    }

    /// Returns the passed steps of a course, if there is an entry for it.
    fn begun(&self, course: Course) -> Option<Passed> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Course(other, passed) if *other == course => Some(*passed),
            _ => None,
        })
    }

    fn habit(&self, spec: GameSpec) -> Option<&Habit> {
        self.known().find(|habit| habit.choice.spec == spec)
    }

    /// Returns the entries that stay, in their order.
    fn without(&self, is_replaced: impl Fn(&Entry) -> bool) -> impl Iterator<Item = Entry> {
        self.entries.iter().filter(move |entry| !is_replaced(entry)).cloned()
    }

    /// Returns the habits with this one as the latest.
    fn with(&self, habit: Habit) -> Habits {
        let is_other = |entry: &&Entry| match entry {
            Entry::Known(other) => other.choice.spec != habit.choice.spec,
            Entry::Puzzles(_) | Entry::Course(..) | Entry::Milestones(_) => false,
            Entry::Marks(_) | Entry::Clock(_) => false,
            Entry::Unknown(_) => true,
        };
        let others = self.entries.iter().filter(is_other).take(HABITS_MAX - 1).cloned();
        let puzzles = self.puzzles().cloned().map(Entry::Puzzles).into_iter();
        let begun = |course| Some(Entry::Course(course, self.begun(course)?));
        let learned = puzzles.chain(Course::ALL.into_iter().filter_map(begun));
        let learned = learned.chain(self.told().cloned().map(Entry::Milestones));
        let learned = learned.chain(self.chosen_marks().map(Entry::Marks));
        let learned = learned.chain(self.clock().map(Entry::Clock));
        Habits { entries: learned.chain([Entry::Known(habit)]).chain(others).collect() }
    }
}

impl Habit {
    fn of(choice: Choice) -> Habit {
        Habit { choice, streak: Streak::None, offered: 0, offer: None }
    }
}

impl Streak {
    fn length(self) -> u8 {
        match self {
            Streak::None => 0,
            Streak::Won(length) | Streak::Lost(length) => length,
        }
    }

    fn after(self, ending: Ending) -> Streak {
        match (ending, self) {
            (Ending::Drawn, _) => Streak::None,
            (Ending::Won, Streak::Won(length)) => Streak::Won(length.saturating_add(1)),
            (Ending::Won, _) => Streak::Won(1),
            (Ending::Lost, Streak::Lost(length)) => Streak::Lost(length.saturating_add(1)),
            (Ending::Lost, _) => Streak::Lost(1),
        }
    }
}

fn offer_bit(level: Level, next: Next) -> u8 {
    let number = match level {
        Level::Beginner => 0,
        Level::Casual => 1,
        Level::Strong => 2,
        // The best level has no harder one, and the novice no easier one: they share the two bits.
        Level::Best | Level::Novice => 3,
    };
    match next {
        Next::Harder => 1 << (2 * number),
        Next::Same | Next::OtherSide | Next::Easier => 1 << (2 * number + 1),
    }
}

/// Encodes habits as they are stored.
pub fn encode(habits: &Habits) -> String {
    let entries: Vec<String> = habits.entries.iter().map(encode_entry).collect();
    entries.join(",")
}

/// Decodes stored habits. Encoding them gives the same text.
pub fn decode(text: &str) -> Habits {
    let entries = text.split(',').filter(|_| !text.is_empty());
    Habits { entries: entries.map(read_entry).collect() }
}

fn read_entry(text: &str) -> Entry {
    if let Some(tally) = puzzles::decode(text) {
        return Entry::Puzzles(tally);
    }
    if let Some(milestones) = milestones::decode(text) {
        return Entry::Milestones(milestones);
    }
    if let Some(pair) = marks::decode(text) {
        return Entry::Marks(pair);
    }
    if let Some(time) = read_clock(text) {
        return Entry::Clock(time);
    }
    match (courses::decode(text), read_habit(text)) {
        (Some((course, passed)), _) => Entry::Course(course, passed),
        (None, Some(habit)) => Entry::Known(habit),
        (None, None) => Entry::Unknown(text.to_owned()),
    }
}

fn encode_entry(entry: &Entry) -> String {
    match entry {
        Entry::Puzzles(tally) => puzzles::encode(tally),
        Entry::Course(course, passed) => courses::encode((*course, *passed)),
        Entry::Milestones(milestones) => milestones::encode(milestones),
        Entry::Marks(pair) => marks::encode(*pair),
        Entry::Clock(time) => format!("{CLOCK} {}", time.name()),
        Entry::Known(habit) => encode_habit(habit),
        Entry::Unknown(text) => text.clone(),
    }
}

fn read_clock(text: &str) -> Option<TimeControl> {
    let (name, time) = text.split_once(' ')?;
    TimeControl::from_name(time).filter(|_| name == CLOCK)
}

fn encode_habit(habit: &Habit) -> String {
    let streak = match habit.streak {
        Streak::None => "-".to_owned(),
        Streak::Won(length) => format!("w{length}"),
        Streak::Lost(length) => format!("l{length}"),
    };
    let offer = habit.offer.map_or("-".to_owned(), |SessionId(id)| format!("{id:x}"));
    format!("{} {streak} {:02x} {offer}", choice::encode(habit.choice), habit.offered)
}

fn read_habit(text: &str) -> Option<Habit> {
    let mut fields = text.rsplitn(4, ' ');
    let (offer, offered, streak, choice) =
        (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let length = |digits: &str| digits.parse().ok();
    let habit = Habit {
        choice: choice::decode(choice)?,
        streak: match (streak, streak.strip_prefix('w'), streak.strip_prefix('l')) {
            ("-", ..) => Streak::None,
            (_, Some(digits), _) => Streak::Won(length(digits)?),
            (_, _, Some(digits)) => Streak::Lost(length(digits)?),
            _ => return None,
        },
        offered: u8::from_str_radix(offered, 16).ok()?,
        offer: match offer {
            "-" => None,
            id => Some(SessionId(u64::from_str_radix(id, 16).ok()?)),
        },
    };
    (encode_habit(&habit) == text).then_some(habit)
}
