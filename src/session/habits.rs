//! What a person plays in each game, and how their last games of each went: so that a game is offered
//! as they like it, and a harder or easier level when it is time for that.
//!
//! The stored form has one entry for each game, the latest first, with commas between. An entry is a
//! choice, how often it was won or lost in a row, what was offered before, and the session at the end
//! of which something is on offer: `3x3 1 beginner w2 08 5f`. How they fare with [`puzzles`] and how
//! far they have come in [`courses`] stands before all of these. Entries that a newer program has written are
//! kept as they are; those of puzzles and of courses are known by their names, to be deleted with these.

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_search::course::{Course, Step};
use zerosum_search::level::Level;

use crate::session::SessionId;
use crate::session::choice::{self, Choice, Next};
use crate::session::courses::{self, Passed};
use crate::session::puzzles::{self, PuzzleTally};

/// The habits of so many games are kept.
pub const HABITS_MAX: usize = 16;

/// After so many games won or lost in a row another level is offered.
pub const STREAK_OFFERED: u8 = 2;

/// How a game has ended for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Won,
    Lost,
    Drawn,
}

impl Ending {
    pub const ALL: [Ending; 3] = [Ending::Won, Ending::Drawn, Ending::Lost];

    /// The name in what is stored of results.
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

/// What a person does in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Habit {
    choice: Choice,
    streak: Streak,
    /// The levels after which something harder, or easier, was offered: two bits for each.
    offered: u8,
    /// The session at the end of which another level is on offer.
    offer: Option<SessionId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Puzzles(PuzzleTally),
    Course(Course, Passed),
    Known(Habit),
    Unknown(String),
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    entries: Vec<Entry>,
}

impl Habits {
    /// What the person played last in a game.
    pub fn choice_in(&self, spec: GameSpec) -> Option<Choice> {
        self.habit(spec).map(|habit| habit.choice)
    }

    /// What the person played last of all games of a family.
    pub fn latest_of(&self, family: Family) -> Option<Choice> {
        let mut choices = self.known().map(|habit| habit.choice);
        choices.find(|choice| choice.spec.family() == family)
    }

    /// The games that the person has played, the latest first.
    pub fn games(&self) -> impl Iterator<Item = GameSpec> {
        self.known().map(|habit| habit.choice.spec)
    }

    /// Whether another level is on offer at the end of this session.
    pub fn is_offered_at(&self, id: SessionId) -> bool {
        self.known().any(|habit| habit.offer == Some(id))
    }

    /// How the person fares with puzzles, if they have solved one or given up that of a day.
    pub fn puzzles(&self) -> Option<&PuzzleTally> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Puzzles(tally) => Some(tally),
            Entry::Course(..) | Entry::Known(_) | Entry::Unknown(_) => None,
        })
    }

    /// The same habits, of somebody who fares so with puzzles.
    #[must_use]
    pub fn with_puzzles(&self, tally: PuzzleTally) -> Habits {
        let others = self.without_puzzles().entries;
        Habits { entries: std::iter::once(Entry::Puzzles(tally)).chain(others).collect() }
    }

    /// The same habits, of somebody of whom nothing is kept about puzzles.
    #[must_use]
    pub fn without_puzzles(&self) -> Habits {
        let is_other = |entry: &&Entry| match entry {
            Entry::Puzzles(_) => false,
            Entry::Course(..) | Entry::Known(_) => true,
            Entry::Unknown(text) => !puzzles::is_named_in(text),
        };
        Habits { entries: self.entries.iter().filter(is_other).cloned().collect() }
    }

    /// Which steps of a course the person has passed.
    pub fn passed(&self, course: Course) -> Passed {
        self.begun(course).unwrap_or_default()
    }

    /// The same habits, of somebody who has passed this step too.
    #[must_use]
    pub fn with_step(&self, course: Course, step: Step) -> Habits {
        let passed = Entry::Course(course, self.passed(course).with(step));
        let is_other = |entry: &&Entry| match entry {
            Entry::Course(other, _) => *other != course,
            Entry::Puzzles(_) | Entry::Known(_) => true,
            Entry::Unknown(text) => !courses::is_named_in(text, Some(course)),
        };
        let others = self.entries.iter().filter(is_other).cloned();
        Habits { entries: std::iter::once(passed).chain(others).collect() }
    }

    /// The same habits, of somebody of whom nothing is kept about courses.
    #[must_use]
    pub fn without_courses(&self) -> Habits {
        let is_other = |entry: &&Entry| match entry {
            Entry::Course(..) => false,
            Entry::Puzzles(_) | Entry::Known(_) => true,
            Entry::Unknown(text) => !courses::is_named_in(text, None),
        };
        Habits { entries: self.entries.iter().filter(is_other).cloned().collect() }
    }

    /// The habits of somebody who has chosen this now.
    #[must_use]
    pub fn with_choice(&self, choice: Choice) -> Habits {
        let habit = match self.habit(choice.spec) {
            Some(habit) if habit.choice.level == choice.level => Habit { choice, ..*habit },
            Some(habit) => Habit { choice, streak: Streak::None, ..*habit },
            None => Habit::of(choice),
        };
        self.with(habit)
    }

    /// The habits after a game of this choice has ended so. At the second win, or loss, in a row
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
        // Nothing more comes of counting.
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
            Entry::Puzzles(_) | Entry::Course(..) | Entry::Unknown(_) => None,
        })
    }

    /// The same, if the person has passed a step at all.
    fn begun(&self, course: Course) -> Option<Passed> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Course(other, passed) if *other == course => Some(*passed),
            Entry::Puzzles(_) | Entry::Course(..) | Entry::Known(_) | Entry::Unknown(_) => None,
        })
    }

    fn habit(&self, spec: GameSpec) -> Option<&Habit> {
        self.known().find(|habit| habit.choice.spec == spec)
    }

    /// The same with this habit as the latest.
    fn with(&self, habit: Habit) -> Habits {
        let is_other = |entry: &&Entry| match entry {
            Entry::Known(other) => other.choice.spec != habit.choice.spec,
            Entry::Puzzles(_) | Entry::Course(..) => false,
            Entry::Unknown(_) => true,
        };
        let others = self.entries.iter().filter(is_other).take(HABITS_MAX - 1).cloned();
        let puzzles = self.puzzles().cloned().map(Entry::Puzzles).into_iter();
        let begun = |course| Some(Entry::Course(course, self.begun(course)?));
        let learned = puzzles.chain(Course::ALL.into_iter().filter_map(begun));
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
        Level::Best => 3,
    };
    match next {
        Next::Harder => 1 << (2 * number),
        Next::Same | Next::OtherSide | Next::Easier => 1 << (2 * number + 1),
    }
}

/// The habits as they are stored.
pub fn encode(habits: &Habits) -> String {
    let entries: Vec<String> = habits.entries.iter().map(encode_entry).collect();
    entries.join(",")
}

/// The habits that are stored so. Encoding them gives the same text.
pub fn decode(text: &str) -> Habits {
    let entries = text.split(',').filter(|_| !text.is_empty());
    Habits { entries: entries.map(read_entry).collect() }
}

fn read_entry(text: &str) -> Entry {
    if let Some(tally) = puzzles::decode(text) {
        return Entry::Puzzles(tally);
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
        Entry::Known(habit) => encode_habit(habit),
        Entry::Unknown(text) => text.clone(),
    }
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
