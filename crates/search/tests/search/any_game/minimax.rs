//! Minimax, alpha-beta and the table, held against each other on every position there is.

use std::cmp::Reverse;
use std::collections::HashSet;

use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::tictactoe::{TicTacToe, cells};
use zerosum_games::{Game, MoveCode, Outcome, Symmetry};
use zerosum_search::score::Score;
use zerosum_search::tictactoe::solution::TicTacToeSolution;
use zerosum_search::{RankedMove, Verdict, alpha_beta, minimax};

use crate::support::moves::after;
use crate::support::positions::every_position;

#[test]
fn minimax_alpha_beta_and_the_table_agree_on_every_move_of_all_positions() {
    let solution = TicTacToeSolution::compute();
    for position in every_position() {
        let ranking = minimax::rank(&position).moves;
        let best = ranking.iter().map(|ranked| ranked.verdict).max();
        let verdict = best.unwrap_or_else(|| verdict_at_end(&position));
        let is_best = |ranked: &&RankedMove| ranked.verdict == verdict;
        let best_moves: Vec<MoveCode> =
            ranking.iter().filter(is_best).map(|ranked| ranked.code).collect();

        assert_eq!(solution.ranking(&position), ranking, "{position}");
        assert_eq!(solution.verdict(&position), verdict, "{position}");
        assert_eq!(solution.best_moves(&position).collect::<Vec<_>>(), best_moves, "{position}");

        let found = alpha_beta::search(&position);
        assert_eq!((found.verdict, found.moves), (verdict, best_moves), "{position}");
    }
}

fn verdict_at_end(position: &TicTacToe) -> Verdict {
    match position.outcome().expect("a position without moves is decided") {
        Outcome::Win(winner) if winner == position.turn() => Verdict::Win { plies: 0 },
        Outcome::Win(_) => Verdict::Loss { plies: 0 },
        Outcome::Draw => Verdict::Draw,
    }
}

/// The figures are those of a brute force over boards as strings, which shares nothing with this
/// program.
#[test]
fn the_5478_positions_have_their_known_verdicts() {
    let solution = TicTacToeSolution::compute();
    let verdicts: Vec<Verdict> =
        every_position().iter().map(|position| solution.verdict(position)).collect();
    assert_eq!((solution.positions(), verdicts.len()), (5478, 5478));
    for (verdict, expected) in [
        (Verdict::Win { plies: 1 }, 2358),
        (Verdict::Win { plies: 3 }, 356),
        (Verdict::Win { plies: 5 }, 122),
        (Verdict::Draw, 1068),
        (Verdict::Loss { plies: 4 }, 124),
        (Verdict::Loss { plies: 2 }, 508),
        (Verdict::Loss { plies: 0 }, 942),
    ] {
        let found = verdicts.iter().filter(|found| **found == verdict).count();
        assert_eq!(found, expected, "{verdict}");
    }
}

/// The signature of the searches. Minimax has no choice about its number; that of alpha-beta
/// changes with every change of its windows or the order of its moves.
#[test]
fn the_empty_board_takes_549946_nodes_plain_and_31621_with_alpha_beta() {
    let board = TicTacToe::default();
    assert_eq!(minimax::rank(&board).nodes, 549_946);
    assert_eq!(alpha_beta::search(&board).nodes, 31_621);
}

#[test]
fn symmetric_positions_have_symmetric_verdicts() {
    let solution = TicTacToeSolution::compute();
    for position in every_position() {
        for symmetry in (0..position.symmetries()).map(Symmetry) {
            let mut expected: Vec<RankedMove> = solution.ranking(&position);
            for ranked in &mut expected {
                ranked.code = position.image_of_move(ranked.code, symmetry);
            }
            expected.sort_unstable_by_key(|ranked| ranked.code);
            let image = position.image(symmetry);
            assert_eq!(solution.ranking(&image), expected, "{position}, {symmetry:?}");
        }
    }
}

/// The numbers of games are those of the brute force over boards as strings.
#[test]
fn no_line_against_the_table_beats_it_whichever_of_its_best_moves_it_makes() {
    let solution = TicTacToeSolution::compute();
    let mut ends = Vec::new();
    play_every_line(&TicTacToe::default(), Side::First, &solution, &mut ends);
    assert_eq!(count(&ends, Outcome::Win(Side::First)), 7056);
    assert_eq!(count(&ends, Outcome::Draw), 3584);
    assert_eq!(count(&ends, Outcome::Win(Side::Second)), 0);

    ends.clear();
    play_every_line(&TicTacToe::default(), Side::Second, &solution, &mut ends);
    assert_eq!(count(&ends, Outcome::Win(Side::Second)), 2528);
    assert_eq!(count(&ends, Outcome::Draw), 3584);
    assert_eq!(count(&ends, Outcome::Win(Side::First)), 0);
}

