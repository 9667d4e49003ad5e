//! Ratings between people: their figures, and the games that count.

use proptest::prelude::{prop_assert, proptest};
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_session::game::agreement::Offer;
use zerosum_session::game::clock::{ClockEnd, PlayTime, TimeControl};
use zerosum_session::people::habits::Ending;
use zerosum_session::people::results;
use zerosum_session::people::standings::{self, RatedGame, Standing, family_named, name_of, rated};
use zerosum_session::{Action, Actor, Seat, Session, UserId};

use crate::support::sessions::{ANNA, BORIS, fresh};

const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000_000;

fn standing(points: f64, deviation: f64) -> Standing {
    Standing { points, deviation, games: 1, ..Standing::NEW }
}

fn is_near(seen: f64, expected: f64, by: f64) {
    assert!((seen - expected).abs() <= by, "{seen} is not {expected}");
}

/// A session of Anna, who plays crosses, against Boris.
fn between(time: TimeControl) -> Session {
    fresh(BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) }).under(time)
}

/// The session after a move of each.
fn begun(time: TimeControl) -> Session {
    let moved = acted(&between(time), ANNA, Action::Play(MoveCode(4)));
    acted(&moved, BORIS, Action::Play(MoveCode(0)))
}

fn acted(session: &Session, user: UserId, action: Action) -> Session {
    session.apply(Actor::User(user), session.revision(), action).expect("it is accepted")
}

#[test]
fn a_rating_period_comes_to_the_figures_of_the_paper() {
    // The example in http://www.glicko.net/glicko/glicko2.pdf, with its results.
    let games = [
        (standing(1_400.0, 30.0), Ending::Won),
        (standing(1_550.0, 100.0), Ending::Lost),
        (standing(1_700.0, 300.0), Ending::Lost),
    ];
    let Standing { points, deviation, volatility, games, .. } =
        standing(1_500.0, 200.0).after(&games);
    is_near(points, 1_464.06, 0.01);
    is_near(deviation, 151.52, 0.01);
    is_near(volatility, 0.05999, 0.00001);
    assert_eq!(games, 4);
}

#[test]
fn a_week_without_a_game_is_a_period_without_one() {
    let known = Standing { rated_at: WEEK, ..standing(1_500.0, 200.0) };
    assert_eq!(known.rested(2 * WEEK - 1), known);
    assert_eq!(known.rested(0), known, "time does not go back");
    // By the paper, sqrt(200² + (173.7178 · 0.06)²).
    is_near(known.rested(2 * WEEK).deviation, 200.271, 0.001);
    is_near(known.rested(10_000 * WEEK).deviation, 350.0, 0.001);
    assert_eq!(known.rested(9 * WEEK).points, known.points);
    assert_eq!(Standing::NEW.rested(9 * WEEK), Standing::NEW);
    // A player who has rested is rated as one with a larger deviation.
    let both = |first| BySide { first, second: known };
    let soon = rated(both(known), Outcome::Win(Side::First), WEEK + 1);
    let late = rated(both(known), Outcome::Win(Side::First), 52 * WEEK);
    assert!(late.first.points > soon.first.points);
    assert_eq!((soon.first.rated_at, late.first.rated_at), (WEEK + 1, 52 * WEEK));
}

proptest! {
    #[test]
    fn the_winner_rises_and_among_equals_one_loses_what_the_other_gains(
        points in 800.0..2_400.0_f64, other in 800.0..2_400.0_f64, deviation in 40.0..350.0_f64,
    ) {
        let before = BySide { first: standing(points, deviation), second: standing(other, deviation) };
        let won = rated(before, Outcome::Win(Side::First), 0);
        prop_assert!(won.first.points > points && won.second.points < other);
        let gained = won.first.points - points;
        prop_assert!((gained - (other - won.second.points)).abs() < 0.01 * gained + 0.01);
        // The sides on which they sat do not matter.
        let swapped = rated(before.swapped(), Outcome::Win(Side::Second), 0);
        prop_assert!(swapped == won.swapped());
        let drawn = rated(before, Outcome::Draw, 0);
        prop_assert!((drawn.first.points - points) * (other - points) >= 0.0);
        // A player who plays an equal becomes more certain, down to a deviation of about 61.
        let equals = BySide { second: before.first, ..before };
        prop_assert!(rated(equals, Outcome::Draw, 0).first.deviation < deviation.max(70.0));
    }
}

