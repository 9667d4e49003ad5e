//! Reviews of games: no move that keeps the result is called losing, and every one that throws it
//! away is, compared with plain minimax and the solved tables.

use std::collections::HashMap;
use std::sync::Arc;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::connect_four::ConnectFour;
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode};
use zerosum_search::Verdict;
use zerosum_search::limits::Unwatched;
use zerosum_search::minimax;
use zerosum_search::player::Player;
use zerosum_search::review::chance::Chance;
use zerosum_search::review::work::{NODES_MAX, ReviewWork};
use zerosum_search::review::{Kept, Quality, Review, Reviewed, Scope, kept};
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove};
use zerosum_search::sheep::solution::SheepSolution;
use zerosum_search::solutions::Solutions;

use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;

/// Number of random games that are reviewed, of each of the two that are solved.
const GAMES: u64 = 2_000;

/// Number of random games of which every move is compared with plain minimax.
const KEPT_GAMES: u64 = 20;

const TABLE_BYTES: usize = 1 << 20;

pub(crate) fn player() -> Player {
    Player::new(Arc::new(Solutions::compute()), TABLE_BYTES)
}

/// The moves of a random game.
pub(crate) fn random_moves(spec: GameSpec, number: u64) -> Vec<MoveCode> {
    let (mut position, mut moves) = (spec.start(), Vec::new());
    for ply in 0.. {
        let seed = Seed((number + 31) << 32 | ply);
        let Some(code) = seed.pick(legal_moves(&position).into_iter()) else { break };
        position.play(code).expect("it is legal");
        moves.push(code);
    }
    moves
}

/// The result of a verdict without its distance.
pub(crate) fn result(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Draw => 0,
        Verdict::Loss { .. } => -1,
    }
}

/// Compares the review of a game with the true verdict of each of its positions, for the side to
/// move.
fn check(
    spec: GameSpec,
    moves: &[MoveCode],
    review: &Review,
    verdict: impl Fn(&AnyGame) -> Verdict,
) {
    assert_eq!(review.depth(), None);
    let mut position = spec.start();
    let mut last_losing = BySide::<Option<usize>> { first: None, second: None };
    for (ply, code) in moves.iter().enumerate() {
        let before = verdict(&position);
        let side = position.turn();
        position.play(*code).expect("it is legal");
        let after = verdict(&position).before_move();
        let reviewed = review.of_ply(ply).expect("every move is looked back on");
        assert_eq!((reviewed.side, reviewed.played.code), (side, *code));
        let throws_away = result(after) < result(before);
        assert_eq!(reviewed.quality == Quality::Losing, throws_away, "{moves:?}, ply {ply}");
        assert_eq!(reviewed.quality == Quality::Best, after == before, "{moves:?}, ply {ply}");
        assert_eq!(reviewed.best.score, Score::from(before));
        assert_eq!(reviewed.played.score, Score::from(after));
        if throws_away {
            *last_losing.get_mut(side) = Some(ply);
        }
    }
    for side in Side::ALL {
        let turning_point = review.turning_point(side).map(|(ply, _)| ply);
        assert_eq!(turning_point, *last_losing.get(side), "{moves:?}");
    }
}

fn plain_verdict(position: &TicTacToe) -> Verdict {
    match position.outcome() {
        Some(outcome) => Score::of_end(outcome, position.turn(), 0).verdict(),
        None => {
            let verdicts = minimax::rank(position).moves.into_iter().map(|ranked| ranked.verdict);
            verdicts.max().expect("a game in play has a legal move")
        }
    }
}

#[test]
fn in_tic_tac_toe_every_thrown_result_is_called_so_and_nothing_else() {
    let mut player = player();
    let spec = GameSpec::TicTacToe;
    for number in 0..GAMES {
        let moves = random_moves(spec, number);
        let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
        // The first two plies take plain minimax long, and are as good as any.
        let mut known = vec![(TicTacToe::default(), Verdict::Draw)];
        let mut position = TicTacToe::default();
        for (ply, code) in moves.iter().enumerate() {
            position.play(*code).expect("it is legal");
            known.push((position, if ply < 1 { Verdict::Draw } else { plain_verdict(&position) }));
        }
        check(spec, &moves, &review, |position| {
            let AnyGame::TicTacToe(position) = position else { panic!("another game") };
            let found = known.iter().find(|(known, _)| known == position);
            found.expect("it is of this game").1
        });
    }
}

#[test]
fn with_sheep_every_thrown_result_is_called_so_and_nothing_else() {
    let (mut player, solution) = (player(), SheepSolution::compute());
    for name in ["sheep", "sheep-6"] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        for number in 0..GAMES / 4 {
            let moves = random_moves(spec, number);
            let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
            check(spec, &moves, &review, |position| {
                let AnyGame::Sheep(position) = position else { panic!("another game") };
                solution.verdict(position)
            });
        }
    }
}

