//! Engines: the players that are not people.
//!
//! An engine's move enters a session by the same door as a person's. This room only says which
//! move that is.

use std::time::{Duration, Instant};

use crate::games::MoveCode;
use crate::games::any::{AnyGame, GameSpec};
use crate::search::Seed;
use crate::search::any::AnyThinker;
use crate::search::solved::Solution;
use crate::search::thought::{Limits, Thinker, Unwatched};
use crate::session::{Awaiting, Session};

/// What the engines know. It is made once and shared.
pub struct Engine {
    tictactoe: Solution,
    preparation: Preparation,
}

/// What it took to solve a game before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    pub spec: GameSpec,
    pub took: Duration,
    pub positions: usize,
}

impl Engine {
    /// Solves what can be solved in milliseconds.
    pub fn new() -> Engine {
        let began = Instant::now();
        let tictactoe = Solution::compute();
        let (spec, took) = (GameSpec::TicTacToe, began.elapsed());
        let preparation = Preparation { spec, took, positions: tictactoe.positions() };
        Engine { tictactoe, preparation }
    }

    pub fn preparation(&self) -> Preparation {
        self.preparation
    }

    /// The move of an engine that needs no time to think, `None` if no such engine is to move.
    ///
    /// Among equally good moves the session and its revision decide: the same press is always
    /// answered by the same move, in whatever process, while games vary.
    pub fn instant_reply(&self, session: &Session) -> Option<MoveCode> {
        let Awaiting::Engine { .. } = session.awaiting() else {
            return None;
        };
        match session.position() {
            AnyGame::TicTacToe(game) => self.tictactoe.choose(game, seed_of(session)),
            position @ (AnyGame::Mnk(_) | AnyGame::Ultimate(_) | AnyGame::Sheep(_)) => {
                let mut mind = AnyThinker::of(session.spec(), 0);
                mind.think(position, Limits::of_depth(1), &mut Unwatched).best
            }
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

fn seed_of(session: &Session) -> Seed {
    Seed(session.id().0 ^ u64::from(session.revision().0).rotate_left(32))
}
