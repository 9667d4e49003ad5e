//! Statistics of matches, compared with published figures and manual calculations.

use zerosum_tools::engine_match::statistics::{Decision, Elo, Interval, Pairs, Results, Sprt};

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// Tests of Stockfish with their pairs, their hypotheses and the log likelihood ratio that Fishtest
/// gave for them, to two digits: the first two from
/// <https://github.com/official-stockfish/Stockfish/pull/3209>, the third from pull/3098, the others
/// from pull/2971.
#[test]
fn log_likelihood_ratios_are_those_of_fishtest() {
    for (pairs, elo0, elo1, expected) in [
        ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
        ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
        ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
        ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
    ] {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        assert_near(Pairs(pairs).log_likelihood_ratio(&sprt), expected, 0.005);
    }
}

/// 400 log10(3) = 190.8485 Elo stand for a score of 0.75. If pairs are only won or lost altogether,
/// the hypotheses are coins: three heads and a tail are likelier with a coin of 0.75 than with an
/// even one by ln(0.75^3 * 0.25 / 0.5^4) = 3 ln(1.5) + ln(0.5) = 1.216395 - 0.693147 = 0.523248. The
/// kinds of pairs that have not come about count a thousandth each, which is not more than 0.01.
#[test]
fn a_log_likelihood_ratio_of_coins_is_that_of_the_textbook() {
    let sprt = Sprt { elo0: 0.0, elo1: 190.848_5, alpha: 0.05, beta: 0.05 };
    assert_near(Pairs([1, 0, 0, 0, 3]).log_likelihood_ratio(&sprt), 0.523_248, 0.01);
    // Exactly as much against as for: for the test, exchanging the engines changes only a sign.
    let against = Sprt { elo0: 0.0, elo1: -190.848_5, ..sprt };
    assert_near(Pairs([3, 0, 0, 0, 1]).log_likelihood_ratio(&against), 0.523_248, 0.01);
}

/// ln(0.05 / 0.95) = -2.944439 and ln(0.95 / 0.05) = 2.944439; ln(0.1 / 0.99) = -2.292535 and
/// ln(0.9 / 0.01) = 4.499810.
#[test]
fn a_test_decides_at_its_bounds() {
    let even = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    let (low, high) = even.bounds();
    assert_near(low, -2.944_439, 1e-6);
    assert_near(high, 2.944_439, 1e-6);
    let (low, high) = Sprt { alpha: 0.01, beta: 0.1, ..even }.bounds();
    assert_near(low, -2.292_535, 1e-6);
    assert_near(high, 4.499_810, 1e-6);
    for (ratio, expected) in [
        (-2.95, Decision::Elo0),
        (-2.94, Decision::Open),
        (0.0, Decision::Open),
        (2.94, Decision::Open),
        (2.95, Decision::Elo1),
    ] {
        assert_eq!(even.decision(ratio), expected, "{ratio}");
    }
}

#[test]
fn an_open_match_says_nothing_either_way() {
    let sprt = Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    assert_near(Pairs::default().log_likelihood_ratio(&sprt), 0.0, 1e-9);
    assert_near(Pairs([3, 7, 11, 7, 3]).log_likelihood_ratio(&sprt), 0.0, 1e-9);
}

/// Matches of the engine Rustic as Cute Chess has summed them up, to one digit:
/// <https://github.com/mvanthoor/rustic-book>, `src/progress/sprt_results.md`.
#[test]
fn differences_by_single_games_are_those_of_cute_chess() {
    for (wins, losses, draws, estimate, error) in
        [(869, 646, 357, 41.6, 14.2), (409, 197, 133, 102.5, 23.5), (628, 416, 277, 56.2, 16.8)]
    {
        let elo = Results { wins, draws, losses }.elo().expect("there are games");
        assert_near(elo.estimate, estimate, 0.05);
        let Interval { low, high } = elo.interval.expect("not all games are alike");
        assert_near((high - low) / 2.0, error, 0.05);
    }
}

/// A score of 0.75 is 190.85 Elo. Of four pairs two bring everything and two half of it: the
/// variance is (2 * 0.25^2 + 2 * 0.25^2) / 4 = 0.0625, the reach of 95 % is 1.959964 * sqrt(0.0625 /
/// 4) = 0.244996, and the ends are the Elo of 0.505004 and 0.994996: 400 log10(0.505004 / 0.494996)
/// = 3.477 and 400 log10(0.994996 / 0.005004) = 919.40.
#[test]
fn differences_by_pairs_have_error_bars() {
    let elo = Pairs([0, 0, 2, 0, 2]).elo().expect("there are pairs");
    assert_near(elo.estimate, 190.848_5, 1e-3);
    let Interval { low, high } = elo.interval.expect("not all pairs are alike");
    assert_near(low, 3.477, 1e-2);
    assert_near(high, 919.40, 0.1);
}

#[test]
fn an_engine_that_wins_every_game_is_infinitely_stronger() {
    let stronger = Elo { estimate: f64::INFINITY, interval: None };
    assert_eq!(Pairs([0, 0, 0, 0, 9]).elo(), Some(stronger));
    let weaker = Elo { estimate: f64::NEG_INFINITY, interval: None };
    assert_eq!(Results { wins: 0, draws: 0, losses: 9 }.elo(), Some(weaker));
    assert_eq!(Pairs::default().elo(), None);
}

#[test]
fn results_that_are_all_alike_have_no_interval() {
    let even = Some(Elo { estimate: 0.0, interval: None });
    assert_eq!(Pairs([0, 0, 1, 0, 0]).elo(), even);
    assert_eq!(Pairs([0, 0, 50, 0, 0]).elo(), even);
    assert_eq!(Results { wins: 0, draws: 100, losses: 0 }.elo(), even);
}

#[test]
fn pairs_say_more_than_single_games_when_openings_are_won_by_one_side() {
    // The side that begins wins: nearly every pair is even, which leaves little doubt.
    let pairs = Pairs([0, 1, 48, 1, 0]).elo().and_then(|elo| elo.interval);
    let games = Results { wins: 49, draws: 2, losses: 49 }.elo().and_then(|elo| elo.interval);
    let (pairs, games) = (pairs.expect("pairs differ"), games.expect("games differ"));
    assert!(pairs.high < 10.0, "{pairs:?}");
    assert!(games.high > 60.0, "{games:?}");
}