/// The verdict of a position for the side to move, by plain minimax that remembers what it has seen.
fn minimax_verdict(game: &ConnectFour, seen: &mut HashMap<[u128; 2], Verdict>) -> Verdict {
    let key = Side::ALL.map(|side| game.pieces(side));
    if let Some(verdict) = seen.get(&key) {
        return *verdict;
    }
    let verdict = match game.outcome() {
        Some(outcome) => Score::of_end(outcome, game.turn(), 0).verdict(),
        None => {
            let moves = legal_moves(game).into_iter();
            let verdicts =
                moves.map(|code| minimax_verdict(&after(game, code), seen).before_move());
            verdicts.max().expect("a game in play has a legal move")
        }
    };
    seen.insert(key, verdict);
    verdict
}

#[test]
fn in_connect_four_every_thrown_result_is_called_so_and_nothing_else() {
    let (mut player, mut seen) = (player(), HashMap::new());
    let spec = GameSpec::from_name("connect-four-5x4").expect("it is a game");
    let AnyGame::ConnectFour(start) = spec.start() else { panic!("another game") };
    minimax_verdict(&start, &mut seen);
    for number in 0..GAMES / 10 {
        let moves = random_moves(spec, number);
        let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
        check(spec, &moves, &review, |position| {
            let AnyGame::ConnectFour(game) = position else { panic!("another game") };
            seen[&Side::ALL.map(|side| game.pieces(side))]
        });
    }
}

#[test]
fn a_review_that_is_broken_off_knows_the_end_of_the_game() {
    let spec = GameSpec::from_name("ultimate").expect("it is a game");
    let moves = random_moves(spec, 1);
    let review = player().review((spec, &moves), Scope::ALL, &mut Patience(8));
    let is_known: Vec<bool> = (0..moves.len()).map(|ply| review.of_ply(ply).is_some()).collect();
    let first = is_known.iter().position(|known| *known).expect("something was looked at");
    assert!(first > 0 && is_known[first..].iter().all(|known| *known), "{is_known:?}");
    assert!(review.depth().is_some());
}

#[test]
fn skipped_plies_are_not_searched() {
    let mut player = player();
    for spec in GameSpec::ALL {
        let moves: Vec<MoveCode> = random_moves(spec, 2).into_iter().take(6).collect();
        let sides = BySide { first: false, second: true };
        let review = player.review((spec, &moves), Scope { sides, from: 2 }, &mut Unwatched);
        assert_eq!(review.of_side(Side::First).count(), 0, "{}", spec.name());
        let plies: Vec<usize> = review.of_side(Side::Second).map(|(ply, _)| ply).collect();
        assert_eq!(plies, [3, 5], "{}", spec.name());
    }
}

/// A move said to lose does lose: the opponent wins from there within the claimed plies against any
/// defence. Checked where that is near.
#[test]
fn where_a_game_is_searched_a_losing_move_loses_and_the_better_one_does_not_as_fast() {
    let mut player = player();
    let mut found = 0;
    for name in ["3x4x3", "4x4x3", "5x5x4", "ultimate", "strategic"] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        for number in 0..6 {
            let moves = random_moves(spec, number);
            let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
            let mut position = spec.start();
            for (ply, code) in moves.iter().enumerate() {
                let reviewed = review.of_ply(ply).expect("it is looked back on");
                for scored in [&reviewed.played, &reviewed.best] {
                    let is_as_deep = review.depth().is_some_and(|depth| depth <= scored.depth);
                    assert!(scored.is_exact || is_as_deep, "{name} {number} {ply}: {scored:?}");
                }
                let played = reviewed.played.score;
                if reviewed.quality == Quality::Losing
                    && played.is_lost()
                    && played.is_decided_within(4)
                {
                    found += 1;
                    let Verdict::Loss { plies } = played.verdict() else { panic!("it is lost") };
                    assert!(
                        is_lost_within(&after(&position, *code), plies - 1),
                        "{name} {number} {ply}"
                    );
                    let best = after(&position, reviewed.best.code);
                    assert!(!is_lost_within(&best, plies - 1), "{name} {number} {ply}");
                }
                position.play(*code).expect("it is legal");
            }
        }
    }
    assert!(found > 20, "{found}");
}

/// Returns whether the side that has just moved has lost after this many plies more, by the rules alone.
fn is_lost_within(position: &AnyGame, plies: u16) -> bool {
    wins_within(position, plies)
}

