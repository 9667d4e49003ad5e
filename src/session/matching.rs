//! Who plays whom of those who wait for an opponent.
//!
//! Whoever waits longest is served first, by the one of those who fit whose points are nearest. Nobody is
//! in two matches. How far apart points may be grows with the longer wait of the two, so that nobody waits
//! for an equal for long.

use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;

use crate::session::UserId;
use crate::session::choice::{Opponent, Setup};
use crate::session::clock::TimeControl;
use crate::session::seeker::{Points, Seeker, SeekerWish};

/// How far apart the points are of two who have just sat down.
pub const WINDOW_AT_FIRST: i64 = 100;

/// How long it takes until they may be twice as far apart.
pub const WINDOW_DOUBLES_EVERY: Duration = Duration::from_secs(15);

/// After such a wait anybody will do.
pub const ANYBODY_AFTER: Duration = Duration::from_secs(60);

/// Two who are to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match<'a> {
    /// Who has waited longer.
    pub elder: &'a Seeker,
    pub younger: &'a Seeker,
    /// The game as the elder one sets it up.
    pub setup: Setup,
}

/// Who of those who wait at this time is to play whom. Of two of whom one stands before the other in `apart`
/// neither plays the other.
pub fn pairs<'a>(
    waiting: &'a [Seeker],
    apart: &BTreeSet<(UserId, UserId)>,
    now: i64,
) -> Vec<Match<'a>> {
    let mut queue: Vec<&Seeker> = waiting.iter().collect();
    queue.sort_by_key(|seeker| (seeker.since, seeker.person));
    let mut pool = Pool::of(&queue);
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

/// How far apart points may be after a wait of so many microseconds.
fn window_after(waited: i64) -> i64 {
    let waited = Duration::from_micros(u64::try_from(waited).unwrap_or(0));
    if waited >= ANYBODY_AFTER {
        return i64::MAX;
    }
    let doublings = waited.as_secs() / WINDOW_DOUBLES_EVERY.as_secs();
    WINDOW_AT_FIRST << doublings
}

/// What two play who fit. Two to whom any game will do play the one that both play else, or the one that
/// everybody knows.
fn setup_of(elder: &Seeker, younger: &Seeker) -> Setup {
    let (own, other) = (elder.wish, younger.wish);
    let is_shared = own.spec == other.spec;
    let usual = if is_shared { own.spec } else { GameSpec::TicTacToe };
    let spec = own.fixed().or(other.fixed()).unwrap_or(usual);
    // The id of the game is as good as chance.
    let by_chance = if elder.game.0.is_multiple_of(2) { Side::First } else { Side::Second };
    let side = own.side.or(other.side.map(|side| !side)).unwrap_or(by_chance);
    let opponent = Opponent::Person(younger.person);
    Setup { spec, side, opponent, time: own.time }
}

/// What those who stand together have in common: the game, if they want one, and the side.
type Corner = (Option<GameSpec>, Option<Side>);

/// Those who wait and have no match yet, by what they want, then by points and place.
struct Pool(HashMap<TimeControl, HashMap<Corner, BTreeMap<Points, BTreeSet<usize>>>>);

impl Pool {
    fn of(queue: &[&Seeker]) -> Pool {
        let mut pool = Pool(HashMap::new());
        for (place, seeker) in queue.iter().enumerate() {
            let corners = pool.0.entry(seeker.wish.time).or_default();
            let corner = corners.entry(corner_of(seeker.wish)).or_default();
            corner.entry(seeker.points).or_default().insert(place);
        }
        pool
    }

    /// Takes somebody out, if they are there.
    fn take(&mut self, place: usize, seeker: &Seeker) -> bool {
        let corner = corner_of(seeker.wish);
        let Some(corners) = self.0.get_mut(&seeker.wish.time) else { return false };
        let Some(by_points) = corners.get_mut(&corner) else { return false };
        let Some(places) = by_points.get_mut(&seeker.points) else { return false };
        let is_taken = places.remove(&place);
        if places.is_empty() {
            by_points.remove(&seeker.points);
        }
        if by_points.is_empty() {
            corners.remove(&corner);
        }
        is_taken
    }

    /// Of those who fit the one whose points are nearest, and of several the one who has waited longest.
    fn nearest(
        &self,
        seeker: &Seeker,
        window: i64,
        may_play: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let SeekerWish { side, time, .. } = seeker.wish;
        let corners = self.0.get(&time)?;
        let fits = |other: Option<Side>| side.is_none() || other.is_none() || side != other;
        let sides = [None, Some(Side::First), Some(Side::Second)].into_iter();
        let sides = sides.filter(|other| fits(*other));
        let found = |by_points| nearest_of(by_points, seeker.points, window, &may_play);
        let found = match seeker.wish.fixed() {
            Some(spec) => sides
                .flat_map(|side| [(Some(spec), side), (None, side)])
                .filter_map(|corner| corners.get(&corner).and_then(found))
                .min(),
            None => corners
                .iter()
                .filter(|((_, side), _)| fits(*side))
                .filter_map(|(_, by_points)| found(by_points))
                .min(),
        };
        found.map(|(_, place)| place)
    }
}

fn corner_of(wish: SeekerWish) -> Corner {
    (wish.fixed(), wish.side)
}

/// The nearest one within a corner: how far away, and where in the queue.
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
