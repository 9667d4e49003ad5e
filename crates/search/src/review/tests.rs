//! Reviews by searches whose results are given.

use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};

use crate::Verdict;
use crate::limits::Limits;
use crate::review::work::{Analyst, Reach, ReviewWork};
use crate::review::{Scope, proven};
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
