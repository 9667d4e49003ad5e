//! Laws of the ratings that measure a person's strength against the levels.

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_search::level::Level;
use zerosum_session::SessionId;
use zerosum_session::people::habits::Ending;
use zerosum_session::people::ratings::{Rating, against_levels, points_of};
use zerosum_session::people::results::{GameResult, OpponentKind, Played};

const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000_000;

fn spec(family: Family) -> GameSpec {
    let offered = GameSpec::offered().into_iter().find(|spec| spec.family() == family);
    offered.expect("a game of each family is offered")
}

/// A game of this family, this number of weeks after the first ones.
fn played(family: Family, week: i64, opponent: OpponentKind, ending: Ending) -> Played {
    let result = GameResult { spec: spec(family), opponent, ending, is_unaided: true };
    Played { id: SessionId(1), ended: week * WEEK + 1, result }
}

/// The rating at the end of the last week of a player who has played only these games.
fn rating(games: &[Played]) -> Rating {
    let latest_first: Vec<Played> = games.iter().rev().copied().collect();
    let [rating] = against_levels(&latest_first, latest_first[0].ended)[..] else {
        panic!("they play the games of one family");
    };
    rating
}

#[test]
fn a_person_who_wins_as_often_as_a_level_comes_to_its_points() {
    for family in Family::ALL {
        for level in Level::ALL {
            let game = |number: i64| {
                let ending = if number % 2 == 0 { Ending::Won } else { Ending::Lost };
                played(*family, number / 10, OpponentKind::Engine(level), ending)
            };
            let games: Vec<Played> = (0..400).map(game).collect();
            let Rating { points, deviation, is_provisional, .. } = rating(&games);
            let level_points = f64::from(points_of(*family, level));
            assert!(
                (points - level_points).abs() <= 2.0 * deviation,
                "{family:?} {level:?}: {points}"
            );
            assert!(!is_provisional && deviation < 60.0, "{family:?} {level:?}: {deviation}");
        }
    }
}

#[test]
fn every_level_is_stronger_than_the_one_below() {
    for family in Family::ALL {
        let points = Level::UNERRING.map(|level| points_of(*family, level));
        assert!(points.is_sorted_by(|one, other| one < other), "{family:?}: {points:?}");
        assert_eq!(points[0], 1_000);
    }
    for spec in GameSpec::ALL {
        let [novice, beginner] =
            [Level::Novice, Level::Beginner].map(|level| points_of(spec.family(), level));
        let has_novice = Level::of_game(spec).contains(&Level::Novice);
        assert_eq!(has_novice, novice < beginner, "{}", spec.name());
    }
}

#[test]
fn a_better_result_is_worth_more_points() {
    for level in Level::ALL {
        let after =
            |ending| rating(&[played(Family::Ultimate, 0, OpponentKind::Engine(level), ending)]);
        let [lost, drawn, won] = [Ending::Lost, Ending::Drawn, Ending::Won].map(after);
        assert!(lost.points < drawn.points && drawn.points < won.points, "{level:?}");
    }
    let beats = |level| {
        rating(&[played(Family::Ultimate, 0, OpponentKind::Engine(level), Ending::Won)]).points
    };
    assert!(Level::ALL.map(beats).is_sorted_by(|one, other| one < other));
}

#[test]
fn the_order_of_a_week_does_not_matter_and_that_of_weeks_does() {
    let endings = [Ending::Won, Ending::Lost, Ending::Lost, Ending::Drawn, Ending::Won];
    let opponent = OpponentKind::Engine(Level::Casual);
    let in_a_week = |ending: &Ending| played(Family::Mnk, 3, opponent, *ending);
    let forwards: Vec<Played> = endings.iter().map(in_a_week).collect();
    let backwards: Vec<Played> = endings.iter().rev().map(in_a_week).collect();
    let apart = rating(&forwards).points - rating(&backwards).points;
    assert!(apart.abs() < 1e-6, "{apart}");
    let weekly = |endings: &[Ending]| {
        let games = (0..).zip(endings);
        let games = games.map(|(week, ending)| played(Family::Mnk, week, opponent, *ending));
        rating(&games.collect::<Vec<Played>>())
    };
    let better = [Ending::Lost, Ending::Lost, Ending::Won, Ending::Won];
    let worse = [Ending::Won, Ending::Won, Ending::Lost, Ending::Lost];
    assert!(weekly(&better).points > weekly(&worse).points);
}

#[test]
fn only_games_without_help_against_levels_count() {
    let own = played(Family::Sheep, 0, OpponentKind::Engine(Level::Strong), Ending::Won);
    let result = GameResult { is_unaided: false, ..own.result };
    let helped = Played { result, ..own };
    let result = GameResult { opponent: OpponentKind::Person, ..own.result };
    let with_person = Played { result, ..own };
    assert!(against_levels(&[helped, with_person], WEEK).is_empty());
    let alone = rating(&[own]);
    assert_eq!(against_levels(&[helped, own, with_person], own.ended), [alone]);
    let other = played(Family::TicTacToe, 0, OpponentKind::Engine(Level::Best), Ending::Drawn);
    let both = against_levels(&[other, own], own.ended);
    assert_eq!(both, [rating(&[other]), alone], "families have ratings of their own");
}

#[test]
fn a_rating_is_provisional_at_first_and_again_after_a_long_rest() {
    let opponent = OpponentKind::Engine(Level::Casual);
    let one = rating(&[played(Family::TicTacToe, 0, opponent, Ending::Drawn)]);
    assert!(one.is_provisional, "{one:?}");
    let games: Vec<Played> =
        (0..30).map(|week| played(Family::TicTacToe, week, opponent, Ending::Drawn)).collect();
    assert!(!rating(&games).is_provisional);
    let latest_first: Vec<Played> = games.into_iter().rev().collect();
    let mut before = 0.0;
    for weeks in [0, 10, 50, 150, 10_000_000] {
        let [rested] = against_levels(&latest_first, latest_first[0].ended + weeks * WEEK)[..]
        else {
            panic!("they play one game");
        };
        assert!(rested.deviation > before || weeks > 1_000, "{weeks} weeks: {rested:?}");
        assert!(!rested.is_provisional || weeks >= 50, "{weeks} weeks: {rested:?}");
        before = rested.deviation;
    }
    assert!(before > 110.0, "{before}");
}

#[test]
fn any_times_give_a_rating() {
    let opponent = OpponentKind::Engine(Level::Best);
    let at = |ended| Played { ended, ..played(Family::Strategic, 0, opponent, Ending::Lost) };
    for (games, now) in [
        (vec![at(i64::MAX), at(0)], 0),
        (vec![at(0), at(i64::MAX)], i64::MAX),
        (vec![at(i64::MIN), at(i64::MAX)], i64::MIN),
    ] {
        assert_eq!(against_levels(&games, now).len(), 1);
    }
}
