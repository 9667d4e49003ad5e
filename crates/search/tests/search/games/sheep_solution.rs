//! The complete solution of Catch the Sheep, held against the rules on every position and against
//! plain minimax on late ones.

use std::collections::HashSet;
use std::sync::OnceLock;

use zerosum_games::seed::Seed;
use zerosum_games::sheep::square::{Square, squares_of};
use zerosum_games::sheep::{Sheep, SheepStart};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::score::Score;
use zerosum_search::searcher::Searcher;
use zerosum_search::sheep::solution::SheepSolution;
use zerosum_search::{RankedMove, Verdict, minimax};

use crate::support::moves::{after, legal_moves};

fn solution() -> &'static SheepSolution {
    static SOLUTION: OnceLock<SheepSolution> = OnceLock::new();
    SOLUTION.get_or_init(SheepSolution::compute)
}

/// Every set of four wolves.
fn wolf_sets() -> impl Iterator<Item = u32> {
    let bit = |square: u32| 1_u32 << square;
    (3..32).flat_map(move |d| {
        (2..d).flat_map(move |c| {
            let pairs = (1..c).flat_map(move |b| (0..b).map(move |a| bit(a) | bit(b)));
            pairs.map(move |pair| pair | bit(c) | bit(d))
        })
    })
}

/// Every position with these wolves.
fn positions_of(wolves: u32) -> impl Iterator<Item = Sheep> {
    let composed = move |sheep, turn| Sheep::composed(wolves, sheep, turn);
    Square::all()
        .flat_map(move |sheep| Side::ALL.into_iter().filter_map(move |turn| composed(sheep, turn)))
}

fn progress(wolves: u32) -> u8 {
    squares_of(wolves).map(Square::row).sum()
}