#[test]
fn a_rating_is_provisional_until_some_games_have_counted() {
    let mut both = BySide { first: Standing::NEW, second: Standing::NEW };
    let mut games = 0;
    while both.first.is_provisional() {
        let winner = if games % 2 == 0 { Side::First } else { Side::Second };
        both = rated(both, Outcome::Win(winner), 0);
        games += 1;
    }
    assert!((5..=20).contains(&games), "{games}");
    assert_eq!(both.first.games, games);
}

#[test]
fn a_game_counts_that_two_people_have_played_by_the_clock_to_its_end() {
    let session = begun(TimeControl::FiveAndThree);
    assert_eq!(standings::of(&session), None, "it is in play");
    let over = acted(&session, ANNA, Action::Resign);
    let expected = RatedGame {
        id: session.id(),
        players: BySide { first: ANNA, second: BORIS },
        family: Family::TicTacToe,
        outcome: Outcome::Win(Side::Second),
    };
    assert_eq!(standings::of(&over), Some(expected));
    for time in TimeControl::ALL {
        let over = acted(&begun(time), ANNA, Action::Resign);
        assert_eq!(standings::of(&over).is_some(), time != TimeControl::Unlimited, "{time:?}");
    }
    let running =
        begun(TimeControl::ThreeMinutes).timed(None, PlayTime(0)).with_clock_started(PlayTime(0));
    let late = PlayTime(i64::MAX);
    let out_of_time = running.ended_by(ClockEnd::Time, late).expect("it is in play");
    assert!(standings::of(&out_of_time).is_some());
    let abandoned = running.ended_by(ClockEnd::Abandoned, late).expect("it is in play");
    assert_eq!(standings::of(&abandoned), None);
}

#[test]
fn a_game_that_is_over_before_both_have_moved_does_not_count() {
    let start =
        between(TimeControl::ThreeMinutes).timed(None, PlayTime(0)).with_clock_started(PlayTime(0));
    let late = PlayTime(i64::MAX);
    let moved = acted(&start, ANNA, Action::Play(MoveCode(4)))
        .timed(Some(&start), PlayTime(1))
        .with_clock_started(PlayTime(1));
    for session in [&start, &moved] {
        let out_of_time = session.ended_by(ClockEnd::Time, late).expect("it is in play");
        for over in [out_of_time, acted(session, BORIS, Action::Resign)] {
            assert_eq!((standings::of(&over), results::of(&over)), (None, Vec::new()));
        }
    }
    let answered = acted(&moved, BORIS, Action::Play(MoveCode(0)));
    assert_eq!(results::of(&acted(&answered, ANNA, Action::Resign)).len(), 2);
}

#[test]
fn nothing_counts_that_is_not_between_two_or_in_which_a_move_was_taken_back() {
    let timed = TimeControl::FiveAndThree;
    for other in [Seat::Human(ANNA), Seat::Engine(Level::Best), Seat::Open, Seat::Gone] {
        let session = fresh(BySide { first: Seat::Human(ANNA), second: other }).under(timed);
        let over = match session.outcome() {
            Some(_) => session,
            None => acted(&session, ANNA, Action::Resign),
        };
        assert_eq!(standings::of(&over), None, "{other:?}");
    }
    let moved = acted(&begun(timed), ANNA, Action::Play(MoveCode(8)));
    let asked = acted(&moved, ANNA, Action::Offer(Offer::TakeBack));
    let allowed = acted(&asked, BORIS, Action::Accept(Offer::TakeBack));
    assert!(standings::of(&acted(&asked, BORIS, Action::Resign)).is_some(), "it was only asked");
    assert_eq!(standings::of(&acted(&allowed, BORIS, Action::Resign)), None);
}

#[test]
fn every_family_has_a_name_in_what_is_stored() {
    for family in Family::ALL {
        assert_eq!(family_named(name_of(*family)), Some(*family));
    }
    assert_eq!(family_named("chess"), None);
}
