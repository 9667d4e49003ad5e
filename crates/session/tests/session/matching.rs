//! Matching of waiting players, compared with the plainest implementation, among players of all wishes.

use std::collections::BTreeSet;

use fastrand::Rng;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::side::Side;
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::people::matching::{
    ANYBODY_AFTER, Match, PointsByFamily, WINDOW_AT_FIRST, pairs,
};
use zerosum_session::people::seeker::{Points, Seeker, SeekerWish};
use zerosum_session::{SessionId, UserId};

const SECOND: i64 = 1_000_000;
const NOW: i64 = 1_700_000_000 * SECOND;

type Apart = BTreeSet<(UserId, UserId)>;

/// A player who has waited for this number of seconds for any side of a game of 3×3.
fn seeker(person: u64, waited: i64, points: i64) -> Seeker {
    let (spec, time) = (GameSpec::TicTacToe, TimeControl::ThreeMinutes);
    Seeker {
        person: UserId(person),
        game: SessionId(person * 7 + 1),
        wish: SeekerWish { spec, is_any: false, side: None, time },
        points: Points(points),
        since: NOW - waited * SECOND,
        message: None,
    }
}

fn any_seeker(rng: &mut Rng, person: u64) -> Seeker {
    let specs: Vec<GameSpec> = GameSpec::ALL.into_iter().step_by(4).take(5).collect();
    let waited = rng.i64(0..90);
    let points = if rng.bool() { 1_500 } else { 1_000 + 50 * rng.i64(0..20) };
    let wish = SeekerWish {
        spec: specs[rng.usize(0..specs.len())],
        is_any: rng.u8(0..3) == 0,
        side: [None, None, Some(Side::First), Some(Side::Second)][rng.usize(0..4)],
        time: TimeControl::ALL[rng.usize(1..3)],
    };
    Seeker { wish, ..seeker(person, waited, points) }
}

fn window(one: &Seeker, other: &Seeker) -> i64 {
    let waited = (NOW - one.since.min(other.since)) / SECOND;
    match waited {
        0..15 => 100,
        15..30 => 200,
        30..45 => 400,
        45..60 => 800,
        _ => i64::MAX,
    }
}

fn fit(one: &Seeker, other: &Seeker, points: &PointsByFamily, apart: &Apart) -> bool {
    let (here, there) = (one.wish, other.wish);
    let same_game = here.is_any || there.is_any || here.spec == there.spec;
    let sides = here.side.is_none() || there.side.is_none() || here.side != there.side;
    let people = (one.person, other.person);
    one.person != other.person
        && same_game
        && sides
        && here.time == there.time
        && distance(one, other, points) <= window(one, other)
        && !apart.contains(&people)
        && !apart.contains(&(people.1, people.0))
}

/// Difference in points of two players in the game that they would play.
fn distance(one: &Seeker, other: &Seeker, points: &PointsByFamily) -> i64 {
    let (here, there) = (one.wish, other.wish);
    let spec = match (here.is_any, there.is_any) {
        (false, _) => here.spec,
        (true, false) => there.spec,
        (true, true) if here.spec == there.spec => here.spec,
        (true, true) => GameSpec::TicTacToe,
    };
    let of = |seeker: &Seeker| match seeker.wish.spec.family() == spec.family() {
        true => seeker.points.0,
        false => points.get(&(seeker.person, spec.family())).map_or(1_500, |points| points.0),
    };
    (of(one) - of(other)).abs()
}

/// Pairs the longest-waiting player who has a possible opponent with the nearest one, until no pair is left.
fn plainly(waiting: &[Seeker], points: &PointsByFamily, apart: &Apart) -> Vec<(UserId, UserId)> {
    let mut left: Vec<&Seeker> = waiting.iter().collect();
    left.sort_by_key(|seeker| (seeker.since, seeker.person));
    let mut found = Vec::new();
    loop {
        let next = left.iter().enumerate().find_map(|(place, one)| {
            let others = left.iter().skip(place + 1).filter(|other| fit(one, other, points, apart));
            let key = |other: &&&Seeker| (distance(one, other, points), other.since, other.person);
            others.min_by_key(key).map(|other| (one.person, other.person))
        });
        let Some((one, other)) = next else { return found };
        left.retain(|seeker| seeker.person != one && seeker.person != other);
        found.push((one, other));
    }
}

