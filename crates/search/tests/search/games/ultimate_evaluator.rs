//! Checks that the value of a position of the ultimate game is equal for its mirror images and for
//! every order of moves that leads to it, under all 32 rule sets.

use zerosum_games::seed::Seed;
use zerosum_games::ultimate::{Ultimate, UltimateRules};
use zerosum_games::{Game, Symmetry};
use zerosum_search::ultimate::evaluator::{Evaluator, LineEvaluator};

use crate::support::moves::{after, legal_moves};

/// Random games of each rule set.
const GAMES: u64 = 8;

/// Sums of fractions depend on their order in the last place, which may be cut off.
const ROUNDING: u32 = 1;

/// Calls with every move of random games: the position before and the one after.
fn in_random_games(rules: UltimateRules, mut look: impl FnMut(&Ultimate, &Ultimate)) {
    for number in 0..GAMES {
        let mut position = Ultimate::new(rules);
        for ply in 0.. {
            let seed = Seed((number + 900) << 32 | ply);
            let Some(code) = seed.pick(legal_moves(&position).into_iter()) else { break };
            let next = after(&position, code);
            look(&position, &next);
            position = next;
        }
    }
}

#[test]
fn mirror_images_are_worth_the_same() {
    for rules in UltimateRules::ALL {
        let evaluator = LineEvaluator::of(rules);
        in_random_games(rules, |position, _| {
            let worth = evaluator.worth(&evaluator.view(position), position);
            for symmetry in (0..position.symmetries()).map(Symmetry) {
                let image = position.image(symmetry);
                let other = evaluator.worth(&evaluator.view(&image), &image);
                assert!(
                    worth.abs_diff(other) <= ROUNDING,
                    "{rules}: {position} is worth {worth}, {image} {other}"
                );
            }
        });
    }
}

#[test]
fn what_is_carried_along_is_what_is_seen_anew() {
    for rules in UltimateRules::ALL {
        let evaluator = LineEvaluator::of(rules);
        let mut view = evaluator.view(&Ultimate::new(rules));
        in_random_games(rules, |position, next| {
            if position.plies() == 0 {
                view = evaluator.view(position);
            }
            let mut codes = legal_moves(position).into_iter();
            let code = codes.find(|code| after(position, *code) == *next).expect("it was played");
            evaluator.update(&mut view, next, code);
            assert_eq!(view, evaluator.view(next), "{rules}: {next}");
        });
    }
}
