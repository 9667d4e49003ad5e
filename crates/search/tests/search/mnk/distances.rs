//! Checks the distances claimed by the searcher for k in a row: a side said to win within this many
//! plies can force it, and if the distance is called exact, not within fewer.

use zerosum_games::mnk::Mnk;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_search::Verdict;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::board::Board;
use zerosum_search::mnk::searcher::MnkSearcher;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, Searcher};

use crate::support::mnk_force::Force;
use crate::support::mnk_positions::{crowded_position, random_position, spec};
use crate::support::moves::after;

const TABLE_BYTES: usize = 1 << 18;

/// Maximum number of plies of a claim that is tried.
const PLIES_MAX: u16 = 8;

/// The side to move is lost in two ways: to a slow win by fours and to a faster one by threes.
/// Moves that stop the fours leave the threes, and only moves that stop the threes last as long as
/// the fours.
const TWICE_LOST: [(&str, &str); 6] = [
    ("7x7x5", "X.X..X./X.O...X/O..O..O/.OO..../......O/X....O./X.X.OX. x"),
    ("7x7x5", "X.O..../...O..X/O..O.../X.O...X/.OO..../X....O./XXXO.X. x"),
    ("8x8x5", "OX.X..../......../O.OO...X/.......O/XOO....X/.....O.X/X......./...OXOXX x"),
    ("8x8x5", ".......X/.O..O..X/X...O..X/.....O.X/..O....O/X......./O...O..O/XXO.XX.. x"),
    ("8x8x5", "X....X../X.O...../.O.O..../O.O....X/X...O..X/XO.....O/.O....../X.X..OX. x"),
    (
        "9x9x5",
        "X......XO/X.......X/...OO..../......OO./........./.O....O../........./X.....O.X/XXOXXO... x",
    ),
];

/// Boards with the plies played, where everything within [`PLIES_MAX`] is soon tried, and the
/// number of positions of each kind.
const BOARDS: [(&str, u64, u64); 9] = [
    ("4x4x3", 3, 6),
    ("4x4x3", 6, 6),
    ("5x4x3", 5, 6),
    ("5x4x3", 8, 6),
    ("4x4x4", 8, 4),
    ("5x5x4", 12, 6),
    ("5x5x4", 15, 6),
    ("6x5x4", 14, 6),
    ("7x7x5", 16, 6),
];

/// Checks claims about positions of one kind of board by trying to force them, and counts them.
#[derive(Default)]
struct Court {
    force: Force,
    wins: u32,
    losses: u32,
    exact: u32,
}

impl Court {
    /// Checks the claim about a position for this side, if it says that one of them wins.
    fn hear(&mut self, position: &Mnk, side: Side, score: Score, distance: Distance) {
        let (winner, plies) = match score.verdict() {
            Verdict::Win { plies } => (side, plies),
            Verdict::Loss { plies } => (!side, plies),
            Verdict::Draw => return,
        };
        if plies > PLIES_MAX || position.outcome().is_some() {
            return;
        }
        let mut board = Board::of(position);
        let mut is_forced = |plies| self.force.wins_within(&mut board, winner, plies);
        assert!(is_forced(plies), "{position}: {winner:?} does not win within {plies}");
        if distance == Distance::Exact {
            assert!(
                plies < 2 || !is_forced(plies - 2),
                "{position}: {winner:?} wins before {plies}"
            );
            self.exact += 1;
        }
        let count = if winner == side { &mut self.wins } else { &mut self.losses };
        *count += 1;
    }

    /// Collects the claims about a position and every move there.
    fn hear_all(&mut self, searcher: &mut MnkSearcher, position: &Mnk, limits: Limits) {
        let side = position.turn();
        let result = searcher.search(position, limits, &mut Unwatched);
        self.hear(position, side, result.score, result.distance);
        for scored in searcher.analyze(position, limits, &mut Unwatched).moves {
            if scored.is_exact {
                self.hear_move(position, scored.code, scored.score, scored.distance);
            }
        }
    }

    fn hear_move(&mut self, position: &Mnk, code: MoveCode, score: Score, distance: Distance) {
        let (next, side) = (after(position, code), position.turn());
        self.hear(&next, side, score.hastened(1), distance);
    }
}

#[test]
fn a_side_lost_to_fours_and_threes_is_not_said_to_lose_before_its_best_defence() {
    for (name, text) in TWICE_LOST {
        let position = Mnk::read(spec(name), text).expect("a position in play");
        let mut court = Court::default();
        for depth in 1..=PLIES_MAX {
            let limits = Limits { depth_max: depth, nodes_max: 20_000 };
            let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
            court.hear_all(&mut searcher, &position, limits);
        }
        assert!(court.losses > 0, "{position} is not seen to be lost");
    }
}

#[test]
fn every_claimed_distance_can_be_forced() {
    let (mut wins, mut losses, mut exact, mut within) = (0, 0, 0, 0);
    for (name, plies, count) in BOARDS {
        // The searcher keeps its memory between positions, as it does in a game.
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        let mut court = Court::default();
        let random = (0..count).filter_map(|number| random_position(spec(name), plies, number));
        let crowded =
            (0..count).filter_map(|number| crowded_position(spec(name), plies, number, 2));
        for position in random.chain(crowded) {
            for depth in [2, 4, 6] {
                let limits = Limits { depth_max: depth, nodes_max: 3_000 };
                court.hear_all(&mut searcher, &position, limits);
            }
        }
        wins += court.wins;
        losses += court.losses;
        exact += court.exact;
        within += court.wins + court.losses - court.exact;
    }
    println!("{wins} wins, {losses} losses, {exact} exact, {within} within");
    assert!(wins > 500 && losses > 500, "only {wins} wins and {losses} losses");
    assert!(exact > 500 && within > 100, "only {exact} exact, {within} within");
}
