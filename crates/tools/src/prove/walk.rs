//! Proof by walking: the engine plays one side, the opponent any legal move, and every position that comes
//! about is visited once.
//!
//! The beliefs of the engine are used to choose its moves and for nothing else: that it does not lose
//! is read off the ends of the games, which the rules alone decide.

use std::collections::HashMap;

use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::searcher::Searcher;

use crate::progress::Progress;

/// Memory for the engine's transposition table.
const TABLE_BYTES: usize = 64 << 20;

/// Maximum number of positions in a walk.
const POSITIONS_MAX: usize = 1_000_000;

/// Maximum number of positions the engine may look at for one of its moves.
pub(crate) const NODES_PER_MOVE_MAX: u64 = 200_000_000;

/// Reason why a game is not proven.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WalkError {
    #[error("more than {max} positions come about")]
    TooManyPositions { max: usize },
    #[error("{NODES_PER_MOVE_MAX} nodes are not enough to be sure in {position}")]
    NotExact { position: String },
    #[error("the engine does not solve it")]
    Unsolved,
    #[error("the engine promised a {promised} in {position}, and comes to a {reached}")]
    Broken { position: String, promised: Verdict, reached: Verdict },
}

/// Worst end for the engine among the games that can come about from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worst {
    Loss,
    Draw,
    Win,
}

/// Result of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The worst end that the opponent can bring about.
    pub worst: Worst,
    /// Plies of the longest game.
    pub plies_max: u16,
    /// Positions that come about, each counted once.
    pub positions: usize,
}

/// Walks through a game from a position with the engine on one side; `None` if that side is lost
/// against best play, so that there is nothing to be proven.
pub fn walk(
    spec: GameSpec,
    start: &AnyGame,
    engine: Side,
    progress: &Progress,
) -> Result<Option<Walk>, WalkError> {
    let mut walker = Walker {
        searcher: AnySearcher::of(spec, TABLE_BYTES),
        engine,
        seen: HashMap::new(),
        progress,
    };
    let believed = walker.searcher.search(start, limits(), &mut Unwatched);
    if !believed.is_exact {
        return Err(WalkError::NotExact { position: start.to_string() });
    }
    let is_engine_to_move = start.turn() == engine;
    let value = if is_engine_to_move { believed.score } else { -believed.score };
    if value.is_decided() && value.value() < 0 {
        return Ok(None);
    }
    let Seen { worst, plies_max } = walker.visit(start)?;
    Ok(Some(Walk { worst, plies_max, positions: walker.seen.len() }))
}

fn limits() -> Limits {
    Limits::of_nodes(NODES_PER_MOVE_MAX)
}

/// Results of a visited position.
#[derive(Clone, Copy)]
struct Seen {
    worst: Worst,
    /// To the end of the longest game.
    plies_max: u16,
}

struct Walker<'a> {
    searcher: AnySearcher,
    engine: Side,
    /// By the notation, which no two positions share.
    seen: HashMap<String, Seen>,
    progress: &'a Progress,
}

impl Walker<'_> {
    fn visit(&mut self, position: &AnyGame) -> Result<Seen, WalkError> {
        let text = position.to_string();
        if let Some(seen) = self.seen.get(&text) {
            return Ok(*seen);
        }
        let seen = match position.outcome() {
            Some(outcome) => Seen { worst: self.end(outcome), plies_max: 0 },
            None => self.visit_all(position)?,
        };
        if self.seen.len() == POSITIONS_MAX {
            return Err(WalkError::TooManyPositions { max: POSITIONS_MAX });
        }
        self.seen.insert(text, seen);
        self.progress.add(1);
        Ok(seen)
    }

    fn visit_all(&mut self, position: &AnyGame) -> Result<Seen, WalkError> {
        let moves = if position.turn() == self.engine {
            self.moves_of_engine(position)?
        } else {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves
        };
        let mut all = Seen { worst: Worst::Win, plies_max: 0 };
        for code in moves {
            let mut next = position.clone();
            next.play(code).expect("the moves of both are legal");
            let seen = self.visit(&next)?;
            all.worst = all.worst.min(seen.worst);
            all.plies_max = all.plies_max.max(seen.plies_max + 1);
        }
        Ok(all)
    }

    /// Every move the engine may make: all of its best ones where it chooses among them.
    fn moves_of_engine(&mut self, position: &AnyGame) -> Result<Vec<MoveCode>, WalkError> {
        if let Some(moves) = self.searcher.known_best_moves(position) {
            return Ok(moves);
        }
        let result = self.searcher.search(position, limits(), &mut Unwatched);
        if !result.is_exact {
            return Err(WalkError::NotExact { position: position.to_string() });
        }
        Ok(result.best.into_iter().collect())
    }

    fn end(&self, outcome: Outcome) -> Worst {
        match outcome {
            Outcome::Win(side) if side == self.engine => Worst::Win,
            Outcome::Win(_) => Worst::Loss,
            Outcome::Draw => Worst::Draw,
        }
    }
}
