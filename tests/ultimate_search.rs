//! The mind for the ultimate game: its exact results are those of plain minimax, and it keeps what
//! every mind promises under all 32 rule sets.

use zerosum::games::ultimate::{Ultimate, UltimateRules};
use zerosum::games::{Game, Symmetry};
use zerosum::search::minimax;
use zerosum::search::score::Score;
use zerosum::search::thought::{Limits, NODES_BETWEEN_LOOKS, Thinker, Thought, Unwatched, Watch};
use zerosum::search::ultimate::judge::LineJudge;
use zerosum::search::ultimate::{UltimateThinker, empty_cells};
use zerosum::search::{RankedMove, Seed};

use support::moves::{after, legal_moves};

mod support {
    pub mod moves;
}

type Mind = UltimateThinker<LineJudge>;

const TABLE_BYTES: usize = 1 << 20;

/// How many games of each rule set have their end compared with plain minimax.
const GAMES: u64 = 16;

/// Plain minimax reads so many empty cells to the end in a moment.
const EMPTY_MAX: u32 = 5;

/// The positions of a random game.
fn random_game(rules: UltimateRules, number: u64) -> Vec<Ultimate> {
    let mut positions = vec![Ultimate::new(rules)];
    for ply in 0.. {
        let position = positions.last().expect("a game begins with a position");
        let seed = Seed((number + 500) << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        positions.push(after(position, code));
    }
    positions
}

/// The late positions of random games that are still in play.
fn endgames(rules: UltimateRules) -> impl Iterator<Item = Ultimate> {
    (0..GAMES)
        .flat_map(move |number| random_game(rules, number))
        .filter(|position| position.outcome().is_none() && empty_cells(position) <= EMPTY_MAX)
}

#[test]
fn endgames_of_all_32_rule_sets_have_the_verdict_of_plain_minimax() {
    let mut compared = 0;
    for rules in UltimateRules::ALL {
        let mut mind = Mind::new(rules, TABLE_BYTES);
        for position in endgames(rules) {
            let thought = mind.think(&position, Limits::NONE, &mut Unwatched);
            let ranking = minimax::rank(&position).moves;
            let best = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = best.expect("the game is in play");
            assert_eq!(thought.score, Score::from(verdict), "{rules}: {position}: {thought:?}");
            assert!(thought.is_exact, "{rules}: {position}: {thought:?}");
            let is_best = |ranked: &RankedMove| {
                Some(ranked.code) == thought.best && ranked.verdict == verdict
            };
            assert!(ranking.into_iter().any(|ranked| is_best(&ranked)), "{rules}: {position}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} positions");
}

/// Has had enough after some looks.
struct Patience(u32);

impl Watch for Patience {
    fn is_over(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }

    fn progress(&mut self, _: &Thought) {}
}

#[test]
fn whatever_the_limits_there_is_a_legal_move_and_line() {
    for rules in UltimateRules::ALL {
        let mut mind = Mind::new(rules, TABLE_BYTES);
        for position in random_game(rules, 3).into_iter().step_by(7) {
            for (limits, looks) in [
                (Limits::NONE, 1),
                (Limits::NONE, 2),
                (Limits::of_nodes(1), 100),
                (Limits::of_nodes(700), 100),
                (Limits::of_depth(2), 100),
                (Limits::of_depth(0), 100),
            ] {
                let thought = mind.think(&position, limits, &mut Patience(looks));
                assert_eq!(thought.best, thought.line.first().copied(), "{position}");
                assert_eq!(thought.best.is_none(), position.outcome().is_some(), "{position}");
                thought.line.iter().fold(position, |position, code| after(&position, *code));
                let nodes_max = limits.nodes_max.saturating_add(NODES_BETWEEN_LOOKS);
                assert!(thought.statistics.nodes <= nodes_max, "{position}");
            }
        }
    }
}

#[test]
fn equal_limits_make_equal_thoughts() {
    for rules in UltimateRules::NAMED {
        for position in random_game(rules, 4).into_iter().step_by(9) {
            let think = || {
                Mind::new(rules, TABLE_BYTES).think(
                    &position,
                    Limits::of_nodes(5_000),
                    &mut Unwatched,
                )
            };
            assert_eq!(think(), think(), "{position}");
            let mut mind = Mind::new(rules, TABLE_BYTES);
            let thought = mind.think(&position, Limits::of_nodes(5_000), &mut Unwatched);
            mind.forget();
            let again = mind.think(&position, Limits::of_nodes(5_000), &mut Unwatched);
            assert_eq!(thought, again, "{position}");
        }
    }
}

#[test]
fn a_mind_may_be_asked_about_other_rules() {
    let mut mind = Mind::new(UltimateRules::STANDARD, TABLE_BYTES);
    for rules in UltimateRules::ALL {
        for position in endgames(rules).take(3) {
            let thought = mind.think(&position, Limits::NONE, &mut Unwatched);
            let alone =
                Mind::new(rules, TABLE_BYTES).think(&position, Limits::NONE, &mut Unwatched);
            assert_eq!(thought.score, alone.score, "{rules}: {position}");
        }
    }
}

#[test]
fn mirrored_endgames_have_the_same_score() {
    for rules in UltimateRules::NAMED {
        let mut mind = Mind::new(rules, TABLE_BYTES);
        for position in endgames(rules).take(10) {
            let score = mind.think(&position, Limits::NONE, &mut Unwatched).score;
            for symmetry in (0..position.symmetries()).map(Symmetry) {
                let image = position.image(symmetry);
                let thought = mind.think(&image, Limits::NONE, &mut Unwatched);
                assert_eq!(thought.score, score, "{position}, {symmetry:?}");
            }
        }
    }
}
