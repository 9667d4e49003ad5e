//! Matches between people who wait for an opponent.
//!
//! The seeker who has waited longest is served first, and gets the fitting one whose points are nearest. No
//! seeker is in two matches. Points are those in the family of the game that the two would play. The allowed
//! difference of points grows with the longer wait of the two, so that a seeker without an equal does not
//! wait long.

use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::side::Side;

use crate::UserId;
use crate::choice::{Opponent, Setup};
use crate::game::clock::TimeControl;
use crate::people::seeker::{Points, Seeker, SeekerWish};

/// Maximum difference of points at the beginning of a wait.
pub const WINDOW_AT_FIRST: i64 = 100;

/// Time after which the maximum difference of points doubles.
const WINDOW_DOUBLES_EVERY: Duration = Duration::from_secs(15);

/// Wait after which the difference of points is no longer limited.
pub const ANYBODY_AFTER: Duration = Duration::from_secs(60);

/// Two seekers who are to play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match<'a> {
    /// The seeker who has waited longer.
    pub elder: &'a Seeker,
    pub younger: &'a Seeker,
    /// The game as the elder seeker sets it up.
    pub setup: Setup,
}

/// Points in each family of the seekers of any game; `Points::AT_FIRST` where there is no entry.
pub type PointsByFamily = HashMap<(UserId, Family), Points>;

/// The game of two seekers of any game who usually play different ones.
const KNOWN_TO_ALL: GameSpec = GameSpec::TicTacToe;

/// Returns the matches between the people who wait at this time. Two people who are a pair in `apart`, in
/// either order, are never matched.
pub fn pairs<'a>(
    waiting: &'a [Seeker],
    points: &PointsByFamily,
    apart: &BTreeSet<(UserId, UserId)>,
    now: i64,
) -> Vec<Match<'a>> {
    let mut queue: Vec<&Seeker> = waiting.iter().collect();
    queue.sort_by_key(|seeker| (seeker.since, seeker.person));
    let mut pool = Pool::of(&queue, points);
    let mut matches = Vec::new();
    for (place, elder) in queue.iter().enumerate() {
        if !pool.take(place, elder) {
            continue;
        }
        let window = window_after(now.saturating_sub(elder.since));
        let may_play = |place: usize| {
            let (one, other) = (elder.person, queue[place].person);
            one != other && !apart.contains(&(one, other)) && !apart.contains(&(other, one))
        };
        let Some(found) = pool.nearest(elder, window, may_play) else { continue };
        let younger = queue[found];
        pool.take(found, younger);
        matches.push(Match { elder, younger, setup: setup_of(elder, younger) });
    }
    matches
}

/// Returns the maximum difference of points after a wait in microseconds.
fn window_after(waited: i64) -> i64 {
    let waited = Duration::from_micros(u64::try_from(waited).unwrap_or(0));
    if waited >= ANYBODY_AFTER {
        return i64::MAX;
    }
    let doublings = waited.as_secs() / WINDOW_DOUBLES_EVERY.as_secs();
    WINDOW_AT_FIRST << doublings
}

/// Returns the setup of the game between two fitting seekers. Two seekers of any game play the one that both
/// usually play, or [`KNOWN_TO_ALL`] if they usually play different ones.
fn setup_of(elder: &Seeker, younger: &Seeker) -> Setup {
    let (own, other) = (elder.wish, younger.wish);
    let is_shared = own.spec == other.spec;
    let usual = if is_shared { own.spec } else { KNOWN_TO_ALL };
    let spec = own.fixed().or(other.fixed()).unwrap_or(usual);
    // The id of the game serves as a random number.
    let by_chance = if elder.game.0.is_multiple_of(2) { Side::First } else { Side::Second };
    let side = own.side.or(other.side.map(|side| !side)).unwrap_or(by_chance);
    let opponent = Opponent::Person(younger.person);
    Setup { spec, side, opponent, time: own.time }
}

/// Property that the seekers of a corner share, besides the side: the game, and the family of their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// Seekers of this game.
    Fixed(GameSpec),
    /// Seekers of any game, with their points in this family.
    Any(Family),
    /// Seekers of any game who usually play this one, with their points in it.
    Usual(GameSpec),
    /// Seekers of any game who usually play this one, with their points in [`KNOWN_TO_ALL`].
    Known(GameSpec),
}

type Corner = (Group, Option<Side>);

/// Seekers without a match yet, by wish, then by points and place in the queue. Seekers of any game are in
/// several corners.
struct Pool<'p> {
    corners: HashMap<TimeControl, HashMap<Corner, BTreeMap<Points, BTreeSet<usize>>>>,
    points: &'p PointsByFamily,
}

