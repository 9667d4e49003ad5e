//! Comparison of the positions of two games, also rotated or mirrored. Help with a position in one game would
//! be help with the same position in the other.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::MnkSpec;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::sheep::SheepStart;
use zerosum_games::ultimate::UltimateRules;
use zerosum_games::{Game, Symmetry};

use crate::Session;

/// Number of moves from which help in a game that has passed the position of another one would help there. Before that,
/// many games pass the same positions.
const PASSED_PLIES_MIN: usize = 4;

impl Session {
    /// Returns whether this game has had the current position of the other one, or the other one the current
    /// position of this one. The position before the first move does not count.
    pub fn comes_by(&self, other: &Session) -> bool {
        if kind(self.spec) != kind(other.spec) {
            return false;
        }
        let (own, others) = (self.positions(), other.positions());
        own.last().is_some_and(|position| stands_among(position, &others))
            || others.last().is_some_and(|position| stands_among(position, &own))
    }

    /// Returns whether help in this game would help in another one: they have the same current position, or this one has
    /// passed that of the other one, so that lines from there are studied here.
    pub fn helps_in(&self, played: &Session) -> bool {
        let has_passed = || {
            played.moves.len() >= PASSED_PLIES_MIN
                && kind(self.spec) == kind(played.spec)
                && played
                    .positions()
                    .last()
                    .is_some_and(|position| stands_among(position, &self.positions()))
        };
        self.stands_like(played) || has_passed()
    }

    /// Returns whether both games have the same current position, after at least one move.
    pub fn stands_like(&self, other: &Session) -> bool {
        if self.spec == other.spec {
            let have_begun = !self.moves.is_empty() && !other.moves.is_empty();
            return have_begun
                && stands_among(&self.position, std::slice::from_ref(&other.position));
        }
        let (own, others) = (self.positions(), other.positions());
        kind(self.spec) == kind(other.spec)
            && own
                .last()
                .zip(others.last())
                .is_some_and(|(own, other)| stands_among(own, std::slice::from_ref(other)))
    }

    /// Returns the positions after each of its moves, for any opening.
    fn positions(&self) -> Vec<AnyGame> {
        let mut position = self.spec.without_opening().start();
        let after = |code| {
            position.play(code).expect("the moves of a session are legal");
            position.clone()
        };
        self.moves.iter().copied().map(after).collect()
    }
}

/// The game without what its positions do not depend on, its opening and the start of the sheep, and without rules that
/// leave most of the play as it is.
fn kind(spec: GameSpec) -> GameSpec {
    match spec.without_opening() {
        GameSpec::Sheep(_) => GameSpec::Sheep(SheepStart::default()),
        GameSpec::Mnk(spec) => GameSpec::Mnk(lying(spec)),
        GameSpec::Ultimate(_) => GameSpec::Ultimate(UltimateRules::STANDARD),
        spec => spec,
    }
}

/// The board with at least as many columns as rows, on which any longer row wins, too.
fn lying(spec: MnkSpec) -> MnkSpec {
    let (columns, rows) = (spec.columns().max(spec.rows()), spec.columns().min(spec.rows()));
    let lying = MnkSpec::new(columns, rows, spec.k()).unwrap_or(spec);
    lying.with_rule(Rule::Free).unwrap_or(lying)
}

fn stands_among(position: &AnyGame, others: &[AnyGame]) -> bool {
    let mut images = (0..position.symmetries()).map(|number| position.image(Symmetry(number)));
    !others.is_empty() && images.any(|image| others.iter().any(|other| is_like(&image, other)))
}

/// Returns whether two positions of a game look the same, after any number of moves and by any rules.
fn is_like(one: &AnyGame, other: &AnyGame) -> bool {
    match (one, other) {
        (AnyGame::ConnectFour(one), AnyGame::ConnectFour(other)) => one.looks_like(other),
        (AnyGame::Mnk(one), AnyGame::Mnk(other)) => one.looks_like(other),
        (AnyGame::Ultimate(one), AnyGame::Ultimate(other)) => one.looks_like(other),
        _ => one == other,
    }
}