fn people(matches: &[Match<'_>]) -> Vec<(UserId, UserId)> {
    matches.iter().map(|found| (found.elder.person, found.younger.person)).collect()
}

fn is_as_both_want(found: &Match<'_>) -> bool {
    let Setup { spec, side, opponent, time } = found.setup;
    let has_it = |seeker: &Seeker, side: Side| {
        let wish = seeker.wish;
        let is_game = wish.is_any || wish.spec == spec;
        is_game && wish.side.is_none_or(|wanted| wanted == side) && wish.time == time
    };
    opponent == Opponent::Person(found.younger.person)
        && has_it(found.elder, side)
        && has_it(found.younger, !side)
}

#[test]
fn the_longest_waiting_are_served_first_by_the_nearest_who_fit_and_no_player_twice() {
    let mut rng = Rng::with_seed(1);
    let mut matched = 0;
    for round in 0..300 {
        let count = rng.u64(0..40);
        let mut waiting: Vec<Seeker> = (0..count).map(|it| any_seeker(&mut rng, it)).collect();
        rng.shuffle(&mut waiting);
        let apart: Apart =
            (0..rng.u64(0..60)).map(|_| (UserId(rng.u64(0..40)), UserId(rng.u64(0..40)))).collect();
        let mut points = PointsByFamily::new();
        for person in 0..count {
            for family in Family::ALL {
                if rng.bool() {
                    continue;
                }
                points.insert((UserId(person), *family), Points(1_000 + 50 * rng.i64(0..20)));
            }
        }
        let found = pairs(&waiting, &points, &apart, NOW);
        assert_eq!(people(&found), plainly(&waiting, &points, &apart), "round {round}");
        assert!(found.iter().all(is_as_both_want), "round {round}: {found:?}");
        matched += found.len();
    }
    assert!(matched > 1_000, "{matched}");
}

#[test]
fn the_window_widens_with_the_longer_wait() {
    let last = i64::try_from(ANYBODY_AFTER.as_secs()).expect("it is short");
    for (waited, points, fits) in [
        (0, WINDOW_AT_FIRST, true),
        (0, WINDOW_AT_FIRST + 1, false),
        (14, 101, false),
        (15, 200, true),
        (15, 201, false),
        (59, 801, false),
        (59, 800, true),
        (last, 1_000_000, true),
    ] {
        let both = [seeker(1, waited, 1_500), seeker(2, 0, 1_500 + points)];
        let turned = [seeker(1, waited, 1_500 + points), seeker(2, 0, 1_500)];
        for waiting in [both, turned] {
            let found = pairs(&waiting, &PointsByFamily::new(), &Apart::new(), NOW).len();
            assert_eq!(found, usize::from(fits), "{waited} {points}");
        }
    }
    // A clock that was set back does not make waiting times negative.
    let both = [seeker(1, -5, 1_500), seeker(2, -9, 1_590)];
    assert_eq!(pairs(&both, &PointsByFamily::new(), &Apart::new(), NOW).len(), 1);
}

#[test]
fn no_player_plays_themselves_or_is_forced_into_an_unknown_game() {
    let alone = [seeker(1, 90, 1_500), seeker(1, 90, 1_500)];
    assert_eq!(pairs(&alone, &PointsByFamily::new(), &Apart::new(), NOW), []);
    let ultimate = GameSpec::from_name("ultimate").expect("it is a game");
    let mnk = GameSpec::from_name("gomoku").or(GameSpec::from_name("15x15x5"));
    let mnk = mnk.expect("it is a game");
    let with = |person, spec, is_any| {
        let base = seeker(person, 1, 1_500);
        Seeker { wish: SeekerWish { spec, is_any, ..base.wish }, ..base }
    };
    for (one, other, spec) in [
        (with(1, ultimate, true), with(2, mnk, true), GameSpec::TicTacToe),
        (with(1, ultimate, true), with(2, ultimate, true), ultimate),
        (with(1, ultimate, true), with(2, mnk, false), mnk),
        (with(1, mnk, false), with(2, ultimate, true), mnk),
    ] {
        let both = [one, other];
        let found = pairs(&both, &PointsByFamily::new(), &Apart::new(), NOW);
        assert_eq!(found[0].setup.spec, spec);
    }
    let different = [with(1, ultimate, false), with(2, mnk, false)];
    assert_eq!(pairs(&different, &PointsByFamily::new(), &Apart::new(), NOW), []);
}

#[test]
fn ten_thousand_of_all_wishes_are_matched_in_one_look() {
    let mut rng = Rng::with_seed(2);
    let waiting: Vec<Seeker> = (0..10_000).map(|person| any_seeker(&mut rng, person)).collect();
    let found = pairs(&waiting, &PointsByFamily::new(), &Apart::new(), NOW);
    let seated: BTreeSet<UserId> =
        found.iter().flat_map(|found| [found.elder.person, found.younger.person]).collect();
    assert_eq!(seated.len(), 2 * found.len());
    assert!(found.len() > 4_000, "{}", found.len());
}