/// Collects the outcome of every game in which one side makes any of the table's best moves and
/// the other side any legal move.
fn play_every_line(
    position: &TicTacToe,
    table_side: Side,
    solution: &TicTacToeSolution,
    ends: &mut Vec<Outcome>,
) {
    if let Some(outcome) = position.outcome() {
        ends.push(outcome);
    }
    for code in cells().filter(|code| position.is_legal(*code)) {
        let is_best = || solution.best_moves(position).any(|best| best == code);
        if position.turn() != table_side || is_best() {
            play_every_line(&after(position, code), table_side, solution, ends);
        }
    }
}

fn count(ends: &[Outcome], outcome: Outcome) -> usize {
    ends.iter().filter(|end| **end == outcome).count()
}

/// From every position, lost ones included: for each of the table's best moves, the opponent can
/// hold a win off or hurry a loss to exactly the ply that the table claims, and no further.
#[test]
fn the_table_wins_as_fast_and_loses_as_late_as_it_claims() {
    let solution = TicTacToeSolution::compute();
    for position in every_position() {
        let claimed = solution.verdict(&position);
        let player = position.turn();
        for code in solution.best_moves(&position) {
            let end = worst_end(&after(&position, code), player, 1, &solution);
            assert_eq!(end, claimed, "{position}, {code:?}");
        }
    }
}

/// The worst end for the player that an opponent can bring about by any legal moves, while the
/// player makes any of the table's best moves; distances count from where the player began.
fn worst_end(
    position: &TicTacToe,
    player: Side,
    plies: u16,
    solution: &TicTacToeSolution,
) -> Verdict {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(winner) if winner == player => Verdict::Win { plies },
            Outcome::Win(_) => Verdict::Loss { plies },
            Outcome::Draw => Verdict::Draw,
        };
    }
    let is_played = |code: &MoveCode| {
        position.turn() != player || solution.best_moves(position).any(|best| best == *code)
    };
    cells()
        .filter(|code| position.is_legal(*code))
        .filter(is_played)
        .map(|code| worst_end(&after(position, code), player, plies + 1, solution))
        .min()
        .expect("a game in play has a legal move, and the table a best one")
}

#[test]
fn seeds_choose_among_all_the_best_moves_and_no_others() {
    let solution = TicTacToeSolution::compute();
    for position in every_position() {
        let choices: HashSet<MoveCode> =
            (0..100).filter_map(|seed| solution.choose(&position, Seed(seed))).collect();
        assert_eq!(choices, solution.best_moves(&position).collect(), "{position}");
    }
}

#[test]
fn equal_seeds_choose_alike() {
    let (one, other) = (TicTacToeSolution::compute(), TicTacToeSolution::compute());
    for position in every_position() {
        for seed in [0, 1, u64::MAX].map(Seed) {
            assert_eq!(one.choose(&position, seed), other.choose(&position, seed), "{position}");
        }
    }
}

#[test]
fn neighbouring_seeds_choose_about_evenly() {
    for choices in 1..=9_usize {
        let mut picked = vec![0; choices];
        for seed in 0..9000 {
            picked[Seed(seed).pick(0..choices).expect("there are choices")] += 1;
        }
        let fair = 9000 / choices;
        let is_fair = |count: &usize| count.abs_diff(fair) <= fair / 10;
        assert!(picked.iter().all(is_fair), "{picked:?}");
    }
    assert_eq!(Seed(0).pick(0..0), None);
}

#[test]
fn a_fast_win_is_best_then_a_slow_one_a_draw_a_slow_loss_and_a_fast_one() {
    let wins = (0..=u16::MAX).map(|plies| Verdict::Win { plies });
    let losses = (0..=u16::MAX).rev().map(|plies| Verdict::Loss { plies });
    let verdicts: Vec<Verdict> = wins.chain([Verdict::Draw]).chain(losses).collect();
    assert!(verdicts.is_sorted_by_key(|verdict| Reverse(*verdict)));
    let scores: Vec<Score> = verdicts.iter().map(|verdict| Score::from(*verdict)).collect();
    assert!(scores.is_sorted_by(|one, other| one > other));
    assert_eq!((scores[0], scores[scores.len() - 1]), (Score::HIGHEST, Score::LOWEST));
}

#[test]
fn a_score_tells_its_verdict_and_negated_that_of_the_opponent() {
    assert_eq!(Score::from(Verdict::Draw).verdict(), Verdict::Draw);
    assert_eq!(-Score::from(Verdict::Draw), Score::from(Verdict::Draw));
    for plies in 0..=u16::MAX {
        let (win, loss) = (Verdict::Win { plies }, Verdict::Loss { plies });
        assert_eq!(Score::from(win).verdict(), win);
        assert_eq!(Score::from(loss).verdict(), loss);
        assert_eq!(-Score::from(win), Score::from(loss));
        let below = Score::from(win).just_below();
        assert!(below < Score::from(win) && below >= Score::from(Verdict::Draw));
    }
    assert_eq!(Score::LOWEST.just_below(), Score::LOWEST);
}
