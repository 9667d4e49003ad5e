//! Wins by threats: each of them is a win against any defence, and none of the short or composed
//! ones is missed.

use zerosum_games::mnk::Mnk;
use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::limits::{Budget, Stopped, Unwatched};
use zerosum_search::mnk::board::Board;
use zerosum_search::mnk::vcf::{Vcf, VcfResult};
use zerosum_search::mnk::vct::{Vct, VctResult, Win};

use crate::support::mnk_positions::{crowded_position, random_position, spec};
use crate::support::mnk_threat_positions::{wins_at_once, wins_by_fours};
use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;

const TABLE_BYTES: usize = 1 << 24;

/// A search with its memory.
struct Hunter {
    vct: Vct,
    vcf: Vcf,
}

impl Hunter {
    fn new() -> Hunter {
        Hunter { vct: Vct::new(TABLE_BYTES), vcf: Vcf::default() }
    }

    fn hunt(&mut self, position: &Mnk, nodes_max: u64) -> VctResult {
        let mut board = Board::of(position);
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        let hunt = self.vct.find(&mut board, &mut self.vcf, nodes_max, &mut budget);
        let before = Board::of(position);
        assert_eq!((board.key(), board.turn()), (before.key(), before.turn()), "{position}");
        hunt.expect("nothing stops the search")
    }

    /// Returns whether there is a win by fours, which is no test for this search.
    fn wins_by_fours(&mut self, position: &Mnk) -> bool {
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        let attack = self.vcf.find(&mut Board::of(position), u16::MAX, 10_000, &mut budget);
        matches!(attack, VcfResult::Wins(_))
    }
}

/// Positions in play without a win by fours.
fn quiet_positions(
    hunter: &mut Hunter,
    (name, plies, reach): (&str, u64, u16),
    count: u64,
) -> Vec<Mnk> {
    let crowded = (0..count).map(|number| crowded_position(spec(name), plies, number, reach));
    let random = (0..count / 4).map(|number| random_position(spec(name), plies, number));
    let positions = crowded.chain(random).flatten();
    positions.filter(|position| !hunter.wins_by_fours(position)).collect()
}

/// Plays the hunter against every legal answer: it wins within the plies it has claimed, and the
/// rest gets shorter with every move. Returns the number of answers tried.
fn assert_wins(hunter: &mut Hunter, position: &Mnk, plies_max: u16) -> u64 {
    let VctResult::Wins(Win { plies, line, .. }) = hunter.hunt(position, u64::MAX) else {
        panic!("{position}: the win is gone")
    };
    assert!(plies <= plies_max, "{position}: {plies} plies instead of {plies_max}");
    let code = Board::of(position).code_of(line[0]);
    let next = after(position, code);
    if let Some(outcome) = next.outcome() {
        assert_eq!(outcome, Outcome::Win(position.turn()), "{position}");
        return 0;
    }
    let mut answers = 0;
    for answer in legal_moves(&next) {
        let last = after(&next, answer);
        answers += 1;
        assert_eq!(last.outcome(), None, "{position}: after {code:?} {answer:?} wins or draws");
        // Nothing has to be found where a line can be completed.
        if wins_at_once(&last).is_empty() {
            answers += assert_wins(hunter, &last, plies - 2);
        } else {
            assert!(plies >= 3, "{position}");
        }
    }
    answers
}

#[test]
fn a_claimed_win_is_won_against_any_defence() {
    let kinds = [
        (("5x5x4", 6, 2), 40),
        (("6x6x4", 8, 2), 60),
        (("7x7x4", 8, 2), 30),
        (("7x7x5", 12, 2), 50),
        (("8x8x5", 12, 2), 40),
        (("9x9x5", 12, 2), 8),
        (("15x15x5", 12, 2), 2),
        (("8x8x5-exact", 12, 2), 30),
        (("8x8x5-caro", 12, 2), 30),
        (("8x8x5-renju", 13, 2), 30),
    ];
    let mut wins = Vec::new();
    for (kind, count) in kinds {
        let mut hunter = Hunter::new();
        for position in quiet_positions(&mut hunter, kind, count) {
            if let VctResult::Wins(win) = hunter.hunt(&position, 2_000)
                && win.plies <= 11
            {
                assert_wins(&mut hunter, &position, win.plies);
                wins.push(win.plies);
            }
        }
    }
    let long = wins.iter().filter(|plies| **plies >= 7).count();
    assert!(wins.len() >= 10 && long >= 5, "{wins:?}");
}

/// Returns whether the side to move can force a line within five plies, by any moves.
fn wins_within_five_plies(position: &Mnk) -> bool {
    wins_by_fours(position, 5)
        || legal_moves(position).into_iter().any(|code| {
            let next = after(position, code);
            next.outcome().is_none()
                && legal_moves(&next).into_iter().all(|answer| {
                    let last = after(&next, answer);
                    last.outcome().is_none() && wins_by_fours(&last, 3)
                })
        })
}