/// Returns whether the side to move wins within this many plies.
fn wins_within(position: &AnyGame, plies: u16) -> bool {
    let side = position.turn();
    if position.outcome().is_some() || plies == 0 {
        return false;
    }
    legal_moves(position).into_iter().any(|code| {
        let next = after(position, code);
        match next.outcome() {
            Some(outcome) => outcome == zerosum_games::Outcome::Win(side),
            None => {
                plies > 2
                    && legal_moves(&next).into_iter().all(|reply| {
                        let next = after(&next, reply);
                        next.outcome().is_none() && wins_within(&next, plies - 2)
                    })
            }
        }
    })
}

#[test]
fn a_review_finds_the_same_however_often_it_is_interrupted() {
    for name in ["5x5x4", "ultimate", "connect-four"] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        let moves: Vec<MoveCode> = random_moves(spec, 3).into_iter().take(14).collect();
        let whole = player().review((spec, &moves), Scope::ALL, &mut Unwatched);
        let mut work = ReviewWork::new((spec, &moves), Scope::ALL);
        let (mut player, mut parts, mut looks) = (player(), 0, 30);
        while !work.is_done() {
            let done = work.nodes();
            player.go_on(&mut work, &mut Patience(looks));
            // A step that was interrupted gets more time, so that none is left out.
            looks = if work.nodes() == done { 1_000_000 } else { 30 };
            parts += 1;
        }
        assert!(parts > 3, "{parts}");
        assert_eq!(work.review(), whole, "{name}");
    }
}

#[test]
fn a_side_that_has_lost_at_random_is_told_a_mistake_or_was_lost_from_the_start() {
    let mut player = player();
    let (mut lost, mut told) = (0, 0);
    for name in ["4x4x3", "5x5x4", "ultimate"] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        for number in 0..3 {
            let moves = random_moves(spec, number);
            let mut end = spec.start();
            moves.iter().for_each(|code| end.play(*code).expect("it is legal"));
            let Some(zerosum_games::Outcome::Win(winner)) = end.outcome() else { continue };
            lost += 1;
            let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
            let findings = review.findings(!winner, false);
            assert!(findings.len() <= 3, "{name} {number}: {findings:?}");
            assert!(findings.is_sorted_by_key(|(ply, _)| *ply));
            if findings.is_empty() {
                assert!(review.resistance(!winner).is_some(), "it was lost from the start: {name}");
                continue;
            }
            told += 1;
            let (_, costliest) = review.costliest(!winner, false).expect("there is one");
            assert!(review.of_side(!winner).all(|(_, other)| other.cost() <= costliest.cost()));
        }
    }
    assert!(lost > 5 && told > 3, "{lost}, {told}");
}

