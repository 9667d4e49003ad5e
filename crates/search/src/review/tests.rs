//! Reviews by searches whose results are given.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::limits::Limits;
use crate::review::carry::{self, Judged};
use crate::review::chance::Chance;
use crate::review::seen::Seen;
use crate::review::work::{Analyst, Reach, ReviewWork};
use crate::review::{Review, Reviewed, Scope, proven};
use crate::score::Score;
use crate::searcher::{Distance, ScoredMove, SearchResult, Statistics};

fn spec() -> GameSpec {
    GameSpec::from_name("5x5x4").expect("it is a game")
}

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

    fn find_win(&mut self, _: &AnyGame, _: Limits) -> Option<SearchResult> {
        None
    }

    fn search_on(&mut self, _: &AnyGame, _: Limits) -> Option<SearchResult> {
        None
    }
}

#[test]
fn a_move_that_draws_for_certain_does_not_prove_that_no_other_one_wins() {
    let spec = spec();
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

/// A move of the first side that loses after this many plies, and the best one, which holds out longer.
fn lost_sooner([best, played]: [u16; 2], distance: Distance) -> Option<Reviewed> {
    let lost = |plies| ScoredMove {
        code: MoveCode(0),
        score: Score::from(Verdict::Loss { plies }),
        is_exact: true,
        distance,
        depth: plies,
        line: Vec::new(),
    };
    Some(Reviewed::of((spec(), Side::First), lost(played), lost(best)))
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

/// A move of the first cell, or of another one, with the cells of the play that follows.
fn scored(score: Score, distance: Distance, line: &[u16]) -> ScoredMove {
    let line: Vec<MoveCode> = line.iter().copied().map(MoveCode).collect();
    ScoredMove { code: line[0], score, is_exact: score.is_decided(), distance, depth: 4, line }
}

fn estimated(value: i32, cell: u16) -> ScoredMove {
    scored(Score::of_estimate(value), Distance::Exact, &[cell])
}

fn decided(verdict: Verdict, distance: Distance, line: &[u16]) -> ScoredMove {
    scored(Score::from(verdict), distance, line)
}

/// Findings about a move, as far as they matter here.
fn seen(best: ScoredMove, played: ScoredMove, other: ScoredMove) -> Option<Seen> {
    Some(Seen {
        best,
        played,
        other: Some(other),
        deep_looks: 0,
        is_settled: false,
        is_best_sought: false,
        is_played_sought: false,
    })
}

/// Judges two moves, in the cells 0 and 1, by what was seen of each.
fn judged(seen: [Option<Seen>; 2]) -> [Judged; 2] {
    let judged = carry::judged((spec(), &[0, 1].map(MoveCode)), &seen);
    let judged = judged.into_iter().map(|judged| judged.expect("both were seen"));
    judged.collect::<Vec<Judged>>().try_into().expect("there are two")
}

#[test]
fn the_reply_to_a_move_that_is_proven_to_lose_wins() {
    let lost = decided(Verdict::Loss { plies: 6 }, Distance::Exact, &[0, 7, 8]);
    let guessed = || estimated(20, 5);
    let [before, here] = judged([
        seen(estimated(30, 3), lost.clone(), estimated(30, 3)),
        seen(guessed(), estimated(-10, 1), guessed()),
    ]);
    // Another move may have been better.
    assert_eq!((before.best, before.played), (estimated(30, 3), lost));
    let won = decided(Verdict::Win { plies: 5 }, Distance::Exact, &[7, 8]);
    assert_eq!((here.best.code, here.best.score), (won.code, won.score));
    assert_eq!(here.best.distance, Distance::Exact);
    assert_eq!(proven(&here.played), None);
}

#[test]
fn every_move_of_a_lost_position_loses_and_none_holds_out_longer() {
    let lost = |plies, line: &[u16]| decided(Verdict::Loss { plies }, Distance::Exact, line);
    let [before, here] = judged([
        seen(lost(6, &[3]), estimated(-40, 0), lost(6, &[3])),
        seen(estimated(20, 5), estimated(-10, 1), estimated(20, 5)),
    ]);
    // The move is a bound, because the one that wins is not known.
    assert_eq!(proven(&before.played), Some(Verdict::Loss { plies: 6 }));
    assert_eq!(before.played.distance, Distance::Within);
    // The next position is won, and its estimates rise alike.
    assert_eq!((proven(&here.best), proven(&here.played)), (None, None));
    let chances = [&here.best, &here.played].map(|scored| Chance::of(spec(), scored).thousandths());
    assert!(chances[0] == 950 && (920..950).contains(&chances[1]), "{chances:?}");
}

#[test]
fn a_move_that_is_followed_by_a_proof_is_proven_and_so_is_its_position_if_it_wins() {
    let lost = |plies, cell| decided(Verdict::Loss { plies }, Distance::Exact, &[cell]);
    let guess = || estimated(20, 0);
    // The move that looked best has won, and perhaps another one wins faster.
    let [before, _] = judged([
        seen(guess(), guess(), estimated(10, 3)),
        seen(lost(4, 5), lost(2, 1), lost(4, 5)),
    ]);
    let expected = (Some(Verdict::Win { plies: 5 }), Distance::Exact);
    assert_eq!((proven(&before.played), before.played.distance), expected);
    assert_eq!(before.best.code, before.played.code);
    // It has lost, and the other one is not known to be better than a guess.
    let won = |plies, cell| decided(Verdict::Win { plies }, Distance::Within, &[cell]);
    let [before, _] = judged([
        seen(guess(), guess(), estimated(10, 3)),
        seen(won(5, 5), estimated(0, 1), won(5, 5)),
    ]);
    assert_eq!(proven(&before.played), Some(Verdict::Loss { plies: 6 }));
    assert_eq!(before.played.distance, Distance::Within);
    assert_eq!(before.best, estimated(10, 3));
    // If the others lose as well, all do.
    let [before, _] =
        judged([seen(guess(), guess(), lost(8, 3)), seen(won(5, 5), estimated(0, 1), won(5, 5))]);
    assert_eq!(
        (proven(&before.best), before.best.code),
        (Some(Verdict::Loss { plies: 8 }), MoveCode(3))
    );
}
