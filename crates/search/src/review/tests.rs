//! Reviews by searches whose results are given.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::limits::Limits;
use crate::review::work::{Analyst, Reach, ReviewWork};
use crate::review::{Review, Reviewed, Scope, proven};
use crate::score::Score;
use crate::searcher::{Distance, ScoredMove, SearchResult, Statistics};

/// Knows that the first move of a position draws for certain, and nothing of the others.
struct OneDraw;

impl Analyst for OneDraw {
    fn moves(&mut self, position: &AnyGame, _: Limits) -> Option<SearchResult> {
        let mut codes = Vec::new();
        position.legal_moves(&mut codes);
        let moves = codes.into_iter().enumerate().map(|(number, code)| ScoredMove {
            code,
            score: Score::of_estimate(if number == 0 { 0 } else { -1 }),
            is_exact: number == 0,
            distance: Distance::Exact,
            depth: 2,
            line: vec![code],
        });
        Some(SearchResult::of_moves(moves.collect(), Statistics::default()))
    }

    fn search(&mut self, _: &AnyGame, _: Limits) -> Option<SearchResult> {
        None
    }

    fn search_on(&mut self, _: &AnyGame, _: Limits) -> Option<SearchResult> {
        None
    }
}

#[test]
fn a_move_that_draws_for_certain_does_not_prove_that_no_other_one_wins() {
    let spec = GameSpec::from_name("5x5x4").expect("it is a game");
    let mut codes = Vec::new();
    spec.start().legal_moves(&mut codes);
    let mut work = ReviewWork::new((spec, &codes[..1]), Scope::ALL);
    assert!(work.go_on(Reach { plies: 2, is_to_end: false }, &mut OneDraw));
    let review = work.review();
    let reviewed = review.of_ply(0).expect("it was looked at");
    assert_eq!(proven(&reviewed.played), Some(Verdict::Draw));
    assert_eq!(proven(&reviewed.best), None);
    assert_eq!(review.depth(), Some(2));
}

/// A move of the first side that loses after so many plies, and the best one, which holds out longer.
fn lost_sooner([best, played]: [u16; 2], distance: Distance) -> Option<Reviewed> {
    let spec = GameSpec::from_name("5x5x4").expect("it is a game");
    let lost = |plies| ScoredMove {
        code: MoveCode(0),
        score: Score::from(Verdict::Loss { plies }),
        is_exact: true,
        distance,
        depth: plies,
        line: Vec::new(),
    };
    Some(Reviewed::of((spec, Side::First), lost(played), lost(best)))
}

#[test]
fn only_exact_distances_tell_which_move_shortened_a_lost_game() {
    let bound = || lost_sooner([20, 6], Distance::Within);
    let exact = lost_sooner([8, 4], Distance::Exact);
    let review = Review::new(vec![bound(), None, exact]);
    let resistance = review.resistance(Side::First).expect("it was lost");
    assert_eq!(resistance.plies, None);
    let shortened = resistance.shortened.map(|(ply, _, plies)| (ply, plies));
    assert_eq!(shortened, Some((2, 4)));
    let review = Review::new(vec![bound()]);
    assert_eq!(review.resistance(Side::First).expect("it was lost").shortened, None);
}
