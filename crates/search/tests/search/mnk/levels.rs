//! Checks the moves of the levels of k in a row against the score of every move.

use std::collections::BTreeSet;
use std::sync::Arc;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::any::AnySearcher;
use zerosum_search::level::Plan;
use zerosum_search::limits::{Limits, Unwatched, Watch};
use zerosum_search::player::Player;
use zerosum_search::searcher::{SearchResult, Searcher};
use zerosum_search::solutions::Solutions;

use crate::support::moves::{after, legal_moves};

/// Boards with room for more marks than moves are proven one by one.
const BOARDS: [&str; 4] = ["9x9x5", "10x10x4", "10x10x6", "15x15x5-caro"];

/// Number of marks on a board.
const PLIES: [u64; 4] = [1, 5, 9, 14];

/// Maximum depth at which nothing is searched less deep than the rest.
const DEPTH_MAX: u16 = 3;

/// Enough to meet every one of some equal moves.
const SEEDS: u64 = 24;

/// O cannot stop both threes of X, and puts its loss off by a four of its own.
const LOST: &str =
    "........./........./..XXX..../........./...O...../..XXX..../.....O..O/........./XOOO..... o";

fn random_position(spec: GameSpec, plies: u64) -> AnyGame {
    (0..plies).fold(spec.start(), |position, ply| {
        let moves = legal_moves(&position).into_iter();
        let goes_on = moves.filter(|code| after(&position, *code).outcome().is_none());
        let goes_on: Vec<MoveCode> = goes_on.collect();
        let code = Seed(plies << 32 | ply).pick(goes_on.into_iter()).expect("there is room");
        after(&position, code)
    })
}

#[test]
fn a_level_makes_each_of_the_best_moves_and_no_other() {
    let solutions = Arc::new(Solutions::compute());
    for spec in BOARDS.map(|name| GameSpec::from_name(name).expect("a board")) {
        let lost = spec.read(LOST).ok();
        for position in PLIES.map(|plies| random_position(spec, plies)).into_iter().chain(lost) {
            for depth in 1..=DEPTH_MAX {
                // Without a table nothing is known from elsewhere, so that all moves are seen equally deep.
                let ranked = AnySearcher::of(spec, 0).analyze(
                    &position,
                    Limits::of_depth(depth),
                    &mut Unwatched,
                );
                let best = ranked.moves.iter().filter(|scored| scored.score == ranked.score);
                let best: BTreeSet<MoveCode> = best.map(|scored| scored.code).collect();
                let mut player = Player::new(Arc::clone(&solutions), 0);
                let mut choose = |seed| {
                    let asked = (spec, &position);
                    let plan = Plan::Ranked { depth };
                    player.choose(asked, plan, Seed(seed), Limits::NONE, &mut Unwatched).best
                };
                let made: BTreeSet<MoveCode> = (0..SEEDS).filter_map(&mut choose).collect();
                assert!(made.is_subset(&best), "{position:?}, depth {depth}: {made:?}, {best:?}");
                let few = best.len() <= 3;
                assert!(!few || made == best, "{position:?}, depth {depth}: {made:?}, {best:?}");
            }
        }
    }
}

/// Keeps the moves that it is told, and ends the search after some looks.
struct Listener {
    looks_left: u32,
    told: Vec<Option<MoveCode>>,
}

impl Watch for Listener {
    fn is_over(&mut self) -> bool {
        self.looks_left = self.looks_left.saturating_sub(1);
        self.looks_left == 0
    }

    fn progress(&mut self, result: &SearchResult) {
        self.told.push(result.best);
    }
}

#[test]
fn a_level_tells_its_choice_so_far_and_last_the_one_that_it_makes() {
    let solutions = Arc::new(Solutions::compute());
    for name in ["15x15x5", "6x6x4", "connect-four", "ultimate", "strategic"] {
        let spec = GameSpec::from_name(name).expect("a game");
        let position = random_position(spec, 4);
        for plan in [Plan::Ranked { depth: 2 }, Plan::Novice { depth: 1 }] {
            for looks_left in [1, 3, u32::MAX] {
                let mut listener = Listener { looks_left, told: Vec::new() };
                let mut player = Player::new(Arc::clone(&solutions), 1 << 18);
                player.prepare(spec, plan);
                let asked = (spec, &position);
                let choice = player.choose(asked, plan, Seed(7), Limits::NONE, &mut listener);
                assert_eq!(listener.told.last(), Some(&choice.best), "{name}, {plan:?}");
                let are_legal =
                    |code: &Option<MoveCode>| code.is_some_and(|code| position.is_legal(code));
                assert!(listener.told.iter().all(are_legal), "{name}, {plan:?}");
            }
        }
    }
}