#[test]
fn every_win_within_five_plies_is_found() {
    let mut counts = [0; 2];
    for (kind, count) in [
        (("5x5x4", 6, 2), 20),
        (("6x6x4", 6, 1), 60),
        (("6x6x5", 12, 2), 10),
        (("7x7x5", 12, 2), 30),
        (("8x8x5", 12, 2), 12),
    ] {
        let mut hunter = Hunter::new();
        for position in quiet_positions(&mut hunter, kind, count) {
            let is_win = wins_within_five_plies(&position);
            let hunt = hunter.hunt(&position, u64::MAX);
            assert!(!is_win || matches!(hunt, VctResult::Wins(_)), "{position}: {hunt:?}");
            counts[usize::from(is_win)] += 1;
        }
    }
    assert!(counts[0] >= 50 && counts[1] >= 5, "{counts:?}");
}

/// Positions without a win by fours, composed so that a win by threats exists within the given
/// number of plies.
const COMPOSED: [(&str, &str, u16); 7] = [
    // Two threes at once.
    (
        "9x9x5",
        "O......O./........./....X..../....X..../..XX...../........./........./........./O......O. x",
        5,
    ),
    // Where four win, a pair with room on both sides is a three.
    ("7x7x4", "O....../......./......./...X.../......./......./....... x", 13),
    // Long chains.
    (
        "15x15x5",
        ".............../.............../.............../.............../.............../.......O......./....O........../.......X.O...../.............../....X........../......OXX....../.............../.............../.............../............... x",
        15,
    ),
    (
        "15x15x5",
        ".............../.............../.............../.............../.............../.............../.............../....X.X.O....../.............../....XO.O......./.....X.O......./.............../.............../.............../............... x",
        17,
    ),
    (
        "15x15x5",
        ".............../.............../.............../.............../.......O.O...../.........XX..../....X........../.......X.O...../....O.O.X....../........X....../.......O......./.............../.............../.............../............... x",
        17,
    ),
    (
        "15x15x5",
        ".............../.............../.............../.............../......X......../.............../....X........../......XO.O...../....X...O....../.............../.......O......./.............../.............../.............../............... x",
        19,
    ),
    (
        "15x15x5",
        ".............../.............../.............../.............../.....O....O..../.....OO......../.............../.............../.........X...../.......X..X..../.....X........./.............../.............../.............../............... x",
        21,
    ),
];

/// Plays the hunter against a defender who mostly answers where it matters.
fn play(hunter: &mut Hunter, mut position: Mnk, plies_max: u16, number: u64) {
    let attacker = position.turn();
    let mut left = plies_max;
    let mut zone = Bitboard::EMPTY;
    while position.outcome().is_none() {
        let code = if position.turn() == attacker {
            let VctResult::Wins(win) = hunter.hunt(&position, u64::MAX) else {
                panic!("{position}: the win is gone")
            };
            assert!(win.plies <= left, "{position}: {win:?} instead of {left}");
            left = win.plies;
            zone = win.zone;
            Board::of(&position).code_of(win.line[0])
        } else {
            let seed = Seed(number << 16 | u64::from(left));
            let is_near = |code: &MoveCode| {
                position.spec().bit_of(*code).is_some_and(|bit| zone.contains(bit))
            };
            let moves = legal_moves(&position).into_iter();
            let near: Vec<_> = moves.clone().filter(is_near).collect();
            let answers = seed.pick(near.into_iter()).or_else(|| seed.pick(moves));
            wins_at_once(&position).first().copied().or(answers).expect("the game is in play")
        };
        position = after(&position, code);
        left -= 1;
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(attacker)), "{position}");
}

#[test]
fn composed_wins_are_found_and_hold_against_many_defences() {
    for (name, text, plies) in COMPOSED {
        let position = Mnk::read(spec(name), text).expect("a position in play");
        let mut hunter = Hunter::new();
        assert!(!hunter.wins_by_fours(&position), "{text}");
        let VctResult::Wins(win) = hunter.hunt(&position, 100_000) else { panic!("{text}") };
        assert!(win.plies <= plies, "{text}: {win:?}");
        (0..5).for_each(|number| play(&mut hunter, position, win.plies, number));
    }
}

#[test]
fn a_win_is_found_again_though_most_of_it_is_forgotten() {
    for (name, text, _) in COMPOSED.into_iter().take(4) {
        let position = Mnk::read(spec(name), text).expect("a position in play");
        let mut hunter = Hunter { vct: Vct::new(1 << 8), vcf: Vcf::default() };
        for _ in 0..2 {
            let hunt = hunter.hunt(&position, 1_000_000);
            assert!(matches!(hunt, VctResult::Wins(_)), "{text}: {hunt:?}");
            // Others are asked about in between.
            for answer in legal_moves(&position).into_iter().take(10) {
                hunter.hunt(&after(&position, answer), 1_000);
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_or_has_too_few_nodes_claims_nothing() {
    let (name, text, _) = COMPOSED[6];
    let position = Mnk::read(spec(name), text).expect("a position in play");
    let mut hunter = Hunter::new();
    assert_eq!(hunter.hunt(&position, 5), VctResult::Unknown);
    let mut board = Board::of(&position);
    let mut watch = Patience(1);
    let mut budget = Budget::new(&mut watch, u64::MAX);
    let stopped = hunter.vct.find(&mut board, &mut hunter.vcf, u64::MAX, &mut budget);
    assert_eq!(stopped, Err(Stopped));
    assert_eq!(board.key(), Board::of(&position).key());
    // Remembered results speed up a second search and do not change its result.
    assert!(matches!(hunter.hunt(&position, u64::MAX), VctResult::Wins(_)));
}
