//! Results of a game for the people who played it here, and totals of the results of a person.

use std::cmp::Reverse;
use std::collections::HashMap;

use zerosum_games::Outcome;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;

use crate::game::leaving::Departure;
use crate::people::habits::Ending;
use crate::{Seat, Session, SessionId, UserId};

/// Result of one game for one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    pub spec: GameSpec,
    pub opponent: OpponentKind,
    pub ending: Ending,
    /// Set if they made all of their moves themselves: without help, and from the start of the game.
    pub is_unaided: bool,
}

/// Kind of opponent in a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpponentKind {
    Engine(Level),
    Person,
}

/// The result of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub id: SessionId,
    /// Time at which the game ended, in microseconds since 1970.
    pub ended: i64,
    pub result: GameResult,
}

/// Result of a session as it is stored. It may be of an unknown game, and then cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    pub id: SessionId,
    pub ended: i64,
    pub game: String,
    pub opponent: String,
    pub ending: String,
    pub is_unaided: bool,
}

/// Number of games by their ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// Totals of a person's results. Games with help count in `helped` only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub all: ResultCounts,
    /// Counts by game and opponent, the most played first.
    pub by_game: Vec<((GameSpec, OpponentKind), ResultCounts)>,
    pub helped: ResultCounts,
    /// Number of games won in a row up to the latest one, and at most.
    pub streak: u32,
    pub streak_best: u32,
    /// Number of games drawn against the best level.
    pub perfect_draws: u32,
}

impl StoredResult {
    pub fn new(id: SessionId, ended: i64, result: GameResult) -> StoredResult {
        let GameResult { spec, opponent, ending, is_unaided } = result;
        let (game, opponent) = (spec.code().to_string(), opponent.name().to_owned());
        StoredResult { id, ended, game, opponent, ending: ending.name().to_owned(), is_unaided }
    }

    /// Decodes the result; `None` if it has an unknown name.
    pub fn played(&self) -> Option<Played> {
        let &StoredResult { id, ended, is_unaided, .. } = self;
        let result = GameResult {
            spec: GameSpec::from_code(&self.game)?,
            opponent: OpponentKind::from_name(&self.opponent)?,
            ending: Ending::ALL.into_iter().find(|ending| ending.name() == self.ending)?,
            is_unaided,
        };
        Some(Played { id, ended, result })
    }
}

impl OpponentKind {
    /// Returns its name in the store.
    pub fn name(self) -> &'static str {
        match self {
            OpponentKind::Engine(level) => level.name(),
            OpponentKind::Person => "person",
        }
    }

    /// Returns the opponent with this name.
    pub(crate) fn from_name(name: &str) -> Option<OpponentKind> {
        match name {
            "person" => Some(OpponentKind::Person),
            name => Level::from_name(name).map(OpponentKind::Engine),
        }
    }
}

impl ResultCounts {
    pub fn count(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the sum of two counts.
    #[must_use]
    pub fn with(self, other: ResultCounts) -> ResultCounts {
        ResultCounts {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    fn add(&mut self, ending: Ending) {
        match ending {
            Ending::Won => self.won += 1,
            Ending::Drawn => self.drawn += 1,
            Ending::Lost => self.lost += 1,
        }
    }
}

impl Session {
    /// Returns whether a game of two people that is over counts: it was not settled before both sides had
    /// moved, and neither a third person nor the deletion of its message has ended it. A player who was seated while away thus
    /// loses nothing, and one who leaves after both have moved loses the game.
    pub fn counts_between_people(&self) -> bool {
        !self.is_without_result() && (self.have_both_moved() || !self.is_settled())
    }

    /// Returns whether it has ended in a way that counts for neither side.
    fn is_without_result(&self) -> bool {
        matches!(self.departure(), Some(Departure::Removed | Departure::MessageDeleted))
    }
}

/// Returns the people who have played a game to its end, with the result of each. It is empty for a game that
/// is in play, that is a replay, that one person played against themselves, that does not count between
/// people, that another person has ended by removing a player, whose message was deleted, or on whose moves people have voted.
pub fn of(session: &Session) -> Vec<(UserId, GameResult)> {
    let is_theirs = !session.is_replay() && !session.is_voted() && !session.is_without_result();
    let Some(outcome) = session.outcome().filter(|_| is_theirs) else { return Vec::new() };
    let is_unaided = !session.is_helped() && !session.is_resumed();
    let results = Side::ALL.into_iter().filter_map(|side| {
        let Seat::Human(user) = *session.seats().get(side) else { return None };
        let opponent = match *session.seats().get(!side) {
            Seat::Engine(level) => OpponentKind::Engine(level),
            Seat::Human(other) if other != user && session.counts_between_people() => {
                OpponentKind::Person
            }
            Seat::Human(_) | Seat::Open | Seat::Gone => return None,
        };
        let ending = match outcome {
            Outcome::Draw => Ending::Drawn,
            Outcome::Win(winner) if winner == side => Ending::Won,
            Outcome::Win(_) => Ending::Lost,
        };
        Some((user, GameResult { spec: session.spec(), opponent, ending, is_unaided }))
    });
    results.collect()
}

/// Returns the totals of games, which are given the latest first.
pub fn totals(games: &[Played]) -> Totals {
    let mut totals = Totals::default();
    let mut by_game: HashMap<(GameSpec, OpponentKind), ResultCounts> = HashMap::new();
    let mut run = 0;
    for Played { result, .. } in games.iter().rev() {
        if !result.is_unaided {
            totals.helped.add(result.ending);
            continue;
        }
        totals.all.add(result.ending);
        by_game.entry((result.spec, result.opponent)).or_default().add(result.ending);
        run = if result.ending == Ending::Won { run + 1 } else { 0 };
        totals.streak_best = totals.streak_best.max(run);
        let is_perfect = result.opponent == OpponentKind::Engine(Level::Best);
        totals.perfect_draws += u32::from(is_perfect && result.ending == Ending::Drawn);
    }
    totals.streak = run;
    totals.by_game = by_game.into_iter().collect();
    // Also by name, so that equal counts have a fixed order.
    totals.by_game.sort_by_cached_key(|((spec, opponent), tally)| {
        (Reverse(tally.count()), spec.code(), opponent.name())
    });
    totals
}