#[test]
fn a_move_after_which_the_next_turn_is_lost_for_certain_has_lost_the_game() {
    let mut player = player();
    let mut found = 0;
    for name in ["4x4x3", "5x5x4", "ultimate"] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        for number in 0..2 {
            let moves = random_moves(spec, number);
            let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
            for ply in 2..moves.len() {
                let [before, after] = [ply - 2, ply].map(|ply| review.of_ply(ply));
                let (before, after) = (before.expect("it was seen"), after.expect("it was seen"));
                if after.best.score.is_lost() {
                    found += 1;
                    assert!(before.played.score.is_lost(), "{name} {number} {ply}");
                }
            }
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn a_side_that_is_lost_throughout_is_told_how_long_it_could_have_held_out() {
    let (mut player, solution) = (player(), SheepSolution::compute());
    let spec = GameSpec::from_name("sheep").expect("it is a game");
    let (mut found, mut shortened) = (0, 0);
    for number in 0..100 {
        let moves = lost_at_random(&solution, spec, number);
        let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
        for side in Side::ALL {
            let (mut position, mut verdicts) = (spec.start(), Vec::new());
            for code in &moves {
                let AnyGame::Sheep(sheep) = &position else { panic!("another game") };
                if position.turn() == side {
                    verdicts.push(solution.verdict(sheep));
                }
                position.play(*code).expect("it is legal");
            }
            let resistance = review.resistance(side);
            let is_lost = verdicts.iter().all(|verdict| matches!(verdict, Verdict::Loss { .. }));
            assert_eq!(resistance.is_some(), is_lost, "{number}");
            let Some((resistance, Verdict::Loss { plies })) =
                resistance.zip(verdicts.first().copied())
            else {
                continue;
            };
            found += 1;
            assert_eq!(resistance.plies, Some(plies));
            if let Some((ply, reviewed, lost)) = resistance.shortened {
                shortened += 1;
                assert_eq!(review.of_ply(ply), Some(reviewed));
                assert!(lost > 0 && lost < plies, "{number}: {lost} of {plies}");
            }
        }
    }
    assert!(found > 10 && shortened > 5, "{found}, {shortened}");
}

/// A game in which the side that is won at the start plays its best, and the other one plays at random.
fn lost_at_random(solution: &SheepSolution, spec: GameSpec, number: u64) -> Vec<MoveCode> {
    let (mut position, mut moves) = (spec.start(), Vec::new());
    while position.outcome().is_none() {
        let AnyGame::Sheep(sheep) = &position else { panic!("another game") };
        let seed = Seed((number + 31) << 32 | moves.len() as u64);
        let code = match solution.verdict(sheep) {
            Verdict::Win { .. } => solution.best_moves(sheep).first().copied(),
            Verdict::Draw | Verdict::Loss { .. } => seed.pick(legal_moves(&position).into_iter()),
        };
        let code = code.expect("a game in play has a move");
        position.play(code).expect("it is legal");
        moves.push(code);
    }
    moves
}

#[test]
fn what_a_move_keeps_is_the_result_by_plain_minimax() {
    let solutions = Solutions::compute();
    let spec = GameSpec::TicTacToe;
    for number in 0..KEPT_GAMES {
        let mut position = spec.start();
        for played in random_moves(spec, number) {
            let AnyGame::TicTacToe(board) = &position else { panic!("it is 3x3") };
            let ranked = minimax::rank(board).moves;
            let best = ranked.iter().map(|ranked| result(ranked.verdict)).max();
            let best = best.expect("the game goes on");
            let analysis = solutions.analysis(&position).expect("it is solved");
            for ranked in ranked {
                let expected = match (result(ranked.verdict), best) {
                    (1, _) => Some(Kept::Win),
                    (0, 0) => Some(Kept::Draw),
                    _ => None,
                };
                assert_eq!(kept(spec, ranked.code, &analysis), expected, "{position:?}");
            }
            position.play(played).expect("it is legal");
        }
    }
}

#[test]
fn a_move_keeps_its_chances_where_nothing_is_certain_and_no_move_is_better() {
    let spec = GameSpec::from_name("15x15x5").expect("it is a game");
    let mut player = player();
    let mut after = |moves: &[&str]| {
        let mut position = spec.start();
        for text in moves {
            let code = position.read_move(text).expect("it is a move");
            position.play(code).expect("it is legal");
        }
        let analysis = player.analyze((spec, &position), &mut Unwatched);
        let best = analysis.best.expect("the game goes on");
        move |text: Option<&str>| {
            let code = text.map_or(best, |text| position.read_move(text).expect("it is a move"));
            kept(spec, code, &analysis)
        }
    };
    assert_eq!(after(&["h8"])(None), Some(Kept::Chances));
    // An open three has to be answered.
    let answer = after(&["h8", "a1", "i8", "o1", "j8"]);
    assert_eq!(answer(Some("a15")), None);
    // Four in a row win at once.
    let win = after(&["h8", "g8", "i8", "b3", "j8", "c5", "k8", "d7"]);
    assert_eq!((win(None), win(Some("a15"))), (Some(Kept::Win), None));
}

#[test]
fn what_is_left_of_the_positions_goes_to_moves_without_a_swing() {
    let spec = GameSpec::from_name("ultimate").expect("it is a game");
    let moves: Vec<MoveCode> = random_moves(spec, 5).into_iter().take(10).collect();
    let mut work = ReviewWork::new((spec, &moves), Scope::ALL);
    player().go_on(&mut work, &mut Unwatched);
    assert!(work.is_done() && work.nodes() < NODES_MAX, "positions are left: {}", work.nodes());
    let review = work.review();
    let depths: Vec<u16> = (0..moves.len())
        .filter_map(|ply| review.of_ply(ply))
        .map(|reviewed| reviewed.best.depth)
        .collect();
    assert_eq!(depths.len(), moves.len());
    assert!(depths.iter().all(|depth| *depth > 4), "a strong player sees 4 plies: {depths:?}");
}

/// A move of which nothing but this estimate is known.
fn estimated(value: i32) -> ScoredMove {
    let (score, distance) = (Score::of_estimate(value), Distance::Exact);
    ScoredMove { code: MoveCode(0), score, is_exact: false, distance, depth: 4, line: Vec::new() }
}

#[test]
fn the_chances_before_and_after_a_finding_are_never_told_as_equal() {
    let spec = GameSpec::from_name("15x15x5").expect("it is a game");
    let values = || (-600..600).step_by(7).map(estimated);
    let mut found = 0;
    for (best, played) in values().flat_map(|best| values().map(move |other| (best.clone(), other)))
    {
        let (before, after) = (Chance::of(spec, &best), Chance::of(spec, &played));
        let (side, quality) = (Side::First, Quality::Good);
        let reviewed = Reviewed { side, quality, played, best, before, after };
        let review = Review::new(vec![Some(reviewed)]);
        for (_, reviewed) in review.findings(side, false) {
            found += 1;
            let [before, after] = [reviewed.before, reviewed.after].map(Chance::about_percent);
            assert!(before > after, "{reviewed:?}");
        }
    }
    assert!(found > 0);
}
