//! Random games of strategic tic-tac-toe.

use zerosum_games::Game;
use zerosum_games::seed::Seed;
use zerosum_games::strategic::Strategic;
use zerosum_games::strategic::numbers::RuleSet;
use zerosum_games::strategic::rules::StrategicRules;

use super::moves::{after, legal_moves};

/// Interval between the tested ones of all 192 choices of rules with usual numbers. It is odd, so
/// that each choice is met with and without each other.
const STEP: usize = 5;

/// Rules of all three sets with many a choice of closure, draws and restrictions.
pub(crate) fn some_rules() -> impl Iterator<Item = StrategicRules> {
    let sets = [RuleSet::Tactical, RuleSet::Functional, RuleSet::Hyperfunctional];
    let variants = |set| StrategicRules::usual(set).variants().collect::<Vec<_>>();
    sets.into_iter().flat_map(variants).step_by(STEP)
}

/// The usual rules of all three sets.
pub(crate) fn usual_rules() -> [StrategicRules; 3] {
    [RuleSet::Tactical, RuleSet::Functional, RuleSet::Hyperfunctional].map(StrategicRules::usual)
}

/// The positions of a random game.
pub(crate) fn random_game(rules: &StrategicRules, number: u64) -> Vec<Strategic> {
    let mut positions = vec![Strategic::new(rules.clone())];
    for ply in 0.. {
        let position = &positions[positions.len() - 1];
        let seed = Seed((number + 500) << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        positions.push(after(position, code));
    }
    positions
}

/// Like [`random_game`], but neither side ends the game without need, so that the field fills.
pub(crate) fn long_game(rules: &StrategicRules, number: u64) -> Vec<Strategic> {
    let mut positions = vec![Strategic::new(rules.clone())];
    for ply in 0.. {
        let position = &positions[positions.len() - 1];
        let seed = Seed((number + 700) << 32 | ply);
        let mut moves = legal_moves(position);
        let Some(code) = seed.pick(moves.clone().into_iter()) else { break };
        let mut next = after(position, code);
        if next.outcome().is_some() {
            moves.retain(|code| after(position, *code).outcome().is_none());
            next = seed.pick(moves.into_iter()).map_or(next, |code| after(position, code));
        }
        positions.push(next);
    }
    positions
}
