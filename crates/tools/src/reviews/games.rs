//! Games for measurements: a player that searches, one that plays at random, and a referee that looks further.

use std::sync::Arc;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::any::{AnySearcher, solving_nodes};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::player::Player;
use zerosum_search::review::chance::Chance;
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult, Searcher};
use zerosum_search::solutions::Solutions;

use crate::seeds::SeedSequence;

/// Memory for the table of a searcher.
pub(super) const TABLE_BYTES: usize = 8 << 20;

/// Limits of a strong player's search.
const STRONG: Limits = Limits { depth_max: 4, nodes_max: 20_000 };

/// Limits of the referee's search: further than a review looks at most moves.
const REFEREE: Limits = Limits { depth_max: 8, nodes_max: 400_000 };

/// Maximum random plies at the beginning of a game.
const OPENING_PLIES_MAX: u16 = 4;

/// Players and a referee for one game.
pub(super) struct Table {
    pub(super) spec: GameSpec,
    solutions: Arc<Solutions>,
    searcher: AnySearcher,
    /// For reviews.
    pub(super) player: Player,
}

impl Table {
    pub(super) fn new(spec: GameSpec, solutions: &Arc<Solutions>) -> Table {
        Table {
            spec,
            solutions: Arc::clone(solutions),
            searcher: AnySearcher::of(spec, TABLE_BYTES),
            player: Player::new(Arc::clone(solutions), TABLE_BYTES),
        }
    }

    /// Plays some random moves that end no game. Returns their number too.
    pub(super) fn opening(&self, seeds: &mut SeedSequence) -> (AnyGame, Vec<MoveCode>) {
        loop {
            let (mut position, mut moves) = (self.spec.start(), Vec::new());
            let plies = seeds.next().pick(0..=OPENING_PLIES_MAX).expect("there is a choice");
            for _ in 0..plies {
                let Some(code) = random_move(&position, seeds.next()) else { break };
                position.play(code).expect("it is legal");
                moves.push(code);
            }
            if position.outcome().is_none() {
                return (position, moves);
            }
        }
    }

    /// The search of a strong player.
    pub(super) fn strong(&mut self, position: &AnyGame) -> SearchResult {
        self.search(position, STRONG)
    }

    /// The search of the strongest player there is, which knows the result where the game is solved.
    pub(super) fn strongest(&mut self, position: &AnyGame) -> SearchResult {
        self.search(position, self.limits_or_end(STRONG))
    }

    /// The limits of a search, except where the game is solved: there, its end.
    fn limits_or_end(&self, limits: Limits) -> Limits {
        match solving_nodes(self.spec) {
            0 => limits,
            nodes_max => Limits::of_nodes(nodes_max),
        }
    }

    /// The part of a win, in thousandths, that a move gives away, as far as the referee sees.
    pub(super) fn cost(&mut self, position: &AnyGame, code: MoveCode) -> u16 {
        let limits = self.limits_or_end(REFEREE);
        let best = self.search(position, limits);
        if best.best == Some(code) {
            return 0;
        }
        let mut next = position.clone();
        next.play(code).expect("it is legal");
        let depth_max = best.depth.saturating_sub(1);
        let after = self.search(&next, Limits { depth_max, ..limits });
        let after = ScoredMove { score: (-after.score).delayed(1), ..scored(code, &after) };
        Chance::of(self.spec, &scored(code, &best)).above(Chance::of(self.spec, &after))
    }

    fn search(&mut self, position: &AnyGame, limits: Limits) -> SearchResult {
        if let Some(analysis) = self.solutions.analysis(position) {
            return analysis;
        }
        self.searcher.forget();
        self.searcher.search(position, limits, &mut Unwatched)
    }
}

fn scored(code: MoveCode, found: &SearchResult) -> ScoredMove {
    let SearchResult { score, is_exact, depth, .. } = *found;
    ScoredMove { code, score, is_exact, distance: Distance::Exact, depth, line: Vec::new() }
}

pub(super) fn random_move(position: &AnyGame, seed: Seed) -> Option<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    seed.pick(moves.into_iter())
}