/// The positions of a random game; equal numbers give equal games.
fn random_game(start: SheepStart, number: u64) -> Vec<Sheep> {
    let mut positions = vec![Sheep::new(start)];
    for ply in 0.. {
        let position = positions.last().expect("a game begins with a position");
        let seed = Seed(number << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        positions.push(after(position, code));
    }
    positions
}

fn random_positions() -> impl Iterator<Item = Sheep> {
    let games = |start| (0..50).flat_map(move |number| random_game(start, number));
    SheepStart::ALL.into_iter().flat_map(games)
}

#[test]
fn the_wolves_win_from_every_start_in_44_plies() {
    for start in SheepStart::ALL {
        let position = Sheep::new(start);
        assert_eq!(solution().verdict(&position), Verdict::Loss { plies: 44 }, "{start}");
    }
}

/// The verdict of a decided position is its outcome, and that of any other one the best that its
/// moves lead to. Distances shrink with every move, so no other verdicts fit together like this.
/// The figures are those of a search by layers over boards as pairs of rows and columns, which
/// goes on until nothing changes.
#[test]
fn all_2013760_verdicts_follow_from_those_of_the_successors() {
    let solution = solution();
    let (mut positions, mut decided, mut won_by_sheep, mut longest) = (0, 0, 0, 0);
    let mut moves = Vec::new();
    for position in wolf_sets().flat_map(positions_of) {
        positions += 1;
        moves.clear();
        position.legal_moves(&mut moves);
        let expected = match position.outcome() {
            Some(outcome) => {
                decided += 1;
                Score::of_end(outcome, position.turn(), 0).verdict()
            }
            None => {
                let verdict_of = |code: &MoveCode| solution.verdict(&after(&position, *code));
                let best = moves.iter().map(verdict_of).min();
                best.expect("a game in play has a legal move").before_move()
            }
        };
        assert_eq!(solution.verdict(&position), expected, "{position}");
        let (winner, plies) = match expected {
            Verdict::Win { plies } => (position.turn(), plies),
            Verdict::Loss { plies } => (!position.turn(), plies),
            Verdict::Draw => panic!("{position}: the game knows no draw"),
        };
        won_by_sheep += u32::from(winner == Side::First);
        longest = longest.max(plies);
    }
    assert_eq!((positions, decided, won_by_sheep, longest), (2_013_760, 515_653, 1_880_345, 44));
}

#[test]
fn plain_minimax_agrees_on_every_late_position() {
    let mut judged = 0;
    let late = wolf_sets().filter(|wolves| progress(*wolves) >= 24);
    for position in late.flat_map(positions_of).filter(|position| position.outcome().is_none()) {
        let ranking = minimax::rank(&position).moves;
        assert_eq!(solution().ranking(&position), ranking, "{position}");
        judged += 1;
    }
    assert!(judged > 2_000, "{judged} positions are too few");
}

#[test]
fn the_best_moves_are_those_that_keep_the_verdict() {
    for position in random_positions() {
        let ranking = solution().ranking(&position);
        let codes: Vec<MoveCode> = ranking.iter().map(|ranked| ranked.code).collect();
        assert_eq!(codes, legal_moves(&position), "{position}");
        let verdict = solution().verdict(&position);
        let is_best = |ranked: &&RankedMove| ranked.verdict == verdict;
        let best: Vec<MoveCode> = ranking.iter().filter(is_best).map(|at| at.code).collect();
        assert_eq!(solution().best_moves(&position), best, "{position}");
    }
}

/// The part of the answers to a move that give the win away, in millionths.
fn errors_after(position: &Sheep, code: MoveCode) -> usize {
    let next = after(position, code);
    let answers = legal_moves(&next);
    let is_error = |answer: &&MoveCode| {
        matches!(solution().verdict(&after(&next, **answer)), Verdict::Win { .. })
    };
    1_000_000 * answers.iter().filter(is_error).count() / answers.len().max(1)
}

#[test]
fn seeds_choose_among_the_trickiest_of_the_best_moves() {
    let mut told_apart = 0;
    for position in random_positions().step_by(7) {
        let mut expected = solution().best_moves(&position);
        if let Verdict::Loss { .. } = solution().verdict(&position) {
            let all = expected.len();
            let most = expected.iter().map(|code| errors_after(&position, *code)).max();
            expected.retain(|code| Some(errors_after(&position, *code)) == most);
            told_apart += usize::from(expected.len() < all);
        }
        assert_eq!(solution().trickiest_moves(&position), expected, "{position}");
        let chosen: HashSet<MoveCode> =
            (0..60).filter_map(|seed| solution().choose(&position, Seed(seed))).collect();
        assert_eq!(chosen, expected.into_iter().collect(), "{position}");
    }
    assert!(told_apart > 0, "no random game tells two equally long defences apart");
}

/// Against every play of the sheep, the wolves catch it within the claimed plies.
#[test]
fn wolves_by_the_table_win_every_random_game() {
    for start in SheepStart::ALL {
        for number in 0..200 {
            let mut position = Sheep::new(start);
            for ply in 0.. {
                let seed = Seed(number << 32 | ply);
                let code = match position.turn() {
                    Side::First => seed.pick(legal_moves(&position).into_iter()),
                    Side::Second => solution().choose(&position, seed),
                };
                let Some(code) = code else {
                    assert!(ply <= 44, "{ply} plies");
                    break;
                };
                position = after(&position, code);
            }
            assert_eq!(position.outcome(), Some(Outcome::Win(Side::Second)));
        }
    }
}

#[test]
fn a_thought_is_the_verdict_with_a_whole_game_behind_it() {
    let mut searcher = solution().clone();
    for position in random_positions().step_by(3) {
        let result = searcher.search(&position, Limits::NONE, &mut Unwatched);
        let verdict = searcher.verdict(&position);
        assert_eq!((result.score, result.is_exact), (Score::from(verdict), true));
        assert_eq!(result.best, result.line.first().copied());
        let end = result.line.iter().fold(position, |position, code| after(&position, *code));
        assert!(end.outcome().is_some(), "{position}");
        let plies = u16::try_from(result.line.len()).expect("a game is short");
        let expected = match end.outcome() {
            Some(Outcome::Win(winner)) if winner == position.turn() => Verdict::Win { plies },
            _ => Verdict::Loss { plies },
        };
        assert_eq!(verdict, expected, "{position}");
    }
}