impl<'p> Pool<'p> {
    fn of(queue: &[&Seeker], points: &'p PointsByFamily) -> Pool<'p> {
        let mut pool = Pool { corners: HashMap::new(), points };
        for (place, seeker) in queue.iter().enumerate() {
            for (group, points) in pool.groups_of(seeker) {
                let corners = pool.corners.entry(seeker.wish.time).or_default();
                let corner = corners.entry((group, seeker.wish.side)).or_default();
                corner.entry(points).or_default().insert(place);
            }
        }
        pool
    }

    /// Returns the groups of a seeker, with the points in each.
    fn groups_of(&self, seeker: &Seeker) -> Vec<(Group, Points)> {
        let spec = seeker.wish.spec;
        if let Some(spec) = seeker.wish.fixed() {
            return vec![(Group::Fixed(spec), seeker.points)];
        }
        let any =
            Family::ALL.iter().map(|family| (Group::Any(*family), self.points(seeker, *family)));
        let usual = (Group::Usual(spec), self.points(seeker, spec.family()));
        let known = (Group::Known(spec), self.points(seeker, KNOWN_TO_ALL.family()));
        any.chain([usual, known]).collect()
    }

    /// Returns the points of a seeker in a family.
    fn points(&self, seeker: &Seeker, family: Family) -> Points {
        if seeker.wish.spec.family() == family {
            return seeker.points;
        }
        self.points.get(&(seeker.person, family)).copied().unwrap_or(Points::AT_FIRST)
    }

    /// Removes a seeker; returns whether they were in the pool.
    fn take(&mut self, place: usize, seeker: &Seeker) -> bool {
        let groups = self.groups_of(seeker);
        let Some(corners) = self.corners.get_mut(&seeker.wish.time) else { return false };
        let mut is_taken = false;
        for (group, points) in groups {
            let corner = (group, seeker.wish.side);
            let Some(by_points) = corners.get_mut(&corner) else { continue };
            let Some(places) = by_points.get_mut(&points) else { continue };
            is_taken |= places.remove(&place);
            if places.is_empty() {
                by_points.remove(&points);
            }
            if by_points.is_empty() {
                corners.remove(&corner);
            }
        }
        is_taken
    }

    /// Returns the place of the fitting seeker whose points are nearest; of several, the one who has waited
    /// longest.
    fn nearest(
        &self,
        seeker: &Seeker,
        window: i64,
        may_play: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let SeekerWish { side, time, spec, .. } = seeker.wish;
        let corners = self.corners.get(&time)?;
        let fits = |other: Option<Side>| side.is_none() || other.is_none() || side != other;
        let found = |by_points, family| {
            nearest_of(by_points, self.points(seeker, family), window, &may_play)
        };
        let found = match seeker.wish.fixed() {
            Some(spec) => {
                let groups = [Group::Fixed(spec), Group::Any(spec.family())];
                let sides = [None, Some(Side::First), Some(Side::Second)].into_iter();
                let sides = sides.filter(|other| fits(*other));
                sides
                    .flat_map(|side| groups.map(|group| (group, side)))
                    .filter_map(|corner| found(corners.get(&corner)?, spec.family()))
                    .min()
            }
            None => {
                let nearest = |(group, by_points): (Group, _)| match group {
                    Group::Fixed(fixed) => found(by_points, fixed.family()),
                    Group::Usual(usual) if usual == spec => found(by_points, spec.family()),
                    Group::Known(usual) if usual != spec => found(by_points, KNOWN_TO_ALL.family()),
                    Group::Usual(_) | Group::Known(_) | Group::Any(_) => None,
                };
                let fitting = corners.iter().filter(|((_, side), _)| fits(*side));
                fitting.filter_map(|((group, _), by_points)| nearest((*group, by_points))).min()
            }
        };
        found.map(|(_, place)| place)
    }
}

/// Returns the nearest seeker of a corner: the difference of points, and the place in the queue.
fn nearest_of(
    by_points: &BTreeMap<Points, BTreeSet<usize>>,
    Points(points): Points,
    window: i64,
    may_play: impl Fn(usize) -> bool,
) -> Option<(i64, usize)> {
    let first = |(Points(other), places): (&Points, &BTreeSet<usize>)| {
        let place = places.iter().copied().find(|place| may_play(*place))?;
        Some((other.saturating_sub(points).saturating_abs(), place))
    };
    let most = Points(points.saturating_add(window));
    let least = Points(points.saturating_sub(window));
    let above = by_points.range(Points(points)..=most).find_map(first);
    let below = by_points.range(least..Points(points)).rev().find_map(first);
    above.into_iter().chain(below).min()
}
